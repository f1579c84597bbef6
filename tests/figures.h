// SPDX-License-Identifier: MIT
// figures.h - what a long test measured, as tests/check_long.py reads it:
//
//      figure B2 14.25 ms othello: p50 0.31, p99 2.17, p99.9 9.40
#ifndef TESTS_FIGURES_H
#define TESTS_FIGURES_H

struct figures {
    double half, p99, p999, most;
};

// Sorts the values.
struct figures figures_of(double *values, int count);

// Tells the figures of a row, or one of them.
void figures_print(const char *row, const char *what, struct figures ms);
void figure(const char *row, double value, const char *unit, const char *what);

#endif
