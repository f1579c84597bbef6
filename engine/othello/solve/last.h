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

// The value after the mover fills x, with y alone left; *played tells whether that was possible.
static inline int last_2_move(struct solver *e, struct board b, int x, int y, int alpha,
                              bool *played)
{
    uint64_t flips;
    *played = (e->geometry->neighbours[x] & b.other) && (flips = flip_of(x, b.mover, b.other));
    if (!*played)
        return -128;
    e->nodes++;
    return -last_1(e, b.other & ~flips, y, -alpha - 1);
}

// Two empty cells.
static inline int last_2(struct solver *e, struct board b, int x, int y, int alpha)
{
    bool first, second;
    e->nodes++;
    int best = last_2_move(e, b, x, y, alpha, &first);
    if (best > alpha)
        return best;
    int score = last_2_move(e, b, y, x, alpha, &second);
    if (first | second)
        return score > best ? score : best;
    // A pass, or the end.
    b = board_pass(b);
    alpha = -alpha - 1;
    best = last_2_move(e, b, x, y, alpha, &first);
    if (best > alpha)
        return -best;
    score = last_2_move(e, b, y, x, alpha, &second);
    if (first | second)
        return score > best ? -score : -best;
    return -final_score(b, 2);
}

// Three empty cells, in the order to try them.
static inline int last_3(struct solver *e, struct board b, unsigned cells, int alpha)
{
    int x = (int)(cells & 255), y = (int)(cells >> 8 & 255), z = (int)(cells >> 16 & 255);
    e->nodes++;
    for (int sign = 1;; sign = -1) {
        int best = -128, score;
        uint64_t flips;
        if ((e->geometry->neighbours[x] & b.other) && (flips = flip_of(x, b.mover, b.other))) {
            best = -last_2(e, board_after(b, x, flips), y, z, -alpha - 1);
            if (best > alpha)
                return sign * best;
        }
        if ((e->geometry->neighbours[y] & b.other) && (flips = flip_of(y, b.mover, b.other))) {
            score = -last_2(e, board_after(b, y, flips), x, z, -alpha - 1);
            if (score > alpha)
                return sign * score;
            best = score > best ? score : best;
        }
        if ((e->geometry->neighbours[z] & b.other) && (flips = flip_of(z, b.mover, b.other))) {
            score = -last_2(e, board_after(b, z, flips), x, y, -alpha - 1);
            best = score > best ? score : best;
        }
        if (best > -128)
            return sign * best;
        if (sign < 0)
            return -final_score(b, 3);
        b = board_pass(b);
        alpha = -alpha - 1;
    }
}

// How four empties are tried: byte 4 i is the i-th cell to play, the next three bytes the order of
// the others after it. Indexed by where three of them lie relative to the fourth.
struct last_orders {
    _Alignas(16) uint8_t of[64][16];
};
extern struct last_orders last_orders;

// Four empty cells, given as a set.
static inline int last_4(struct solver *e, struct board b, uint64_t empty, int alpha)
{
    const struct geometry *g = e->geometry;
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
    for (int sign = 1;; sign = -1) {
        int best = -128;
        for (int i = 0; i < 4; i++) {
            int cell = (int)(order[i] & 255);
            uint64_t flips;
            if ((g->neighbours[cell] & b.other) && (flips = flip_of(cell, b.mover, b.other))) {
                int score = -last_3(e, board_after(b, cell, flips), order[i] >> 8, -alpha - 1);
                if (score > alpha)
                    return sign * score;
                best = score > best ? score : best;
            }
        }
        if (best > -128)
            return sign * best;
        if (sign < 0)
            return -final_score(b, 4);
        b = board_pass(b);
        alpha = -alpha - 1;
    }
}

#endif
