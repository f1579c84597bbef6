// SPDX-License-Identifier: MIT
// playout.h - Gomoku for the Monte Carlo search.
#ifndef ENGINE_GOMOKU_PLAYOUT_H
#define ENGINE_GOMOKU_PLAYOUT_H

#include "engine/mcts.h"

extern const struct mcts_rules gomoku_playout;

#endif
