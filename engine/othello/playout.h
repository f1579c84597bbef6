// SPDX-License-Identifier: MIT
// playout.h - Othello for the Monte Carlo search.
#ifndef ENGINE_OTHELLO_PLAYOUT_H
#define ENGINE_OTHELLO_PLAYOUT_H

#include "engine/mcts.h"

extern const struct mcts_rules othello_playout_fast, othello_playout_portable;

#endif
