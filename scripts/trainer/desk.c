// SPDX-License-Identifier: MIT
#include "scripts/trainer/desk.h"

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/memory.h"
#include "engine/pool.h"

bool desk_open(struct desk *desk, int mebibytes)
{
    *desk = (struct desk){.memory = memory_new((size_t)mebibytes), .pool = pool_new(1)};
    return desk->memory && desk->pool;
}

void desk_close(struct desk *desk)
{
    if (desk->pool)
        pool_free(desk->pool);
    if (desk->memory)
        memory_free(desk->memory);
}

struct thought desk_think(struct desk *desk, const struct position *p, const struct limits *l)
{
    struct clock plan;
    struct search s = {.limits = *l,
                       .clock = &plan,
                       .memory = desk->memory,
                       .pool = desk->pool,
                       .stop = &desk->stop};
    clock_plan(&plan, l, FIRST, 30, 0, 0);
    return game_think(&othello_game, p, &s);
}

struct thought desk_search(struct desk *desk, struct board b, int depth)
{
    struct othello o = {.board = b, .mask = ~UINT64_C(0), .width = 8, .height = 8};
    struct limits l = {.time = {-1, -1}, .move_time = -1, .depth = depth, .multipv = 1};
    struct position position;
    othello_put(&position, &o);
    return desk_think(desk, &position, &l);
}
