// SPDX-License-Identifier: MIT
// main.c - plays Gomoku against itself and fits the evaluation and the policy to the games.
//
//   gomoku-tune generate FILE GAMES SEED NODES   appends games, one a line: shape, result,
//                                                board, then value found, move; before the move
//                                                ? when it is a stray, ! when the result says
//                                                nothing of the position
//   gomoku-tune wander FILE GAMES SEED NODES     appends single positions off the path of such games
//   gomoku-tune network OUT.bin FILE...          writes the evaluation as engine/gomoku/network.bin
//   gomoku-tune policy OUT.bin FILE...           writes the policy as engine/gomoku/policy.bin
//
// The same seed and node count give the same games on every machine; scripts/train-gomoku runs it for
// the evaluation, and for a policy of games alone where it is asked to.
#include <stdio.h>
#include <stdlib.h>

#include "engine/games.h"
#include "engine/text.h"
#include "scripts/tuner/tuner.h"

void die(const char *why)
{
    fprintf(stderr, "gomoku-tune: %s\n", why);
    exit(1);
}

void *need(void *memory)
{
    if (!memory)
        die("out of memory");
    return memory;
}

float spread(struct rng *r)
{
    return (float)rng_below(r, 2001) / 1000 - 1;
}

int main(int argc, char **argv)
{
    int64_t count, seed, nodes;
    struct word what = word_of(argc > 1 ? argv[1] : "");
    games_init();
    bool wandering = argc == 6 && word_is(what, "wander");
    if (argc == 6 && (wandering || word_is(what, "generate")) &&
        word_int(word_of(argv[3]), 1, 1 << 30, &count) &&
        word_int(word_of(argv[4]), 0, INT64_MAX, &seed) &&
        word_int(word_of(argv[5]), 1, 1 << 30, &nodes))
        generate(argv[2], (int)count, (uint64_t)seed, (uint64_t)nodes, wandering);
    else if (argc >= 4 && word_is(what, "network"))
        fit_network(argv[2], argc - 3, argv + 3);
    else if (argc >= 4 && word_is(what, "policy"))
        fit_policy(argv[2], argc - 3, argv + 3);
    else
        die("usage: generate|wander FILE GAMES SEED NODES, or network|policy OUT FILE...");
    return 0;
}
