// SPDX-License-Identifier: MIT
// midgame.h - thinking while the end is out of reach.
#ifndef ENGINE_OTHELLO_SEARCH_MIDGAME_H
#define ENGINE_OTHELLO_SEARCH_MIDGAME_H

#include "engine/game.h"

// Thinks about p among `roots`, which are legal moves and not empty; reports as it goes.
struct thought othello_midgame_think(const struct position *p, const struct moves *roots,
                                     struct search *s);

#endif
