// SPDX-License-Identifier: MIT
// corpus_check.h - the corpus of every fuzz target: as it stands, and changed at random.
#ifndef TESTS_CORPUS_CHECK_H
#define TESTS_CORPUS_CHECK_H

// Every file, and every beginning of it.
void check_corpus(void);

// So many random changes of each target's files: bits, bytes, pieces moved, joined, left out. The
// same ones every time; what libFuzzer does better, but with any compiler.
void check_changed_corpus(int changes);

#endif
