// SPDX-License-Identifier: MIT
// lines.h - the stones of a board along its lines, as the pattern tables read them.
//
// Four sets of lines, two bits a cell with five cells of wall at either end, so that the ten
// neighbours of a cell along a line are one shift away (pattern.h):
//
//      line[0][y]           rows,       position x        line[2][x - y + 31]  falling, position x
//      line[1][x]           columns,    position y        line[3][x + y]       rising,  position x
//
//      bit  0        10                    10 + 2 size      64
//           | walls  | cell 0, cell 1 ...  | walls ...      |
#ifndef ENGINE_GOMOKU_LINES_H
#define ENGINE_GOMOKU_LINES_H

#include "engine/gomoku/board.h"
#include "engine/gomoku/pattern.h"

enum { LINES_EACH = 64 };

// From a cell to the next along each direction.
static const int lines_step[4] = {1, 32, 33, -31};

static inline int lines_index(int d, int x, int y)
{
    return d == 0 ? y : d == 1 ? x : d == 2 ? x - y + 31 : x + y;
}

static inline int lines_place(int d, int x, int y)
{
    return d == 1 ? y : x;
}

// The ten neighbours of a cell, which itself lies at bit 10, as gomoku_line wants them.
static inline uint32_t lines_neighbours(uint64_t around)
{
    return (uint32_t)((around & 0x3ff) | (around >> 2 & 0xffc00));
}

// The same for the cell at place q of a line.
static inline uint32_t lines_around(uint64_t line, int q)
{
    return lines_neighbours(line >> (2 * q));
}

// A line turned until place q lies at bit 20. Shifted right by 2 n, n up to 10, the cell n - 5 away
// from q then lies at bit 10; what was turned over the end is further away than it sees.
static inline uint64_t lines_turned(uint64_t line, int q)
{
    unsigned by = (unsigned)(2 * q - 10) & 63;
    return line >> by | line << (-by & 63);
}

// Sets the lines up from a position.
void lines_set(uint64_t line[4][LINES_EACH], const struct gomoku *b);

// Puts a stone of `side` on an empty cell, or takes it off again.
static inline void lines_toggle(uint64_t line[4][LINES_EACH], int side, move m)
{
    int x = move_x(m), y = move_y(m);
    for (int d = 0; d < 4; d++)
        line[d][lines_index(d, x, y)] ^= (uint64_t)(side + 1) << (2 * lines_place(d, x, y) + 10);
}

// What a stone of either side would make on an empty cell, in the four directions (pattern.h).
static inline uint32_t lines_code(uint64_t line[4][LINES_EACH], const uint8_t *patterns, move m)
{
    int x = move_x(m), y = move_y(m);
    uint32_t code = 0;
    for (int d = 0; d < 4; d++) {
        uint32_t around = lines_around(line[d][lines_index(d, x, y)], lines_place(d, x, y));
        code = code_with(code, d, patterns[around]);
    }
    return code;
}

#endif
