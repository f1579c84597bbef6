// SPDX-License-Identifier: MIT
#include "engine/othello/eval/small_eval.h"

#include <string.h>

#include "engine/othello/board/symmetry.h"
#include "engine/othello/eval/checksum.h"
#include "engine/othello/eval/weights.h"

// The shapes, drawn from the corner a1 (1 = lowest digit):
//
//    edge           corner   block       triangle   rows 2 and 3   diagonal
//    2 3 4 5 6 7    1 2 3    1 2 3 4 5   1 2 3 4    across the     a1-f6
//    . 1 . . 8 .    4 5 6    6 7 8 9 10  5 6 7      whole board
//                   7 8 9                8 9
//                                        10
const struct small_kind small_kinds[SMALL_KINDS] = {
    {SMALL_EDGE, 8, {9, 0, 1, 2, 3, 4, 5, 12}},
    {SMALL_CORNER, 9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},
    {SMALL_BLOCK, 10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},
    {SMALL_TRIANGLE, 10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}},
    {SMALL_ROW2, 6, {8, 9, 10, 11, 12, 13}},
    {SMALL_ROW3, 6, {16, 17, 18, 19, 20, 21}},
    {SMALL_DIAGONAL, 6, {0, 9, 18, 27, 36, 45}},
};

static const char SMALL_MAGIC[8] = {'O', 'F', 'W', 'S', 'M', 'A', 'L', '2'};

_Static_assert(sizeof small_tables.bias + sizeof small_tables.weight ==
                   SMALL_FILE_SIZE - SMALL_HEADER,
               "a file is a header and the tables");

struct small_tables small_tables;

// Lays out the features of all kinds: a kind's images under the symmetries, each set of cells once.
static void place_features(void)
{
    const struct shape board = shape_of(6, 6);
    int feature = 0;
    memset(small_tables.cell, 0, sizeof small_tables.cell);
    for (int kind = 0; kind < SMALL_KINDS; kind++) {
        const struct small_kind *k = &small_kinds[kind];
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
                small_tables.cell[image_of(k->cell[i], &board, symmetry)].at[feature] = power;
            small_tables.kind_of[feature++] = kind;
        }
    }
}

bool small_eval_load(const uint8_t *bytes, size_t length, const char **why)
{
    const size_t bias = sizeof small_tables.bias;
    uint64_t sum;
    if (length != SMALL_FILE_SIZE) {
        *why = "the 6x6 weights have another size";
        return false;
    }
    if (memcmp(bytes, SMALL_MAGIC, sizeof SMALL_MAGIC) != 0) {
        *why = "the 6x6 weights are of another version";
        return false;
    }
    memcpy(&sum, bytes + sizeof SMALL_MAGIC, sizeof sum);
    if (sum != checksum_of(bytes + SMALL_HEADER, length - SMALL_HEADER)) {
        *why = "the 6x6 weights are damaged: the checksum differs";
        return false;
    }
    memcpy(small_tables.bias, bytes + SMALL_HEADER, bias);
    memcpy(small_tables.weight, bytes + SMALL_HEADER + bias, sizeof small_tables.weight);
    small_tables.problem = NULL;
    return true;
}

void small_eval_save(uint8_t *bytes, const int16_t bias[SMALL_PLIES + 1],
                     const int8_t weight[SMALL_STAGES][SMALL_STATES])
{
    uint8_t *at = bytes + SMALL_HEADER;
    memcpy(bytes, SMALL_MAGIC, sizeof SMALL_MAGIC);
    memcpy(at, bias, sizeof small_tables.bias);
    memcpy(at + sizeof small_tables.bias, weight, sizeof small_tables.weight);
    uint64_t sum = checksum_of(at, SMALL_FILE_SIZE - SMALL_HEADER);
    memcpy(bytes + sizeof SMALL_MAGIC, &sum, sizeof sum);
}

void small_eval_init(void)
{
    place_features();
    small_eval_load(small_weights_begin, (size_t)(small_weights_end - small_weights_begin),
                    &small_tables.problem);
}
