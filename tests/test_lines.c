// SPDX-License-Identifier: MIT
// test_lines.c - the list of best moves that a search's reports add up to.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/games.h"
#include "engine/lines.h"
#include "engine/rng.h"
#include "engine/session.h"
#include "tests/sanitized.h"

static struct lines list;

static void tell(int place, move m, int score)
{
    struct report r = {.multipv = place, .score = score, .line_length = 1, .line = {m}};
    lines_add(&list, &r);
}

static void expect(int place, move m, int score)
{
    cr_assert_lt(place, list.count);
    cr_expect_eq(lines_get(&list, place)->line[0], m, "place %d", place);
    cr_expect_eq(lines_get(&list, place)->score, score, "place %d", place);
}

Test(lines, the_last_complete_iteration)
{
    lines_begin(&list, 3);
    tell(1, 10, 300);
    tell(2, 11, 200);
    tell(3, 12, 100);
    tell(1, 12, 250);
    tell(2, 10, 220);
    tell(3, 11, -50);
    lines_finish(&list);
    cr_assert_eq(list.count, 3);
    expect(0, 12, 250);
    expect(1, 10, 220);
    expect(2, 11, -50);
}

// The move that led before was found to be no better than 12, and is shown as that.
Test(lines, an_iteration_cut_off_keeps_every_move_once)
{
    lines_begin(&list, 4);
    tell(1, 10, 300);
    tell(2, 11, 200);
    tell(3, 12, 100);
    tell(4, 13, 0);
    tell(1, 12, 250);
    lines_finish(&list);
    cr_assert_eq(list.count, 4);
    expect(0, 12, 250);
    expect(1, 10, 250);
    expect(2, 11, 200);
    expect(3, 13, 0);
}

// A move that fell out of the best three long ago does not come back with what it was worth then.
Test(lines, what_was_left_behind_stays_behind)
{
    lines_begin(&list, 3);
    tell(1, 10, 100);
    tell(2, 11, 90);
    tell(3, 12, 80);
    tell(1, 10, 100);
    tell(2, 11, 50);
    tell(3, 13, 20);
    tell(1, 10, 100);
    lines_finish(&list);
    cr_assert_eq(list.count, 3);
    expect(0, 10, 100);
    expect(1, 11, 50);
    expect(2, 13, 20);
}

Test(lines, bounds_stand_in_for_what_is_not_known)
{
    struct report bound = {.multipv = 1, .bound = BOUND_LOWER, .score = 70, .line_length = 1};
    lines_begin(&list, 3);
    bound.line[0] = 10;
    lines_add(&list, &bound);
    tell(1, 11, 90);
    bound.line[0] = 11;
    lines_add(&list, &bound);
    lines_finish(&list);
    cr_assert_eq(list.count, 2);
    expect(0, 11, 90);
    expect(1, 10, 70);
}

static void on_report(void *owner, const struct report *news)
{
    (void)owner;
    lines_add(&list, news);
}

static void on_done(void *owner, const struct thought *t)
{
    *(struct thought *)owner = *t;
}

static void on_say(void *owner, const char *text)
{
    (void)owner;
    (void)text;
}

// Thoughts cut off anywhere, with every move asked for: each move once, none better after a worse.
static void every_move_once(const char *id, int plies, uint64_t nodes)
{
    struct thought answer;
    struct session *s = session_new(
        (struct listener){.owner = &answer, .report = on_report, .done = on_done, .say = on_say});
    struct rng rng = {nodes};
    struct limits l = limits_none();
    struct moves legal;
    struct grid g;
    const char *why;
    bool seen[1 << 10] = {false};
    cr_assert(s && session_set_game(s, word_of(id), &why));
    for (int i = 0; i < plies; i++) {
        session_game(s)->moves(session_position(s), &legal);
        session_play(s, legal.at[rng_below(&rng, (uint32_t)legal.count)]);
    }
    session_game(s)->moves(session_position(s), &legal);
    session_grid(s, &g);
    l.nodes = nodes;
    l.multipv = CELLS_MAX;
    lines_begin(&list, l.multipv);
    cr_assert(session_go(s, g.to_move, &l, &why));
    session_wait(s);
    lines_finish(&list);
    cr_expect_eq(list.count, legal.count, "%s: %d of %d moves", id, list.count, legal.count);
    for (int i = 0; i < list.count; i++) {
        const struct report *r = lines_get(&list, i);
        cr_assert_lt(r->line[0], 1 << 10);
        cr_expect_not(seen[r->line[0]], "%s: a move twice", id);
        seen[r->line[0]] = true;
        cr_expect(i == 0 || r->score <= lines_get(&list, i - 1)->score, "%s: place %d", id, i);
    }
    session_free(s);
}

Test(lines, of_real_thoughts, .init = games_init)
{
    for (uint64_t nodes = 20000; nodes < COUNT(600000, 60000); nodes *= 3) {
        every_move_once("othello", 14, nodes);
        every_move_once("othello:6x6", 18, nodes);
        every_move_once("connect4", 9, nodes);
        every_move_once("gomoku:9", 6, nodes);
    }
    every_move_once("gomoku", 4, COUNT(3000000, 300000));
}
