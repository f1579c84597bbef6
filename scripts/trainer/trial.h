// SPDX-License-Identifier: MIT
// trial.h - the whole search on positions whose every move's value is known.
#ifndef TRAIN_TRIAL_H
#define TRAIN_TRIAL_H

#include <stdbool.h>

#include "engine/kernel.h"

// Searches the first `count` positions of an OBF file ("64 cells X or O; move:value; ...") to
// `depth`, or for `ms` each if that is given, and prints how often the best move was found, the
// mean loss and error, nodes and time. False, said on stderr, when the file cannot be read.
bool trial(const char *path, int depth, int ms, int count, bool verbose, enum kernel kernel);

#endif
