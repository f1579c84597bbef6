// SPDX-License-Identifier: MIT
#include "engine/gomoku/eval.h"

#include <stdlib.h>

// What people call the parts: the cells by the strongest shape a stone there would make, the
// mover's and the other's.
enum { PART_TWOS, PART_THREES, PART_FOURS, PARTS };
enum { TURN, TWOS, THREATS = TWOS + 2 * PARTS, TERMS };
static const char *const names[TERMS] = {
    "having the move",    "own twos",  "the other's twos",  "own threes",
    "the other's threes", "own fours", "the other's fours", "threats on the board"};

// Which part a cell belongs to.
static int part_of(const struct field *f, int side, move m)
{
    int class = cell_class(field_cell(f, side, m));
    return class >= CLASS_FOUR            ? PART_FOURS
           : class >= CLASS_THREE_BLOCKED ? PART_THREES
                                          : PART_TWOS;
}

// Adds the cells of a part to one side's sums.
static void add_part(const struct field *f, int side, int part, int sum[NETWORK_WIDE])
{
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y] & ~field_forbidden(f, side, y); row;) {
            int x = bit_take(&row), cell[NETWORK_WIDE];
            if (part_of(f, side, move_at(x, y)) != part)
                continue;
            network_cell(f, side, x, y, cell);
            for (int i = 0; i < NETWORK_WIDE; i++)
                sum[i] += cell[i];
        }
}

// A part is worth what the value changes when it is added to those before it, the weakest first.
int eval_terms(const struct field *f, struct eval_term out[TERMS_MAX])
{
    const int me = f->to_move, stage = network_stage(f);
    int sum[2][NETWORK_WIDE] = {{0}}, before = 0;
    for (int i = 0; i < TERMS; i++) {
        if (i >= TWOS && i < THREATS)
            add_part(f, (i - TWOS) % 2 ? me ^ 1 : me, (i - TWOS) / 2,
                     sum[(i - TWOS) % 2 ? me ^ 1 : me]);
        int v = network_weigh(sum, me, i == THREATS ? field_situation(f) : 0, stage);
        out[i] = (struct eval_term){names[i], v - before};
        before = v;
    }
    return TERMS;
}

int eval_middle(const struct field *f, int least, move *out)
{
    int n = 0, middle = f->size / 2;
    for (int ring = 0; n < least && ring <= middle; ring++) {
        n = 0;
        for (int y = 0; y < f->size; y++)
            for (uint64_t row = f->empty[y] & ~field_barred(f, y); row;) {
                int x = bit_take(&row);
                if (abs(x - middle) <= ring && abs(y - middle) <= ring)
                    out[n++] = move_at(x, y);
            }
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
    return n ? n : eval_middle(f, 1, out);
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
        for (int i = eval_middle(f, 1, middle); i-- > 0;)
            near[move_y(middle[i])] |= (uint32_t)1 << move_x(middle[i]);
    }
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y] & ~near[y] & ~field_barred(f, y); row;)
            out[n++] = move_at(bit_take(&row), y);
    return n;
}
