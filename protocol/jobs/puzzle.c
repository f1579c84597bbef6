// SPDX-License-Identifier: MIT
// puzzle.c - puzzles for people, from recorded games or from nothing.
//
// As text a puzzle is a comment that says what is asked and what is right, and a line with the board
// and the value of every move, as `outflank solve` reads and checks it:
//
//      # 1 othello, hard: O to move, the best move, 4 discs or more ahead of any other
//      # g8 wins by 12, the next best move wins by 6; g8 h8 ...
//      xxxxx3/... o; g8:+12; h7:+6; ...
//
// A signal ends the run after the last whole puzzle; the status is 128 and the number of the signal.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games.h"
#include "protocol/jobs/analyze.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/jobs.h"
#include "protocol/puzzle.h"

struct puzzles {
    struct interrupt interrupt;
    struct output output;
    struct progress progress;
    struct puzzle_maker *maker;
    struct puzzle puzzle;
    const struct game *game;
    struct position start;
    int64_t count, margin;
    int made;
    bool json, unreadable;
};

static bool goes_on(void *owner)
{
    const struct puzzles *p = owner;
    return !interrupt_seen(&p->interrupt) && !atomic_load(&p->output.failed);
}

static void stop(void *owner)
{
    struct puzzles *p = owner;
    if (p->maker)
        puzzle_maker_stop(p->maker);
}

// ---- writing ------------------------------------------------------------------------------------

static void write_line(const struct puzzle *z, struct writer *out)
{
    char name[MOVE_TEXT_MAX];
    for (int i = 0; i < z->line_length; i++) {
        puzzle_move_text(z, z->line[i], name);
        write_text(out, "%s%s", i ? " " : "", name);
    }
}

static void write_board(const struct puzzle *z, struct writer *out)
{
    struct grid g;
    z->game->to_grid(&z->position, &g);
    board_print(&g, out);
}

static void write_as_text(const struct puzzles *p, const char *id, struct writer *out)
{
    const struct puzzle *z = &p->puzzle;
    write_text(out, "# %d %s, ", p->made, id);
    puzzle_write_task(z, (int)p->margin, out);
    write_text(out, "\n# ");
    puzzle_write_claim(z, out);
    write_text(out, "; ");
    write_line(z, out);
    write_text(out, "\n");
    write_board(z, out);
    for (int i = 0; z->claim != PUZZLE_FOURS && i < z->count; i++) {
        char name[MOVE_TEXT_MAX];
        puzzle_move_text(z, z->moves[i].move, name);
        write_text(out, "; %s:%+d", name, z->moves[i].score);
    }
    write_text(out, "\n");
}

static void write_as_json(const struct puzzles *p, const char *id, struct writer *out)
{
    static const char *const claims[] = {"discs", "win", "draw", "fours"};
    const struct puzzle *z = &p->puzzle;
    char name[MOVE_TEXT_MAX];
    puzzle_move_text(z, z->best, name);
    write_text(out, "{\"position\":\"");
    write_board(z, out);
    write_text(out, "\",\"game\":\"%s\",\"claim\":\"%s\",\"best\":\"%s\",\"score\":%d,\"next\":%d",
               id, claims[z->claim], name, z->score, z->next);
    write_text(out, ",\"grade\":\"%s\",\"depth\":%d,\"why\":\"", puzzle_grades[z->grade], z->depth);
    puzzle_write_claim(z, out);
    write_text(out, "\",\"pv\":\"");
    write_line(z, out);
    write_text(out, "\",\"moves\":{");
    for (int i = 0; i < z->count; i++) {
        puzzle_move_text(z, z->moves[i].move, name);
        write_text(out, "%s\"%s\":%d", i ? "," : "", name, z->moves[i].score);
    }
    write_text(out, "}}\n");
}

static void put_puzzle(struct puzzles *p)
{
    char text[1 << 14], id[GAME_ID_MAX];
    struct writer w = writer_on(text, sizeof text);
    p->made++;
    game_id(p->game, &p->puzzle.position, id);
    (p->json ? write_as_json : write_as_text)(p, id, &w);
    progress_clear(&p->progress);
    output_text(&p->output, text, w.length);
}

// ---- making -------------------------------------------------------------------------------------

static bool wants_more(struct puzzles *p)
{
    progress_show(&p->progress, (double)p->made / (double)p->count, p->made, "");
    return goes_on(p) && p->made < p->count;
}

// Every position of a game that is a puzzle, the last ones first: they take least.
static void take_record(struct puzzles *p, const struct game_record *r)
{
    struct position *at = malloc((size_t)(r->count + 1) * sizeof *at);
    char id[GAME_ID_MAX], wanted[GAME_ID_MAX];
    int count = 0;
    game_id(r->game, &r->start, id);
    game_id(p->game, &p->start, wanted);
    if (at && strcmp(id, wanted) == 0) {
        at[0] = r->start;
        while (count < r->count) {
            at[count + 1] = at[count];
            if (!record_step(r, count, &at[count + 1]))
                break;
            count++;
        }
    }
    for (int i = count; i-- > 0 && wants_more(p);)
        if (puzzle_try(p->maker, &at[i], &p->puzzle))
            put_puzzle(p);
    free(at);
}

static void take_file(struct puzzles *p, const char *path)
{
    struct record_reader reader;
    enum record_status status;
    const char *why;
    size_t length;
    char *text = analyze_read(path, &p->interrupt, &length, &why);
    struct game_record *record = record_new();
    if (text && record) {
        record_reader_open(&reader, NULL, (struct word){text, length}, p->game, &p->start);
        while (wants_more(p) && (status = record_next(&reader, record)) != RECORD_END) {
            take_record(p, record); // one that was refused holds what came before
            if (status != RECORD_BAD)
                continue;
            progress_clear(&p->progress);
            fprintf(stderr, "outflank puzzle: %s line %zu column %zu: %s\n", path,
                    reader.error.line, reader.error.column, reader.error.why);
            p->unreadable = true;
        }
    } else if (goes_on(p)) {
        fprintf(stderr, "outflank puzzle: %s: %s\n", path, text ? "not enough memory" : why);
        p->unreadable = true;
    }
    record_free(record);
    free(text);
}

static int run(struct puzzles *p, const char *from)
{
    interrupt_watch(&p->interrupt, stop, p);
    output_open(&p->output, STDOUT_FILENO, NULL, &p->interrupt.seen);
    progress_open(&p->progress, false);
    if (from)
        take_file(p, from);
    while (!from && wants_more(p) && puzzle_make(p->maker, &p->puzzle))
        put_puzzle(p);
    progress_close(&p->progress);
    int number = interrupt_seen(&p->interrupt);
    bool failed = atomic_load(&p->output.failed);
    if (number)
        fprintf(stderr, "outflank puzzle: ended by signal %d after %d puzzles\n", number, p->made);
    else if (failed)
        fputs("outflank puzzle: the puzzles could not be written\n", stderr);
    else if (p->made < p->count)
        fprintf(stderr, "outflank puzzle: %d found, and no more\n", p->made);
    output_close(&p->output);
    return number ? 128 + number : failed || p->unreadable || p->made == 0 ? 1 : 0;
}

// ---- words --------------------------------------------------------------------------------------

struct wishes {
    const char *game, *from, *format, *grade;
    int64_t seed;
};

static const struct flag *flags_of(struct puzzles *p, struct wishes *w, struct flag flags[8])
{
    const struct flag all[8] = {
        {"--game", "-g", FLAG_TEXT, &w->game, 0, 0, "the game, such as othello:6x6"},
        {"--count", NULL, FLAG_NUMBER, &p->count, 1, 1000000, "how many (1)"},
        {"--seed", NULL, FLAG_NUMBER, &w->seed, 0, INT64_MAX, "other numbers make other games (1)"},
        {"--from", NULL, FLAG_TEXT, &w->from, 0, 0, "positions of the games in this file"},
        {"--margin", NULL, FLAG_NUMBER, &p->margin, 1, 64, "discs ahead of any other move (4)"},
        {"--grade", NULL, FLAG_TEXT, &w->grade, 0, 0, "easy, medium, hard or expert alone"},
        {"--format", NULL, FLAG_TEXT, &w->format, 0, 0, "text or json"},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL},
    };
    memcpy(flags, all, sizeof all);
    return flags;
}

// The number of a grade; -1 for NULL, -2 when there is none of that name.
static int grade_named(const char *name)
{
    for (int i = 0; name && puzzle_grades[i]; i++)
        if (strcmp(name, puzzle_grades[i]) == 0)
            return i;
    return name ? -2 : -1;
}

// Checks the words and makes the maker. 0, or the status after a message.
static int begin(struct puzzles *p, const struct wishes *w)
{
    const char *why;
    int grade = grade_named(w->grade);
    p->json = strcmp(w->format, "json") == 0;
    if (!p->json && strcmp(w->format, "text") != 0)
        fprintf(stderr, "outflank puzzle: the format is text or json, not '%s'\n", w->format);
    else if (grade == -2)
        fprintf(stderr, "outflank puzzle: the grade is easy, medium, hard or expert, not '%s'\n",
                w->grade);
    else if (!game_find(word_of(w->game), &p->game, &p->start, &why))
        fprintf(stderr, "outflank puzzle: Game '%s': %s\n", w->game, why);
    else {
        p->maker = puzzle_maker_new(p->game, &p->start,
                                    (struct puzzle_wishes){.seed = (uint64_t)w->seed,
                                                           .margin = (int)p->margin,
                                                           .grade = grade,
                                                           .goes_on = goes_on,
                                                           .owner = p});
        if (p->maker)
            return run(p, w->from);
        fputs("outflank puzzle: not enough memory\n", stderr);
        return 1;
    }
    return 2;
}

int puzzle_job(int argc, char **argv)
{
    struct wishes w = {.game = games[0]->name, .format = "text", .seed = 1};
    struct puzzles *p = calloc(1, sizeof *p);
    struct flag flags[8];
    int status;
    if (!p || !interrupt_open(&p->interrupt)) {
        fputs("outflank puzzle: not enough memory\n", stderr);
        free(p);
        return 1;
    }
    p->count = 1;
    p->margin = 4;
    int words =
        args_read(argc, argv, flags_of(p, &w, flags),
                  "outflank puzzle [-g GAME] [flags]\n\n"
                  "Positions with one best move: ahead of any other by the margin in discs,\n"
                  "the only one that wins or draws, or the only one that wins by fours. Each\n"
                  "is proven by the solver, and no two are alike up to symmetry.");
    if (words > 0)
        fprintf(stderr, "outflank puzzle: unknown word '%s'\n", argv[0]);
    status = words == 0 ? begin(p, &w) : words == -2 ? 0 : 2;
    interrupt_close(&p->interrupt);
    puzzle_maker_free(p->maker);
    free(p);
    return status;
}
