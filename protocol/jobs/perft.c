// SPDX-License-Identifier: MIT
// perft.c - counts the leaves of a game tree: the proof that the rules are right, and how fast.
#include <stdio.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/jobs.h"

// Prints the count below each move, and returns the sum.
static uint64_t split_perft(const struct game *game, const struct position *p, int depth)
{
    struct moves legal;
    struct grid g;
    uint64_t sum = 0;
    game->moves(p, &legal);
    game->to_grid(p, &g);
    for (int i = 0; i < legal.count; i++) {
        struct position next = *p;
        char text[MOVE_TEXT_MAX];
        game->play(&next, legal.at[i]);
        uint64_t n = game->perft(&next, depth - 1);
        game_move_print(game, &g, legal.at[i], text);
        printf("%-5s %llu\n", text, (unsigned long long)n);
        sum += n;
    }
    return sum;
}

int perft_job(int argc, char **argv)
{
    const char *id = "othello", *board = NULL, *why;
    bool split = false;
    const struct flag flags[] = {
        {"--game", "-g", FLAG_TEXT, &id, 0, 0, "the game, such as othello:6x6"},
        {"--position", "-p", FLAG_TEXT, &board, 0, 0, "a board text instead of the start position"},
        {"--split", NULL, FLAG_ON, &split, 0, 0, "show the count below each move"},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL},
    };
    int words = args_read(argc, argv, flags, "outflank perft [-g GAME] [-p BOARD] [--split] DEPTH");
    const struct game *game;
    struct position p;
    int64_t depth;
    if (words < 0)
        return words == -2 ? 0 : 2;
    if (words != 1 || !word_int(word_of(argv[0]), 0, 60, &depth)) {
        fputs("outflank perft: one depth from 0 to 60 is needed\n", stderr);
        return 2;
    }
    if (!game_find(word_of(id), &game, &p, &why)) {
        fprintf(stderr, "outflank perft: game '%s': %s\n", id, why);
        return 2;
    }
    if (board) {
        struct grid g, like;
        game->to_grid(&p, &like);
        if (!board_parse(&g, &like, word_of(board), &why) || !game->from_grid(&p, &p, &g, &why)) {
            fprintf(stderr, "outflank perft: %s\n", why);
            return 2;
        }
    }
    int64_t start = clock_now();
    uint64_t leaves =
        split && depth > 0 ? split_perft(game, &p, (int)depth) : game->perft(&p, (int)depth);
    double seconds = (double)(clock_now() - start) / 1e9;
    fprintf(stderr, "%.3f s, %.1f million leaves/s\n", seconds,
            (double)leaves / 1e6 / (seconds > 0 ? seconds : 1e-9));
    printf("%llu\n", (unsigned long long)leaves);
    return 0;
}
