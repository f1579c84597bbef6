// SPDX-License-Identifier: MIT
// wthor.h - recorded games of people as positions to measure against.
//
// A file of the WTHOR database (French Othello Federation) has a header of 16 bytes, with the
// number of games in bytes 4 to 7 and in byte 14 the empties from which each was solved afterwards,
// then 68 bytes a game: three words of who and where, black's discs at the end, black's discs had
// both played on perfectly from there, and sixty moves, row times ten and column, 0 when it ended
// early.
#ifndef TRAIN_WTHOR_H
#define TRAIN_WTHOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "scripts/trainer/data.h"

// What a file held.
struct wthor_sum {
    size_t games, broken; // broken: with a move against the rules; what came before it is kept
};

// True when the name says that a file is one of these.
bool wthor_is(const char *path);

// Adds the positions of all games to `*at`, which has `*count`, and grows it, as far as the
// position each game was solved from: their outcome is the perfect result from there. What people
// made of it afterwards says little. False when the file is not whole or memory is short.
bool wthor_read(FILE *file, struct record **at, size_t *count, struct wthor_sum *sum);

#endif
