// SPDX-License-Identifier: MIT
// usual_hot.c - the solver of the 8x8 board: the layers of upper.h and below with its evaluation.
#include "engine/othello/eval/eval.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/solve/solver.h"

typedef struct eval features;

enum {
    UNITS = EVAL_UNITS,
    VALUE_MOST = 65 * UNITS,
    MOVES_MOST = BOARD_MOVES_MOST,
    ORDER_EMPTIES = 13,
    SYMMETRY_EMPTIES = 65, // never: images of a position are rare on the large board
};

static inline bool has_features(const struct solver *e)
{
    return e->geometry->has_eval;
}

static inline void features_fresh(features *f, struct board b)
{
    eval_fresh(f, b.mover, b.other);
}

static inline void features_play(features *after, const features *f, int cell, uint64_t flips)
{
    eval_play(after, f, cell, flips);
}

static inline void features_pass(features *after, const features *f)
{
    eval_pass(after, f);
}

static inline void features_prefetch(const features *f, int n)
{
    eval_prefetch(f, 60 - n);
}

static inline int features_value(const features *f, struct board b, int n)
{
    return eval_value(f, b, 60 - n);
}

// How deep a move is searched to order it, by empties. A ply more at each saves 5 % of the nodes
// and costs 8 % of the time.
static inline int order_depth(int n)
{
    return n < 18 ? 0 : n < 20 ? 1 : n < 22 ? 2 : 3;
}

// The depth of ProbCut's search with n empties, and its margin.
static inline int probcut_plan(const struct solver *e, int n, int *margin)
{
    *margin = selectivity_t[e->selectivity] * probcut_tables.sigma_warm[n] / 100 * UNITS / 100;
    return probcut_warm_depth(n);
}

#include "engine/othello/solve/upper.h"

const struct endgame_kernel KERNEL(usual) = {null_window, principal_variation, order_root};
