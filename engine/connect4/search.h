// SPDX-License-Identifier: MIT
// search.h - what the hot sources of Connect Four offer, for each width of board and each CPU.
#ifndef CONNECT4_SEARCH_H
#define CONNECT4_SEARCH_H

#include "engine/connect4/board.h"
#include "engine/kernel.h"

struct line;
struct proof;
struct worker;

// Bounds of a score: what is asked, or what is known.
struct range {
    int lo, hi;
};

// The entry points of one hot source (search.inc), compiled for one width.
struct connect4_kernel {
    int bits; // boards of at most this many bits
    uint64_t (*perft)(const struct connect4 *c, int depth);
    int (*evaluate)(const struct connect4 *c);
    int (*terms)(const struct connect4 *c, struct eval_term out[TERMS_MAX]);

    // The solver (prove.inc): sets the board of a proof, and the root of its next question. True
    // when that ends by forced moves: *score is then exact.
    void (*prove_board)(struct proof *p, const struct connect4 *c);
    bool (*prove_root)(struct proof *p, const struct connect4 *c, int *score);
    // One thread's work on it, until the bounds meet or the means run out.
    void (*prove_work)(void *proof, int thread);
    // Stores bounds that are known from elsewhere.
    void (*prove_note)(struct proof *p, const struct connect4 *c, struct range known);

    // The search with an evaluation (play.inc), for struct deepener.
    size_t player_size;
    void (*play_begin)(void *self, const struct position *p, struct worker *w);
    int (*play_root)(void *self, move m, int depth, int alpha, int beta, struct line *pv);
};

KERNEL_TABLES(const struct connect4_kernel, connect4_7x6);
KERNEL_TABLES(const struct connect4_kernel, connect4_64);
KERNEL_TABLES(const struct connect4_kernel, connect4_128);
KERNEL_TABLES(const struct connect4_kernel, connect4_192);

// Thinks about these moves, some or all of the legal ones.
struct thought connect4_think(const struct connect4_kernel *kernel, const struct position *p,
                              const struct moves *legal, struct search *s);

// The kernel for this board, of the form asked for.
const struct connect4_kernel *connect4_kernel_for(const struct connect4 *c, enum kernel kernel);

#endif
