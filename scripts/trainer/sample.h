// SPDX-License-Identifier: MIT
// sample.h - single positions of many kinds, each with a value of its own.
//
// Games of the engine against itself show what good play leads to; a search also has to judge what
// bad moves lead to, and late in the game the truth is cheap. So: a game of quick moves, of which
// either side plays its own share at random, is broken off at some number of empties, and the
// position that stands there is solved, or searched where solving takes too long.
#ifndef TRAIN_SAMPLE_H
#define TRAIN_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

struct sample {
    const char *path; // records are added to this file
    uint64_t seed;
    double seconds;  // how long to go on
    int least, most; // empties of the positions, any number between as often
    int solve;       // with so many empties and fewer the value is exact,
    int depth;       // with more it is that of a search so deep
};

// Makes positions until the time is up. False, said on stderr, when the file cannot be written.
bool sample(const struct sample *how);

#endif
