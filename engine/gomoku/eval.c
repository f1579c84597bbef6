// SPDX-License-Identifier: MIT
#include "engine/gomoku/eval.h"

#include <stdlib.h>

// The empty cells nearest to the middle: where a board without stones is begun.
static int middle_cells(const struct field *f, move *out)
{
    int n = 0, middle = f->size / 2;
    for (int ring = 0; n == 0 && ring <= middle; ring++)
        for (int y = 0; y < f->size; y++)
            for (uint64_t row = f->empty[y]; row;) {
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
        for (uint64_t row = near[y]; row;)
            out[n++] = move_at(bit_take(&row), y);
    return n ? n : middle_cells(f, out);
}
