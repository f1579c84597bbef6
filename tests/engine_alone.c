// SPDX-License-Identifier: MIT
// engine_alone.c - the engine linked without any protocol, as its library is: it plays a whole game
// of each kind by itself.
//
// That this links is the proof that nothing in engine/ knows a protocol.
#include <stdio.h>

#include "engine/outflank.h"

static bool play_game(const char *id)
{
    const struct outflank_limits limits = {.depth = 1};
    const char *why = "";
    struct outflank_answer answer;
    struct outflank *engine = outflank_open(id, &why);
    bool good = engine && outflank_set_option(engine, "Hash", "4", &why);
    int margin = 0, plies = 0;
    for (; good && !outflank_over(engine, &margin); plies++)
        good = outflank_think(engine, &limits, NULL, &answer, &why) &&
               outflank_play(engine, answer.best, &why);
    printf("engine alone: %-18s %s after %d plies, margin %+d%s%s\n", id, good ? "over" : "FAILED",
           plies, margin, good ? "" : ": ", good ? "" : why);
    outflank_close(engine);
    return good;
}

int main(void)
{
    static const char *const ids[] = {"othello", "othello:6x6", "connect4", "connect4:9x10,x=c4",
                                      "gomoku"};
    bool good = true;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        good = play_game(ids[i]) && good;
    return good ? 0 : 1;
}
