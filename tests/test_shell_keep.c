// SPDX-License-Identifier: MIT
// test_shell_keep.c - games that are not finished: none is lost but by its own end, and each comes
// back as it was.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/prompt.h"

static char folder[] = "/tmp/outflank-keep-XXXXXX", kept[96];

static void make_folder(void)
{
    char path[64];
    cr_assert(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/outflank", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    snprintf(kept, sizeof kept, "%s/unfinished", path);
}

static void remove_folder(void)
{
    char path[64];
    const char *const names[] = {"outflank/unfinished", "outflank/history", "outflank", ""};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
}

TestSuite(shell_keep, .init = make_folder, .fini = remove_folder);

// A visit that ends with quit; the engine answers nothing.
static const char *visit(const char *lines)
{
    char text[1024];
    snprintf(text, sizeof text, "mode 3\n%squit\n", lines);
    return said_at(folder, text);
}

// A visit in which this must be said.
static void expect(const char *lines, const char *says)
{
    const char *text = visit(lines);
    cr_expect(strstr(text, says), "'%s' is not said to '%s': %s", says, lines, text);
}

static void keep_text(const char *text)
{
    FILE *f = fopen(kept, "w");
    cr_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static bool is_kept(void)
{
    return access(kept, F_OK) == 0;
}

Test(shell_keep, a_game_comes_back)
{
    expect("play f5d6\n", "\nThe game is kept: ");
    expect("", "\nYour last game of othello is not finished: 'resume' goes on with it.\n");
    expect("resume\ncopy\n", "\nmoves   f5 d6\n");
    cr_expect(is_kept());
    expect("resume\nundo\nundo\nundo\nplay d3\nresign\n", "O resigns");
    cr_expect_not(is_kept());
    expect("resume\n", "no unfinished game was kept");
}

// The last column of Gomoku's usual board is called as a stone is.
Test(shell_keep, a_game_that_began_in_column_o_comes_back)
{
    visit("new gomoku\nplay o8h8\n");
    expect("resume\ncopy\n", "\nmoves   o8 h8\n");
}

// What can't be read is refused, and leaves the game at hand; those behind it can be reached.
Test(shell_keep, a_damaged_game_changes_nothing)
{
    static const char *const damaged[] = {"gomoku:9\nzz\n", "gomoku:9\n\n", "gomoku:99\ne5\n",
                                          "connect4\nd d\nd zz\n"};
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        keep_text(damaged[i]);
        expect("play f5d6\ngoto 1\nresume\ncopy\n", "game    othello\n");
        keep_text(damaged[i]);
        expect("play f5d6\ngoto 1\nresume\ngoto 9\ncopy\n", "\nmoves   f5 d6\n");
    }
    keep_text("gomoku:9\nzz\n\nconnect4\nd d\n\n");
    expect("resume\nresume\ncopy\n", "\nmoves   d d\n");
}

// Only its own end takes a game away, not that of another.
Test(shell_keep, the_end_of_another_game_takes_nothing_away)
{
    visit("play f5d6\n");
    visit("new connect4\nplay abababa\n");
    cr_expect(is_kept());
    visit("new connect4\nplay ab\nresign\n");
    cr_expect(is_kept());
    visit("setboard f5d6c3\nresign\n");
    expect("resume\ncopy\n", "\nmoves   f5 d6\n");
    // Nor does a game that is left unfinished, too.
    visit("new connect4\nplay ab\n");
    expect("", "Of those before 1 are kept, too");
    expect("resume\nresign\nresume\ncopy\n", "\nmoves   f5 d6\n");
    expect("resume\ncopy\n", "\nmoves   f5 d6\n");
}

// A game that was put by is kept beside the one at hand, and `resume` goes round.
Test(shell_keep, games_that_were_put_by_are_kept)
{
    expect("play f5\nnew gomoku\nplay h8\n", "\n2 games are kept: ");
    expect("resume\ncopy\n", "\nmoves   h8\n");
    expect("resume\nresume\ncopy\n", "\nmoves   f5\n");
    expect("resume\nresume\nresume\ncopy\n", "\nmoves   f5\n");
    expect("new connect4\nplay d\nresume\n", "The game you leave is put by, behind the others.");
    expect("resume\nresign\nresume\nresign\nresume\nresign\n", "resigns");
    cr_expect_not(is_kept());
}

Test(shell_keep, moves_that_were_taken_back_are_kept)
{
    visit("play f5d6c3\ngoto 1\n");
    expect("resume\ncopy\n", "\nmoves   f5\n");
    expect("resume\ngoto 9\ncopy\n", "\nmoves   f5 d6 c3\n");
    visit("resume\ngoto 0\n");
    expect("resume\ncopy\n", "\nmoves   \n");
    expect("resume\ngoto 9\ncopy\n", "\nmoves   f5 d6 c3\n");
}

// A position that was set up is kept as a board, also when nothing more is played there.
Test(shell_keep, a_position_that_was_set_up_comes_back)
{
    visit("setboard 8/8/8/2xxx3/3xo3/8/8/8 o\nplay c3\nplay c2\nundo\n");
    visit("resume\n");
    expect("resume\ncopy\n", "\nboard   8/8/2o5/2xox3/3xo3/8/8/8 x\n");
    visit("resume\nnew\n");
    expect("resume\nredo\ncopy\n", "\nmoves   c2\n");
}

// What can't be kept is not lost without a word.
Test(shell_keep, what_can_not_be_kept_is_told)
{
    const char *text = said_at("/dev/null", "mode 3\nplay f5d6\nquit\n");
    cr_expect(strstr(text, "\nNo unfinished game is kept: there is no such folder.\n"), "%s", text);
    cr_expect_not(strstr(said_at("/dev/null", "quit\n"), "kept"));
}

// There is an end to it: the one that was left first is dropped, and that is said.
Test(shell_keep, too_many_games_are_told)
{
    char lines[512] = "play f5\n";
    size_t n = strlen(lines);
    for (int i = 0; i < 7; i++)
        n += (size_t)snprintf(lines + n, sizeof lines - n, "new connect4\nplay %c\n", 'a' + i);
    expect(lines, "\n8 games are kept");
    expect("new gomoku:9\nplay e5\n", "that of othello is kept no longer.\n");
}
