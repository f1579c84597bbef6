// SPDX-License-Identifier: MIT
// errors.h - how far shallow searches miss deep ones, for Multi-ProbCut.
#ifndef TRAIN_ERRORS_H
#define TRAIN_ERRORS_H

#include <stdbool.h>

// Searches positions sampled from a file of records to every depth up to `depth` with nothing cut,
// those with at most `solve` empties to the end, and prints one line each: empties, the value at
// depth 0, 1, ... in hundredths, and the exact one or "-". scripts/sigma fits the errors.
bool errors(const char *path, int count, int depth, int solve);

#endif
