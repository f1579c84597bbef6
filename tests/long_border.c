// SPDX-License-Identifier: MIT
// long_border.c - the faults of border.h at full strength, with the times we promise. The times
// hold on a machine that is not otherwise busy.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "tests/border.h"

TestSuite(border, .init = games_init);

static const char *const shapes[] = {"othello", "othello:6x6",   "connect4", "connect4:9x10,x=c4",
                                     "gomoku",  "gomoku:22,free"};
enum { SHAPES = sizeof shapes / sizeof *shapes };

Test(border, lines_of_every_length)
{
    for (int i = 0; dialects[i]; i++)
        for (size_t bytes = 1 << 17; bytes <= 64 << 20; bytes = bytes * 3 + 1)
            border_long_line(dialects[i], bytes);
}

Test(border, chunks_at_every_offset)
{
    for (int i = 0; dialects[i]; i++)
        border_chunks(dialects[i], 1);
}

Test(border, go_then_stop_within_20_ms)
{
    for (int i = 0; i < SHAPES; i++)
        border_go_stop(&dialect_uci, shapes[i], 10000, 20);
    border_go_stop(&dialect_gtp, NULL, 10000, 20);
    border_go_stop(&dialect_gomocup, NULL, 10000, 20);
}

Test(border, anything_at_any_instant)
{
    border_meanwhile(24000);
}

Test(border, every_end_within_100_ms)
{
    for (int i = 0; dialects[i]; i++)
        border_endings(dialects[i], 1000, 100);
}

Test(border, a_move_without_time_within_10_ms)
{
    for (int i = 0; i < SHAPES; i++)
        border_clocks(shapes[i], 2000, 10);
}

Test(border, nobody_listening)
{
    for (int i = 0; dialects[i]; i++)
        border_deaf(dialects[i], 200, 5000);
}

Test(border, random_walks)
{
    border_walks(10000, 200);
}

Test(border, long_scripts)
{
    border_long_scripts(10000);
}
