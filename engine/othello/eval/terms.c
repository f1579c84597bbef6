// SPDX-License-Identifier: MIT
// terms.c - which parts of the board make up the evaluation, for people.
//
// A sum s of rows r counts as s, or as s * s: the latter is the sum of r * s, so each row has a share
// of it, and the shares of all rows add up to the value.
#include <math.h>

#include "engine/othello/eval/eval.h"
#include "engine/othello/eval/terms.h"

// What people call the kinds of features, in the order of eval_kinds.
enum { CORNERS, EDGES, SECOND_ROWS, INNER_ROWS, DIAGONALS, MOBILITY, STAGE, TERMS };
static const char *const names[TERMS] = {"corners",          "edges",     "rows next to the edges",
                                         "inner rows",       "diagonals", "mobility",
                                         "stage of the game"};
static const int term_of[EVAL_KINDS] = {CORNERS,     CORNERS,    EDGES,      CORNERS,
                                        SECOND_ROWS, INNER_ROWS, INNER_ROWS, DIAGONALS,
                                        DIAGONALS,   DIAGONALS,  DIAGONALS};

// What people call the row at a place of eval_states.
static int term_at(int place)
{
    return place < EVAL_FEATURES ? term_of[eval_kind_of(place)] : MOBILITY;
}

int othello_terms(const struct othello *o, struct eval_term out[TERMS_MAX])
{
    uint64_t empty = empty_of(o->board, o->mask);
    if (~o->mask || eval_tables.problem)
        return 0;
    int ply = 60 - bit_count(empty), phase = eval_phase(ply);
    const struct eval_output *output = eval_output_at(ply);
    const int16_t *bias = eval_tables.bias[phase];
    const struct eval_row *row = eval_tables.row[phase];
    double counts[EVAL_WIDTH], share[TERMS] = {[STAGE] = output->bias};
    struct eval e;
    int state[EVAL_ROWS];
    eval_fresh(&e, o->board.mover, o->board.other);
    eval_states(&e, o->board, state);
    for (int k = 0; k < EVAL_WIDTH; k++) {
        int sum = bias[k];
        for (int i = 0; i < EVAL_ROWS; i++)
            sum += row[state[i]].at[k];
        int term = k % EVAL_LINEAR ? eval_square(sum) : sum;
        counts[k] = sum ? (double)output->weight[k] * term / sum : 0;
        share[STAGE] += counts[k] * bias[k];
    }
    for (int i = 0; i < EVAL_ROWS; i++)
        for (int k = 0; k < EVAL_WIDTH; k++)
            share[term_at(i)] += counts[k] * row[state[i]].at[k];
    for (int t = 0; t < TERMS; t++) {
        double hundredths = share[t] * 100 / (EVAL_UNITS << EVAL_SHIFT);
        out[t] = (struct eval_term){names[t], (int)lround(hundredths)};
    }
    return TERMS;
}
