// SPDX-License-Identifier: MIT
// book_damage.h - books that are not what they should be: a bit changed, cut, longer, or made to
// mislead. The short and the long suite differ in how often.
#ifndef TESTS_BOOK_DAMAGE_H
#define TESTS_BOOK_DAMAGE_H

#include "tests/book_check.h"

static inline struct position random_position(const struct game *game, const char *shape,
                                              struct rng *r, int plies)
{
    struct position p;
    struct moves list;
    const char *why = "";
    cr_assert(game->start(&p, shape, &why), "%s", why);
    for (int i = 0; i < plies; i++) {
        game->moves(&p, &list);
        if (list.count == 0)
            break;
        game->play(&p, list.at[rng_below(r, (uint32_t)list.count)]);
    }
    return p;
}

// A damaged book is refused, or the damage is found by the check and by whoever asks: what it still
// answers is right.
static inline void expect_harmless(const uint8_t *bytes, size_t size, const struct book_entry *e,
                                   size_t count, const char *what, size_t where)
{
    const char *why = NULL;
    struct book *b = book_of_bytes(bytes, size, &why);
    struct book_entry out;
    if (!b) {
        cr_assert_not_null(why);
        return;
    }
    cr_assert(!book_check(b, &why), "%s %zu goes unseen", what, where);
    for (size_t i = 0; i < count; i += 37)
        cr_assert(!book_find(b, e[i].key, &out) || same_entry(&out, &e[i]), "%s %zu", what, where);
    book_close(b);
}

struct damage {
    struct folder f;
    struct book_entry *e;
    size_t count, size;
    uint8_t *bytes;
};

static inline struct damage damage_begin(size_t count)
{
    struct damage d = {.f = folder_new(), .count = count};
    struct book_header h = header_of("othello", 8);
    d.e = random_entries(4, &d.count);
    write_entries(d.f.path, &h, d.e, d.count);
    d.bytes = file_bytes(d.f.path, &d.size);
    return d;
}

static inline void damage_end(struct damage *d)
{
    free(d->bytes);
    free(d->e);
    folder_free(&d->f);
}

// Every bit of the header, and so many others.
static inline void expect_flips_harmless(size_t others)
{
    struct damage d = damage_begin(500);
    struct rng r = {5};
    for (size_t i = 0; i < 8 * BOOK_BLOCK + others; i++) {
        size_t bit = i < 8 * BOOK_BLOCK ? i : rng_next(&r) % (8 * d.size);
        d.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        expect_harmless(d.bytes, d.size, d.e, d.count, "bit", bit);
        d.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    damage_end(&d);
}

// Every length up to 4,096, so many others, and as many bytes more.
static inline void expect_cuts_refused(size_t others)
{
    struct damage d = damage_begin(500);
    struct rng r = {6};
    const char *why;
    uint8_t *longer = calloc(1, d.size + 4096);
    memcpy(longer, d.bytes, d.size);
    for (size_t i = 0; i < 4096 + others; i++) {
        size_t size = i < 4096 ? i : rng_next(&r) % d.size;
        cr_assert_null(book_of_bytes(d.bytes, size, &why), "cut to %zu bytes", size);
        size = d.size + 1 + i % 4096;
        cr_assert_null(book_of_bytes(longer, size, &why), "%zu bytes more", size - d.size);
    }
    free(longer);
    damage_end(&d);
}

// A file of random bytes under right checksums: nothing it says is played unless it is legal.
static inline void expect_lies_harmless(int rounds)
{
    enum { BLOCKS = 40 };
    static uint8_t bytes[(2 + BLOCKS) * BOOK_BLOCK];
    struct rng r = {8};
    const char *why = "";
    for (int round = 0; round < rounds; round++) {
        struct book_header h = header_of("othello", 8);
        h.blocks = BLOCKS;
        h.bytes = sizeof bytes;
        h.entries = 1000;
        book_header_bytes(&h, bytes);
        for (size_t i = BOOK_BLOCK; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)rng_next(&r);
        for (uint64_t i = 0; i < BLOCKS; i++) // the index reaches everywhere
            put_bytes(bytes + (1 + BLOCKS) * BOOK_BLOCK + 8 * i, i << 58, 8);
        for (uint64_t i = 1; i < 2 + BLOCKS; i++) {
            if (i <= BLOCKS && round % 2)
                put_bytes(bytes + i * BOOK_BLOCK + 2, BOOK_PAYLOAD - BOOK_DATA, 2);
            book_seal(bytes + i * BOOK_BLOCK, i);
        }
        struct book *b = book_of_bytes(bytes, sizeof bytes, &why);
        cr_assert_not_null(b, "%s", why);
        struct book_cursor at = {0};
        struct book_entry e;
        while (book_next(b, &at, &e))
            cr_assert(e.count <= BOOK_MOVES_MAX && e.nth <= BOOK_NTH_MAX);
        for (int i = 0; i < 200; i++) {
            struct position p = random_position(&othello_game, "", &r, i % 50), next;
            if (!book_probe(b, &othello_game, &p, &e))
                continue;
            for (int k = 0; k < e.count; k++) {
                next = p;
                cr_assert(othello_game.play(&next, e.moves[k].m));
            }
        }
        book_close(b);
    }
}

// The same through the key of every position: each entry is asked for by name.
// Returns how many entries there were.
static inline int expect_illegal_moves_left_out(uint64_t seed)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    struct rng r = {seed};
    const char *why = "";
    struct book_entry e[300], out;
    struct position p[300];
    for (int i = 0; i < 300; i++) {
        p[i] = random_position(&othello_game, "", &r, i % 58);
        e[i] = random_entry(&r, book_key_of(&othello_game, &p[i]));
    }
    struct book_entry sorted[300];
    memcpy(sorted, e, sizeof sorted);
    write_entries(f.path, &h, sorted, book_entries_unify(sorted, 300));
    struct book *b = book_open(f.path, &why);
    cr_assert_not_null(b, "%s", why);
    for (int i = 0; i < 300; i++) {
        struct moves list;
        cr_assert(book_probe(b, &othello_game, &p[i], &out));
        othello_game.moves(&p[i], &list);
        for (int k = 0; k < out.count; k++) {
            struct position next = p[i];
            cr_assert(othello_game.play(&next, out.moves[k].m));
        }
        cr_assert_leq(out.count, list.count ? BOOK_MOVES_MAX : 0);
    }
    book_close(b);
    folder_free(&f);
    return 300;
}

#endif
