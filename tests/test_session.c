// SPDX-License-Identifier: MIT
// test_session.c - the position and its history, drafts, options and the search of one session.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "engine/session.h"

static struct session *session;
static int answers;
static struct thought last;

static void on_done(void *owner, const struct thought *t)
{
    (void)owner;
    answers++;
    last = *t;
}

static void open_session(void)
{
    games_init();
    session = session_new((struct listener){.done = on_done});
    cr_assert_not_null(session);
}

static void close_session(void)
{
    session_free(session);
}

TestSuite(session, .init = open_session, .fini = close_session);

static void set_game(const char *id)
{
    const char *why = "";
    cr_assert(session_set_game(session, word_of(id), &why), "%s: %s", id, why);
}

static bool set_text(const char *text)
{
    const char *why = NULL;
    bool good = session_set_text(session, word_of(text), &why);
    cr_expect(good || (why && why[0]), "'%s' was refused without a reason", text);
    return good;
}

static void board(char out[BOARD_TEXT_MAX])
{
    struct grid g;
    struct writer w = writer_on(out, BOARD_TEXT_MAX);
    session_grid(session, &g);
    board_print(&g, &w);
}

static void expect_board(const char *text)
{
    char now[BOARD_TEXT_MAX];
    board(now);
    cr_expect_str_eq(now, text);
}

static bool set_option(enum option_id id, const char *value)
{
    const char *why = "";
    return session_set_option(session, &options[id], word_of(value), &why);
}

static move move_of(const char *text)
{
    struct grid g;
    move m = MOVE_NONE;
    session_grid(session, &g);
    move_parse(session_game(session)->notation, &g, word_of(text), &m);
    return m;
}

// A position in every form its people use, and the board each must give.
static const struct {
    const char *game, *text, *board;
} forms[] = {
    {"othello", "startpos", "8/8/8/3ox3/3xo3/8/8/8 x"},
    {"othello", "d3", "8/8/3x4/3xx3/3xo3/8/8/8 o"},
    {"othello", "  d3c3  ", "8/8/2ox4/3ox3/3xo3/8/8/8 x"},
    {"othello", "D3 c3", "8/8/2ox4/3ox3/3xo3/8/8/8 x"},
    {"othello", "---------------------------OX------XO--------------------------- X",
     "8/8/8/3ox3/3xo3/8/8/8 x"},
    {"othello", "---------------------------O*------*O--------------------------- O",
     "8/8/8/3ox3/3xo3/8/8/8 o"},
    {"othello", "8/8/8/3ox3/3xo3/8/8/8 x", "8/8/8/3ox3/3xo3/8/8/8 x"},
    {"othello:6x6", "--------------OX----XO-------------- X", "6/6/2ox2/2xo2/6/6 x"},
    {"connect4", "45461667", "7/7/7/5x1/3x1o1/x2xooo x"},
    {"connect4", "44", "7/7/7/7/3o3/3x3 x"},
    {"connect4", "dd", "7/7/7/7/3o3/3x3 x"},
    {"connect4", "7/7/7/7/3o3/3x3 x", "7/7/7/7/3o3/3x3 x"},
    {"connect4:9x10,x=c4", "ccc", "9/9/9/9/9/9/2#6/2x6/2o6/2x6 o"},
    {"gomoku", "h8i9", "15/15/15/15/15/15/8o6/7x7/15/15/15/15/15/15/15 x"},
    {"gomoku:5", "a1", "5/5/5/5/x4 o"},
    {"gomoku", "o8h8", "15/15/15/15/15/15/15/7o6x/15/15/15/15/15/15/15 x"}, // column o, no stone
    {"gomoku", "O8 h8", "15/15/15/15/15/15/15/7o6x/15/15/15/15/15/15/15 x"},
    {"gomoku", "o15", "14x/15/15/15/15/15/15/15/15/15/15/15/15/15/15 o"},
    {"gomoku:5", "ox----------------------- x", "ox3/5/5/5/5 x"},
};

Test(session, reads_every_form_of_a_position)
{
    for (size_t i = 0; i < LENGTH(forms); i++) {
        set_game(forms[i].game);
        cr_expect(set_text(forms[i].text), "%s '%s'", forms[i].game, forms[i].text);
        expect_board(forms[i].board);
        // What is printed reads back.
        cr_expect(set_text(forms[i].board));
        expect_board(forms[i].board);
    }
}

// Plays a game to its end by chance and reads it back from the row of its moves, with its passes or
// without.
static void expect_row(const char *id, uint64_t seed, bool passes)
{
    struct rng rng = {seed};
    char row[1024] = "", now[BOARD_TEXT_MAX], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(row, sizeof row);
    struct moves legal;
    set_game(id);
    const struct game *game = session_game(session);
    for (;;) {
        game->moves(session_position(session), &legal);
        if (legal.count == 0)
            break;
        move m = legal.at[rng_below(&rng, (uint32_t)legal.count)];
        session_move_text(session, m, name);
        if (m != MOVE_PASS || passes)
            write_text(&w, "%s", name);
        cr_assert(session_play(session, m));
    }
    board(now);
    session_restart(session);
    cr_expect(set_text(row), "%s '%s'", id, row);
    expect_board(now);
}

Test(session, reads_whole_games)
{
    static const char *const ids[] = {"othello",  "othello:6x6",  "othello:4x4",
                                      "connect4", "connect4:4x4", "gomoku:5"};
    for (size_t i = 0; i < LENGTH(ids); i++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            expect_row(ids[i], seed, true);
            expect_row(ids[i], seed, false);
        }
}

static const struct {
    const char *game, *text;
} bad_texts[] = {
    {"othello", ""},
    {"othello", " "},
    {"othello", "a1"},
    {"othello", "d3d3"},
    {"othello", "d3c"},
    {"othello", "d3c3!"},
    {"othello", "i9"},
    {"othello", "d3pass"},
    {"othello", "startpos d3"},
    {"othello", "8/8/8/3ox3/3xo3/8/8/8"},
    {"othello", "8/8/8/3ox3/3xo3/8/8/8 z"},
    {"othello", "8/8/8/3ox3/3xo3/8/8/8 x x"},
    {"othello", "8/8/8/3ox3/3xo3/8/8/8/8 x"},
    {"othello", "8/8/8/3ox3/3xo3/8/8/7 x"},
    {"othello", "8/8/8/3ox3/3xo3/8/8/18 x"},
    {"othello", "8/8/8/3o#3/3xo3/8/8/8 x"},
    {"othello", "99999999999999999999/8/8/8/8/8/8/8 x"},
    {"othello", "6/6/2ox2/2xo2/6/6 x"},
    {"connect4", "8"},
    {"connect4", "0"},
    {"connect4", "1111111"},
    {"connect4", "7/7/7/3x3/7/7 o"},  // it floats
    {"connect4", "7/7/7/7/7/xxx4 o"}, // too many of one
    {"connect4", "7/7/7/7/7/3x3 x"},  // the wrong side
    {"connect4", "7/7/7/7/7/3#3 x"},  // this board has no blocked cell
    {"connect4", "1212121"
                 "2"}, // a move after the end
    {"gomoku", "h8h8"},
    {"gomoku", "p1"},
    {"gomoku", "a0"},
    {"gomoku", "a16"},
};

// The columns of a wide board in digits: 1 to 9, then a to d. Which way a row is written, only the
// whole of it tells.
Test(session, reads_columns_in_digits_on_wide_boards)
{
    struct rng r = {41};
    for (int width = 10; width <= 13; width++)
        for (int round = 0; round < 50; round++) {
            char id[GAME_ID_MAX], row[64], played[BOARD_TEXT_MAX], read[BOARD_TEXT_MAX];
            struct writer w = writer_on(id, sizeof id), digits = writer_on(row, sizeof row);
            write_text(&w, "connect4:%dx6", width);
            set_game(id);
            for (int i = 0; i < 24; i++) {
                struct moves legal;
                session_game(session)->moves(session_position(session), &legal);
                // The first column has a letter, the second a digit.
                move m = i == 0        ? legal.at[9 + rng_below(&r, (uint32_t)width - 9)]
                         : i == 1      ? legal.at[rng_below(&r, 9)]
                         : legal.count ? legal.at[rng_below(&r, (uint32_t)legal.count)]
                                       : MOVE_NONE;
                if (m == MOVE_NONE)
                    break;
                cr_assert(session_play(session, m));
                write_text(&digits, "%c", "123456789abcd"[move_x(m)]);
            }
            board(played);
            cr_assert(set_text(row), "%s: %s", id, row);
            board(read);
            cr_assert_str_eq(read, played, "%s: %s", id, row);
        }
    set_game("connect4:10x4");
    cr_expect(set_text("a32545"));
    expect_board("10/10/4o5/1xoxo4x x");
    cr_expect(set_text("dje")); // letters alone
    expect_board("10/10/10/3xx4o o");
    set_game("connect4");
    cr_expect(set_text("d1d2")); // cells
    expect_board("7/7/7/7/3o3/3x3 x");
    cr_expect_not(set_text("a32545"));
}

// A text that is refused is refused at a place.
Test(session, says_where_a_text_goes_wrong)
{
    static const struct {
        const char *game, *text;
        size_t offset;
    } bad[] = {
        {"othello", "f5d6z9", 4},          {"othello", " f5 d6 a1", 7},
        {"connect4", "44444444", 6},       {"connect4", "7/7/7/7/7/q6 x", 10},
        {"connect4", "7/7/7/7/7/7 z", 12}, {"connect4", "7/7/7/7/7/7 x y", 14},
        {"connect4", "7/7/7/7/8/7 x", 8},  {"gomoku", "h8h8", 2},
        {"connect4:10x4", "a32x", 3},      {"othello:4x4", "------------q--- x", 12},
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        size_t offset = 99;
        const char *why = NULL;
        set_game(bad[i].game);
        cr_expect_not(session_set_text_at(session, word_of(bad[i].text), &offset, &why));
        cr_expect_eq(offset, bad[i].offset, "%s: %zu", bad[i].text, offset);
    }
}

Test(session, refuses_bad_texts_and_changes_nothing)
{
    for (size_t i = 0; i < LENGTH(bad_texts); i++) {
        char before[BOARD_TEXT_MAX], after[BOARD_TEXT_MAX];
        struct moves legal;
        set_game(bad_texts[i].game);
        session_game(session)->moves(session_position(session), &legal);
        cr_assert(session_play(session, legal.at[0]));
        board(before);
        cr_expect_not(set_text(bad_texts[i].text), "%s '%s'", bad_texts[i].game, bad_texts[i].text);
        board(after);
        cr_expect_str_eq(before, after, "%s '%s'", bad_texts[i].game, bad_texts[i].text);
        cr_expect_eq(session_ply(session), 1);
        cr_expect_eq(session_last_move(session), legal.at[0]);
    }
}

Test(session, a_draft_is_all_or_nothing)
{
    cr_assert(session_play(session, move_of("d3")));
    session_draft(session);
    cr_assert(session_play(session, move_of("c3")));
    session_discard(session);
    expect_board("8/8/3x4/3xx3/3xo3/8/8/8 o");
    session_draft(session);
    session_restart(session);
    cr_assert(session_play(session, move_of("c4")));
    session_keep(session);
    expect_board("8/8/8/2xxx3/3xo3/8/8/8 o");
    cr_expect_eq(session_ply(session), 1);
    cr_expect(session_undo(session));
    expect_board("8/8/8/3ox3/3xo3/8/8/8 x");
}

// A text that is refused inside a draft spoils the draft, never the position.
Test(session, a_refused_text_in_a_draft_spoils_only_the_draft)
{
    cr_assert(session_play(session, move_of("d3")));
    session_draft(session);
    cr_expect_not(set_text("c4c3zz"));
    session_discard(session);
    expect_board("8/8/3x4/3xx3/3xo3/8/8/8 o");
    cr_expect(set_text("c4"));
    expect_board("8/8/8/2xxx3/3xo3/8/8/8 o");
}

// The Game setting is that of the position, whichever way it came about.
Test(session, the_game_of_a_draft_counts_when_it_is_kept)
{
    const char *why;
    session_draft(session);
    cr_assert(session_set_game(session, word_of("gomoku:9"), &why));
    cr_expect_str_eq(session_settings(session)->game, "othello");
    session_discard(session);
    cr_expect_str_eq(session_settings(session)->game, "othello");
    session_draft(session);
    cr_assert(session_set_game(session, word_of("gomoku:9"), &why));
    session_keep(session);
    cr_expect_str_eq(session_settings(session)->game, "gomoku:9");
}

Test(session, undo_and_redo_walk_the_whole_game)
{
    static const char *const ids[] = {"othello", "othello:4x4", "connect4", "gomoku:7"};
    struct rng rng = {11};
    for (size_t i = 0; i < LENGTH(ids); i++) {
        uint64_t keys[256];
        struct moves legal;
        int plies = 0;
        set_game(ids[i]);
        const struct game *game = session_game(session);
        for (;; plies++) {
            keys[plies] = game->key(session_position(session));
            game->moves(session_position(session), &legal);
            if (legal.count == 0)
                break;
            cr_assert(session_play(session, legal.at[rng_below(&rng, (uint32_t)legal.count)]));
        }
        cr_expect_eq(session_ply(session), plies);
        cr_expect_not(session_redo(session));
        for (int k = plies - 1; k >= 0; k--) {
            cr_assert(session_undo(session));
            cr_assert_eq(game->key(session_position(session)), keys[k]);
        }
        cr_expect_not(session_undo(session));
        for (int k = 1; k <= plies; k++) {
            cr_assert(session_redo(session));
            cr_assert_eq(game->key(session_position(session)), keys[k]);
        }
        // A new move forgets what was taken back.
        cr_assert(session_undo(session));
        game->moves(session_position(session), &legal);
        cr_assert(session_play(session, legal.at[0]));
        cr_expect_not(session_redo(session));
    }
}

Test(session, either_side_may_move_twice_in_othello)
{
    cr_assert(session_play_as(session, FIRST, move_of("d3")));
    cr_assert(session_play_as(session, FIRST, move_of("e6")));
    expect_board("8/8/3x4/3xx3/3xx3/4x3/8/8 o");
    cr_expect_eq(session_ply(session), 2);
    cr_assert(session_undo(session));
    expect_board("8/8/3x4/3xx3/3xo3/8/8/8 o");
    cr_expect_not(session_play_as(session, FIRST, move_of("a1")));
    cr_expect_not(session_play_as(session, SECOND, MOVE_PASS));
    expect_board("8/8/3x4/3xx3/3xo3/8/8/8 o");
}

Test(session, a_refused_option_keeps_the_old_value)
{
    cr_expect(set_option(OPTION_HASH, "2"));
    cr_expect_not(set_option(OPTION_HASH, "1048576"));
    cr_expect_eq(session_settings(session)->hash_mib, 2);
    cr_expect_not(set_option(OPTION_THREADS, "1000000"));
    cr_expect_eq(session_settings(session)->threads, 1);
    cr_expect_not(set_option(OPTION_GAME, "chess"));
    cr_expect_str_eq(session_settings(session)->game, "othello");
    cr_expect(set_option(OPTION_VARIANT, "cfour"));
    cr_expect_str_eq(session_settings(session)->game, "connect4");
    cr_expect(set_option(OPTION_GAME, "Othello:6x6"));
    cr_expect_str_eq(session_settings(session)->game, "othello:6x6");
    cr_expect_eq(session_settings(session)->variant, 0);
}

static void go(struct limits l)
{
    struct grid g;
    const char *why = "";
    session_grid(session, &g);
    cr_assert(session_go(session, g.to_move, &l, &why), "%s", why);
}

// Every thought is answered once, whatever ends it.
Test(session, one_answer_for_each_thought)
{
    struct limits l = limits_none();
    set_option(OPTION_HASH, "1");
    l.depth = 2;
    go(l);
    session_wait(session);
    cr_expect_eq(answers, 1);
    l = limits_none();
    l.infinite = true;
    go(l);
    go(l); // ends the first, with its answer
    cr_expect_eq(answers, 2);
    session_stop(session);
    session_stop(session);
    cr_expect_eq(answers, 3);
    l = limits_none();
    l.ponder = true;
    l.depth = 1; // done at once, but the answer must wait for ponderhit
    go(l);
    cr_expect(session_thinking(session));
    cr_expect_eq(answers, 3);
    session_ponderhit(session);
    session_wait(session);
    cr_expect_eq(answers, 4);
    cr_expect_not(session_thinking(session));
    session_ponderhit(session); // a stray one
    cr_expect_neq(last.best, MOVE_NONE);
}

Test(session, a_finished_game_has_no_move)
{
    struct limits l = limits_none();
    set_game("connect4");
    cr_assert(set_text("1212121"));
    l.depth = 3;
    go(l);
    session_wait(session);
    cr_expect_eq(answers, 1);
    cr_expect_eq(last.best, MOVE_NONE);
    // Its value is known all the same: lost, with 35 cells empty.
    cr_expect(last.proven && last.solved);
    cr_expect_eq(last.score, -1800);
    // Nor is an endless thought about it answered before it is stopped.
    l.infinite = true;
    go(l);
    cr_expect_eq(answers, 1);
    session_stop(session);
    cr_expect_eq(answers, 2);
    cr_expect_eq(last.best, MOVE_NONE);
    const char *why;
    cr_expect(session_think(session, &l, &last, &why));
    cr_expect_eq(last.best, MOVE_NONE);
}
