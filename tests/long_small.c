// SPDX-License-Identifier: MIT
// Small boards, all the way: 6x6 from the first move with every kernel, its known values, a second
// search for the boards whose values are new, and a sample of the table of first moves.
#include "tests/book_check.h"
#include "tests/small_check.h"

TestSuite(long_small, .init = games_init);

// Feinstein 1993: 6x6 is lost by the first player 16:20. The parallel start is known as 17:19.
static void check_start(const char *text, int value, int threads, enum kernel kernel)
{
    struct thinker b;
    thinker_open(&b, 1024, threads);
    struct position p = text ? position_of("6x6", word_of(text)) : start_of("6x6");
    struct thought t = think(&b, &p, (struct limits){.goal = GOAL_EXACT, .multipv = 1}, kernel);
    cr_expect(t.solved);
    cr_expect_eq(t.score, 100 * value, "%d", t.score / 100);
    cr_expect(line_proves(&p, &b.last[0], value));
    thinker_close(&b);
}

Test(long_small, six_by_six_is_lost_by_four)
{
    check_start(NULL, -4, 2, KERNEL_AUTO);
}

Test(long_small, six_by_six_with_portable_kernels)
{
    check_start(NULL, -4, 1, KERNEL_PORTABLE);
}

Test(long_small, six_by_six_with_fast_kernels)
{
    check_start(NULL, -4, 1, KERNEL_FAST);
}

Test(long_small, the_parallel_start_is_lost_by_two)
{
    check_start("6/6/2xx2/2oo2/6/6 x", -2, 2, KERNEL_AUTO);
}

Test(long_small, a_second_search_agrees_on_long_boards)
{
    static const struct small_fact facts[] = {{"4x8", 32}, {"8x4", 32}};
    for (size_t i = 0; i < LENGTH(facts); i++) {
        struct position p = start_of(facts[i].shape);
        struct referee r = referee_new(&p);
        cr_expect(referee_agrees(&r, othello_get(&p).board, facts[i].value), "%s", facts[i].shape);
        free(r.entries);
    }
}

// Positions with 16 and 17 empties, by the second search.
Test(long_small, a_second_search_agrees_in_the_middle_of_the_game)
{
    struct rng r = {17};
    struct thinker b;
    thinker_open(&b, 16, 2);
    for (int i = 0; i < 100; i++) {
        struct position p = random_position(&r, "6x6", 16 + (i & 1));
        struct referee referee = referee_new(&p);
        struct thought t =
            think(&b, &p, (struct limits){.goal = GOAL_EXACT, .multipv = 1}, kernel_turn(i >> 1));
        cr_expect(referee_agrees(&referee, othello_get(&p).board, t.score / 100));
        free(referee.entries);
    }
    thinker_close(&b);
}

// Solves what the book says of the positions on random games, with a fresh search.
Test(long_small, the_book_of_first_moves_is_right)
{
    struct thinker b;
    thinker_open(&b, 1024, 2);
    struct book *book = shipped_book("othello:6x6");
    struct rng r = {29};
    for (int game = 0, checked = 0; checked < 1500 && game < 20000; game++) {
        struct position p = start_of("6x6");
        struct book_entry e;
        for (int ply = 0; ply < 14; ply++) {
            struct moves list;
            othello_game.moves(&p, &list);
            bool known = book_probe(book, &othello_game, &p, &e) && e.count > 0;
            if (known && ply >= 3) {
                struct limits l = {.goal = GOAL_EXACT, .multipv = 1};
                checked++;
                cr_expect_eq(think(&b, &p, l, KERNEL_AUTO).score, e.score);
                l.only = (struct moves){1, {e.moves[0].m}};
                cr_expect_eq(think(&b, &p, l, KERNEL_AUTO).score, e.score);
            }
            bool by_book = known && ply % 2 == game % 2;
            othello_game.play(&p, by_book ? e.moves[0].m
                                          : list.at[rng_below(&r, (uint32_t)list.count)]);
        }
    }
    book_close(book);
    thinker_close(&b);
}

// A side that plays by the book finds every position it meets after the book's end solved in
// eight million nodes, less than a second, whatever the other side answers: so its play is perfect
// with a second a move.
Test(long_small, what_follows_the_book_is_soon_solved)
{
    enum { GAMES = 1000, NODES = 8000000 };
    struct rng r = {23};
    struct thinker b;
    thinker_open(&b, 64, 1);
    struct book *book = shipped_book("othello:6x6");
    for (int game = 0; game < GAMES; game++) {
        struct position p = start_of("6x6");
        int margin;
        while (!othello_game.over(&p, &margin)) {
            struct moves list;
            struct book_entry e;
            othello_game.moves(&p, &list);
            move m = list.at[rng_below(&r, (uint32_t)list.count)];
            if ((int)othello_get(&p).side == game % 2) {
                if (book_probe(book, &othello_game, &p, &e) && e.count > 0) {
                    m = e.moves[0].m;
                } else {
                    struct limits l = {.goal = GOAL_EXACT, .multipv = 1, .nodes = NODES};
                    struct thought t = think(&b, &p, l, KERNEL_AUTO);
                    cr_expect(t.solved, "game %d", game);
                    m = t.best;
                }
            }
            cr_assert(othello_game.play(&p, m));
        }
    }
    book_close(book);
    thinker_close(&b);
}
