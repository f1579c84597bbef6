// SPDX-License-Identifier: MIT
// test_records.c - game records in every form: ours go round, foreign ones are read, bad ones are
// refused with line, column and reason.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "tests/records_check.h"
#include "tests/sanitized.h"

TestSuite(records, .init = games_init);

ParameterizedTestParameters(records, round_trips)
{
    return cr_make_param_array(struct form_shape, form_shapes, form_shape_count);
}

ParameterizedTest(struct form_shape *s, records, round_trips)
{
    games_init();
    check_round_trips(s, 304);
}

Test(records, the_wthor_database)
{
    if (!wthor_folder())
        cr_skip_test("no WTHOR database: set WTHOR to its folder");
    cr_expect_gt(check_wthor(wthor_folder(), "7.wtb"), 1000);
}

// ---- foreign records ----------------------------------------------------------------------------

// Eight moves after which Black must pass; then White plays e3.
#define BEFORE_PASS "d3c3b3b2f5a3a1c1"
#define DASHES "-------- -------- -------- "
#define START_ROWS DASHES "---O*--- ---*O--- " DASHES

static const struct specimen {
    const char *form; // as it is recognised
    const char *like; // the game at hand
    const char *text;
    const char *id, *moves; // what is read: the game, and its moves in a row
    const char *names, *result;
} specimens[] = {
    // SGF: what quarry, edax and Gomoku programs write.
    {"sgf", "gomoku", "(;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]RE[B+2];B[dc];W[cc])", "othello", "d3c3",
     "Ann-Bob", "1 +2"},
    {"sgf", "othello", "\xef\xbb\xbf\r\n(\r\n;GM[2]\r\nRE[W+R]\r\n;B[d3]\r\n;W[C3]\r\n)\r\n",
     "othello", "d3c3", "-", "2"},
    {"sgf", "othello", "(;GaMe[2]SiZe[8];B[dc];W[cc];B[bc];W[bb];B[fe];W[ac];B[aa];W[ca];W[ec])",
     "othello", BEFORE_PASS "passe3", "-", "0"},
    {"sgf", "othello", "(;GM[2];B[dc];W[cc];B[bc];W[bb];B[fe];W[ac];B[aa];W[ca];B[];W[ec])",
     "othello", BEFORE_PASS "passe3", "-", "0"},
    {"sgf", "othello",
     "(;GM[2];B[dc];W[cc];B[bc];W[bb];B[fe];W[ac];B[aa];W[ca];B[tt];W[ec](;B[])(;B[]))", "othello",
     BEFORE_PASS "passe3", "-", "0"},
    {"sgf", "othello", "(;GM[2](;B[dc](;W[cc];B[cd])(;W[ec]))(;B[fe]))", "othello", "d3c3c4", "-",
     "0"},
    {"sgf", "othello", "(;GM[2]C[x \\] (;B[aa\\]) \\\\];B[dc]C[;W[aa\\]];W[cc])", "othello", "d3c3",
     "-", "0"},
    {"sgf", "gomoku:9,free", "(;GM[4]PB[a];B[ee];W[ef])", "gomoku:9,free", "e5e4", "a-", "0"},
    {"sgf", "othello", "(;GM[4]SZ[15]RE[W+Time];B[hh])", "gomoku", "h8", "-", "2"},
    {"sgf", "othello", "(;GM[4]SZ[20]RU[gomoku:20,free];B[tt])", "gomoku:20,free", "t1", "-", "0"},
    {"sgf", "othello", "(;GM[1]SZ[8];B[dc])", "othello", "d3", "-", "0"},
    // GGF: a pair as GGS sends it, small boards, passes, no evaluation, komi and random starts.
    {"ggf", "gomoku",
     "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[2196.3]TI[05:00//02:00]"
     "TY[8]RE[-12.00:r]BO[8 " START_ROWS "*]B[d3//0.01]W[c3/2.39/0.01]B[C4];)",
     "othello", "d3c3c4", "Ann-Bob", "2 -12"},
    {"ggf", "othello",
     "(;GM[Othello]DT[940607137]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1//7.50]W[C1]B[D3]W[A1/3.5/1]"
     "B[pass//4.23]W[A3];)",
     "othello:4x4", "b1c1d3a1passa3", "-", "0"},
    {"ggf", "othello",
     "(;GM[Othello]TY[s8kr4]KB[d3/2.00]KM[-3.133]RE[-22.87]BO[8 " START_ROWS "*]B[d3]W[c3];)",
     "othello", "d3c3", "-", "2"},
    {"ggf", "othello", "(;GM[Othello]TY[6];)", "othello:6x6", "", "-", "0"},
    // PGN: cutechess, Fairy-Stockfish, our arena, and what people put in between.
    {"pgn", "othello",
     "[Event \"a\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[Variant \"cfour\"]\n\n"
     "1. P@d1 {+0.12/14 0.52s} P@d2 {book} 2. P@a1! $3 (2. P@b1 {x (} P@c1 (2... P@e1)) P@d3 1-0\n",
     "connect4", "4414", "Ann-Bob", "1"},
    {"pgn", "connect4", "[Variant \"flipello\"]\n\n1. P@d6 P@c6 1/2-1/2\n", "othello", "d3c3", "-",
     "= +0"},
    {"pgn", "connect4",
     "[Event \"?\"]\r\n[Variant \"flipello\"]\r\n\r\n1. P@d6 P@c6 2. P@b6 P@b7 3. P@f4 P@a6 4. "
     "P@a8 "
     "P@c8\r\n5. a6a6 P@e6 *\r\n",
     "othello", BEFORE_PASS "passe3", "-", "0"},
    {"pgn", "othello",
     "% a line for machines\n[Variant \"gomokufreestyle\"]\n; a remark\n1.h8 i9 {\nto the\nend}\n"
     "2.h9 0-1",
     "gomoku:15,free", "h8i9h9", "-", "2"},
    {"pgn", "othello",
     "[Variant \"othello:6x6\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n[Margin \"+4\"]\n\n1. c2 b2 2. a2 "
     "a1 3. e4 c5 4. c6 a3 5. pass d2 1-0\n",
     "othello:6x6", "c2b2a2a1e4c5c6a3passd2", "A \"B\" \\ C-", "1 +4"},
    {"pgn", "othello",
     "[Variant \"cfour\"]\n[FEN \"7/7/7/7/3p3/3P3[PPpp] w - - 0 1\"]\n\n1. P@d3 P@a1 *", "connect4",
     "7/7/7/7/3o3/3x3 x:41", "-", "0"},
    {"pgn", "othello", "[Variant \"connect4\"]\n\n1. d d 2. 4 *", "connect4", "444", "-", "0"},
    {"pgn", "othello", "[Event \"x\"]\n\n*", "othello", "", "-", "0"},
    // Piskvork.
    {"psq", "othello", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,312\n-1\n", "gomoku", "h8i9", "-",
     "0"},
    {"psq", "gomoku:9,free",
     "Piskvorky 20x20, 11:11, "
     "1\r\n10,10,0\r\n11,9,31\r\npbrain-one.exe\r\npbrain-two.exe\r\n15\r\n",
     "gomoku:20,free", "j11k12", "pbrain-two.exe-pbrain-one.exe", "2"},
    {"psq", "othello", "15x15, 0:11, 0\n8,8\n9,7\none\ntwo\n-1\n2,Freestyle", "gomoku", "h8i9",
     "one-two", "2"},
    {"psq", "gomoku:15,free", "pbrain-one.exe\npbrain-two.exe\n7,7,0\n8,6,31\n0\n",
     "gomoku:15,free", "h8i9", "pbrain-one.exe-pbrain-two.exe", "0"},
    {"psq", "othello", "a\nb\n0,0,0\n19,19,1\n0", "gomoku:20", "a20t1", "a-b", "0"},
    // Moves in a row.
    {"moves", "othello", "f5d6c3", "othello", "f5d6c3", "-", "0"},
    {"moves", "othello", "\n# openings\n  F5D6C3D3C4F4 +2 \r\n", "othello", "f5d6c3d3c4f4", "-",
     "0"},
    {"moves", "othello", "1. f5 d6 2. c3 d3", "othello", "f5d6c3d3", "-", "0"},
    {"moves", "othello", "f5-d6-c3,d3  # a remark", "othello", "f5d6c3d3", "-", "0"},
    {"moves", "othello", BEFORE_PASS "e3", "othello", BEFORE_PASS "passe3", "-", "0"},
    {"moves", "othello", BEFORE_PASS "PAe3", "othello", BEFORE_PASS "passe3", "-", "0"},
    {"moves", "othello", BEFORE_PASS "--e3:-2", "othello", BEFORE_PASS "passe3", "-", "0"},
    {"moves", "connect4", "4453 -2", "connect4", "4453", "-", "0"},
    {"moves", "connect4", "4453 2", "connect4", "4453", "-", "0"},
    {"moves", "connect4", "4 4 5 3", "connect4", "4453", "-", "0"},
    {"moves", "connect4", "4-4-5-3", "connect4", "4453", "-", "0"},
    {"moves", "connect4", "DDEC", "connect4", "4453", "-", "0"},
    {"moves", "connect4:13x4", "a1b9d", "connect4:13x4", "jakim", "-", "0"},
    {"moves", "gomoku", "h8i9h15", "gomoku", "h8i9h15", "-", "0"},
};

static struct record_reader open_text(const struct record_form *form, const char *like,
                                      const char *text, size_t length)
{
    struct record_reader reader;
    const struct game *game;
    struct position start;
    const char *why = "";
    cr_assert(game_find(word_of(like), &game, &start, &why), "%s: %s", like, why);
    record_reader_open(&reader, form, (struct word){text, length}, game, &start);
    return reader;
}

// The moves of a record in a row, behind the board when it is not the usual one.
static void write_row(const struct game_record *r, struct writer *w)
{
    struct grid g;
    struct position p = r->start;
    r->game->to_grid(&r->start, &g);
    bool digits = r->game->notation == NOTATION_COLUMN && g.width <= 9;
    if (record_is_set_up(r)) {
        board_print(&g, w);
        write_text(w, ":");
    }
    for (int i = 0; i < r->count; i++) {
        char text[MOVE_TEXT_MAX];
        move_print(digits ? NOTATION_COLUMN_DIGITS : r->game->notation, &g, r->moves[i].move, text);
        write_text(w, "%s", text);
        cr_expect(record_step(r, i, &p), "move %d does not play again", i + 1);
    }
    cr_expect_eq(r->game->key(&p), r->game->key(&r->end));
}

static void expect_specimen(const struct specimen *s, const struct game_record *r)
{
    char text[4096], id[GAME_ID_MAX];
    struct writer w = writer_on(text, sizeof text);
    game_id(r->game, &r->start, id);
    cr_expect_str_eq(id, s->id, "%s gave %s", s->text, id);
    write_row(r, &w);
    cr_expect_str_eq(text, s->moves, "%s gave %s", s->text, text);
    w = writer_on(text, sizeof text);
    write_text(&w, "%s-%s", record_get(r, RECORD_FIRST), record_get(r, RECORD_SECOND));
    cr_expect_str_eq(text, s->names, "%s gave %s", s->text, text);
    w = writer_on(text, sizeof text);
    write_text(&w, "%c", "012="[r->outcome]);
    if (r->has_margin)
        write_text(&w, " %+d", r->margin);
    cr_expect_str_eq(text, s->result, "%s gave %s", s->text, text);
}

Test(records, reads_what_others_write)
{
    struct game_record *r = record_new();
    for (size_t i = 0; i < LENGTH(specimens); i++) {
        const struct specimen *s = &specimens[i];
        size_t length = strlen(s->text);
        char *copy = malloc(length); // its own block, so that reading beyond it is seen
        memcpy(copy, s->text, length);
        struct record_reader reader = open_text(NULL, s->like, copy, length);
        cr_expect_str_eq(record_form_name(reader.form), s->form, "%s", s->text);
        enum record_status status = record_next(&reader, r);
        cr_expect_eq(status, RECORD_GOOD, "%s: %zu:%zu: %s", s->text, reader.error.line,
                     reader.error.column, reader.error.why);
        expect_specimen(s, r);
        cr_expect_eq(record_next(&reader, r), RECORD_END, "%s", s->text);
        free(copy);
    }
    record_free(r);
}

// ---- what is refused ----------------------------------------------------------------------------

static const struct {
    const char *form, *like, *text;
    size_t line, column;
    const char *why; // a part of it
} refused[] = {
    {"sgf", "othello", "", 1, 1, "no SGF record"},
    {"sgf", "othello", "hello", 1, 1, "no SGF record"},
    {"sgf", "othello", "(;GM[2];B[dc]\n;W[dc])", 2, 4, "move 2, dc, is not legal"},
    {"sgf", "othello", "(;GM[2];B[zz])", 1, 11, "not on the board"},
    {"sgf", "othello", "(;GM[3];B[dc])", 1, 6, "GM[3]"},
    {"sgf", "othello", "(;GM[2]SZ[7])", 1, 1, "4, 6 or 8"},
    {"sgf", "othello", "(;GM[4]SZ[8:9])", 1, 1, "8x9"},
    {"sgf", "othello", "(;GM[2]SZ[x])", 1, 11, "no size"},
    {"sgf", "othello", "(;GM[2];B[dc];AW[aa])", 1, 18, "after the first move"},
    {"sgf", "othello", "(;GM[2]\n;B[dc]", 2, 7, "cut off"},
    {"sgf", "othello", "(;GM[2];B[dc]C[an open comment)", 1, 32, "cut off"},
    {"sgf", "othello", "(;GM[2]AB[zz])", 1, 11, "set-up stone"},
    {"sgf", "othello", "(;GM[2];B[dc];?)", 1, 15, "damaged"},
    {"ggf", "othello", "(;GM[Amazons]B[d3];)", 1, 6, "GGF has Othello"},
    {"ggf", "othello", "(;GM[Othello]TY[8a]B[d3];)", 1, 17, "fewest discs win"},
    {"ggf", "othello", "(;GM[Othello]TY[10]B[d3];)", 1, 17, "4, 6 or 8"},
    {"ggf", "othello", "(;GM[Othello]BO[8 --- *];)", 1, 17, "too few cells"},
    {"ggf", "othello", "(;GM[Othello]BO[8 " START_ROWS "?];)", 1, 17, "ends in"},
    {"ggf", "othello", "(;GM[Othello]BO[8 X" START_ROWS "*];)", 1, 17, "one of"},
    {"ggf", "othello", "(;GM[Othello]B[d3]BO[8 " START_ROWS "*];)", 1, 22, "after a move"},
    {"ggf", "othello", "(;GM[Othello]B[d4];)", 1, 16, "not legal"},
    {"ggf", "othello", "(;GM[Othello]B[d3]", 1, 19, "cut off"},
    {"pgn", "othello", "[Variant \"chess\"]\n\n1. e4 e5 *", 1, 11, "unknown game"},
    {"pgn", "othello", "[Event \"a\"]\n\n1. d3 c3\n", 4, 1, "no result"},
    {"pgn", "othello", "[Event \"a\"]\n\n1. d3 d3 *", 3, 7, "move 2, d3, is not legal"},
    {"pgn", "othello", "[Event \"a\"]\n\n1. d3 {never\nclosed", 4, 7, "no result"},
    {"pgn", "othello", "[Event \"a]\n\n1. d3 *", 1, 1, "tag"},
    {"pgn", "othello", "[FEN \"8/8 x\"]\n\n1. d3 *", 1, 7, "FEN"},
    {"psq", "othello", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,1\n-1\n", 3, 1, "not legal"},
    {"psq", "othello", "Piskvorky 15x15, 11:11, 0\n16,8,0\n-1\n", 2, 1, "not on the board"},
    {"psq", "othello", "Piskvorky 15x16, 11:11, 0\n8,8,0\n-1\n", 1, 1, "not square"},
    {"psq", "othello", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,", 3, 3, "cut off"},
    {"psq", "othello", "Piskvorky 15x15, 11:11, 0\n8,8,0\n1", 3, 2, "cut off"},
    {"psq", "othello", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,x,1\n-1\n", 3, 1, "damaged"},
    {"psq", "gomoku:15,renju",
     "Piskvorky 15x15, 11:11, 0\n7,8,0\n1,1,0\n6,8,0\n1,3,0\n8,9,0\n1,5,0\n8,10,0\n1,7,0\n"
     "8,8,0\n-1\n",
     10, 1,
     "is not legal; PSQ does not tell the rule, which may be another than that of gomoku:15,renju"},
    {"moves", "othello", "f5d6f5", 1, 5, "move 3, f5, is not legal"},
    {"moves", "othello", "\n\n  f5z9", 3, 5, "move 2 is not on the board"},
    {"moves", "connect4", "4444444", 1, 7, "not on the board"},
    {"moves", "connect4", "12121214", 1, 8, "after the end"},
};

Test(records, refuses_bad_records_by_name)
{
    struct game_record *r = record_new();
    for (size_t i = 0; i < LENGTH(refused); i++) {
        const struct record_form *form = record_form_named(word_of(refused[i].form));
        const char *text = refused[i].text;
        struct record_reader reader = open_text(form, refused[i].like, text, strlen(text));
        cr_expect_eq(record_next(&reader, r), RECORD_BAD, "%s", text);
        cr_expect(strstr(reader.error.why, refused[i].why), "%s: %s", text, reader.error.why);
        cr_expect(reader.error.line == refused[i].line && reader.error.column == refused[i].column,
                  "%s: %zu:%zu: %s", text, reader.error.line, reader.error.column,
                  reader.error.why);
        cr_expect_eq(record_next(&reader, r), RECORD_END, "%s", text);
    }
    record_free(r);
}

// A record that is refused leaves what came before it, and the one after it is read.
Test(records, a_bad_record_does_not_hide_the_next)
{
    static const struct {
        const char *form, *like, *text;
    } pairs[] = {
        {"sgf", "othello", "(;GM[2];B[dc];W[dc](;B[aa]C[)]))(;GM[2];B[dc];W[cc])"},
        {"sgf", "othello", "(;GM[2];B[dc];W[dc];?b[)](;B[]))\n(;GM[2];B[dc];W[cc])"},
        {"ggf", "othello", "(;GM[Othello]B[d3]W[d3]B[x];)(;GM[Othello]B[d3]W[c3];)"},
        {"pgn", "othello", "[Event \"a\"]\n\n1. d3 d3 2. x (1-0) *\n[Event \"b\"]\n\n1. d3 c3 *"},
        {"pgn", "othello", "[Event \"a\"]\n\n1. d3\n\n[Event \"b\"]\n\n1. d3 c3 *"},
        {"psq", "gomoku",
         "Piskvorky 15x15, 1:1, 0\n8,8,0\n8,8,1\n-1\nPiskvorky 15x15, 1:1, 0\n8,8,0\n9,9,1\n-1\n"},
        {"moves", "othello", "d3d3c4c5\nd3c3\n"},
    };
    struct game_record *r = record_new();
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        const struct record_form *form = record_form_named(word_of(pairs[i].form));
        const char *text = pairs[i].text;
        struct record_reader reader = open_text(form, pairs[i].like, text, strlen(text));
        cr_expect_eq(record_next(&reader, r), RECORD_BAD, "%s", text);
        cr_expect_eq(r->count, 1, "%s: %d moves", text, r->count);
        cr_expect_eq(record_next(&reader, r), RECORD_GOOD, "%s: %s", text, reader.error.why);
        cr_expect_eq(r->count, 2, "%s", text);
        cr_expect_eq(record_next(&reader, r), RECORD_END, "%s", text);
    }
    record_free(r);
}

// What a form can't hold is refused by name, and nothing is written.
Test(records, a_form_says_what_it_can_not_hold)
{
    static const struct {
        const char *form, *text; // what is read from a text, and how it can't be written
        const char *why;
    } cases[] = {
        {"sgf", "[Variant \"connect4\"]\n\n1. d *", "SGF has no number for Connect Four"},
        {"ggf", "[Variant \"gomoku\"]\n\n1. h8 *", "GGF holds Othello, not Gomoku"},
        {"ggf", "[Variant \"othello:4x8\"]\n\n*", "square"},
        {"psq", "[Variant \"othello\"]\n\n1. d3 *", ".psq holds Gomoku, not Othello"},
        {"psq", "(;GM[4]AB[aa];W[hh])", "before the first move"},
        {"psq", "(;GM[4];B[aa];B[hh])", "moves twice"},
        {"pgn", "(;GM[4];B[aa];B[hh])", "moves twice"},
        {"moves", "(;GM[4];B[aa];B[hh])", "moves twice"},
        {"moves", "(;GM[2]AB[aa];B[dc])", "usual start"},
        {"moves", "(;GM[2])", "no move"},
        {"fairy", "(;GM[4]SZ[9];B[aa])", "no variant for gomoku:9"},
        {"wthor", "(;GM[2]SZ[6];B[cb])", "8x8"},
        {"wthor", "(;GM[2]AB[aa];B[dc])", "usual start"},
        {"wthor", "(;GM[2];B[dc])", "result"},
        {"wthor", "(;GM[2]RE[0];B[dc];B[ef])", "moves twice"},
    };
    struct game_record *r = record_new();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct record_out out = {0};
        const char *why = "";
        struct record_reader reader =
            open_text(NULL, "othello", cases[i].text, strlen(cases[i].text));
        cr_assert_eq(record_next(&reader, r), RECORD_GOOD, "%s: %s", cases[i].text,
                     reader.error.why);
        const struct record_form *form = record_form_named(word_of(cases[i].form));
        cr_expect_not(record_write(form, r, &out, &why), "%s as %s", cases[i].text, cases[i].form);
        cr_expect(strstr(why, cases[i].why), "%s as %s: %s", cases[i].text, cases[i].form, why);
        cr_expect_eq(out.length, 0);
        free(out.text);
    }
    record_free(r);
}

// ---- details ------------------------------------------------------------------------------------

Test(records, notes_on_moves)
{
    static const char text[] = "(;GM[2]C[the game]GC[x]DT[2024.05.31]EV[a\nb];B[dc]C[one]V[1.5]"
                               ";C[more];W[cc]V[2]C[two\\\nparts \\] \\\\])";
    struct game_record *r = record_new();
    struct record_reader reader = open_text(NULL, "othello", text, strlen(text));
    cr_assert_eq(record_next(&reader, r), RECORD_GOOD, "%s", reader.error.why);
    cr_expect_str_eq(record_get(r, RECORD_COMMENT), "the game");
    cr_expect_str_eq(record_get(r, RECORD_DATE), "2024-05-31");
    cr_expect_str_eq(record_get(r, RECORD_EVENT), "a b");
    cr_expect_str_eq(record_comment(r, 0), "one\nmore");
    cr_expect_str_eq(record_comment(r, 1), "twoparts ] \\");
    cr_expect_eq(r->moves[0].eval, 150);
    cr_expect_eq(r->moves[1].eval, -200, "V is for Black");
    record_free(r);
}

Test(records, scores_in_pgn_comments)
{
    static const char text[] =
        "1. d3 {+1.20/14 0.52s and so on} c3 {-M5/3 1s} 2. c4 {0.25s} e3 {+3.00} *";
    struct game_record *r = record_new();
    struct record_reader reader = open_text(&record_pgn, "othello", text, strlen(text));
    cr_assert_eq(record_next(&reader, r), RECORD_GOOD, "%s", reader.error.why);
    cr_expect(r->moves[0].eval == 120 && r->moves[0].depth == 14 && r->moves[0].time == 520);
    cr_expect_str_eq(record_comment(r, 0), "and so on");
    cr_expect(r->moves[1].eval == RECORD_NO_EVAL && r->moves[1].time == -1);
    cr_expect_str_eq(record_comment(r, 1), "-M5/3 1s");
    cr_expect(r->moves[2].eval == RECORD_NO_EVAL && r->moves[2].time == 250);
    cr_expect(r->moves[3].eval == 300 && r->moves[3].time == -1);
    record_free(r);
}

// An edited record lets a side move twice; the turn is handed over, and SGF says so again.
Test(records, a_side_that_moves_twice)
{
    static const char text[] = "(;GM[4]SZ[9];B[aa];B[bb];W[cc])";
    struct game_record *r = record_new();
    struct record_out out = {0};
    const char *why = "";
    struct record_reader reader = open_text(NULL, "othello", text, strlen(text));
    cr_assert_eq(record_next(&reader, r), RECORD_GOOD, "%s", reader.error.why);
    cr_expect(record_hands_over(r));
    uint64_t key = r->game->key(&r->end);
    cr_assert(record_write(&record_sgf, r, &out, &why), "%s", why);
    reader = open_text(NULL, "othello", out.text, out.length);
    cr_assert_eq(record_next(&reader, r), RECORD_GOOD, "%s: %s", out.text, reader.error.why);
    cr_expect_eq(r->game->key(&r->end), key);
    cr_expect_eq(r->count, 3);
    free(out.text);
    record_free(r);
}

// Names get numbers in files of their own, the same name the same number.
Test(records, wthor_names)
{
    static const char text[] = "(;GM[2]RE[B+2]PB[Zoé]PW[Bob]EV[Cup];B[dc])"
                               "(;GM[2]RE[W+4]PB[Bob]PW[Zoé]EV[Cup];B[dc])";
    struct game_record *r = record_new();
    const char *why = "";
    struct record_out out = {.players = wthor_names_new(WTHOR_PLAYERS),
                             .tournaments = wthor_names_new(WTHOR_TOURNAMENTS)};
    struct record_reader reader = open_text(NULL, "othello", text, strlen(text));
    while (record_next(&reader, r) == RECORD_GOOD)
        cr_assert(record_write(&record_wthor, r, &out, &why), "%s", why);
    cr_expect_eq(out.length, 16 + 2 * 68);
    cr_expect_eq(wthor_names_file(out.players).length, 16 + 3 * 20, "???, Zoé and Bob");
    cr_expect_eq(wthor_names_file(out.tournaments).length, 16 + 2 * 26);
    reader = open_text(NULL, "othello", out.text, out.length);
    cr_expect_eq(reader.form, &record_wthor);
    reader.players = wthor_names_file(out.players);
    reader.tournaments = wthor_names_file(out.tournaments);
    cr_assert_eq(record_next(&reader, r), RECORD_GOOD);
    cr_expect_str_eq(record_get(r, RECORD_FIRST), "Zoé");
    cr_assert_eq(record_next(&reader, r), RECORD_GOOD);
    cr_expect_str_eq(record_get(r, RECORD_FIRST), "Bob");
    cr_expect_str_eq(record_get(r, RECORD_SECOND), "Zoé");
    cr_expect_str_eq(record_get(r, RECORD_EVENT), "Cup");
    cr_expect_eq(r->margin, -4);
    wthor_names_free(out.players);
    wthor_names_free(out.tournaments);
    free(out.text);
    record_free(r);
}

// WTHOR says by its header what it holds: a wrong one, and a file cut anywhere, is refused.
Test(records, wthor_files_that_are_not_whole)
{
    static const char text[] = "(;GM[2]RE[B+2];B[dc])(;GM[2]RE[0];B[dc];W[cc])";
    struct game_record *r = record_new();
    struct record_out out = {0};
    const char *why = "";
    struct record_reader reader = open_text(NULL, "othello", text, strlen(text));
    while (record_next(&reader, r) == RECORD_GOOD)
        cr_assert(record_write(&record_wthor, r, &out, &why), "%s", why);
    for (size_t n = 0; n < out.length; n++) {
        enum record_status status, last = RECORD_GOOD;
        reader = open_text(&record_wthor, "othello", out.text, n);
        while ((status = record_next(&reader, r)) != RECORD_END)
            last = status;
        cr_expect_eq(last, RECORD_BAD, "%zu bytes", n);
    }
    out.text[16 + 68 + 9] = 99; // the second move of the second game
    reader = open_text(&record_wthor, "othello", out.text, out.length);
    cr_expect_eq(record_next(&reader, r), RECORD_GOOD);
    cr_expect_eq(record_next(&reader, r), RECORD_BAD);
    cr_expect(reader.error.line == 2 && reader.error.column == 10, "%zu:%zu", reader.error.line,
              reader.error.column);
    cr_expect_str_eq(reader.error.why, "move 2, 99, is not legal");
    out.text[12] = 10;
    reader = open_text(&record_wthor, "othello", out.text, out.length);
    cr_expect_eq(record_next(&reader, r), RECORD_BAD);
    cr_expect(strstr(reader.error.why, "10x10"), "%s", reader.error.why);
    cr_expect_eq(record_next(&reader, r), RECORD_END);
    free(out.text);
    record_free(r);
}

Test(records, files_by_their_names)
{
    cr_expect_eq(record_form_of_file("a/b.SGF"), &record_sgf);
    cr_expect_eq(record_form_of_file("WTH_2024.wtb"), &record_wthor);
    cr_expect_eq(record_form_of_file("x.rec"), &record_psq);
    cr_expect_eq(record_form_of_file("x.txt"), &record_movetext);
    cr_expect_null(record_form_of_file("x.sgf/y"));
    cr_expect_null(record_form_of_file("sgf"));
    for (int i = 0; record_forms[i]; i++)
        cr_expect_eq(record_form_named(word_of(record_form_name(record_forms[i]))),
                     record_forms[i]);
    cr_expect_null(record_form_named(word_of("doc")));
}

// ---- time ---------------------------------------------------------------------------------------

// A megabyte of one piece over and over: what makes a careless reader go back and forth.
Test(records, hostile_texts_take_linear_time)
{
    static const char *const pieces[] = {"(",
                                         "(;",
                                         "(;GM[2]",
                                         "[",
                                         "(;C[",
                                         "\\",
                                         "{",
                                         "[Event \"",
                                         "(;)",
                                         "(;;C[x]",
                                         "\n",
                                         "[a \"b\"]\n",
                                         "; x\n",
                                         "a\n",
                                         "1,1,1\n",
                                         "Piskvorky ",
                                         "f5",
                                         "1. ",
                                         "B[dc]",
                                         "C[x]DT[y]",
                                         "(;C[a]DT[2000]EV[x]C[b]",
                                         "Piskvorky 15x15, 1:1, 0\n",
                                         " ( ;",
                                         "{a}",
                                         "(;GM[2];B[dc];C[x];C[y];C[z]",
                                         "*",
                                         "d3 ",
                                         "-",
                                         "\xff",
                                         "%\n"};
    enum { SIZE = COUNT(1 << 20, 1 << 16) };
    char *text = malloc(SIZE);
    struct game_record *r = record_new();
    clock_t begun = clock();
    for (size_t i = 0; i < LENGTH(pieces); i++) {
        size_t n = strlen(pieces[i]);
        for (size_t k = 0; k < SIZE; k++)
            text[k] = pieces[i][k % n];
        for (int f = 0; record_forms[f]; f++) {
            struct record_reader reader = open_text(record_forms[f], "othello", text, SIZE);
            while (record_next(&reader, r) != RECORD_END)
                ;
        }
    }
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    cr_expect_lt(seconds, 100, "%.1f s", seconds); // 1.5 s where it was written
    record_free(r);
    free(text);
}
