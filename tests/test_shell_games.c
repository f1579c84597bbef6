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

// How often a text stands in another.
static int times(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

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

// However another game is begun, nothing of the one before holds for it.
Test(shell_games, one_that_an_option_begins_is_a_new_one)
{
    static const char *const options[] = {"game connect4", "UCI_Variant cfour"};
    const char *text;
    for (size_t i = 0; i < LENGTH(options); i++) {
        char lines[128];
        snprintf(lines, sizeof lines, "mode 3\nplay f5d6\nset %s\nplay ab\nresume\ncopy\nquit\n",
                 options[i]);
        text = said(lines);
        cr_expect(strstr(text, "\nmoves   f5 d6\n"), "%s", text);
        cr_expect_eq(times(text, "The game you leave is put by"), 2, "%s", text);
        cr_expect_eq(times(text, "X 0  O 0   X to move"), 1, "%s", text);
        snprintf(lines, sizeof lines, "mode 3\nresign\nset %s\nplay ab\ngame\nquit\n", options[i]);
        text = said(lines);
        cr_expect(strstr(text, "> 1. a b\n"), "%s", text);
    }
    text = said("mode 3\nplay f5d6\nset game chess\nset UCI_Variant none\ngame\nquit\n");
    cr_expect(strstr(text, "> 1. f5 d6\n"), "%s", text);
    cr_expect_eq(times(text, "put by"), 0, "%s", text);
}
