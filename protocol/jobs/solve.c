// SPDX-License-Identifier: MIT
// solve.c - proves the value of positions from files or standard input, one a line.
//
// A line is a board text, an OBF line, a row of moves from the start, or "startpos". What follows a
// ';' in an OBF line are the known scores of moves ("d3:+4; c4:-2"), and each is checked. Lines
// that are empty or begin with '%' or '#' are passed over.
//
//      #1 20 empties +38 a2 a2b1c1... 9780123 nodes 0.225 s 43467213 nps
//
// An unreadable line is named on stderr and solving goes on; the exit status is then 1.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/jobs.h"
#include "engine/session.h"

enum { SOLVE_LINE_MAX = 1 << 16 };

struct solve {
    struct session *session;
    struct limits limits;
    bool json, all_moves, progress, terminal, fresh;
    // Of the position at hand: the last line heard for each place of the list.
    struct report *lines;
    int line_count;
    int64_t cpu; // ns of processor time, all threads
    // Of the whole run.
    int number, positions, wrong, unreadable;
    uint64_t nodes;
    int64_t elapsed;
};

// One line of news: how sure it is, the score or the bound found so far, nodes and time. On a
// terminal the next line is written over it.
static void print_progress(const struct solve *s, const struct report *news)
{
    static const char *const relation[] = {
        [BOUND_EXACT] = "", [BOUND_LOWER] = ">= ", [BOUND_UPPER] = "<= "};
    fprintf(stderr, "%sdepth %d@%d%% %s%+.2f %" PRIu64 " nodes %.1f s%s", s->terminal ? "\r" : "",
            news->depth, news->selectivity, relation[news->bound], news->score / 100.0, news->nodes,
            (double)news->elapsed / 1000, s->terminal ? "     " : "\n");
}

static void solve_report(void *owner, const struct report *news)
{
    struct solve *s = owner;
    if (news->multipv < 1 || news->multipv > CELLS_MAX)
        return;
    if (s->progress)
        print_progress(s, news);
    if (news->bound != BOUND_EXACT && s->limits.goal == GOAL_PLAY)
        return;
    s->lines[news->multipv - 1] = *news;
    if (news->multipv > s->line_count)
        s->line_count = news->multipv;
}

static void solve_done(void *owner, const struct thought *t)
{
    (void)owner;
    (void)t;
}

static void solve_say(void *owner, const char *text)
{
    (void)owner;
    fprintf(stderr, "outflank solve: %s\n", text);
}

// ---- one answer ---------------------------------------------------------------------------------

// A line of play as the game writes it, moves one after another.
static void write_moves(const struct solve *s, const struct report *r, const char *between,
                        struct writer *out)
{
    char text[MOVE_TEXT_MAX];
    for (int i = 0; i < r->line_length; i++) {
        session_move_text(s->session, r->line[i], text);
        write_text(out, "%s%s", i ? between : "", text);
    }
}

// The score in the game's own points.
static int points(const struct report *r)
{
    return r->score / 100;
}

static void write_json_text(struct writer *out, struct word w)
{
    write_text(out, "\"");
    for (size_t i = 0; i < w.length; i++) {
        unsigned char c = (unsigned char)w.text[i];
        if (c == '"' || c == '\\')
            write_text(out, "\\%c", c);
        else if (c < 32 || c > 126)
            write_text(out, "\\u%04x", c);
        else
            write_text(out, "%c", c);
    }
    write_text(out, "\"");
}

static void print_json(const struct solve *s, struct word text, const struct thought *t,
                       int64_t elapsed)
{
    static char buffer[1 << 17];
    char best[MOVE_TEXT_MAX], id[GAME_ID_MAX];
    struct writer w = writer_on(buffer, sizeof buffer);
    const struct report *r = &s->lines[0];
    session_move_text(s->session, t->best, best);
    session_game_id(s->session, id);
    write_text(&w, "{\"position\":");
    write_json_text(&w, text);
    write_text(&w, ",\"game\":\"%s\",\"score\":%d,\"best\":\"%s\",\"pv\":\"", id, points(r), best);
    write_moves(s, r, " ", &w);
    write_text(&w, "\",\"exact\":%s", r->solved ? "true" : "false");
    if (r->win_in)
        write_text(&w, ",\"win_in\":%d", r->win_in);
    if (s->all_moves) {
        write_text(&w, ",\"moves\":{");
        for (int i = 0; i < s->line_count; i++) {
            session_move_text(s->session, s->lines[i].line[0], best);
            write_text(&w, "%s\"%s\":%d", i ? "," : "", best, points(&s->lines[i]));
        }
        write_text(&w, "}");
    }
    write_text(&w, ",\"nodes\":%" PRIu64 ",\"time_ms\":%.3f,\"cpu_ms\":%.4f}", t->nodes,
               (double)elapsed / 1e6, (double)s->cpu / 1e6);
    puts(buffer);
}

static void print_text(const struct solve *s, const struct thought *t, int64_t elapsed)
{
    char best[MOVE_TEXT_MAX], line[1024];
    struct writer w = writer_on(line, sizeof line);
    const struct report *r = &s->lines[0];
    struct grid g;
    session_grid(s->session, &g);
    session_move_text(s->session, t->best, best);
    write_moves(s, r, "", &w);
    double seconds = (double)elapsed / 1e9;
    printf("#%d %d empties %s%+d %s", s->number, grid_count(&g, CELL_EMPTY),
           r->solved ? "" : "(not proven) ", points(r), best);
    if (r->win_in)
        printf(" %s in %d", r->win_in > 0 ? "win" : "loss", abs(r->win_in));
    printf(" %s %" PRIu64 " nodes %.3f s %.0f nps\n", line, t->nodes, seconds,
           seconds > 0 ? (double)t->nodes / seconds : 0.0);
    for (int i = 0; s->all_moves && i < s->line_count; i++) {
        session_move_text(s->session, s->lines[i].line[0], best);
        printf("  %-5s %+d\n", best, points(&s->lines[i]));
    }
}

// ---- known scores -------------------------------------------------------------------------------

// Checks "d3:+4; c4:-2; ..." against what was found: the best score must be the best known one and
// the best move must have it; with all moves, each must agree. Counts a position wrong at most
// once.
static void check_known(struct solve *s, struct word known, const struct thought *t)
{
    int best_known = -1000;
    bool any = false, move_right = false, wrong = false;
    while (known.length) {
        const char *end = memchr(known.text, ';', known.length);
        struct word item = {known.text, end ? (size_t)(end - known.text) : known.length};
        known = (struct word){item.text + item.length + (end ? 1 : 0),
                              known.length - item.length - (end ? 1 : 0)};
        item = word_trim(item);
        const char *colon = memchr(item.text, ':', item.length);
        struct grid g;
        move m;
        int64_t score;
        if (!colon)
            continue;
        size_t name = (size_t)(colon - item.text);
        session_grid(s->session, &g);
        if (!game_move_parse(session_game(s->session), &g, (struct word){item.text, name}, &m) ||
            !word_int((struct word){colon + 1, item.length - name - 1}, -1000, 1000, &score))
            continue;
        any = true;
        if (score > best_known) {
            best_known = (int)score;
            move_right = false;
        }
        if (score == best_known && m == t->best)
            move_right = true;
        for (int i = 0; s->all_moves && i < s->line_count; i++)
            if (s->lines[i].line[0] == m && points(&s->lines[i]) != score) {
                // JSON has its own line for each position and room for nothing else.
                fprintf(s->json ? stderr : stdout, "  wrong: %.*s is known as %+d, found %+d\n",
                        (int)name, item.text, (int)score, points(&s->lines[i]));
                wrong = true;
            }
    }
    int sign_found = points(&s->lines[0]);
    bool outcome = s->limits.goal == GOAL_OUTCOME;
    if (outcome) {
        sign_found = (sign_found > 0) - (sign_found < 0);
        best_known = (best_known > 0) - (best_known < 0);
    }
    if (any && (sign_found != best_known || (!move_right && !outcome))) {
        if (!s->json)
            printf("  wrong: the best is known as %+d, found %+d\n", best_known, sign_found);
        else
            fprintf(stderr, "outflank solve: #%d: the best is known as %+d, found %+d\n", s->number,
                    best_known, sign_found);
        wrong = true;
    }
    s->wrong += wrong;
}

// ---- the run ------------------------------------------------------------------------------------

static void unreadable(struct solve *s, const char *name, int line, struct word text,
                       const char *why)
{
    fprintf(stderr, "outflank solve: %s line %d: %s\n", name, line, why);
    if (s->json) {
        static char buffer[1 << 17];
        struct writer w = writer_on(buffer, sizeof buffer);
        write_text(&w, "{\"position\":");
        write_json_text(&w, text);
        write_text(&w, ",\"error\":");
        write_json_text(&w, word_of(why));
        write_text(&w, "}");
        puts(buffer);
    }
    s->unreadable++;
}

// Processor time used so far, in ns: on a busy machine it says more than the clock.
static int64_t cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void solve_line(struct solve *s, const char *name, int number, struct word line)
{
    const char *semicolon = memchr(line.text, ';', line.length), *why;
    size_t length = semicolon ? (size_t)(semicolon - line.text) : line.length;
    struct word text = word_trim((struct word){line.text, length});
    struct word known = {line.text + length, line.length - length};
    struct moves legal;
    if (!session_set_text(s->session, text, &why)) {
        unreadable(s, name, number, text, why);
        return;
    }
    s->number++;
    s->line_count = 0;
    memset(s->lines, 0, sizeof *s->lines);
    session_game(s->session)->moves(session_position(s->session), &legal);
    s->limits.multipv = s->all_moves && legal.count > 0 ? legal.count : 1;
    if (s->fresh)
        session_set_option(s->session, &options[OPTION_CLEAR_HASH], word_of(""), &why);
    int64_t start = clock_now(), cpu = cpu_now();
    struct thought t;
    if (!session_think(s->session, &s->limits, &t, &why)) {
        unreadable(s, name, number, text, why);
        return;
    }
    int64_t elapsed = clock_now() - start;
    s->cpu = cpu_now() - cpu;
    if (s->line_count == 0)
        s->lines[0] = (struct report){.score = t.score, .win_in = t.win_in, .solved = t.solved};
    if (s->progress && s->terminal)
        fprintf(stderr, "\r%70s\r", "");
    s->positions++;
    s->nodes += t.nodes;
    s->elapsed += elapsed;
    if (s->json)
        print_json(s, text, &t, elapsed);
    else
        print_text(s, &t, elapsed);
    check_known(s, known, &t);
    fflush(stdout);
}

static bool solve_file(struct solve *s, const char *name)
{
    static char line[SOLVE_LINE_MAX];
    FILE *f = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    if (!f) {
        fprintf(stderr, "outflank solve: cannot open '%s'\n", name);
        s->unreadable++;
        return false;
    }
    for (int number = 1; fgets(line, sizeof line, f); number++) {
        struct word text = {line, strcspn(line, "\r\n")};
        if (strlen(line) == sizeof line - 1 && line[sizeof line - 2] != '\n') {
            int c;
            while ((c = getc(f)) != EOF && c != '\n')
                continue;
            unreadable(s, name, number, (struct word){line, 40}, "the line is too long");
            continue;
        }
        text = word_trim(text);
        if (text.length && text.text[0] != '%' && text.text[0] != '#')
            solve_line(s, name, number, text);
    }
    bool good = !ferror(f); // a directory opens and then can't be read
    if (!good) {
        fprintf(stderr, "outflank solve: cannot read '%s'\n", name);
        s->unreadable++;
    }
    if (f != stdin)
        fclose(f);
    return good;
}

// Reads "A,B" as the window in the game's points.
static bool read_window(const char *text, struct limits *l)
{
    const char *comma = strchr(text, ',');
    int64_t low, high;
    if (!comma || !word_int((struct word){text, (size_t)(comma - text)}, -1000, 1000, &low) ||
        !word_int(word_of(comma + 1), -1000, 1000, &high) || low >= high)
        return false;
    l->alpha = (int)low;
    l->beta = (int)high;
    return true;
}

static bool set_option(struct session *session, enum option_id id, const char *value)
{
    const char *why;
    if (session_set_option(session, &options[id], word_of(value), &why))
        return true;
    fprintf(stderr, "outflank solve: %s '%s': %s\n", options[id].name, value, why);
    return false;
}

// True when the game can prove what is asked for.
static bool can_prove(const struct solve *s)
{
    const struct game *game = session_game(s->session);
    const char *why;
    if (game_can_prove(game, s->limits.goal, &why))
        return true;
    fprintf(stderr, "outflank solve: %s: %s\n", game->name, why);
    return false;
}

static void print_total(const struct solve *s)
{
    double seconds = (double)s->elapsed / 1e9;
    printf("total %d positions %" PRIu64 " nodes %.3f s %.0f nps, %d wrong, %d unreadable\n",
           s->positions, s->nodes, seconds, seconds > 0 ? (double)s->nodes / seconds : 0.0,
           s->wrong, s->unreadable);
}

int solve_job(int argc, char **argv)
{
    struct solve s = {.limits = limits_none()};
    const char *id = "othello", *format = "text", *window = NULL, *hash = "256", *threads = "1",
               *kernel_name = "auto";
    enum kernel kernel;
    bool outcome = false, weak = false, vcf = false, vct = false;
    int64_t seconds = 0, first = 1;
    const struct flag flags[] = {
        {"--game", "-g", FLAG_TEXT, &id, 0, 0, "the game, such as othello:6x6"},
        {"--fresh", NULL, FLAG_ON, &s.fresh, 0, 0, "forget everything before each position"},
        {"--all-moves", "-a", FLAG_ON, &s.all_moves, 0, 0, "every move's value"},
        {"--wld", NULL, FLAG_ON, &outcome, 0, 0, "win, loss or draw only"},
        {"--weak", NULL, FLAG_ON, &weak, 0, 0, "the same"},
        {"--window", NULL, FLAG_TEXT, &window, 0, 0, "A,B: the value only if it lies between"},
        {"--vcf", NULL, FLAG_ON, &vcf, 0, 0, "wins by fours alone"},
        {"--vct", NULL, FLAG_ON, &vct, 0, 0, "wins by fours and threes"},
        {"--time", NULL, FLAG_NUMBER, &seconds, 1, 1000000, "seconds a position at most"},
        {"--hash", NULL, FLAG_TEXT, &hash, 0, 0, "memory in MiB (256)"},
        {"--threads", "-n", FLAG_TEXT, &threads, 0, 0, "threads (1)"},
        {"--first", NULL, FLAG_NUMBER, &first, 0, 1000000, "the number of the first position (1)"},
        {"--format", NULL, FLAG_TEXT, &format, 0, 0, "text or json"},
        {"--progress", NULL, FLAG_ON, &s.progress, 0, 0, "news of the search on standard error"},
        {"--kernel", NULL, FLAG_TEXT, &kernel_name, 0, 0, "the code to run: " KERNEL_CHOICES},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL},
    };
    int words = args_read(argc, argv, flags,
                          "outflank solve [-g GAME] [flags] [FILE...]   (no file: standard input)");
    if (words < 0)
        return words == -2 ? 0 : 2;
    s.json = strcmp(format, "json") == 0;
    if (!s.json && strcmp(format, "text") != 0) {
        fprintf(stderr, "outflank solve: the format is text or json, not '%s'\n", format);
        return 2;
    }
    if (!kernel_named(kernel_name, &kernel)) {
        fprintf(stderr, "outflank solve: the kernel is " KERNEL_CHOICES ", not '%s'\n",
                kernel_name);
        return 2;
    }
    s.limits.goal = outcome || weak ? GOAL_OUTCOME : vcf ? GOAL_VCF : vct ? GOAL_VCT : GOAL_EXACT;
    if (window && !read_window(window, &s.limits)) {
        fputs("outflank solve: --window takes two whole numbers A,B with A < B\n", stderr);
        return 2;
    }
    if (seconds)
        s.limits.move_time = seconds * 1000;
    s.terminal = isatty(STDERR_FILENO) && isatty(STDOUT_FILENO);
    s.progress |= s.terminal;
    s.number = (int)first - 1;
    s.lines = calloc(CELLS_MAX, sizeof *s.lines);
    s.session = session_new((struct listener){&s, solve_report, solve_done, solve_say, NULL});
    if (!s.lines || !s.session) {
        fputs("outflank solve: not enough memory\n", stderr);
        session_free(s.session);
        free(s.lines);
        return 1;
    }
    int status = 2;
    if (set_option(s.session, OPTION_GAME, id) && set_option(s.session, OPTION_HASH, hash) &&
        set_option(s.session, OPTION_THREADS, threads) &&
        set_option(s.session, OPTION_KERNEL, kernel_names[kernel]) && can_prove(&s)) {
        for (int i = 0; i < words; i++)
            solve_file(&s, argv[i]);
        if (words == 0)
            solve_file(&s, "-");
        if (!s.json && s.positions != 1)
            print_total(&s);
        status = s.wrong || s.unreadable ? 1 : 0;
    }
    session_free(s.session);
    free(s.lines);
    return status;
}
