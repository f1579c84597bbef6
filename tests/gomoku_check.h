// SPDX-License-Identifier: MIT
// gomoku_check.h - what the fast and the long Gomoku checks share.
#ifndef TESTS_GOMOKU_CHECK_H
#define TESTS_GOMOKU_CHECK_H

#include "engine/gomoku/board.h"
#include "engine/gomoku/threat.h"
#include "tests/thinker.h"

// A field with a worker of its own to search it; calls between open and close.
struct bench {
    struct thinker thinker;
    struct field *field;
    struct worker worker;
    atomic_bool never;
};

void bench_open(struct bench *b);
void bench_close(struct bench *b);

// Sets the worker up anew, which a thought of the same thinker makes necessary.
void bench_begin(struct bench *b);

// The position of a board text, on a board of this shape; the test fails when there is none.
struct position gomoku_position(const char *shape, const char *text);

// A line of tests/gomoku_tactics.txt.
struct tactic {
    char kind[4], shape[16];
    int number;
    struct position position;
};

// Calls visit for every tactic of a kind, up to `most`; returns how many there were.
int each_tactic(const char *kind, int most, void (*visit)(const struct tactic *t, void *owner),
                void *owner);

// True when the side to move wins by the moves the threat search gives, whatever the other side
// plays: every legal reply is tried at every turn. `threes` allows VCT.
bool wins_against_all(struct bench *b, struct position *p, bool threes, int depth);

#endif
