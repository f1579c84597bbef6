// SPDX-License-Identifier: MIT
// long_proof.c - what is called proven is true (row F5): 2,000 positions a family, with one thread
// and with two.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/proof_check.h"

TestSuite(long_proof, .init = games_init);

static void check(const char *family, uint64_t seed)
{
    for (int threads = 1; threads <= 2; threads++) {
        struct proof_tally t = proof_check(family, seed + (uint64_t)threads, 2000, threads);
        cr_expect_eq(t.wrong, 0);
        cr_log_info("F5 %s, %d threads: %d thoughts, %d values, %d bounds, %d wrong", family,
                    threads, t.thoughts, t.values, t.bounds, t.wrong);
    }
}

Test(long_proof, othello_claims_are_true)
{
    check("othello", 1000);
}

Test(long_proof, connect4_claims_are_true)
{
    check("connect4", 2000);
}

Test(long_proof, gomoku_claims_are_true)
{
    check("gomoku", 3000);
}
