// SPDX-License-Identifier: MIT
#include <criterion/criterion.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "engine/text.h"

TestSuite(perft, .init = games_init);

// The published counts; a pass is a ply (Othello: A. Bik 2009 and others, checked with
// Fairy-Stockfish; Connect Four: Fairy-Stockfish, and computed by hand where a column first fills
// up).
static const struct {
    const char *game;
    int depth;
    uint64_t leaves;
} facts[] = {
    {"othello", 0, 1},
    {"othello", 1, 4},
    {"othello", 2, 12},
    {"othello", 3, 56},
    {"othello", 4, 244},
    {"othello", 5, 1396},
    {"othello", 6, 8200},
    {"othello", 7, 55092},
    {"othello", 8, 390216},
    {"othello", 9, 3005288},
    {"othello", 10, 24571284},
    {"othello:6x6", 1, 4},
    {"othello:6x6", 2, 12},
    {"othello:6x6", 3, 56},
    {"othello:6x6", 4, 244},
    {"othello:6x6", 5, 1364},
    {"othello:6x6", 6, 7604},
    {"othello:6x6", 7, 47740},
    {"othello:6x6", 8, 308716},
    {"othello:6x6", 9, 2114912},
    {"connect4", 1, 7},
    {"connect4", 2, 49},
    {"connect4", 3, 343},
    {"connect4", 4, 2401},
    {"connect4", 5, 16807},
    {"connect4", 6, 117649},
    {"connect4", 7, 823536},
    {"connect4", 8, 5673234},
    {"connect4", 9, 39394572},
    {"connect4:4x4", 12, 5992096},
    {"connect4:5x4", 9, 1718544},
    {"connect4:8x8", 8, 16553664},
    {"gomoku", 2, 225 * 224},
    {"gomoku:5", 4, 25 * 24 * 23 * 22},
};

Test(perft, matches_published_counts)
{
    for (size_t i = 0; i < LENGTH(facts); i++) {
        const struct game *game;
        struct position p;
        const char *why = "";
        cr_assert(game_find(word_of(facts[i].game), &game, &p, &why), "%s", why);
        cr_expect_eq(game->perft(&p, facts[i].depth), facts[i].leaves, "%s %d", facts[i].game,
                     facts[i].depth);
    }
}

// The seam's own moves and play, without any game's fast counter. As in the published numbers, a
// finished Othello game goes on counting as one leaf, a finished game of the others as none.
static uint64_t plain_perft(const struct game *game, const struct position *p, int depth)
{
    struct moves legal;
    uint64_t sum = 0;
    if (depth == 0)
        return 1;
    game->moves(p, &legal);
    if (legal.count == 0)
        return game == &othello_game;
    for (int i = 0; i < legal.count; i++) {
        struct position next = *p;
        cr_assert(game->play(&next, legal.at[i]));
        sum += plain_perft(game, &next, depth - 1);
    }
    return sum;
}

// Positions near the end, where passes, full columns and finished games abound.
static const struct {
    const char *game, *board;
    int depth;
} late[] = {
    {"othello", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 5},
    {"othello:4x4", "4/1ox1/1xo1/4 x", 12},
    {"othello:6x6", "xxxxxx/oooooo/xoxoxo/xxxx2/oo4/6 o", 6},
    {"connect4:4x4", "4/4/4/4 x", 9},
    {"connect4:5x5,x=c3", "5/5/2#2/5/5 x", 6},
    {"gomoku:5", "xxxx1/oooo1/5/5/5 x", 4},
    {"gomoku:6,free", "xxxx1x/ooo1oo/6/6/6/6 x", 3},
};

Test(perft, agrees_with_moves_and_play)
{
    for (size_t i = 0; i < LENGTH(late); i++) {
        const struct game *game;
        struct position p;
        struct grid g, like;
        const char *why = "";
        cr_assert(game_find(word_of(late[i].game), &game, &p, &why), "%s", why);
        game->to_grid(&p, &like);
        cr_assert(board_parse(&g, &like, word_of(late[i].board), &why), "%s: %s", late[i].board,
                  why);
        cr_assert(game->from_grid(&p, &p, &g, &why), "%s: %s", late[i].board, why);
        for (int depth = 0; depth <= late[i].depth; depth++)
            cr_expect_eq(game->perft(&p, depth), plain_perft(game, &p, depth), "%s depth %d",
                         late[i].board, depth);
    }
}
