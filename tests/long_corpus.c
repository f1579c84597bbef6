// SPDX-License-Identifier: MIT
// long_corpus.c - row A2 without libFuzzer: 5,000 random changes a target.
#include <criterion/criterion.h>

#include "tests/corpus_check.h"

Test(corpus, changes)
{
    check_changed_corpus(5000);
}
