// SPDX-License-Identifier: MIT
// test_saves.c - a sample of saved games under faults; long_saves.c has 1,000 kills.
#include <criterion/criterion.h>

#include "tests/saves_check.h"

Test(saves, survive_a_kill)
{
    check_killed_saves(20);
}

Test(saves, survive_a_full_disk)
{
    check_failing_saves("ENOSPC");
}
