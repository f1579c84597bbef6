// SPDX-License-Identifier: MIT
// playout.h - Othello for the Monte Carlo search.
#ifndef ENGINE_OTHELLO_SEARCH_PLAYOUT_H
#define ENGINE_OTHELLO_SEARCH_PLAYOUT_H

#include "engine/kernel.h"
#include "engine/mcts.h"

KERNEL_TABLES(const struct mcts_rules, othello_playout);

#endif
