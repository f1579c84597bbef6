// SPDX-License-Identifier: MIT
#include "protocol/jobs/bench.h"

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
    {"policy", "connect4", "startpos", GOAL_PLAY, 0, 400000, 0, "policy"},
    {"policy", "connect4:12x12", "startpos", GOAL_PLAY, 0, 200000, 0, "policy"},
    {"policy", "othello", "startpos", GOAL_PLAY, 0, 200000, 0, "policy"},
    {"policy", "gomoku", "startpos", GOAL_PLAY, 0, 50000, 0, "policy"},
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

// The endgame test of the French Othello Federation's forum, #40 to #59: 20 to 34 empties.
static const struct bench_row ffo[] = {
    {"#40", "othello", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#41", "othello", "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#42", "othello", "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#43", "othello", "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#44", "othello", "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#45", "othello", "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#46", "othello", "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#47", "othello", "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#48", "othello", "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#49", "othello", "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#50", "othello", "----X-----XXX----OOOXOOO-OOOXOOO-OXOXOXO-OOXXOOO--OOXO----O--O-- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#51", "othello", "----O-X------X-----XXXO-OXXXXXOO-XXOOXOOXXOXXXOO--OOOO-O----OO-- O",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#52", "othello", "---X-------OX--X--XOOXXXXXXOXXXXXXXOOXXXXXXOOOXX--XO---X-------- O",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#53", "othello", "----OO-----OOO---XXXXOOO--XXOOXO-XXXXXOO--OOOXOO--X-OX-O-----X-- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#54", "othello", "--OOO---XXOO----XXXXOOOOXXXXOX--XXXOXX--XXOOO------OOO-----O---- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#55", "othello", "--------X-X------XXXXOOOOOXOXX--OOOXXXX-OOXXXX--O-OOOX-----OO--- O",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#56", "othello", "--XXXXX---XXXX---OOOXX---OOXOX---OXXXXX-OOOOOXO----OXX---------- O",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#57", "othello", "-------------------XXOOO--XXXOOO--XXOXOO-OOOXXXO--OXOO-O-OOOOO-- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#58", "othello", "--XOOO----OOO----OOOXOO--OOOOXO--OXOXXX-OOXXXX----X-XX---------- X",
     GOAL_EXACT, 0, 0, 0, NULL},
    {"#59", "othello", "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X",
     GOAL_EXACT, 0, 0, 0, NULL},
};

// Forty empties, as deep as the selective search is asked to go.
static const struct bench_row othello[] = {
    {"40", "othello", "c4e3f6e6f5c5c3c6d3d2f3b3b4c2d1f4g4f2c1g3", GOAL_PLAY, 24, 0, 0, NULL},
    {"40", "othello", "c4e3f6e6f5c5c3c6d3d2c2f4g3b3e7c1b4f3d6d7", GOAL_PLAY, 24, 0, 0, NULL},
    {"40", "othello", "d3c5f6f5e6e3c3f3c4b4c6c2d2b3a4d6d7b6a3c7", GOAL_PLAY, 24, 0, 0, NULL},
    {"40", "othello", "e6f4c3c4d3d6f6c6f5g5f3f7e7g6h5e3e2g3h6f2", GOAL_PLAY, 24, 0, 0, NULL},
    {"40", "othello", "f5d6c3d3c4f4f6f3e6e7c6g6g5f7e8c5b5c7f8b6", GOAL_PLAY, 24, 0, 0, NULL},
};

// Whole games of Othello on small boards, each solved from the start; "parallel" starts with the
// discs of a side next to each other.
static const struct bench_row othello6[] = {
    {"4x4", "othello:4x4", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"4x6", "othello:4x6", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"6x4", "othello:6x4", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"4x8", "othello:4x8", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"8x4", "othello:8x4", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"6x6", "othello:6x6", "startpos", GOAL_EXACT, 0, 0, 0, NULL},
    {"parallel", "othello:6x6", "6/6/2xx2/2oo2/6/6 x", GOAL_EXACT, 0, 0, 0, NULL},
};

// Gomoku: how deep a second reaches, and how fast.
static const struct bench_row gomoku[] = {
    {"opening", "gomoku", "h8i9", GOAL_PLAY, 0, 0, 1000, NULL},
    {"opening", "gomoku", "h8h9i7", GOAL_PLAY, 0, 0, 1000, NULL},
    {"middle", "gomoku", "h8i9g7f6i7g9h7j7h9h6", GOAL_PLAY, 0, 0, 1000, NULL},
    {"middle", "gomoku:15,free", "h8i9g9g7i7h7j9f9h10", GOAL_PLAY, 0, 0, 1000, NULL},
    {"20x20", "gomoku:20,free", "k10l11j9i8", GOAL_PLAY, 0, 0, 1000, NULL},
};

const struct bench_suite bench_suites[] = {
    {"signature", "a little of every game; the node count is the commit's signature", "16",
     signature, LENGTH(signature)},
    {"ffo", "FFO #40-59, the classic endgame test, solved exactly", "1024", ffo, LENGTH(ffo)},
    {"othello", "depth 24 from forty empties", "256", othello, LENGTH(othello)},
    {"othello6", "6x6 Othello and smaller boards, solved from the first move", "1024", othello6,
     LENGTH(othello6)},
    {"gomoku", "a second a position: depth and nodes a second", "256", gomoku, LENGTH(gomoku)},
    {"connect4", "positions up to the empty board, solved exactly", "1024", connect4,
     LENGTH(connect4)},
    {"mcts", "simulations a second of Monte Carlo tree search in every game", "256", mcts,
     LENGTH(mcts)},
};
const int bench_suite_count = LENGTH(bench_suites);
