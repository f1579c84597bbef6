// SPDX-License-Identifier: MIT
// endgame_options.h - the solver's moves: what each is worth trying, and a cut before any of them.
#ifndef ENGINE_OTHELLO_SOLVE_ENDGAME_OPTIONS_H
#define ENGINE_OTHELLO_SOLVE_ENDGAME_OPTIONS_H

#include "engine/othello/solve/endgame_known.h"

// Ordering weights; the highest sum is tried first. Halving or doubling any of them costs 1 to 10 %
// of the nodes on hard-20 #1-10; a finer tuning on twelve positions did not carry over to others.
enum {
    WORTH_REPLY = 64,        // a reply the move leaves
    WORTH_CORNER_REPLY = 64, // and more if it takes a corner
    WORTH_NEAR = 4,          // an empty cell next to our discs
    WORTH_CORNER_NEAR = 4,   // and more if it is a corner
    WORTH_ODD = 16,          // a move into a region with an odd number of empties
    WORTH_DISC = 24,         // a disc by the evaluation
    WORTH_TABLE = 1 << 20,
    RANK_PLACES = 16, // a rank is a worth times this and a place in the list
};

// Cells next to a set, in all eight directions.
static inline uint64_t cells_around(uint64_t set)
{
    const uint64_t not_a = 0xfefefefefefefefe, not_h = 0x7f7f7f7f7f7f7f7f;
    uint64_t row = set | (set & not_h) << 1 | (set & not_a) >> 1;
    return row | row << 8 | row >> 8;
}

// The quadrants with an odd number of empties, as a set.
static inline unsigned parity_of(const struct terrain *t, uint64_t empty)
{
    unsigned parity = 0;
    while (empty)
        parity ^= t->quadrant_bit[bit_take(&empty)];
    return parity;
}

// A move with what follows it, not yet judged.
static inline struct option make_option(struct board b, int cell, uint64_t empty)
{
    struct option o = {.cell = cell};
    o.after = board_after(b, cell, flip_of(cell, b.mover, b.other));
    o.replies = moves_of(o.after.mover, o.after.other, empty & ~(UINT64_C(1) << cell));
    return o;
}

// The highest of the ranks. A rank holds an option's worth and, in the low bits, its place, so the
// best looking is found without branches, which are hard to foretell here.
static inline int top_rank(const int *rank, int count)
{
    int top = INT32_MIN;
    for (int i = 0; i < count; i++)
        top = rank[i] > top ? rank[i] : top;
    return top;
}

// Lists the moves of a position with few empties and ranks them. Potential mobility is left out:
// with eleven empties and fewer it saves 0.1 % of the nodes and costs 2 % of the time.
static inline int rank_options(const struct terrain *t, struct board b, uint64_t moves,
                               unsigned parity, struct option *list, int *rank)
{
    uint64_t empty = empty_of(b, t->shape.mask);
    int count = 0;
    for (; moves; count++) {
        int cell = bit_take(&moves);
        list[count] = make_option(b, cell, empty);
        uint64_t replies = list[count].replies;
        int worth = t->square_worth[cell] - WORTH_REPLY * bit_count(replies) -
                    WORTH_CORNER_REPLY * bit_count(replies & t->corners) +
                    (parity & t->quadrant_bit[cell] ? WORTH_ODD : 0);
        rank[count] = worth * RANK_PLACES + count;
    }
    return count;
}

// Lists the moves with what follows them and how good they look. Returns their number; a move that
// leaves the other side no disc ends the list at once and stands first.
static inline int list_options(struct solver *e, struct board b, uint64_t moves, unsigned parity,
                               int table_cell, int second_cell, struct option *list)
{
    const struct terrain *t = e->terrain;
    uint64_t empty = empty_of(b, t->shape.mask);
    int count = 0, n = bit_count(empty);
    while (moves) {
        struct option *o = &list[count++];
        int cell = o->cell = bit_take(&moves);
        o->after = board_after(b, cell, flip_of(cell, b.mover, b.other));
        if (UNLIKELY(!o->after.mover)) {
            list[0] = *o;
            list[0].worth = INT32_MAX;
            return 1;
        }
        prefetch_known(e, o->after, n - 1);
        uint64_t rest = empty & ~(UINT64_C(1) << cell);
        o->replies = moves_of(o->after.mover, o->after.other, rest);
        uint64_t near = cells_around(o->after.other) & rest;
        int worth = t->square_worth[cell];
        worth -= WORTH_REPLY * bit_count(o->replies) +
                 WORTH_CORNER_REPLY * bit_count(o->replies & t->corners);
        worth -= WORTH_NEAR * bit_count(near) + WORTH_CORNER_NEAR * bit_count(near & t->corners);
        worth += parity & t->quadrant_bit[cell] ? WORTH_ODD : 0;
        if (cell == table_cell)
            worth += 2 * WORTH_TABLE;
        else if (cell == second_cell)
            worth += WORTH_TABLE;
        o->worth = worth;
    }
    return count;
}

#endif
