// SPDX-License-Identifier: MIT
// terminal.h - the real program on a terminal, as a person sits at it.
//
// What the program writes goes to a screen of the test's own, which knows the few sequences the
// program uses and fails the test at any other: tests look at what a person would see. The program is
// the foreground job of a session, so that ctrl-C and ctrl-Z are what they are in a shell. Every wait
// has an end (PROCESS_PATIENCE).
#ifndef TESTS_TERMINAL_H
#define TESTS_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

enum { SCREEN_ROWS = 60, SCREEN_COLUMNS = 100 };

struct terminal {
    pid_t shell, pid; // the leader of the session, and the program
    int master, slave;
    struct termios before; // as the program found it
    int columns;
    int row, column; // of the cursor
    bool wraps;      // the cursor stands behind the last column
    int colours;     // changes of colour so far
    uint32_t cell[SCREEN_ROWS][SCREEN_COLUMNS];
    char escape[32], character[8];
    int escape_length, character_length;
};

// Starts $OUTFLANK with these words (ended by NULL) on a terminal of so many columns.
void terminal_start(struct terminal *t, int columns, const char *const *words);

void terminal_send(struct terminal *t, const char *keys);

// Takes in what is written until the cursor's line is this, with the cursor at `column` (-1 = at its
// end); or until any line has this text in it.
void terminal_until_line(struct terminal *t, const char *line, int column);
void terminal_until(struct terminal *t, const char *text);

// True when a line of the screen has this text in it.
bool terminal_shows(const struct terminal *t, const char *text);

// Waits until the terminal echoes and edits lines itself, as it did at first, or does not.
void terminal_until_plain(struct terminal *t, bool plain);

// Another size of the window.
void terminal_resize(struct terminal *t, int columns);

// Waits for the end: the exit status, or 128 and the number of the signal that killed it.
int terminal_end(struct terminal *t);

#endif
