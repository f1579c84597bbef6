// SPDX-License-Identifier: MIT
// hostile_lines.h - the tables of hostile.c: what is sent in each protocol.
#ifndef TESTS_HOSTILE_LINES_H
#define TESTS_HOSTILE_LINES_H

#include "tests/talk.h"

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

// Each table ends with a row of NULL.
const struct bad_line *hostile_bad_lines_of(const struct dialect *d);
const struct number_row *hostile_numbers_of(const struct dialect *d);

// A script whose output is the same every time.
const char *hostile_script_of(const struct dialect *d);

// The n-th row, counted around.
const struct meanwhile *hostile_meanwhile_of(int n);

// Work without end, and lines that may wait behind it; both end with NULL.
const char *const *hostile_work_of(const struct dialect *d);
const char *const *hostile_waiting_of(const struct dialect *d);

#endif
