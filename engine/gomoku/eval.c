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

// The cells of a row that black may not play on, whoever is to move.
static uint32_t forbidden(const struct field *f, int y)
{
    return f->rule == GOMOKU_RENJU ? f->barred[f->now - f->frames].forbidden[y] : 0;
}

// The sums of both sides without what is forbidden.
static void allowed_sums(const struct field *f, uint64_t worth[2], traits trait[2])
{
    for (int side = 0; side < 2; side++) {
        worth[side] = f->now->worth[side];
        trait[side] = f->now->trait[side];
    }
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = forbidden(f, y); row;) {
            uint64_t word = field_cell(f, FIRST, move_at(bit_take(&row), y));
            worth[FIRST] -= word;
            trait[FIRST] -= gomoku_trait[cell_kind(word)];
        }
}

int eval_renju(const struct field *f)
{
    uint64_t worth[2];
    traits trait[2];
    int me = f->to_move;
    allowed_sums(f, worth, trait);
    return eval_sums(f, worth[me], worth[me ^ 1], trait[me], trait[me ^ 1]);
}

// What people call the parts: the cells by the strongest shape a stone there would make, the
// mover's first.
enum { PART_FOURS, PART_THREES, PART_TWOS, PARTS, THREATS = 2 * PARTS, NETWORK, TERMS };
static const char *const names[TERMS] = {
    "own fours",  "own threes",        "own twos and ones",    "the other's fours",
    "... threes", "... twos and ones", "threats on the board", "shapes together"};

// Which part a cell belongs to.
static int part_of(uint64_t word)
{
    int class = cell_class(word);
    return class >= CLASS_FOUR            ? PART_FOURS
           : class >= CLASS_THREE_BLOCKED ? PART_THREES
                                          : PART_TWOS;
}

int eval_terms(const struct field *f, struct eval_term out[TERMS_MAX])
{
    const int me = f->to_move;
    uint64_t worth[2];
    traits trait[2];
    allowed_sums(f, worth, trait);
    for (int i = 0; i < TERMS; i++)
        out[i] = (struct eval_term){names[i], 0};
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y]; row;) {
            int x = bit_take(&row);
            bool barred = forbidden(f, y) >> x & 1;
            uint64_t own = field_cell(f, me, move_at(x, y));
            uint64_t other = field_cell(f, me ^ 1, move_at(x, y));
            if (!(barred && me == FIRST))
                out[part_of(own)].value += worth_moving(own);
            if (!(barred && me == SECOND))
                out[PARTS + part_of(other)].value -= worth_waiting(other);
        }
    out[THREATS].value = gomoku_situation_weight[eval_situation(f)];
    out[NETWORK].value = eval_traits(trait[me], trait[me ^ 1]);
    return TERMS;
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
