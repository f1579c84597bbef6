// SPDX-License-Identifier: MIT
// hot.h - the solver's entry points, in every form of kernel.h.
#ifndef ENGINE_OTHELLO_SOLVE_HOT_H
#define ENGINE_OTHELLO_SOLVE_HOT_H

#include "engine/kernel.h"
#include "engine/othello/solve/solver.h"

struct endgame_kernel {
    // A null window search: the value if at most alpha, or a lower bound above it. Ignored when
    // e->stopped is set.
    int (*bound)(struct solver *e, struct board b, int alpha);
    // The value within (alpha, beta) by principal variation search, with the line that leads to it.
    int (*value)(struct solver *e, struct board b, int alpha, int beta, struct line *line);
    // Puts root moves into the order to try them.
    void (*order)(struct solver *e, struct board b, int count, uint8_t cells[]);
};

KERNEL_TABLES(const struct endgame_kernel, usual); // 8x8
KERNEL_TABLES(const struct endgame_kernel, small); // every other board

#endif
