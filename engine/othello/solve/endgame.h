// SPDX-License-Identifier: MIT
// endgame.h - solving Othello to the end: exact score, or win, draw or loss.
#ifndef ENGINE_OTHELLO_SOLVE_ENDGAME_H
#define ENGINE_OTHELLO_SOLVE_ENDGAME_H

#include "engine/game.h"

// Fills the solver's tables; called once, after othello_tables_init.
void endgame_init(void);

// Solves p among `roots`, which are legal moves and not empty, as s->limits.goal asks; reports as
// it goes. When time runs out the answer is the best so far and not marked proven.
struct thought othello_endgame_think(const struct position *p, const struct moves *roots,
                                     struct search *s);

#endif
