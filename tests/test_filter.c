// SPDX-License-Identifier: MIT
// test_filter.c - solve as a filter: bounds called bounds, lines that can't be read, signals, going
// on with results there are, the bar on a terminal.
#define _XOPEN_SOURCE 700 // for posix_openpt
#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/text.h"
#include "tests/filter_check.h"

TestSuite(filter, .init = filter_open, .fini = filter_close);

static void expect_in(const char *text, const char *part)
{
    cr_expect(strstr(text, part), "no '%s' in: %s", part, text);
}

static void expect_not_in(const char *text, const char *part)
{
    cr_expect(!strstr(text, part), "'%s' in: %s", part, text);
}

// Worth +18, which takes some milliseconds.
static const char easy[] = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

// ---- bounds -------------------------------------------------------------------------------------

// The values are 0 (4455566), -10 (4x4 Othello), and a win (gomoku): a window beside them proves a
// bound and nothing else.
Test(filter, a_bound_is_called_a_bound)
{
    static const struct {
        const char *words[8], *input, *yes[3], *no[3];
    } rows[] = {
        {{"-g", "connect4", "--window", "5,6", "--format", "json"},
         "4455566\n",
         {"\"bound\":\"upper\"", "\"score\":5", "\"exact\":false"},
         {"win_in", "outcome", "lower"}},
        {{"-g", "connect4", "--window", "-3,-2", "--format", "json"},
         "4455566\n",
         {"\"bound\":\"lower\"", "\"score\":-2", "\"exact\":false"},
         {"win_in", "outcome", "upper"}},
        {{"-g", "othello:4x4", "--window", "5,6", "--format", "json"},
         "startpos\n",
         {"\"bound\":\"upper\"", "\"exact\":false"},
         {"win_in", "outcome", "lower"}},
        {{"-g", "othello:4x4", "--window", "5,6"}, "startpos\n", {"(upper bound)"}, {"loss"}},
        {{"-g", "othello:4x4", "--window", "-20,-12"}, "startpos\n", {"(lower bound)"}, {"win"}},
        {{"-g", "othello:4x4", "--window", "-12,-8"}, "startpos\n", {" -10 "}, {"bound"}},
        {{"-g", "othello:4x4", "--wld"}, "startpos\n", {"(upper bound)", " loss "}, {"loss in"}},
        {{"-g", "othello:4x4", "--wld", "-a", "--format", "json"},
         "startpos\n",
         {"\"outcome\":\"loss\"", "\"move_bounds\":{\"b1\":\"upper\",", "\"c4\":\"upper\""},
         {"lower"}},
        {{"-g", "connect4", "--wld", "--format", "json"},
         "4455566\n",
         {"\"outcome\":\"draw\"", "\"exact\":true", "\"score\":0"},
         {"win_in"}},
        {{"-g", "connect4", "--window", "3,9", "--format", "json"},
         "121212\n",
         {"\"bound\":\"lower\"", "\"outcome\":\"win\"", "\"score\":9"},
         {"win_in"}},
        {{"-g", "connect4", "-a", "--window", "-3,1", "--format", "json"},
         "4455566\n",
         {"\"moves\":{\"d\":0,\"e\":-2,", "\"move_bounds\":{\"a\":\"upper\"",
          "\"bound\":\"exact\""},
         {"lower"}},
        {{"-g", "gomoku", "--vcf"}, "h8a1\n", {"(not proven) no win by fours found"}, {" +0 "}},
        {{"-g", "gomoku", "--vct", "--format", "json"},
         "h8a1\n",
         {"\"bound\":\"none\"", "\"exact\":false"},
         {"win_in", "outcome"}},
        {{"-g", "gomoku:9", "--vcf", "-a", "--format", "json"},
         "e5a1e6b1e7c1e8i9\n",
         {"\"score\":1,", "\"outcome\":\"win\"", "\"win_in\":1"},
         {"none"}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const char *words[12] = {"solve", "--hash", "4"};
        char out[TEXT_MAX];
        for (int k = 0; k < 8 && rows[i].words[k]; k++)
            words[3 + k] = rows[i].words[k];
        cr_expect_eq(run(words, rows[i].input, strlen(rows[i].input), out), 0);
        for (int k = 0; k < 3; k++) {
            if (rows[i].yes[k])
                expect_in(out, rows[i].yes[k]);
            if (rows[i].no[k])
                expect_not_in(out, rows[i].no[k]);
        }
    }
}

// A known score is wrong when a bound excludes it, and only then.
Test(filter, known_scores_are_held_against_bounds)
{
    char out[TEXT_MAX];
    const char right[] = "startpos; b1:-10\n", wrong[] = "startpos; b1:+8\n";
    const char *const *words = WORDS("-g", "othello:4x4", "--window", "5,6", "--format", "json");
    cr_expect_eq(run(words, right, sizeof right - 1, out), 0);
    cr_expect_eq(run(words, wrong, sizeof wrong - 1, out), 1);
    expect_in(out, "\"wrong\":true");
}

// The value of a finished game is its result.
Test(filter, a_finished_game_has_a_value)
{
    char out[TEXT_MAX];
    const char lost[] = "oooo/oooo/oooo/oooo x\n", won[] = "xxxx/xxxx/xxxx/xxxx x\n";
    cr_expect_eq(run(WORDS("-g", "othello:4x4"), lost, sizeof lost - 1, out), 0);
    expect_in(out, "0 empties -16 ");
    cr_expect_eq(run(WORDS("-g", "othello:4x4"), won, sizeof won - 1, out), 0);
    expect_in(out, "0 empties +16 ");
}

// ---- lines --------------------------------------------------------------------------------------

// Each answer is there before the next line is sent.
Test(filter, answers_come_line_by_line)
{
    struct process p;
    start(&p, WORDS("-g", "connect4"));
    for (int i = 1; i <= 3; i++) {
        char head[16];
        struct writer w = writer_on(head, sizeof head);
        write_text(&w, "#%d ", i);
        process_send(&p, "121212\n");
        cr_expect(strncmp(process_line(&p), head, w.length) == 0);
    }
    process_end(&p);
}

Test(filter, what_cannot_be_read_has_line_and_column)
{
    static const char input[] = "startpos\n  zz\nb1\0a1\n\nb1a1a1\n4/4/4/q3 x\nb1\n";
    char out[TEXT_MAX], err[TEXT_MAX];
    cr_expect_eq(run(WORDS("-g", "othello:4x4"), input, sizeof input - 1, out), 1);
    get_file("err", err);
    expect_in(err, "- line 2 column 3: ");
    expect_in(err, "- line 3 column 3: there is a NUL");
    expect_in(err, "- line 5 column 5: ");
    expect_in(err, "- line 6 column 7: ");
    expect_in(out, "#1 12 empties -10");
    expect_in(out, "#2 11 empties +10"); // the last line
    expect_in(out, "4 unreadable");
}

Test(filter, files_that_are_none_are_named)
{
    char out[TEXT_MAX], err[TEXT_MAX];
    put_file("in", "startpos\n", 9);
    int status =
        run(WORDS("-g", "othello:4x4", "/dev/zero", path_of(""), "/nowhere", path_of("in")), "", 0,
            out);
    cr_expect_eq(status, 1);
    get_file("err", err);
    expect_in(err, "/dev/zero line 1 column 131072: the line has no end");
    expect_in(err, "it is a directory");
    expect_in(err, "/nowhere: No such file");
    expect_in(out, "-10 ");
}

// ---- signals ------------------------------------------------------------------------------------

// Waits until the errors' file has this text.
static void wait_for_error(const char *part)
{
    char err[TEXT_MAX];
    for (int waited = 0; !strstr(get_file("err", err), part); waited++) {
        cr_assert_lt(waited, PROCESS_PATIENCE, "no '%s' in: %s", part, err);
        sleep_us(1000);
    }
}

// What is known is written, what is not finished is named, and the status says that there is more.
Test(filter, a_signal_ends_it_in_good_order)
{
    static const int signals[] = {SIGTERM, SIGINT};
    for (size_t i = 0; i < LENGTH(signals); i++) {
        struct process p;
        char err[TEXT_MAX];
        start(&p, WORDS("--progress"));
        process_send(&p, "%s\nstartpos\nstartpos\n", easy);
        cr_expect(strncmp(process_line(&p), "#1 14 empties +18 g8 ", 21) == 0);
        sleep_us(20000); // into the second, which takes years
        kill(p.pid, signals[i]);
        cr_expect_null(process_line(&p));
        cr_expect_eq(process_status(&p), 128 + signals[i]);
        get_file("err", err);
        expect_in(err, "- line 2: not finished");
        expect_in(err, "after 1 answers");
    }
}

// A signal is heard while nothing is there to be read: a pipe without a writer, an idle terminal.
Test(filter, a_signal_is_heard_while_waiting_for_lines)
{
    struct process p;
    cr_assert_eq(mkfifo(path_of("fifo"), 0600), 0);
    start(&p, WORDS("/nowhere", path_of("fifo")));
    wait_for_error("/nowhere");
    sleep_us(20000);
    kill(p.pid, SIGTERM);
    cr_expect_eq(process_status(&p), 128 + SIGTERM);
    start(&p, WORDS("/nowhere", "-"));
    wait_for_error("/nowhere");
    sleep_us(20000);
    kill(p.pid, SIGINT);
    cr_expect_eq(process_status(&p), 128 + SIGINT);
}

// Nor does a reader who does not read keep it.
Test(filter, a_signal_is_heard_while_nobody_reads)
{
    struct process p;
    static char lines[40000];
    for (size_t i = 0; i < sizeof lines; i++)
        lines[i] = "121212\n"[i % 7];
    put_file("in", lines, sizeof lines);
    int fds[2];
    cr_assert_eq(pipe(fds), 0);
    int err = open(path_of("err"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    process_start_on(&p, WORDS("-g", "connect4", "--format", "json", path_of("in")), fds[1], err);
    close(err);
    close(fds[1]);
    struct pollfd full = {.fd = fds[0], .events = POLLIN};
    cr_assert_eq(poll(&full, 1, PROCESS_PATIENCE), 1);
    sleep_us(100000);
    kill(p.pid, SIGTERM);
    cr_expect_eq(process_status(&p), 128 + SIGTERM);
    close(fds[0]);
}

// ---- going on -----------------------------------------------------------------------------------

static const char work[] = "b1\nb1a1\nnonsense\nb1a1a2; c1:-10\nb1a1; a2:-4\nstartpos\n";

// Cuts a whole run's results at many places and goes on from there: the same comes out.
static void go_on_from_everywhere(const char *format, const char *all_moves)
{
    char whole[TEXT_MAX], out[TEXT_MAX], before[TEXT_MAX];
    put_file("in", work, sizeof work - 1);
    const char *const *words = WORDS("-g", "othello:4x4", "--fresh", "--format", format, all_moves,
                                     "--resume", path_of("out"), path_of("in"));
    unlink(path_of("out"));
    cr_assert_eq(run(words, "", 0, out), 1);
    cr_expect_str_eq(out, "");
    get_file("out", before);
    memcpy(whole, before, sizeof whole);
    strip_times(whole);
    size_t length = strlen(before), step = length / 16 + 1;
    for (size_t cut = 0; cut <= length;
         cut += cut + step < length || cut == length ? step : length - cut) {
        char again[TEXT_MAX], err[TEXT_MAX];
        put_file("out", before, cut);
        cr_expect_eq(run(words, "", 0, out), 1, "cut at %zu", cut);
        strip_times(get_file("out", again));
        // The total tells how many were there before, and how many nodes the others took.
        char *tail = strstr(again, "\ntotal "), *whole_tail = strstr(whole, "\ntotal ");
        size_t n = whole_tail ? (size_t)(whole_tail - whole) : strlen(whole);
        cr_expect(strncmp(again, whole, n) == 0 && (!whole_tail == !tail) &&
                      (tail ? (size_t)(tail - again) : strlen(again)) == n,
                  "cut at %zu:\n%s\nnot\n%s", cut, again, whole);
        expect_in(get_file("err", err), "line 3 column 1: ");
    }
}

Test(filter, goes_on_where_json_results_end)
{
    go_on_from_everywhere("json", "--fresh");
    go_on_from_everywhere("json", "-a");
}

Test(filter, goes_on_where_text_results_end)
{
    go_on_from_everywhere("text", "--fresh");
    go_on_from_everywhere("text", "-a");
}

// What is there already is not solved again: this would take years.
Test(filter, does_not_solve_again)
{
    char out[TEXT_MAX], err[TEXT_MAX];
    const char *line = "{\"position\":\"startpos\",\"game\":\"othello\",\"score\":0}\n";
    put_file("in", "startpos\n", 9);
    put_file("out", line, strlen(line));
    cr_expect_eq(
        run(WORDS("--format", "json", "--resume", path_of("out"), path_of("in")), "", 0, out), 0);
    cr_expect_str_eq(get_file("out", out), line);
    cr_expect_str_eq(get_file("err", err), "");
}

// A file about something else is refused and left as it is.
Test(filter, does_not_write_into_other_files)
{
    static const char *const others[] = {
        "My diary.\n",
        "My diary, without an end",
        "{\"position\":\"b1\",\"game\":\"othello:4x4\",\"score\":4,\"nodes\":1}\n",
        "{\"position\":\"startposition\",\"score\":4}\n",
        "#1 12 empties -10 b1 1 nodes\n",
        "{\"position\":\"startpos\",\"score\":4}\n{\"position\":\"startpos\",\"score\":4}\n",
    };
    for (size_t i = 0; i < LENGTH(others); i++) {
        char out[TEXT_MAX], err[TEXT_MAX];
        put_file("out", others[i], strlen(others[i]));
        int status = run(WORDS("-g", "othello:4x4", "--format", "json", "--resume", path_of("out")),
                         "startpos\n", 9, out);
        cr_expect_eq(status, 1, "%s", others[i]);
        cr_expect_str_eq(get_file("out", out), others[i]);
        expect_in(get_file("err", err), "nothing was changed");
    }
    char out[TEXT_MAX];
    cr_expect_eq(run(WORDS("--resume", path_of("")), "startpos\n", 9, out), 2);
    cr_expect_eq(run(WORDS("--resume", "/dev/null"), "startpos\n", 9, out), 2);
}

// Runs solve on a file of positions with the words of a question. Returns the status.
static int ask(const char *game, const char *format, const char *const question[2])
{
    char out[TEXT_MAX];
    return run(WORDS("-g", game, "--format", format, question[0], question[1], "--resume",
                     path_of("out"), path_of("in")),
               "", 0, out);
}

// Answers to one question are none to another: the file stays as it is, and goes on with its own.
static void expect_no_answers(const char *game, const char *format, const char *const asked[2],
                              const char *const other[2])
{
    char before[TEXT_MAX], now[TEXT_MAX], err[TEXT_MAX];
    unlink(path_of("out"));
    cr_assert_eq(ask(game, format, asked), 0);
    get_file("out", before);
    cr_expect_eq(ask(game, format, other), 1, "%s: %s %s, then %s %s", format, asked[0], asked[1],
                 other[0], other[1]);
    cr_expect_str_eq(get_file("out", now), before, "%s: %s %s, then %s %s", format, asked[0],
                     asked[1], other[0], other[1]);
    get_file("err", err);
    expect_in(err, "line 1 ");
    expect_in(err, "; nothing was changed");
    cr_expect_eq(ask(game, format, asked), 0);
    size_t answers =
        strstr(before, "\ntotal ") ? (size_t)(strstr(before, "\ntotal ") - before) : strlen(before);
    get_file("out", now);
    if (strcmp(format, "json") == 0 ||
        strcmp(asked[1], "-a") != 0) // whose last block is done again
        cr_expect_eq(strncmp(now, before, answers), 0, "%s: %s %s", format, asked[0], asked[1]);
}

Test(filter, answers_to_other_questions_are_refused)
{
    static const char *const questions[][2] = {{"--wld", "--fresh"},
                                               {"--fresh", "-a"},
                                               {"--fresh", "--fresh"},
                                               {"--wld", "-a"},
                                               {"--window", "-11,-9"}};
    static const char *const threats[][2] = {{"--vcf", "--fresh"}, {"--vct", "--fresh"}};
    char err[TEXT_MAX];
    for (int format = 0; format < 2; format++) {
        const char *name = format ? "json" : "text";
        put_file("in", "startpos\nb1c1\nb1c1d1\n", 21);
        for (size_t i = 0; i < LENGTH(questions); i++)
            expect_no_answers("othello:4x4", name, questions[i],
                              questions[(i + 1) % LENGTH(questions)]);
        put_file("in", "e5\ne5d4\n", 8);
        expect_no_answers("gomoku:9", name, threats[0], threats[1]);
        // A finished game has no moves to tell of.
        put_file("in", "1212121\n4455566\n", 16);
        unlink(path_of("out"));
        cr_expect_eq(ask("connect4", name, questions[1]), 0);
        cr_expect_eq(ask("connect4", name, questions[1]), 0);
    }
    put_file("in", "startpos\n", 9);
    unlink(path_of("out"));
    cr_expect_eq(ask("othello:4x4", "json", questions[0]), 0);
    cr_expect_eq(ask("othello:4x4", "json", questions[1]), 1);
    expect_in(get_file("err", err), "line 1 answers wld, not the value; nothing was changed");
    cr_expect_eq(ask("connect4:4x4", "json", questions[0]), 1);
    expect_in(get_file("err", err), "is the result of another position; nothing was changed");
}

// Two processes do not write into one file.
Test(filter, two_do_not_write_into_one_file)
{
    struct process p;
    char out[TEXT_MAX], err[TEXT_MAX];
    start(&p, WORDS("-g", "othello:4x4", "--format", "json", "--resume", path_of("out")));
    process_send(&p, "startpos\n");
    for (int waited = 0; !strchr(get_file("out", out), '\n'); waited++) {
        cr_assert_lt(waited, PROCESS_PATIENCE);
        sleep_us(1000);
    }
    const char *const *same = WORDS("--format", "json", "--resume", path_of("out"));
    cr_expect_eq(run(same, "startpos\n", 9, out), 2);
    expect_in(get_file("err", err), "another process");
    process_end(&p);
}

// ---- a terminal ---------------------------------------------------------------------------------

// On a terminal there is a bar, which is wiped off before an answer is written; nothing of it when
// the errors go elsewhere.
Test(filter, shows_a_bar_on_a_terminal)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        cr_skip_test("the system gives no terminal");
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    static char lines[TEXT_MAX], seen[TEXT_MAX];
    struct writer w = writer_on(lines, sizeof lines);
    size_t length = 0;
    write_text(&w, "%s\nstartpos\nstartpos\n", easy); // milliseconds, then years
    put_file("in", lines, w.length);
    setenv("TERM", "xterm", 1);
    struct process p;
    process_start_on(&p, WORDS("--fresh", path_of("in")), -1, slave);
    close(slave);
    struct pollfd more = {.fd = master, .events = POLLIN};
    while (!strstr(seen, "/s") && poll(&more, 1, PROCESS_PATIENCE) == 1) {
        ssize_t n = read(master, seen + length, sizeof seen - 1 - length);
        cr_assert_gt(n, 0);
        length += (size_t)n;
    }
    kill(p.pid, SIGTERM);
    cr_expect_eq(process_status(&p), 128 + SIGTERM);
    close(master);
    expect_in(seen, "\r[");
    expect_in(seen, " % ");
    expect_in(seen, " done");
    expect_not_in(seen, "\n[");
    char out[TEXT_MAX], err[TEXT_MAX];
    cr_expect_eq(run(WORDS("-g", "connect4"), "4455566\n", 8, out), 0);
    cr_expect_str_eq(get_file("err", err), "");
}
