// SPDX-License-Identifier: MIT
#include "engine/othello/board/board.h"

#include "engine/othello/board/stability.h"
#include "engine/rng.h"

struct othello_tables othello_tables;

// Bits a step along each line moves: row, column, two diagonals; and the same in columns.
static const int step_bits[4] = {1, 8, 7, 9}, step_columns[4] = {1, 0, -1, 1};

static void fill_rays(void)
{
    for (int cell = 0; cell < 64; cell++) {
        othello_tables.bit[cell] = UINT64_C(1) << cell;
        for (int d = 0; d < 4; d++)
            for (int sense = -1; sense <= 1; sense += 2) {
                uint64_t ray = 0;
                int at = cell, x = cell & 7;
                for (;;) {
                    at += sense * step_bits[d];
                    x += sense * step_columns[d];
                    if (at < 0 || at > 63 || x < 0 || x > 7)
                        break;
                    ray |= UINT64_C(1) << at;
                }
                struct othello_rays *r = &othello_tables.rays[cell];
                *(sense > 0 ? &r->up[d] : &r->down[d]) = ray;
                othello_tables.line[cell][d] |= ray;
            }
    }
}

static void fill_keys(void)
{
    struct rng r = {0x6f7468656c6c6f}; // "othello"
    for (int owner = 0; owner < 2; owner++)
        for (int y = 0; y < 8; y++) {
            uint64_t cell[8];
            for (int x = 0; x < 8; x++)
                cell[x] = rng_next(&r);
            for (int discs = 1; discs < 256; discs++)
                othello_tables.zobrist[owner][y][discs] =
                    othello_tables.zobrist[owner][y][discs & (discs - 1)] ^
                    cell[bit_first((uint64_t)discs)];
        }
    othello_tables.side_word = rng_next(&r);
    othello_tables.endgame_word = rng_next(&r);
    for (int w = 0; w < 9; w++)
        for (int h = 0; h < 9; h++)
            othello_tables.shape_word[w][h] = rng_next(&r);
}

// Flips when the last empty cell of a line is filled: runs of the other side's discs between it and
// the mover's nearest disc, in both senses.
static void fill_flips(void)
{
    for (int place = 0; place < 8; place++)
        for (int discs = 0; discs < 256; discs++) {
            int up = discs >> (place + 1), down = discs & ((1 << place) - 1), n = 0;
            if (up)
                n += bit_first((uint64_t)up);
            if (down)
                n += place - 1 - (31 - __builtin_clz((unsigned)down));
            othello_tables.flips[place][discs] = (uint8_t)n;
        }
}

void othello_tables_init(void)
{
    memset(othello_tables.line, 0, sizeof othello_tables.line);
    fill_rays();
    fill_keys();
    fill_flips();
    stability_init();
}
