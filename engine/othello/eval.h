// SPDX-License-Identifier: MIT
// eval.h - what a position is worth before its end is in sight.
#ifndef ENGINE_OTHELLO_EVAL_H
#define ENGINE_OTHELLO_EVAL_H

#include "engine/othello/board.h"

// The expected result in hundredths of a disc from the mover's side; exact for a finished game.
int othello_evaluate(const struct othello *o);

#endif
