// SPDX-License-Identifier: MIT
// eval_simple.h - an evaluation by hand: mobility, frontier, corners and the cells that give them.
#ifndef ENGINE_OTHELLO_EVAL_EVAL_SIMPLE_H
#define ENGINE_OTHELLO_EVAL_EVAL_SIMPLE_H

#include "engine/othello/board/stability.h"

// Cells next to a set, in all eight directions.
static inline uint64_t around(uint64_t set)
{
    const uint64_t not_a = 0xfefefefefefefefe, not_h = 0x7f7f7f7f7f7f7f7f;
    uint64_t row = set | (set & not_h) << 1 | (set & not_a) >> 1;
    return row | row << 8 | row >> 8;
}

// Hundredths of a disc for the mover; `moves` and `replies` are the cells each side could play.
static inline int eval_simple(struct board b, uint64_t mask, uint64_t moves, uint64_t replies)
{
    uint64_t empty = empty_of(b, mask);
    uint64_t sides = mask & (0x8181818181818181u | ~(mask >> 1)); // first and last column
    uint64_t corners = sides & (0xff | ~(mask >> 8));
    uint64_t near_corner = around(corners & empty) & ~corners & mask;
    int mobility = bit_count(moves) - bit_count(replies);
    int frontier = bit_count(around(b.other) & empty) - bit_count(around(b.mover) & empty);
    int corner = bit_count(b.mover & corners) - bit_count(b.other & corners);
    int danger = bit_count(b.other & near_corner) - bit_count(b.mover & near_corner);
    return 60 * mobility + 25 * frontier + 700 * corner + 180 * danger;
}

#endif
