// SPDX-License-Identifier: MIT
#include "tests/hostile.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/rng.h"
#include "tests/figures.h"
#include "tests/hostile_lines.h"

static void begin(struct process *p, const struct dialect *d)
{
    talk_start(p, d);
    free(talk(p, d, "%s", d->set_up));
}

// The same with a small table, where processor time is measured: the first thought on fresh memory
// waits for the system to clear it.
static void begin_small(struct process *p, const struct dialect *d)
{
    talk_start_with(p, d, "Hash=4");
    free(talk(p, d, "%s", d->set_up));
}

static char *board(struct process *p, const struct dialect *d)
{
    return talk(p, d, "%s", d->board ? d->board : "");
}

static int lines_in(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

// True when an answer says that something was wrong.
static bool names_error(const struct dialect *d, const char *answer)
{
    bool named = strncmp(answer, d->error, strlen(d->error)) == 0;
    for (size_t i = 0; i < LENGTH(d->also) && d->also[i]; i++)
        named = named || strncmp(answer, d->also[i], strlen(d->also[i])) == 0;
    return named;
}

void hostile_bad_lines(const struct dialect *d)
{
    struct process p;
    const struct bad_line *bad = hostile_bad_lines_of(d);
    begin(&p, d);
    char *before = board(&p, d);
    for (; bad->text; bad++) {
        char *answer = talk_bytes(&p, d, bad->text, bad->length ? bad->length : strlen(bad->text));
        cr_expect(names_error(d, answer) && lines_in(answer) == d->error_lines,
                  "%s: '%.60s' was answered by '%s'", d->name, bad->text, answer);
        for (const char *c = answer; *c; c++)
            cr_expect(*c >= ' ' || *c == '\n', "%s: '%.60s' came back", d->name, bad->text);
        free(answer);
        char *after = board(&p, d);
        cr_expect_str_eq(before, after, "%s: '%.60s' changed the position", d->name, bad->text);
        free(after);
    }
    free(before);
    for (const char *const *line = hostile_ignored_of(d); *line; line++)
        talk_expect(&p, d, *line, "");
    process_end(&p);
}

void hostile_long_line(const struct dialect *d, size_t bytes)
{
    static char piece[1 << 16];
    struct process p;
    memset(piece, 'x', sizeof piece);
    begin(&p, d);
    // Once before, so that what is only used first now is in memory.
    process_send_bytes(&p, piece, sizeof piece);
    process_send_bytes(&p, piece, sizeof piece);
    process_send_bytes(&p, piece, sizeof piece);
    free(talk(&p, d, " "));
    char *before = board(&p, d);
    long memory = process_memory(&p);
    for (size_t sent = 0; sent < bytes;) {
        size_t now = bytes - sent < sizeof piece ? bytes - sent : sizeof piece;
        process_send_bytes(&p, piece, now);
        sent += now;
    }
    char *answer = talk(&p, d, " ");
    cr_expect_eq(lines_in(answer), d->error_lines, "%s: %s", d->name, answer);
    cr_expect_lt(process_memory(&p) - memory, 1024, "%s: memory grew by %ld KiB", d->name,
                 process_memory(&p) - memory);
    char *after = board(&p, d);
    cr_expect_str_eq(before, after);
    free(answer);
    free(before);
    free(after);
    process_end(&p);
}

// The output of a script that is sent with a pause at `cut`, or with one after every byte.
static char *output_of(const struct dialect *d, const char *script, size_t cut, bool bytewise)
{
    struct process p;
    size_t n = strlen(script);
    talk_start(&p, d);
    if (bytewise) {
        for (size_t i = 0; i < n; i++) {
            process_send_bytes(&p, script + i, 1);
            if (i % 16 == 0)
                sleep_us(100);
        }
    } else {
        process_send_bytes(&p, script, cut);
        sleep_us(300);
        process_send_bytes(&p, script + cut, n - cut);
    }
    process_close_input(&p);
    char *text = process_rest(&p);
    cr_assert_eq(process_status(&p), 0);
    return text;
}

void hostile_chunks(const struct dialect *d, int step)
{
    const char *script = hostile_script_of(d);
    char *whole = output_of(d, script, strlen(script), false), *text;
    cr_assert_gt(lines_in(whole), 5);
    text = output_of(d, script, 0, true);
    cr_expect_str_eq(text, whole, "%s: byte by byte", d->name);
    free(text);
    for (size_t cut = 1; cut < strlen(script); cut += (size_t)step) {
        text = output_of(d, script, cut, false);
        cr_expect_str_eq(text, whole, "%s: split at %zu", d->name, cut);
        free(text);
    }
    free(whole);
}

#define TEN "1234567890"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

void hostile_numbers(const struct dialect *d)
{
    struct process p;
    begin(&p, d);
    for (const struct number_row *row = hostile_numbers_of(d); row->format; row++) {
        const struct {
            const char *text;
            bool good;
        } values[] = {
            {"", row->optional},
            {"-1", row->clamps || row->low <= -1},
            {"0", row->clamps || row->low <= 0},
            {row->good, true},
            {row->beyond, row->clamps},
            {"9223372036854775808", row->clamps},
            {"18446744073709551616", row->clamps},
            {"nan", false},
            {"1x", false},
            {HUNDRED HUNDRED HUNDRED HUNDRED, row->clamps},
        };
        for (size_t i = 0; i < LENGTH(values); i++) {
            char line[1024];
            const char *hole = strchr(row->format, '$');
            snprintf(line, sizeof line, "%.*s%s%s", (int)(hole - row->format), row->format,
                     values[i].text, hole + 1);
            char *answer = talk(&p, d, "%s", line);
            int errors = count_lines(answer, d->error);
            if (row->thinks) {
                // What was accepted thinks, perhaps still: the answer comes before or after stop.
                char *rest = talk(&p, d, "%s", d->stop_now);
                int count = count_lines(answer, d->answered) + count_lines(rest, d->answered);
                cr_expect_eq(count, values[i].good, "%s: '%.60s': %d answers", d->name, line,
                             count);
                free(rest);
            }
            cr_expect_eq(errors, !values[i].good, "%s: '%.60s' was answered by '%s'", d->name, line,
                         answer);
            free(answer);
        }
        free(talk(&p, d, "%s", d->set_up));
    }
    process_end(&p);
}

// The answer to a thought: the line that brings it.
static const char *read_answer(struct process *p, const struct dialect *d)
{
    const char *line;
    if (d->answered)
        return process_until(p, d->answered);
    do
        line = process_line(p);
    while (line && (line[0] < '0' || line[0] > '9'));
    cr_assert_not_null(line);
    return line;
}

// Something was done that may take `ms`: since `sent` by the clock on the wall and of processor time
// since `cpu` where nobody else is at work. Returns that processor time in ms; see expect_work.
static double expect_prompt(const struct process *p, long long cpu, long long sent, int ms,
                            bool by_wall, const char *what)
{
    long long used = process_cpu_us(p) - cpu, took = (now_ns() - sent) / 1000000;
    if (by_wall) {
        cr_expect_leq(used, ms * process_cpu_limit_us() / 100, "%s took %lld us of work", what,
                      used);
        cr_expect_leq(took, ms, "%s took %lld ms", what, took);
    }
    return (double)used / 1e3;
}

// Looks at the clock and nothing else, and how many of them took a given time of work: what a host
// takes from its guest is counted as the guest's work.
struct looks {
    int count, late;
};

// Looks for 2 ms beside every eighth measurement.
static void look_at_clock(struct looks *l, int i, int ms)
{
    struct timespec from, to;
    if (i % 8)
        return;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (long long until = now_ns() + 2000000; now_ns() < until;)
        continue;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    l->late +=
        (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6 > ms;
    l->count++;
}

// However busy the machine: of those many times 99 in a hundred took `ms` of work at most, beyond
// that twice as many as of the looks beside them, and but for one in a thousand, or one of fewer,
// none 300 ms. The thread that is to hear of the end waits for a core while the search goes on.
static void expect_work(double *work, int count, int ms, const struct looks *l, const char *what)
{
    const double unit = (double)process_cpu_limit_us() / 1e5;
    struct figures f = figures_of(work, count);
    int late = 0, most = count / 100 + (l->count ? 2 * count * l->late / l->count : 0);
    double longest = work[count * 999 / 1000 < count - 2 ? count * 999 / 1000 : count - 2];
    for (int i = 0; i < count; i++)
        late += work[i] > ms * unit;
    if (ms)
        cr_expect_leq(late, most, "%s: %d of %d over %d ms of work, p99 %.1f; %d of %d looks", what,
                      late, count, ms, f.p99, l->late, l->count);
    cr_expect_leq(longest, 300 * unit, "%s: %.1f ms of work, more than once", what, longest);
}

void hostile_go_stop(const struct dialect *d, const char *game, int pairs, int worst_ms)
{
    const bool by_wall = worst_ms && !machine_is_busy();
    struct process p;
    struct model m;
    struct rng rng = {(uint64_t)pairs};
    double *took = calloc(2 * (size_t)pairs, sizeof *took), *work = took + pairs;
    const char *what = game ? game : d->name;
    struct looks looks = {0};
    cr_assert_not_null(took);
    begin(&p, d);
    if (game) {
        model_start(&m, game);
        free(talk(&p, d, "setoption name Game value %s", game));
    }
    for (int i = 0; i < pairs; i++) {
        process_send(&p, "%s\n", d->think);
        long delay = (long)rng_below(&rng, 2001);
        if (delay > 100)
            sleep_us(delay);
        long long sent = now_ns(), cpu = process_cpu_us(&p);
        process_send(&p, "%s\n", d->stop_now);
        const char *line = read_answer(&p, d);
        took[i] = (double)(now_ns() - sent) / 1e6;
        work[i] = expect_prompt(&p, cpu, sent, worst_ms ? worst_ms : 20, by_wall, what);
        if (game) {
            struct word rest = word_of(line + strlen(d->answered)), word;
            struct model next = m;
            move mv = MOVE_NONE;
            word_next(&rest, &word);
            cr_assert(move_parse(m.game->notation, &m.grid, word, &mv), "%s", line);
            model_play(&next, mv);
        }
        // Nothing more may follow.
        if (i % 8 == 0) {
            char *rest = talk(&p, d, " ");
            cr_assert_eq(d->answered ? count_lines(rest, d->answered) : 0, 0, "%s", rest);
            free(rest);
        }
        if (d->again)
            free(talk(&p, d, "%s", d->again));
        look_at_clock(&looks, i, worst_ms);
    }
    process_end(&p);
    expect_work(work, pairs, worst_ms, &looks, what);
    if (worst_ms)
        figures_print("B2", what, figures_of(took, pairs));
    free(took);
}

void hostile_meanwhile(int rounds)
{
    struct process p;
    struct rng rng = {99};
    begin(&p, &dialect_uci);
    for (int i = 0; i < rounds; i++) {
        const struct meanwhile *m = hostile_meanwhile_of((int)rng_below(&rng, 1000));
        free(talk(&p, &dialect_uci, "setoption name Game value othello\nposition startpos"));
        process_send(&p, "go infinite\n");
        sleep_us((long)rng_below(&rng, 1500));
        char *during = talk(&p, &dialect_uci, "%s", m->line);
        char *after = talk(&p, &dialect_uci, "stop");
        cr_expect_eq(count_lines(during, "bestmove"), m->answers, "%s: %s", m->line, during);
        cr_expect_eq(count_lines(during, "info string error"), m->errors, "%s: %s", m->line,
                     during);
        cr_expect_eq(count_lines(after, "bestmove"), m->goes_on, "%s: %s", m->line, after);
        free(during);
        free(after);
    }
    process_end(&p);
}

void hostile_endings(const struct dialect *d, int rounds, int worst_ms)
{
    const bool by_wall = worst_ms && !machine_is_busy();
    struct rng rng = {17};
    double *took = calloc((size_t)rounds * 8, sizeof *took), *work = took + rounds * 4;
    struct looks looks = {0};
    cr_assert_not_null(took);
    for (int i = 0; i < rounds * 4; i++) {
        struct process p;
        begin_small(&p, d);
        process_send(&p, "%s\n", d->think);
        sleep_us((long)rng_below(&rng, 3000));
        long long sent = now_ns(), cpu = process_cpu_us(&p);
        if (i % 4 == 0 && d->quit)
            process_send(&p, "%s\n", d->quit);
        else if (i % 4 < 2)
            process_close_input(&p);
        else
            kill(p.pid, i % 4 == 2 ? SIGTERM : SIGINT);
        int status = process_status(&p);
        took[i] = (double)(now_ns() - sent) / 1e6;
        cr_expect_eq(status, 0, "%s: ended with %d by way %d", d->name, status, i % 4);
        work[i] = (double)(p.cpu_us - cpu) / 1e3;
        if (by_wall)
            cr_expect_leq(took[i], worst_ms, "%s: took %.1f ms to end by way %d", d->name, took[i],
                          i % 4);
        look_at_clock(&looks, i, 100);
    }
    expect_work(work, rounds * 4, 100, &looks, d->name);
    if (worst_ms)
        figures_print("B4", d->name, figures_of(took, rounds * 4));
    free(took);
}

// Work without end, a line that waits, and the end: by quit or by the end of input, at once or a
// little later.
static void end_behind(const struct dialect *d, const char *work, const char *waits, bool quit,
                       bool late)
{
    struct process p;
    begin_small(&p, d);
    long long before = process_cpu_us(&p);
    process_send(&p, "%s\n", work);
    if (late)
        sleep_us(10000);
    quit = quit && d->quit;
    process_send(&p, "%s\n%s%s", waits, quit ? d->quit : "", quit ? "\n" : "");
    if (!quit)
        process_close_input(&p);
    cr_expect_eq(process_status(&p), 0);
    // The ten milliseconds of sleep are thought through.
    long long used = p.cpu_us - before - (late ? 20000 : 0);
    cr_expect_leq(used, process_cpu_limit_us(), "%s: '%s', '%s', %s%s: %lld us", d->name, work,
                  waits, quit ? d->quit : "end of input", late ? " later" : "", used);
}

void hostile_waiting(const struct dialect *d, int step)
{
    int n = 0;
    for (const char *const *work = hostile_work_of(d); *work; work++)
        for (const char *const *waits = hostile_waiting_of(d); *waits; waits++)
            for (int how = 0; how < 4; how++)
                if ((d->quit || !(how & 1)) && n++ % step == 0)
                    end_behind(d, *work, *waits, how & 1, how & 2);
}

// Fills standard output: asks until its input is full too, or for as much as a pipe holds.
static void ask_without_reading(struct process *p, const struct dialect *d)
{
    char line[64];
    int n = snprintf(line, sizeof line, "%s\n", d->wordy);
    fcntl(p->in, F_SETFL, 0);
    for (int i = 0; i < 2000; i++)
        cr_assert_eq(write(p->in, line, (size_t)n), n);
}

// One program whose answers nobody reads.
struct unread {
    const struct dialect *dialect;
    int how; // bit 0: told by quit, else by the end of input; bit 1: while it thinks
    struct process p;
    long long before;
    int held;
};

static void unread_start(struct unread *u)
{
    begin_small(&u->p, u->dialect);
    if (u->how & 2) // what can't be asked meanwhile is answered after
        process_send(&u->p, "%s\n", u->dialect->think);
    ask_without_reading(&u->p, u->dialect);
}

static void unread_tell(struct unread *u)
{
    u->before = process_cpu_us(&u->p);
    if (u->how & 1 && u->dialect->quit)
        cr_assert_geq(dprintf(u->p.in, "%s\n", u->dialect->quit), 0);
    else
        process_close_input(&u->p);
    u->held = u->p.out;
    u->p.out = -1;
    u->p.ended = true;
}

static void unread_end(struct unread *u)
{
    const char *name = u->dialect->name;
    int status = process_status(&u->p);
    long long used = u->p.cpu_us - u->before;
    cr_expect_eq(status, 1, "%s: way %d: %d", name, u->how, status);
    cr_expect_leq(used, process_cpu_limit_us(), "%s: way %d: %lld us", name, u->how, used);
    close(u->held);
}

void hostile_unread(void)
{
    struct unread all[64]; // side by side, since they wait
    size_t n = 0;
    for (int how = 0; how < 4; how++) // those that think last, since they use the processor
        for (int i = 0; dialects[i]; i++)
            if (!dialects[i]->apart)
                all[n++] = (struct unread){.dialect = dialects[i], .how = how};
    for (size_t i = 0; i < n; i++)
        unread_start(&all[i]);
    sleep_us(20000);
    for (size_t i = n; i-- > 0;)
        unread_tell(&all[i]);
    for (size_t i = 0; i < n; i++)
        unread_end(&all[i]);
}

void hostile_clocks(const char *game, int rounds, int worst_ms)
{
    static const char *const clocks[] = {
        "wtime 0 btime 0",
        "wtime -1000 btime -1000",
        "wtime 1 btime 1",
        "movetime 0",
        "wtime 9223372036854775808 btime 9223372036854775808 nodes 2000",
    };
    const bool by_wall = worst_ms && !machine_is_busy();
    struct process p;
    struct model m;
    struct rng rng = {23};
    double worst = 0, *work = calloc((size_t)rounds, sizeof *work);
    struct looks looks = {0};
    int count = 0;
    cr_assert_not_null(work);
    begin(&p, &dialect_uci);
    free(talk(&p, &dialect_uci, "setoption name Game value %s", game));
    for (int i = 0; i < rounds; i++) {
        char moves[512] = "";
        struct writer w = writer_on(moves, sizeof moves);
        model_start(&m, game);
        for (int ply = (int)rng_below(&rng, 20); ply > 0 && !model_over(&m); ply--) {
            struct moves legal;
            char text[MOVE_TEXT_MAX];
            struct model next = m;
            m.game->moves(&m.position, &legal);
            move mv = legal.at[rng_below(&rng, (uint32_t)legal.count)];
            model_play(&next, mv);
            if (model_over(&next))
                break;
            move_print(m.game->notation, &m.grid, mv, text);
            write_text(&w, "%s %s", moves[0] ? "" : " moves", text);
            m = next;
        }
        size_t which = (size_t)i % LENGTH(clocks);
        free(talk(&p, &dialect_uci, "position startpos%s", moves));
        long long sent = now_ns(), cpu = process_cpu_us(&p);
        process_send(&p, "go %s\n", clocks[which]);
        const char *line = process_until(&p, "bestmove ");
        if (which < 4 && (double)(now_ns() - sent) / 1e6 > worst)
            worst = (double)(now_ns() - sent) / 1e6;
        if (which < 4)
            work[count++] =
                expect_prompt(&p, cpu, sent, worst_ms ? worst_ms : 10, by_wall, clocks[which]);
        struct word rest = word_of(line + 9), word;
        move mv = MOVE_NONE;
        word_next(&rest, &word);
        cr_assert(move_parse(m.game->notation, &m.grid, word, &mv), "%s", line);
        model_play(&m, mv);
        look_at_clock(&looks, i, worst_ms);
    }
    process_end(&p);
    expect_work(work, count, worst_ms, &looks, game);
    if (worst_ms)
        figure("C3", worst, "ms", game);
    free(work);
}

// Nobody reads: the program notices with its next word and ends with status 1.
static void reader_gone(const struct dialect *d)
{
    struct process p;
    talk_start_with(&p, d, d->stop_now ? NULL : "Level=0"); // a thought that soon has an answer
    free(talk(&p, d, "%s", d->set_up));
    close(p.out);
    p.out = -1;
    p.ended = true;
    process_send(&p, "%s\n%s\n", d->think, d->probe);
    cr_expect_eq(process_status(&p), 1, "%s: a reader gone", d->name);
}

static void output_full(const struct dialect *d)
{
    struct process p;
    int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return; // not every system has it
    int none = open("/dev/null", O_WRONLY | O_CLOEXEC);
    process_start_on(&p, (const char *const[]){d->name, "--option", "Level=0", NULL}, fd, none);
    close(fd);
    close(none);
    process_send(&p, "%s\n%s\n%s\n", d->set_up, d->probe, d->think);
    cr_expect_eq(process_status(&p), 1, "%s: /dev/full", d->name);
}

// Asks more than a pipe holds and reads only after a while: nothing is lost.
static void output_blocked(const struct dialect *d, int ms)
{
    struct process p;
    enum { ASKED = 2000 };
    char line[64];
    int n = snprintf(line, sizeof line, "%s\n", d->wordy);
    begin(&p, d);
    char *one = talk(&p, d, "%s", d->wordy);
    int lines = lines_in(one);
    free(one);
    // Straight into the pipe, since process_send reads while it writes.
    fcntl(p.in, F_SETFL, 0);
    for (int i = 0; i < ASKED; i++)
        cr_assert_eq(write(p.in, line, (size_t)n), n);
    sleep_us(ms * 1000L);
    process_close_input(&p);
    char *text = process_rest(&p);
    cr_expect_geq(strlen(text), 1 << 16, "%s: the pipe was never full", d->name);
    cr_expect_eq(lines_in(text), ASKED * lines, "%s: %d of %d lines", d->name, lines_in(text),
                 ASKED * lines);
    free(text);
    cr_expect_eq(process_status(&p), 0);
    // Told to end while nobody reads, it ends all the same.
    begin(&p, d);
    fcntl(p.in, F_SETFL, 0);
    for (int i = 0; i < ASKED; i++)
        cr_assert_eq(write(p.in, line, (size_t)n), n);
    sleep_us(20000);
    kill(p.pid, SIGTERM);
    int held = p.out;
    p.out = -1;
    p.ended = true;
    int status = process_status(&p);
    cr_expect(status == 0 || status == 1, "%s: SIGTERM while blocked: %d", d->name, status);
    close(held);
}

void hostile_deaf(const struct dialect *d, int rounds, int blocked_ms)
{
    for (int i = 0; i < rounds; i++) {
        reader_gone(d);
        output_full(d);
    }
    if (!d->apart)
        output_blocked(d, blocked_ms);
}

void hostile_long_scripts(int moves)
{
    struct process p;
    begin(&p, &dialect_gtp);
    for (int i = 0; i < moves; i++)
        process_send(&p, "play w c3\nundo\n");
    char *text = talk(&p, &dialect_gtp, " ");
    cr_expect_eq(count_lines(text, "="), 2 * moves);
    free(text);
    for (int i = 0; i < moves; i++)
        process_send(&p, "undo\n");
    text = talk(&p, &dialect_gtp, " ");
    cr_expect_eq(count_lines(text, "? cannot undo"), moves - 1);
    free(text);
    process_end(&p);
    // A list of moves far longer than any game is refused as a whole.
    begin(&p, &dialect_uci);
    char *before = board(&p, &dialect_uci);
    process_send(&p, "position startpos moves d3 c3");
    for (int i = 0; i < moves; i++)
        process_send(&p, " pass");
    text = talk(&p, &dialect_uci, " ");
    cr_expect_eq(count_lines(text, "info string error"), 1);
    free(text);
    char *after = board(&p, &dialect_uci);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    process_end(&p);
}
