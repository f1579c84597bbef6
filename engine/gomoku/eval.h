// SPDX-License-Identifier: MIT
// eval.h - the static value of a field.
//
// Every empty cell is worth something to each side by the four patterns it would make there
// (weights.h); the sums are kept up to date by field_play. What is on the board as a whole, the
// threats each side has ready, adds one more number.
#ifndef ENGINE_GOMOKU_EVAL_H
#define ENGINE_GOMOKU_EVAL_H

#include "engine/gomoku/field.h"
#include "engine/gomoku/weights.h"

// Which threats are on the board, for the mover and against him.
static inline int eval_situation(const struct field *f)
{
    int me = f->to_move, you = me ^ 1;
    return (field_count(f, you, COUNT_FOUR_OPEN) > 0) | (field_fours(f, me) > 0) << 1 |
           (field_fours(f, you) > 0) << 2 | (field_count(f, me, COUNT_THREE) > 0) << 3 |
           (field_count(f, you, COUNT_THREE) > 0) << 4;
}

// The value for the mover, in hundredths of a stone.
static inline int eval_field(const struct field *f)
{
    int me = f->to_move;
    int v = worth_moving(f->now->worth[me]) - worth_waiting(f->now->worth[me ^ 1]) +
            gomoku_situation_weight[eval_situation(f)];
    return v > 20000 ? 20000 : v < -20000 ? -20000 : v;
}

// The value of a move by what it makes for the mover and takes from the other side.
static inline int eval_move(const struct field *f, move m)
{
    int me = f->to_move;
    return 4 * cell_attack(field_cell(f, me, m)) + 3 * cell_attack(field_cell(f, me ^ 1, m));
}

// Lists the moves worth thinking about where nothing forces: the empty cells near a stone, on an
// empty board the middle. Never empty while a cell is.
int eval_candidates(const struct field *f, move *out);

#endif
