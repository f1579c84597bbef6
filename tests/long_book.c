// SPDX-License-Identifier: MIT
// Books at the counts that are promised: every fault of a disk, a thousand kills, two hundred pairs of
// writers, twenty thousand bits, a million hostile entries.
#include "tests/book_damage.h"
#include "tests/book_faults.h"

TestSuite(long_book, .init = games_init);

Test(long_book, bits)
{
    expect_flips_harmless(20000);
}

Test(long_book, lengths)
{
    expect_cuts_refused(1000);
}

// About 2,000 entries are read from the random bytes of a round.
Test(long_book, lies)
{
    expect_lies_harmless(500);
}

Test(long_book, illegal_moves)
{
    int entries = 0;
    for (uint64_t seed = 1; entries < 100000; seed++)
        entries += expect_illegal_moves_left_out(seed);
}

Test(long_book, full_disk)
{
    expect_faults_harmless("ENOSPC");
}

Test(long_book, broken_disk)
{
    expect_faults_harmless("EIO");
}

Test(long_book, short_writes)
{
    expect_faults_harmless("short");
}

Test(long_book, kills)
{
    expect_kills_harmless(51, 1000);
}

Test(long_book, writers)
{
    expect_writers_lose_nothing(61, 200);
}
