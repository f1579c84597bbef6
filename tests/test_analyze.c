// SPDX-License-Identifier: MIT
// test_analyze.c - recorded games judged by the real program, on boards that are solved at once.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/records/record.h"
#include "engine/bits.h"
#include "engine/games.h"
#include "tests/filter_check.h"
#include "tests/talk.h"

TestSuite(analyze, .init = filter_open, .fini = filter_close);

#define ANALYZE(...)                                                                               \
    ((const char *const[]){"analyze", "--hash", "4", "--time", "5", __VA_ARGS__, NULL})

// 4x4 Othello is lost by 10 discs, and stays so after b1. There a1 keeps them, and c1 throws 24 away:
// it loses by 14 (`outflank solve -g othello:4x4 -a`).
static const char blunder[] = "b1c1d1a1a3d4\n";

// The same with hostile names.
static const char blunder_sgf[] = "(;FF[4]CA[UTF-8]GM[2]SZ[4]PB[<b>Ann & \"A\"]PW[Bj\xc3\xb6rn]"
                                  ";B[ba];W[ca];B[da];W[aa];B[ac];B[dd])\n";

static void expect_in(const char *text, const char *part)
{
    cr_expect(strstr(text, part), "no '%s' in: %s", part, text);
}

static void expect_not_in(const char *text, const char *part)
{
    cr_expect(!strstr(text, part), "'%s' in: %s", part, text);
}

// Runs it and expects this status.
static void analyze(const char *const *words, const char *input, int status, char out[TEXT_MAX])
{
    char err[TEXT_MAX];
    int got = run(words, input, strlen(input), out);
    cr_expect_eq(got, status, "status %d, not %d: %s", got, status, get_file("err", err));
}

// ---- verdicts -----------------------------------------------------------------------------------

Test(analyze, a_blunder_is_found_and_its_loss_is_exact)
{
    char out[TEXT_MAX];
    analyze(ANALYZE("-g", "othello:4x4"), blunder, 0, out);
    expect_in(out, "   2  O c1     ??         -14   a1          +10       24  a1 ");
    expect_in(out, "move 2, O's c1, turned a win by 10 into a loss by 14; a1 was best");
    expect_in(out, "solved from move 1 on\n");
    expect_in(out,
              "X: accuracy 100.0 %, moves with a choice: 4, 0 ?!, 0 ?, 0 ??, 0.00 discs lost\n");
    expect_in(out,
              "O: accuracy 50.0 %, moves with a choice: 2, 0 ?!, 0 ?, 1 ??, 24.00 discs lost\n");
    expect_in(out, "inaccuracy (?!) from 2, mistake (?) from 5, blunder (?\?) from 10 discs");
    expect_in(out, "   6  O pass              -14   the only move\n");
}

// Three in a column for both: who is to move wins at once, or loses at once.
Test(analyze, games_without_discs_lose_points)
{
    char out[TEXT_MAX];
    analyze(ANALYZE("-g", "connect4"), "1212127\n", 0, out);
    expect_in(out, "   7  X g      ??     lost in 1 move   a        won in 1 move      100  a");
    expect_in(out,
              "move 7, X's g, turned a game won in 1 move into a game lost in 1 move; a was best");
    expect_in(out, "opening: ");
    analyze(ANALYZE("-g", "connect4", "--json"), "1212121\n", 0, out);
    expect_in(out, "\"move\":\"a\",\"judged\":true,\"played\":{\"outcome\":\"won\"");
    analyze(ANALYZE("-g", "gomoku:9", "--time", "0.2"), "e5a1e6b1e7c1e8i9e9\n", 0, out);
    expect_in(out, "   9  X e9          ");
    expect_in(out, "won in 1 move ");
}

Test(analyze, json_has_the_facts)
{
    static const char *const facts[] = {
        "{\"number\":1,\"file\":\"standard input\",\"game\":\"othello:4x4\"",
        "\"unit\":\"disc\",\"thresholds\":{\"inaccuracy\":2,\"mistake\":5,\"blunder\":10}",
        "{\"number\":2,\"side\":\"o\",\"move\":\"c1\",\"judged\":true,\"played\":{\"score\":-14.00,"
        "\"text\":\"-14\",\"solved\":true,\"chance\":0.000},\"best\":{\"score\":10.00,",
        "\"best_move\":\"a1\",\"line\":[\"a1\",",
        "\"exact\":true,\"grade\":\"blunder\",\"phase\":\"opening\",\"loss\":24.00}",
        "\"complete\":true,\"turning_point\":2,",
        "{\"name\":\"O\",\"games\":1,\"moves\":2,\"accuracy\":50.0,\"accuracy_sum\":100.00,"
        "\"inaccuracy\":0,\"mistake\":0,"
        "\"blunder\":1,\"phases\":{\"opening\":1,\"middle\":0,\"ending\":0}}]}\n",
    };
    char out[TEXT_MAX];
    analyze(ANALYZE("-g", "othello:4x4", "--json"), blunder, 0, out);
    for (size_t i = 0; i < LENGTH(facts); i++)
        expect_in(out, facts[i]);
    analyze(ANALYZE("--json"), blunder_sgf, 0, out);
    expect_in(out, "{\"name\":\"\\u003cb>Ann & \\\"A\\\"\",");
    expect_in(out, "{\"name\":\"Bj\xc3\xb6rn\",");
}

// A move and its mirror image are worth the same, whatever two searches of one ply make of them.
Test(analyze, the_first_move_is_never_a_loss)
{
    static const char *const moves[] = {"f5\n", "d3\n", "c4\n", "e6\n"};
    char out[TEXT_MAX];
    for (size_t i = 0; i < LENGTH(moves); i++) {
        analyze(ANALYZE("--depth", "1"), moves[i], 0, out);
        expect_in(out, " 0.00 discs lost");
        analyze(ANALYZE("--depth", "2"), moves[i], 0, out);
        expect_in(out, " 0.00 discs lost");
    }
}

// ---- forms --------------------------------------------------------------------------------------

Test(analyze, sgf_is_read_again_with_its_comments)
{
    char out[TEXT_MAX];
    struct record_reader reader;
    struct position start;
    const char *why;
    const struct game *game = NULL;
    struct game_record *r = record_new();
    analyze(ANALYZE("--sgf"), blunder_sgf, 0, out);
    games_init();
    cr_assert(game_find(word_of("connect4"), &game, &start, &why));
    record_reader_open(&reader, NULL, word_of(out), game, &start);
    cr_assert_eq(record_next(&reader, r), RECORD_GOOD, "%s", reader.error.why);
    cr_assert_eq(r->count, 7);
    expect_in(record_comment(r, 1), "-14, blunder (?\?), loses 24; best +10: a1 ");
    expect_in(record_comment(r, 1), "; the turning point");
    expect_in(record_comment(r, 2), "+14");
    cr_expect_str_eq(record_get(r, RECORD_SECOND), "Bj\xc3\xb6rn");
    cr_expect_eq(record_next(&reader, r), RECORD_END);
    record_free(r);
}

// Every tag is closed, in order.
static void expect_balanced(const char *text)
{
    const char *open[64];
    size_t depth = 0;
    for (const char *at = strchr(text, '<'); at; at = strchr(at + 1, '<')) {
        const char *end = strchr(at, '>');
        cr_assert(end, "a tag without its end: %.40s", at);
        if (at[1] == '!' || end[-1] == '/')
            continue;
        if (at[1] != '/') {
            cr_assert_lt(depth, LENGTH(open));
            open[depth++] = at + 1;
            continue;
        }
        size_t n = (size_t)(end - at) - 2;
        cr_assert(depth > 0 && strncmp(open[depth - 1], at + 2, n) == 0 &&
                      strspn(open[depth - 1] + n, "> ") > 0,
                  "%.*s does not close %.20s", (int)n + 3, at, depth ? open[depth - 1] : "");
        depth--;
    }
    cr_expect_eq(depth, 0, "left open: %.40s", depth ? open[depth - 1] : "");
}

Test(analyze, the_page_is_whole_and_needs_nothing_else)
{
    char out[TEXT_MAX];
    analyze(ANALYZE("--html"), blunder_sgf, 0, out);
    expect_balanced(out);
    expect_not_in(out, "http");
    expect_not_in(out, "<b>Ann");
    expect_in(out, "&lt;b&gt;Ann &amp; &quot;A&quot; against Bj\xc3\xb6rn");
    expect_in(out, "prefers-color-scheme:dark");
    expect_in(out, "{\"game\":\"othello\",\"width\":4,\"height\":4,\"upwards\":false,");
    expect_in(out, "'s chance to win, per cent, after every move</text>");
    expect_in(out, "\"boards\":[\".....ox..xo.....\",\".x...xx..xo.....\",");
    expect_in(out, "[1,1,\"1. b1\"],[2,0,\"2. c1?\?\"]");
    expect_in(out, "<tr data-at=\"2\" class=\"blunder\"><td>2</td><td>O</td><td>c1?\?</td>");
    expect_in(out, "</html>\n");
    analyze(ANALYZE("-g", "connect4", "--html"), "4\n", 0, out);
    expect_in(out, "{\"game\":\"connect4\",\"width\":7,\"height\":6,\"upwards\":true,");
}

Test(analyze, the_graph_is_a_picture_of_every_game)
{
    char out[TEXT_MAX], two[sizeof blunder_sgf * 2];
    analyze(ANALYZE("--svg"), blunder_sgf, 0, out);
    expect_balanced(out);
    expect_in(out, "<svg xmlns=");
    expect_in(out, "<title>2. c1?\? loses 24</title>");
    snprintf(two, sizeof two, "%s%s", blunder_sgf, blunder_sgf);
    analyze(ANALYZE("--svg"), two, 0, out);
    expect_balanced(out);
    expect_in(out, "translate(0 244)");
}

// ---- many games ---------------------------------------------------------------------------------

Test(analyze, a_folder_gives_a_table_of_players)
{
    char out[TEXT_MAX], first[256], second[256];
    snprintf(first, sizeof first, "%s/a.sgf", path_of(""));
    snprintf(second, sizeof second, "%s/b.sgf", path_of(""));
    FILE *a = fopen(first, "w"), *b = fopen(second, "w");
    cr_assert(a && b);
    fputs(blunder_sgf, a);
    fputs("(;GM[2]SZ[4]PB[Cem]PW[Bj\xc3\xb6rn];B[ba];W[aa])", b);
    cr_assert(fclose(a) == 0 && fclose(b) == 0);
    put_file("in", "no record, and not asked for", 28);
    analyze(ANALYZE(path_of("")), "", 0, out);
    // Of two games with a choice in three moves, one of them the blunder.
    expect_in(out,
              "\nBj\xc3\xb6rn                        2      3   66.7 %     0     0     1  1 of 1 "
              "in the opening\n");
    expect_in(out, "Cem ");
    analyze(ANALYZE("--first", "2", path_of("")), "", 0, out);
    expect_not_in(out, "blunder (c1");
    expect_not_in(out, "game 1,");
    expect_in(out, "game 2,");
    unlink(first);
    unlink(second);
}

// What a terminal would act upon does not leave a record: escape codes, their one-character forms in
// UTF-8 and in Latin-1, marks that turn text round.
Test(analyze, names_in_a_record_do_nothing_to_a_terminal)
{
    static const char hostile[] = "(;GM[2]SZ[4]PB[\x1b[2J\xc2\x9b"
                                  "2J]PW[\x9b"
                                  "2J\xe2\x80\xae\xe2\x81\xa6 Bj\xc3\xb6rn];B[ba])"
                                  "(;GM[2]SZ[4]PB[Ann]PW[\x85 Bob];B[ba])";
    static const char *const forms[] = {"--json", "--sgf", "--svg", "--html", NULL};
    static const char *const signs[] = {"\x1b", "\xc2\x9b", "\xc2\x85", "\xe2\x80\xae",
                                        "\xe2\x81\xa6"};
    for (size_t i = 0; i < LENGTH(forms); i++) {
        char out[TEXT_MAX];
        analyze(ANALYZE("-", forms[i]), hostile, 0, out);
        expect_in(out, "Bj\xc3\xb6rn");
        for (size_t k = 0; k < LENGTH(signs); k++)
            expect_not_in(out, signs[k]);
    }
}

Test(analyze, what_cannot_be_read_is_named_and_the_rest_is_judged)
{
    char out[TEXT_MAX], err[TEXT_MAX];
    analyze(ANALYZE("-g", "othello:4x4"), "b1a1\nb1z9\nb1c1\n", 1, out);
    expect_in(get_file("err", err), "outflank analyze: standard input line 2 column 3: ");
    expect_in(get_file("err", err), " (moves of Othello; -g names another game)\n");
    expect_in(out, "game 1,");
    expect_in(out, "game 2,");
    expect_in(out, "O c1     ??");
    analyze(ANALYZE("-"), "", 1, out);
    expect_in(get_file("err", err), "standard input line 1 column 1: ");
    cr_expect_str_eq(out, "");
    analyze(ANALYZE(path_of("out")), "", 1, out);
    expect_in(get_file("err", err), "No such file");
    analyze(ANALYZE("--json", "--html"), "", 2, out);
    analyze(ANALYZE("--time", "soon"), "", 2, out);
}

// ---- signals ------------------------------------------------------------------------------------

// The first game is solved at once; the first thought of the second would take a quarter of an hour.
Test(analyze, a_signal_ends_it_with_what_is_known)
{
    struct process p;
    char err[TEXT_MAX];
    start(&p, (const char *const[]){"analyze", "--hash", "4", "--time", "1000", NULL});
    process_send(&p, "%s(;GM[2]SZ[8];B[fe];W[df];B[cc])", blunder_sgf);
    process_close_input(&p);
    process_until(&p, "accuracy: ");
    sleep_us(200000);
    kill(p.pid, SIGINT);
    char *out = process_rest(&p);
    cr_expect_eq(process_status(&p), 128 + SIGINT);
    cr_expect(!strstr(out, "game 2,") || strstr(out, "   1  X f5            not judged\n"), "%s",
              out);
    expect_in(get_file("err", err), "ended by signal 2; --first 2 goes on");
    free(out);
}

// ---- going on with a file -----------------------------------------------------------------------

// Wherever a run was cut off, the next makes of its file what one run makes.
Test(analyze, a_file_cut_anywhere_is_gone_on_with)
{
    static const char three[] = "b1c1d1a1a3d4\nb1a1\nb1c1d1\n";
    static char whole[TEXT_MAX];
    char out[TEXT_MAX];
    const char *const *words = ANALYZE("-g", "othello:4x4", "--resume", path_of("out"));
    analyze(words, three, 0, out);
    cr_expect_str_eq(out, "");
    get_file("out", whole);
    size_t length = strlen(whole);
    cr_assert_eq(count_lines(whole, "{"), 4);
    for (size_t cut = 0; cut <= length; cut += length / 9) {
        put_file("out", whole, cut);
        analyze(words, three, 0, out);
        cr_expect_str_eq(get_file("out", out), whole, "cut at %zu", cut);
    }
}

// A name that is too long for the table of players is cut there by every run alike.
Test(analyze, a_long_name_is_gone_on_with)
{
    static char whole[TEXT_MAX];
    char input[1024], out[TEXT_MAX], name[120];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    int n = snprintf(input, sizeof input,
                     "(;FF[4]GM[2]SZ[4]PB[%s]PW[B];B[ba];W[ca])"
                     "(;FF[4]GM[2]SZ[4]PB[B]PW[%s];B[ba];W[ca];B[da])\n",
                     name, name);
    cr_assert(n > 0 && n < (int)sizeof input);
    const char *const *words = ANALYZE("--resume", path_of("out"));
    analyze(words, input, 0, out);
    get_file("out", whole);
    expect_in(whole, "{\"players\":");
    put_file("out", whole, (size_t)(strchr(whole, '\n') + 1 - whole));
    analyze(words, input, 0, out);
    cr_expect_str_eq(get_file("out", out), whole);
}

Test(analyze, other_files_are_left_as_they_are)
{
    static const char *const others[] = {"My diary.\n", "My diary, without an end",
                                         "{\"position\":\"startpos\",\"score\":4}\n",
                                         "{\"number\":7,\"file\":\"x\",\"game\":\"othello\"}\n"};
    for (size_t i = 0; i < LENGTH(others); i++) {
        char out[TEXT_MAX], err[TEXT_MAX];
        put_file("out", others[i], strlen(others[i]));
        analyze(ANALYZE("-g", "othello:4x4", "--resume", path_of("out")), blunder, 1, out);
        cr_expect_str_eq(get_file("out", out), others[i]);
        expect_in(get_file("err", err), "nothing was changed");
    }
    char out[TEXT_MAX];
    analyze(ANALYZE("--resume", path_of("out"), "--html"), blunder, 2, out);
}

// The game a signal ended is not in the file: the next run does it.
Test(analyze, a_signal_leaves_whole_games_in_the_file)
{
    struct process p;
    char out[TEXT_MAX], err[TEXT_MAX];
    start(&p, (const char *const[]){"analyze", "--hash", "4", "--time", "1000", "--resume",
                                    path_of("out"), NULL});
    process_send(&p, "%s(;GM[2]SZ[8];B[fe];W[df];B[cc])", blunder_sgf);
    process_close_input(&p);
    for (int waited = 0; !strchr(get_file("out", out), '\n'); waited++) {
        cr_assert_lt(waited, PROCESS_PATIENCE);
        sleep_us(1000);
    }
    kill(p.pid, SIGTERM);
    cr_expect_eq(process_status(&p), 128 + SIGTERM);
    cr_expect_eq(count_lines(get_file("out", out), "{\"number\":1,"), 1);
    cr_expect_eq(count_lines(out, "{"), 1);
    expect_in(get_file("err", err), "after 1 games; the same goes on");
}
