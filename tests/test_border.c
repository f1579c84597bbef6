// SPDX-License-Identifier: MIT
// test_border.c - faults at the edge of the program, a sample of each; long_border.c has them all.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/border.h"

TestSuite(border, .init = games_init);

Test(border, bad_lines_are_named_and_change_nothing)
{
    for (int i = 0; dialects[i]; i++)
        border_bad_lines(dialects[i]);
}

Test(border, a_line_of_64_mib_is_passed_over)
{
    for (int i = 0; dialects[i]; i++)
        border_long_line(dialects[i], 64 << 20);
}

Test(border, chunks_make_no_difference)
{
    for (int i = 0; dialects[i]; i++)
        border_chunks(dialects[i], 17);
}

Test(border, numbers_are_refused_or_clamped)
{
    for (int i = 0; dialects[i]; i++)
        border_numbers(dialects[i]);
}

Test(border, go_then_stop_is_answered_once)
{
    border_go_stop(&dialect_uci, "othello", 200, 0);
    border_go_stop(&dialect_uci, "connect4", 200, 0);
    border_go_stop(&dialect_uci, "gomoku", 200, 0);
    border_go_stop(&dialect_gtp, NULL, 200, 0);
    border_go_stop(&dialect_gomocup, NULL, 50, 0);
}

Test(border, anything_may_come_while_it_thinks)
{
    border_meanwhile(150);
}

Test(border, every_end_is_a_good_end)
{
    for (int i = 0; dialects[i]; i++)
        border_endings(dialects[i], 6, 0);
}

Test(border, no_time_at_all_still_gives_a_move)
{
    border_clocks("othello", 40, 0);
    border_clocks("connect4", 40, 0);
    border_clocks("gomoku", 40, 0);
}

Test(border, nobody_listening_is_an_end_with_a_status)
{
    for (int i = 0; dialects[i]; i++)
        border_deaf(dialects[i], 3, 200);
}

Test(border, random_walks_are_answered_in_order)
{
    border_walks(20, 100);
}

Test(border, long_scripts_are_nothing_special)
{
    border_long_scripts(2000);
}
