// SPDX-License-Identifier: MIT
// The proofs of the threat searches, every one replayed against every legal reply.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/gomoku_check.h"

TestSuite(long_gomoku, .init = games_init);

static void expect_proof(const struct tactic *t, void *owner)
{
    struct position p = t->position;
    cr_expect(wins_against_all(owner, &p, true, 40), "a defence was found, %d plies", t->number);
}

Test(long_gomoku, wins_by_threes_hold_against_every_reply)
{
    struct bench b;
    bench_open(&b);
    cr_expect_eq(each_tactic("vct", 1000, expect_proof, &b), 100);
    bench_close(&b);
}
