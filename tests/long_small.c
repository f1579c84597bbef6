// SPDX-License-Identifier: MIT
// Small boards, all the way: 6x6 from the first move with every kernel, its known values, a second
// search for the boards whose values are new, and a sample of the table of first moves.
#include "engine/othello/solve/small_table.h"
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

// Every seventh entry of the table, with a fresh search.
Test(long_small, the_table_of_first_moves_is_right)
{
    struct thinker b;
    thinker_open(&b, 1024, 2);
    for (int i = 0; i < small_table_count(); i += 7) {
        struct small_known known;
        struct position p = start_of("6x6");
        struct othello o = othello_get(&p);
        o.board = small_table_at(i, &known);
        othello_put(&p, &o);
        struct limits l = {.goal = GOAL_EXACT, .multipv = 1};
        cr_expect_eq(think(&b, &p, l, KERNEL_AUTO).score, 100 * known.score, "entry %d", i);
        l.only = (struct moves){1, {move_of_cell(known.cell)}};
        cr_expect_eq(think(&b, &p, l, KERNEL_AUTO).score, 100 * known.score, "move of %d", i);
    }
    thinker_close(&b);
}

// A side that plays by the table finds every position it meets after the table's end solved in
// eight million nodes, less than a second, whatever the other side answers: so its play is perfect
// with a second a move.
Test(long_small, what_follows_the_table_is_soon_solved)
{
    enum { GAMES = 1000, NODES = 8000000 };
    struct rng r = {23};
    struct thinker b;
    thinker_open(&b, 64, 1);
    for (int game = 0; game < GAMES; game++) {
        struct position p = start_of("6x6");
        int margin;
        while (!othello_game.over(&p, &margin)) {
            struct moves list;
            struct small_known known;
            othello_game.moves(&p, &list);
            move m = list.at[rng_below(&r, (uint32_t)list.count)];
            if ((int)othello_get(&p).side == game % 2) {
                if (small_table_probe(othello_get(&p).board, &known)) {
                    m = move_of_cell(known.cell);
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
    thinker_close(&b);
}
