// SPDX-License-Identifier: MIT
#include "scripts/trainer/errors.h"

#include <stdio.h>
#include <string.h>

#include "engine/othello/eval/eval.h"
#include "engine/othello/board/flip.h"
#include "engine/othello/search/probcut.h"
#include "engine/rng.h"
#include "scripts/trainer/ask.h"
#include "scripts/trainer/data.h"

// The value of a position at a depth in hundredths.
static int value_at(struct session *s, struct board b, int depth)
{
    struct othello o = {.board = b, .mask = ~UINT64_C(0), .width = 8, .height = 8};
    return depth == 0 ? othello_evaluate(&o) : ask_board(s, b, depth).score;
}

bool errors(const char *path, int count, int depth, int solve)
{
    FILE *file = fopen(path, "rb");
    struct session *s = ask_open(16);
    if (!file || !s || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        return false;
    }
    // An error no score can reach: nothing is cut.
    memset(&probcut_tables, 0xff, sizeof probcut_tables);
    uint32_t records = (uint32_t)((size_t)ftell(file) / sizeof(struct record));
    struct rng rng = {7};
    for (int i = 0; i < count && records > 0; i++) {
        struct record r;
        uint32_t at = rng_below(&rng, records);
        if (fseek(file, (long)(at * sizeof r), SEEK_SET) != 0 || fread(&r, sizeof r, 1, file) != 1)
            break;
        struct board b = {r.mover, r.other};
        uint64_t empty = ~(r.mover | r.other);
        int empties = bit_count(empty);
        if (empties <= depth || empties > 54 || !moves_of(r.mover, r.other, empty))
            continue;
        printf("%d", empties);
        for (int d = 0; d <= depth; d++)
            printf(" %d", value_at(s, b, d));
        if (empties <= solve)
            printf(" %d\n", value_at(s, b, empties));
        else
            printf(" -\n");
        fflush(stdout);
    }
    session_free(s);
    fclose(file);
    return true;
}
