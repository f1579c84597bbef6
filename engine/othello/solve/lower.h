// SPDX-License-Identifier: MIT
// lower.h - five to eleven empties, the same for every board; solver.h has the picture.
#ifndef ENGINE_OTHELLO_SOLVE_LOWER_H
#define ENGINE_OTHELLO_SOLVE_LOWER_H

#include "engine/othello/solve/children.h"
#include "engine/othello/solve/last.h"

// Five empties: odd regions first, no memory. `moves` are the mover's.
static int solve_5(struct solver *e, struct board b, uint64_t moves, int alpha, unsigned parity)
{
    const struct geometry *g = e->geometry;
    const int n = SHALLOW_EMPTIES;
    int score, best = -128;
    e->nodes++;
    if (stability_cut(e, b, n, alpha, &score))
        return score;
    uint64_t empty = empty_of(b, g->shape.mask);
    if (!moves) {
        uint64_t replies = moves_of(b.other, b.mover, empty);
        if (!replies)
            return final_score(b, n);
        return -solve_5(e, board_pass(b), replies, -alpha - 1, parity);
    }
    lanes mover = lanes_of(b.mover), other = lanes_of(b.other);
    uint64_t odd = moves & g->odd_cells[parity], group = odd ? odd : moves;
    do {
        moves ^= group;
        do {
            uint64_t corner = group & g->corners;
            int cell = bit_first(corner ? corner : group);
            group &= ~(UINT64_C(1) << cell);
            lanes flips = flip_lanes(cell, mover, other);
            score = -last_4(e, other & ~flips, mover | flips | lanes_cell(cell),
                            empty & ~(UINT64_C(1) << cell), -alpha - 1);
            if (score > alpha)
                return score;
            best = score > best ? score : best;
        } while (group);
        group = moves;
    } while (group);
    return best;
}

// Six to eleven empties: moves ordered by the replies they leave, a table of the thread's own.
// Above nine the shared table was asked before; waiting for it took an eighth of the time on FFO
// #48.
static int solve_mid(struct solver *e, struct board b, uint64_t moves, int n, int alpha,
                     unsigned parity)
{
    int score, best = -128;
    e->nodes++;

    // 1. Stability.
    if (stability_cut(e, b, n, alpha, &score))
        return score;

    // 2. No move: a pass or the end.
    if (!moves) {
        uint64_t replies = moves_of(b.other, b.mover, empty_of(b, e->geometry->shape.mask));
        if (!replies)
            return final_score(b, n);
        return -solve_mid(e, board_pass(b), replies, n, -alpha - 1, parity);
    }

    // 3. The thread's own table. It holds no move: of the positions found in it 0.4 % go on.
    uint64_t key = key_of(e, b);
    struct local_entry *entry = local_entry_of(e, key);
    uint64_t damage;
    int lower = -64, upper = 64;
    if (poison_strikes(&damage))
        entry->word = key << 16 | (damage & 0xffff);
    if (local_probe(entry, key, &lower, &upper)) {
        if (lower > alpha)
            return lower;
        if (upper <= alpha)
            return upper;
    }

    // 4. The moves, and a cut-off from what is known of the positions after them: their places in
    //    the table are near by now. That saves 5 % of the nodes and of the time on FFO #40-44.
    struct child list[RANK_PLACES];
    _Alignas(32) int rank[RANK_PLACES];
    int top;
    bool stored = n - 1 > SHALLOW_EMPTIES;
    int count = rank_children(e, b, moves, parity, stored, list, rank, &top);
    if (stored && local_children_cut(e, list, count, alpha, &score)) {
        local_store(entry, key, score, upper);
        return score;
    }

    // 5. Every move, the best looking first.
    for (int left = count;;) {
        int at = top & (RANK_PLACES - 1);
        rank[at] = INT32_MIN;
        const struct child *c = &list[at];
        unsigned next = parity ^ e->geometry->quadrant_bit[c->cell];
        if (UNLIKELY(!c->after.mover))
            score = e->geometry->cells;
        else if (n - 1 <= SHALLOW_EMPTIES)
            score = -solve_5(e, c->after, c->replies, -alpha - 1, next);
        else
            score = -solve_mid(e, c->after, c->replies, n - 1, -alpha - 1, next);
        if (score > best) {
            best = score;
            if (score > alpha)
                break;
        }
        if (--left == 0)
            break;
        top = top_rank(rank, count);
    }

    // 6. Store.
    if (best > alpha)
        lower = best;
    else
        upper = best;
    local_store(entry, key, lower, upper);
    return best;
}

#endif
