// SPDX-License-Identifier: MIT
// The bench signature: the node count of the fixed searches is the number in tests/signature.txt,
// with every form of kernel alike. A change of behaviour changes it on purpose or not
// at all.
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/games.h"
#include "engine/text.h"
#include "protocol/jobs/bench.h"

TestSuite(signature, .init = games_init);

static int64_t number_in_tree(void)
{
    char line[64];
    int64_t n = -1;
    FILE *f = fopen("tests/signature.txt", "r");
    cr_assert_not_null(f, "tests/signature.txt is missing");
    if (fgets(line, sizeof line, f)) {
        struct word rest = word_of(line), word;
        line[sizeof line - 1] = '\0';
        for (char *c = line; *c; c++)
            if (*c == '\n')
                *c = ' ';
        if (word_next(&rest, &word))
            word_int(word, 0, INT64_MAX / 32, &n);
    }
    fclose(f);
    return n;
}

static uint64_t nodes(enum kernel kernel)
{
    struct bench_total total;
    cr_assert(bench_run(&bench_suites[0], "1", bench_suites[0].hash, kernel, true, &total));
    return total.nodes;
}

Test(signature, is_the_number_in_the_tree)
{
    cr_expect_eq(nodes(KERNEL_AUTO), (uint64_t)number_in_tree(),
                 "bench is %llu nodes; if that is meant, write it to tests/signature.txt",
                 (unsigned long long)nodes(KERNEL_AUTO));
}

Test(signature, is_the_same_with_every_kernel)
{
    for (enum kernel k = KERNEL_WIDE; k <= KERNEL_PORTABLE; k++)
        cr_expect_eq(nodes(k), (uint64_t)number_in_tree(), "%s", kernel_names[k]);
}
