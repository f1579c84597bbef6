// SPDX-License-Identifier: MIT
// thinker.h - one call that thinks, for the tests of searches: a quiet session that keeps the last
// report of each place.
#ifndef TESTS_THINKER_H
#define TESTS_THINKER_H

#include "engine/game.h"
#include "engine/session.h"

enum { PLACES_MAX = 40 };

struct thinker {
    struct session *session;
    struct report last[PLACES_MAX]; // by place in the list
    int heard;                      // the place of the last report, 0 before any
    int proofs;                     // reports of what is proven, since it was opened
};

// Opens a thinker with so much memory and so many threads, which searches whatever it is asked and
// asks no book; the test fails when there is not enough.
void thinker_open(struct thinker *t, int mib, int threads);
void thinker_close(struct thinker *t);

// The limits of a goal: none.
struct limits limits_of(enum goal goal);

// Sets an option, which must be possible.
void thinker_set(struct thinker *t, enum option_id id, const char *value);

// Thinks about a position.
struct thought thinker_think(struct thinker *t, const struct game *game, const struct position *p,
                             const struct limits *l);

// The same with a stop that comes before the beginning.
struct thought thinker_think_stopped(struct thinker *t, const struct game *game,
                                     const struct position *p, const struct limits *l);

#endif
