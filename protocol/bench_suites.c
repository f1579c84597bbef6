// SPDX-License-Identifier: MIT
#include "protocol/bench.h"

#include "engine/bits.h"

// The signature: some of everything, about a second in all.
static const struct bench_row signature[] = {
    {"opening", "othello", "f5d6c3d3c4f4f6", GOAL_PLAY, 8, 0, 0},
    {"midgame", "othello", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6b4", GOAL_PLAY, 8, 0, 0},
    {"small", "othello:6x6", "startpos", GOAL_PLAY, 8, 0, 0},
    {"ending", "othello", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
     GOAL_EXACT, 0, 0, 0},
    {"opening", "connect4", "startpos", GOAL_PLAY, 12, 0, 0},
    {"middle", "connect4", "44455554221", GOAL_PLAY, 12, 0, 0},
    {"blocked", "connect4:9x10,x=c4", "startpos", GOAL_PLAY, 9, 0, 0},
    {"opening", "gomoku", "h8i9", GOAL_PLAY, 4, 0, 0},
    {"middle", "gomoku:15,free", "h8i9g7f6i7g9h7j7h9h6", GOAL_PLAY, 4, 0, 0},
};

const struct bench_suite bench_suites[] = {
    {"signature", "a little of every game; the node count is the commit's signature", "16",
     signature, LENGTH(signature)},
};
const int bench_suite_count = LENGTH(bench_suites);
