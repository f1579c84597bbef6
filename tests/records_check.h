// SPDX-License-Identifier: MIT
// records_check.h - what the fast and the long checks of game records share: random games with
// awkward texts, written in a form and read back.
#ifndef TESTS_RECORDS_CHECK_H
#define TESTS_RECORDS_CHECK_H

#include "book/records/record.h"
#include "engine/rng.h"

// A form and the boards it holds.
struct form_shape {
    char form[8], id[GAME_ID_MAX];
};

extern struct form_shape form_shapes[];
extern const size_t form_shape_count;

// Fills a record with a random game: whole or broken off, from the usual start or another, with
// names, a result and notes on the moves.
void random_record(struct game_record *r, const char *id, struct rng *rng, bool set_up);

// Writes `count` random records of the shape, several to a text, and reads them back: all that the
// form has a word for is as it was. Cut somewhere, the last of them is refused.
void check_round_trips(const struct form_shape *s, int count);

// The folder of the WTHOR database, or NULL when there is none on this machine.
const char *wthor_folder(void);

// Reads every file of the database; every game must be legal. Returns how many there were.
size_t check_wthor(const char *folder, const char *ending);

// A whole file; the caller frees it. NULL when it can't be read.
char *read_whole(const char *path, size_t *size);

#endif
