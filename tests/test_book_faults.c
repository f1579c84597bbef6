// SPDX-License-Identifier: MIT
// A few of the faults that tests/long_book.c tries in full.
#include "tests/book_faults.h"

TestSuite(book_faults, .init = games_init);

Test(book_faults, a_full_disk)
{
    expect_faults_harmless("ENOSPC");
}

Test(book_faults, short_writes)
{
    expect_faults_harmless("short");
}

Test(book_faults, killed_while_saving)
{
    expect_kills_harmless(31, 12);
}

Test(book_faults, two_writers)
{
    expect_writers_lose_nothing(41, 20);
}
