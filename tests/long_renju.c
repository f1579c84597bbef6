// SPDX-License-Identifier: MIT
// The rules of renju and caro against the plain ones, a million positions.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/renju_check.h"

TestSuite(long_renju, .init = games_init);

Test(long_renju, a_million_positions_agree_with_the_plain_rules)
{
    compare_rules(1000000, 77);
}
