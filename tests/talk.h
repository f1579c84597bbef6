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
    const char *wordy;    // has an answer of 50 bytes or more
    const char *error;    // how the answer to a bad line begins
    const char *also[2];  // other ways it may begin
    const char *set_up;   // leads to a game that has begun
    const char *think;    // begins a thought without end, or of a good while
    const char *stop_now; // ends it; NULL when only the end of the conversation does
    const char *answered; // how its answer begins
    const char *again;    // leads back to where `think` can be asked again; NULL = it can be
    const char *quit;     // ends the conversation; NULL when only the end of input does
    int error_lines;      // lines of an answer to a bad line
    int after;            // lines that follow the one that answers the probe
    bool apart;           // errors go to standard error, which the tests then read with the rest
};

extern const struct dialect dialect_uci, dialect_gtp, dialect_gomocup, dialect_nboard,
    dialect_xboard, dialect_botzone, dialect_saiblo;
extern const struct dialect *const dialects[]; // ended by NULL

// The program speaking this dialect, with an option such as "Hash=4", or NULL. It has no book: who is
// asked to think does.
void talk_start(struct process *p, const struct dialect *d);
void talk_start_with(struct process *p, const struct dialect *d, const char *option);

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
