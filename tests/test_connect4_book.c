// SPDX-License-Identifier: MIT
// The Connect Four book: whole or refused, found in both images, derived between the written plies,
// and what the shipped one says against the solver.
#include "engine/connect4/book.h"
#include "tests/connect4_check.h"

TestSuite(connect4_book, .init = games_init);

enum { ENTRIES_MAX = 8 };

struct bytes {
    uint8_t at[BOOK_HEADER + 5 * ENTRIES_MAX];
    size_t size;
};

static void put32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> (8 * i));
}

// Writes a book of these positions (column digits) in the form that book.h describes.
static struct bytes write_book(const char *const *moves, const int8_t *scores, size_t count)
{
    struct bytes b = {.size = BOOK_HEADER + 5 * count};
    uint32_t hash[ENTRIES_MAX];
    int8_t score[ENTRIES_MAX];
    for (size_t i = 0; i < count; i++) {
        struct position p = start_of("");
        cr_assert(play_digits(&p, word_of(moves[i])));
        uint32_t h = book_hash(connect4_of(&p));
        size_t k = i;
        for (; k > 0 && hash[k - 1] > h; k--) {
            hash[k] = hash[k - 1];
            score[k] = score[k - 1];
        }
        hash[k] = h;
        score[k] = scores[i];
    }
    memcpy(b.at, "OFBK", 4);
    put32(b.at + 4, BOOK_VERSION);
    memcpy(b.at + 8, "connect4", 8);
    put32(b.at + 24, BOOK_PLIES);
    put32(b.at + 28, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        put32(b.at + BOOK_HEADER + 4 * i, hash[i]);
        b.at[BOOK_HEADER + 4 * count + i] = (uint8_t)score[i];
    }
    uint64_t sum = book_checksum(b.at + BOOK_HEADER, b.size - BOOK_HEADER);
    put32(b.at + 32, (uint32_t)sum);
    put32(b.at + 36, (uint32_t)(sum >> 32));
    return b;
}

// After 4444 44 1 the seven successors; their scores are made up.
static const char *const after_seven[] = {"44444411", "44444412", "44444413",
                                          "44444415", "44444416", "44444417"};
static const int8_t made_up[] = {3, -2, 5, 7, 1, 4};

static bool ask(const struct book *b, const char *moves, int *score)
{
    struct position p = start_of("");
    cr_assert(play_digits(&p, word_of(moves)));
    return book_score(b, connect4_of(&p), score);
}

Test(connect4_book, finds_both_images_and_derives)
{
    struct bytes file = write_book(after_seven, made_up, LENGTH(made_up));
    struct book b;
    const char *why = NULL;
    int score = 0;
    cr_assert(book_open(&b, file.at, file.size, &why), "%s", why);
    cr_assert(ask(&b, "44444415", &score) && score == 7);
    cr_assert(ask(&b, "44444473", &score) && score == 7, "the mirror image");
    cr_assert(ask(&b, "4444441", &score) && score == 2, "the best of the negated successors");
    cr_assert(ask(&b, "121212", &score) && score == 18, "a win at once needs no entry");
    cr_expect(!ask(&b, "44444422", &score), "an unknown position");
    cr_expect(!ask(&b, "4444442", &score), "a position with an unknown successor");
    cr_expect(!ask(&b, "444444112", &score), "more stones than the book goes");
    struct position other = start_of("8x7");
    cr_expect(!book_score(&b, connect4_of(&other), &score), "another board");
}

Test(connect4_book, damaged_files_are_refused)
{
    const struct bytes good = write_book(after_seven, made_up, LENGTH(made_up));
    struct book b;
    const char *why;
    for (size_t size = 0; size < good.size; size++)
        cr_assert(!book_open(&b, good.at, size, &why) && b.count == 0, "cut to %zu bytes", size);
    for (size_t i = 0; i < good.size; i++) {
        struct bytes bad = good;
        bad.at[i] ^= 1;
        cr_assert(!book_open(&b, bad.at, bad.size, &why) && b.count == 0, "byte %zu changed", i);
    }
    struct bytes newer = good;
    put32(newer.at + 4, BOOK_VERSION + 1);
    cr_assert(!book_open(&b, newer.at, newer.size, &why));
    cr_assert_str_eq(why, "the book is of another version or game");
    cr_assert(book_open(&b, good.at, good.size, &why) && b.count == LENGTH(made_up));
}

// A few scores of the shipped book against the solver; many in tests/long_connect4.c.
Test(connect4_book, shipped_agrees_with_the_solver)
{
    if (connect4_book()->count == 0)
        cr_skip_test("this program is built without a book");
    struct thinker b;
    thinker_open(&b, 16, 1);
    cr_expect_eq(check_book(&b, 1, 5), 5);
    thinker_close(&b);
}

// Every position up to the book's last ply but one is answered at once, with a move that keeps its
// score.
Test(connect4_book, shipped_is_played)
{
    if (connect4_book()->count == 0)
        cr_skip_test("this program is built without a book");
    struct thinker b;
    thinker_open(&b, 1, 1);
    struct rng r = {7};
    for (int i = 0; i < 50; i++) {
        struct position p = random_opening(&r, (int)rng_below(&r, BOOK_PLIES));
        int before, after = 0, margin;
        cr_assert(book_score(connect4_book(), connect4_of(&p), &before));
        struct thought t = think(&b, &p, GOAL_PLAY);
        cr_assert(t.solved && t.nodes == 0 && t.score == 100 * before);
        cr_assert(connect4_game.play(&p, t.best));
        if (!connect4_game.over(&p, &margin)) {
            cr_assert(book_score(connect4_book(), connect4_of(&p), &after));
            cr_assert_eq(after, -before);
        }
    }
    thinker_close(&b);
}
