// SPDX-License-Identifier: MIT
// test_shell_games.c - games at the prompt: how one begins and ends, and what a file keeps of it.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "tests/process.h"
#include "tests/prompt.h"

// That the game before was given up says nothing of the puzzle, nor of what is played from it.
Test(shell_games, a_puzzle_after_a_resignation_can_be_played_on)
{
    struct process p;
    int moves = 0;
    process_start(&p, "play", "-g", "connect4:5x4");
    process_send(&p, "mode 3\nplay a\nresign\npuzzle\ngo depth 1\nxyzzy\n");
    process_until(&p, "Type it, or 'solution'.");
    for (const char *line; (line = process_line(&p)) && !strstr(line, "neither a legal move");) {
        cr_expect(!strstr(line, "given up"), "%s", line);
        moves += strncmp(line, "I play ", 7) == 0;
    }
    cr_expect_eq(moves, 1);
    process_end(&p);
}
