// SPDX-License-Identifier: MIT
// The Othello evaluation: features kept move by move, the board's symmetries, the weight file, and
// the errors Multi-ProbCut reckons with.
#include <criterion/criterion.h>

#include <stdlib.h>

#include "engine/games.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/board/flip.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/eval/weights.h"
#include "engine/rng.h"
#include "tests/thinker.h"

TestSuite(eval, .init = games_init);

static const struct board start_board = {UINT64_C(0x0000000810000000),
                                         UINT64_C(0x0000001008000000)};

// Plays a random move or pass; false when the game is over.
static bool step(struct rng *r, struct board *b, struct eval *e)
{
    uint64_t empty = ~(b->mover | b->other), moves = moves_of(b->mover, b->other, empty);
    struct eval next;
    if (!moves) {
        eval_pass(&next, e);
        *b = board_pass(*b);
        *e = next;
        return moves_of(b->mover, b->other, empty) != 0;
    }
    for (uint32_t skip = rng_below(r, (uint32_t)bit_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    int cell = bit_first(moves);
    uint64_t flips = flip_of(cell, b->mover, b->other);
    eval_play(&next, e, cell, flips);
    *b = board_after(*b, cell, flips);
    *e = next;
    return true;
}

static int ply_of(struct board b)
{
    return bit_count(b.mover | b.other) - 4;
}

Test(eval, features_kept_move_by_move_are_those_counted_afresh)
{
    struct rng r = {1};
    for (int game = 0; game < 200; game++) {
        struct board b = start_board;
        struct eval e, fresh;
        eval_fresh(&e, b.mover, b.other);
        while (step(&r, &b, &e)) {
            eval_fresh(&fresh, b.mover, b.other);
            cr_assert_arr_eq(e.at, fresh.at, sizeof e.at, "game %d, ply %d", game, ply_of(b));
        }
    }
}

// One of the board's eight symmetries.
static uint64_t turned(uint64_t set, int symmetry)
{
    uint64_t out = 0;
    while (set) {
        int cell = bit_take(&set), x = cell & 7, y = cell >> 3;
        if (symmetry & 1)
            x = 7 - x;
        if (symmetry & 2)
            y = 7 - y;
        out |= UINT64_C(1) << (symmetry & 4 ? x << 3 | y : y << 3 | x);
    }
    return out;
}

Test(eval, value_does_not_depend_on_how_the_board_is_turned)
{
    struct rng r = {2};
    for (int game = 0; game < 50; game++) {
        struct board b = start_board;
        struct eval e;
        eval_fresh(&e, b.mover, b.other);
        while (step(&r, &b, &e))
            for (int symmetry = 1; symmetry < 8; symmetry++) {
                struct eval image;
                struct board t = {turned(b.mover, symmetry), turned(b.other, symmetry)};
                eval_fresh(&image, t.mover, t.other);
                cr_assert_eq(eval_value(&image, t, ply_of(b)), eval_value(&e, b, ply_of(b)));
            }
    }
}

// The value by the book: the rows of all states added up, and the output layer one sum at a time.
static int plain_value(struct board b, const struct eval *e)
{
    int state[EVAL_ROWS], ply = ply_of(b), phase = eval_phase(ply);
    const struct eval_output *output = eval_output_at(ply);
    int value = output->bias;
    eval_states(e, b, state);
    for (int i = 0; i < EVAL_WIDTH; i++) {
        int sum = eval_tables.bias[phase][i];
        for (int k = 0; k < EVAL_ROWS; k++)
            sum += eval_tables.row[phase][state[k]].at[i];
        value += output->weight[i] * (i % EVAL_LINEAR ? eval_square(sum) : sum);
    }
    value >>= EVAL_SHIFT;
    return value > 64 * EVAL_UNITS    ? 64 * EVAL_UNITS
           : value < -64 * EVAL_UNITS ? -64 * EVAL_UNITS
                                      : value;
}

Test(eval, value_is_made_of_the_rows_of_patterns_and_moves)
{
    struct rng r = {6};
    for (int game = 0; game < 50; game++) {
        struct board b = start_board;
        struct eval e;
        eval_fresh(&e, b.mover, b.other);
        while (step(&r, &b, &e)) {
            uint64_t empty = ~(b.mover | b.other);
            int state[EVAL_ROWS];
            eval_states(&e, b, state);
            cr_assert_eq(state[EVAL_FEATURES],
                         EVAL_MOVES + bit_count(moves_of(b.mover, b.other, empty)));
            cr_assert_eq(state[EVAL_FEATURES + 1],
                         EVAL_REPLIES + bit_count(moves_of(b.other, b.mover, empty)));
            cr_assert_eq(eval_value(&e, b, ply_of(b)), plain_value(b, &e), "game %d, ply %d", game,
                         ply_of(b));
        }
    }
}

// In random games whoever is two corners ahead stands better by far, on average.
Test(eval, corners_are_good)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    struct rng r = {4};
    int64_t ahead = 0, behind = 0, ahead_count = 0, behind_count = 0;
    for (int game = 0; game < 300; game++) {
        struct board b = start_board;
        struct eval e;
        eval_fresh(&e, b.mover, b.other);
        while (step(&r, &b, &e)) {
            int more = bit_count(b.mover & corners) - bit_count(b.other & corners);
            if (more >= 2) {
                ahead += eval_value(&e, b, ply_of(b));
                ahead_count++;
            } else if (more <= -2) {
                behind += eval_value(&e, b, ply_of(b));
                behind_count++;
            }
        }
    }
    cr_assert(ahead_count > 100 && behind_count > 100);
    cr_expect_gt(ahead / ahead_count, behind / behind_count + 20 * EVAL_UNITS);
}

Test(eval, damaged_weights_are_refused)
{
    size_t size = (size_t)(weights_end - weights_begin);
    const char *why = NULL;
    cr_assert_eq(size, eval_file_size());
    cr_assert_leq(size, 8u << 20);
    uint8_t *copy = malloc(size);
    cr_assert_not_null(copy);
    memcpy(copy, weights_begin, size);
    int8_t before = eval_tables.row[1][EVAL_EDGE + 100].at[0];
    cr_expect(eval_load(copy, size, &why), "the program's own weights must load: %s", why);
    cr_expect_not(eval_load(copy, size - 2, &why), "a short file");
    copy[size / 2] ^= 1;
    cr_expect_not(eval_load(copy, size, &why), "a flipped bit");
    cr_expect_str_eq(why, "the weights are damaged: the checksum differs");
    copy[size / 2] ^= 1;
    copy[0] ^= 1;
    cr_expect_not(eval_load(copy, size, &why), "another magic");
    cr_expect_eq(eval_tables.row[1][EVAL_EDGE + 100].at[0], before, "nothing has changed");
    free(copy);
}

// Whether every state of a phase has the row that was saved for it.
static bool has_rows(int phase, const struct eval_row *saved)
{
    const struct eval_row *loaded = eval_tables.row[phase];
    bool same = true;
    for (int i = 0; i < EVAL_STATES; i++)
        same &= memcmp(&loaded[i], &saved[eval_packed(i)], sizeof *loaded) == 0;
    return same;
}

Test(eval, weights_are_loaded_as_they_were_saved)
{
    static struct eval_output output[EVAL_PLIES];
    static int16_t bias[EVAL_PHASES][EVAL_WIDTH];
    size_t phase_rows = (size_t)eval_packed_count(), rows = EVAL_PHASES * phase_rows;
    struct eval_weights w = {output, bias, aligned_alloc(32, rows * sizeof *w.row)};
    uint8_t *bytes = malloc(eval_file_size());
    const char *why = "";
    struct rng r = {5};
    cr_assert(w.row && bytes);
    for (size_t i = 0; i < rows; i++)
        for (int k = 0; k < EVAL_WIDTH; k++)
            w.row[i].at[k] = (int8_t)((int)rng_below(&r, 2 * EVAL_ROW_MOST + 1) - EVAL_ROW_MOST);
    output[60].bias = -12345;
    bias[1][3] = -EVAL_BIAS_MOST;
    eval_save(bytes, &w);
    cr_assert(eval_load(bytes, eval_file_size(), &why), "%s", why);
    cr_expect_eq(eval_tables.output[60].bias, -12345);
    cr_expect_eq(eval_tables.bias[1][3], -EVAL_BIAS_MOST);
    for (size_t phase = 0; phase < EVAL_PHASES; phase++)
        cr_expect(has_rows((int)phase, w.row + phase * phase_rows));
    free(w.row);
    free(bytes);
}

// What eval_part and eval_output_value rely on to fit their sums into bytes and halves.
Test(eval, shipped_weights_are_small_enough_to_be_added)
{
    int most = 0;
    for (int phase = 0; phase < EVAL_PHASES; phase++)
        for (int k = 0; k < EVAL_WIDTH; k++) {
            cr_expect_leq(abs(eval_tables.bias[phase][k]), EVAL_BIAS_MOST);
            for (int s = 0; s < EVAL_STATES; s++)
                if (abs(eval_tables.row[phase][s].at[k]) > most)
                    most = abs(eval_tables.row[phase][s].at[k]);
        }
    cr_expect_eq(most, EVAL_ROW_MOST, "they use what there is");
}

Test(eval, a_kind_and_its_mirror_share_weights)
{
    // The edge from a1 to h1 read backwards: cells 1 and 10 change places, 2 and 9, ...
    int forward = 3, backward = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3;
    int middle = eval_kind_middle(2);
    cr_expect_eq(eval_packed(middle + forward), eval_packed(middle + backward));
    cr_expect_neq(eval_packed(middle + forward), eval_packed(middle - backward));
    for (int i = 1; i < EVAL_FEATURES; i++)
        cr_expect_leq(eval_kind_of(i - 1), eval_kind_of(i), "features lie kind by kind");
}

Test(eval, errors_grow_with_the_gap_between_the_depths)
{
    for (int empties = 12; empties <= 56; empties++)
        for (int depth = 3; depth < empties && depth <= 30; depth++) {
            int sigma = probcut_tables.sigma[empties][depth];
            cr_expect(sigma >= 30 && sigma <= 2000, "%d empties, depth %d: %d", empties, depth,
                      sigma);
            // Two plies deeper the error is larger, unless the shallow search is deeper too.
            if (probcut_depth(depth + 2) > probcut_depth(depth) && depth + 2 < empties)
                cr_expect_leq(probcut_tables.sigma[empties][depth + 2], sigma);
            else if (depth + 2 < empties)
                cr_expect_geq(probcut_tables.sigma[empties][depth + 2], sigma);
            cr_expect_lt(probcut_depth(depth), depth);
            cr_expect_eq(probcut_depth(depth) % 2, depth % 2);
        }
    for (int i = 1; i < SELECTIVITIES; i++) {
        cr_expect_gt(selectivity_t[i], selectivity_t[i - 1]);
        cr_expect_gt(selectivity_percent[i], selectivity_percent[i - 1]);
    }
}

// Thinks about b to a depth with one of the kernels.
static struct thought think_of(struct board b, int depth, enum kernel kernel)
{
    struct othello o = {.board = b, .mask = ~UINT64_C(0), .width = 8, .height = 8};
    struct position p;
    othello_put(&p, &o);
    struct limits l = limits_of(GOAL_PLAY);
    l.depth = depth;
    struct thinker thinker;
    thinker_open(&thinker, 4, 1);
    thinker_set(&thinker, OPTION_KERNEL, kernel_names[kernel]);
    struct thought t = thinker_think(&thinker, &othello_game, &p, &l);
    thinker_close(&thinker);
    return t;
}

Test(eval, every_kernel_searches_the_same_tree)
{
    struct rng r = {3};
    for (int game = 0; game < 6; game++) {
        struct board b = start_board;
        struct eval e;
        eval_fresh(&e, b.mover, b.other);
        for (int i = 0; i < 14 + 4 * game; i++)
            step(&r, &b, &e);
        if (!moves_of(b.mover, b.other, ~(b.mover | b.other)))
            continue;
        struct thought plain = think_of(b, 8, KERNEL_PORTABLE);
        for (enum kernel k = KERNEL_WIDE; k < KERNEL_PORTABLE; k++) {
            struct thought t = think_of(b, 8, k);
            cr_expect_eq(t.best, plain.best, "%s", kernel_names[k]);
            cr_expect_eq(t.score, plain.score, "%s", kernel_names[k]);
            cr_expect_eq(t.nodes, plain.nodes, "%s", kernel_names[k]);
        }
    }
}
