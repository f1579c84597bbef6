// SPDX-License-Identifier: MIT
#include "scripts/trainer/errors.h"

#include <stdio.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/memory.h"
#include "engine/othello/eval.h"
#include "engine/othello/flip.h"
#include "engine/othello/probcut.h"
#include "engine/pool.h"
#include "engine/rng.h"
#include "scripts/trainer/data.h"

struct desk {
    struct memory *memory;
    struct pool *pool;
    atomic_bool stop; // never set
};

// The value of a position at a depth in hundredths.
static int value_at(struct desk *desk, const struct record *r, int depth)
{
    struct othello o = {
        .board = {r->mover, r->other}, .mask = ~UINT64_C(0), .width = 8, .height = 8};
    if (depth == 0)
        return othello_evaluate(&o);
    struct position p;
    othello_put(&p, &o);
    struct clock plan;
    struct search s = {.limits = {.time = {-1, -1}, .move_time = -1, .depth = depth, .multipv = 1},
                       .clock = &plan,
                       .memory = desk->memory,
                       .pool = desk->pool,
                       .stop = &desk->stop};
    clock_plan(&plan, &s.limits, FIRST, 30, 0, 0);
    return othello_game.think(&p, &s).score;
}

bool errors(const char *path, int count, int depth, int solve)
{
    FILE *file = fopen(path, "rb");
    struct desk desk = {.memory = memory_new(16), .pool = pool_new(1)};
    if (!file || !desk.memory || !desk.pool || fseek(file, 0, SEEK_END) != 0) {
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
        uint64_t empty = ~(r.mover | r.other);
        int empties = bit_count(empty);
        if (empties <= depth || empties > 54 || !moves_of(r.mover, r.other, empty))
            continue;
        printf("%d", empties);
        for (int d = 0; d <= depth; d++)
            printf(" %d", value_at(&desk, &r, d));
        if (empties <= solve)
            printf(" %d\n", value_at(&desk, &r, empties));
        else
            printf(" -\n");
        fflush(stdout);
    }
    pool_free(desk.pool);
    memory_free(desk.memory);
    fclose(file);
    return true;
}
