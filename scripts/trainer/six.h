// SPDX-License-Identifier: MIT
// small.h - the weights of the 6x6 evaluation, from solved positions.
//
// A 6x6 game can be solved from its middle, so the targets are exact from there on: a game is
// random for a while, then follows a shallow search until the solver takes over, and from there
// every position is solved. The fit is a gradient descent for each phase, a step for a weight
// divided by how often it occurs, from the end of the game backwards and each phase starting from
// the one after it.
#ifndef TRAIN_SIX_H
#define TRAIN_SIX_H

#include <stdbool.h>
#include <stdint.h>

enum { SIX_LEAST_EMPTIES = 9 }; // positions with fewer are not looked at

// Adds games to a file of records until the time is up; those with at most `solve` empties are
// solved. False, said on stderr, when the file cannot be written.
bool six_generate(const char *path, uint64_t seed, double seconds, int solve);

// Fits and writes the weights. False, said on stderr, when a file cannot be read or written.
bool six_fit(const char *out, int steps, const char *const *paths, int files);

#endif
