// SPDX-License-Identifier: MIT
// long_hostile.c - the faults of hostile.h at full strength, with the times we promise. The times
// hold on a machine that is not otherwise busy.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/hostile.h"

TestSuite(hostile, .init = games_init);

static const char *const shapes[] = {"othello", "othello:6x6",   "connect4", "connect4:9x10,x=c4",
                                     "gomoku",  "gomoku:22,free"};
enum { SHAPES = sizeof shapes / sizeof *shapes };

Test(hostile, lines_of_every_length)
{
    for (int i = 0; dialects[i]; i++)
        for (size_t bytes = 1 << 17; bytes <= 64 << 20; bytes = bytes * 3 + 1)
            hostile_long_line(dialects[i], bytes);
}

Test(hostile, chunks_at_every_offset)
{
    for (int i = 0; dialects[i]; i++)
        hostile_chunks(dialects[i], 1);
}

Test(hostile, go_then_stop_within_20_ms)
{
    for (int i = 0; i < SHAPES; i++)
        hostile_go_stop(&dialect_uci, shapes[i], 10000, 20);
    hostile_go_stop(&dialect_gtp, NULL, 10000, 20);
    hostile_go_stop(&dialect_gomocup, NULL, 10000, 20);
    hostile_go_stop(&dialect_nboard, NULL, 10000, 20);
    hostile_go_stop(&dialect_xboard, NULL, 10000, 20);
}

Test(hostile, anything_at_any_instant)
{
    hostile_meanwhile(24000);
}

// A thousand of each way in one protocol, a quarter of that in every other: most of the time goes
// into starting the program.
Test(hostile, every_end_within_100_ms)
{
    for (int i = 0; dialects[i]; i++)
        hostile_endings(dialects[i], dialects[i] == &dialect_uci ? 1000 : 250, 100);
}

Test(hostile, every_end_behind_every_line)
{
    for (int i = 0; dialects[i]; i++)
        hostile_waiting(dialects[i], 1);
}

Test(hostile, a_move_without_time_within_10_ms)
{
    for (int i = 0; i < SHAPES; i++)
        hostile_clocks(shapes[i], 2000, 10);
}

Test(hostile, nobody_listening)
{
    for (int i = 0; dialects[i]; i++)
        hostile_deaf(dialects[i], 200, 5000);
}

Test(hostile, long_scripts)
{
    hostile_long_scripts(10000);
}
