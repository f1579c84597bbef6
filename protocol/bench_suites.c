// SPDX-License-Identifier: MIT
#include "protocol/bench.h"

#include "engine/bits.h"

// The signature: some of everything, about a second in all.
static const struct bench_row signature[] = {
    {"opening", "othello", "f5d6c3d3c4f4f6", GOAL_PLAY, 8, 0, 0, NULL},
    {"midgame", "othello", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6b4", GOAL_PLAY, 8, 0, 0, NULL},
    {"small", "othello:6x6", "startpos", GOAL_PLAY, 8, 0, 0, NULL},
    {"ending", "othello", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"opening", "connect4", "startpos", GOAL_PLAY, 12, 0, 0, NULL},
    {"middle", "connect4", "44455554221", GOAL_PLAY, 12, 0, 0, NULL},
    {"blocked", "connect4:9x10,x=c4", "startpos", GOAL_PLAY, 9, 0, 0, NULL},
    {"opening", "gomoku", "h8i9", GOAL_PLAY, 4, 0, 0, NULL},
    {"middle", "gomoku:15,free", "h8i9g7f6i7g9h7j7h9h6", GOAL_PLAY, 4, 0, 0, NULL},
};

// Simulations a second with one thread; "nodes" are simulations here.
static const struct bench_row mcts[] = {
    {"uniform", "connect4", "startpos", GOAL_PLAY, 0, 4000000, 0, "uniform"},
    {"uniform", "connect4:12x12", "startpos", GOAL_PLAY, 0, 1000000, 0, "uniform"},
    {"uniform", "othello", "startpos", GOAL_PLAY, 0, 500000, 0, "uniform"},
    {"uniform", "gomoku", "startpos", GOAL_PLAY, 0, 300000, 0, "uniform"},
    {"guided", "connect4", "startpos", GOAL_PLAY, 0, 400000, 0, "guided"},
    {"guided", "connect4:12x12", "startpos", GOAL_PLAY, 0, 100000, 0, "guided"},
    {"guided", "othello", "startpos", GOAL_PLAY, 0, 200000, 0, "guided"},
    {"guided", "gomoku", "startpos", GOAL_PLAY, 0, 50000, 0, "guided"},
    {"eval", "connect4", "startpos", GOAL_PLAY, 0, 400000, 0, "eval"},
    {"eval", "othello", "startpos", GOAL_PLAY, 0, 400000, 0, "eval"},
    {"eval", "gomoku", "startpos", GOAL_PLAY, 0, 50000, 0, "eval"},
};

// Connect Four positions from easy to the empty board, solved exactly on a fresh table each.
static const struct bench_row connect4[] = {
    {"end", "connect4", "2252576253462244111563365343671351441", GOAL_EXACT, 0, 0, 0, NULL},
    {"middle", "connect4", "5554224333234511764415115", GOAL_EXACT, 0, 0, 0, NULL},
    {"middle", "connect4", "274552224131661", GOAL_EXACT, 0, 0, 0, NULL},
    {"begin", "connect4", "32164625", GOAL_EXACT, 0, 0, 0, NULL},
    {"begin", "connect4", "663152175", GOAL_EXACT, 0, 0, 0, NULL},
    {"begin", "connect4", "3435257", GOAL_EXACT, 0, 0, 0, NULL},
    {"begin", "connect4", "573154743", GOAL_EXACT, 0, 0, 0, NULL},
    {"begin", "connect4", "13712", GOAL_EXACT, 0, 0, 0, NULL},
    {"6x5", "connect4:6x5", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"6x6", "connect4:6x6", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"blocked", "connect4:6x6,x=c3", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"empty", "connect4", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
};

const struct bench_suite bench_suites[] = {
    {"signature", "a little of every game; the node count is the commit's signature", "16",
     signature, LENGTH(signature)},
    {"connect4", "positions up to the empty board, solved exactly", "1024", connect4,
     LENGTH(connect4)},
    {"mcts", "simulations a second of Monte Carlo tree search in every game", "256", mcts,
     LENGTH(mcts)},
};
const int bench_suite_count = LENGTH(bench_suites);
