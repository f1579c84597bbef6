// SPDX-License-Identifier: MIT
// hostile_lines.h - the tables of hostile.c: what is sent in each protocol.
#ifndef TESTS_HOSTILE_LINES_H
#define TESTS_HOSTILE_LINES_H

#include "tests/talk.h"

// A text that holds a NUL.
#define BYTES(text)                                                                                \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }

// A bad line; `length` only when it holds a NUL.
struct bad_line {
    const char *text;
    size_t length;
};

// A command with a hole ($) for a number: from `low` to `good` it is taken, `beyond` is too much.
// Whatever is a number at all is taken where the protocol clamps.
struct number_row {
    const char *format;
    int low;
    const char *good, *beyond;
    bool clamps, thinks;
    bool optional; // it may be left out
};

// What may be sent while a search runs: answers and errors it brings, and whether the search lives.
struct meanwhile {
    const char *line;
    int answers, errors;
    bool goes_on;
};

// What is sent in one protocol. Each table ends with NULL.
struct hostile_lines {
    const struct dialect *dialect;
    const struct bad_line *bad;
    const char *const *ignored; // bad lines that the protocol wants passed over in silence
    const struct number_row *numbers;
    const char *script;         // with an output that is the same every time
    const char *const *work;    // without end, or for a good while
    const char *const *waiting; // lines that may wait behind it
};

extern const struct hostile_lines hostile_nboard, hostile_xboard, hostile_botzone, hostile_saiblo;

// Parts of the table of a protocol.
const struct bad_line *hostile_bad_lines_of(const struct dialect *d);
const char *const *hostile_ignored_of(const struct dialect *d);
const struct number_row *hostile_numbers_of(const struct dialect *d);
const char *hostile_script_of(const struct dialect *d);
const char *const *hostile_work_of(const struct dialect *d);
const char *const *hostile_waiting_of(const struct dialect *d);

// The n-th row, counted around.
const struct meanwhile *hostile_meanwhile_of(int n);

#endif
