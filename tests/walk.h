// SPDX-License-Identifier: MIT
// walk.h - row B1: random commands in every protocol, held against a model (tests/plain.h).
//
// A walk is a row of commands, good and bad, chosen at random. Commands are sent several at a time;
// what each must be answered with waits in a queue: one answer a request, in order, about the
// position the model has. Moves the program makes must be legal in the model, and are made there.
#ifndef TESTS_WALK_H
#define TESTS_WALK_H

#include "engine/rng.h"
#include "tests/plain.h"
#include "tests/process.h"

enum { WALK_PLIES = 520, WALK_QUEUE = 24, WALK_BYTES = 1 << 13 };

// How the answer of a queue's entry is read: a line that is this text, or begins so, or the first
// line of several that begins with the text's first word, which is then all of it.
enum walk_match { WALK_LINE, WALK_BEGINS, WALK_AMONG };

struct walk {
    struct process p;
    struct rng rng;
    const struct plain_shape *shape;
    struct plain past[WALK_PLIES]; // past[ply] is the position
    int moves[WALK_PLIES], ply;
    int asked; // commands of this walk
    struct {
        enum walk_match how;
        char text[PLAIN_TEXT * 2];
    } queue[WALK_QUEUE];
    int waiting;
    char unsent[WALK_BYTES]; // commands that go out together: a write each would wake the program
    size_t unsent_length;    // for each
    int number;              // of the last request, where they are numbered
};

// A protocol's way to walk.
struct walker {
    const char *name;
    void (*open)(struct walk *w);  // starts the program
    void (*begin)(struct walk *w); // another game, at the beginning of a walk
    void (*step)(struct walk *w);  // one command, or a few
    bool alone;                    // each walk has a program of its own
};

extern const struct walker walk_uci, walk_gtp, walk_gomocup, walk_nboard, walk_xboard, walk_botzone,
    walk_saiblo, walk_shell;
extern const struct walker *const walkers[]; // ended by NULL

void walk_run(const struct walker *how, int walks, int commands, uint64_t seed);

// ---- for the walkers ----------------------------------------------------------------------------

const struct plain *walk_board(const struct walk *w);
void walk_start(struct walk *w, const struct plain_shape *s); // the model alone
bool walk_play(struct walk *w, int m); // false when the model does not allow it
bool walk_undo(struct walk *w);
bool walk_over(const struct walk *w);
int walk_choice(struct walk *w, int n); // 0 to n - 1

// A random legal move, or a random cell that is none; -2 when there is none.
int walk_legal(struct walk *w);
int walk_illegal(struct walk *w);

// A shape of this kind, or of any (-1).
const struct plain_shape *walk_shape(struct walk *w, int kind);

// Gives a command, which goes out before the next answer is waited for; what it must be answered
// with is added to the queue.
void walk_send(struct walk *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void walk_expect(struct walk *w, enum walk_match how, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Reads all answers of the queue.
void walk_flush(struct walk *w);

// Reads the next line, after all answers of the queue.
const char *walk_line(struct walk *w);

// The program made this move: it must be legal.
void walk_answered(struct walk *w, int m, bool played, const char *line);

#endif
