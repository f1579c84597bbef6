// SPDX-License-Identifier: MIT
// load.h - a game record becomes the session's game, and the other way round.
#ifndef PROTOCOL_LOAD_H
#define PROTOCOL_LOAD_H

#include "book/records/record.h"
#include "engine/session.h"

// Loads the first game of a text into the session, up to but not including move `stop_before`
// (counted from 1, passes that the text leaves out not counted; 0 = all). `form` NULL = the form it
// looks like. What the record does not say (the game, its board, its rule) stays as it is. False
// says where and why, and changes nothing.
bool load_record(struct session *s, const struct record_form *form, struct word text,
                 int stop_before, struct record_error *error);

// The same for a file of less than LOAD_BYTES_MAX bytes; error->line is 0 when it can't be read.
enum { LOAD_BYTES_MAX = 1 << 20 };
bool load_file(struct session *s, const char *path, const struct record_form *form, int stop_before,
               struct record_error *error);

// The first game of such a file, the caller's, to be loaded by load_game. NULL says where and why.
struct game_record *load_first(const struct session *s, const char *path,
                               struct record_error *error);

// The same for a record that has been read already, all of it. False says why, and changes nothing.
bool load_game(struct session *s, const struct game_record *r, const char **why);

// The session's game up to the position at hand, the caller's; NULL when memory is short or a move
// does not fit a record.
struct game_record *record_of_session(struct session *s);

// A whole file of less than LOAD_BYTES_MAX bytes, the caller's. NULL says why it can't be read; the
// length of one that is too large is LOAD_BYTES_MAX.
char *load_text(const char *path, size_t *length, const char **why);

#endif
