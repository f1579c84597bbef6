// SPDX-License-Identifier: MIT
// symmetry.h - the images of a move under the symmetries of a board.
//
// A symmetry is a number, the same for all games: bit 0 swaps left and right, bit 1 top and bottom,
// and then bit 2 rows and columns, on square boards only.
#ifndef ENGINE_SYMMETRY_H
#define ENGINE_SYMMETRY_H

#include "engine/game.h"

// The image of a move; one that is not a cell stays what it is.
static inline move move_image(move m, int width, int height, int symmetry)
{
    int x = move_x(m), y = move_y(m);
    if (!move_is_cell(m))
        return m;
    if (symmetry & 1)
        x = width - 1 - x;
    if (symmetry & 2)
        y = height - 1 - y;
    return symmetry & 4 ? move_at(y, x) : move_at(x, y);
}

// The move whose image this is.
static inline move move_image_back(move m, int width, int height, int symmetry)
{
    int x = move_x(m), y = move_y(m);
    if (!move_is_cell(m))
        return m;
    if (symmetry & 4) {
        int swap = x;
        x = y;
        y = swap;
    }
    if (symmetry & 1)
        x = width - 1 - x;
    if (symmetry & 2)
        y = height - 1 - y;
    return move_at(x, y);
}

#endif
