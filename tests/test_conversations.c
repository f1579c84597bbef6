// SPDX-License-Identifier: MIT
// test_conversations.c - whole conversations as GUIs and arenas lead them, replayed from the tables in
// tests/conversations, whose README draws their form. Every answer has its shape, every move is legal.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/fairy.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "tests/talk.h"

TestSuite(conversations, .init = games_init);

enum { SCRIPT_MAX = 8192, LINES_MAX = 200, SKIPS_MAX = 4, SENT_MAX = 8192 };

struct replay {
    const char *file;
    char text[SCRIPT_MAX];
    char *lines[LINES_MAX];
    int count, at, loop; // the line at hand, and where the loop begins
    struct process process;
    bool started;
    struct model model;
    struct rng rng;
    const char *notation, *skips[SKIPS_MAX];
    int skip_count;
    move moves[CELLS_MAX * 2];
    char names[CELLS_MAX * 2][MOVE_TEXT_MAX + FAIRY_MOVE_MAX]; // of the moves, as they were written
    bool ours[CELLS_MAX * 2];
    int ply;
};

// ---- moves --------------------------------------------------------------------------------------

static void write_move(const struct replay *r, move m, char *out, size_t size)
{
    char drop[FAIRY_MOVE_MAX];
    if (strcmp(r->notation, "drop") == 0) {
        fairy_move_print(&r->model.grid, m, drop);
        snprintf(out, size, "%s", drop);
    } else if (m == MOVE_PASS) {
        snprintf(out, size, "PASS");
    } else if (strcmp(r->notation, "xy") == 0) {
        snprintf(out, size, "%d,%d", move_x(m), move_y(m));
    } else {
        snprintf(out, size, "%c%d", 'A' + move_x(m), move_y(m) + 1);
    }
}

// The move a text begins with; the test fails when there is none.
static move read_move(const struct replay *r, const char *text)
{
    char *end;
    move m = MOVE_NONE;
    if (strcmp(r->notation, "drop") == 0) {
        cr_assert(fairy_move_parse(&r->model.grid, (struct word){text, strcspn(text, " ")}, &m),
                  "%s: %s", r->file, text);
    } else if (strncmp(text, "PASS", 4) == 0) {
        m = MOVE_PASS;
    } else if (strcmp(r->notation, "xy") == 0) {
        long x = strtol(text, &end, 10), y = *end == ',' ? strtol(end + 1, &end, 10) : -1;
        cr_assert(end > text && !*end && x >= 0 && x < 32 && y >= 0 && y < 32, "%s: %s", r->file,
                  text);
        m = move_at((int)x, (int)y);
    } else {
        long row = strtol(text + 1, &end, 10);
        cr_assert(text[0] >= 'A' && text[0] <= 'Z' && row > 0 && row < 32 && !*end, "%s: %s",
                  r->file, text);
        m = move_at(text[0] - 'A', (int)row - 1);
    }
    return m;
}

// Plays a move in the model, which fails the test when it is not legal, and keeps it.
static void play(struct replay *r, move m, bool ours)
{
    cr_assert_lt(r->ply, CELLS_MAX * 2);
    r->moves[r->ply] = m;
    r->ours[r->ply] = ours;
    write_move(r, m, r->names[r->ply], sizeof r->names[0]);
    r->ply++;
    model_play(&r->model, m);
}

static void draw_move(struct replay *r)
{
    struct moves list;
    r->model.game->moves(&r->model.position, &list);
    cr_assert_gt(list.count, 0, "%s: no move is left", r->file);
    play(r, list.at[rng_below(&r->rng, (uint32_t)list.count)], false);
}

// ---- lines --------------------------------------------------------------------------------------

// Writes a line with its slots filled.
static void fill(struct replay *r, const char *from, struct writer *out)
{
    while (*from) {
        size_t n = strcspn(from, "{");
        write_text(out, "%.*s", (int)n, from);
        from += n;
        if (strncmp(from, "{their}", 7) == 0) {
            draw_move(r);
            write_text(out, "%s", r->names[r->ply - 1]);
        } else if (strncmp(from, "{last}", 6) == 0) {
            write_text(out, "%s", r->names[r->ply - 1]);
        } else if (strncmp(from, "{moves}", 7) == 0) {
            for (int i = 0; i < r->ply; i++)
                write_text(out, "%s%s", i ? " " : "", r->names[i]);
        } else {
            cr_assert(!*from, "%s: no such slot: %s", r->file, from);
        }
        from += strcspn(from, "}");
        from += *from == '}';
    }
}

static void send_filled(struct replay *r, const char *from)
{
    char text[SENT_MAX];
    struct writer w = writer_on(text, sizeof text);
    fill(r, from, &w);
    process_send(&r->process, "%s\n", text);
}

// The next line of the answer that is not passed over.
static const char *answer(struct replay *r)
{
    for (;;) {
        const char *line = process_line(&r->process);
        bool skipped = false;
        cr_assert(line, "%s: the program has ended", r->file);
        for (int i = 0; i < r->skip_count; i++)
            skipped |= strncmp(line, r->skips[i], strlen(r->skips[i])) == 0;
        if (!skipped)
            return line;
    }
}

// The answer is what the table says.
static void expect(struct replay *r, const char *wanted)
{
    const char *line = answer(r), *slot = strchr(wanted, '{');
    size_t n = slot ? (size_t)(slot - wanted) : strlen(wanted);
    cr_assert(strncmp(line, wanted, n) == 0, "%s: '%s' where '%s' belongs", r->file, line, wanted);
    if (slot && strncmp(slot, "{ours}", 6) == 0)
        play(r, read_move(r, line + n), true);
    else if (!slot) // GTP may leave a blank behind its sign
        cr_assert_eq(strspn(line + n, " "), strlen(line + n), "%s: '%s' where '%s' belongs",
                     r->file, line, wanted);
}

// The rest of a GTP answer that is no failure.
static void pass_answer(struct replay *r)
{
    const char *line = answer(r);
    cr_assert_eq(line[0], '=', "%s: %s", r->file, line);
    while (*answer(r))
        continue;
}

// Sends the template for every move so far.
static void send_again(struct replay *r, const char *from)
{
    cr_assert_str_eq(from, "play {colour} {move}");
    for (int i = 0; i < r->ply; i++) {
        process_send(&r->process, "play %c %s\n", "BW"[i % 2], r -> names[i]);
        pass_answer(r);
    }
}

static void send_board(struct replay *r)
{
    for (int i = 0; i < r->ply; i++)
        process_send(&r->process, "%s,%d\n", r->names[i], r->ours[i] ? 1 : 2);
}

// ---- the table ----------------------------------------------------------------------------------

static void new_game(struct replay *r, const char *id)
{
    model_start(&r->model, id);
    r->ply = 0;
}

static void start(struct replay *r, const char *word)
{
    process_start(&r->process, word, NULL, NULL);
    r->started = true;
}

static void skip(struct replay *r, const char *text)
{
    cr_assert_lt(r->skip_count, SKIPS_MAX);
    r->skips[r->skip_count++] = text;
}

static void set_notation(struct replay *r, const char *name)
{
    r->notation = name;
}

static void begin_loop(struct replay *r, const char *rest)
{
    (void)rest;
    r->loop = r->at;
}

static void end_loop(struct replay *r, const char *rest)
{
    (void)rest;
    if (!model_over(&r->model))
        r->at = r->loop;
    else
        r->loop = 0;
}

static void find(struct replay *r, const char *text)
{
    process_until(&r->process, text);
}

static void until(struct replay *r, const char *rest)
{
    (void)rest;
    pass_answer(r);
}

static void move_theirs(struct replay *r, const char *rest)
{
    cr_assert_str_eq(rest, "{their}");
    draw_move(r);
}

static void board(struct replay *r, const char *rest)
{
    (void)rest;
    send_board(r);
}

static const struct {
    const char *name;
    void (*run)(struct replay *r, const char *rest);
    bool acts; // is left out once the game is over in a loop
} directives[] = {
    {">", send_filled, true},    {"<", expect, false},     {"start", start, false},
    {"game", new_game, false},   {"skip", skip, false},    {"notation", set_notation, false},
    {"loop", begin_loop, false}, {"end", end_loop, false}, {"find", find, false},
    {"until", until, false},     {"board", board, true},   {"move", move_theirs, true},
    {"again", send_again, true},
};

// Runs one line. Once the game is over, whatever acts leads out of the loop instead.
static void run_line(struct replay *r, const char *line)
{
    size_t n = strcspn(line, " ");
    for (size_t i = 0; i < LENGTH(directives); i++) {
        if (strlen(directives[i].name) != n || strncmp(directives[i].name, line, n) != 0)
            continue;
        if (directives[i].acts && r->loop && model_over(&r->model)) {
            while (strcmp(r->lines[r->at], "end") != 0)
                r->at++;
            r->loop = 0;
            r->at++;
            return;
        }
        directives[i].run(r, line + n + (line[n] == ' '));
        return;
    }
    cr_assert(false, "%s: no such line: %s", r->file, line);
}

static void replay(const char *name)
{
    static struct replay r;
    char path[128];
    snprintf(path, sizeof path, "tests/conversations/%s.txt", name);
    FILE *file = fopen(path, "r");
    cr_assert(file, "%s can't be read", path);
    r.text[fread(r.text, 1, SCRIPT_MAX - 1, file)] = '\0';
    fclose(file);
    r.file = name;
    r.rng = (struct rng){11};
    for (char *at = r.text; *at && r.count < LINES_MAX; r.count++) {
        r.lines[r.count] = at;
        at += strcspn(at, "\n");
        if (*at)
            *at++ = '\0';
    }
    cr_assert(r.lines[0][0] == '#', "%s: the first line says where the others come from", name);
    for (r.at = 1; r.at < r.count;)
        run_line(&r, r.lines[r.at++]);
    cr_assert(r.started && r.ply > 0);
    process_end(&r.process);
}

Test(conversations, c_gomoku_cli)
{
    replay("c-gomoku-cli");
}

Test(conversations, c_gomoku_cli_by_boards)
{
    replay("c-gomoku-cli-board");
}

Test(conversations, gogui_twogtp)
{
    replay("gogui-twogtp");
}

Test(conversations, gogui)
{
    replay("gogui");
}

Test(conversations, cutechess_cli)
{
    replay("cutechess-cli");
}

Test(conversations, piskvork)
{
    replay("piskvork");
}
