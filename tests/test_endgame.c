// SPDX-License-Identifier: MIT
// The endgame solver against a plain alpha-beta, and against published results.
#include "tests/endgame_check.h"

TestSuite(endgame, .init = games_init);

static const char *const shapes[] = {"", "6x6", "4x8", "8x4", "6x8", "8x6", "4x6", "4x4"};

// Compares one position: exact value, line to the end, and the outcome.
static void check(struct thinker *b, const struct position *p, const char *shape,
                  enum kernel kernel)
{
    struct othello o = othello_get(p);
    int value = plain_value(o.board, o.mask, -64, 64);
    struct thought t = think(b, p, (struct limits){.goal = GOAL_EXACT, .multipv = 1}, kernel);
    cr_assert(t.solved);
    cr_assert_eq(t.score, 100 * value, "%s %016lx %016lx: %d, not %d", shape,
                 (unsigned long)o.board.mover, (unsigned long)o.board.other, t.score / 100, value);
    cr_assert(line_proves(p, &b->last[0], value), "%s %016lx %016lx: line", shape,
              (unsigned long)o.board.mover, (unsigned long)o.board.other);
    t = think(b, p, (struct limits){.goal = GOAL_OUTCOME, .multipv = 1}, kernel);
    cr_assert(t.proven);
    cr_assert_eq((t.score > 0) - (t.score < 0), (value > 0) - (value < 0));
}

static void check_many(int threads, uint64_t seed, int count)
{
    struct thinker b;
    thinker_open(&b, 1, threads);
    struct rng r = {seed};
    for (int i = 0; i < count; i++) {
        const char *shape = i & 1 ? "" : shapes[rng_below(&r, LENGTH(shapes))];
        int empties = 1 + (int)rng_below(&r, 9);
        struct position p = random_position(&r, shape, empties);
        check(&b, &p, shape, kernel_turn(i));
    }
    thinker_close(&b);
}

Test(endgame, agrees_with_plain_alpha_beta)
{
    check_many(1, 1, 2500);
}

Test(endgame, agrees_with_two_threads)
{
    check_many(2, 2, 500);
}

// Boards no game leads to: one side nearly gone, regions cut off, passes and wipe-outs all over.
Test(endgame, agrees_on_strange_boards)
{
    struct thinker b;
    thinker_open(&b, 1, 1);
    struct rng r = {3};
    for (int i = 0; i < 3000; i++) {
        const char *shape = shapes[rng_below(&r, LENGTH(shapes))];
        struct position p = start_of(shape);
        struct othello o = othello_get(&p);
        uint64_t empty = o.mask, rare = rng_next(&r) & rng_next(&r) & rng_next(&r);
        while (bit_count(empty) > (int)(i % 8))
            empty &= ~(UINT64_C(1) << rng_below(&r, 64));
        o.board = (struct board){o.mask & ~empty & rare, o.mask & ~empty & ~rare};
        if (i & 1)
            o.board = board_pass(o.board);
        othello_put(&p, &o);
        struct moves m;
        othello_game.moves(&p, &m);
        if (m.count > 0)
            check(&b, &p, shape, kernel_turn(i));
    }
    thinker_close(&b);
}

// Every move's exact value, in falling order.
Test(endgame, lists_all_moves_with_their_values)
{
    struct thinker b;
    thinker_open(&b, 1, 1);
    struct rng r = {4};
    for (int i = 0; i < 200; i++) {
        const char *shape = shapes[rng_below(&r, LENGTH(shapes))];
        struct position p = random_position(&r, shape, 1 + (int)rng_below(&r, 8));
        struct moves m;
        othello_game.moves(&p, &m);
        b.proofs = 0;
        think(&b, &p, (struct limits){.goal = GOAL_EXACT, .multipv = PLACES_MAX}, kernel_turn(i));
        cr_assert_eq(b.proofs, m.count);
        for (int k = 0; k < m.count; k++) {
            struct position after = p;
            cr_assert(othello_game.play(&after, b.last[k].line[0]));
            struct othello o = othello_get(&after);
            int value = -plain_value(o.board, o.mask, -64, 64);
            cr_assert_eq(b.last[k].score, 100 * value);
            cr_assert(b.last[k].solved);
            cr_assert(line_proves(&p, &b.last[k], value));
            cr_assert(k == 0 || b.last[k].score <= b.last[k - 1].score);
        }
    }
    thinker_close(&b);
}

// A window asks only whether the value is beyond it, and only the moves asked for are tried.
Test(endgame, keeps_to_the_window_and_to_the_moves_asked_for)
{
    struct thinker b;
    thinker_open(&b, 1, 1);
    struct rng r = {5};
    for (int i = 0; i < 300; i++) {
        struct position p = random_position(&r, "", 8);
        struct othello o = othello_get(&p);
        int value = plain_value(o.board, o.mask, -64, 64), alpha = -20 + 2 * (i % 20);
        struct limits l = {.goal = GOAL_EXACT, .multipv = 1, .alpha = alpha, .beta = alpha + 4};
        struct thought t = think(&b, &p, l, KERNEL_AUTO);
        if (value <= alpha)
            cr_assert(t.score <= 100 * alpha && b.last[0].bound == BOUND_UPPER);
        else if (value >= alpha + 4)
            cr_assert(t.score >= 100 * (alpha + 4) && b.last[0].bound == BOUND_LOWER);
        else
            cr_assert(t.score == 100 * value && b.last[0].bound == BOUND_EXACT);

        struct moves m;
        othello_game.moves(&p, &m);
        move only = m.at[rng_below(&r, (uint32_t)m.count)];
        l = (struct limits){.goal = GOAL_EXACT, .multipv = 1, .only = {1, {only}}};
        t = think(&b, &p, l, KERNEL_AUTO);
        othello_game.play(&p, only);
        o = othello_get(&p);
        cr_assert_eq(t.best, only);
        cr_assert_eq(t.score, -100 * plain_value(o.board, o.mask, -64, 64));
    }
    thinker_close(&b);
}

// From the FFO endgame test (French Othello Federation): board, score and best move of #1 and #3.
static const struct {
    const char *board;
    int score;
    const char *best;
} ffo[] = {
    {"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18, "g8"},
    {"----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2, "d1"},
};

Test(endgame, solves_published_positions)
{
    for (int threads = 1; threads <= 2; threads++)
        for (size_t i = 0; i < LENGTH(ffo); i++) {
            struct thinker b;
            thinker_open(&b, 16, threads);
            struct position p = position_of("", word_of(ffo[i].board));
            struct limits l = {.goal = GOAL_EXACT, .multipv = 1};
            struct thought t = think(&b, &p, l, KERNEL_AUTO);
            cr_expect_eq(t.score, 100 * ffo[i].score);
            cr_expect_eq(t.best, move_at(ffo[i].best[0] - 'a', ffo[i].best[1] - '1'));
            cr_expect(line_proves(&p, &b.last[0], ffo[i].score));
            thinker_close(&b);
        }
}

// One thread searches the same tree every time, with every form of kernel.
Test(endgame, one_thread_counts_the_same_nodes)
{
    uint64_t nodes[KERNEL_FORMS];
    for (int i = 0; i < KERNEL_FORMS; i++) {
        struct thinker b;
        thinker_open(&b, 16, 1);
        struct position p = position_of("", word_of(ffo[0].board));
        struct limits l = {.goal = GOAL_EXACT, .multipv = 1};
        nodes[i] = think(&b, &p, l, kernel_turn(i)).nodes;
        thinker_close(&b);
        cr_expect_eq(nodes[i], nodes[0], "%s kernels search another tree",
                     kernel_names[kernel_turn(i)]);
    }
}

// Stopped before it begins, it still has a legal move and claims nothing.
Test(endgame, a_stopped_search_returns_a_legal_move)
{
    struct thinker b;
    thinker_open(&b, 1, 2);
    struct rng r = {6};
    for (int i = 0; i < 20; i++) {
        struct position p = random_position(&r, "", 30);
        struct limits l = limits_of(i & 1 ? GOAL_EXACT : GOAL_OUTCOME);
        struct thought t = thinker_think_stopped(&b, &othello_game, &p, &l);
        cr_expect_not(t.solved);
        cr_expect(othello_game.play(&p, t.best));
    }
    thinker_close(&b);
}

// Far from the end nothing is solved, but the limit holds even where the evaluation looks ahead.
Test(endgame, keeps_to_the_node_limit)
{
    struct thinker b;
    thinker_open(&b, 1, 1);
    struct position p = start_of("");
    for (uint64_t limit = 20000; limit <= 320000; limit *= 4) {
        struct limits l = {.goal = GOAL_EXACT, .multipv = 1, .nodes = limit};
        struct thought t = think(&b, &p, l, KERNEL_AUTO);
        cr_expect_not(t.solved);
        cr_expect_lt(t.nodes, limit + 8192, "%lu nodes, not %lu", (unsigned long)t.nodes,
                     (unsigned long)limit);
    }
    thinker_close(&b);
}
