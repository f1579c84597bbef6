// SPDX-License-Identifier: MIT
// The solver's tables: what a board's cells are worth in ordering, and how four empties are tried.
#include "engine/othello/eval/eval.h"
#include "engine/othello/eval/six_eval.h"
#include "engine/othello/solve/endgame.h"
#include "engine/othello/solve/last.h"

struct last_orders last_orders;

// How pressing it is to play in a region of this many empties: a lone cell first, then odd ones.
static int urgency(int size)
{
    return size == 1 ? 0 : size & 1 ? 1 : 2;
}

// Orders the cells in `at` (indices into `region`) by their region's parity, keeping ties.
static void order_by_parity(int count, uint8_t *at, const int region[4])
{
    int size[4] = {0}, key[4];
    for (int i = 0; i < count; i++)
        size[region[at[i]]]++;
    for (int i = 0; i < count; i++)
        key[i] = urgency(size[region[at[i]]]);
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && key[k - 1] > key[k]; k--) {
            int key_swap = key[k];
            uint8_t at_swap = at[k];
            key[k] = key[k - 1], key[k - 1] = key_swap;
            at[k] = at[k - 1], at[k - 1] = at_swap;
        }
}

void endgame_init(void)
{
    for (int index = 0; index < 64; index++) {
        int region[4] = {index & 3, index >> 2 & 3, index >> 4, 0};
        uint8_t first[4] = {0, 1, 2, 3};
        order_by_parity(4, first, region);
        for (int i = 0; i < 4; i++) {
            uint8_t *out = &last_orders.of[index][4 * i];
            int n = 1;
            out[0] = first[i];
            for (int k = 0; k < 4; k++)
                if (k != i)
                    out[n++] = first[k];
            order_by_parity(3, out + 1, region);
        }
    }
}

// What a cell is worth in ordering by its place in a quadrant, counted from the corner.
static const int8_t worth_from_corner[4][4] = {
    {36, 8, 32, 24}, {8, 4, 12, 16}, {32, 12, 28, 20}, {24, 16, 20, 0}};

void geometry_init(struct geometry *g, int width, int height)
{
    memset(g, 0, sizeof *g);
    g->shape = shape_of(width, height);
    g->cells = width * height;
    g->has_eval = g->cells == 64 && !eval_tables.problem;
    g->has_six_eval = width == 6 && height == 6 && !six_tables.problem;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int cell = y << 3 | x, right = x >= width / 2, low = y >= height / 2;
            uint64_t bit = UINT64_C(1) << cell;
            int from_side = right ? width - 1 - x : x, from_end = low ? height - 1 - y : y;
            g->quadrant[cell] = (uint8_t)(low << 1 | right);
            g->quadrant_bit[cell] = (uint8_t)(1 << g->quadrant[cell]);
            if (from_side == 0 && from_end == 0)
                g->corners |= bit;
            g->square_worth[cell] = worth_from_corner[from_end][from_side];
            for (int set = 0; set < 16; set++) {
                bool odd = set & g->quadrant_bit[cell];
                g->odd_cells[set] |= odd ? bit : 0;
                g->parity_worth[set][cell] = (int16_t)(g->square_worth[cell] + odd * WORTH_ODD);
            }
            for (int d = 0; d < 4; d++) {
                const struct othello_rays *r = &othello_tables.rays[cell];
                if (r->up[d])
                    g->neighbours[cell] |= r->up[d] & (0 - r->up[d]);
                if (r->down[d])
                    g->neighbours[cell] |= UINT64_C(1) << (63 - __builtin_clzll(r->down[d]));
            }
            g->neighbours[cell] &= g->shape.mask;
        }
    for (int n = 0; n <= 64; n++) {
        int alpha = n < 4 ? 99 : n <= 9 ? 2 * n - 2 : n <= 23 ? 2 * n : 24 + n;
        alpha -= (64 - g->cells) / 4;
        g->stability_alpha[n] = (int8_t)(alpha > 99 ? 99 : alpha);
    }
}

void solver_init(struct solver *e, const struct geometry *g, int width, int height, struct tt tt,
                 struct local_entry *local)
{
    e->geometry = g;
    e->tt = tt;
    e->key_word = othello_tables.shape_word[width][height] ^ othello_tables.endgame_word;
    e->local = local;
}
