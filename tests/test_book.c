// SPDX-License-Identifier: MIT
// Books as files: what is written is found, in any image; what is damaged, cut, of another kind or
// hostile is refused or passed over; two books merged lose nothing.
#include <time.h>

#include "engine/symmetry.h"
#include "tests/book_damage.h"

TestSuite(book, .init = games_init);

enum { SOME = 3000 };

// ---- canonical positions ----

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

Test(book, one_bit_flipped)
{
    expect_flips_harmless(2000);
}

Test(book, cut_or_longer)
{
    expect_cuts_refused(300);
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
    struct book_entry guess = {.key = 1,
                               .kind = BOOK_ESTIMATE,
                               .score = 350,
                               .lines = 9,
                               .nth = -1,
                               .depth = 20,
                               .selectivity = 90,
                               .count = 4,
                               .moves = {{move_at(1, 1), 350},
                                         {move_at(5, 5), 200},
                                         {move_at(2, 3), 100},
                                         {move_at(4, 4), -50}}};
    for (int turn = 0; turn < 2; turn++) {
        struct book_entry e = turn ? exact : guess;
        book_entry_merge(&e, turn ? &guess : &exact);
        cr_expect(e.kind == BOOK_EXACT && e.score == 200 && e.lines == 9);
        cr_expect_eq(e.moves[0].m, move_at(2, 3));
        cr_expect_eq(e.count, 2, "a move said to be as good as what is proven is left out");
        cr_expect_eq(e.moves[1].m, move_at(4, 4));
    }
}

// ---- hostile books ----

Test(book, hostile_entries_are_harmless)
{
    expect_lies_harmless(20);
}

Test(book, illegal_moves_are_left_out)
{
    cr_expect_gt(expect_illegal_moves_left_out(9), 0);
}
