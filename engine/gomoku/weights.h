// SPDX-License-Identifier: MIT
// weights.h - the evaluation's numbers.
#ifndef ENGINE_GOMOKU_WEIGHTS_H
#define ENGINE_GOMOKU_WEIGHTS_H

#include "engine/gomoku/pattern.h"

enum { SITUATIONS = 32 };

// What a pattern adds to a cell's worth in move ordering.
extern const int16_t gomoku_attack_weight[PATTERN_KINDS];

// What the threats on the board are worth to the mover, see eval_situation.
extern const int16_t gomoku_situation_weight[SITUATIONS];

// What an empty cell is worth to a side by the four patterns it would make there, when that side is
// to move and when it is not; hundredths of a stone.
extern const int16_t gomoku_weight[CODE_KINDS][2];

#endif
