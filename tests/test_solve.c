// SPDX-License-Identifier: MIT
// test_solve.c - the solve job: text and JSON, what can't be read, known scores, bad flags.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "tests/process.h"
#include "tests/talk.h"

// Runs `outflank` with words and this input. The caller frees what it wrote.
static char *run(const char *const *words, const char *input, int *status)
{
    struct process p;
    int silent = open("/dev/null", O_WRONLY | O_CLOEXEC);
    process_start_on(&p, words, -1, silent);
    close(silent);
    process_send_bytes(&p, input, strlen(input));
    process_close_input(&p);
    char *text = process_rest(&p);
    *status = process_status(&p);
    return text;
}

#define WORDS(...) ((const char *const[]){"solve", "--hash", "4", __VA_ARGS__, NULL})

static void expect(const char *const *words, const char *input, int status, const char *contains)
{
    int got;
    char *text = run(words, input, &got);
    cr_expect_eq(got, status, "'%s' ended with %d: %s", input, got, text);
    cr_expect(strstr(text, contains), "'%s' gave: %s", input, text);
    free(text);
}

// Othello 4x4 is lost by the first player 3:11 with two cells left empty: -10 with those to the
// winner. The others are wins on the spot.
Test(solve, finds_known_values)
{
    expect(WORDS("-g", "othello:4x4"), "startpos\n", 0, "-10 ");
    expect(WORDS("-g", "connect4"), "1212121\n", 0, "#1 35 empties");
    expect(WORDS("-g", "connect4"), "121212\n", 0, " win in 1 ");
    expect(WORDS("-g", "gomoku:9"), "e5a1e6b1e7c1e8i9\n", 0, " win in 1 ");
    expect(WORDS("-g", "othello:4x4", "--kernel", "portable"), "startpos\n", 0, "-10 ");
}

// The fifteenth column of a Gomoku board is called o, as a stone is.
Test(solve, moves_in_column_o_are_moves)
{
    expect(WORDS("-g", "gomoku", "--vcf"), "o8h8\n", 0, "#1 223 empties ");
    expect(WORDS("-g", "gomoku", "--vcf"), "o8 h8 o9\n", 0, "#1 222 empties ");
    expect(WORDS("-g", "gomoku", "--vcf"), "oxo\n", 1, "");
}

// A finished game has the score that the move which ended it had, from the other side.
Test(solve, finished_games_are_on_the_same_scale)
{
    expect(WORDS("-g", "connect4"), "121212\n", 0, "#1 36 empties +18 a ");
    expect(WORDS("-g", "connect4"), "1212121\n", 0, "#1 35 empties -18 none");
    expect(WORDS("-g", "connect4", "--format", "json"), "1212121\n", 0, "\"score\":-18");
    expect(WORDS("-g", "gomoku"), "h8 a1 h9 a2 h10 a3 h11 a4 h12\n", 0, " empties -1 none");
    expect(WORDS("-g", "gomoku:9"), "9/9/9/9/xxxxx4/oooo5/9/9/9 x\n", 0, " empties +1 none");
    expect(WORDS("-g", "othello:4x4"), "xxxx/xxxx/xxxx/xxx1 o\n", 0, "#1 1 empties -16 none");
}

Test(solve, known_scores_are_checked)
{
    expect(WORDS("-g", "othello:4x4"), "startpos; b1:-10\n", 0, "-10 ");
    expect(WORDS("-g", "othello:4x4"), "startpos; b1:-8; a2:-10\n", 1, "wrong");
    expect(WORDS("-g", "othello:4x4", "-a"), "startpos; b1:-10; a2:-10; d3:-10; c4:-10\n", 0,
           "c4    -10");
    expect(WORDS("-g", "othello:4x4", "-a"), "startpos; b1:-10; a2:-12\n", 1, "a2 is known as -12");
}

Test(solve, what_cannot_be_read_is_named_and_the_rest_is_solved)
{
    expect(WORDS("-g", "othello:4x4"), "% a comment\n\nnonsense\nstartpos\n", 1, "-10 ");
    expect(WORDS("-g", "othello:4x4"), "nonsense\nstartpos\nstartpos\n", 1, "1 unreadable");
    expect(WORDS("-g", "othello:4x4"), "startpos", 0, "-10 "); // no end of line
    expect(WORDS("-g", "othello:4x4"), "\r\nstartpos\r\n", 0, "-10 ");
    expect(WORDS("-g", "othello:4x4", "/nowhere/at/all"), "", 1, "1 unreadable");
    expect(WORDS("-g", "othello:4x4", "/"), "", 1, "1 unreadable");
}

// ---- JSON ---------------------------------------------------------------------------------------

// A reader of JSON that accepts exactly what the standard does; returns the place after the value.
static const char *json_value(const char *s);

static const char *blanks(const char *s)
{
    return s ? s + strspn(s, " \t\r\n") : NULL;
}

static const char *json_string(const char *s)
{
    if (!s || *s++ != '"')
        return NULL;
    for (; *s != '"'; s++) {
        if ((unsigned char)*s < 32)
            return NULL;
        if (*s == '\\' && *++s == 'u') {
            for (int i = 0; i < 4; i++)
                if (!strchr("0123456789abcdefABCDEF", *++s) || !*s)
                    return NULL;
        } else if (s[-1] == '\\' && !strchr("\"\\/bfnrt", *s)) {
            return NULL;
        }
    }
    return s + 1;
}

static const char *json_number(const char *s)
{
    s += *s == '-';
    size_t whole = strspn(s, "0123456789");
    if (whole == 0 || (whole > 1 && s[0] == '0'))
        return NULL;
    s += whole;
    if (*s == '.') {
        size_t part = strspn(s + 1, "0123456789");
        return part ? s + 1 + part : NULL;
    }
    return s;
}

static const char *json_object(const char *s)
{
    s = blanks(s + 1);
    if (*s == '}')
        return s + 1;
    for (;;) {
        s = blanks(json_string(s));
        if (!s || *s != ':')
            return NULL;
        s = blanks(json_value(blanks(s + 1)));
        if (!s || (*s != ',' && *s != '}'))
            return NULL;
        if (*s == '}')
            return s + 1;
        s = blanks(s + 1);
    }
}

static const char *json_value(const char *s)
{
    if (*s == '{')
        return json_object(s);
    if (*s == '"')
        return json_string(s);
    if (strncmp(s, "true", 4) == 0)
        return s + 4;
    if (strncmp(s, "false", 5) == 0)
        return s + 5;
    return json_number(s);
}

// Every line is one object, and that is all there is.
static int json_lines(const char *text)
{
    int n = 0;
    while (*text) {
        const char *end = *text == '{' ? json_object(text) : NULL;
        cr_assert(end && *end == '\n', "not JSON: %s", text);
        text = end + 1;
        n++;
    }
    return n;
}

Test(solve, json_is_json_with_every_key)
{
    static const char *const keys[] = {"position", "game",  "score",   "best", "pv",
                                       "exact",    "nodes", "time_ms", "moves"};
    int status;
    char *text = run(WORDS("-g", "othello:4x4", "-a", "--format", "json"), "startpos\n", &status);
    cr_expect_eq(status, 0);
    cr_expect_eq(json_lines(text), 1);
    for (size_t i = 0; i < LENGTH(keys); i++) {
        char key[32];
        struct writer w = writer_on(key, sizeof key);
        write_text(&w, "\"%s\":", keys[i]);
        cr_expect(strstr(text, key), "no %s in %s", key, text);
    }
    cr_expect(strstr(text, "\"game\":\"othello:4x4\",\"score\":-10,"), "%s", text);
    cr_expect(strstr(text, "\"exact\":true"), "%s", text);
    free(text);
}

Test(solve, json_names_errors_and_stays_json)
{
    int status;
    char *text = run(WORDS("-g", "othello:4x4", "-a", "--format", "json"),
                     "b1\"\\\x01\x7f\xff\nstartpos; b1:-12; a2:+4\n\nxxxxoooo\n", &status);
    cr_expect_eq(status, 1);
    cr_expect_eq(json_lines(text), 3);
    cr_expect(strstr(text, "\"error\":\""), "%s", text);
    cr_expect(strstr(text, "\"score\":-10"), "%s", text);
    free(text);
}

Test(solve, a_line_without_end_is_passed_over)
{
    static char line[200000];
    memset(line, 'x', sizeof line - 1);
    memcpy(line + sizeof line - 10, "\nstartpos", 10);
    int status;
    char *text = run(WORDS("-g", "othello:4x4", "--format", "json"), line, &status);
    cr_expect_eq(status, 1);
    cr_expect_eq(json_lines(text), 2);
    free(text);
}

Test(solve, bad_flags_are_refused)
{
    static const char *const bad[][4] = {
        {"solve", "-g", "chess", NULL},      {"solve", "--format", "xml", NULL},
        {"solve", "--window", "5", NULL},    {"solve", "--window", "5,4", NULL},
        {"solve", "--hash", "0", NULL},      {"solve", "--hash", "1048576", NULL},
        {"solve", "--threads", "-1", NULL},  {"solve", "--time", "1x", NULL},
        {"solve", "--time", NULL, NULL},     {"solve", "--xyzzy", NULL, NULL},
        {"perft", "-g", "othello", NULL},    {"perft", "61", NULL, NULL},
        {"perft", "-1", NULL, NULL},         {"perft", "3", "4", NULL},
        {"bench", "--threads", "0", NULL},   {"bench", "--hash", "x", NULL},
        {"uci", "gtp", NULL, NULL},          {"gtp", "--xyzzy", NULL, NULL},
        {"solve", "--kernel", "best", NULL}, {"bench", "--kernel", "", NULL},
        {"gomocup", "15", NULL, NULL},       {"xyzzy", NULL, NULL, NULL},
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        int status;
        char *text = run(bad[i], "", &status);
        cr_expect_eq(status, 2, "%s %s ended with %d", bad[i][0], bad[i][1] ? bad[i][1] : "",
                     status);
        cr_expect_str_eq(text, "");
        free(text);
    }
}

Test(solve, a_full_disk_is_an_error)
{
    static const char *const jobs[][4] = {
        {"solve", "-g", "othello:4x4", NULL}, {"perft", "3", NULL, NULL},
        {"bench", "--help", NULL, NULL},      {"--help", NULL, NULL, NULL},
        {"--version", NULL, NULL, NULL},
    };
    for (size_t i = 0; i < LENGTH(jobs); i++) {
        struct process p;
        int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
        int silent = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (full < 0)
            return; // not every system has it
        process_start_on(&p, jobs[i], full, silent);
        close(full);
        close(silent);
        process_send(&p, "startpos\n");
        process_close_input(&p);
        cr_expect_eq(process_status(&p), 1, "%s", jobs[i][0]);
    }
}
