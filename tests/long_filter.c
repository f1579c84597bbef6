// SPDX-License-Identifier: MIT
// long_filter.c - solve with much work: killed again and again and gone on with, and a million lines.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/rng.h"
#include "tests/filter_check.h"

TestSuite(long_filter, .init = filter_open, .fini = filter_close);

// A run that is killed at random moments, and begun again each time, leaves what one leaves that is
// not (rows A8 and E5).
Test(long_filter, survives_being_killed)
{
    enum { LINES = 120 };
    static char whole[TEXT_MAX], killed[TEXT_MAX], out[TEXT_MAX];
    struct rng r = {9};
    FILE *f = fopen(path_of("in"), "w");
    for (int i = 0; i < LINES; i++) // a line of 4x4 Othello's start, and one nobody can read
        fprintf(f, "%s\n", i % 10 == 9 ? "nonsense" : i % 2 ? "startpos" : "b1a1");
    fclose(f);
    const char *const *words = WORDS("-g", "othello:4x4", "--fresh", "--format", "json", "--resume",
                                     path_of("out"), path_of("in"));
    cr_assert_eq(run(words, "", 0, out), 1);
    strip_times(get_file("out", whole));
    unlink(path_of("out"));
    int kills = 0, status = 0;
    for (; kills < 500; kills++) {
        struct process p;
        start(&p, words);
        sleep_us((long)rng_below(&r, 20000 + 2000 * (uint32_t)kills)); // later and later
        kill(p.pid, SIGKILL);
        status = process_status(&p);
        if (status != 128 + SIGKILL)
            break;
    }
    cr_expect_eq(status, 1, "%d kills, status %d", kills, status);
    strip_times(get_file("out", killed));
    cr_expect_str_eq(killed, whole);
    cr_log_info("A8 %d kills", kills);
}

// A million lines, in their order, in the memory that ten take.
Test(long_filter, a_million_lines)
{
    enum { LINES = 1000000 };
    struct process p;
    FILE *f = fopen(path_of("in"), "w");
    for (int i = 0; i < LINES; i++)
        fputs(i % 3 ? "121212\n" : "4455444566666\n", f);
    fclose(f);
    start(&p, WORDS("-g", "connect4", path_of("in")));
    long memory = 0;
    for (int i = 1; i <= LINES; i++) {
        const char *line = process_line(&p);
        cr_assert(line && line[0] == '#' && strtol(line + 1, NULL, 10) == i, "%s", line);
        if (i == 10)
            memory = process_memory(&p);
    }
    cr_expect_leq(process_memory(&p) - memory, 1024);
    process_until(&p, "total 1000000 positions");
    cr_expect_eq(process_status(&p), 0);
}
