// SPDX-License-Identifier: MIT
// first.h - games without an evaluation, from which the first weights are learned.
#ifndef TRAIN_FIRST_H
#define TRAIN_FIRST_H

#include <stdbool.h>
#include <stdint.h>

// Plays games by mobility and corners, so many plies deep and perfectly at their end, until the
// time is up, and adds their positions to a file, each worth what its game ended in. False, said on
// stderr, when the file cannot be written.
bool first_games(const char *path, uint64_t seed, double seconds, int depth);

#endif
