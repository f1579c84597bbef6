// SPDX-License-Identifier: MIT
// fit.h - from games to weights.
//
// The evaluation is a small net (eval.h). It is fitted to what became of each position, as far as
// the searches on the way foresaw it, by stochastic gradient descent: one position at a time in
// random order, several times over all of them, each number with a step of its own that shrinks
// with what it has been moved by (Adagrad, Duchi 2011), so that rare states learn fast from the
// little there is and common ones settle. The rows of the two phases are fitted side by side, each
// on some plies of the other's as well.
//
// It begins with chance, or with the weights that are loaded. Those know much already, which the
// first steps, the longest, would spoil: so all positions are gone through once before, with
// nothing moved, only to make the steps as short as they would be after that.
#ifndef TRAIN_FIT_H
#define TRAIN_FIT_H

#include <stdbool.h>

struct fit {
    const char *const *paths; // files of records
    int files;
    const char *out;
    double lambda; // 1 = the target is the outcome, 0 = what the search said at once
    double rate;   // of learning
    int epochs;    // times over all positions, while the rate falls to a fiftieth
    int reach;     // how many plies of the other phase are used
    bool loaded;   // begin with the loaded weights
};

// Fits and writes the weights, one line an epoch on stderr. False, said on stderr, when a file
// cannot be read or written or memory is short.
bool fit(const struct fit *how);

// Prints the mean absolute error of the loaded weights by plies on files of records.
bool fit_measure(const char *const *paths, int files, bool held_out_only);

#endif
