// SPDX-License-Identifier: MIT
// test_saves.c - a sample of saved games under faults; long_saves.c has 1,000 kills.
#include <criterion/criterion.h>

#include "tests/saves_check.h"

Test(saves, survive_a_kill)
{
    check_killed_saves(20);
}

Test(saves, leave_what_is_no_file_alone)
{
    check_saves_over_what_is_no_file();
}

Test(saves, survive_a_full_disk)
{
    check_failing_saves("ENOSPC");
}
