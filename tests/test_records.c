// SPDX-License-Identifier: MIT
// test_records.c - game records in every form: ours go round, foreign ones are read, bad ones refused.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "tests/records_check.h"

TestSuite(records, .init = games_init);

ParameterizedTestParameters(records, round_trips)
{
    return cr_make_param_array(struct form_shape, form_shapes, form_shape_count);
}

ParameterizedTest(struct form_shape *s, records, round_trips)
{
    games_init();
    check_round_trips(s, 304);
}

Test(records, the_wthor_database)
{
    if (!wthor_folder())
        cr_skip_test("no WTHOR database: set WTHOR to its folder");
    cr_expect_gt(check_wthor(wthor_folder(), "7.wtb"), 1000);
}
