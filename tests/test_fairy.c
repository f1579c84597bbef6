// SPDX-License-Identifier: MIT
// test_fairy.c - Fairy-Stockfish's way of writing our games, as its own build prints it.
#include <criterion/criterion.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "engine/fairy.h"
#include "tests/talk.h"

TestSuite(fairy, .init = games_init);

// The first moves in both notations: rank r is row N + 1 - r (checked with npm ffish 0.7.10).
static const struct {
    const char *game, *fairy, *native;
} moves[] = {
    {"othello", "P@d6", "d3"},        {"othello", "P@e3", "e6"},     {"othello", "P@f4", "f5"},
    {"othello", "P@c5", "c4"},        {"othello:6x6", "P@c5", "c2"}, {"connect4", "P@d1", "d"},
    {"connect4", "P@g1", "7"},        {"gomoku", "P@h8", "h8"},      {"gomoku", "P@o15", "o15"},
    {"gomoku:15,free", "P@a1", "a1"},
};

Test(fairy, moves_mean_the_same_cell)
{
    for (size_t i = 0; i < LENGTH(moves); i++) {
        struct model m;
        move native, fairy;
        char text[FAIRY_MOVE_MAX];
        model_start(&m, moves[i].game);
        cr_assert(move_parse(m.game->notation, &m.grid, word_of(moves[i].native), &native));
        cr_assert(fairy_move_parse(&m.grid, word_of(moves[i].fairy), &fairy), "%s", moves[i].fairy);
        cr_expect_eq(native, fairy, "%s", moves[i].fairy);
        fairy_move_print(&m.grid, native, text);
        cr_expect_str_eq(text, moves[i].fairy);
        model_play(&m, fairy);
    }
}

Test(fairy, passes_are_read_in_every_form)
{
    static const char *const passes[] = {"a1a1", "f2f2", "0000", "pass", "@@@@"};
    static const char *const others[] = {"a1a2", "a1",   "P@", "P@z9",   "P@a9",
                                         "Q@a1", "e2e4", "",   "a1a1a1", "P@a1 "};
    struct model m;
    move mv;
    model_start(&m, "othello");
    for (size_t i = 0; i < LENGTH(passes); i++) {
        cr_expect(fairy_move_parse(&m.grid, word_of(passes[i]), &mv), "%s", passes[i]);
        cr_expect_eq(mv, MOVE_PASS);
    }
    for (size_t i = 0; i < LENGTH(others); i++)
        cr_expect_not(fairy_move_parse(&m.grid, word_of(others[i]), &mv), "%s", others[i]);
}

// The lowest own disc, a1 first: the form that alone is legal in Fairy-Stockfish.
Test(fairy, a_pass_is_the_lowest_disc)
{
    struct model m;
    char text[FAIRY_MOVE_MAX];
    model_start(&m, "othello");
    fairy_move_print(&m.grid, MOVE_PASS, text);
    cr_expect_str_eq(text, "d4d4");
    m.grid.to_move = SECOND;
    fairy_move_print(&m.grid, MOVE_PASS, text);
    cr_expect_str_eq(text, "e4e4");
}

#define TEN_P "PPPPPPPPPP"
#define TEN_p "pppppppppp"
static const struct {
    const char *game, *fen;
} starts[] = {
    {"othello", "8/8/8/3pP3/3Pp3/8/8/8[" TEN_P TEN_P TEN_P TEN_P TEN_P TEN_P TEN_p TEN_p TEN_p TEN_p
                    TEN_p TEN_p "] w - - 0 1"},
    {"connect4", "7/7/7/7/7/7[" TEN_P TEN_P "P" TEN_p TEN_p "p] w - - 0 1"},
};

Test(fairy, boards_are_printed_with_their_pockets)
{
    for (size_t i = 0; i < LENGTH(starts); i++) {
        struct model m;
        char fen[FAIRY_FEN_MAX];
        struct writer w = writer_on(fen, sizeof fen);
        model_start(&m, starts[i].game);
        fairy_fen_print(&m.grid, m.game->notation == NOTATION_ROW_ONE_TOP, &w);
        cr_expect_str_eq(fen, starts[i].fen);
    }
}

// Random games: every board reads back from its FEN, with and without pocket and counters.
Test(fairy, boards_read_back)
{
    static const char *const ids[] = {"othello", "othello:6x6", "connect4", "gomoku"};
    struct rng rng = {7};
    for (size_t i = 0; i < LENGTH(ids); i++)
        for (int game = 0; game < 20; game++) {
            struct model m;
            model_start(&m, ids[i]);
            while (!model_over(&m)) {
                char fen[FAIRY_FEN_MAX];
                struct writer w = writer_on(fen, sizeof fen);
                struct moves legal;
                struct grid g;
                const char *why = "";
                fairy_fen_print(&m.grid, true, &w);
                cr_assert(fairy_fen_parse(&g, &m.grid, word_of(fen), &why), "%s: %s", fen, why);
                cr_assert_eq(memcmp(g.cell, m.grid.cell, (size_t)(g.width * g.height)), 0);
                cr_assert_eq(g.to_move, m.grid.to_move);
                *strchr(fen, '[') = '\0';
                struct writer short_form = {fen, sizeof fen, strlen(fen), false};
                write_text(&short_form, " %s 0 1", g.to_move == FIRST ? "w" : "b");
                cr_assert(fairy_fen_parse(&g, &m.grid, word_of(fen), &why), "%s: %s", fen, why);
                m.game->moves(&m.position, &legal);
                model_play(&m, legal.at[rng_below(&rng, (uint32_t)legal.count)]);
            }
        }
}

Test(fairy, bad_boards_are_refused_with_a_reason)
{
    static const char *const bad[] = {
        "",
        "8/8/8/3pP3/3Pp3/8/8/8",
        "8/8/8/3pP3/3Pp3/8/8/8 x",
        "8/8/8/3pP3/3Pp3/8/8 w",
        "9/8/8/3pP3/3Pp3/8/8/8 w",
        "8/8/8/3qP3/3Pp3/8/8/8 w",
        "[PP] w",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    };
    struct model m;
    model_start(&m, "othello");
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct grid g;
        const char *why = NULL;
        cr_expect_not(fairy_fen_parse(&g, &m.grid, word_of(bad[i]), &why), "%s", bad[i]);
        cr_expect_not_null(why);
    }
}
