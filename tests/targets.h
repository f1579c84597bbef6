// SPDX-License-Identifier: MIT
// targets.h - any bytes at all, thrown at one part of the program in this process.
//
// Each returns NULL, or a sentence about a promise that was broken. tests/fuzz has a libFuzzer
// program for each, test_corpus.c replays tests/corpus in every run.
#ifndef TESTS_TARGETS_H
#define TESTS_TARGETS_H

#include <stddef.h>
#include <stdint.h>

struct target {
    const char *name; // also of its corpus
    const char *(*run)(const uint8_t *data, size_t size);
};

extern const struct target targets[]; // ended by a NULL name

// For libFuzzer: runs the target of this name and aborts on a broken promise.
int target_fuzz(const char *name, const uint8_t *data, size_t size);

#endif
