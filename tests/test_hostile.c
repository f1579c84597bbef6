// SPDX-License-Identifier: MIT
// test_hostile.c - faults at the edge of the program, a sample of each; long_hostile.c has them all.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/hostile.h"
#include "tests/sanitized.h"

TestSuite(hostile, .init = games_init);

Test(hostile, bad_lines_are_named_and_change_nothing)
{
    for (int i = 0; dialects[i]; i++)
        hostile_bad_lines(dialects[i]);
}

Test(hostile, a_line_of_64_mib_is_passed_over)
{
    for (int i = 0; dialects[i]; i++)
        hostile_long_line(dialects[i], 64 << 20);
}

Test(hostile, chunks_make_no_difference)
{
    for (int i = 0; dialects[i]; i++)
        hostile_chunks(dialects[i], COUNT(29, 101));
}

Test(hostile, numbers_are_refused_or_clamped)
{
    for (int i = 0; dialects[i]; i++)
        hostile_numbers(dialects[i]);
}

Test(hostile, go_then_stop_is_answered_once)
{
    hostile_go_stop(&dialect_uci, "othello", 200, 0);
    hostile_go_stop(&dialect_uci, "connect4", 200, 0);
    hostile_go_stop(&dialect_uci, "gomoku", 200, 0);
    hostile_go_stop(&dialect_gtp, NULL, 200, 0);
    hostile_go_stop(&dialect_gomocup, NULL, 50, 0);
    hostile_go_stop(&dialect_nboard, NULL, 100, 0);
    hostile_go_stop(&dialect_xboard, NULL, 50, 0);
}

Test(hostile, anything_may_come_while_it_thinks)
{
    hostile_meanwhile(150);
}

Test(hostile, every_end_is_a_good_end)
{
    for (int i = 0; dialects[i]; i++)
        hostile_endings(dialects[i], 4, 0);
}

Test(hostile, what_waits_does_not_hide_the_end)
{
    for (int i = 0; dialects[i]; i++)
        hostile_waiting(dialects[i], COUNT(5, 15));
}

Test(hostile, answers_nobody_reads_do_not_hide_the_end)
{
    hostile_unread();
}

Test(hostile, no_time_at_all_still_gives_a_move)
{
    hostile_clocks("othello", 40, 0);
    hostile_clocks("connect4", 40, 0);
    hostile_clocks("gomoku", 40, 0);
}

Test(hostile, nobody_listening_is_an_end_with_a_status)
{
    for (int i = 0; dialects[i]; i++)
        hostile_deaf(dialects[i], 3, 200);
}

Test(hostile, long_scripts_are_nothing_special)
{
    hostile_long_scripts(2000);
}
