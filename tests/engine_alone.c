// SPDX-License-Identifier: MIT
// engine_alone.c - the engine linked without any protocol: it plays a whole game of each kind by
// itself.
//
// That this links is the proof that nothing in engine/ knows a protocol.
#include <stdio.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/memory.h"
#include "engine/pool.h"

static bool play_game(const char *id)
{
    const struct game *game;
    struct position p;
    const char *why;
    struct memory *memory = memory_new(4);
    struct pool *pool = pool_new(1);
    atomic_bool stop = false;
    int margin = 0, plies = 0;
    bool good = memory && pool && game_find(word_of(id), &game, &p, &why);
    while (good && !game->over(&p, &margin)) {
        struct clock clock;
        struct search s = {.limits = {.time = {-1, -1}, .move_time = -1, .depth = 1, .multipv = 1},
                           .clock = &clock,
                           .memory = memory,
                           .pool = pool,
                           .stop = &stop};
        clock_plan(&clock, &s.limits, FIRST, 1, 0, clock_now());
        good = game->play(&p, game_think(game, &p, &s).best);
        plies++;
    }
    printf("engine alone: %-18s %s after %d plies, margin %+d\n", id, good ? "over" : "FAILED",
           plies, margin);
    pool_free(pool);
    memory_free(memory);
    return good;
}

int main(void)
{
    static const char *const ids[] = {"othello", "othello:6x6", "connect4", "connect4:9x10,x=c4",
                                      "gomoku"};
    bool good = true;
    games_init();
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        good = play_game(ids[i]) && good;
    return good ? 0 : 1;
}
