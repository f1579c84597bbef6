// SPDX-License-Identifier: MIT
#include "engine/gomoku/eval.h"

#include <stdlib.h>

int eval_traits_plain(traits mine, traits theirs)
{
    int in[2 * TRAITS], value = 0;
    for (int k = 0; k < 2 * TRAITS; k++) {
        int x = k < TRAITS ? (int16_t)(mine[k] + gomoku_trait_bias[0][k])
                           : (int16_t)(theirs[k - TRAITS] + gomoku_trait_bias[1][k - TRAITS]);
        in[k] = x < 0 ? 0 : x > TRAIT_ONE ? TRAIT_ONE : x;
    }
    for (int i = 0; i < HIDDEN; i++) {
        int sum = gomoku_hidden_bias[i];
        for (int k = 0; k < 2 * TRAITS; k++)
            sum += in[k] * gomoku_hidden[k / 2][i][k % 2];
        sum >>= 8;
        value += (sum < 0 ? 0 : sum > INT16_MAX ? INT16_MAX : sum) * gomoku_out[i];
    }
    return value / (TRAIT_ONE * OUT_ONE);
}

int eval_renju(const struct field *f)
{
    const uint32_t *rows = f->barred[f->now - f->frames].forbidden;
    uint64_t worth[2] = {f->now->worth[FIRST], f->now->worth[SECOND]};
    traits trait[2] = {f->now->trait[FIRST], f->now->trait[SECOND]};
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = rows[y]; row;) {
            uint64_t word = field_cell(f, FIRST, move_at(bit_take(&row), y));
            worth[FIRST] -= word;
            trait[FIRST] -= gomoku_trait[cell_kind(word)];
        }
    int me = f->to_move;
    return eval_sums(f, worth[me], worth[me ^ 1], trait[me], trait[me ^ 1]);
}

// The empty cells nearest to the middle: where a board without stones is begun.
static int middle_cells(const struct field *f, move *out)
{
    int n = 0, middle = f->size / 2;
    for (int ring = 0; n == 0 && ring <= middle; ring++)
        for (int y = 0; y < f->size; y++)
            for (uint64_t row = f->empty[y] & ~field_barred(f, y); row;) {
                int x = bit_take(&row);
                if (abs(x - middle) <= ring && abs(y - middle) <= ring)
                    out[n++] = move_at(x, y);
            }
    return n;
}

int eval_candidates(const struct field *f, move *out)
{
    int n = 0;
    uint32_t near[GOMOKU_SIZE_MAX];
    field_near(f, near);
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = near[y] & ~field_barred(f, y); row;)
            out[n++] = move_at(bit_take(&row), y);
    return n ? n : middle_cells(f, out);
}

int eval_remote(const struct field *f, move *out)
{
    int n = 0;
    uint32_t near[GOMOKU_SIZE_MAX], any = 0;
    field_near(f, near);
    for (int y = 0; y < f->size; y++)
        any |= near[y] & ~field_barred(f, y);
    if (!any) { // the cells in the middle stand for those near stones
        move middle[CELLS_MAX];
        for (int i = middle_cells(f, middle); i-- > 0;)
            near[move_y(middle[i])] |= (uint32_t)1 << move_x(middle[i]);
    }
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y] & ~near[y] & ~field_barred(f, y); row;)
            out[n++] = move_at(bit_take(&row), y);
    return n;
}
