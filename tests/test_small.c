// SPDX-License-Identifier: MIT
// Small boards: whole games, symmetries, the search above the solver, the table of first moves.
#include "engine/othello/eval/six_eval.h"
#include "engine/othello/board/symmetry.h"
#include "tests/small_check.h"

TestSuite(small, .init = games_init);

// 4x4 is known (white wins 3:11 with two cells left empty); the others were found here and agree
// with the second search below.
static const struct small_fact facts[] = {
    {"4x4", -10}, {"4x6", 16}, {"6x4", 16}, {"4x8", 32}, {"8x4", 32},
};

Test(small, whole_games_have_their_values)
{
    struct thinker b;
    thinker_open(&b, 16, 1);
    for (size_t i = 0; i < LENGTH(facts); i++) {
        struct position p = start_of(facts[i].shape);
        struct thought t =
            think(&b, &p, (struct limits){.goal = GOAL_EXACT, .multipv = 1}, kernel_turn((int)i));
        cr_expect(t.solved);
        cr_expect_eq(t.score, 100 * facts[i].value, "%s: %d", facts[i].shape, t.score / 100);
        cr_expect(line_proves(&p, &b.last[0], facts[i].value), "%s: the line", facts[i].shape);
    }
    thinker_close(&b);
}

Test(small, a_second_search_agrees)
{
    for (size_t i = 0; i < 3; i++) {
        struct position p = start_of(facts[i].shape);
        struct referee r = referee_new(&p);
        cr_expect(referee_agrees(&r, othello_get(&p).board, facts[i].value), "%s", facts[i].shape);
        free(r.entries);
    }
}

// Thirteen and fourteen empties are above where the solver takes over.
Test(small, the_search_above_the_solver_is_right)
{
    static const char *const shapes[] = {"6x6", "6x8", "4x8", "6x6"};
    struct rng r = {11};
    for (int i = 0; i < 24; i++) {
        struct position p = random_position(&r, shapes[i & 3], 13 + (i & 1));
        struct thinker b;
        thinker_open(&b, 4, 1 + (i >> 2 & 1));
        struct referee referee = referee_new(&p);
        struct thought t =
            think(&b, &p, (struct limits){.goal = GOAL_EXACT, .multipv = 1}, kernel_turn(i));
        cr_expect(t.solved);
        cr_expect(referee_agrees(&referee, othello_get(&p).board, t.score / 100), "%d: %d", i,
                  t.score);
        cr_expect(line_proves(&p, &b.last[0], t.score / 100), "%d: the line", i);
        free(referee.entries);
        thinker_close(&b);
    }
}

// The image of a set under a symmetry, cell by cell.
static uint64_t set_image(uint64_t set, const struct shape *s, int symmetry)
{
    uint64_t image = 0;
    while (set)
        image |= UINT64_C(1) << image_of(bit_take(&set), s, symmetry);
    return image;
}

Test(small, images_of_a_position_are_one)
{
    struct rng r = {5};
    for (int i = 0; i < 200; i++) {
        bool square = i & 1;
        struct shape s = square ? shape_of(6, 6) : shape_of(4, 8);
        struct position p = random_position(&r, square ? "6x6" : "4x8", 10);
        struct board b = othello_get(&p).board, first;
        int symmetry;
        first = first_image(b, &s, &symmetry);
        cr_assert_eq(first.mover, set_image(b.mover, &s, symmetry));
        for (int k = 0; k < (square ? 8 : 4); k++) {
            struct board image = {set_image(b.mover, &s, k), set_image(b.other, &s, k)};
            struct board again = first_image(image, &s, &symmetry);
            cr_assert(again.mover == first.mover && again.other == first.other);
            for (int cell = 0; cell < 64; cell++)
                if (s.mask >> cell & 1)
                    cr_assert_eq(image_back(image_of(cell, &s, k), &s, k), cell);
        }
    }
}

// Played on or counted anew the features are the same, and images of a position are worth the same.
Test(small, the_evaluation_keeps_count)
{
    struct rng r = {3};
    struct shape s = shape_of(6, 6);
    for (int i = 0; i < 200; i++) {
        struct position p = random_position(&r, "6x6", 10 + (int)rng_below(&r, 15));
        struct board b = othello_get(&p).board;
        struct six_eval here, after, fresh;
        six_fresh(&here, b.mover, b.other);
        uint64_t moves = moves_of_portable(b.mover, b.other, empty_of(b, s.mask));
        int ply = bit_count(b.mover | b.other) - 4;
        for (int k = 1; k < 8; k++) {
            six_fresh(&fresh, set_image(b.mover, &s, k), set_image(b.other, &s, k));
            cr_assert_eq(six_value(&here, ply), six_value(&fresh, ply), "symmetry %d", k);
        }
        while (moves) {
            int cell = bit_take(&moves);
            uint64_t flips = flip_of_portable(cell, b.mover, b.other);
            struct board next = board_after(b, cell, flips);
            six_play(&after, &here, cell, flips);
            six_fresh(&fresh, next.mover, next.other);
            cr_assert_arr_eq(after.at, fresh.at, sizeof after.at);
        }
    }
}
