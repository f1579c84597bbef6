// SPDX-License-Identifier: MIT
// long_rules.c - rows A6 and F3: 20,000 positions with every encoding, 10^6 keys a game.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/rules_check.h"

TestSuite(rules, .init = games_init);

Test(rules, legality)
{
    for (const struct plain_shape *s = plain_shapes; s->id; s++)
        check_legality(s, 20000);
}

// Three boards a game.
Test(rules, keys)
{
    for (const struct plain_shape *s = plain_shapes; s->id; s++)
        check_keys(s, 350000);
}
