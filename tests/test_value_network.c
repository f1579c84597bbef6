// SPDX-License-Identifier: MIT
// test_value_network.c - Gomoku's evaluation: every form of it and the plain one agree, however the
// position came about, and it may not depend on how the board lies or what the sides are called.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "engine/gomoku/eval.h"
#include "engine/rng.h"
#include "tests/gomoku_check.h"

static struct field *field;

static void open_field(void)
{
    games_init();
    field = aligned_alloc(64, (sizeof *field + 63) & ~(size_t)63);
    cr_assert_not_null(field);
}

static void close_field(void)
{
    free(field);
}

TestSuite(value_network, .init = open_field, .fini = close_field);

// The value by plain C, from the whole board.
static int plain_value(const struct field *f)
{
    int sum[2][NETWORK_WIDE];
    network_sums(f, sum);
    return network_weigh(sum, f->to_move, field_situation(f), network_stage(f));
}

// The way here as each form of the code knows it: what another has added up is not taken on trust.
static struct network_path paths[KERNEL_FORMS];

static void set_field(struct field *f, const struct gomoku *b)
{
    field_set(f, b);
    for (int i = 0; i < KERNEL_FORMS; i++)
        paths[i].plies = 0;
}

// What every empty cell sees is what it would see if the board had just been looked at.
static bool all_seen(const struct field *f)
{
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y]; row;) {
            int x = bit_take(&row);
            for (int d = 0; d < 4; d++)
                if (f->path.cell[move_at(x, y)].line[d] != view_at(f->line, FIRST, x, y, d))
                    return false;
        }
    return true;
}

// Every form of the code finds the value that plain C does.
static void expect_plain(struct field *f, const char *when)
{
    int plain = plain_value(f);
    for (enum kernel k = KERNEL_WIDE; k <= KERNEL_PORTABLE; k++) {
        f->network = KERNEL_PICK(k, network_kernels);
        f->path = paths[k - KERNEL_WIDE];
        cr_assert_eq(f->network->value(f), plain, "%s, %s", kernel_names[k], when);
        cr_assert(all_seen(f), "%s, %s", kernel_names[k], when);
        paths[k - KERNEL_WIDE] = f->path;
    }
}

static bool play_somewhere(struct field *f, struct rng *r)
{
    move list[CELLS_MAX];
    int count = eval_candidates(f, list);
    if (!count || field_count(f, f->to_move, COUNT_FIVE))
        return false;
    field_play(f, list[rng_below(r, (uint32_t)count)]);
    return true;
}

static move random_empty(const struct field *f, struct rng *r)
{
    for (;;) {
        int x = (int)rng_below(r, f->size), y = (int)rng_below(r, f->size);
        if (f->empty[y] >> x & 1)
            return move_at(x, y);
    }
}

// Games with stones put down and taken back by lot, asked about now and then, so that the sums have
// one stone or many to catch up with.
Test(value_network, follows_play_and_undo)
{
    struct rng r = {9};
    int asked = 0;
    for (int game = 0; game < 120; game++) {
        struct gomoku b = gomoku_new(5 + game % 18, (enum gomoku_rule)(game % GOMOKU_RULES));
        int ply = 0;
        set_field(field, &b);
        for (int i = 0; i < 60; i++) {
            uint32_t what = rng_below(&r, 8);
            if (what < 5 && play_somewhere(field, &r)) {
                ply++;
            } else if (what == 5 && field->rule != GOMOKU_RENJU && ply == 0) {
                field_pass(field);
                expect_plain(field, "after a pass");
                field_unpass(field);
            } else if (ply > 0) {
                field_undo(field);
                ply--;
            }
            if (rng_below(&r, 3) == 0) {
                expect_plain(field, "on the way");
                asked++;
            }
        }
    }
    cr_expect_gt(asked, 2000);
}

// A way longer than what is kept of it, and back.
Test(value_network, follows_a_long_way)
{
    struct rng r = {11};
    struct gomoku b = gomoku_new(20, GOMOKU_EXACT);
    int ply = 0;
    set_field(field, &b);
    expect_plain(field, "at the start");
    while (ply < 2 * NETWORK_PLIES + 30) {
        field_play(field, random_empty(field, &r));
        if (++ply % 3 == 0)
            expect_plain(field, "forward");
    }
    for (; ply > 0; ply--) {
        field_undo(field);
        if (ply % 7 == 0)
            expect_plain(field, "back");
    }
    expect_plain(field, "at the start again");
}

// Where no stone is, nothing is added up.
Test(value_network, cells_far_from_stones_say_nothing)
{
    struct gomoku b = gomoku_new(20, GOMOKU_FREE);
    int sum[2][NETWORK_WIDE];
    field_set(field, &b);
    network_sums(field, sum);
    for (int i = 0; i < NETWORK_WIDE; i++)
        cr_expect(sum[0][i] == 0 && sum[1][i] == 0);
}

// The board turned by a quarter, with the colours exchanged if asked for.
static struct gomoku image_of(const struct gomoku *b, bool exchanged)
{
    struct gomoku out = *b;
    memset(out.stones, 0, sizeof out.stones);
    for (int side = 0; side < 2; side++)
        for (int y = 0; y < b->size; y++)
            for (int x = 0; x < b->size; x++)
                if (b->stones[side][y] >> x & 1)
                    out.stones[exchanged ? side ^ 1 : side][x] |= (uint32_t)1 << (b->size - 1 - y);
    out.to_move ^= exchanged;
    return out;
}

Test(value_network, the_same_from_every_side)
{
    struct rng r = {10};
    int seen[2] = {0, 0};
    for (int i = 0; i < 100; i++) {
        struct gomoku b = gomoku_new(15, GOMOKU_EXACT);
        for (int stones = 5 + i % 30; stones > 0; stones--) {
            move m;
            do
                m = move_at((int)rng_below(&r, 15), (int)rng_below(&r, 15));
            while (!gomoku_can_play(&b, m));
            gomoku_put(&b, m);
        }
        field_set(field, &b);
        int value = eval_field(field);
        for (int exchanged = 0; exchanged < 2; exchanged++) {
            struct gomoku image = image_of(&b, exchanged);
            field_set(field, &image);
            cr_assert_eq(eval_field(field), value, "position %d, exchanged %d", i, exchanged);
        }
        seen[value > 0]++;
    }
    cr_expect(seen[0] > 10 && seen[1] > 10, "%d and %d", seen[0], seen[1]);
}

// What people are shown adds up to the value.
Test(value_network, terms_add_up)
{
    struct rng r = {11};
    for (int i = 0; i < 60; i++) {
        struct gomoku b = gomoku_new(15, (enum gomoku_rule)(i % GOMOKU_RULES));
        struct eval_term terms[TERMS_MAX];
        field_set(field, &b);
        for (int stones = 0; stones < 12 && play_somewhere(field, &r); stones++)
            ;
        int sum = 0, count = eval_terms(field, terms);
        for (int k = 0; k < count; k++)
            sum += terms[k].value;
        cr_expect_eq(sum, field->network->value(field), "position %d", i);
    }
}

// Numbers that could add up to more than there is room for are refused, with a good checksum too.
Test(value_network, numbers_too_large_are_refused)
{
    static struct network n;
    uint8_t *bytes = malloc(NETWORK_FILE_SIZE);
    const char *why = "";
    cr_assert_not_null(bytes);
    n = network_tables.numbers;
    n.row[7][3] = NETWORK_ROW_MAX + 1;
    network_save(bytes, &n);
    cr_expect_not(network_load(bytes, NETWORK_FILE_SIZE, &why));
    n = network_tables.numbers;
    for (int k = 0; k < NETWORK_WIDE; k++)
        n.weight[k][5][0] = INT16_MIN;
    network_save(bytes, &n);
    cr_expect_not(network_load(bytes, NETWORK_FILE_SIZE, &why));
    n = network_tables.numbers;
    for (int k = 0; k < NETWORK_HIDDEN; k++)
        n.out[2][k] = INT16_MAX;
    network_save(bytes, &n);
    cr_expect_not(network_load(bytes, NETWORK_FILE_SIZE, &why));
    cr_expect(strstr(why, "too large"), "%s", why);
    network_save(bytes, &network_tables.numbers);
    cr_expect(network_load(bytes, NETWORK_FILE_SIZE, &why), "%s", why);
    free(bytes);
}
