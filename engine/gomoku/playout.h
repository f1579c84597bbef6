// SPDX-License-Identifier: MIT
// playout.h - Gomoku for the Monte Carlo search.
#ifndef ENGINE_GOMOKU_PLAYOUT_H
#define ENGINE_GOMOKU_PLAYOUT_H

#include "engine/gomoku/board.h"
#include "engine/mcts.h"

// Plays `count` games of sensible moves on from a position; the sum of their results, 1, 0 or -1
// for the side to move.
int gomoku_guided(const struct gomoku *b, struct rng *rng, int count);

extern const struct mcts_rules gomoku_playout;

#endif
