// SPDX-License-Identifier: MIT
// Othello's rules and kernels: known counts, early ends, passes, and every kernel on random boards.
#include <criterion/criterion.h>

#include "engine/games.h"
#include "engine/notation.h"
#include "engine/othello/board/kernels.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/eval/six_eval.h"
#include "engine/rng.h"
#include "tests/thinker.h"

// The position of a board text, on a board of this shape.
static struct position position_of(const char *shape, const char *text)
{
    struct position start, p;
    struct grid like, g;
    const char *why = "";
    cr_assert(othello_game.start(&start, shape, &why), "%s", why);
    othello_game.to_grid(&start, &like);
    cr_assert(board_parse(&g, &like, word_of(text), &why), "%s: %s", text, why);
    cr_assert(othello_game.from_grid(&p, &start, &g, &why), "%s: %s", text, why);
    return p;
}

static move cell(const char *name)
{
    return move_at(name[0] - 'a', name[1] - '1');
}

TestSuite(othello, .init = games_init);

// Published counts (Bik; Edax and others agree): a pass is a ply and a game that has ended stays
// one leaf. Those of the small boards were counted with a second, plain program.
static const struct {
    const char *shape;
    int depth;
    uint64_t leaves;
} counts[] = {
    {"", 1, 4},          {"", 2, 12},        {"", 3, 56},        {"", 4, 244},
    {"", 5, 1396},       {"", 6, 8200},      {"", 7, 55092},     {"", 8, 390216},
    {"", 9, 3005288},    {"", 10, 24571284}, {"6x6", 4, 244},    {"6x6", 5, 1364},
    {"6x6", 6, 7604},    {"6x6", 7, 47740},  {"6x6", 8, 308716}, {"6x6", 9, 2114912},
    {"8x8", 9, 3005288},
};

Test(othello, perft_matches_published_counts)
{
    for (size_t i = 0; i < LENGTH(counts); i++) {
        struct position p;
        const char *why;
        cr_assert(othello_game.start(&p, counts[i].shape, &why));
        cr_expect_eq(othello_game.perft(&p, counts[i].depth), counts[i].leaves, "%s depth %d",
                     counts[i].shape, counts[i].depth);
    }
}

Test(othello, perft_agrees_between_kernels_on_every_shape)
{
    for (int w = 4; w <= 8; w += 2)
        for (int h = 4; h <= 8; h += 2) {
            char shape[] = {(char)('0' + w), 'x', (char)('0' + h), 0};
            struct position p;
            const char *why;
            cr_assert(othello_game.start(&p, shape, &why));
            struct othello o = othello_get(&p);
            uint64_t leaves = othello_kernels(KERNEL_PORTABLE)->perft(o.board, o.mask, 8);
            for (enum kernel k = KERNEL_WIDE; k < KERNEL_PORTABLE; k++)
                cr_expect_eq(othello_kernels(k)->perft(o.board, o.mask, 8), leaves, "%s, %s", shape,
                             kernel_names[k]);
        }
}

Test(othello, shapes_are_read_and_written)
{
    struct position p = {0}, before = p;
    const char *why = NULL;
    char text[GAME_ID_MAX];
    static const char *const bad[] = {"5x5",   "6",   "6x",   "x6", "10x10",
                                      "6x6x6", "2x2", "6X6 ", "8x9"};
    for (size_t i = 0; i < LENGTH(bad); i++) {
        cr_expect_not(othello_game.start(&p, bad[i], &why), "%s", bad[i]);
        cr_expect_not_null(why);
        cr_expect_eq(memcmp(&p, &before, sizeof p), 0, "%s changed the position", bad[i]);
    }
    cr_assert(othello_game.start(&p, "8x8", &why));
    othello_game.shape(&p, text);
    cr_expect_str_eq(text, "");
    cr_assert(othello_game.start(&p, "6x8", &why));
    othello_game.shape(&p, text);
    cr_expect_str_eq(text, "6x8");
}

Test(othello, start_has_the_usual_discs_and_moves)
{
    struct position p = position_of("", "8/8/8/3ox3/3xo3/8/8/8 x"), start;
    const char *why;
    cr_assert(othello_game.start(&start, "", &why));
    cr_expect_eq(othello_game.key(&p), othello_game.key(&start));
    struct moves m;
    othello_game.moves(&p, &m);
    cr_assert_eq(m.count, 4);
    cr_expect_eq(m.at[0], cell("d3"));
    cr_expect_eq(m.at[1], cell("c4"));
    cr_expect_eq(m.at[2], cell("f5"));
    cr_expect_eq(m.at[3], cell("e6"));
}

Test(othello, refused_moves_change_nothing)
{
    struct position p, before;
    const char *why;
    cr_assert(othello_game.start(&p, "6x6", &why));
    before = p;
    static const move bad[] = {MOVE_PASS, MOVE_NONE, 0, 7, 31, 6 << 5, 65535, 2 << 5 | 2};
    for (size_t i = 0; i < LENGTH(bad); i++) {
        cr_expect_not(othello_game.play(&p, bad[i]), "move %d", bad[i]);
        cr_expect_eq(memcmp(&p, &before, sizeof p), 0);
    }
}

Test(othello, a_side_without_moves_passes)
{
    struct position p = position_of("4x4", "xo2/4/4/4 o"); // only x can play, at c1
    struct moves m;
    int margin;
    othello_game.moves(&p, &m);
    cr_assert_eq(m.count, 1);
    cr_expect_eq(m.at[0], MOVE_PASS);
    cr_expect_not(othello_game.over(&p, &margin));
    cr_assert(othello_game.play(&p, MOVE_PASS));
    cr_expect_not(othello_game.play(&p, MOVE_PASS), "x has a move and may not pass");
    cr_assert(othello_game.play(&p, cell("c1")));
    cr_expect(othello_game.over(&p, &margin));
    cr_expect_eq(margin, 16, "o is wiped out and x takes the empties");
}

Test(othello, the_winner_takes_the_empties)
{
    static const struct {
        const char *shape, *board;
        int margin;
    } ends[] = {
        {"", "8/8/8/3xx3/3xx3/8/8/8 o", 64},  // o wiped out
        {"", "8/8/8/3oo3/3oo3/8/8/8 x", -64}, // x wiped out
        {"", "8/8/8/8/8/8/8/8 x", 0},         // nobody there
        {"", "x6o/8/8/8/8/8/8/8 x", 0},       // no moves, even
        {"6x6", "x4o/6/6/6/6/x5 o", 34},      // 2 : 1 and 33 empties
        {"4x4", "xxxx/xxxx/xxxx/oooo x", 8},  // full
    };
    for (size_t i = 0; i < LENGTH(ends); i++) {
        struct position p = position_of(ends[i].shape, ends[i].board);
        int margin = 999;
        cr_expect(othello_game.over(&p, &margin), "%s", ends[i].board);
        cr_expect_eq(margin, ends[i].margin, "%s gives %d", ends[i].board, margin);
    }
}

// A random pair of disjoint sets on the mask, of any density.
static struct board random_board(struct rng *r, uint64_t mask)
{
    uint64_t a = rng_next(r), b = rng_next(r), c = rng_next(r);
    switch (rng_below(r, 4)) {
    case 0:
        return (struct board){a & b & mask, a & ~b & mask};
    case 1:
        return (struct board){a & mask, ~a & (b | c) & mask};
    case 2:
        return (struct board){a & b & c & mask, ~(a & b & c) & mask & rng_next(r)};
    default:
        return (struct board){a & (b | c) & mask, ~a & (b | c) & mask};
    }
}

Test(othello, kernels_agree_on_a_million_boards)
{
    const struct othello_kernels *plain = othello_kernels(KERNEL_PORTABLE);
    const struct othello_kernels *fast = othello_kernels(KERNEL_FAST);
    const struct othello_kernels *wide = othello_kernels(KERNEL_WIDE);
    struct rng r = {1};
    for (int i = 0; i < 1000000; i++) {
        int w = 4 + 2 * (int)rng_below(&r, 3), h = 4 + 2 * (int)rng_below(&r, 3);
        if (i & 1)
            w = h = 8;
        struct shape s = shape_of(w, h);
        struct board b = random_board(&r, s.mask);
        uint64_t empty = empty_of(b, s.mask), moves = plain->moves(b.mover, b.other, empty);
        cr_assert_eq(moves, fast->moves(b.mover, b.other, empty));
        cr_assert_eq(moves, wide->moves(b.mover, b.other, empty));
        for (uint64_t rest = empty; rest;) {
            int at = bit_take(&rest);
            uint64_t flips = plain->flips(at, b.mover, b.other);
            cr_assert_eq(flips, fast->flips(at, b.mover, b.other));
            cr_assert_eq(flips, wide->flips(at, b.mover, b.other));
            cr_assert_eq(flips != 0, moves >> at & 1, "a move is a cell that flips something");
        }
        int stable = plain->stable(b.mover, b.other, &s);
        cr_assert_eq(stable, fast->stable(b.mover, b.other, &s));
        cr_assert_eq(stable, wide->stable(b.mover, b.other, &s));
        int last;
        do
            last = (int)rng_below(&r, 64);
        while (!(s.mask >> last & 1));
        uint64_t mine = rng_next(&r) & s.mask & ~(UINT64_C(1) << last);
        uint64_t theirs = s.mask & ~mine & ~(UINT64_C(1) << last);
        int n = bit_count(plain->flips(last, mine, theirs));
        cr_assert_eq(n, plain->last_flips(last, mine));
        cr_assert_eq(n, fast->last_flips(last, mine));
        cr_assert_eq(n, wide->last_flips(last, mine));
    }
}

// Stable discs are never flipped: random games from random boards on every shape.
Test(othello, stable_discs_never_flip)
{
    const struct othello_kernels *k = othello_kernels(KERNEL_AUTO);
    struct rng r = {2};
    for (int i = 0; i < 20000; i++) {
        struct shape s = shape_of(4 + 2 * (int)rng_below(&r, 3), 4 + 2 * (int)rng_below(&r, 3));
        struct board b = random_board(&r, s.mask);
        int mine = k->stable(b.mover, b.other, &s), theirs = k->stable(b.other, b.mover, &s);
        for (int passes = 0; passes < 2;) {
            uint64_t moves = k->moves(b.mover, b.other, empty_of(b, s.mask));
            passes = moves ? 0 : passes + 1;
            if (moves) {
                for (int skip = (int)rng_below(&r, (uint32_t)bit_count(moves)); skip > 0; skip--)
                    bit_take(&moves);
                int at = bit_take(&moves);
                b = board_after(b, at, k->flips(at, b.mover, b.other));
            } else {
                b = board_pass(b);
            }
            int swap = mine;
            mine = theirs;
            theirs = swap;
            cr_assert_geq(bit_count(b.mover), mine);
            cr_assert_geq(bit_count(b.other), theirs);
            int now = k->stable(b.mover, b.other, &s), then = k->stable(b.other, b.mover, &s);
            cr_assert(now >= mine && then >= theirs, "stable discs got fewer");
            mine = now;
            theirs = then;
        }
    }
}

// Boards set up by hand have more moves than any game leads to: here 35, or a move that leaves the
// other side so many.
static const struct {
    const char *board;
    int moves;
} crowds[] = {
    {"--XX----/-OXO-XO-/-XX--XXX/--O--XO-/-O--O---/-OX-XXO-/-OXOOOO-/-X------ X", 35},
    {"--------/-O-O-OO-/-OXOXXO-/-OXXOX--/-O---XO-/-XXO-XX-/-OOXXOO-/-------- X", 35},
    {"------X-/--XOOXO-/--XX-XO-/XO--O---/-XX-O-X-/-OXXXXO-/--O-OXO-/X------- O", 0},
    {"--XX----/-XOOXOO-/-O---XX-/------O-/-XO-OX--/-OXXXXO-/-OXO-OO-/-------- O", 0},
};

Test(othello, boards_of_more_moves_than_games_have)
{
    struct thinker b;
    thinker_open(&b, 4, 1);
    for (size_t i = 0; i < LENGTH(crowds); i++)
        for (int goal = GOAL_PLAY; goal <= GOAL_EXACT; goal++) {
            struct position p = position_of("", crowds[i].board);
            struct limits l = limits_of((enum goal)goal);
            struct moves list;
            othello_game.moves(&p, &list);
            cr_expect(!crowds[i].moves || list.count == crowds[i].moves, "%zu: %d", i, list.count);
            l.nodes = 20000;
            struct thought t = thinker_think(&b, &othello_game, &p, &l);
            cr_expect(othello_game.play(&p, t.best), "%zu", i);
        }
    thinker_close(&b);
}

// With two or three discs on the board there were fewer plies than none: it is looked at as with
// four.
Test(othello, boards_of_two_discs_have_a_value)
{
    static const char *const boards[][2] = {
        {"", "8/8/8/3xo3/8/8/8/8 x"}, {"", "8/8/8/3xxx2/8/8/8/8 x"}, {"", "8/8/8/3xxo2/8/8/8/8 o"},
        {"6x6", "6/6/2xo2/6/6/6 x"},  {"6x6", "6/6/1xxo2/6/6/6 x"},
    };
    struct thinker b;
    thinker_open(&b, 4, 1);
    for (size_t i = 0; i < LENGTH(boards); i++) {
        struct position p = position_of(boards[i][0], boards[i][1]);
        struct othello o = othello_get(&p);
        struct limits l = limits_of(GOAL_PLAY);
        struct eval usual;
        struct six_eval six;
        int margin;
        if (othello_game.over(&p, &margin))
            continue;
        eval_fresh(&usual, o.board.mover, o.board.other);
        six_fresh(&six, o.board.mover, o.board.other);
        cr_expect_eq(othello_game.evaluate(&p),
                     boards[i][0][0] ? six_value(&six, 0) * 100 / SIX_UNITS
                                     : eval_value(&usual, o.board, 0) * 100 / EVAL_UNITS);
        l.depth = 6;
        struct thought t = thinker_think(&b, &othello_game, &p, &l);
        cr_expect(othello_game.play(&p, t.best), "%s", boards[i][1]);
    }
    thinker_close(&b);
}
