// SPDX-License-Identifier: MIT
// weights.h - the evaluation's numbers.
//
// An empty cell has, by the four patterns it would make for a side, a worth to that side and eight
// traits. Worths are summed as they are. The sums of the traits, eight a side, go through a small
// network, 16 inputs cut to 0..1, 16 hidden sums cut at 0, one value: it sees what a plain sum
// cannot, that one strength is worth more beside another.
#ifndef ENGINE_GOMOKU_WEIGHTS_H
#define ENGINE_GOMOKU_WEIGHTS_H

#include "engine/gomoku/pattern.h"

enum { SITUATIONS = 32, TRAITS = 8, HIDDEN = 16 };
enum { TRAIT_ONE = 512, HIDDEN_ONE = 256, OUT_ONE = 8 }; // what stands for 1 in each layer

typedef int16_t traits __attribute__((vector_size(2 * TRAITS)));

// What a pattern adds to a cell's worth in move ordering.
extern const int16_t gomoku_attack_weight[PATTERN_KINDS];

// What the threats on the board are worth to the mover, see eval_situation.
extern const int16_t gomoku_situation_weight[SITUATIONS];

// What an empty cell is worth to a side by the four patterns it would make there, when that side is
// to move and when it is not; hundredths of a stone.
extern const int16_t gomoku_weight[CODE_KINDS][2];

// The network: the cells' traits, those of an empty sum for the mover and the other side, the
// inputs' weights two by two, mover's first, and what the hidden sums are worth.
extern const traits gomoku_trait[CODE_KINDS], gomoku_trait_bias[2];
extern const int16_t gomoku_hidden[TRAITS][HIDDEN][2];
extern const int32_t gomoku_hidden_bias[HIDDEN];
extern const int16_t gomoku_out[HIDDEN];

#endif
