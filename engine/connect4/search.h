// SPDX-License-Identifier: MIT
// search.h - what the hot sources of Connect Four offer, for each width of board and each CPU.
#ifndef CONNECT4_SEARCH_H
#define CONNECT4_SEARCH_H

#include "engine/connect4/board.h"
#include "engine/kernel.h"

// The entry points of one hot source (search.inc), compiled for one width.
struct connect4_kernel {
    int bits; // boards of at most this many bits
    uint64_t (*perft)(const struct connect4 *c, int depth);
    int (*evaluate)(const struct connect4 *c);
    // Thinks about these moves, some or all of the legal ones.
    struct thought (*think)(const struct position *p, const struct moves *legal, struct search *s);
};

KERNEL_TABLES(const struct connect4_kernel, connect4_7x6);
KERNEL_TABLES(const struct connect4_kernel, connect4_64);
KERNEL_TABLES(const struct connect4_kernel, connect4_128);
KERNEL_TABLES(const struct connect4_kernel, connect4_192);

// The kernel for this board, of the form asked for.
const struct connect4_kernel *connect4_kernel_for(const struct connect4 *c, enum kernel kernel);

#endif
