// SPDX-License-Identifier: MIT
// playout.h - Gomoku for the Monte Carlo search.
#ifndef ENGINE_GOMOKU_PLAYOUT_H
#define ENGINE_GOMOKU_PLAYOUT_H

#include "engine/gomoku/board.h"
#include "engine/mcts.h"

// What the functions below work in: room for a field (field.h), too much for a small stack.
enum { GOMOKU_SCRATCH = 640 << 10 };

// Plays `count` games of sensible moves on from a position; the sum of their results, 1, 0 or -1
// for the side to move.
int gomoku_guided(const struct gomoku *b, void *scratch, struct rng *rng, int count);

// The result to expect for the side to move, from -MCTS_ONE to MCTS_ONE: what the evaluation says
// and, when `certain` is asked for, a win where a five or an open four decides.
int gomoku_expected(const struct gomoku *b, void *scratch, bool certain);

// Scores the moves listed by what a stone makes for the mover and takes from the other side.
void gomoku_weigh(const struct gomoku *b, void *scratch, struct mcts_moves *moves);

extern const struct mcts_rules gomoku_playout;

#endif
