// SPDX-License-Identifier: MIT
// test_faults.c - a sample of row D1; long_faults.c has every call.
#include <criterion/criterion.h>

#include "tests/faults_check.h"

Test(faults, memory_that_is_not_to_be_had)
{
    cr_expect_gt(check_faults("malloc", 13), 5);
    cr_expect_gt(check_faults("mmap", 3), 0);
}

Test(faults, threads_that_do_not_start)
{
    cr_expect_gt(check_faults("thread", 1), 5);
}
