// SPDX-License-Identifier: MIT
// simple_hot.h - the search by hand-made evaluation as deepen() wants it; for boards other than
// 8x8.
#ifndef ENGINE_OTHELLO_SEARCH_SIMPLE_HOT_H
#define ENGINE_OTHELLO_SEARCH_SIMPLE_HOT_H

#include "engine/deepen.h"
#include "engine/kernel.h"
#include "engine/othello/board/board.h"

KERNEL_TABLES(const struct deepener, simple);

#endif
