// SPDX-License-Identifier: MIT
#include "engine/gomoku/lines.h"

// The two bits a cell stands for.
static uint64_t bits_of(const struct gomoku *b, int x, int y)
{
    if (b->stones[FIRST][y] >> x & 1)
        return 1;
    if (b->stones[SECOND][y] >> x & 1)
        return 2;
    return b->blocked[y] >> x & 1 ? 3 : 0;
}

void lines_set(uint64_t line[4][LINES_EACH], const struct gomoku *b)
{
    memset(line, 0xff, 4 * sizeof *line);
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < 4; d++) {
                uint64_t *at = &line[d][lines_index(d, x, y)];
                int shift = 2 * lines_place(d, x, y) + 10;
                *at = (*at & ~((uint64_t)3 << shift)) | bits_of(b, x, y) << shift;
            }
}
