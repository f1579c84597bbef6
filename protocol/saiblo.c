// SPDX-License-Identifier: MIT
// saiblo.c - Connect Four as Saiblo's judge plays it with a program on standard input and output.
//
//      in    M N noX noY       once: rows, columns, and the blocked cell
//            lastX lastY       each turn: the other side's move, -1 -1 when we begin
//      out   4 bytes, the length of the text, the highest first; then "x y", no newline
//
// Rows x count from the top, columns y from the left, both from 0. Each move has about three
// seconds; --movetime is not a word of this protocol, so half a second is kept back.
#include "engine/bits.h"
#include "engine/games.h"
#include "protocol/dialogue.h"

enum { MOVE_MS = 2500 };

struct saiblo {
    bool begun; // the board is known
};

// Reads `count` whole numbers that make up the line.
static bool read_numbers(struct word line, int64_t *out, int count)
{
    struct word number;
    for (int i = 0; i < count; i++)
        if (!word_next(&line, &number) || !word_int(number, -1, 1000, &out[i]))
            return false;
    return word_trim(line).length == 0;
}

static void saiblo_error(struct dialogue *d, const char *why)
{
    (void)d;
    // Standard output belongs to the judge, who reads moves alone.
    output_note(why);
}

// The board: columns, rows and the blocked cell, which is named from the bottom left. A cell outside
// the board blocks nothing.
static bool set_board(struct dialogue *d, const int64_t n[4], const char **why)
{
    char id[GAME_ID_MAX];
    struct writer w = writer_on(id, sizeof id);
    write_text(&w, "connect4:%dx%d", (int)n[1], (int)n[0]);
    if (n[2] >= 0 && n[2] < n[0] && n[3] >= 0 && n[3] < n[1])
        write_text(&w, ",x=%c%d", (char)('a' + n[3]), (int)(n[0] - n[2]));
    return session_set_option(d->session, &options[OPTION_GAME], word_of(id), why);
}

// Answers with the best move, which is played.
static void move_now(struct dialogue *d)
{
    struct limits l = limits_none();
    char message[32];
    const char *why;
    l.move_time = MOVE_MS;
    if (!dialogue_think(d, dialogue_to_move(d), &l, &why) || d->thought.best == MOVE_NONE) {
        saiblo_error(d, "the game is over");
        return;
    }
    move m = d->thought.best;
    struct writer w = writer_on(message + 4, sizeof message - 4);
    session_play(d->session, m);
    write_text(&w, "%d %d", move_y(m), move_x(m));
    message[0] = message[1] = message[2] = 0;
    message[3] = (char)w.length;
    output_text(d->out, message, 4 + w.length);
}

static bool saiblo_line(struct dialogue *d, struct word line)
{
    struct saiblo *s = d->state;
    int64_t n[4];
    const char *why = "expected: M N noX noY";
    if (!s->begun) {
        s->begun = read_numbers(line, n, 4) && set_board(d, n, &why);
        if (!s->begun)
            saiblo_error(d, why);
        return true;
    }
    if (!read_numbers(line, n, 2))
        saiblo_error(d, "expected: lastX lastY");
    else if (n[0] >= 0 && !(n[0] < 32 && n[1] >= 0 && n[1] < 32 &&
                            session_play(d->session, move_at((int)n[1], (int)n[0]))))
        saiblo_error(d, "the other side's move is not legal here");
    else
        move_now(d);
    return true;
}

static void saiblo_unknown(struct dialogue *d, struct word line)
{
    (void)d;
    (void)line; // never: saiblo_line takes every line
}

static const struct command commands[] = {
    {"M N noX noY", 0, NULL, "", "once: rows, columns, the blocked cell from the top left"},
    {"lastX lastY", 0, NULL, "", "each turn: the other side's move, -1 -1 when we begin"},
    {0},
};

static bool saiblo_speaks(struct word command)
{
    (void)command;
    return false;
}

const struct protocol saiblo_protocol = {
    .name = "saiblo",
    .title = "Saiblo's Connect Four: rows, columns and a blocked cell, then a move a line",
    .commands = commands,
    .game = "connect4",
    .state_size = sizeof(struct saiblo),
    .unknown = saiblo_unknown,
    .error = saiblo_error,
    .line = saiblo_line,
    .speaks = saiblo_speaks,
};
