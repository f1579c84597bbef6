// SPDX-License-Identifier: MIT
// proof_check.h - is what a thought calls proven true? Every claim, of reports and answers, is held
// against values found by playing all games out by the rules alone, or, where that takes too long,
// against a full solve without a window.
//
// Each position is asked about in every way there is: the value, the outcome, windows around and
// beside the value, one move or all or a few of them, with and without a limit that ends the thought
// before it is done.
#ifndef TESTS_PROOF_CHECK_H
#define TESTS_PROOF_CHECK_H

#include <stdint.h>

struct proof_tally {
    int positions, thoughts;
    int values, bounds; // claims of a value and of a bound that were held against the truth
    int wrong;
};

// Checks this many positions of a family ("othello", "connect4", "gomoku") drawn with a seed, with
// so many threads. What is wrong is said on standard error, the first few times.
struct proof_tally proof_check(const char *family, uint64_t seed, int positions, int threads);

#endif
