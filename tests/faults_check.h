// SPDX-License-Identifier: MIT
// faults_check.h - row D1: the n-th call for memory or a thread fails (tests/fault/memory.c), for
// every step-th n from the start to the end of short conversations and a save.
#ifndef TESTS_FAULTS_CHECK_H
#define TESTS_FAULTS_CHECK_H

// `call` is malloc, mmap or thread; the number of faults. A program may say that it can't, or do with
// less; it must end by itself, and a saved game is there whole or not at all.
int check_faults(const char *call, int step);

#endif
