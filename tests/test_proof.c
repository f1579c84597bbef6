// SPDX-License-Identifier: MIT
// test_proof.c - what is called proven is true (row F5): a sample of tests/long_proof.c.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/proof_check.h"
#include "tests/sanitized.h"

TestSuite(proof, .init = games_init);

// A hundred positions a family, half of them with two threads.
static void sample(const char *family, uint64_t seed)
{
    for (int threads = 1; threads <= 2; threads++) {
        struct proof_tally t =
            proof_check(family, seed + (uint64_t)threads, COUNT(50, 10), threads);
        cr_expect_eq(t.wrong, 0, "%s, %d threads: %d wrong of %d values and %d bounds", family,
                     threads, t.wrong, t.values, t.bounds);
        cr_expect_gt(t.values, t.positions);
    }
}

Test(proof, othello_claims_are_true)
{
    sample("othello", 100);
}

Test(proof, connect4_claims_are_true)
{
    sample("connect4", 200);
}

Test(proof, gomoku_claims_are_true)
{
    sample("gomoku", 300);
}
