// SPDX-License-Identifier: MIT
#include "engine/connect4/playout.h"

#include "engine/kernel.h"

KERNEL_TABLES(const struct mcts_rules, connect4_playout_7x6);
KERNEL_TABLES(const struct mcts_rules, connect4_playout_64);
KERNEL_TABLES(const struct mcts_rules, connect4_playout_128);
KERNEL_TABLES(const struct mcts_rules, connect4_playout_192);

const struct mcts_rules *connect4_playout_for(const struct connect4 *c, enum kernel kernel)
{
    int bits = c->width * (c->height + 1);
    if (c->width == 7 && c->height == 6 && c->block == C4_NO_BLOCK)
        return KERNEL_PICK(kernel, connect4_playout_7x6);
    return bits <= 64    ? KERNEL_PICK(kernel, connect4_playout_64)
           : bits <= 128 ? KERNEL_PICK(kernel, connect4_playout_128)
                         : KERNEL_PICK(kernel, connect4_playout_192);
}
