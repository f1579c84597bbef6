// SPDX-License-Identifier: MIT
// small_hot.h - the upper part of the tree of a board smaller than 8x8, above the solver.
//
// The solver (endgame_hot.c) takes a small board as it takes any, under a mask. What it lacks there
// lies in the upper half of the tree, where few nodes decide how many there are below:
//
//      empties     6x6
//      32..16      keys that are the same for all images of a position; moves ordered by a search
//                  with the 6x6 evaluation (small_eval.h), deeper the higher
//      15..12      moves ordered by the evaluation alone
//      11..        the solver
//
// It has the solver's own entry points, so the root, the threads and the lines are the same code.
#ifndef ENGINE_OTHELLO_SOLVE_SMALL_HOT_H
#define ENGINE_OTHELLO_SOLVE_SMALL_HOT_H

#include "engine/othello/solve/endgame_hot.h"

KERNEL_TABLES(const struct endgame_kernel, small);

#endif
