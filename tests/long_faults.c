// SPDX-License-Identifier: MIT
// long_faults.c - row D1: every call for memory or a thread fails once.
#include <criterion/criterion.h>

#include "tests/faults_check.h"
#include "tests/figures.h"

static void check(const char *call)
{
    int faults = check_faults(call, 1);
    cr_expect_gt(faults, 5);
    figure("D1", faults, "faults", call);
}

Test(faults, malloc)
{
    check("malloc");
}

Test(faults, mmap)
{
    check("mmap");
}

Test(faults, thread)
{
    check("thread");
}
