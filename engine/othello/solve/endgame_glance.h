// SPDX-License-Identifier: MIT
// endgame_glance.h - a few plies with the evaluation: what a move looks like, in its units.
#ifndef ENGINE_OTHELLO_SOLVE_ENDGAME_GLANCE_H
#define ENGINE_OTHELLO_SOLVE_ENDGAME_GLANCE_H

#include "engine/othello/solve/endgame_team.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/search/probcut.h"

enum { GLANCE_MOST = 65 * EVAL_UNITS };

// A move in a glance.
struct glimpse {
    struct board after;
    struct eval eval;
    int worth;
};

// The value of a position `depth` plies deep within (alpha, beta), fail soft. Nothing is
// remembered; once e->stopped is set the result means nothing.
static int glance(struct solver *e, struct board b, const struct eval *here, int n, int depth,
                  int alpha, int beta)
{
    e->nodes++;
    if (depth == 0 && n > 0)
        return eval_value(here, 60 - n);
    if (depth > 1) {
        if (e->nodes >= e->next_poll)
            team_poll(e);
        if (e->stopped)
            return alpha;
    }
    uint64_t empty = empty_of(b, e->terrain->shape.mask);
    uint64_t moves = moves_of(b.mover, b.other, empty);
    if (!moves) {
        if (!moves_of(b.other, b.mover, empty))
            return final_score(b, n) * EVAL_UNITS;
        struct eval passed;
        eval_pass(&passed, here);
        return -glance(e, board_pass(b), &passed, n, depth, -beta, -alpha);
    }
    int best = -GLANCE_MOST, count = 0;
    struct glimpse list[34];
    while (moves) {
        struct glimpse *g = &list[count++];
        int cell = bit_take(&moves);
        uint64_t flips = flip_of(cell, b.mover, b.other);
        g->after = board_after(b, cell, flips);
        if (!g->after.mover)
            return 64 * EVAL_UNITS;
        eval_play(&g->eval, here, cell, flips);
        if (depth > 1) {
            eval_prefetch(&g->eval, 61 - n);
            uint64_t replies =
                moves_of(g->after.mover, g->after.other, empty & ~(UINT64_C(1) << cell));
            g->worth = -bit_count(replies) * (EVAL_UNITS / 2);
            continue;
        }
        int value = -eval_value(&g->eval, 61 - n);
        if (value > best) {
            best = value;
            if (best >= beta)
                break;
        }
    }
    if (depth == 1)
        return best;
    for (int i = 0; i < count; i++)
        list[i].worth -= eval_value(&list[i].eval, 61 - n);
    for (int i = 0; i < count; i++) {
        int top = i;
        for (int k = i + 1; k < count; k++)
            if (list[k].worth > list[top].worth)
                top = k;
        struct glimpse *g = &list[top];
        int score =
            -glance(e, g->after, &g->eval, n - 1, depth - 1, -beta, -(best > alpha ? best : alpha));
        if (score > best) {
            best = score;
            if (best >= beta)
                break;
        }
        if (top != i)
            *g = list[i];
    }
    return best;
}

#endif
