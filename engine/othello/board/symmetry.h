// SPDX-License-Identifier: MIT
// symmetry.h - a board's symmetries, by which up to eight positions are one.
//
// A symmetry is a number: bit 0 swaps left and right, bit 1 top and bottom, and then bit 2 rows and
// columns, on square boards only.
#ifndef ENGINE_OTHELLO_BOARD_SYMMETRY_H
#define ENGINE_OTHELLO_BOARD_SYMMETRY_H

#include "engine/othello/board/stability.h"

// Left and right swapped: the bits of each row in reverse, moved back to the left edge.
static inline uint64_t swap_sides(uint64_t set, const struct shape *s)
{
    set = (set >> 1 & 0x5555555555555555) | (set & 0x5555555555555555) << 1;
    set = (set >> 2 & 0x3333333333333333) | (set & 0x3333333333333333) << 2;
    set = (set >> 4 & 0x0f0f0f0f0f0f0f0f) | (set & 0x0f0f0f0f0f0f0f0f) << 4;
    return set >> (8 - s->width);
}

// Top and bottom swapped.
static inline uint64_t swap_ends(uint64_t set, const struct shape *s)
{
    return __builtin_bswap64(set) >> 8 * (8 - s->height);
}

// Rows and columns swapped: blocks of 1, 2 and 4 change places across the diagonal.
static inline uint64_t swap_axes(uint64_t set)
{
    uint64_t t = (set ^ set >> 7) & 0x00aa00aa00aa00aa;
    set ^= t ^ t << 7;
    t = (set ^ set >> 14) & 0x0000cccc0000cccc;
    set ^= t ^ t << 14;
    t = (set ^ set >> 28) & 0x00000000f0f0f0f0;
    return set ^ t ^ t << 28;
}

// The image of a cell; anything that is no cell stays what it is.
static inline int image_of(int cell, const struct shape *s, int symmetry)
{
    int x = cell & 7, y = cell >> 3;
    if (cell > 63)
        return cell;
    if (symmetry & 1)
        x = s->width - 1 - x;
    if (symmetry & 2)
        y = s->height - 1 - y;
    return symmetry & 4 ? x << 3 | y : y << 3 | x;
}

// The cell whose image this is; anything that is no cell of the board stays what it is.
static inline int image_back(int cell, const struct shape *s, int symmetry)
{
    int x = cell & 7, y = cell >> 3;
    if (x >= s->width || y >= s->height)
        return cell;
    if (symmetry & 4) {
        int swap = x;
        x = y;
        y = swap;
    }
    if (symmetry & 1)
        x = s->width - 1 - x;
    if (symmetry & 2)
        y = s->height - 1 - y;
    return y << 3 | x;
}

// The first of a position's images in the order of its sets as numbers, and by which symmetry.
static inline struct board first_image(struct board b, const struct shape *s, int *symmetry)
{
    struct board first = b;
    int count = s->width == s->height ? 8 : 4;
    uint64_t mover[8], other[8];
    *symmetry = 0;
    mover[0] = b.mover, other[0] = b.other;
    mover[1] = swap_sides(b.mover, s), other[1] = swap_sides(b.other, s);
    for (int i = 0; i < 2; i++) {
        mover[i + 2] = swap_ends(mover[i], s);
        other[i + 2] = swap_ends(other[i], s);
    }
    for (int i = 0; i < 4; i++) {
        mover[i + 4] = swap_axes(mover[i]);
        other[i + 4] = swap_axes(other[i]);
    }
    for (int i = 1; i < count; i++)
        if (mover[i] < first.mover || (mover[i] == first.mover && other[i] < first.other)) {
            first = (struct board){mover[i], other[i]};
            *symmetry = i;
        }
    return first;
}

#endif
