// SPDX-License-Identifier: MIT
// test_limits.c - a system that gives less than is asked for: fewer threads, no larger table.
//
// The address space of the program is limited to 1 GiB, where 256 threads with their stacks and a
// table of 2 GiB do not fit, whatever the machine has.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/talk.h"

// Starts the program in 1 GiB. False in builds with a sanitizer, which need far more.
static bool start_in_little(struct process *p)
{
    const char *program = getenv("OUTFLANK");
    struct rlimit little = {1 << 30, 1 << 30};
    if (program && strstr(program, "san"))
        return false;
    cr_assert_eq(setrlimit(RLIMIT_AS, &little), 0);
    process_start(p, "uci", "--option", "OwnBook=false");
    free(talk(p, &dialect_uci, "uci"));
    return true;
}

static void expect_thought(struct process *p)
{
    process_send(p, "go nodes 20000\n");
    process_until(p, "bestmove ");
}

Test(limits, fewer_threads_than_asked_for_are_said_and_used)
{
    struct process p;
    if (!start_in_little(&p))
        return;
    char *said = talk(&p, &dialect_uci, "setoption name Threads value 256");
    cr_expect(strstr(said, "fewer threads"), "%s", said);
    free(said);
    expect_thought(&p);
    process_end(&p);
}

Test(limits, a_table_that_does_not_fit_is_refused_and_the_old_one_kept)
{
    struct process p;
    if (!start_in_little(&p))
        return;
    for (int i = 0; i < 20; i++) {
        char *said = talk(&p, &dialect_uci, "setoption name Hash value %d", 2048 + i);
        cr_expect(strstr(said, "the old table is kept"), "%s", said);
        free(said);
        expect_thought(&p);
    }
    process_end(&p);
}
