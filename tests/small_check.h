// SPDX-License-Identifier: MIT
// small_check.h - a second opinion on small boards: alpha-beta with a table of its own and moves by
// the replies they leave, and nothing else that the solver has (no stability, no evaluation, no
// symmetry, no entries of children, no hand-made last cells).
#ifndef TESTS_SMALL_CHECK_H
#define TESTS_SMALL_CHECK_H

#include <stdlib.h>

#include "tests/endgame_check.h"

enum { REFEREE_BITS = 22 };

struct referee_entry {
    struct board board;
    int8_t lower, upper;
};

struct referee {
    uint64_t mask, nodes;
    struct referee_entry *entries;
};

static inline struct referee referee_new(const struct position *p)
{
    struct referee r = {.mask = othello_get(p).mask,
                        .entries = calloc((size_t)1 << REFEREE_BITS, sizeof *r.entries)};
    cr_assert(r.entries);
    return r;
}

// Whether the value is above alpha: the value if it is not, a lower bound if it is.
static inline int referee_bound(struct referee *r, struct board b, int alpha)
{
    uint64_t empty = empty_of(b, r->mask), moves = moves_of_portable(b.mover, b.other, empty);
    r->nodes++;
    if (!moves) {
        if (!moves_of_portable(b.other, b.mover, empty))
            return final_score(b, bit_count(empty));
        return -referee_bound(r, board_pass(b), -alpha - 1);
    }
    uint64_t hash = (b.mover * 0x9e3779b97f4a7c15u) ^ (b.other * 0xd6e8feb86659fd93u);
    struct referee_entry *e = &r->entries[(hash ^ hash >> 32) >> 7 & ((1u << REFEREE_BITS) - 1)];
    bool known = e->board.mover == b.mover && e->board.other == b.other;
    if (known && (e->lower > alpha || e->upper <= alpha))
        return e->lower > alpha ? e->lower : e->upper;
    struct {
        struct board after;
        int replies;
    } list[64];
    int count = 0, best = -100;
    for (; moves; count++) {
        int cell = bit_take(&moves), at = count;
        struct board after = board_after(b, cell, flip_of_portable(cell, b.mover, b.other));
        int replies =
            bit_count(moves_of_portable(after.mover, after.other, empty & ~(UINT64_C(1) << cell)));
        for (; at > 0 && list[at - 1].replies > replies; at--)
            list[at] = list[at - 1];
        list[at].after = after;
        list[at].replies = replies;
    }
    for (int i = 0; i < count && best <= alpha; i++) {
        int score = -referee_bound(r, list[i].after, -alpha - 1);
        best = score > best ? score : best;
    }
    if (!known)
        *e = (struct referee_entry){b, -100, 100};
    if (best > alpha)
        e->lower = (int8_t)best;
    else
        e->upper = (int8_t)best;
    return best;
}

// True when the value is just this.
static inline bool referee_agrees(struct referee *r, struct board b, int value)
{
    return referee_bound(r, b, value - 1) >= value && referee_bound(r, b, value) <= value;
}

// A whole game on a small board and its value with the empties to the winner.
struct small_fact {
    const char *shape;
    int value;
};

#endif
