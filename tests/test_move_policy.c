// SPDX-License-Identifier: MIT
// test_move_policy.c - Gomoku's policy: what a line's state forgets, and what a logit may depend on.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/gomoku/eval.h"
#include "engine/gomoku/policy.h"
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

TestSuite(move_policy, .init = open_field, .fini = close_field);

static void set_field(const struct position *p)
{
    struct gomoku b = gomoku_load(p);
    field_set(field, &b);
}

// The state of the middle cell's row where this one, of nine cells, lies between empty ones.
static int state_of_row(const char *row, int side)
{
    char board[64];
    struct writer w = writer_on(board, sizeof board);
    write_text(&w, "9/9/9/9/");
    for (int i = 0, run = 0; i < 9; i++) {
        run = row[i] == '.' ? run + 1 : 0;
        if (run && row[i + 1] != '.')
            write_text(&w, "%d", run);
        else if (!run)
            write_text(&w, "%c", row[i]);
    }
    write_text(&w, "/9/9/9/9 x");
    struct position p = gomoku_position("9,free", board);
    set_field(&p);
    return view_at(field->line, side, 4, 4, 0);
}

Test(move_policy, a_state_forgets_what_nobody_can_use)
{
    static const struct {
        const char *row, *like;
        bool same;
    } pairs[] = {
        {"ooxo.....", "xxxo.....", true}, // behind the second colour nothing counts,
        {"oo#......", "xx#......", true}, // nor behind a blocked cell,
        {"..xo.....", "..#o.....", true}, // which stops a stone as the other colour does
        {"..x......", "......x..", true}, // it is the same from either end
        {"..x..o...", "...o..x..", true},
        {"..x..o...", "..o..x...", false}, // but not with the colours exchanged
        {"xxx......", "xx.......", false},
        {"x........", ".........", false},
        {"#........", ".........", false},
        {"x.x......", "#.x......", false},
    };
    for (size_t i = 0; i < LENGTH(pairs); i++)
        cr_expect_eq(state_of_row(pairs[i].row, FIRST) == state_of_row(pairs[i].like, FIRST),
                     pairs[i].same, "%s and %s", pairs[i].row, pairs[i].like);
    cr_expect_eq(state_of_row("..x..o...", FIRST), state_of_row("..o..x...", SECOND),
                 "unless the other side looks");
}

// Puts stones down by lot, as long as nobody has won.
static struct position random_position(const char *shape, int stones, struct rng *r)
{
    struct position p;
    const char *why = "";
    int margin;
    cr_assert(gomoku_game.start(&p, shape, &why), "%s", why);
    struct gomoku b = gomoku_load(&p);
    while (stones-- > 0 && !gomoku_game.over(&p, &margin))
        while (!gomoku_game.play(&p, move_at((int)rng_below(r, b.size), (int)rng_below(r, b.size))))
            ;
    return p;
}

// All empty cells.
static int list_empty(move *out)
{
    int count = 0;
    for (int y = 0; y < field->size; y++)
        for (uint64_t row = field->empty[y]; row;)
            out[count++] = move_at(bit_take(&row), y);
    return count;
}

// The logit of a cell by the rows, in plain C.
static int plain_logit(move m)
{
    const struct policy *p = &policy_tables.numbers;
    const int16_t *row[4];
    for (int d = 0; d < 4; d++)
        row[d] = p->row[view_at(field->line, field->to_move, move_x(m), move_y(m), d)];
    return policy_weigh_plain(row, p->out[field_situation(field)]) /
           (POLICY_ONE * POLICY_ONE / POLICY_LOGIT);
}

Test(move_policy, vectors_and_plain_code_agree)
{
    struct rng r = {5};
    int compared = 0;
    for (int i = 0; i < 200; i++) {
        struct position p = random_position(i % 2 ? "15" : "20,free", 4 + i % 40, &r);
        move list[CELLS_MAX];
        int logits[CELLS_MAX];
        set_field(&p);
        int count = list_empty(list);
        if (!policy_ask(field, list, count, logits))
            continue;
        for (int k = 0; k < count; k++)
            cr_assert_eq(logits[k], plain_logit(list[k]), "position %d", i);
        field->network->see(field); // from here on each cell's view is at hand
        field_play(field, list[count / 2]);
        field_undo(field);
        policy_ask(field, list, count, logits);
        for (int k = 0; k < count; k++)
            cr_assert_eq(logits[k], plain_logit(list[k]), "position %d, seen before", i);
        compared++;
    }
    cr_expect_gt(compared, 100, "only %d positions were asked about", compared);
}

// The cell after a reflection at a diagonal and a row.
static move turned(move m, int size)
{
    return move_at(size - 1 - move_y(m), move_x(m));
}

Test(move_policy, a_board_that_is_turned_has_its_logits_turned)
{
    struct rng r = {6};
    int compared = 0;
    for (int i = 0; i < 100; i++) {
        struct position p = random_position("15", 6 + i % 30, &r), other;
        struct grid g, t;
        const char *why = "";
        move list[CELLS_MAX];
        int logits[CELLS_MAX], again;
        gomoku_game.to_grid(&p, &g);
        t = g;
        for (int y = 0; y < 15; y++)
            for (int x = 0; x < 15; x++) {
                move m = turned(move_at(x, y), 15);
                t.cell[move_y(m) * 15 + move_x(m)] = g.cell[y * 15 + x];
            }
        cr_assert(gomoku_game.from_grid(&other, &p, &t, &why), "%s", why);
        set_field(&p);
        int count = list_empty(list);
        if (!policy_ask(field, list, count, logits))
            continue;
        set_field(&other);
        for (int k = 0; k < count; k++) {
            move m = turned(list[k], 15);
            cr_assert(policy_ask(field, &m, 1, &again));
            cr_assert_eq(logits[k], again, "position %d", i);
        }
        compared++;
    }
    cr_expect_gt(compared, 50, "only %d positions were asked about", compared);
}

// What it was made for: the moves that a search finds best are high on its list more often than by
// what they make and take.
Test(move_policy, a_search_agrees_with_it_more_often_than_with_the_patterns)
{
    struct thinker t;
    struct rng r = {7};
    struct limits l = limits_none();
    int policy = 0, patterns = 0;
    l.nodes = 2000;
    thinker_open(&t, 8, 1);
    for (int i = 0; i < 60; i++) {
        struct position p = random_position("15", 8 + i % 8, &r);
        move list[CELLS_MAX];
        int logits[CELLS_MAX], chosen = 0, below = 0;
        set_field(&p);
        int count = eval_candidates(field, list);
        if (!policy_ask(field, list, count, logits))
            continue;
        move best = thinker_think(&t, &gomoku_game, &p, &l).best;
        for (int k = 0; k < count; k++)
            chosen = list[k] == best ? logits[k] : chosen;
        for (int k = 0; k < count; k++) {
            policy += logits[k] > chosen;
            below += eval_move(field, list[k]) > eval_move(field, best);
        }
        patterns += below;
    }
    thinker_close(&t);
    cr_expect_lt(policy, patterns, "%d and %d moves before the one chosen", policy, patterns);
}

Test(move_policy, nothing_is_said_where_an_open_four_must_be_answered)
{
    struct position p =
        gomoku_position("15", "15/15/15/15/15/15/15/6xxx6/7o7/8o6/15/15/15/15/15 o");
    move m = move_at(5, 7);
    int logit;
    set_field(&p);
    cr_expect_not(policy_ask(field, &m, 1, &logit));
}

// Expects the tables with one change to be refused, whatever their checksum.
static void expect_too_large(const struct policy *p, uint8_t *bytes)
{
    const char *why = "";
    policy_save(bytes, p);
    cr_expect_not(policy_load(bytes, POLICY_FILE_SIZE, &why));
    cr_expect(strstr(why, "too large"), "%s", why);
}

// Numbers that could add up to more than there is room for are refused, and the old ones stay.
Test(move_policy, numbers_too_large_are_refused)
{
    static struct policy p, kept;
    uint8_t *bytes = malloc(POLICY_FILE_SIZE);
    const char *why = "";
    cr_assert_not_null(bytes);
    kept = p = policy_tables.numbers;
    p.row[7][3] = POLICY_ROW_MAX + 1;
    expect_too_large(&p, bytes);
    p.row[7][3] = INT16_MIN;
    expect_too_large(&p, bytes);
    p = kept;
    for (int k = 0; k < POLICY_WIDE; k++)
        p.out[5][k] = k % 2 ? INT16_MAX : INT16_MIN;
    expect_too_large(&p, bytes);
    cr_expect_eq(memcmp(&policy_tables.numbers, &kept, sizeof kept), 0);
    p = kept;
    p.row[7][3] = -POLICY_ROW_MAX;
    policy_save(bytes, &p);
    cr_expect(policy_load(bytes, POLICY_FILE_SIZE, &why), "%s", why);
    policy_save(bytes, &kept);
    cr_expect(policy_load(bytes, POLICY_FILE_SIZE, &why), "%s", why);
    free(bytes);
}
