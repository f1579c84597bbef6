// SPDX-License-Identifier: MIT
// proof.h - one question put to the solver: the score of a position between two bounds.
//
// What is asked stands apart from what is searched: the root of a proof, its moves one by one, the
// line of best play and the answer are prove.c, compiled once. Below it a kernel (search.h)
// searches null windows; it is compiled for every width of board and every CPU, and keeps the root
// in words of its own width in `own`.
#ifndef CONNECT4_PROOF_H
#define CONNECT4_PROOF_H

#include "engine/connect4/search.h"
#include "engine/connect4/table.h"

enum { PROOF_OWN_MAX = 2048 };

// What can be said of a score: see struct report.
struct verdict {
    int score;
    enum bound bound;
    bool proven;
};

struct proof {
    struct search *search;
    const struct connect4_kernel *kernel;
    struct table table;
    int cells;                   // of the board
    _Atomic int lo, hi;          // proven so far
    _Atomic int cut;             // the column that proved lo, or -1
    _Atomic uint64_t nodes;      // of all threads and all proofs of this thought, to within a poll
    uint64_t limit;              // of nodes for each thread with the table as it is
    atomic_bool full;            // the table is too small
    bool late;                   // the whole thought must end: stop, clock or node limit
    bool kept;                   // the answer's move is proven to keep the answer's score
    uint64_t budget;             // of nodes, for all proofs together
    _Atomic uint64_t *searching; // see solve.inc
    int64_t deadline;            // ns on the clock, for work that must leave time for other work
    uint64_t sure;               // nodes that are searched even when the time is over
    // The root behind its forced moves, as the kernel found it.
    struct {
        int lo, hi, plies;
        bool turned; // the side to move is not that of the position
    } root;
    _Alignas(64) uint8_t own[PROOF_OWN_MAX]; // the kernel's: the board's field and the root
};

// With more cells left than this, threads take care not to search the same child at the same time.
enum { SHARE_LEFT = 14, SEARCHING_SLOTS = 1 << 12 };

// Sets up a proof about positions of this board.
void connect4_proof_begin(struct proof *p, const struct connect4_kernel *kernel,
                          const struct position *position, struct search *search);

// True when the thought has to end, so many nodes into it.
bool connect4_proof_late(const struct proof *p, uint64_t nodes);

// The best of these moves, some or all of the legal ones.
struct thought connect4_proof_think(struct proof *p, const struct position *position,
                                    const struct moves *legal);

// Bounds of a position's score that are known from elsewhere go into the table, where the proof
// finds them.
void connect4_proof_note(struct proof *p, const struct position *position, struct range known);

// Tells the caller of a score; `place` counts from 1.
void connect4_proof_report(struct proof *p, const struct position *position, int place,
                           struct verdict v, const move *line, int length);

#endif
