// SPDX-License-Identifier: MIT
// Books as files: what is written is found, in any image; what is damaged, cut, of another kind or
// hostile is refused or passed over; two books merged lose nothing.
#include <time.h>

#include "engine/symmetry.h"
#include "tests/book_check.h"

TestSuite(book, .init = games_init);

enum { SOME = 3000 };

// ---- canonical positions ----

static struct position random_position(const struct game *game, const char *shape, struct rng *r,
                                       int plies)
{
    struct position p;
    struct moves list;
    const char *why;
    cr_assert(game->start(&p, shape, &why), "%s", why);
    for (int i = 0; i < plies; i++) {
        game->moves(&p, &list);
        if (list.count == 0)
            break;
        game->play(&p, list.at[rng_below(r, (uint32_t)list.count)]);
    }
    return p;
}

// The position's image under a symmetry, by way of its grid. False when that is no position of this
// board.
static bool image_position(const struct game *game, const struct position *p, int symmetry,
                           struct position *out)
{
    struct grid g, image;
    const char *why;
    game->to_grid(p, &g);
    image = g;
    for (int y = 0; y < g.height; y++)
        for (int x = 0; x < g.width; x++) {
            move m = move_image(move_at(x, y), g.width, g.height, symmetry);
            image.cell[move_y(m) * g.width + move_x(m)] = g.cell[y * g.width + x];
        }
    return game->from_grid(out, p, &image, &why);
}

static const struct {
    const struct game *game;
    const char *shape;
    int symmetries; // 8: all; 2: left and right; 1: none
} boards[] = {{&othello_game, "", 8},          {&othello_game, "6x6", 8},
              {&othello_game, "8x4", 4},       {&connect4_game, "", 2},
              {&connect4_game, "8x7", 2},      {&connect4_game, "13x13", 2},
              {&connect4_game, "7x6,x=d3", 2}, {&connect4_game, "7x6,x=c3", 1},
              {&gomoku_game, "", 8},           {&gomoku_game, "22,free", 8}};

Test(book, images_are_one_position)
{
    struct rng r = {11};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (int n = 0; n < 60; n++) {
            struct position p = random_position(boards[i].game, boards[i].shape, &r, n % 20), q;
            struct canonical a, b;
            boards[i].game->canonical(&p, &a);
            for (int s = 0; s < boards[i].symmetries; s++) {
                cr_assert(image_position(boards[i].game, &p, s, &q));
                boards[i].game->canonical(&q, &b);
                cr_assert(a.size == b.size && memcmp(a.bytes, b.bytes, (size_t)a.size) == 0,
                          "board %zu symmetry %d", i, s);
            }
            // The symmetry it names leads there, and back.
            cr_assert(image_position(boards[i].game, &p, a.symmetry, &q));
            boards[i].game->canonical(&q, &b);
            struct moves list;
            boards[i].game->moves(&p, &list);
            for (int k = 0; k < list.count; k++) {
                move m = move_image(list.at[k], a.width, a.height, a.symmetry);
                cr_assert_eq(move_image_back(m, a.width, a.height, a.symmetry), list.at[k]);
                struct position after = q;
                cr_assert(boards[i].game->play(&after, m));
            }
        }
}

// Positions that are no images of each other have other bytes: all of Connect Four up to five
// stones, counted as known (Tromp's counts, mirror images taken together).
Test(book, different_positions_differ)
{
    enum { PLIES = 5 };
    static const size_t known[PLIES + 1] = {1, 4, 25, 121, 568, 2144};
    struct position *layer = malloc(sizeof *layer);
    size_t count = 1;
    const char *why;
    connect4_game.start(layer, "", &why);
    for (int ply = 0; ply <= PLIES; ply++) {
        struct book_entry *keys = calloc(count, sizeof *keys);
        for (size_t i = 0; i < count; i++)
            keys[i].key = book_key_of(&connect4_game, &layer[i]);
        cr_expect_eq(book_entries_unify(keys, count), known[ply], "ply %d", ply);
        free(keys);
        struct position *next = malloc(count * 7 * sizeof *next);
        size_t n = 0;
        for (size_t i = 0; i < count; i++) {
            struct moves list;
            connect4_game.moves(&layer[i], &list);
            for (int k = 0; k < list.count; k++, n++) {
                next[n] = layer[i];
                connect4_game.play(&next[n], list.at[k]);
            }
        }
        free(layer);
        layer = next;
        count = n;
    }
    free(layer);
}

// ---- files ----

Test(book, what_is_written_is_found)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    size_t count = SOME;
    struct book_entry *e = random_entries(1, &count), out;
    const char *why = "";
    struct rng r = {2};
    write_entries(f.path, &h, e, count);
    struct book *b = book_open(f.path, &why);
    cr_assert_not_null(b, "%s", why);
    cr_expect(book_check(b, &why), "%s", why);
    cr_expect_eq(book_header(b)->entries, count);
    struct book_cursor at = {0};
    for (size_t i = 0; i < count; i++) {
        cr_assert(book_find(b, e[i].key, &out) && same_entry(&out, &e[i]), "entry %zu", i);
        cr_assert(book_next(b, &at, &out) && same_entry(&out, &e[i]), "entry %zu in order", i);
        cr_assert(!book_find(b, rng_next(&r), &out));
        cr_assert(i + 1 == count || e[i].key + 1 == e[i + 1].key ||
                  !book_find(b, e[i].key + 1, &out));
    }
    cr_assert(!book_next(b, &at, &out));
    book_close(b);
    free(e);
    folder_free(&f);
}

Test(book, an_empty_book_and_one_of_one_entry)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    const char *why = "";
    struct rng r = {3};
    struct book_entry e = random_entry(&r, UINT64_MAX), out;
    for (size_t count = 0; count < 2; count++) {
        write_entries(f.path, &h, &e, count);
        struct book *b = book_open(f.path, &why);
        cr_assert_not_null(b, "%s", why);
        cr_expect(book_check(b, &why), "%s", why);
        cr_expect_eq(book_find(b, UINT64_MAX, &out), count == 1);
        cr_expect(!book_find(b, 0, &out) && !book_find(b, UINT64_MAX - 1, &out));
        book_close(b);
    }
    folder_free(&f);
}

Test(book, entries_out_of_order_are_not_written)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    struct book_entry e = {.key = 5, .lines = 1, .nth = -1};
    const char *why = "";
    struct book_writer *w = book_write_begin(f.path, &h, &why);
    cr_assert(book_write(w, &e, &why));
    cr_expect(!book_write(w, &e, &why));
    book_write_drop(w);
    cr_expect_eq(access(f.path, F_OK), -1, "a book that was dropped is not there");
    folder_free(&f);
}

// A damaged book is refused, or the damage is found by the check and by whoever asks: what it still
// answers is right.
static void expect_harmless(const uint8_t *bytes, size_t size, const struct book_entry *e,
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

static struct damage damage_begin(size_t count)
{
    struct damage d = {.f = folder_new(), .count = count};
    struct book_header h = header_of("othello", 8);
    d.e = random_entries(4, &d.count);
    write_entries(d.f.path, &h, d.e, d.count);
    d.bytes = file_bytes(d.f.path, &d.size);
    return d;
}

static void damage_end(struct damage *d)
{
    free(d->bytes);
    free(d->e);
    folder_free(&d->f);
}

Test(book, one_bit_flipped)
{
    struct damage d = damage_begin(500);
    struct rng r = {5};
    for (size_t i = 0; i < 8 * BOOK_BLOCK + SOME; i++) {
        size_t bit = i < 8 * BOOK_BLOCK ? i : rng_next(&r) % (8 * d.size);
        d.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        expect_harmless(d.bytes, d.size, d.e, d.count, "bit", bit);
        d.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    damage_end(&d);
}

Test(book, cut_or_longer)
{
    struct damage d = damage_begin(500);
    struct rng r = {6};
    const char *why;
    uint8_t *longer = calloc(1, d.size + 4096);
    memcpy(longer, d.bytes, d.size);
    for (size_t i = 0; i < 4096 + 300; i++) {
        size_t size = i < 4096 ? i : rng_next(&r) % d.size;
        cr_assert_null(book_of_bytes(d.bytes, size, &why), "cut to %zu bytes", size);
        size = d.size + 1 + i % 4096;
        cr_assert_null(book_of_bytes(longer, size, &why), "%zu bytes more", size - d.size);
    }
    free(longer);
    damage_end(&d);
}

// A block of another place, however sound in itself, is no block here.
Test(book, blocks_do_not_change_places)
{
    struct damage d = damage_begin(500);
    uint8_t block[BOOK_BLOCK];
    memcpy(block, d.bytes + BOOK_BLOCK, BOOK_BLOCK);
    memcpy(d.bytes + BOOK_BLOCK, d.bytes + 2 * BOOK_BLOCK, BOOK_BLOCK);
    memcpy(d.bytes + 2 * BOOK_BLOCK, block, BOOK_BLOCK);
    expect_harmless(d.bytes, d.size, d.e, d.count, "block", 1);
    damage_end(&d);
}

static void expect_refused(const char *path, const char *reason)
{
    const char *why = "";
    struct timespec t[2];
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t[0]);
    cr_expect_null(book_open(path, &why));
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t[1]);
    cr_expect_str_eq(why, reason);
    cr_expect_lt(t[1].tv_sec - t[0].tv_sec, 2);
}

Test(book, other_kinds_of_file)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    expect_refused(f.path, "there is no such file");
    expect_refused(f.name, "it is a folder");
    cr_assert_eq(mkfifo(f.path, 0600), 0);
    expect_refused(f.path, "it is not a regular file");
    unlink(f.path);
    expect_refused("/dev/zero", "it is not a regular file");
    put_file(f.path, (const uint8_t *)"", 0);
    expect_refused(f.path, "it is empty");
    write_entries(f.path, &h, NULL, 0);
    size_t size;
    uint8_t *bytes = file_bytes(f.path, &size);
    bytes[8]++;
    book_seal(bytes, 0);
    put_file(f.path, bytes, size);
    expect_refused(f.path, "the book is of another version");
    memset(bytes, 'x', size);
    put_file(f.path, bytes, size);
    expect_refused(f.path, "it is not a book");
    free(bytes);
    if (geteuid() != 0) {
        cr_assert_eq(chmod(f.path, 0), 0);
        expect_refused(f.path, "it is not permitted");
    }
    folder_free(&f);
}

// ---- merging ----

Test(book, merging_loses_nothing)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8), other = header_of("gomoku", 15);
    size_t count = SOME;
    struct book_entry *e = random_entries(7, &count), out;
    const char *why = "";
    struct book_entry *half = calloc(count, sizeof *half);
    for (size_t part = 0; part < 3; part++) { // of three parts each pair shares a third
        size_t n = 0;
        for (size_t i = 0; i < count; i++)
            if (i % 3 != part)
                half[n++] = e[i];
        cr_assert(book_update(f.path, &h, half, n, &why), "%s", why);
    }
    cr_expect(!book_update(f.path, &other, half, 1, &why));
    cr_expect_str_eq(why, "the book is for another game");
    struct book *b = book_open(f.path, &why);
    cr_assert_not_null(b, "%s", why);
    cr_expect_eq(book_header(b)->entries, count);
    for (size_t i = 0; i < count; i++)
        cr_assert(book_find(b, e[i].key, &out) && same_entry(&out, &e[i]));
    book_close(b);
    free(half);
    free(e);
    folder_free(&f);
}

// A damaged book is not merged with: it would lose what can't be read.
Test(book, a_damaged_book_is_not_overwritten)
{
    struct damage d = damage_begin(500);
    struct book_header h = header_of("othello", 8);
    const char *why = "";
    d.bytes[BOOK_BLOCK + 20] ^= 1;
    put_file(d.f.path, d.bytes, d.size);
    cr_expect(!book_update(d.f.path, &h, d.e, d.count, &why));
    size_t size;
    uint8_t *now = file_bytes(d.f.path, &size);
    cr_expect(size == d.size && memcmp(now, d.bytes, size) == 0);
    free(now);
    damage_end(&d);
}

Test(book, of_two_entries_the_better_proven_counts)
{
    struct book_entry exact = {.key = 1,
                               .kind = BOOK_EXACT,
                               .score = 200,
                               .lines = 1,
                               .nth = -1,
                               .count = 1,
                               .moves = {{move_at(2, 3), 200}}};
    struct book_entry guess = {
        .key = 1,
        .kind = BOOK_ESTIMATE,
        .score = 350,
        .lines = 9,
        .nth = -1,
        .depth = 20,
        .selectivity = 90,
        .count = 3,
        .moves = {{move_at(1, 1), 350}, {move_at(2, 3), 100}, {move_at(4, 4), -50}}};
    for (int turn = 0; turn < 2; turn++) {
        struct book_entry e = turn ? exact : guess;
        book_entry_merge(&e, turn ? &guess : &exact);
        cr_expect(e.kind == BOOK_EXACT && e.score == 200 && e.lines == 9);
        cr_expect_eq(e.moves[0].m, move_at(2, 3));
        cr_expect_eq(e.count, 2, "a move said to be better than what is proven is left out");
        cr_expect_eq(e.moves[1].m, move_at(4, 4));
    }
}

// ---- hostile books ----

// A file of random bytes under right checksums: nothing it says is played unless it is legal.
Test(book, hostile_entries_are_harmless)
{
    enum { BLOCKS = 40, ROUNDS = 20 };
    static uint8_t bytes[(2 + BLOCKS) * BOOK_BLOCK];
    struct rng r = {8};
    const char *why = "";
    for (int round = 0; round < ROUNDS; round++) {
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
Test(book, illegal_moves_are_left_out)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    struct rng r = {9};
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
}
