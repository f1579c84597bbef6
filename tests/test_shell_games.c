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

static char path[64]; // of a game on the disk

static void name_file(void)
{
    snprintf(path, sizeof path, "/tmp/outflank-shell-games-%d.sgf", (int)getpid());
}

static void remove_file(void)
{
    unlink(path);
}

TestSuite(shell_games, .init = name_file, .fini = remove_file);

static void put_file(const char *text)
{
    FILE *f = fopen(path, "w");
    cr_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

// What the file holds.
static const char *get_file(void)
{
    static char text[1 << 12];
    FILE *f = fopen(path, "r");
    size_t length = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[length] = '\0';
    if (f)
        fclose(f);
    return text;
}

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

// A column that the board has not got is no command of GTP's, whose commands may begin with a number.
Test(shell_games, a_number_alone_is_no_word_of_a_protocol)
{
    const char *text = said("new connect4\n8\n0\n-1\n99999999999999999999\n1 genmove\nquit\n");
    cr_expect_eq(times(text, "neither a legal move nor a command"), 4, "%s", text);
    cr_expect_eq(times(text, "'protocol_version' begins"), 1, "%s", text);
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

// A record may let a side move twice; whose move it was is saved, and kept, as it was read.
Test(shell_games, a_side_that_moves_twice_has_moved_twice)
{
    char lines[256], folder[] = "/tmp/outflank-twice-XXXXXX", kept[96], state[64];
    put_file("(;FF[4]GM[4]SZ[15];B[hh];B[ii];W[jj];B[kk])");
    snprintf(lines, sizeof lines, "mode 3\nload %s\nsave %s\nquit\n", path, path);
    const char *text = said(lines);
    cr_expect(strstr(text, "saved as "), "%s", text);
    cr_expect(strstr(get_file(), ";B[hh];B[ii];W[jj];B[kk]"), "%s", get_file());
    cr_assert(mkdtemp(folder));
    snprintf(lines, sizeof lines, "mode 3\nload %s\nundo\nquit\n", path);
    said_at(folder, lines);
    text = said_at(folder, "mode 3\nresume\nresign\nquit\n");
    cr_expect(strstr(text, "X 2  O 1   X to move"), "%s", text);
    snprintf(state, sizeof state, "%s/outflank", folder);
    snprintf(kept, sizeof kept, "%s/unfinished", state);
    unlink(kept);
    cr_expect(rmdir(state) == 0 && rmdir(folder) == 0);
}

// A game that was given up is one still when it is read again, until that is taken back.
Test(shell_games, a_resignation_is_read_again)
{
    char lines[256];
    snprintf(lines, sizeof lines,
             "mode 3\nplay d3c3\nresign\nsave %s\nnew\nload %s\nc4\nsave %s\nq\n", path, path,
             path);
    const char *text = said(lines);
    cr_expect(strstr(text, "\nX resigned; 'undo' takes that back.\n"), "%s", text);
    cr_expect_eq(times(text, "the game was given up"), 1, "%s", text);
    cr_expect(strstr(get_file(), "RE[W+R]"), "%s", get_file());
    snprintf(lines, sizeof lines, "mode 3\nload %s\nundo\nplay c4\nsave %s\nquit\n", path, path);
    text = said(lines);
    cr_expect_eq(times(text, "the game goes on"), 1, "%s", text);
    cr_expect(strstr(get_file(), ";W[cc];B[cd]") && !strstr(get_file(), "RE["), "%s", get_file());
    put_file(
        "[Event \"?\"]\n[Variant \"connect4\"]\n[Termination \"resignation\"]\n\n1. d d 1-0\n");
    snprintf(lines, sizeof lines, "load %s\nd\nquit\n", path);
    text = said(lines);
    cr_expect(strstr(text, "O resigned;") && strstr(text, "> the game was given up"), "%s", text);
}
