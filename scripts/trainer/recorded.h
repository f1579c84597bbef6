// SPDX-License-Identifier: MIT
// recorded.h - recorded games of people as positions to measure against.
#ifndef TRAIN_RECORDED_H
#define TRAIN_RECORDED_H

#include <stdbool.h>
#include <stddef.h>

#include "scripts/trainer/data.h"

// What the files held.
struct recorded_sum {
    size_t games, broken; // broken: with a move against the rules; what came before it is kept
};

// True when the name says that a file is a WTHOR database, which tells the perfect result of every
// game from some position on.
bool recorded_is(const char *path);

// Adds the positions of all games to `*at`, which has `*count`, and grows it, as far as the
// position each game was solved from: their outcome is the perfect result from there. What people
// made of it afterwards says little. False when the file is not whole or memory is short.
bool recorded_read(const char *path, struct record **at, size_t *count, struct recorded_sum *sum);

#endif
