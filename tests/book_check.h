// SPDX-License-Identifier: MIT
// book_check.h - what the tests of books share: a folder for their files, books of made-up entries,
// the books in the program.
#ifndef TESTS_BOOK_CHECK_H
#define TESTS_BOOK_CHECK_H

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "book/bytes.h"
#include "book/format.h"
#include "book/probe.h"
#include "book/save.h"
#include "book/shipped.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "engine/text.h"

// A folder of this test's own, and the path of a file in it.
struct folder {
    char name[64], path[96];
};

static inline struct folder folder_new(void)
{
    struct folder f = {.name = "/tmp/outflank-book-XXXXXX"};
    cr_assert_not_null(mkdtemp(f.name));
    struct writer w = writer_on(f.path, sizeof f.path);
    write_text(&w, "%s/a.book", f.name);
    return f;
}

static inline void folder_free(const struct folder *f)
{
    unlink(f->path);
    cr_expect_eq(rmdir(f->name), 0, "a file is left in %s", f->name);
}

// The book in the program for a game. Skips the test when there is none.
static inline struct book *shipped_book(const char *game)
{
    size_t size;
    const char *why;
    const uint8_t *bytes = book_shipped(game, &size);
    if (!bytes)
        cr_skip_test("this program is built without a book for %s", game);
    struct book *b = book_of_bytes(bytes, size, &why);
    cr_assert_not_null(b, "%s", why);
    return b;
}

// An entry that says something of every kind.
static inline struct book_entry random_entry(struct rng *r, uint64_t key)
{
    struct book_entry e = {.key = key, .lines = 1, .nth = -1};
    e.kind = (enum book_kind)rng_below(r, 3);
    e.score =
        e.kind == BOOK_OUTCOME ? 100 * ((int)rng_below(r, 3) - 1) : (int)rng_below(r, 12801) - 6400;
    if (e.kind == BOOK_OUTCOME && e.score >= 0 && rng_below(r, 2)) {
        e.nth = (int)rng_below(r, BOOK_NTH_MAX + 1);
        return e;
    }
    if (rng_below(r, 2)) {
        e.depth = 1 + (int)rng_below(r, 60);
        e.selectivity = (int)rng_below(r, 101);
    }
    if (rng_below(r, 2))
        e.lines = 1 + rng_below(r, UINT32_MAX);
    for (int n = (int)rng_below(r, BOOK_MOVES_MAX + 1); e.count < n; e.count++)
        e.moves[e.count] = (struct book_move){move_at((int)rng_below(r, 8), (int)rng_below(r, 8)),
                                              e.score - (int)rng_below(r, 300)};
    return e;
}

static inline bool same_entry(const struct book_entry *a, const struct book_entry *b)
{
    bool same = a->key == b->key && a->kind == b->kind && a->score == b->score &&
                a->depth == b->depth && a->selectivity == b->selectivity && a->lines == b->lines &&
                a->nth == b->nth && a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = a->moves[i].m == b->moves[i].m && a->moves[i].score == b->moves[i].score;
    return same;
}

static inline struct book_header header_of(const char *game, int width)
{
    struct book_header h = {.width = width};
    word_copy(word_of(game), h.game, sizeof h.game);
    return h;
}

// Made-up entries under random keys, sorted; the caller frees them.
static inline struct book_entry *random_entries(uint64_t seed, size_t *count)
{
    struct rng r = {seed};
    struct book_entry *e = calloc(*count, sizeof *e);
    cr_assert_not_null(e);
    for (size_t i = 0; i < *count; i++)
        e[i] = random_entry(&r, rng_next(&r) >> (i % 3 ? 0 : 40));
    *count = book_entries_unify(e, *count);
    return e;
}

static inline void write_entries(const char *path, const struct book_header *h,
                                 const struct book_entry *e, size_t count)
{
    const char *why = "";
    struct book_writer *w = book_write_begin(path, h, &why);
    cr_assert_not_null(w, "%s", why);
    for (size_t i = 0; i < count; i++)
        cr_assert(book_write(w, &e[i], &why), "%s", why);
    cr_assert(book_write_end(w, &why), "%s", why);
}

// A file's bytes; the caller frees them.
static inline uint8_t *file_bytes(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    cr_assert_not_null(f, "%s", path);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(*size + 1);
    cr_assert(bytes && fread(bytes, 1, *size, f) == *size);
    fclose(f);
    return bytes;
}

static inline void put_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    cr_assert(f && fwrite(bytes, 1, size, f) == size);
    fclose(f);
}

#endif
