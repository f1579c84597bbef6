// SPDX-License-Identifier: MIT
// swap2.c - the swap2 opening of the Gomocup protocol.
//
//  stones on the board   who we are          answer
//  0                     the first player    three stones, black white black
//  3                     the second player   SWAP (we take black), X,Y (we stay white and move), or
//                                            X,Y X,Y (a white and a black stone; the other chooses)
//  5                     the first player    SWAP (we take black), or X,Y (we stay white and move)
#include <stdlib.h>

#include "engine/bits.h"
#include "protocol/gomocup.h"

enum { FAIR = 60 }; // hundredths: nearer to even than this nobody has the better side

// Openings of three stones that leave both sides a choice, as steps from the middle: far enough
// apart that black's first move advantage is small.
static const int8_t openings[][3][2] = {
    {{-7, -7}, {-6, -5}, {-4, -6}},
    {{-7, 7}, {-5, 6}, {-6, 4}},
    {{7, -6}, {6, -4}, {4, -5}},
    {{6, 7}, {5, 5}, {3, 6}},
};

static void say_cells(struct dialogue *d, const move *cells, int count)
{
    char text[64];
    struct writer w = writer_on(text, sizeof text);
    for (int i = 0; i < count; i++)
        write_text(&w, "%s%d,%d", i ? " " : "", move_x(cells[i]), move_y(cells[i]));
    output_line(d->out, "%s\n", text);
}

// Plays an opening, drawn nearer to the middle on a small board. False when its stones are not free
// cells: on the smallest boards two of them may meet, and a cell may be blocked.
static bool play_opening(struct dialogue *d, const int8_t steps[3][2], move cells[3])
{
    const struct gomocup *g = d->state;
    int middle = g->size / 2, reach = g->size < 15 ? (g->size - 1) / 2 : 7;
    for (int i = 0; i < 3; i++) {
        cells[i] = move_at(middle + steps[i][0] * reach / 7, middle + steps[i][1] * reach / 7);
        if (!session_play(d->session, cells[i])) {
            while (session_undo(d->session))
                continue;
            return false;
        }
    }
    return true;
}

// Three stones near a corner: the opening of this size of board, or the next that fits.
static void propose_three(struct dialogue *d)
{
    const struct gomocup *g = d->state;
    move cells[3];
    for (size_t i = 0; i < LENGTH(openings); i++)
        if (play_opening(d, openings[((size_t)g->size + i) % LENGTH(openings)], cells)) {
            say_cells(d, cells, 3);
            return;
        }
    dialogue_error(d, "no opening fits the board");
}

// Half of a move's time, for an answer that may take two thoughts.
static struct limits half_limits(const struct gomocup *g, enum side side)
{
    struct limits l = gomocup_limits(g, side);
    l.move_time = l.move_time > 1 ? l.move_time / 2 : l.move_time;
    return l;
}

// White's best move and, from black's best replies, the one that leaves the game most even.
static void propose_two(struct dialogue *d, move white)
{
    struct limits l = half_limits(d->state, FIRST);
    l.multipv = GOMOCUP_LINES;
    move cells[2] = {white, MOVE_NONE};
    session_play(d->session, white);
    if (!gomocup_think(d, &l)) {
        dialogue_error(d, "the game is over");
        return;
    }
    cells[1] = d->thought.best;
    int least = abs(d->thought.score);
    for (int i = 0; i < d->lines->count; i++) {
        const struct report *r = lines_get(d->lines, i);
        if (abs(r->score) < least) {
            least = abs(r->score);
            cells[1] = r->line[0];
        }
    }
    session_play(d->session, cells[1]);
    say_cells(d, cells, 2);
}

// Plays the listed stones on an empty board. False when one can't be; nothing has changed.
static bool play_listed(struct dialogue *d)
{
    const struct gomocup *g = d->state;
    bool good = true;
    session_draft(d->session);
    gomocup_clear_board(d);
    for (int i = 0; good && i < g->listed_count; i++)
        good = session_play(d->session, g->order[i]);
    if (good)
        session_keep(d->session);
    session_discard(d->session);
    return good;
}

void gomocup_swap2(struct dialogue *d)
{
    struct gomocup *g = d->state;
    int stones = g->listed_count;
    if (stones != 0 && stones != 3 && stones != 5) {
        dialogue_error(d, "SWAP2BOARD lists no stones, three or five");
        return;
    }
    if (!play_listed(d)) {
        dialogue_error(d, "a stone of SWAP2BOARD cannot be played");
        return;
    }
    g->started = true;
    if (stones == 0) {
        propose_three(d);
        return;
    }
    struct limits l = stones == 3 ? half_limits(g, SECOND) : gomocup_limits(g, SECOND);
    if (!gomocup_think(d, &l)) {
        dialogue_error(d, "the game is over");
        return;
    }
    move best = d->thought.best;
    int score = d->thought.score;
    if (stones == 3 && abs(score) < FAIR) {
        propose_two(d, best);
    } else if (score < 0) {
        output_line(d->out, "SWAP\n");
    } else {
        session_play(d->session, best);
        say_cells(d, &best, 1);
    }
}
