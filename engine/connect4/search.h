// SPDX-License-Identifier: MIT
// search.h - what the hot sources of Connect Four offer, for each width of board and each CPU.
#ifndef CONNECT4_SEARCH_H
#define CONNECT4_SEARCH_H

#include "engine/connect4/board.h"

// The entry points of one hot source (search.inc), compiled for one width.
struct connect4_kernel {
    int bits; // boards of at most this many bits
    uint64_t (*perft)(const struct connect4 *c, int depth);
    int (*evaluate)(const struct connect4 *c);
    // Thinks about these moves, some or all of the legal ones.
    struct thought (*think)(const struct position *p, const struct moves *legal, struct search *s);
};

extern const struct connect4_kernel connect4_7x6_portable, connect4_64_portable,
    connect4_128_portable, connect4_192_portable;
extern const struct connect4_kernel connect4_7x6_fast, connect4_64_fast, connect4_128_fast,
    connect4_192_fast;

// The kernel for this board; `portable` asks for the one without special instructions.
const struct connect4_kernel *connect4_kernel_for(const struct connect4 *c, bool portable);

#endif
