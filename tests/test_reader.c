// SPDX-License-Identifier: MIT
// The line of the prompt: what keys do to it, and how it looks on a terminal.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/rng.h"
#include "protocol/edit.h"
#include "tests/process.h"
#include "tests/terminal.h"

// ---- what keys do -------------------------------------------------------------------------------

// The text with a '|' where the cursor is, after these keys on an empty line.
static const char *typed(struct edit *e, const char *keys)
{
    static char text[EDIT_MAX + 2];
    for (const char *k = keys; *k; k++)
        edit_byte(e, (unsigned char)*k);
    snprintf(text, sizeof text, "%.*s|%.*s", (int)e->cursor, e->text, (int)(e->length - e->cursor),
             e->text + e->cursor);
    return text;
}

Test(reader, keys_do_what_they_do_elsewhere)
{
    static const struct {
        const char *keys, *line;
    } facts[] = {
        {"abc", "abc|"},
        {"abc\033[D\033[Dx", "ax|bc"},
        {"abc\002\002\177", "|bc"},  // ctrl-B twice, backspace
        {"abc\001x\005y", "xabcy|"}, // home and end
        {"abc\033OHx\033OF\033[1~\033[4~y", "xabcy|"},
        {"go depth 8\027", "go depth |"}, // ctrl-W
        {"go depth 8\027\027", "go |"},
        {"go depth 8\033b\033b\013", "go |"}, // ctrl-K from the second word on
        {"go depth 8\033[1;5D\033[1;5D\025", "|depth 8"},
        {"go depth\033b\033d", "go |"},
        {"abc\033[D\033[3~", "ab|"},
        {"abc\001\004", "|bc"},                // ctrl-D deletes where there is text
        {"\303\266\303\244\177", "\303\266|"}, // a character is erased as one
        {"\346\227\245\346\234\254\033[D\177", "|\346\234\254"},
        {"e\314\201x\033[D\033[D", "|e\314\201x"}, // so is one with a mark on it
        {"e\314\201\177", "|"},
        {"a\303\033[Db", "b|a"},                            // half a character is nothing ...
        {"a\377\200b", "ab|"},                              // nor is what can't be one
        {"a\033[99;99Rb\033[15~c", "abc|"},                 // keys that mean nothing here
        {"\033[200~f5\nd6\tq\177\033[201~!", "f5 d6 q !|"}, // what is pasted is text
    };
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        struct edit e = {0};
        const char *line = typed(&e, facts[i].keys);
        cr_expect_str_eq(line, facts[i].line, "keys %zu", i);
    }
}

Test(reader, history_goes_back_and_forth)
{
    struct edit e = {0};
    history_add(&e.history, word_of("first"));
    history_add(&e.history, word_of("second"));
    history_add(&e.history, word_of("second"));
    history_add(&e.history, word_of(""));
    edit_clear(&e);
    cr_expect_eq(e.history.count, 2);
    cr_expect_str_eq(typed(&e, "new\033[A"), "second|");
    cr_expect_str_eq(typed(&e, "\033[A\033[A\033[A"), "first|");
    cr_expect_str_eq(typed(&e, "\033[B\033[B"), "new|");
    cr_expect_str_eq(typed(&e, "\033[B"), "new|");
    for (int i = 0; i < 2 * HISTORY_MAX; i++) {
        char line[32];
        snprintf(line, sizeof line, "line %d", i);
        history_add(&e.history, word_of(line));
    }
    cr_expect_eq(e.history.count, HISTORY_MAX);
    edit_clear(&e);
    cr_expect_str_eq(typed(&e, "\033[A"), "line 999|");
    history_free(&e.history);
}

// Whatever bytes come, the text is whole UTF-8 and the cursor is not inside a character.
Test(reader, any_bytes_leave_whole_text)
{
    static const char likely[] = "\033[~;20 1abCD\303\244\346\227\245\314\201\177";
    struct rng rng = {7};
    struct edit e = {0};
    for (int i = 0; i < 300000; i++) {
        char byte = (char)rng_below(&rng, 256);
        if (rng_below(&rng, 4))
            byte = likely[rng_below(&rng, sizeof likely - 1)];
        enum edit_event event = edit_byte(&e, (unsigned char)byte);
        if (event == EDIT_ENTERED) {
            history_add(&e.history, (struct word){e.text, e.length});
            edit_clear(&e);
        }
        cr_assert(e.cursor <= e.length && e.length < EDIT_MAX);
        size_t at = 0;
        bool stood = e.cursor == 0;
        while (at < e.length) {
            at = edit_next(e.text, e.length, at);
            stood |= at == e.cursor;
        }
        cr_assert(at == e.length && stood);
    }
    history_free(&e.history);
}

// ---- on a terminal ------------------------------------------------------------------------------

static char folder[64];

static void fresh_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/outflank-reader-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("HOME", folder, 1);
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
}

static void remove_folder(void)
{
    static const char *const names[] = {"/outflank/history", "/outflank/unfinished", "/outflank",
                                        ""};
    for (int i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", folder, names[i]);
        remove(path);
    }
}

static void start(struct terminal *t, int columns)
{
    terminal_start(t, columns, NULL);
    terminal_until_line(t, "> ", 2);
}

TestSuite(terminal, .init = fresh_folder, .fini = remove_folder);

Test(terminal, a_line_is_edited_in_place)
{
    struct terminal t;
    start(&t, 80);
    terminal_send(&t, "set thrads 2");
    terminal_until_line(&t, "> set thrads 2", 14);
    terminal_send(&t, "\033b\033b\033[C\033[C\033[Ce");
    terminal_until_line(&t, "> set threads 2", 10);
    terminal_send(&t, "\001\346\227\245");
    terminal_until_line(&t, "> \346\227\245set threads 2", 4);
    terminal_send(&t, "\177\r");
    terminal_until(&t, "Threads           2");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
}

Test(terminal, a_narrow_window_scrolls_the_line)
{
    struct terminal t;
    start(&t, 20);
    terminal_send(&t, "abcdefghijklmnopqrstuvwxyz");
    terminal_until_line(&t, "> jklmnopqrstuvwxyz", 19);
    terminal_send(&t, "\001");
    terminal_until_line(&t, "> abcdefghijklmnopq", 2);
    terminal_resize(&t, 40);
    terminal_until_line(&t, "> abcdefghijklmnopqrstuvwxyz", 2);
    terminal_send(&t, "\025\013\004");
    cr_expect_eq(terminal_end(&t), 0);
}

Test(terminal, the_tab_key_completes)
{
    static const char *const facts[][2] = {
        {"lev\tnov\t", "> level novice "},
        {"set mov\t", "> set Move Overhead "},
        {"set playout gu\t", "> set playout guided "},
        {"new con\t", "> new connect4 "},
        {"new othello:6\t", "> new othello:6x6 "},
        {"d\t", "> d"},
        {"go de\t3", "> go depth 3"},
    };
    struct terminal t;
    start(&t, 80);
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        terminal_send(&t, facts[i][0]);
        terminal_until_line(&t, facts[i][1], (int)strlen(facts[i][1]));
        terminal_send(&t, "\025\013");
        terminal_until_line(&t, "> ", 2);
    }
    const char *const places[] = {folder, "~"};
    for (int i = 0; i < 2; i++) {
        char keys[128], line[128]; // a folder that the prompt has made itself
        snprintf(keys, sizeof keys, "load %s/out\t", places[i]);
        snprintf(line, sizeof line, "> load %s/outflank/", places[i]);
        terminal_send(&t, keys);
        terminal_until_line(&t, line, (int)strlen(line));
        terminal_send(&t, "\025\013");
        terminal_until_line(&t, "> ", 2);
    }
    terminal_send(&t, "d\t");
    terminal_until(&t, "d3"); // a legal move, beside the command
    terminal_send(&t, "3\r");
    terminal_until(&t, "I play ");
    terminal_send(&t, "\004");
    cr_expect_eq(terminal_end(&t), 0);
}

// The names of files may hold anything: what can't be typed is not offered, nor shown to the terminal,
// and names that part inside a character leave what was typed.
Test(terminal, the_tab_key_leaves_odd_names_alone)
{
    static const char *const names[] = {"caf\303\250", "caf\303\251", "cab\a1", "cab\a2",
                                        "cad\377"};
    struct terminal t;
    char keys[128], line[128], path[5][128];
    for (int i = 0; i < 5; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s", folder, names[i]);
        FILE *f = fopen(path[i], "w");
        cr_assert(f && fclose(f) == 0);
    }
    start(&t, 80);
    snprintf(keys, sizeof keys, "load %s/ca\t", folder);
    snprintf(line, sizeof line, "> load %s/caf", folder);
    terminal_send(&t, keys);
    terminal_until_line(&t, line, (int)strlen(line));
    terminal_send(&t, "\t");
    terminal_until(&t, names[0]);
    terminal_until(&t, names[1]);
    terminal_until_line(&t, line, (int)strlen(line));
    terminal_send(&t, "\025quit\r");
    cr_expect_eq(terminal_end(&t), 0);
    for (int i = 0; i < 5; i++)
        unlink(path[i]);
}

Test(terminal, history_lasts_from_visit_to_visit)
{
    struct terminal t;
    struct stat about;
    char path[128];
    start(&t, 80);
    terminal_send(&t, "time 0.25\rmoves\r");
    terminal_until(&t, "c4");
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
    snprintf(path, sizeof path, "%s/outflank/history", folder);
    cr_assert_eq(stat(path, &about), 0);
    cr_expect_eq(about.st_mode & 0777, 0600);
    start(&t, 80);
    terminal_send(&t, "\033[A\033[A\033[A");
    terminal_until_line(&t, "> time 0.25", 11);
    terminal_send(&t, "\r");
    terminal_until(&t, "I think 0.25 s a move.");
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
}

// What is typed while the engine thinks stands behind the line of the search, and then at the prompt.
Test(terminal, typing_while_it_thinks)
{
    struct terminal t;
    start(&t, 80);
    terminal_send(&t, "set ownbook false\rtime 600\rd3\r");
    terminal_until(&t, "  depth ");
    terminal_send(&t, "und");
    terminal_until(&t, " > und");
    terminal_send(&t, "\003"); // ends the thought alone
    terminal_until(&t, "I play ");
    terminal_until_line(&t, "> und", 5);
    terminal_send(&t, "o\r");
    terminal_until(&t, "> undo");
    terminal_until(&t, "X 2  O 2   X to move");
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
}

// Nor does a game that the engine plays by itself go on with another thought.
Test(terminal, ctrl_c_ends_what_goes_on_by_itself)
{
    struct terminal t;
    start(&t, 80);
    terminal_send(&t, "set ownbook false\rauto 600\r");
    terminal_until(&t, "  depth ");
    terminal_send(&t, "\003");
    terminal_until(&t, "I play ");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
}

Test(terminal, ctrl_c_drops_the_line_then_leaves)
{
    struct terminal t;
    start(&t, 80);
    terminal_send(&t, "abc");
    terminal_until_line(&t, "> abc", 5);
    terminal_send(&t, "\003");
    terminal_until(&t, "> abc^C");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "\003");
    terminal_until(&t, "ctrl-C once more");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "\014de"); // what was typed since is dropped, and no more
    terminal_until_line(&t, "> de", 4);
    terminal_send(&t, "\003");
    terminal_until(&t, "> de^C");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "\003");
    terminal_until(&t, "ctrl-C once more");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "\003");
    cr_expect_eq(terminal_end(&t), 0);
}

// A terminal that never says where a paste ends does not make keys mere text for ever.
Test(terminal, ctrl_c_ends_a_paste)
{
    struct terminal t;
    start(&t, 80);
    terminal_send(&t, "\033[200~abc\rquit\r");
    terminal_until_line(&t, "> abc quit ", 11);
    terminal_send(&t, "\003");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "moves\r");
    terminal_until(&t, "d3 c4 f5 e6");
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
}

Test(terminal, ctrl_z_gives_the_terminal_back)
{
    struct terminal t;
    start(&t, 80);
    terminal_send(&t, "mov");
    terminal_until_line(&t, "> mov", 5);
    terminal_send(&t, "\032");
    terminal_until_plain(&t, true);
    // It gives the terminal back just before it stops.
    for (int waited = 0, stopped = 0; !stopped; waited++) {
        char path[64], state = 0;
        snprintf(path, sizeof path, "/proc/%d/stat", (int)t.pid);
        FILE *f = fopen(path, "r");
        if (!f)
            break; // a system that tells nothing of its processes
        cr_expect_eq(fseek(f, 0, SEEK_SET), 0);
        for (int c; (c = getc(f)) != EOF;)
            if (c == ')') {
                getc(f);
                state = (char)getc(f);
                break;
            }
        fclose(f);
        stopped = state == 'T';
        cr_assert_lt(waited, PROCESS_PATIENCE);
        sleep_us(1000);
    }
    kill(t.pid, SIGCONT);
    terminal_until_plain(&t, false);
    terminal_send(&t, "es\r");
    terminal_until(&t, "c4");
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
}

// However it ends, terminal_end expects the terminal as it was.
Test(terminal, signals_leave_the_terminal_as_it_was)
{
    static const int signals[] = {SIGTERM, SIGHUP, SIGQUIT};
    for (int i = 0; i < 3; i++) {
        struct terminal t;
        start(&t, 80);
        terminal_until_plain(&t, false);
        kill(t.pid, signals[i]);
        cr_expect_eq(terminal_end(&t), 0);
    }
}

// Another conversation is for lines as the terminal makes them.
Test(terminal, a_protocol_has_a_plain_terminal)
{
    struct terminal t;
    start(&t, 80);
    terminal_send(&t, "uci\r");
    terminal_until(&t, "uciok");
    terminal_until_plain(&t, true);
    terminal_send(&t, "quit\n");
    cr_expect_eq(terminal_end(&t), 0);
}

// Nothing but text where a line can't be drawn over; the screen of the test would know no sequence
// here either, were one written.
Test(terminal, a_dumb_terminal_stays_plain)
{
    struct terminal t;
    setenv("TERM", "dumb", 1);
    start(&t, 80);
    terminal_until_plain(&t, true);
    terminal_send(&t, "set ownbook false\ntime 0.5\nd3\n");
    terminal_until(&t, "I play ");
    cr_expect(!terminal_shows(&t, "  depth 1 "));
    terminal_send(&t, "quit\n");
    cr_expect_eq(terminal_end(&t), 0);
}

// A puzzle takes the board over; a wrong answer leaves it as it is, and the game comes back.
Test(terminal, a_puzzle_is_posed_answered_and_left)
{
    static const char *const words[] = {"-g", "connect4:5x4", NULL};
    struct terminal t;
    terminal_start(&t, 80, words);
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "mode 3\rplay ab\r");
    terminal_until(&t, "X 1  O 1   X to move");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "puzzle\r");
    terminal_until(&t, "Type it, or 'solution'.");
    terminal_until_line(&t, "> ", 2);
    // One of the five columns is right and the others are not.
    for (char column = 'a'; column <= 'e' && !terminal_shows(&t, "Right"); column++) {
        char keys[] = {column, '\r', '\0'}, line[] = {'>', ' ', column, '\0'};
        terminal_send(&t, keys);
        terminal_until(&t, line);
        terminal_until_line(&t, "> ", 2);
    }
    cr_expect(terminal_shows(&t, "Right"));
    terminal_send(&t, "\014resume\r"); // on an empty screen
    terminal_until(&t, "X 1  O 1   X to move");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
    // And it is offered at the next visit.
    terminal_start(&t, 80, NULL);
    terminal_until(&t, "Your last game of connect4:5x4 is not finished");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "resume\r");
    terminal_until(&t, "X 1  O 1   X to move");
    terminal_until_line(&t, "> ", 2);
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
}

// Of two prompts at once neither writes over the games that the other has put by, nor brings back one
// that was ended there.
Test(terminal, two_prompts_keep_the_games_of_both)
{
    struct terminal one, two;
    start(&one, 80);
    terminal_send(&one, "mode 3\rplay f5d6\rquit\r");
    cr_expect_eq(terminal_end(&one), 0);
    start(&one, 80);
    start(&two, 80);
    terminal_send(&one, "resume\rresign\rnew connect4\rplay ab\rquit\r");
    cr_expect_eq(terminal_end(&one), 0);
    terminal_send(&two, "mode 3\rnew gomoku\rplay h8\rquit\r");
    terminal_until(&two, "2 games are kept");
    cr_expect_eq(terminal_end(&two), 0);
    start(&one, 80);
    cr_expect(terminal_shows(&one, "Your last game of gomoku is not finished"));
    terminal_send(&one, "resume\rresign\r\014resume\r");
    terminal_until(&one, "X 1  O 1   X to move"); // of Connect Four
    terminal_send(&one, "resign\rquit\r");
    cr_expect_eq(terminal_end(&one), 0);
}

Test(terminal, colours_unless_they_are_not_wanted)
{
    struct terminal t;
    start(&t, 80);
    cr_expect_gt(t.colours, 0);
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
    setenv("NO_COLOR", "1", 1);
    start(&t, 80);
    terminal_send(&t, "d\rquit\r");
    cr_expect_eq(terminal_end(&t), 0);
    cr_expect_eq(t.colours, 0);
}

// Whole games, both sides played by the engine, each in a window of the usual size.
Test(terminal, whole_games_in_every_family)
{
    static const char *const games[] = {"othello 6x6", "connect4", "gomoku 9"};
    struct terminal t;
    start(&t, 80);
    for (int i = 0; i < 3; i++) {
        char keys[64];
        snprintf(keys, sizeof keys, "\014new %s\r", games[i]);
        terminal_send(&t, keys);
        terminal_until(&t, "X to move");
        terminal_until_line(&t, "> ", 2);
        terminal_send(&t, "auto depth 1\r");
        terminal_until(&t, "I play ");
        terminal_until_line(&t, "> ", 2); // at the end of the game alone
        cr_expect(terminal_shows(&t, "wins") || terminal_shows(&t, "the game is a draw"), "%s",
                  games[i]);
    }
    terminal_send(&t, "quit\r");
    cr_expect_eq(terminal_end(&t), 0);
}
