// SPDX-License-Identifier: MIT
// long_saves.c - rows E4 and E5 for games the shell saves.
#include <criterion/criterion.h>

#include "tests/saves_check.h"

Test(saves, kills)
{
    check_killed_saves(1000);
}

Test(saves, full_disk)
{
    check_failing_saves("ENOSPC");
}

Test(saves, broken_disk)
{
    check_failing_saves("EIO");
}

Test(saves, short_writes)
{
    check_failing_saves("short");
}
