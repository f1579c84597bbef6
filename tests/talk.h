// SPDX-License-Identifier: MIT
// talk.h - what the tests of every protocol say: a request with its whole answer, the board, a
// model of the game to hold the answers against.
#ifndef TESTS_TALK_H
#define TESTS_TALK_H

#include "engine/game.h"
#include "engine/notation.h"
#include "tests/process.h"

// A protocol as a stranger sees it.
struct dialect {
    const char *name;     // the word that fixes it on the command line
    const char *probe;    // is answered at once, always, by a line that nothing else answers with
    const char *alive;    // that line
    const char *board;    // the command that shows the position, NULL when there is none
    const char *error;    // how the answer to a bad line begins
    const char *set_up;   // leads to a game that has begun
    const char *think;    // begins a thought without end
    const char *stop_now; // ends it
    const char *answered; // how its answer begins
    const char *quit;     // ends the conversation
    int error_lines;      // lines of an answer to a bad line
};

extern const struct dialect dialect_uci, dialect_gtp, dialect_gomocup;
extern const struct dialect *const dialects[]; // ended by NULL

// The program speaking this dialect, and its end by end of input.
void talk_start(struct process *p, const struct dialect *d);

// Sends a line and the probe, and returns all that was answered before the probe was. The caller
// frees it.
char *talk(struct process *p, const struct dialect *d, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
char *talk_bytes(struct process *p, const struct dialect *d, const char *bytes, size_t n);

// The same for a line that must be answered by exactly this text, "" for none.
void talk_expect(struct process *p, const struct dialect *d, const char *line, const char *answer);

// How many lines of a text begin so.
int count_lines(const char *text, const char *begins);

// A game known to the test itself, beside the one in the program.
struct model {
    const struct game *game;
    struct position position;
    struct grid grid; // of the position
};

void model_start(struct model *m, const char *id);
void model_play(struct model *m, move mv); // the test fails when it is not legal
bool model_over(const struct model *m);

#endif
