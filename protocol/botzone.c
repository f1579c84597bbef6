// SPDX-License-Identifier: MIT
// botzone.c - Reversi and Gomoku as Botzone plays them with a program.
//
// Two ways to be asked, told apart by the first byte:
//
//      JSON        {"requests":[{"x":-1,"y":-1},...],"responses":[{"x":2,"y":4},...],...}
//                  -> {"response":{"x":3,"y":2}}
//      simple      n, then 2n - 1 lines "x y": request, response, ..., request     -> x y
//
// Columns x and rows y from 0 at the top left. A first request of -1,-1 asks us to begin. In Reversi
// -1,-1 is also a pass; in Gomoku it is the swap with which the second player, instead of its first
// stone, takes over the first player's. After the answer we ask to be kept running; then only the
// new request comes, an object or "x y", each turn.
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "protocol/dialogue.h"

enum { MOVE_MS = 800, SWAP_MS = 400, CALLS_MAX = 1024 };

#define KEEP_RUNNING ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

// What a line names: a cell, or neither.
struct call {
    int x, y;
};

struct botzone {
    bool running; // asked before: lines are single requests now
    bool simple;  // answers are "x y"
    int expected; // lines still to come of a simple question
    int count;    // calls so far, requests and responses in turn
    bool bad;     // the game can't be followed: stop answering nonsense with moves
};

static void botzone_error(struct dialogue *d, const char *why)
{
    const struct botzone *b = d->state;
    if (b && b->simple)
        output_note(why);
    else
        output_line(d->out, "{\"response\":{\"x\":-1,\"y\":-1},\"debug\":\"%s\"}\n", why);
}

// ---- reading ------------------------------------------------------------------------------------

// The number behind a key such as "x": after `from`; false when there is none before `end`.
static bool number_after(struct word text, size_t from, size_t end, char key, int *out)
{
    for (size_t i = from; i + 3 < end; i++) {
        if (text.text[i] != '"' || text.text[i + 1] != key || text.text[i + 2] != '"')
            continue;
        size_t at = i + 3, stop;
        int64_t n;
        while (at < end && (text.text[at] == ' ' || text.text[at] == ':' || text.text[at] == '"'))
            at++;
        for (stop = at; stop < end && (text.text[stop] == '-' ||
                                       (text.text[stop] >= '0' && text.text[stop] <= '9'));)
            stop++;
        if (!word_int((struct word){text.text + at, stop - at}, -1, 1000, &n))
            return false;
        *out = (int)n;
        return true;
    }
    return false;
}

// The objects of the array behind `name`, in order; all objects of the text when name is NULL. -1
// when one of them is no cell.
static int read_calls(struct word text, const char *name, struct call *out, int most)
{
    size_t at = 0, end = text.length;
    int count = 0;
    if (name) {
        size_t length = strlen(name);
        while (at + length <= end && memcmp(text.text + at, name, length) != 0)
            at++;
        while (at < end && text.text[at] != '[')
            at++;
        size_t close = at;
        while (close < end && text.text[close] != ']')
            close++;
        end = close;
    }
    while (at < end) {
        const char *open = memchr(text.text + at, '{', end - at);
        const char *shut = open ? memchr(open, '}', (size_t)(text.text + end - open)) : NULL;
        if (!shut)
            return count;
        size_t from = (size_t)(open - text.text), to = (size_t)(shut - text.text);
        if (count == most || !number_after(text, from, to, 'x', &out[count].x) ||
            !number_after(text, from, to, 'y', &out[count].y))
            return -1;
        count++;
        at = to + 1;
    }
    return count;
}

// ---- the game -----------------------------------------------------------------------------------

// Plays what was called. Neither cell is a pass in Reversi; in Gomoku the first call of all means
// that we begin, and the second player's first is the swap: the stone stands, and the turn with it.
static void follow(struct dialogue *d, struct call c)
{
    struct botzone *b = d->state;
    bool flips = session_game(d->session)->flips;
    int number = b->count++;
    if (c.x < 0) {
        if (number > 0 && flips && !session_play(d->session, MOVE_PASS))
            b->bad = true;
        return;
    }
    if (c.x > 31 || c.y < 0 || c.y > 31 || !session_play(d->session, move_at(c.x, c.y)))
        b->bad = true;
}

// True when the stone the other side began with is worth taking over: the second player may do so
// instead of its first move.
static bool should_swap(struct dialogue *d)
{
    const struct botzone *b = d->state;
    struct limits l = limits_none();
    const char *why;
    if (session_game(d->session)->flips || b->count != 1 || session_ply(d->session) != 1)
        return false;
    l.move_time = SWAP_MS;
    return dialogue_think(d, dialogue_to_move(d), &l, &why) && d->thought.score < 0;
}

static void answer(struct dialogue *d, struct call c)
{
    struct botzone *b = d->state;
    b->running = true;
    b->count++;
    if (b->simple)
        output_line(d->out, "%d %d\n" KEEP_RUNNING "\n", c.x, c.y);
    else
        output_line(d->out, "{\"response\":{\"x\":%d,\"y\":%d}}\n" KEEP_RUNNING "\n", c.x, c.y);
}

// Thinks and answers.
static void move_now(struct dialogue *d)
{
    struct botzone *b = d->state;
    struct limits l = limits_none();
    struct call c = {-1, -1};
    const char *why;
    if (b->bad) {
        botzone_error(d, "a move of the game is not legal");
        return;
    }
    if (should_swap(d)) {
        answer(d, c);
        return;
    }
    l.move_time = MOVE_MS;
    if (!dialogue_think(d, dialogue_to_move(d), &l, &why)) {
        botzone_error(d, why);
        return;
    }
    if (d->thought.best != MOVE_NONE)
        session_play(d->session, d->thought.best);
    if (d->thought.best != MOVE_NONE && move_is_cell(d->thought.best))
        c = (struct call){move_x(d->thought.best), move_y(d->thought.best)};
    answer(d, c);
}

// The whole game so far, from the start: requests and responses in turn.
static bool follow_json(struct dialogue *d, struct word line)
{
    struct botzone *b = d->state;
    struct call requests[CALLS_MAX], responses[CALLS_MAX];
    int asked = read_calls(line, "\"requests\"", requests, CALLS_MAX);
    int answered = read_calls(line, "\"responses\"", responses, CALLS_MAX);
    if (asked < 1 || answered != asked - 1)
        return false;
    session_restart(d->session);
    b->count = 0;
    b->bad = false;
    for (int i = 0; i < asked; i++) {
        follow(d, requests[i]);
        if (i < answered)
            follow(d, responses[i]);
    }
    return true;
}

// "x y".
static bool read_pair(struct word line, struct call *out)
{
    struct word x, y;
    int64_t column, row;
    if (!word_next(&line, &x) || !word_next(&line, &y) || word_trim(line).length ||
        !word_int(x, -1, 1000, &column) || !word_int(y, -1, 1000, &row))
        return false;
    *out = (struct call){(int)column, (int)row};
    return true;
}

static bool botzone_line(struct dialogue *d, struct word line)
{
    struct botzone *b = d->state;
    struct call c;
    int64_t turns;
    line = word_trim(line);
    if (line.text[0] == '{') {
        struct call one;
        bool whole = follow_json(d, line);
        if (!whole && b->running && read_calls(line, NULL, &one, 1) == 1)
            follow(d, one);
        else if (!whole)
            b->bad = true;
        move_now(d);
    } else if (!b->running && b->expected == 0 && word_int(line, 1, CALLS_MAX, &turns)) {
        b->simple = true;
        b->expected = 2 * (int)turns - 1;
    } else if (!read_pair(line, &c)) {
        botzone_error(d, "expected a line of JSON, or x y");
    } else {
        follow(d, c);
        if (b->expected == 0 || --b->expected == 0)
            move_now(d);
    }
    return true;
}

static void botzone_unknown(struct dialogue *d, struct word line)
{
    (void)d;
    (void)line; // never: botzone_line takes every line
}

static const struct command commands[] = {
    {"{\"requests\":...}", 0, NULL, "", "the game so far: {\"response\":{\"x\":3,\"y\":2}}"},
    {"N", 0, NULL, "", "the same as numbers: 2N - 1 lines x y follow, the answer is x y"},
    {0},
};

// Only two of our games are played there.
static bool botzone_begin(struct dialogue *d, const char **why)
{
    const struct game *game = session_game(d->session);
    *why = "this protocol plays othello and gomoku alone";
    return game == &othello_game || game == &gomoku_game;
}

static bool botzone_speaks(struct word command)
{
    return command.length > 1 && command.text[0] == '{';
}

const struct protocol botzone_protocol = {
    .name = "botzone",
    .title = "Botzone's Reversi and, with -g gomoku, its Gomoku, by JSON or by numbers",
    .commands = commands,
    .state_size = sizeof(struct botzone),
    .unknown = botzone_unknown,
    .error = botzone_error,
    .begin = botzone_begin,
    .line = botzone_line,
    .speaks = botzone_speaks,
};
