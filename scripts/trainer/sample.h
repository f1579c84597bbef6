// SPDX-License-Identifier: MIT
// sample.h - single positions of many kinds, each with a value of its own.
//
// A search mostly judges what bad moves lead to, which well-played games never show. So: a game of
// quick moves by the evaluation, each side as careless as chance has it and some moves at random,
// and the positions on the way are solved, or searched where solving takes too long. Weights fitted
// to three minutes of such positions, searched six plies, missed those with 17 and 18 empties by
// 8.20 discs rms; three minutes of games, four plies a move and solved from 12 empties, 8.92.
#ifndef TRAIN_SAMPLE_H
#define TRAIN_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

struct sample {
    const char *path; // records are added to this file
    uint64_t seed;
    double seconds;  // how long to go on
    int least, most; // empties of the positions
    int solve;       // with so many empties and fewer the value is exact,
    int depth;       // with more it is that of a search so deep
};

// Makes positions until the time is up. False, said on stderr, when the file cannot be written.
bool sample(const struct sample *how);

#endif
