// SPDX-License-Identifier: MIT
// long_records.c - 10,000 random games of every form and board, and the whole WTHOR database.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "engine/games.h"
#include "tests/records_check.h"

ParameterizedTestParameters(records, round_trips)
{
    return cr_make_param_array(struct form_shape, form_shapes, form_shape_count);
}

ParameterizedTest(struct form_shape *s, records, round_trips)
{
    games_init();
    check_round_trips(s, 10000);
}

Test(records, the_whole_wthor_database)
{
    games_init();
    if (!wthor_folder())
        cr_skip_test("no WTHOR database: set WTHOR to its folder");
    cr_expect_gt(check_wthor(wthor_folder(), ".wtb"), 100000);
}
