// SPDX-License-Identifier: MIT
// view.h - what an empty cell sees along a line, numbered.
//
// A line of nine cells is looked at from the empty cell in its middle. What lies behind a wall, or
// behind stones of both colours, matters to nobody, so a half of a line has 57 states:
//
//       near . . . far        four cells, each empty or of one colour: 31
//       near . |              fewer, ended by a wall or by the second colour: 26
//
// and a line, which looks the same from either end, 57 * 58 / 2 = 1653. The policy and the value
// network have a row of numbers for each.
#ifndef ENGINE_GOMOKU_VIEW_H
#define ENGINE_GOMOKU_VIEW_H

#include "engine/gomoku/lines.h"

enum {
    VIEW_REACH = 4,
    VIEW_HALVES = 57,
    VIEW_STATES = VIEW_HALVES * (VIEW_HALVES + 1) / 2,
};

// Filled once by view_init, constant afterwards.
extern struct view_tables {
    // The state of a half line by its bits, as either side sees it: with the near cell at the low
    // end [0] or at the high one [1]; and of a line by those of its halves.
    uint8_t half[2][2][1 << 2 * VIEW_REACH];
    uint16_t line[VIEW_HALVES][64];
    uint16_t exchanged[VIEW_STATES]; // the state that the other side sees
    bool vacant[VIEW_STATES];        // no stone is seen
} view_tables;

// Numbers the states; called once.
void view_init(void);

// What a cell sees along a line, as `side` does; the cell itself lies at bit 10.
static inline int view_around(uint64_t around, int side)
{
    uint8_t left = view_tables.half[side][1][around >> 2 & 0xff];
    return view_tables.line[left][view_tables.half[side][0][around >> 12 & 0xff]];
}

// The same for the cell at a place of a line.
static inline int view_along(uint64_t line, int place, int side)
{
    return view_around(line >> (2 * place), side);
}

// The same for a cell of the board along direction d.
static inline int view_at(const uint64_t line[4][LINES_EACH], int side, int x, int y, int d)
{
    return view_along(line[d][lines_index(d, x, y)], lines_place(d, x, y), side);
}

#endif
