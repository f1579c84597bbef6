// SPDX-License-Identifier: MIT
#include "engine/gomoku/view.h"

enum { HALVES_ALL = 1 << 2 * VIEW_REACH, WALL = 3 };

struct view_tables view_tables;

// A half line, near cell at the low end, without what is hidden: a wall stands for the second
// colour, and there is nothing behind a wall.
static uint32_t seen_part(uint32_t half)
{
    uint32_t colour = 0, seen = 0;
    for (int i = 0; i < VIEW_REACH; i++) {
        uint32_t cell = half >> (2 * i) & 3;
        if (cell == WALL || (cell && colour && cell != colour))
            return seen | (uint32_t)WALL << (2 * i);
        colour |= cell;
        seen |= cell << (2 * i);
    }
    return seen;
}

// The half line as the other side sees it.
static uint32_t exchanged(uint32_t half)
{
    return (half & 0x55) << 1 | (half >> 1 & 0x55);
}

// The half line with its near cell at the other end.
static uint32_t turned(uint32_t half)
{
    uint32_t out = 0;
    for (int i = 0; i < VIEW_REACH; i++)
        out |= (half >> (2 * i) & 3) << (2 * (VIEW_REACH - 1 - i));
    return out;
}

// True when no stone is in the part that is seen.
static bool is_vacant(uint32_t half)
{
    return ((half ^ half >> 1) & 0x55) == 0;
}

void view_init(void)
{
    struct view_tables *t = &view_tables;
    uint8_t number[HALVES_ALL];
    uint32_t half[VIEW_HALVES];
    uint8_t halves = 0;
    uint16_t lines = 0;
    for (uint32_t h = 0; h < HALVES_ALL; h++)
        if (seen_part(h) == h) {
            half[halves] = h;
            number[h] = halves++;
        }
    for (uint32_t h = 0; h < HALVES_ALL; h++) {
        uint8_t first = number[seen_part(h)], second = number[seen_part(exchanged(h))];
        t->half[FIRST][0][h] = t->half[FIRST][1][turned(h)] = first;
        t->half[SECOND][0][h] = t->half[SECOND][1][turned(h)] = second;
    }
    for (int a = 0; a < VIEW_HALVES; a++)
        for (int b = a; b < VIEW_HALVES; b++)
            t->line[a][b] = t->line[b][a] = lines++;
    for (int a = 0; a < VIEW_HALVES; a++)
        for (int b = a; b < VIEW_HALVES; b++) {
            uint8_t other_a = t->half[SECOND][0][half[a]], other_b = t->half[SECOND][0][half[b]];
            t->exchanged[t->line[a][b]] = t->line[other_a][other_b];
            t->vacant[t->line[a][b]] = is_vacant(half[a]) && is_vacant(half[b]);
        }
}
