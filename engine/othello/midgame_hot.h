// SPDX-License-Identifier: MIT
// midgame_hot.h - the midgame search as deepen() wants it, portable and fast; 8x8 only.
#ifndef ENGINE_OTHELLO_MIDGAME_HOT_H
#define ENGINE_OTHELLO_MIDGAME_HOT_H

#include "engine/deepen.h"
#include "engine/othello/board.h"

extern const struct deepener midgame_portable, midgame_fast;

#endif
