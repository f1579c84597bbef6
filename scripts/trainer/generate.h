// SPDX-License-Identifier: MIT
// generate.h - games of the engine against itself.
#ifndef TRAIN_GENERATE_H
#define TRAIN_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

struct generate {
    const char *path; // records are added to this file
    uint64_t seed;
    double seconds;  // how long to play
    int depth;       // of the searches
    uint32_t random; // at most so many plies at the start are random, at least 2
    int solve;       // empties from which on the end is solved
    bool plain;      // generation 0: no weights, mobility and corners alone
};

// Plays games until the time is up. False, said on stderr, when the file cannot be written.
bool generate(const struct generate *how);

#endif
