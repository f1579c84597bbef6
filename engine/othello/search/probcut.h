// SPDX-License-Identifier: MIT
// probcut.h - how far a shallow search may be trusted to foretell a deep one (Multi-ProbCut).
//
// Buro 1997: scores of a shallow and a deep search of one position differ by an error that is
// nearly normal. Where the shallow score is t standard deviations outside the window, the deep
// search is not worth its time. t is what people know as selectivity: at 73 % about one cut in four
// is wrong, and at 100 % nothing is cut.
#ifndef ENGINE_OTHELLO_SEARCH_PROBCUT_H
#define ENGINE_OTHELLO_SEARCH_PROBCUT_H

#include <stdint.h>

// A position with a move has two discs at least.
enum { SELECTIVITIES = 6, PROBCUT_EMPTIES_MOST = 62, PROBCUT_DEPTHS = PROBCUT_EMPTIES_MOST + 1 };

// Per cent, and t in hundredths; the last is "never".
extern const int selectivity_percent[SELECTIVITIES], selectivity_t[SELECTIVITIES];

// Standard deviations in hundredths of a disc, filled once by probcut_init.
struct probcut_tables {
    // by empties and depth: between that depth and the shallow depth tried for it
    uint16_t sigma[PROBCUT_EMPTIES_MOST + 1][PROBCUT_DEPTHS];
    // by empties: the same against the exact result, and that of the solver's first pass
    uint16_t sigma_end[PROBCUT_EMPTIES_MOST + 1], sigma_warm[PROBCUT_EMPTIES_MOST + 1];
};

extern struct probcut_tables probcut_tables;

void probcut_init(void);

// The shallow depth tried for a deep one: about a quarter, and as odd or even as it. A half, a
// third and a sixth were tried at equal t: 27.9, 22.8 and 21.8 M evaluations on hard-25 at depth 15
// with a mean loss of 0.68, 0.69 and 0.75 discs; a quarter 22.1 M and 0.66 to 0.71.
static inline int probcut_depth(int depth)
{
    return 2 * (depth / 8) + (depth & 1);
}

// The shallow depth tried before solving.
static inline int probcut_end_depth(int empties)
{
    return 2 * (empties / 6) + (empties & 1);
}

// The shallow depth tried in the solver's first pass. It is there to order moves and to guess, and
// wrong cuts are put right by the next. With the depth above it takes two fifths of the time at 20
// empties; with this one the whole takes 0.90 of the time at 20 and 22 to 25 empties, for 1.02 times
// the nodes. Twelfths instead of tenths of the empties take 0.94, eighths 1.03.
static inline int probcut_warm_depth(int empties)
{
    return 2 * (empties / 10) + (empties & 1);
}

#endif
