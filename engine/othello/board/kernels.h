// SPDX-License-Identifier: MIT
// kernels.h - the board's kernels as functions, in every form, for perft and for the tests.
//
// Searches do not go through here: they include flip.h and stability.h and inline them.
#ifndef ENGINE_OTHELLO_BOARD_KERNELS_H
#define ENGINE_OTHELLO_BOARD_KERNELS_H

#include "engine/kernel.h"
#include "engine/othello/board/stability.h"

struct othello_kernels {
    uint64_t (*flips)(int cell, uint64_t mover, uint64_t other);
    uint64_t (*moves)(uint64_t mover, uint64_t other, uint64_t empty);
    int (*stable)(uint64_t mine, uint64_t theirs, const struct shape *s);
    int (*last_flips)(int cell, uint64_t mover);
    uint64_t (*perft)(struct board b, uint64_t mask, int depth);
};

KERNEL_TABLES(const struct othello_kernels, othello_kernels);

// Those of the form asked for.
static inline const struct othello_kernels *othello_kernels(enum kernel kernel)
{
    return KERNEL_PICK(kernel, othello_kernels);
}

#endif
