// SPDX-License-Identifier: MIT
// last.h - the last four empty cells, by hand.
//
// No moves are generated: each empty cell is tried if a disc of the other side is next to it. The
// order is by parity: a region with an odd number of empties comes first, since whoever moves into
// it also moves last there. Four cells can lie in the four quadrants in 64 ways (relative to the
// last one), and for each the best order of four and of the three that remain after each is in a
// table, so ordering takes one shuffle and no branch.
#ifndef ENGINE_OTHELLO_SOLVE_LAST_H
#define ENGINE_OTHELLO_SOLVE_LAST_H

#include "engine/othello/solve/solver.h"

enum { NO_MOVE = -128 }; // less than any score

// One empty cell. The value for the mover, whose discs alone tell the flips; the other side's flips
// are counted only when the mover must pass and could still be above alpha.
static inline int last_1(const struct solver *e, uint64_t mover, int x, int alpha)
{
    int score = 2 * bit_count(mover) - e->geometry->cells + 2;
    int flips = last_flip_count(x, mover);
    if (flips)
        return score + 2 * flips;
    int without = score - 2; // the mover's score if the cell goes to the other side
    if (score <= 0)
        score = without;
    if (score > alpha) {
        uint64_t other = e->geometry->shape.mask & ~mover & ~(UINT64_C(1) << x);
        flips = last_flip_count(x, other);
        if (flips)
            score = without - 2 * flips;
    }
    return score;
}

// The value after the mover fills x, with y alone left, or NO_MOVE. `theirs` is the set of `other`.
static inline int last_2_move(struct solver *e, lanes mover, lanes other, uint64_t theirs, int x,
                              int y, int alpha)
{
    if (!(e->geometry->neighbours[x] & theirs))
        return NO_MOVE;
    lanes flips = flip_lanes(x, mover, other);
    uint64_t turned = lanes_set(flips);
    if (!turned)
        return NO_MOVE;
    e->nodes++;
    return -last_1(e, theirs & ~turned, y, -alpha - 1);
}

// The best of the mover's moves with two empty cells, or NO_MOVE.
static inline int last_2_moves(struct solver *e, lanes mover, lanes other, int x, int y, int alpha)
{
    uint64_t theirs = lanes_set(other);
    int best = last_2_move(e, mover, other, theirs, x, y, alpha);
    if (best > alpha)
        return best;
    int score = last_2_move(e, mover, other, theirs, y, x, alpha);
    return score > best ? score : best;
}

// The mover has no move: a pass, or the end. Apart, for in a loop over both sides the compiler
// works out beforehand what the second would need: 15 % of the instructions of the last four.
static NOINLINE int last_2_pass(struct solver *e, lanes mover, lanes other, int x, int y, int alpha)
{
    int best = last_2_moves(e, other, mover, x, y, -alpha - 1);
    return best > NO_MOVE ? -best
                          : final_score((struct board){lanes_set(mover), lanes_set(other)}, 2);
}

// Two empty cells.
static NOINLINE int last_2(struct solver *e, lanes mover, lanes other, int x, int y, int alpha)
{
    e->nodes++;
    int best = last_2_moves(e, mover, other, x, y, alpha);
    return LIKELY(best > NO_MOVE) ? best : last_2_pass(e, mover, other, x, y, alpha);
}

// The value after the mover fills x, with y and z left, or NO_MOVE.
static inline int last_3_move(struct solver *e, lanes mover, lanes other, uint64_t theirs, int x,
                              int y, int z, int alpha)
{
    if (!(e->geometry->neighbours[x] & theirs))
        return NO_MOVE;
    lanes flips = flip_lanes(x, mover, other);
    if (!lanes_set(flips))
        return NO_MOVE;
    return -last_2(e, other & ~flips, mover | flips | lanes_cell(x), y, z, -alpha - 1);
}

// The best of the mover's moves with three empty cells, in the order to try them, or NO_MOVE.
static inline int last_3_moves(struct solver *e, lanes mover, lanes other, unsigned cells,
                               int alpha)
{
    int x = (int)(cells & 255), y = (int)(cells >> 8 & 255), z = (int)(cells >> 16 & 255);
    uint64_t theirs = lanes_set(other);
    int best = last_3_move(e, mover, other, theirs, x, y, z, alpha);
    if (best > alpha)
        return best;
    int score = last_3_move(e, mover, other, theirs, y, x, z, alpha);
    if (score > alpha)
        return score;
    best = score > best ? score : best;
    score = last_3_move(e, mover, other, theirs, z, x, y, alpha);
    return score > best ? score : best;
}

static NOINLINE int last_3_pass(struct solver *e, lanes mover, lanes other, unsigned cells,
                                int alpha)
{
    int best = last_3_moves(e, other, mover, cells, -alpha - 1);
    return best > NO_MOVE ? -best
                          : final_score((struct board){lanes_set(mover), lanes_set(other)}, 3);
}

// Three empty cells.
static NOINLINE int last_3(struct solver *e, lanes mover, lanes other, unsigned cells, int alpha)
{
    e->nodes++;
    int best = last_3_moves(e, mover, other, cells, alpha);
    return LIKELY(best > NO_MOVE) ? best : last_3_pass(e, mover, other, cells, alpha);
}

// How four empties are tried: byte 4 i is the i-th cell to play, the next three bytes the order of
// the others after it. Indexed by where three of them lie relative to the fourth.
struct last_orders {
    _Alignas(16) uint8_t of[64][16];
};
extern struct last_orders last_orders;

// The best of the mover's moves with four empty cells, or NO_MOVE.
static inline int last_4_moves(struct solver *e, lanes mover, lanes other, const unsigned order[4],
                               int alpha)
{
    uint64_t theirs = lanes_set(other);
    int best = NO_MOVE;
    for (int i = 0; i < 4; i++) {
        int cell = (int)(order[i] & 255);
        if (!(e->geometry->neighbours[cell] & theirs))
            continue;
        lanes flips = flip_lanes(cell, mover, other);
        if (!lanes_set(flips))
            continue;
        int score =
            -last_3(e, other & ~flips, mover | flips | lanes_cell(cell), order[i] >> 8, -alpha - 1);
        if (score > alpha)
            return score;
        best = score > best ? score : best;
    }
    return best;
}

// Four empty cells, given as a set.
static inline int last_4(struct solver *e, lanes mover, lanes other, uint64_t empty, int alpha)
{
    const struct geometry *g = e->geometry;
    struct board b = {lanes_set(mover), lanes_set(other)};
    int most;
    e->nodes++;
    if (stability_cut(e, b, LAST_EMPTIES, alpha, &most))
        return most;
    int w = bit_take(&empty), x = bit_take(&empty), y = bit_take(&empty), z = bit_first(empty);
    const uint8_t *q = g->quadrant;
    int index = (q[w] ^ q[z]) | (q[x] ^ q[z]) << 2 | (q[y] ^ q[z]) << 4;
    unsigned packed = (unsigned)(w | x << 8 | y << 16 | z << 24), order[4];
#ifdef __AVX2__
    __m128i shuffle = _mm_load_si128((const __m128i *)last_orders.of[index]);
    _mm_storeu_si128((__m128i *)order, _mm_shuffle_epi8(_mm_cvtsi32_si128((int)packed), shuffle));
#else
    for (int i = 0; i < 4; i++) {
        order[i] = 0;
        for (int k = 0; k < 4; k++)
            order[i] |= (packed >> 8 * last_orders.of[index][4 * i + k] & 255) << 8 * k;
    }
#endif
    int best = last_4_moves(e, mover, other, order, alpha);
    if (LIKELY(best > NO_MOVE))
        return best;
    best = last_4_moves(e, other, mover, order, -alpha - 1);
    return best > NO_MOVE ? -best : final_score(b, 4);
}

#endif
