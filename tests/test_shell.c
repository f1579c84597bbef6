// SPDX-License-Identifier: MIT
// The prompt for people, run in this process over pipes.
#include <criterion/criterion.h>
#include <signal.h>
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

Test(shell, a_move_is_answered)
{
    const char *text = said("time 0.01\nd3\nquit\n");
    cr_expect_eq(times(text, "I play "), 1);
    cr_expect_eq(times(text, "X to move"), 2);
    cr_expect_eq(times(text, "neither a legal move nor a command"), 0);
}

Test(shell, options_of_two_words_are_set)
{
    const char *text = said("set Move Overhead 23\nset Clear Hash\nset hash 5\nset\nquit\n");
    cr_expect(strstr(text, "Move Overhead     23 "), "%s", text);
    cr_expect(strstr(text, "Hash              5 "), "%s", text);
    cr_expect_eq(times(text, "there is no option"), 0);
    text = said("set Move 23\nset Overhead 23\nquit\n");
    cr_expect_eq(times(text, "there is no option"), 2);
}

// After d3 white has one move, black must pass and white has one again: taking back goes to where
// black chose.
Test(shell, undo_goes_back_over_passes)
{
    const char *text =
        said("new othello:4x4\ntime 0.01\nsetboard oxxx/1ox1/oxo1/1xxx x\nd3\nd\nundo\n"
             "d\nredo\nd\nquit\n");
    cr_expect_eq(times(text, "You have no move and pass."), 1);
    cr_expect_eq(times(text, "oxxx/1ox1/oxo1/1xxx x"), 1, "%s", text);
    cr_expect_eq(times(text, "oxxx/1ooo/ooxx/oxxx x"), 2, "%s", text);
}

// In Connect Four d is a column before it is a command; board is one everywhere.
Test(shell, a_legal_move_wins_over_a_command)
{
    const char *help = said("help board\nhelp d\nquit\n");
    cr_expect(strstr(help, "\n>   board                   draw the board\n"), "%s", help);
    cr_expect(strstr(help, "\n>   d                       the same, unless d is a move"), "%s",
              help);
    help = said("new connect4:4x4\nmode 3\nboard\nquit\n");
    cr_expect(strstr(help, "connect4:4x4  4/4/4/4 x\n"), "%s", help);
    const char *text = said("new connect4\nmode 3\nd\nd\nmoves\nquit\n");
    cr_expect_eq(times(text, "X 1  O 1"), 1, "%s", text);
    text = said("new connect4:4x4\nmode 3\nd\nd\nd\nd\nd\nquit\n"); // full: now it draws
    cr_expect_eq(times(text, "3o/3x/3o/3x x"), 1, "%s", text);
}

Test(shell, words_of_protocols_are_explained)
{
    const char *text = said("setoption name Hash value 4\nposition startpos\nisready\nquit\n");
    cr_expect_eq(times(text, "'uci' begins"), 3, "%s", text);
    text = said("genmove b\nboardsize 8\nxyzzy\nquit\n");
    cr_expect_eq(times(text, "'protocol_version' begins"), 2, "%s", text);
    cr_expect_eq(times(text, "neither a legal move nor a command"), 1, "%s", text);
    text = said("uci\nisready\nquit\n");
    cr_expect_eq(times(text, "uciok"), 1, "%s", text);
    cr_expect_eq(times(text, "readyok"), 1, "%s", text);
}

// Every legal move once, in columns, however the thought was cut off.
Test(shell, scores_shows_every_move_once)
{
    struct process p;
    int told = 0;
    process_start(&p, "play", "-g", "gomoku:9");
    process_send(&p, "mode 3\ne5\nd4\ntime 0.2\nscores\n");
    process_close_input(&p);
    char *text = process_rest(&p);
    for (char column = 'a'; column <= 'i'; column++)
        for (char row = '1'; row <= '9'; row++) {
            char name[] = {' ', ' ', column, row, ' ', '\0'};
            cr_expect_leq(times(text, name), 1, "'%s': %s", name, text);
            told += times(text, name);
        }
    cr_expect_gt(told, 0, "%s", text);
    free(text);
    process_end(&p);
}

// What comes before a move that is not legal is played, and it is said that it stopped there.
Test(shell, play_stops_at_a_move_that_is_not_legal)
{
    static const char *const moves[] = {"f5d6f5", "f5 d6 f5", "f5d6f5c5", "f5d6zz"};
    for (size_t i = 0; i < LENGTH(moves); i++) {
        char input[64];
        snprintf(input, sizeof input, "mode 3\nplay %s\ngame\nquit\n", moves[i]);
        const char *text = said(input);
        cr_expect_eq(times(text, "that is not a legal move here"), 1, "%s: %s", moves[i], text);
        cr_expect_eq(times(text, "1. f5 d6\n"), 1, "%s: %s", moves[i], text);
    }
    cr_expect_eq(times(said("mode 3\nplay f5d6 \nquit\n"), "not a legal move"), 0);
}

Test(shell, nothing_to_take_back)
{
    const char *text = said("undo\nredo\nquit\n");
    cr_expect_eq(times(text, "nothing to take back"), 1);
    cr_expect_eq(times(text, "nothing to play again"), 1);
}

Test(shell, after_the_end_there_is_nothing_to_think_about)
{
    const char *text = said("new connect4:4x4\nsetboard 4/4/ooo1/xxxx o\ngo\nhint\nscores\nquit\n");
    cr_expect_eq(times(text, "the game is over; 'new' begins another"), 3, "%s", text);
}

// Nor is there anything to wait for, at a terminal too, where `analyze` waits for a line.
Test(shell, a_finished_game_is_not_analyzed)
{
    struct process p;
    process_start(&p, "play", NULL, NULL);
    process_send(&p, "new connect4:4x4\nsetboard 4/4/ooo1/xxxx o\nanalyze\n");
    process_until(&p, "> the game is over; 'new' begins another");
    process_end(&p);
}

// What a newcomer types is understood, or answered with what would be.
Test(shell, new_takes_what_people_type)
{
    const char *text =
        said("new 6x6\ncopy\nnew reversi\ncopy\nnew othello 6x6\nnew gomoku 19\ncopy\n"
             "new gomoku 15 free\ncopy\nnew chess\nexit\n");
    static const char *const typed[][2] = {
        {"connect4 9x10", "connect4:9x10"},
        {"connect four 9x10 x=c4", "connect4:9x10,x=c4"},
        {"connect4 7x7", "connect4:7x7"},
        {"connect4 8", "connect4:8x8"},
        {"othello 8", "othello"},
        {"othello:6x6", "othello:6x6"},
        {"Five in a row 19x19", "gomoku:19"},
        {"gomoku renju", "gomoku:15,renju"},
        {"renju", "gomoku:15,renju"},
        {"renju 19", "gomoku:19,renju"},
        {"gomoku 9 caro exact", "gomoku:9,caro,exact"},
        {"caro 15,exact", "gomoku:15,caro,exact"},
        {"caro exact", "gomoku:15,caro,exact"},
        {"caro 19 exact", "gomoku:19,caro,exact"},
        {"exact caro", "othello"},
        {"gomoku exact", "gomoku"},
        {"6", "othello:6x6"},
    };
    cr_expect_eq(times(text, "game    othello:6x6\n"), 1, "%s", text);
    cr_expect_eq(times(text, "game    othello\n"), 1, "%s", text);
    cr_expect_eq(times(text, "game    gomoku:19\n"), 1, "%s", text);
    cr_expect_eq(times(text, "game    gomoku:15,free\n"), 1, "%s", text);
    cr_expect(strstr(text, "unknown game") && strstr(text, "  new connect4   WxH from"), "%s",
              text);
    for (size_t i = 0; i < LENGTH(typed); i++) {
        char lines[128], id[64];
        snprintf(lines, sizeof lines, "new %s\ncopy\nquit\n", typed[i][0]);
        snprintf(id, sizeof id, "> game    %s\n", typed[i][1]);
        text = said(lines);
        cr_expect(strstr(text, id), "%s: %s", typed[i][0], text);
    }
}

// Two rules that can't both hold begin no game by one of them.
Test(shell, rules_that_contradict_each_other_are_refused)
{
    static const char *const typed[] = {"renju 15 exact", "renju exact", "gomoku 15,free,renju",
                                        "gomoku:15,caro,free", "caro 15 free"};
    for (size_t i = 0; i < LENGTH(typed); i++) {
        char lines[128];
        snprintf(lines, sizeof lines, "new %s\ncopy\nquit\n", typed[i]);
        const char *text = said(lines);
        cr_expect(strstr(text, "> a Gomoku game has one rule: "), "%s: %s", typed[i], text);
        cr_expect(strstr(text, "> game    othello\n"), "%s: %s", typed[i], text);
    }
}

Test(shell, go_takes_its_words)
{
    const char *text = said("go depth 3\ngo movetime 20\ngo 0.02\ngo nodes 500\ngo sideways\nq\n");
    cr_expect_eq(times(text, "I play "), 4, "%s", text);
    cr_expect_eq(times(text, "go takes seconds"), 1, "%s", text);
    cr_expect(strstr(text, "depth 3 "), "%s", text);
}

Test(shell, values_are_shown)
{
    const char *text =
        said("time\ntime 0.5\nset Hash\nset Hash 1x\nset Playout\nlevel novice\nlevel 7\nquit\n");
    cr_expect(strstr(text, "I think 1 s a move.") && strstr(text, "I think 0.5 s a move."), "%s",
              text);
    cr_expect(strstr(text, "(1 to 1048576)") && strstr(text, "(uniform, guided, eval, policy)"),
              "%s", text);
    cr_expect(strstr(text, "> I play as novice (2 of 10).\n"), "%s", text);
    cr_expect(strstr(text, "> I search at level 7 of 60, a depth;"), "%s", text);
    text =
        said("level 7\nlevel club\nlevel hard\nlevel 61\nlevel\nmode\nmode 3\nmode\nmode x\nq\n");
    cr_expect(strstr(text, "> I play as club (6 of 10).\n"), "%s", text);
    cr_expect_eq(times(text, "there is no such level\nLevels: beginner, "), 2, "%s", text);
    cr_expect_eq(times(text, "perfect; 0 to 60 for a depth"), 3, "%s", text);
    cr_expect_eq(times(text, "I answer your moves."), 1, "%s", text);
    cr_expect_eq(times(text, "I only watch; 'go'"), 2, "%s", text);
    cr_expect_eq(times(text, "modes: 0 you are X"), 3, "%s", text);
}

// The last level counts: a number takes the place of a name and of a rating, as a name does.
Test(shell, the_last_level_counts)
{
    const char *text = said("set OwnBook false\ntime 60\nlevel beginner\nlevel 4\ngo\n"
                            "set Strength\nset UCI_LimitStrength true\nlevel 3\n"
                            "set UCI_LimitStrength\nlevel novice\nset Level\nlevel -1\nquit\n");
    cr_expect(strstr(text, "depth 4 "), "%s", text);
    cr_expect(strstr(text, "\n>   Strength          perfect"), "%s", text);
    cr_expect(strstr(text, "> I search at level 3 of 60, a depth;"), "%s", text);
    cr_expect(strstr(text, "\n>   UCI_LimitStrength false"), "%s", text);
    cr_expect(strstr(text, "> I play as novice (2 of 10).\n"), "%s", text);
    cr_expect(strstr(text, "\n>   Level             -1"), "%s", text);
    cr_expect(strstr(text, "> I play as perfect (10 of 10).\n"), "%s", text);
    // Set apart from each other, what is said is what counts.
    text = said("set Strength novice\nset Level 14\nlevel\nquit\n");
    cr_expect(strstr(text, "> I play as novice (2 of 10).\n"), "%s", text);
}

// A weaker level plays weaker; what one asks about is answered as well as it can be.
Test(shell, advice_does_not_depend_on_the_level)
{
    const char *text =
        said("new connect4\nmode 3\nplay dd\nlevel beginner\nscores\nhint 2\nquit\n");
    cr_expect(strstr(text, ">   d    wins in 20 moves\n"), "%s", text);
    cr_expect_eq(times(text, " loses in "), 7, "%s", text); // six, and the second hint
}

// What is nearly a command, and moves in a row, are answered with what was meant.
Test(shell, a_slip_is_answered_with_what_was_meant)
{
    const char *text = said("hlep\nundoo\nanalyse\nf5 d6\nxyzzy\nzz\nquit\n");
    cr_expect(strstr(text, "did you mean 'help'?"), "%s", text);
    cr_expect(strstr(text, "did you mean 'undo'?"), "%s", text);
    cr_expect(strstr(text, "did you mean 'analyze'?"), "%s", text);
    cr_expect(strstr(text, "'play f5 d6' plays them all"), "%s", text);
    cr_expect_eq(times(text, "neither a legal move nor a command"), 2, "%s", text);
}

// Edax's words, and the table of what they are here: each of ours is a command.
Test(shell, words_of_edax_are_understood)
{
    const char *text =
        said("mode 3\ninit\nforce f5\nplay d6c3\nstop\nversion\nset level 3\ncopy\nundo\nredo\n"
             "setboard ---------------------------OX------XO--------------------------- X\n"
             "help edax\nquit\n");
    cr_expect(strstr(text, "\nrow     f5d6c3\n"), "%s", text);
    cr_expect(strstr(text, "> outflank 0"), "%s", text);
    cr_expect(strstr(text, "  play f5d6, force f5       play f5d6\n"), "%s", text);
    cr_expect_eq(times(text, "neither a legal move nor a command") + times(text, "did you mean"), 0,
                 "%s", text);
}

// A game left for another is put by; going back puts that one by.
Test(shell, a_game_left_can_be_gone_back_to)
{
    const char *text = said("mode 3\nplay f5d6\nnew connect4\nplay ab\nresume\ngame\nresume\ngame\n"
                            "new sideways\ngame\nload /dev/null\nsetboard sideways\ngame\nquit\n");
    cr_expect_eq(times(text, "> 1. f5 d6\n"), 1, "%s", text);
    cr_expect_eq(times(text, "> 1. a b\n"), 3, "%s", text);
    cr_expect_eq(times(text, "The game you leave is put by"), 3, "%s", text);
    cr_expect(strstr(said("resume\nquit\n"), "no unfinished game was kept"));
}

Test(shell, the_end_is_explained)
{
    const char *text = said("new connect4\nmode 3\nplay dededed\neval\nquit\n");
    cr_expect(strstr(text, "X wins: d1 d2 d3 d4\n"), "%s", text);
    cr_expect(strstr(text, "the game is over: X wins: d1 d2 d3 d4\n"), "%s", text);
    cr_expect(strstr(text, "\n 4  - - -(X)- - - 4\n 3  - - -(X)O"), "%s", text);
    text = said("new connect4\nmode 3\nplay daebfcg\nresign\nquit\n");
    cr_expect(strstr(text, "\n 1  O O O(X X X X)1\n"), "%s", text);
    cr_expect(strstr(text, "> the game is over; 'new' begins another"), "%s", text);
    text = said("new connect4:4x4\nsetboard 4/4/ooo1/xxxx o\nquit\n"); // by no move that is known
    cr_expect(strstr(text, "X 4  O 3   X wins\n"), "%s", text);
    text = said("setboard 8/8/8/8/8/8/8/6xx x\nquit\n");
    cr_expect(strstr(text, "X wins by 64, the 62 empty cells counted for the winner"), "%s", text);
    text = said("new connect4\nmode 3\nplay g\nquit\n"); // a last move in the last column
    cr_expect(strstr(text, "(X)1\n") && strstr(text, "- - 2\n"), "%s", text);
}

Test(shell, games_are_saved_and_loaded)
{
    char text[256], path[64];
    snprintf(path, sizeof path, "/tmp/outflank-shell-%d.sgf", (int)getpid());
    snprintf(text, sizeof text,
             "mode 3\nplay f5d6c3\nsave %s\nnew\nload %s\ngame\ngoto 1\nload /dev/null\n", path,
             path);
    const char *heard = said(text);
    unlink(path);
    cr_expect(strstr(heard, "saved as "), "%s", heard);
    cr_expect(strstr(heard, "1. f5 d6  2. c3"), "%s", heard);
    cr_expect(strstr(heard, "/dev/null: the file is empty"), "%s", heard);
    heard = said("new connect4\nplay 4\nsave /tmp/x.sgf\nsave\nquit\n");
    cr_expect(strstr(heard, "not saved: "), "%s", heard);
}

// What a file of the prompt's holds, which is then removed; "" when there is none.
static const char *saved(const char *path)
{
    static char text[1 << 12];
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    unlink(path);
    return text;
}

// The same game in a form, saved after these lines.
static const char *saved_after(const char *lines, const char *ending)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/tmp/outflank-shell-%d.%s", (int)getpid(), ending);
    snprintf(text, sizeof text, "%ssave %s\nnew\nload %s\nquit\n", lines, path, path);
    const char *heard = said(text);
    cr_expect(strstr(heard, "> saved as "), "%s", heard);
    cr_expect_eq(times(heard, ", line "), 0, "%s", heard);
    return saved(path);
}

// Whoever gives the game up has lost it, whatever the form; not when that is taken back.
Test(shell, a_game_given_up_is_saved_as_lost)
{
    static const struct {
        const char *lines, *ending, *result;
    } kept[] = {
        {"mode 3\nplay d3c3\nresign\n", "pgn", "[Result \"0-1\"]"},
        {"mode 3\nplay d3c3\nresign\n", "pgn", "[Termination \"resignation\"]"},
        {"mode 3\nplay d3c3\nresign\n", "sgf", "RE[W+R]"},
        {"mode 3\nplay d3c3\nresign\n", "ggf", "RE[-64.00:r]"},
        {"mode 3\nplay d3\nresign\n", "pgn", "[Result \"1-0\"]"},
        {"mode 3\nplay d3\nresign\n", "sgf", "RE[B+R]"},
        {"mode 3\nplay d3\nresign\n", "ggf", "RE[+64.00:r]"},
        {"mode 3\nplay d3c3\nresign\ngoto 1\n", "sgf", "RE[W+R]"},
        {"mode 3\nplay d3c3\nresign\nundo\n", "pgn", "[Result \"*\"]"},
    };
    for (size_t i = 0; i < LENGTH(kept); i++) {
        const char *text = saved_after(kept[i].lines, kept[i].ending);
        cr_expect(strstr(text, kept[i].result), "%s: %s", kept[i].lines, text);
    }
}

// A puzzle takes the board over; wrong answers leave it as it is, and the game comes back.
Test(shell, puzzles_are_posed_and_answered)
{
    const char *text = said("new connect4:5x4\nmode 3\nplay ab\npuzzle\n");
    // What is typed ahead ends the search for one, so that nothing but this can be known here.
    cr_expect(strstr(text, "Looking for one ..."), "%s", text);
    text = said("puzzle sideways\nsolution\nquit\n");
    cr_expect(strstr(text, "easy, medium, hard or expert"), "%s", text);
    cr_expect(strstr(text, "no puzzle is posed"), "%s", text);
}

// The moves that can be played in the position at hand.
static void moves_of(struct process *p, char out[64])
{
    process_send(p, "moves\n");
    snprintf(out, 64, "%s", process_until(p, "> ") + 2);
}

// Once something was played from a puzzle, a move is no answer to it; taken back, it is.
Test(shell, a_puzzle_is_answered_where_it_stands)
{
    struct process p;
    char moves[64];
    process_start(&p, "play", "-g", "connect4:5x4");
    process_send(&p, "mode 3\npuzzle\n");
    process_until(&p, "Type it, or 'solution'.");
    moves_of(&p, moves);
    process_send(&p, "play %c\n%s\nboard\nxyzzy\n", moves[strlen(moves) - 1], "a\nb\nc\nd\ne");
    for (const char *line; (line = process_line(&p)) && !strstr(line, "neither a legal move");)
        cr_expect(!strstr(line, "No: ") && !strstr(line, "Right"), "%s", line);
    process_send(&p, "goto 0\n%s\n", "a\nb\nc\nd\ne");
    process_until(&p, "Right");
    process_end(&p);
}

// As in Edax; the game at hand stands there again afterwards. The answers are waited for: what is
// typed meanwhile would end it.
Test(shell, the_positions_of_a_file_are_solved)
{
    char path[64];
    struct process p;
    snprintf(path, sizeof path, "/tmp/outflank-shell-%d.obf", (int)getpid());
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs("% two positions, and something else\n"
          "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; a2:+38\n"
          "not a position\n\nf5d6c3d3c4f4\nf5d6c3d3c4f4\n",
          file);
    // The third and the fourth would take hours: ctrl-C ends both, the lines of a script wait.
    cr_assert_eq(fclose(file), 0);
    process_start(&p, "play", NULL, NULL);
    process_send(&p, "mode 3\nplay f5d6c3\nundo\nsolve %s\n", path);
    cr_expect(strstr(process_until(&p, "> #1 20 empties +38 a2 "), " nodes "));
    cr_expect_eq(strncmp(process_line(&p), "#2 is not read: ", 16), 0);
    process_send(&p, "game\n");
    kill(p.pid, SIGINT);
    process_until(&p, "#3 54 empties (not proven) ");
    cr_expect_str_eq(process_until(&p, "> 1. f5 d6"), "> 1. f5 d6");
    process_send(&p, "redo\ngame\nsolve %s-nowhere\nsolve\n", path); // what was taken back, too
    process_until(&p, "> 1. f5 d6  2. c3");
    process_until(&p, "> /tmp/outflank-shell-");
    process_until(&p, "> solve takes a file");
    process_send(&p, "solve /tmp\nload /tmp\nsolve /dev/null\n");
    process_until(&p, "> /tmp: Is a directory");
    process_until(&p, "> /tmp: Is a directory");
    process_until(&p, "> /dev/null: the file is empty");
    unlink(path);
    process_end(&p);
}

// A finished board has its value at the prompt, too.
Test(shell, a_finished_position_is_solved)
{
    char path[64], lines[128];
    snprintf(path, sizeof path, "/tmp/outflank-shell-%d.txt", (int)getpid());
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs("1212121\n", file) >= 0 && fclose(file) == 0);
    snprintf(lines, sizeof lines, "new connect4\nsolve %s\nquit\n", path);
    const char *text = said(lines);
    unlink(path);
    cr_expect(strstr(text, "#1 35 empties -18 none"), "%s", text);
}

// Lines that come all at once, and the end of input behind them, cut no thought short: a script gets
// the depth it asks for, as from a person who waits for each answer. Only what would never end by
// itself gives way.
Test(shell, the_lines_of_a_script_wait_for_each_other)
{
    struct process p;
    process_start(&p, "play", NULL, NULL);
    process_send(
        &p,
        "set OwnBook false\nnew gomoku 9\ngo depth 5\nauto depth 2\nnew\nanalyze\nundo\nquit\n");
    process_close_input(&p);
    char *all = process_rest(&p);
    cr_expect(strstr(all, "depth 5"), "%s", all);
    cr_expect(strstr(all, " wins") || strstr(all, "draw"), "%s", all);
    free(all);
    process_end(&p);
}

// A thought without end gives way to what is typed; the work after it does not.
Test(shell, a_puzzle_is_posed_after_an_analysis)
{
    struct process p;
    process_start(&p, "play", "-g", "connect4:5x4");
    process_send(&p, "mode 3\nanalyze\npuzzle\nmoves\nquit\n");
    process_until(&p, "Type it, or 'solution'.");
    process_end(&p);
}

Test(shell, one_board_an_exchange)
{
    const char *text = said("time 0.01\nd3\nquit\n");
    cr_expect_eq(times(text, "    a b c d e f g h\n 1"), 2, "%s",
                 text); // the first, and the answer's
    text = said("mode 3\nd3\nquit\n");
    cr_expect_eq(times(text, "    a b c d e f g h\n 1"), 2, "%s", text);
}

Test(shell, a_game_given_up_is_over_until_that_is_taken_back)
{
    const char *text = said("time 0.01\nresign\nd3\ngo\nauto\nundo\nd3\nquit\n");
    cr_expect_eq(times(text, "the game was given up"), 3, "%s", text);
    cr_expect_eq(times(text, "I play "), 1, "%s", text);
    // Nor does the engine go on with it where it would be its turn.
    text = said("time 0.01\nresign\nside\nswap\nmode 1\nmode 2\nplay d3\nquit\n");
    cr_expect_eq(times(text, "the game was given up"), 5, "%s", text);
    cr_expect_eq(times(text, "I play "), 0, "%s", text);
    cr_expect_eq(times(text, "O to move"), 0, "%s", text);
}

// Help fits a window of 80 by 24, and every command it names has a line of its own.
Test(shell, help_fits_a_window)
{
    static char names[1 << 12];
    const char *text = said("help\nquit\n"), *begin = strstr(text, "Type a move");
    cr_assert_not_null(begin);
    int lines = 0, widest = 0;
    for (const char *at = begin; *at;) {
        int width = (int)strcspn(at, "\n");
        widest = width > widest ? width : widest;
        lines++;
        at += width + (at[width] == '\n');
    }
    cr_expect_lt(lines, 24);
    cr_expect_lt(widest, 80);
    begin = strstr(text, "what the others do:\n");
    cr_assert_not_null(begin);
    begin += strlen("what the others do:\n");
    snprintf(names, sizeof names, "%.*s", (int)(strstr(begin, "The tab") - begin), begin);
    int count = 0;
    for (char *name = names + strspn(names, " \n"); *name; name += strspn(name, " \n"), count++) {
        size_t n = strcspn(name, " \n");
        char asked[64], line[64];
        snprintf(asked, sizeof asked, "help %.*s\nquit\n", (int)n, name);
        snprintf(line, sizeof line, "\n>   %.*s", (int)n, name);
        cr_expect(strstr(said(asked), line), "%s", asked);
        name += n;
    }
    cr_expect_gt(count, 10);
    cr_expect(strstr(said("help sideways\nquit\n"), "there is no command of that name"));
}

Test(shell, the_book_is_shown)
{
    cr_expect(strstr(said("book sideways\nquit\n"), "book takes on or off"));
    cr_expect(strstr(said("f5\nquit\n"), "\nI play d6\n  -0.75  book  d6 "));
    const char *text = said("new connect4\nbook\n");
    cr_expect(strstr(text, "  wins in 21 moves") && strstr(text, "  draw, exact"), "%s", text);
    text = said("new gomoku\nbook off\nbook\nbook on\nquit\n");
    cr_expect_eq(times(text, "I do not play from the book."), 2, "%s", text);
    cr_expect_eq(times(text, "I play from the book."), 1, "%s", text);
}

// What the evaluation says after each move, the best first.
Test(shell, eval_shows_every_moves_value)
{
    const char *text = said("setboard f5d6\neval\nquit\n");
    cr_expect(strstr(text, "by the static evaluation\n  moves: X 5, O 4\n  corners  "), "%s", text);
    cr_expect_eq(times(text, "  after "), 5, "%s", text);
}

Test(shell, an_illegal_move_is_told_what_would_be)
{
    const char *text = said("a1\ngoto 5\nnew connect4:4x4\nsetboard 4/4/ooo1/xxxx o\nd\na\nquit\n");
    cr_expect(strstr(text, "a1 is not a legal move; these are: d3 c4 f5 e6\n"), "%s", text);
    cr_expect(strstr(text, "the game has 0 moves\n"), "%s", text);
    cr_expect(strstr(text, "a is not a legal move: the game is over\n"), "%s", text);
}

// At renju black is told why he may not play on an empty cell, and white may.
Test(shell, a_forbidden_move_is_told_why)
{
    const char *text = said("new renju\nmode 3\nplay g8 a1 f8 a3 h7 a5 h6 a7\nh8\nh 8\na1\nquit\n");
    cr_expect_eq(times(text, "> h8 is forbidden to black at renju: it makes a double three\n"), 2,
                 "%s", text);
    cr_expect(strstr(text, "a1 is not a legal move; these are: a15 "), "%s", text);
    text = said("new renju\nmode 3\nplay e8 a1 f8 a3 g8 a5 h7 a7 h6 a9 h5 a11\nh8\nquit\n");
    cr_expect(strstr(text, "> h8 is forbidden to black at renju: it makes a double four\n"), "%s",
              text);
    text = said("new renju\nmode 3\nplay e8 a1 f8 a3 g8 a5 i8 a7 j8 a9\nh8\nplay n1\nh8\nquit\n");
    cr_expect(strstr(text, "> h8 is forbidden to black at renju: it makes an overline\n"), "%s",
              text);
    cr_expect(strstr(text, "X 6  O 6   X to move"), "%s", text);
    text = said("new gomoku\nmode 3\nplay g8 a1 f8 a3 h7 a5 h6 a7\nh8\nquit\n");
    cr_expect_eq(times(text, "forbidden"), 0, "%s", text);
}

// However a cell is written; a column is where its stone falls.
Test(shell, a_cell_may_be_written_in_parts)
{
    const char *text = said("time 0.01\nd 3\nquit\n");
    cr_expect_eq(times(text, "I play "), 1, "%s", text);
    text = said("mode 3\nnew gomoku\nH 8\n9,i\n12a\nk-11\nquit\n");
    cr_expect(strstr(text, "X 2  O 2   X to move"), "%s", text);
    text = said("d 4\na 1\nh 9\nquit\n");
    cr_expect_eq(times(text, "d4 is not a legal move; these are: d3 c4 f5 e6"), 1, "%s", text);
    cr_expect_eq(times(text, "a1 is not a legal move"), 1, "%s", text);
    cr_expect_eq(times(text, "X to move"), 1, "%s", text);
    text = said("new connect4\nplay dd\nd5\nquit\n");
    cr_expect(strstr(text, "a stone dropped into column d falls to d3: 'd' plays it\n"), "%s",
              text);
}

// A form that can't hold a game is answered with those that can.
Test(shell, a_refused_save_names_the_forms_that_would_do)
{
    static const char *const heard[][2] = {
        {"setboard 8/8/8/2xxx3/3xo3/8/8/8 o\nplay c3\nsave /tmp/x.txt",
         "begin at the usual start; .sgf, .ggf and .pgn can hold it\n"},
        {"setboard 8/8/8/2xxx3/3xo3/8/8/8 o\nplay c3\nsave /tmp/x.psq",
         "not Othello; .sgf, .ggf and .pgn can hold it\n"},
        {"save /tmp/x.txt", "no move to write in a row; .sgf, .ggf and .pgn can hold it\n"},
        {"new connect4\nplay 4\nsave /tmp/x.sgf", "Connect Four; .pgn and .txt can hold it\n"},
        {"new connect4\nsetboard 7/7/7/7/3o3/3x3 x\nplay 4\nsave /tmp/x.txt",
         "usual start; .pgn can hold it\n"},
        {"new gomoku\nplay h8\nsave /tmp/x.ggf",
         "not Gomoku; .sgf, .pgn, .psq and .txt can hold it\n"},
    };
    for (size_t i = 0; i < LENGTH(heard); i++) {
        char lines[256];
        snprintf(lines, sizeof lines, "mode 3\n%s\nquit\n", heard[i][0]);
        const char *text = said(lines);
        cr_expect(strstr(text, "> not saved: ") && strstr(text, heard[i][1]), "%s: %s", heard[i][0],
                  text);
    }
}

// Piskvork's files do not tell the rule: who saves one under another than the usual is told how to
// read it, and who reads one by the wrong rule that it may be another's.
Test(shell, a_rule_that_a_file_does_not_tell_is_told)
{
    // White's five is closed at both ends, so that at caro the game goes on.
    static const char play[] = "play a8 b8 g8 c8 a1 d8 a3 e8 o1 f8 o3 o5";
    char path[64], lines[512];
    snprintf(path, sizeof path, "/tmp/outflank-shell-%d.psq", (int)getpid());
    snprintf(lines, sizeof lines,
             "new caro\nmode 3\n%s\nsave %s\nnew gomoku\nload %s\nnew caro\nload %s\ncopy\nquit\n",
             play, path, path, path);
    const char *text = said(lines);
    unlink(path);
    cr_expect(strstr(text,
                     ".psq; PSQ does not tell the rule: begin with 'new gomoku:15,caro' before "
                     "you load it\n"),
              "%s", text);
    cr_expect(strstr(text,
                     "line 12, column 1: move 11, 15,13,0, comes after the end of the game; "
                     "PSQ does not tell the rule, which may be another than that of gomoku\n"),
              "%s", text);
    cr_expect(strstr(text, "\nmoves   a8 b8 g8 c8 a1 d8 a3 e8 o1 f8 o3 o5\n"), "%s", text);
    snprintf(lines, sizeof lines, "new gomoku\nmode 3\nplay h8\nsave %s\nquit\n", path);
    text = said(lines);
    unlink(path);
    cr_expect(strstr(text, ".psq\n> "), "%s", text);
}

// What is missing is said, not what went wrong inside.
Test(shell, what_is_missing_is_said)
{
    setenv("HOME", "/tmp", 1);
    const char *text = said("edit\nsave /nowhere/at/all.sgf\nsave ~/nowhere/game.sgf\nquit\n");
    cr_expect(strstr(text, "type a board or moves after it; 'copy' shows"), "%s", text);
    cr_expect_eq(times(text, "not saved: there is no such folder"), 2, "%s", text);
    text = said("edit d3\nload ~/nowhere/game.sgf\nlevel 3\nquit\n");
    cr_expect(strstr(text, "X 4  O 1   O to move"), "%s", text);
    cr_expect(strstr(text, "/tmp/nowhere/game.sgf: No such file"), "%s", text);
    cr_expect(strstr(text, "> I search at level 3 of 60, a depth"), "%s", text);
}

// A forced pass may be left out of a row of moves; before a move that is none it is not played.
Test(shell, an_illegal_move_plays_no_pass)
{
    const char *text =
        said("mode 3\nsetboard xo6/8/8/8/8/8/8/8 o\nplay h8\ncopy\nplay c1\ncopy\nquit\n");
    cr_expect(strstr(text, "that is not a legal move here"), "%s", text);
    cr_expect(strstr(text, "\nboard   xo6/8/8/8/8/8/8/8 o\n"), "%s", text);
    cr_expect(strstr(text, "\nmoves   pass c1\n"), "%s", text);
}

Test(shell, copy_has_the_moves_as_others_read_them)
{
    const char *text = said("mode 3\nplay f5d6c3\ncopy\nquit\n");
    cr_expect(strstr(text, "\nmoves   f5 d6 c3\nrow     f5d6c3\n> "), "%s", text);
    text = said("new connect4:10x6\nplay ddcj\ncopy\nquit\n");
    cr_expect(strstr(text, "\nmoves   d d c j\nrow     ddcj\ndigits  443a\n> "), "%s", text);
}
