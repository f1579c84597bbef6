// SPDX-License-Identifier: MIT
// fit.h - from games to weights.
//
// Each stage is a least-squares problem: a row is a position, its 46 features name the columns, the
// target is how the game ended, as far as the searches on the way foresaw it. Solved by conjugate
// gradients, scaled by how often each weight occurs, stopped where the error on held-out games
// stops falling. Stages are fitted from the end of the game backwards, and each is drawn towards
// the one after it, so that a state that is rare in one stage takes its weight from the next. A
// stage also sees the plies next to its own, at a lower weight.
#ifndef TRAIN_FIT_H
#define TRAIN_FIT_H

#include <stdbool.h>

struct fit {
    const char *const *paths; // files of records
    int files;
    const char *out;
    double lambda;  // 1 = the target is the outcome, 0 = what the search said at once
    double pull;    // how many observations the next stage's weight is worth
    double beside;  // weight of a neighbouring ply, to the power of its distance
    int reach;      // how many plies away rows are still used
    int iterations; // at most, a stage
    int down_to;    // the first stage fitted, for trials; 0 = all
};

// Fits and writes the weights, one line a stage on stderr. False, said on stderr, when a file
// cannot be read or written or memory is short.
bool fit(const struct fit *how);

// Prints the mean absolute error of the loaded weights by stage on files of records.
bool fit_measure(const char *const *paths, int files, bool held_out_only);

#endif
