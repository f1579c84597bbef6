// SPDX-License-Identifier: MIT
// test_corpus.c - replays the corpus of every fuzz target. A bug that fuzzing finds becomes a file
// there before it is fixed.
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/targets.h"

static uint8_t *read_file(const char *name, size_t *size)
{
    FILE *f = fopen(name, "rb");
    cr_assert_not_null(f, "%s", name);
    uint8_t *data = malloc(1 << 16);
    cr_assert_not_null(data);
    *size = fread(data, 1, 1 << 16, f);
    fclose(f);
    // Its own block of just that size, so that reading beyond the end is seen.
    uint8_t *exact = realloc(data, *size ? *size : 1);
    return exact ? exact : data;
}

// Also every beginning of the file, so that each seed is many.
static void replay(const struct target *t, const char *name)
{
    size_t size;
    uint8_t *data = read_file(name, &size);
    const char *broken = t->run(data, size);
    cr_expect_null(broken, "%s: %s", name, broken);
    for (size_t n = 0; n < size; n += 1 + size / 16) {
        uint8_t *part = malloc(n ? n : 1);
        cr_assert_not_null(part);
        for (size_t i = 0; i < n; i++)
            part[i] = data[i];
        broken = t->run(part, n);
        cr_expect_null(broken, "%s to byte %zu: %s", name, n, broken);
        free(part);
    }
    free(data);
}

Test(corpus, every_file_is_harmless)
{
    for (const struct target *t = targets; t->name; t++) {
        char folder[256], name[600];
        int files = 0;
        snprintf(folder, sizeof folder, "tests/corpus/%s", t->name);
        DIR *d = opendir(folder);
        cr_assert_not_null(d, "%s is missing", folder);
        for (struct dirent *e; (e = readdir(d));) {
            if (e->d_name[0] == '.')
                continue;
            snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
            replay(t, name);
            files++;
        }
        closedir(d);
        cr_expect_gt(files, 0, "%s is empty", folder);
    }
}
