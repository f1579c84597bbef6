// SPDX-License-Identifier: MIT
// filter_check.h - solve run on files of a folder of the test's own.
#ifndef TESTS_FILTER_CHECK_H
#define TESTS_FILTER_CHECK_H

#include "tests/process.h"

enum { TEXT_MAX = 1 << 16 };

// Makes the folder and goes away with it; signals are as a shell leaves them.
void filter_open(void);
void filter_close(void);

// The path of the folder "", or of a file in it: "in", "out", "err" or "fifo".
const char *path_of(const char *name);

void put_file(const char *name, const char *bytes, size_t n);

// The whole of a file as text, "" when there is none.
char *get_file(const char *name, char text[TEXT_MAX]);

#define WORDS(...) ((const char *const[]){"solve", "--hash", "4", __VA_ARGS__, NULL})

// Starts the program with its errors in the file "err".
void start(struct process *p, const char *const *words);

// Runs it with this input; what it wrote is in `out`, its errors are in the file "err".
int run(const char *const *words, const char *input, size_t n, char out[TEXT_MAX]);

// Cuts what depends on the clock off every line.
void strip_times(char *text);

#endif
