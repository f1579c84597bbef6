// SPDX-License-Identifier: MIT
// test_rules.c - a sample of the engine's rules against plain ones; long_rules.c has more of it.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/rules_check.h"

TestSuite(rules, .init = games_init);

Test(rules, moves_are_legal_if_and_only_if_listed)
{
    for (const struct plain_shape *s = plain_shapes; s->id; s++)
        check_legality(s, 500);
}

Test(rules, keys_are_those_of_the_board)
{
    for (const struct plain_shape *s = plain_shapes; s->id; s++)
        check_keys(s, 2000);
}
