// SPDX-License-Identifier: MIT
// weights_check.h - weights with a bit turned, cut or longer are refused (rows E1 and E2).
#ifndef TESTS_WEIGHTS_CHECK_H
#define TESTS_WEIGHTS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WEIGHT_FILES = 4 };

// A weight file as the program has it.
struct weight_file {
    const uint8_t *begin, *end;
    int header;
    bool (*load)(const uint8_t *bytes, size_t length, const char **why);
};

extern const struct weight_file weight_files[WEIGHT_FILES];

// Every bit of the header and so many others; every length up to 4096 and so many others.
void check_weights(int flips, int cuts);

#endif
