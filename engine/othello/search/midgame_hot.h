// SPDX-License-Identifier: MIT
// midgame_hot.h - the midgame search as deepen() wants it, in every form; 8x8 only.
#ifndef ENGINE_OTHELLO_SEARCH_MIDGAME_HOT_H
#define ENGINE_OTHELLO_SEARCH_MIDGAME_HOT_H

#include "engine/deepen.h"
#include "engine/kernel.h"
#include "engine/othello/board/board.h"

KERNEL_TABLES(const struct deepener, midgame);

#endif
