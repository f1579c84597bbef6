// SPDX-License-Identifier: MIT
// play.c - outflank from C: plays a game of 4x4 Othello with itself, then solves the start.
//
//      cc play.c $(pkg-config --cflags --libs outflank)
#include <stdio.h>

#include "outflank.h"

static void on_report(void *owner, const struct outflank_report *news)
{
    (void)owner;
    printf("  depth %d score %+.2f line %s\n", news->depth, news->score / 100.0, news->line);
}

int main(void)
{
    struct outflank_limits limits = {.depth = 2};
    struct outflank_listener listener = {.report = on_report};
    struct outflank_answer answer;
    char text[OUTFLANK_MOVES_MAX];
    const char *why;
    int margin;
    struct outflank *engine = outflank_open("othello:4x4", &why);
    if (!engine) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    while (!outflank_over(engine, &margin))
        if (!outflank_think(engine, &limits, NULL, &answer, &why) ||
            !outflank_play(engine, answer.best, &why))
            break;
    outflank_played(engine, text, sizeof text);
    printf("played %s margin %+d\n", text, margin);

    limits = (struct outflank_limits){.goal = OUTFLANK_EXACT};
    outflank_new_game(engine);
    if (outflank_think(engine, &limits, &listener, &answer, &why))
        printf("solved %s value %+d line %s\n", answer.best, answer.score / 100, answer.line);
    if (!outflank_solve(engine, OUTFLANK_VCF, &answer, &why))
        printf("refused: %s\n", why);
    outflank_close(engine);
    return 0;
}
