// SPDX-License-Identifier: MIT
#ifndef ENGINE_OTHELLO_EVAL_TERMS_H
#define ENGINE_OTHELLO_EVAL_TERMS_H

#include "engine/game.h"
#include "engine/othello/board/board.h"

// What the parts of an 8x8 board add to its evaluation (game.h, terms); none on other boards.
int othello_terms(const struct othello *o, struct eval_term out[TERMS_MAX]);

#endif
