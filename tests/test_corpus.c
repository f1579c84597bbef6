// SPDX-License-Identifier: MIT
// test_corpus.c - replays the corpus of every fuzz target. A bug that fuzzing finds becomes a file
// there before it is fixed.
#include <criterion/criterion.h>

#include "tests/corpus_check.h"
#include "tests/sanitized.h"

Test(corpus, every_file_is_harmless)
{
    check_corpus();
}

Test(corpus, every_change_of_it_is_harmless)
{
    check_changed_corpus(COUNT(50, 10));
}
