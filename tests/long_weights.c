// SPDX-License-Identifier: MIT
// long_weights.c - rows E1 and E2 for the weights: 20,000 bits and 1,000 lengths of each file.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/weights_check.h"

TestSuite(weights, .init = games_init);

Test(weights, bits_and_lengths)
{
    check_weights(20000, 1000);
}
