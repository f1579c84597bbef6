// SPDX-License-Identifier: MIT
#include "engine/connect4/playout.h"

#include "engine/kernel.h"

extern const struct mcts_rules connect4_playout_7x6_fast, connect4_playout_7x6_portable,
    connect4_playout_64_fast, connect4_playout_64_portable, connect4_playout_128_fast,
    connect4_playout_128_portable, connect4_playout_192_fast, connect4_playout_192_portable;

const struct mcts_rules *connect4_playout_for(const struct connect4 *c, bool portable)
{
    static const struct mcts_rules *const rules[4][2] = {
        {&connect4_playout_7x6_portable, &connect4_playout_7x6_fast},
        {&connect4_playout_64_portable, &connect4_playout_64_fast},
        {&connect4_playout_128_portable, &connect4_playout_128_fast},
        {&connect4_playout_192_portable, &connect4_playout_192_fast},
    };
    bool fast = !portable && kernel_fast_runs();
    bool usual = c->width == 7 && c->height == 6 && c->block == C4_NO_BLOCK;
    int bits = c->width * (c->height + 1);
    return rules[usual ? 0 : bits <= 64 ? 1 : bits <= 128 ? 2 : 3][fast];
}
