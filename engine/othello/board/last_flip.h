// SPDX-License-Identifier: MIT
// last_flip.h - how many discs the last move of a full board flips.
//
// With one empty cell left the other side's discs are all that is not ours, so our own discs on
// each of the four lines tell the flips by a lookup: othello_tables.flips[place on the
// line][discs]. The cell's own bit is left out of the line mask and reads as not ours.
//
// On a smaller board the cells beyond the edge are nobody's: a run must not be taken to reach a
// disc across them, and does not, since no disc of ours lies there.
#ifndef ENGINE_OTHELLO_BOARD_LAST_FLIP_H
#define ENGINE_OTHELLO_BOARD_LAST_FLIP_H

#include "engine/othello/board/stability.h"

// Rows and columns are read as they lie; a diagonal is squeezed into a row by column (each column
// holds one of its cells), so its place is the column too.
static inline int last_flip_count(int cell, uint64_t mover)
{
    const uint8_t(*flips)[256] = othello_tables.flips;
    const uint64_t *line = othello_tables.line[cell];
    int x = cell & 7, y = cell >> 3;
    unsigned column = file_bits(mover, x);
    unsigned falling = (unsigned)((mover & line[3]) * 0x0101010101010101u >> 56);
    unsigned rising = (unsigned)((mover & line[2]) * 0x0101010101010101u >> 56);
    return flips[x][mover >> (8 * y) & 255] + flips[y][column] + flips[x][falling] +
           flips[x][rising];
}

#endif
