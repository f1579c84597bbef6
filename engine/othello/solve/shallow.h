// SPDX-License-Identifier: MIT
// shallow.h - a few plies with the evaluation: what a move is worth in its units, for ordering and
// for ProbCut.
//
// Written once for the evaluations of both boards. Before it is included, this must be there:
//
//      features                            the position as the evaluation sees it (a type)
//      features_fresh(f, b)                fills f from nothing
//      features_play(after, f, cell, flips) and features_pass(after, f)
//      features_prefetch(f, n)             starts the weights on their way
//      features_value(f, b, n)             the value of b with n empties, in UNITS to a disc
//      UNITS, VALUE_MOST, MOVES_MOST       and more than any value; the most moves of a position
#ifndef ENGINE_OTHELLO_SOLVE_SHALLOW_H
#define ENGINE_OTHELLO_SOLVE_SHALLOW_H

#include "engine/othello/solve/children.h"
#include "engine/othello/solve/team.h"

// A move of a shallow search.
struct candidate {
    struct board after;
    features features;
    int worth;
};

// Takes the next move off a set: corners first, and what gives one away last.
static inline int take_move(uint64_t *moves, uint64_t corners, uint64_t empty)
{
    uint64_t corner = *moves & corners, fine = *moves & ~cells_around(corners & empty);
    int cell = bit_first(corner ? corner : fine ? fine : *moves);
    *moves ^= UINT64_C(1) << cell;
    return cell;
}

// The value of a position `depth` plies deep within (alpha, beta), fail soft. Nothing is stored;
// once e->stopped is set the result means nothing.
static int shallow_search(struct solver *e, struct board b, const features *here, int n, int depth,
                          int alpha, int beta)
{
    e->nodes++;
    if (depth == 0 && n > 0)
        return features_value(here, b, n);
    if (depth > 1) {
        if (e->nodes >= e->next_poll)
            team_poll(e);
        if (e->stopped)
            return alpha;
    }
    uint64_t empty = empty_of(b, e->geometry->shape.mask);
    uint64_t moves = moves_of(b.mover, b.other, empty);
    if (!moves) {
        if (!moves_of(b.other, b.mover, empty))
            return final_score(b, n) * UNITS;
        features passed;
        features_pass(&passed, here);
        return -shallow_search(e, board_pass(b), &passed, n, depth, -beta, -alpha);
    }
    int best = -VALUE_MOST, count = 0;
    struct candidate list[MOVES_MOST];
    while (moves) {
        struct candidate *c = &list[count++];
        int cell = depth == 1 ? take_move(&moves, e->geometry->corners, empty) : bit_take(&moves);
        uint64_t flips = flip_of(cell, b.mover, b.other);
        c->after = board_after(b, cell, flips);
        if (!c->after.mover)
            return e->geometry->cells * UNITS;
        features_play(&c->features, here, cell, flips);
        if (depth > 1) {
            features_prefetch(&c->features, n - 1);
            uint64_t replies =
                moves_of(c->after.mover, c->after.other, empty & ~(UINT64_C(1) << cell));
            c->worth = -bit_count(replies) * (UNITS / 2);
            continue;
        }
        int value = -features_value(&c->features, c->after, n - 1);
        if (value > best) {
            best = value;
            if (best >= beta)
                break;
        }
    }
    if (depth == 1)
        return best;
    for (int i = 0; i < count; i++)
        list[i].worth -= features_value(&list[i].features, list[i].after, n - 1);
    for (int i = 0; i < count; i++) {
        int top = i;
        for (int k = i + 1; k < count; k++)
            if (list[k].worth > list[top].worth)
                top = k;
        struct candidate *c = &list[top];
        int score = -shallow_search(e, c->after, &c->features, n - 1, depth - 1, -beta,
                                    -(best > alpha ? best : alpha));
        if (score > best) {
            best = score;
            if (best >= beta)
                break;
        }
        if (top != i)
            *c = list[i];
    }
    return best;
}

#endif
