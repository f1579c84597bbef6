// SPDX-License-Identifier: MIT
// eval.h - what a field and its moves are worth.
//
// The value is that of the network (network.h), the order of moves is by what each makes and takes,
// until the policy is asked (policy.h).
#ifndef ENGINE_GOMOKU_EVAL_H
#define ENGINE_GOMOKU_EVAL_H

#include "engine/gomoku/network.h"

enum { EVAL_MOST = 20000 };

// The value for the mover, in hundredths of a stone.
static inline int eval_field(struct field *f)
{
    int v = f->network->value(f);
    return v > EVAL_MOST ? EVAL_MOST : v < -EVAL_MOST ? -EVAL_MOST : v;
}

// What the value is made of, for people (game.h, terms). How many.
int eval_terms(const struct field *f, struct eval_term out[TERMS_MAX]);

// The value of a move by what it makes for the mover and takes from the other side.
static inline int eval_move(const struct field *f, move m)
{
    int me = f->to_move;
    return 4 * cell_attack(field_cell(f, me, m)) + 3 * cell_attack(field_cell(f, me ^ 1, m));
}

// Lists the moves worth thinking about where nothing forces: the empty cells near a stone, on an
// empty board the middle. Never empty while a cell is.
int eval_candidates(const struct field *f, move *out);

// Lists the empty cells nearest to the middle, at least so many if there are: where a board without
// stones is begun.
int eval_middle(const struct field *f, int least, move *out);

// Lists the empty cells that no stone has in reach; none where no cell is near a stone.
int eval_remote(const struct field *f, move *out);

#endif
