// SPDX-License-Identifier: MIT
#include "engine/othello/eval/six_eval.h"

#include <string.h>

#include "engine/othello/board/symmetry.h"
#include "engine/checksum.h"
#include "engine/othello/eval/weights.h"

// The shapes, drawn from the corner a1 (1 = lowest digit):
//
//    edge           corner   block       triangle   rows 2 and 3   diagonal
//    2 3 4 5 6 7    1 2 3    1 2 3 4 5   1 2 3 4    across the     a1-f6
//    . 1 . . 8 .    4 5 6    6 7 8 9 10  5 6 7      whole board
//                   7 8 9                8 9
//                                        10
const struct six_kind six_kinds[SIX_KINDS] = {
    {SIX_EDGE, 8, {9, 0, 1, 2, 3, 4, 5, 12}},
    {SIX_CORNER, 9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},
    {SIX_BLOCK, 10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},
    {SIX_TRIANGLE, 10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}},
    {SIX_ROW2, 6, {8, 9, 10, 11, 12, 13}},
    {SIX_ROW3, 6, {16, 17, 18, 19, 20, 21}},
    {SIX_DIAGONAL, 6, {0, 9, 18, 27, 36, 45}},
};

static const char SIX_MAGIC[8] = {'O', 'F', 'W', 'S', 'M', 'A', 'L', '2'};

_Static_assert(sizeof six_tables.bias + sizeof six_tables.weight == SIX_FILE_SIZE - SIX_HEADER,
               "a file is a header and the tables");

struct six_tables six_tables;

// Lays out the features of all kinds: a kind's images under the symmetries, each set of cells once.
static void place_features(void)
{
    const struct shape board = shape_of(6, 6);
    int feature = 0;
    memset(six_tables.cell, 0, sizeof six_tables.cell);
    for (int kind = 0; kind < SIX_KINDS; kind++) {
        const struct six_kind *k = &six_kinds[kind];
        uint64_t seen[8];
        int count = 0;
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            uint64_t set = 0;
            bool again = false;
            for (int i = 0; i < k->cells; i++)
                set |= UINT64_C(1) << image_of(k->cell[i], &board, symmetry);
            for (int i = 0; i < count; i++)
                again |= seen[i] == set;
            if (again)
                continue;
            seen[count++] = set;
            int16_t power = 1;
            for (int i = 0; i < k->cells; i++, power = (int16_t)(3 * power))
                six_tables.cell[image_of(k->cell[i], &board, symmetry)].at[feature] = power;
            six_tables.kind_of[feature++] = kind;
        }
    }
}

bool six_eval_load(const uint8_t *bytes, size_t length, const char **why)
{
    const size_t bias = sizeof six_tables.bias;
    uint64_t sum;
    if (length != SIX_FILE_SIZE) {
        *why = "the 6x6 weights have another size";
        return false;
    }
    if (memcmp(bytes, SIX_MAGIC, sizeof SIX_MAGIC) != 0) {
        *why = "the 6x6 weights are of another version";
        return false;
    }
    memcpy(&sum, bytes + sizeof SIX_MAGIC, sizeof sum);
    if (sum != checksum_of(bytes + SIX_HEADER, length - SIX_HEADER)) {
        *why = "the 6x6 weights are damaged: the checksum differs";
        return false;
    }
    memcpy(six_tables.bias, bytes + SIX_HEADER, bias);
    memcpy(six_tables.weight, bytes + SIX_HEADER + bias, sizeof six_tables.weight);
    six_tables.problem = NULL;
    return true;
}

void six_eval_save(uint8_t *bytes, const int16_t bias[SIX_PLIES + 1],
                   const int8_t weight[SIX_PHASES][SIX_STATES])
{
    uint8_t *at = bytes + SIX_HEADER;
    memcpy(bytes, SIX_MAGIC, sizeof SIX_MAGIC);
    memcpy(at, bias, sizeof six_tables.bias);
    memcpy(at + sizeof six_tables.bias, weight, sizeof six_tables.weight);
    uint64_t sum = checksum_of(at, SIX_FILE_SIZE - SIX_HEADER);
    memcpy(bytes + sizeof SIX_MAGIC, &sum, sizeof sum);
}

void six_eval_init(void)
{
    place_features();
    six_eval_load(six_weights_begin, (size_t)(six_weights_end - six_weights_begin),
                  &six_tables.problem);
}
