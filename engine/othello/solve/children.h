// SPDX-License-Identifier: MIT
// children.h - the solver's moves: what each is worth trying, and a cut before any of them.
#ifndef ENGINE_OTHELLO_SOLVE_CHILDREN_H
#define ENGINE_OTHELLO_SOLVE_CHILDREN_H

#include "engine/othello/solve/entry.h"

// Cells next to a set, in all eight directions.
static inline uint64_t cells_around(uint64_t set)
{
    const uint64_t not_a = 0xfefefefefefefefe, not_h = 0x7f7f7f7f7f7f7f7f;
    uint64_t row = set | (set & not_h) << 1 | (set & not_a) >> 1;
    return row | row << 8 | row >> 8;
}

// The quadrants with an odd number of empties, as a set.
static inline unsigned parity_of(const struct geometry *g, uint64_t empty)
{
    unsigned parity = 0;
    while (empty)
        parity ^= g->quadrant_bit[bit_take(&empty)];
    return parity;
}

// A move with what follows it, not yet has_eval.
static inline struct child make_child(struct board b, int cell, uint64_t empty)
{
    struct child c = {.cell = cell};
    c.after = board_after(b, cell, flip_of(cell, b.mover, b.other));
    c.replies = moves_of(c.after.mover, c.after.other, empty & ~(UINT64_C(1) << cell));
    return c;
}

// The highest of the ranks. A rank holds a child's worth and, in the low bits, its place, so the
// best looking is found without branches, which are hard to foretell here. Places without a child
// hold INT32_MIN. By hand, and with a place taken long before it is read here, it saves 3 % of the
// time over the compiler's vectors.
static inline int top_rank(const int *rank, int count)
{
#ifdef __AVX2__
    __m256i eight = _mm256_load_si256((const __m256i *)rank);
    if (UNLIKELY(count > 8))
        eight = _mm256_max_epi32(eight, _mm256_load_si256((const __m256i *)(rank + 8)));
    __m128i top = _mm_max_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    top = _mm_max_epi32(top, _mm_shuffle_epi32(top, 0x4e));
    top = _mm_max_epi32(top, _mm_shuffle_epi32(top, 0xb1));
    return _mm_cvtsi128_si32(top);
#else
    int top = INT32_MIN;
    for (int i = 0; i < count; i++)
        top = rank[i] > top ? rank[i] : top;
    return top;
#endif
}

// Lists the moves of a position with few empties and ranks them; the highest rank is in *top.
// Potential mobility is left out: with eleven empties and fewer it saves 0.1 % of the nodes and
// costs 2 % of the time. Where positions after a move are stored, each one's place in the thread's
// own table starts on its way, though only every other one is searched: that saves 5 % of the time.
static inline int rank_children(const struct solver *e, struct board b, uint64_t moves,
                                unsigned parity, bool stored, struct child *list, int *rank,
                                int *top)
{
    const struct geometry *g = e->geometry;
    const int16_t *worth = g->parity_worth[parity];
    uint64_t empty = empty_of(b, g->shape.mask);
    lanes mover = lanes_of(b.mover), other = lanes_of(b.other);
    int count = 0, most = INT32_MIN;
    for (int i = 0; i < RANK_PLACES; i++)
        rank[i] = INT32_MIN;
    for (; moves; count++) {
        struct child *c = &list[count];
        int cell = bit_take(&moves);
        lanes flips = flip_lanes(cell, mover, other), disc = lanes_cell(cell);
        lanes theirs = other & ~flips, ours = mover | flips | disc;
        uint64_t replies = moves_lanes(theirs, ours, empty & ~(UINT64_C(1) << cell));
        c->after = (struct board){lanes_set(theirs), lanes_set(ours)};
        c->replies = replies;
        c->cell = cell;
        if (stored)
            __builtin_prefetch(local_entry_of(e, key_of(e, c->after)));
        int look = worth[cell] - WORTH_REPLY * bit_count(replies) -
                   WORTH_CORNER_REPLY * bit_count(replies & g->corners);
        rank[count] = look * RANK_PLACES + count;
        most = rank[count] > most ? rank[count] : most;
    }
    *top = most;
    return count;
}

// True when the thread's own table already proves a value above alpha for one of the moves.
static inline bool local_children_cut(const struct solver *e, const struct child *list, int count,
                                      int alpha, int *score)
{
    for (int i = 0; i < count; i++) {
        uint64_t key = key_of(e, list[i].after);
        int lower, upper;
        if (local_probe(local_entry_of(e, key), key, &lower, &upper) && -upper > alpha) {
            *score = -upper;
            return true;
        }
    }
    return false;
}

// Starts the shared table's entry of a position with n empties on its way, where that is asked for
// under its own key. The thread's own table is near enough not to need it.
static inline void prefetch_child(const struct solver *e, struct board b, int n)
{
    if (n > MID_EMPTIES && n < SYMMETRY_EMPTIES)
        tt_prefetch(&e->tt, key_of(e, b));
}

// Lists the moves with what follows them and how good they look. Returns their number; a move that
// leaves the other side no disc ends the list at once and stands first.
static inline int list_children(struct solver *e, struct board b, uint64_t moves, unsigned parity,
                                int table_cell, int second_cell, struct child *list)
{
    const struct geometry *g = e->geometry;
    uint64_t empty = empty_of(b, g->shape.mask);
    int count = 0, n = bit_count(empty);
    while (moves) {
        struct child *c = &list[count++];
        int cell = c->cell = bit_take(&moves);
        c->after = board_after(b, cell, flip_of(cell, b.mover, b.other));
        if (UNLIKELY(!c->after.mover)) {
            list[0] = *c;
            list[0].worth = INT32_MAX;
            return 1;
        }
        prefetch_child(e, c->after, n - 1);
        uint64_t rest = empty & ~(UINT64_C(1) << cell);
        c->replies = moves_of(c->after.mover, c->after.other, rest);
        uint64_t near = cells_around(c->after.other) & rest;
        int worth = g->square_worth[cell];
        worth -= WORTH_REPLY * bit_count(c->replies) +
                 WORTH_CORNER_REPLY * bit_count(c->replies & g->corners);
        worth -= WORTH_NEAR * bit_count(near) + WORTH_CORNER_NEAR * bit_count(near & g->corners);
        worth += parity & g->quadrant_bit[cell] ? WORTH_ODD : 0;
        if (cell == table_cell)
            worth += 2 * WORTH_TABLE;
        else if (cell == second_cell)
            worth += WORTH_TABLE;
        c->worth = worth;
    }
    return count;
}

#endif
