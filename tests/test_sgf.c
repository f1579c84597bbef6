// SPDX-License-Identifier: MIT
// test_sgf.c - game records: what quarry and edax write is read, what is damaged is refused.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "protocol/load.h"

static struct session *session;

static void open_session(void)
{
    games_init();
    session = session_new((struct listener){0});
    cr_assert_not_null(session);
}

static void close_session(void)
{
    session_free(session);
}

TestSuite(sgf, .init = open_session, .fini = close_session);

static void expect_board(const char *record, const char *text)
{
    char now[BOARD_TEXT_MAX];
    struct grid g;
    struct writer w = writer_on(now, sizeof now);
    session_grid(session, &g);
    board_print(&g, &w);
    cr_expect_str_eq(now, text, "%s gave %s", record, now);
}

static const struct {
    const char *game, *record; // the game before, and the record
    int stop_before;
    const char *id, *board;
} good[] = {
    {"othello", "(;FF[4]CA[UTF-8]AP[q:1]GM[2]SZ[8]PB[a]PW[b]RE[B+2];B[dc];W[cc])", 0, "othello",
     "8/8/2ox4/3ox3/3xo3/8/8/8 x"},
    {"othello", "(;GM[2];B[d3];W[c3])", 0, "othello", "8/8/2ox4/3ox3/3xo3/8/8/8 x"},
    {"othello", "(;GM[2];B[dc];W[cc])", 2, "othello", "8/8/3x4/3xx3/3xo3/8/8/8 o"},
    {"othello", "(;GM[2];B[dc];W[cc])", 1, "othello", "8/8/8/3ox3/3xo3/8/8/8 x"},
    {"othello", "(;GM[2];B[dc];W[cc])", 99, "othello", "8/8/2ox4/3ox3/3xo3/8/8/8 x"},
    {"othello", "(;GM[2];B[dc](;W[cc])(;W[ec]))", 0, "othello", "8/8/2ox4/3ox3/3xo3/8/8/8 x"},
    {"othello", " \n(\n;GM[2]C[a \\] in a comment;B[zz\\]]\nB[dc]\n)", 0, "othello",
     "8/8/3x4/3xx3/3xo3/8/8/8 o"},
    {"othello", "(;GM[2]SZ[6];B[cb])", 0, "othello:6x6", "6/2x3/2xx2/2xo2/6/6 o"},
    // quarry leaves passes out, so black may come twice; a pass that is not one is passed over.
    {"othello", "(;GM[2];B[dc];W[];B[ef])", 0, "othello", "8/8/3x4/3xx3/3xx3/4x3/8/8 o"},
    {"othello", "(;GM[2];B[dc];W[tt];B[ef])", 0, "othello", "8/8/3x4/3xx3/3xx3/4x3/8/8 o"},
    {"othello", "(;GM[2];B[dc];W[PA];B[ef])", 0, "othello", "8/8/3x4/3xx3/3xx3/4x3/8/8 o"},
    {"othello", "(;GM[2]AB[aa][ba]AW[ca]AE[dd]PL[W])", 0, "othello", "xxo5/8/8/4x3/3xo3/8/8/8 o"},
    {"othello", "(;GM[4]SZ[15];B[hh];W[hg])", 0, "gomoku",
     "15/15/15/15/15/15/7o7/7x7/15/15/15/15/15/15/15 x"},
    {"othello", "(;GM[4];B[hh])", 0, "gomoku", "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o"},
    // What the record does not say stays: the game, its size, its rule.
    {"gomoku:9,free", "(;;B[ee])", 0, "gomoku:9,free", "9/9/9/9/4x4/9/9/9/9 o"},
    {"gomoku:9,free", "(;GM[4]SZ[7];B[aa])", 0, "gomoku:7,free", "x6/7/7/7/7/7/7 o"},
    {"connect4", "(;;B[df])", 0, "connect4", "7/7/7/7/7/3x3 o"},
    // On a board of 20 and more "tt" is a point, and on one of 16 "pa".
    {"othello", "(;GM[4]SZ[20];B[tt])", 0, "gomoku:20",
     "20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/19x o"},
    {"othello", "(;GM[4]SZ[16];B[pa])", 0, "gomoku:16",
     "15x/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 o"},
};

Test(sgf, reads_records)
{
    for (size_t i = 0; i < LENGTH(good); i++) {
        const char *why = "";
        struct record_error error;
        char id[GAME_ID_MAX];
        cr_assert(session_set_game(session, word_of(good[i].game), &why));
        cr_assert(
            load_record(session, &record_sgf, word_of(good[i].record), good[i].stop_before, &error),
            "%s: %s", good[i].record, error.why);
        expect_board(good[i].record, good[i].board);
        session_game_id(session, id);
        cr_expect_str_eq(id, good[i].id, "%s", good[i].record);
        cr_expect_str_eq(session_settings(session)->game, good[i].id);
    }
}

static const char *const bad[] = {
    "",
    "(",
    "hello",
    "8/8/8/3ox3/3xo3/8/8/8 x",
    "(;GM[2]SZ[7];B[dc])",
    "(;GM[2]SZ[99];B[dc])",
    "(;GM[2]SZ[x];B[dc])",
    "(;GM[2];B[zz])",
    "(;GM[2];B[aa])",
    "(;GM[2];B[dc];W[dc])",
    "(;GM[2];B[d99])",
    "(;GM[2];B[dc];?)",
    "(;GM[2];b[dc])",
    "(;GM[2]AB[zz];B[dc])",
    "(;GM[2]AB[];B[dc])",
    "(;GM[4]SZ[15];B[hh];W[hh])",
    "(;GM[4]SZ[4];B[aa])",
    "(;GM[4]SZ[23];B[aa])",
};

Test(sgf, refuses_damaged_records_and_changes_nothing)
{
    const char *why = "";
    cr_assert(session_set_text(session, word_of("d3c3"), &why));
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct record_error error;
        cr_expect_not(load_record(session, &record_sgf, word_of(bad[i]), 0, &error), "%s", bad[i]);
        cr_expect(error.why[0], "%s: refused without a reason", bad[i]);
        expect_board(bad[i], "8/8/2ox4/3ox3/3xo3/8/8/8 x");
        cr_expect_eq(session_ply(session), 2);
        cr_expect_str_eq(session_settings(session)->game, "othello");
    }
}

// A record cut off anywhere is refused by name.
Test(sgf, any_beginning_of_a_record_is_refused)
{
    for (size_t i = 0; i < LENGTH(good); i++)
        for (size_t n = 0; n < strlen(good[i].record); n++) {
            char *copy = malloc(n + 1); // its own block, so that reading beyond it is seen
            struct record_error error;
            memcpy(copy, good[i].record, n);
            cr_expect_not(load_record(session, &record_sgf, (struct word){copy, n}, 0, &error),
                          "%s to byte %zu", good[i].record, n);
            cr_expect(error.why[0]);
            free(copy);
        }
}
