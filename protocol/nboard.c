// SPDX-License-Identifier: MIT
// nboard.c - the NBoard protocol, version 2 (Chris Welty): Othello for NBoard and its kin.
//
// Cells are F5, a pass is PA, scores are discs from the side to move, lines are moves in a row
// without blanks. The GUI owns the game: after `go` we name a move and wait to hear that it was
// played. Whatever arrives while we think ends the thought; the GUI counts nothing before `pong`.
//
//      set game GGF, move F5 ...   -> nothing
//      go                          -> === F5/1.24/0.53
//      hint 2                      -> search F5D6C3 1.24 0 14, the better line first, until stopped
//      analyze                     -> analysis 12 1.24, a line for each position of the game
//      learn                       -> learned, the game being in the book then
//      ping 7                      -> pong 7
#include <stdlib.h>
#include <string.h>

#include "book/records/record.h"
#include "engine/bits.h"
#include "engine/games.h"
#include "protocol/dialogue.h"
#include "protocol/load.h"
#include "protocol/nboard_learn.h"

enum {
    DEPTH_DEFAULT = 21,
    CLOCK_NONE = -1,
    CLOCK_MOST = 100000000, // seconds, three years: more digits are no more time
    EVAL_SPACE = 16,
    PV_SPACE = 2 * LINE_MAX_MOVES + 1
};

struct nboard {
    int depth;
    int contempt;     // what a draw is worth to Black, in hundredths of a disc
    int64_t clock[2]; // ms left by the game's own clock, CLOCK_NONE = none
    bool hinting;     // reports are printed as they come
};

// ---- words --------------------------------------------------------------------------------------

// A cell as NBoard writes it.
static void write_cell(move m, struct writer *out)
{
    if (move_is_cell(m))
        write_text(out, "%c%d", 'A' + move_x(m), move_y(m) + 1);
    else
        write_text(out, "PA");
}

// The score for the side to move in discs; a proven draw is worth the contempt.
static void write_eval(struct dialogue *d, enum side mover, int score, bool proven,
                       char out[EVAL_SPACE])
{
    const struct nboard *n = d->state;
    struct writer w = writer_on(out, EVAL_SPACE);
    if (proven && score == 0)
        score = mover == FIRST ? n->contempt : -n->contempt;
    write_text(&w, "%.2f", score / 100.0);
}

// The depth as NBoard knows it: plies, a percentage of certainty at the end of the game, "100%W" for
// who wins alone.
static void write_depth(const struct report *r, int empties, struct writer *out)
{
    if (r->solved)
        write_text(out, "100%%");
    else if (r->proven)
        write_text(out, "100%%W");
    else if (r->depth >= empties)
        write_text(out, "%d%%", r->selectivity < 100 ? r->selectivity : 99);
    else
        write_text(out, "%d", r->depth);
}

static int empties_of(const struct dialogue *d)
{
    struct grid g;
    session_grid(d->session, &g);
    return grid_count(&g, CELL_EMPTY);
}

// ---- news ---------------------------------------------------------------------------------------

// A line of the running search.
static void nboard_report(struct dialogue *d, const struct report *r)
{
    const struct nboard *n = d->state;
    char pv[PV_SPACE], depth[16], eval[EVAL_SPACE];
    struct writer line = writer_on(pv, sizeof pv), deep = writer_on(depth, sizeof depth);
    if (!n->hinting || r->bound != BOUND_EXACT || r->line_length == 0)
        return;
    for (int i = 0; i < r->line_length; i++)
        write_cell(r->line[i], &line);
    write_depth(r, empties_of(d), &deep);
    write_eval(d, dialogue_to_move(d), r->score, r->solved, eval);
    output_line(d->out, "search %s %s 0 %s\nnodestats %llu %.2f\n", pv, eval, depth,
                (unsigned long long)r->nodes, (double)r->elapsed / 1000);
}

static void nboard_say(struct dialogue *d, const char *text)
{
    output_line(d->out, "status %s\n", text);
}

static void nboard_unknown(struct dialogue *d, struct word line)
{
    (void)d;
    (void)line; // unknown lines are ignored, as the protocol wants
}

// ---- commands -----------------------------------------------------------------------------------

static void tell_name(struct dialogue *d)
{
    const struct nboard *n = d->state;
    output_line(d->out, "set myname outflank@%d\n", n->depth);
}

static void nboard_hello(struct dialogue *d)
{
    int64_t version;
    if (word_int(word_trim(d->args), 1, 1000, &version))
        tell_name(d);
    else
        dialogue_complain(d, "nboard", d->args, "expected a version");
}

static int64_t clock_clamp(int64_t seconds)
{
    return seconds < CLOCK_MOST ? seconds : CLOCK_MOST;
}

// Seconds as GGF writes a clock: [[h:]m:]s up to the '/'; CLOCK_NONE when there is none.
static int64_t read_clock(struct word text)
{
    int64_t total = 0, part = 0;
    bool any = false;
    for (size_t i = 0; i <= text.length && i < 16; i++) {
        char c = i < text.length ? text.text[i] : '/';
        if (c >= '0' && c <= '9') {
            part = clock_clamp(part * 10 + (c - '0'));
            any = true;
        } else if (c == ':') {
            total = clock_clamp((total + part) * 60);
            part = 0;
        } else {
            break;
        }
    }
    return any ? (total + part) * 1000 : CLOCK_NONE;
}

// The value of a property such as TI in a GGF text.
static struct word property(struct word ggf, const char *name)
{
    for (size_t i = 0; i + 3 < ggf.length; i++)
        if (ggf.text[i] == name[0] && ggf.text[i + 1] == name[1] && ggf.text[i + 2] == '[' &&
            (i == 0 || ggf.text[i - 1] == ']' || ggf.text[i - 1] == ';'))
            return (struct word){ggf.text + i + 3, ggf.length - i - 3};
    return (struct word){ggf.text, 0};
}

// What the game's clocks have left after the moves made.
static void read_clocks(struct dialogue *d, struct word ggf)
{
    struct nboard *n = d->state;
    struct record_reader reader;
    struct game_record *record = record_new();
    int64_t both = read_clock(property(ggf, "TI")), first = read_clock(property(ggf, "TB")),
            second = read_clock(property(ggf, "TW"));
    n->clock[FIRST] = first > 0 ? first : both;
    n->clock[SECOND] = second > 0 ? second : both;
    record_reader_open(&reader, &record_ggf, ggf, session_game(d->session),
                       session_position(d->session));
    if (record && record_next(&reader, record) == RECORD_GOOD)
        for (int i = 0; i < record->count; i++) {
            const struct record_move *m = &record->moves[i];
            int64_t *left = &n->clock[m->side];
            if (*left > 0 && m->time > 0)
                *left = *left > m->time ? *left - m->time : 0;
        }
    record_free(record);
    // A clock of nothing is a game without one.
    for (int side = FIRST; side <= SECOND; side++)
        n->clock[side] = both <= 0 && first <= 0 && second <= 0 ? CLOCK_NONE : n->clock[side];
}

static void set_game(struct dialogue *d, struct word ggf)
{
    struct record_error error;
    if (load_record(d->session, &record_ggf, ggf, 0, &error))
        read_clocks(d, ggf);
    else
        dialogue_error(d, error.why);
}

static void nboard_set(struct dialogue *d)
{
    struct nboard *n = d->state;
    struct word rest = d->args, name, value;
    int64_t number;
    word_next(&rest, &name);
    value = word_trim(rest);
    if (word_is(name, "game"))
        set_game(d, value);
    else if (word_is(name, "depth") && word_int(value, 1, 60, &number)) {
        n->depth = (int)number;
        tell_name(d);
    } else if (word_is(name, "contempt") && word_int_clamped(value, -6400, 6400, &number))
        n->contempt = (int)number;
    else if (word_is(name, "depth"))
        dialogue_complain(d, "set depth", value, "expected a number from 1 to 60");
    else if (word_is(name, "contempt"))
        dialogue_complain(d, "set contempt", value, "expected a number");
}

// Reads F5, or PA, with whatever follows a '/'.
static bool read_cell(struct word text, move *out, struct word *rest)
{
    const char *slash = text.length ? memchr(text.text, '/', text.length) : NULL;
    size_t length = slash ? (size_t)(slash - text.text) : text.length;
    *rest = (struct word){text.text + length, text.length - length};
    text.length = length;
    *out = MOVE_PASS;
    if (word_is_nocase(text, "PA") || word_is_nocase(text, "pass"))
        return true;
    if (length != 2)
        return false;
    int x = (text.text[0] | 32) - 'a', y = text.text[1] - '1';
    *out = move_at(x & 31, y & 31);
    return x >= 0 && x < 8 && y >= 0 && y < 8;
}

static void nboard_move(struct dialogue *d)
{
    struct nboard *n = d->state;
    struct word text = word_trim(d->args), rest, field;
    enum side mover = dialogue_to_move(d);
    int64_t spent;
    move m;
    if (!read_cell(text, &m, &rest) || !session_play(d->session, m)) {
        dialogue_complain(d, "move", text, "it is not legal here");
        return;
    }
    // The time is what stands behind the second '/'.
    const char *second = rest.length > 1 ? memchr(rest.text + 1, '/', rest.length - 1) : NULL;
    if (!second || n->clock[mover] <= 0)
        return;
    field = (struct word){second + 1, rest.length - (size_t)(second + 1 - rest.text)};
    if (word_thousandths(field, 1000000000, &spent))
        n->clock[mover] = n->clock[mover] > spent ? n->clock[mover] - spent : 0;
}

static struct limits limits_for(const struct dialogue *d)
{
    const struct nboard *n = d->state;
    struct limits l = limits_none();
    l.depth = n->depth;
    return l;
}

static void nboard_go(struct dialogue *d)
{
    const struct nboard *n = d->state;
    struct limits l = limits_for(d);
    enum side mover = dialogue_to_move(d);
    char cell[8], eval[EVAL_SPACE];
    struct writer w = writer_on(cell, sizeof cell);
    const char *why;
    l.time[mover] = n->clock[mover];
    nboard_say(d, "thinking");
    if (!dialogue_think(d, mover, &l, &why)) {
        dialogue_error(d, why);
        return;
    }
    const struct thought *t = &d->thought;
    const struct report *r = d->lines->count ? lines_get(d->lines, 0) : NULL;
    write_cell(t->best, &w);
    write_eval(d, mover, t->score, t->solved, eval);
    output_line(d->out, "=== %s/%s/%.2f\nstatus\n", cell, eval,
                r ? (double)r->elapsed / 1000 : 0.0);
}

static void nboard_hint(struct dialogue *d)
{
    struct nboard *n = d->state;
    struct limits l = limits_for(d);
    int64_t lines;
    const char *why;
    int margin;
    if (!word_int_clamped(word_trim(d->args), 1, 64, &lines)) {
        dialogue_complain(d, "hint", d->args, "expected how many moves");
        return;
    }
    if (session_game(d->session)->over(session_position(d->session), &margin))
        return;
    l.multipv = (int)lines;
    l.advice = true;
    n->hinting = true;
    nboard_say(d, "thinking");
    if (!dialogue_think(d, dialogue_to_move(d), &l, &why))
        dialogue_error(d, why);
    n->hinting = false;
    nboard_say(d, "");
}

// The value of the position at hand for Black, in hundredths. False when it must end.
static bool value_here(struct dialogue *d, int *score)
{
    struct limits l = limits_for(d);
    enum side mover = dialogue_to_move(d);
    const char *why;
    int margin;
    l.advice = true;
    if (session_game(d->session)->over(session_position(d->session), &margin)) {
        *score = 100 * margin;
        return true;
    }
    if (!dialogue_think(d, mover, &l, &why) || dialogue_interrupted(d))
        return false;
    *score = mover == FIRST ? d->thought.score : -d->thought.score;
    return true;
}

// From the last position back to the first, so that the table knows what comes after. The game is
// as it was when the analysis ends, or is ended.
static void nboard_analyze(struct dialogue *d)
{
    int score, back = 0;
    nboard_say(d, "analyzing");
    while (value_here(d, &score)) {
        output_line(d->out, "analysis %d %.2f\n", session_ply(d->session), score / 100.0);
        if (!session_undo(d->session))
            break;
        back++;
    }
    while (back--)
        session_redo(d->session);
    nboard_say(d, "");
}

static void nboard_learn(struct dialogue *d)
{
    const struct nboard *n = d->state;
    nboard_say(d, "learning");
    const char *how = nboard_learn_game(d, n->depth);
    // The GUI clears the status when it hears the first of these.
    output_line(d->out, "learned\nstatus %s\n", how);
}

static void nboard_ping(struct dialogue *d)
{
    char shown[READABLE_MAX];
    dialogue_readable(word_trim(d->args), shown);
    output_line(d->out, "pong %s\n", shown);
}

static const struct command commands[] = {
    {"nboard", COMMAND_INTERRUPTS, nboard_hello, "VERSION",
     "the first line: which version is spoken"},
    {"set", COMMAND_INTERRUPTS, nboard_set, "depth N | game GGF | contempt N",
     "how deep to think; the game so far; what a draw is worth to Black, in hundredths"},
    {"move", COMMAND_INTERRUPTS, nboard_move, "F5[/EVAL[/TIME]]",
     "a move was played; PA is a pass"},
    {"go", COMMAND_INTERRUPTS, nboard_go, "", "think by the game's clock and name a move"},
    {"hint", COMMAND_INTERRUPTS, nboard_hint, "N", "the N best moves, until the next line"},
    {"analyze", COMMAND_INTERRUPTS, nboard_analyze, "", "the value of every position of the game"},
    {"learn", COMMAND_INTERRUPTS, nboard_learn, "",
     "add the game to the book that Book File names"},
    {"ping", COMMAND_INTERRUPTS, nboard_ping, "ID", "stop thinking and answer pong"},
    {"quit", COMMAND_ENDS, NULL, "", "end"},
    {0},
};

static bool nboard_begin(struct dialogue *d, const char **why)
{
    struct nboard *n = d->state;
    *why = "this protocol plays othello alone";
    if (session_game(d->session) != &othello_game)
        return false;
    n->depth = DEPTH_DEFAULT;
    n->clock[FIRST] = n->clock[SECOND] = CLOCK_NONE;
    return true;
}

static bool nboard_speaks(struct word command)
{
    return word_is(command, "nboard");
}

const struct protocol nboard_protocol = {
    .name = "nboard",
    .title = "the NBoard protocol, version 2, for Othello",
    .commands = commands,
    .state_size = sizeof(struct nboard),
    .unknown = nboard_unknown,
    .error = nboard_say,
    .say = nboard_say,
    .begin = nboard_begin,
    .report = nboard_report,
    .speaks = nboard_speaks,
};
