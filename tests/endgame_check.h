// SPDX-License-Identifier: MIT
// endgame_check.h - what the quick and the long endgame tests share: positions, a plain solver to
// compare with, and one call that thinks.
#ifndef TESTS_ENDGAME_CHECK_H
#define TESTS_ENDGAME_CHECK_H

#include <criterion/criterion.h>

#include "engine/games.h"
#include "engine/notation.h"
#include "engine/othello/board/board.h"
#include "engine/othello/board/flip.h"
#include "engine/rng.h"
#include "tests/thinker.h"

// Every form of kernel in turn.
static inline enum kernel kernel_turn(int i)
{
    return (enum kernel)(KERNEL_WIDE + i % KERNEL_FORMS);
}

// Thinks about p with one of the kernels; `l` without times.
static inline struct thought think(struct thinker *b, const struct position *p, struct limits l,
                                   enum kernel kernel)
{
    l.time[FIRST] = l.time[SECOND] = l.move_time = -1;
    thinker_set(b, OPTION_KERNEL, kernel_names[kernel]);
    return thinker_think(b, &othello_game, p, &l);
}

// The start position of a shape.
static inline struct position start_of(const char *shape)
{
    struct position p;
    const char *why = "";
    cr_assert(othello_game.start(&p, shape, &why), "%s", why);
    return p;
}

// The position of a board text or of an OBF line's board.
static inline struct position position_of(const char *shape, struct word text)
{
    struct position start = start_of(shape), p = start;
    struct grid like, g;
    const char *why = "";
    othello_game.to_grid(&start, &like);
    cr_assert(board_parse(&g, &like, text, &why), "%s", why);
    cr_assert(othello_game.from_grid(&p, &start, &g, &why), "%s", why);
    return p;
}

// A position with `empties` cells left, by random moves from the start; games that end sooner are
// begun again. False moves to strange boards are not made: these occur in play.
static inline struct position random_position(struct rng *r, const char *shape, int empties)
{
    for (;;) {
        struct position p = start_of(shape);
        struct moves m;
        struct othello o = othello_get(&p);
        for (;;) {
            o = othello_get(&p);
            othello_game.moves(&p, &m);
            if (m.count == 0 || bit_count(empty_of(o.board, o.mask)) <= empties)
                break;
            othello_game.play(&p, m.at[rng_below(r, (uint32_t)m.count)]);
        }
        if (bit_count(empty_of(o.board, o.mask)) == empties && m.count > 0)
            return p;
    }
}

// Plain alpha-beta to the end: the referee.
static inline int plain_value(struct board b, uint64_t mask, int alpha, int beta)
{
    uint64_t empty = empty_of(b, mask), moves = moves_of_portable(b.mover, b.other, empty);
    if (!moves) {
        if (!moves_of_portable(b.other, b.mover, empty))
            return final_score(b, bit_count(empty));
        return -plain_value(board_pass(b), mask, -beta, -alpha);
    }
    int best = -100;
    while (moves && best < beta) {
        int cell = bit_take(&moves);
        struct board after = board_after(b, cell, flip_of_portable(cell, b.mover, b.other));
        int score = -plain_value(after, mask, -beta, -(best > alpha ? best : alpha));
        best = score > best ? score : best;
    }
    return best;
}

// Plays a line to its end. True when every move is legal, the game is then over and the
// result is `score` for the side to move at its beginning.
static inline bool line_proves(const struct position *from, const struct report *r, int score)
{
    struct position p = *from;
    enum side mover = (enum side)othello_get(&p).side;
    int margin;
    for (int i = 0; i < r->line_length; i++)
        if (!othello_game.play(&p, r->line[i]))
            return false;
    return othello_game.over(&p, &margin) && (mover == FIRST ? margin : -margin) == score;
}

#endif
