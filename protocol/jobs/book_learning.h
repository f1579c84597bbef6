// SPDX-License-Identifier: MIT
// book_learning.h - what the parts of `outflank book` that change a book share: the book in memory, a
// session that searches for it, saves, a line of progress.
#ifndef PROTOCOL_JOBS_BOOK_LEARNING_H
#define PROTOCOL_JOBS_BOOK_LEARNING_H

#include "book/learn.h"
#include "engine/session.h"
#include "protocol/jobs/interrupt.h"

struct learning {
    const char *job; // "learn", for messages
    struct learner learner;
    struct session *session;
    struct interrupt interrupt;
    struct report last;
    // What may be asked for; each part's flags point here.
    const char *game, *hash, *threads;
    int64_t depth, move_time, solve; // how positions are searched
    int64_t seconds, save_every;
    int64_t plies, error, ply_cost, draw;
    int64_t extend;                // plies that an imported line is made long
    int64_t begun, saved, printed; // ns on the clock
    bool must_exist;               // the book: no new one is begun
    bool terminal;
};

// Everything at its default.
void learning_defaults(struct learning *l, const char *job);

// Opens the book, which may be new unless it must exist, and the session. False after a message on
// stderr.
bool learning_open(struct learning *l, const char *path);
void learning_close(struct learning *l);

// True while there is time left and nobody has asked to stop.
bool learning_goes_on(const struct learning *l);

// Writes the book; false after a message on stderr.
bool learning_save(struct learning *l);

// Saves and tells of the progress now and then. `left` is how much is to be done yet at the rate so
// far, in new or searched positions, or negative.
void learning_tick(struct learning *l, int64_t left);

// One line: how much there is, how fast it grows, the best line.
void learning_tell(struct learning *l, int64_t left, const char *end);

// A position's moves in the game's notation, one after another, as far as they fit.
void learning_line(const struct graph *g, const move *moves, int count, char *out, size_t size);

#endif
