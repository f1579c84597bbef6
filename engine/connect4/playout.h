// SPDX-License-Identifier: MIT
// playout.h - Connect Four for the Monte Carlo search.
#ifndef CONNECT4_PLAYOUT_H
#define CONNECT4_PLAYOUT_H

#include "engine/connect4/board.h"
#include "engine/mcts.h"

// The rules for this board's width, in the form asked for.
const struct mcts_rules *connect4_playout_for(const struct connect4 *c, enum kernel kernel);

#endif
