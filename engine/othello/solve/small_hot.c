// SPDX-License-Identifier: MIT
// small_hot.c - the solver of every board but 8x8: the layers of upper.h and below under a mask,
// with the evaluation of 6x6 where it is that board.
//
// High in such a tree few nodes decide how many there are below, so a position and its images are
// one there, and moves are ordered by deeper searches.
#include "engine/othello/eval/six_eval.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/solve/solver.h"

typedef struct six_eval features;

enum {
    UNITS = SIX_UNITS,
    VALUE_MOST = 37 * UNITS,
    MOVES_MOST = 48,
    ORDER_EMPTIES = 12,
    SYMMETRY_EMPTIES = 16,
};

static inline bool has_features(const struct solver *e)
{
    return e->geometry->has_six_eval;
}

static inline void features_fresh(features *f, struct board b)
{
    six_fresh(f, b.mover, b.other);
}

static inline void features_play(features *after, const features *f, int cell, uint64_t flips)
{
    six_play(after, f, cell, flips);
}

static inline void features_pass(features *after, const features *f)
{
    six_pass(after, f);
}

// The weights of a phase stay in the second cache: nothing to fetch.
static inline void features_prefetch(const features *f, int n)
{
    (void)f;
    (void)n;
}

static inline int features_value(const features *f, struct board b, int n)
{
    (void)b;
    return six_value(f, 32 - n);
}

// How deep a move is searched to order it, by empties.
static inline int order_depth(int n)
{
    return n < 15 ? 0 : n < 18 ? 1 : n < 21 ? 2 : n < 24 ? 3 : 4;
}

// The depth of ProbCut's search with n empties, and its margin.
static inline int probcut_plan(const struct solver *e, int n, int *margin)
{
    *margin = selectivity_t[e->selectivity] * 45 * UNITS / 1000;
    return (n < 16 ? 1 : n < 20 ? 3 : 5) + (n & 1);
}

#include "engine/othello/solve/upper.h"

const struct endgame_kernel KERNEL(small) = {null_window, principal_variation, order_root};
