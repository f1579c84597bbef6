// SPDX-License-Identifier: MIT
// terms.c - which parts of the board make up the evaluation, for people.
//
// A sum s of rows r counts as s, or as s * s: the latter is the sum of r * s, so each row has a share
// of it, and the shares of all rows add up to the value.
#include <math.h>

#include "engine/othello/eval/eval.h"
#include "engine/othello/eval/terms.h"

// What people call the kinds of features, in the order of eval_kinds.
enum { CORNERS, EDGES, SECOND_ROWS, INNER_ROWS, DIAGONALS, STAGE, TERMS };
static const char *const names[TERMS] = {"corners",    "edges",     "rows next to the edges",
                                         "inner rows", "diagonals", "stage of the game"};
static const int term_of[EVAL_KINDS] = {CORNERS,     CORNERS,    EDGES,      CORNERS,
                                        SECOND_ROWS, INNER_ROWS, INNER_ROWS, DIAGONALS,
                                        DIAGONALS,   DIAGONALS,  DIAGONALS};

// The row of a feature's state.
static const struct eval_row *row_of(const struct eval *e, int feature, int phase)
{
    const struct eval_kind *k = &eval_kinds[eval_kind_of(feature)];
    int states = 1;
    for (int i = 0; i < k->cells; i++)
        states *= 3;
    return &eval_tables.row[phase][k->begin + states / 2 + e->at[feature]];
}

int othello_terms(const struct othello *o, struct eval_term out[TERMS_MAX])
{
    uint64_t empty = empty_of(o->board, o->mask);
    if (~o->mask || eval_tables.problem)
        return 0;
    int ply = 60 - bit_count(empty), phase = eval_phase(ply);
    const struct eval_output *output = eval_output_at(ply);
    const int16_t *bias = eval_tables.bias[phase];
    double counts[EVAL_WIDTH], share[TERMS] = {[STAGE] = output->bias};
    struct eval e;
    eval_fresh(&e, o->board.mover, o->board.other);
    for (int k = 0; k < EVAL_WIDTH; k++) {
        int sum = bias[k];
        for (int f = 0; f < EVAL_FEATURES; f++)
            sum += row_of(&e, f, phase)->at[k];
        int term = k % EVAL_LINEAR ? eval_square(sum) : sum;
        counts[k] = sum ? (double)output->weight[k] * term / sum : 0;
        share[STAGE] += counts[k] * bias[k];
    }
    for (int f = 0; f < EVAL_FEATURES; f++)
        for (int k = 0; k < EVAL_WIDTH; k++)
            share[term_of[eval_kind_of(f)]] += counts[k] * row_of(&e, f, phase)->at[k];
    for (int t = 0; t < TERMS; t++) {
        double hundredths = share[t] * 100 / (EVAL_UNITS << EVAL_SHIFT);
        out[t] = (struct eval_term){names[t], (int)lround(hundredths)};
    }
    return TERMS;
}
