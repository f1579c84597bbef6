// SPDX-License-Identifier: MIT
// test_traits.c - what a game says of itself: its names, its goals, its moves that are no cell.
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "tests/process.h"

// The canonical id of what a user calls a game.
static const char *id_of(const char *text, char out[GAME_ID_MAX])
{
    const struct game *game;
    struct position start;
    const char *why;
    games_init();
    if (!game_find(word_of(text), &game, &start, &why))
        return "";
    game_id(game, &start, out);
    return out;
}

Test(traits, games_answer_to_every_name_they_have)
{
    static const struct {
        const char *said, *id;
    } names[] = {
        {"othello", "othello"},
        {"Reversi", "othello"},
        {"REVERSI:6x6", "othello:6x6"},
        {"Connect Four", "connect4"},
        {"connect-four:6x5", "connect4:6x5"},
        {"connect_four", "connect4"},
        {"C4", "connect4"},
        {"four in a row", "connect4"},
        {"five-in-a-row:15,free", "gomoku:15,free"},
        {"Gomoku", "gomoku"},
        {"Renju", "gomoku:15,renju"},
        {"caro", "gomoku:15,caro"},
        {"gomoku:20,renju", "gomoku:20,renju"},
        {"flipello6", "othello:6x6"},
        {"renju:15", ""},
        {"go", ""},
        {"othellos", ""},
        {"connect", ""},
        {"", ""},
        {"-", ""},
    };
    for (size_t i = 0; i < LENGTH(names); i++) {
        char id[GAME_ID_MAX];
        cr_expect_str_eq(id_of(names[i].said, id), names[i].id, "'%s'", names[i].said);
    }
}

// No two games share a name, a variant or an SGF number, and each name leads to its own game.
Test(traits, names_are_nobody_elses)
{
    games_init();
    for (int i = 0; games[i]; i++) {
        const char *all[8] = {games[i]->name, games[i]->title};
        for (int k = 0; games[i]->aliases && games[i]->aliases[k]; k++)
            all[k + 2] = games[i]->aliases[k];
        for (int k = 0; all[k]; k++) {
            char id[GAME_ID_MAX];
            cr_expect_str_eq(id_of(all[k], id), games[i]->name, "'%s'", all[k]);
        }
        for (const struct uci_variant *v = games[i]->variants; v && v->name; v++) {
            char id[GAME_ID_MAX];
            cr_expect_str_eq(id_of(v->id, id), v->id);
        }
        cr_expect(games[i]->sgf == 0 || game_of_sgf(games[i]->sgf) == games[i]);
    }
    cr_expect_null(game_of_sgf(0));
    cr_expect_null(game_of_sgf(1));
}

Test(traits, an_unknown_game_is_told_which_there_are)
{
    const struct game *game;
    struct position start;
    const char *why = "";
    games_init();
    cr_expect_not(game_find(word_of("chess"), &game, &start, &why));
    for (int i = 0; games[i]; i++)
        cr_expect_not_null(strstr(why, games[i]->name), "%s", why);
}

Test(traits, another_size_keeps_the_rest_of_a_shape)
{
    static const struct {
        const char *id;
        int width, height;
        const char *want; // NULL: refused
    } sizes[] = {
        {"othello", 6, 6, "othello:6x6"},
        {"othello", 8, 6, "othello:8x6"},
        {"gomoku:15,free", 20, 20, "gomoku:20,free"},
        {"gomoku", 19, 19, "gomoku:19"},
        {"gomoku", 19, 15, NULL},
        {"connect4:9x10,x=c4", 8, 7, "connect4:8x7,x=c4"},
    };
    games_init();
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        const struct game *game;
        struct position start;
        char id[GAME_ID_MAX];
        const char *why;
        cr_assert(game_find(word_of(sizes[i].id), &game, &start, &why));
        bool good = game_id_of_size(game, &start, sizes[i].width, sizes[i].height, id);
        cr_assert_eq(good, sizes[i].want != NULL, "%s", sizes[i].id);
        if (good)
            cr_expect_str_eq(id, sizes[i].want);
    }
}

// A goal the game can't prove is refused, by the session and by the job, and nothing is searched.
Test(traits, goals_a_game_cannot_prove_are_refused_by_name)
{
    const char *why = "";
    games_init();
    cr_expect(game_can_prove(&othello_game, GOAL_PLAY, &why));
    cr_expect(game_can_prove(&othello_game, GOAL_EXACT, &why));
    cr_expect(game_can_prove(&gomoku_game, GOAL_VCT, &why));
    cr_expect_not(game_can_prove(&connect4_game, GOAL_VCF, &why));
    cr_expect_not_null(strstr(why, "vcf"), "%s", why);

    int pipe_fd[2];
    struct process p;
    char said[512] = "";
    cr_assert_eq(pipe(pipe_fd), 0);
    process_start_on(&p, (const char *const[]){"solve", "-g", "c4", "--vcf", NULL}, -1, pipe_fd[1]);
    close(pipe_fd[1]);
    process_close_input(&p);
    cr_expect_eq(process_status(&p), 2);
    cr_expect_gt(read(pipe_fd[0], said, sizeof said - 1), 0);
    close(pipe_fd[0]);
    cr_expect(strstr(said, "connect4") && strstr(said, "vcf"), "%s", said);
}

// A swap needs no change anywhere but in the game that has it.
Test(traits, moves_that_are_no_cell_have_the_names_the_game_gives)
{
    static const char *const special[] = {"swap", "black", NULL};
    struct game game = gomoku_game;
    struct position start;
    struct grid g;
    const char *why;
    char text[MOVE_TEXT_MAX];
    move m;
    games_init();
    cr_assert(game.start(&start, "", &why));
    game.to_grid(&start, &g);
    cr_expect_not(game_move_parse(&game, &g, word_of("swap"), &m));
    cr_expect_null(special_name(&game, MOVE_SPECIAL));
    game.special = special;
    for (int i = 0; special[i]; i++) {
        cr_assert(game_move_parse(&game, &g, word_of(special[i]), &m));
        cr_expect_eq(m, MOVE_SPECIAL + i);
        cr_expect_not(move_is_cell(m));
        game_move_print(&game, &g, m, text);
        cr_expect_str_eq(text, special[i]);
    }
    cr_expect_not(game_move_parse(&game, &g, word_of("swapped"), &m));
    cr_expect_null(special_name(&game, MOVE_SPECIAL + 2));
    cr_expect_null(special_name(&game, MOVE_PASS));
    cr_expect(game_move_parse(&game, &g, word_of("b12"), &m) && m == move_at(1, 3));
    cr_expect(game_move_parse(&game, &g, word_of("pass"), &m) && m == MOVE_PASS);
    // In a row of moves each is taken off the front.
    struct word row = word_of("swaph8");
    cr_assert(special_read(&game, &row, &m));
    cr_expect_eq(row.length, 2);
}
