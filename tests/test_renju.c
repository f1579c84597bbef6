// SPDX-License-Identifier: MIT
// Renju and caro: what is forbidden, what wins, and that the searches know both.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/gomoku/eval.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "tests/gomoku_check.h"
#include "tests/renju_check.h"
#include "tests/sanitized.h"

TestSuite(renju, .init = games_init);

// ---- rules --------------------------------------------------------------------------------------

// Black to move; cells as people name them.
static const struct {
    const char *what, *board, *forbidden, *allowed;
} cells[] = {
    {"two threes", "9/9/9/4x4/4x4/2xx5/9/9/9 x", "e4", "e7"},
    {"two threes, one shut", "9/9/4o4/4x4/4x4/2xx5/4o4/9/9 x", "", "e4"},
    {"two fours", "9/9/4x4/4x4/4x4/oxxx5/9/9/9 x", "e4", ""},
    {"a broken four is one four", "9/9/9/9/1x1x1x3/9/9/9/9 x", "", "c5e5"},
    {"X.X*X.X", "9/9/9/9/1x1x1x1x1/9/9/9/9 x", "e5", "c5g5"},
    {"XX.*X.XX", "11/11/11/11/11/1xx2x1xx2/11/11/11/11/11 x", "e6", "d6"},
    {"a straight four is one four", "9/9/9/9/2xxx4/9/9/9/9 x", "", "b5f5"},
    {"six in a row", "9/9/9/9/1xxx1xx2/9/9/9/9 x", "e5", ""},
    {"five with seven", "9/3x5/3x5/3x5/xxx1xxx2/3x5/9/9/9 x", "", "d5"},
    {"four and three", "9/9/4x4/4x4/4x4/2xx5/9/4o4/9 x", "", "e4"},
};

// True when the text names the cell.
static bool names(const char *text, const char *cell)
{
    return strstr(text, cell) != NULL;
}

Test(renju, forbidden_cells_are_no_moves_of_black)
{
    for (size_t i = 0; i < LENGTH(cells); i++) {
        char shape[16];
        struct writer w = writer_on(shape, sizeof shape);
        write_text(&w, "%d,renju", (int)(strcspn(cells[i].board, "/") == 2 ? 11 : 9));
        struct position p = gomoku_position(shape, cells[i].board);
        struct gomoku b = gomoku_load(&p), white = b;
        white.to_move = SECOND;
        for (int y = 0; y < b.size; y++)
            for (int x = 0; x < b.size; x++) {
                char cell[8];
                struct writer c = writer_on(cell, sizeof cell);
                write_text(&c, "%c%d", 'a' + x, b.size - y);
                struct position after = p;
                if (names(cells[i].forbidden, cell))
                    cr_expect(!gomoku_game.play(&after, move_at(x, y)) &&
                                  memcmp(&after, &p, sizeof p) == 0,
                              "%s: %s", cells[i].what, cell);
                if (names(cells[i].allowed, cell))
                    cr_expect(gomoku_game.play(&after, move_at(x, y)), "%s: %s", cells[i].what,
                              cell);
                cr_expect_eq(gomoku_can_play(&white, move_at(x, y)),
                             gomoku_is_empty(&white, move_at(x, y)));
            }
    }
}

Test(renju, random_positions_agree_with_the_plain_rules)
{
    compare_rules(COUNT(20000, 5000), 5);
}

Test(renju, six_wins_for_white_alone)
{
    static const struct {
        const char *shape, *board;
        int winner;
    } ends[] = {
        {"9,renju", "9/9/9/9/1oooooo2/9/9/9/9 x", -1},
        {"9,renju", "9/9/9/9/1xxxxxx2/9/9/9/9 o", 0},
        {"9,renju", "9/9/9/9/1xxxxx3/9/9/9/9 o", 1},
        {"9,caro", "9/9/9/9/1xxxxx3/9/9/9/9 o", 1},
        {"9,caro", "9/9/9/9/oxxxxx3/9/9/9/9 o", 1},
        {"9,caro", "9/9/9/9/oxxxxxo2/9/9/9/9 o", 0},
        {"9,caro", "9/9/9/9/oxxxxxxo1/9/9/9/9 o", 1},
        {"9,caro,exact", "9/9/9/9/oxxxxxxo1/9/9/9/9 o", 0},
        {"9,caro,exact", "9/9/9/9/1xxxxxx2/9/9/9/9 o", 0},
        {"9,caro", "9/9/9/9/xxxxxo3/9/9/9/9 o", 1}, // the edge stops nothing
        {"9,caro", "9/9/9/9/#xxxxxo2/9/9/9/9 o", 1},
        {"9,caro", "xo7/1x7/2x6/3x5/4x4/5o3/9/9/9 o", 1},
        {"9,caro", "o8/1x7/2x6/3x5/4x4/5x3/6o2/9/9 o", 0},
    };
    for (size_t i = 0; i < LENGTH(ends); i++) {
        struct position p = gomoku_position(ends[i].shape, ends[i].board);
        int margin = 9;
        cr_expect_eq(gomoku_game.over(&p, &margin), ends[i].winner != 0, "%s", ends[i].board);
        cr_expect_eq(margin, ends[i].winner, "%s %s", ends[i].shape, ends[i].board);
    }
}

// Leaves of the tree by the plain rules.
static uint64_t plain_perft(struct plain_board *b, int rule, char mover, int depth)
{
    uint64_t leaves = 0;
    char other = mover == 'x' ? 'o' : 'x';
    if (depth == 0)
        return 1;
    if (plain_wins(b, (enum plain_rule)rule, other))
        return 0;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            if (b->cell[y][x] != '.' ||
                (rule == PLAIN_RENJU && mover == 'x' && plain_forbidden(b, x, y)))
                continue;
            b->cell[y][x] = mover;
            leaves += plain_perft(b, rule, other, depth - 1);
            b->cell[y][x] = '.';
        }
    return leaves;
}

Test(renju, the_tree_has_as_many_leaves_as_by_the_plain_rules)
{
    static const char *const rows[7] = {"..x....", ".xo.x..", "..xx.o.", ".o.x...",
                                        "..oxx..", "...o...", "......."};
    for (int rule = 0; rule < GOMOKU_RULES; rule++) {
        static const char *const shapes[] = {"7", "7,free", "7,renju", "7,caro", "7,caro,exact"};
        struct plain_board b = {.size = 7};
        struct position p = gomoku_position(shapes[rule], "7/7/7/7/7/7/7 x");
        struct grid g;
        const char *why;
        gomoku_game.to_grid(&p, &g);
        for (int i = 0; i < 49; i++) {
            char c = b.cell[i / 7][i % 7] = rows[i / 7][i % 7];
            g.cell[i] = c == 'x' ? CELL_FIRST : c == 'o' ? CELL_SECOND : CELL_EMPTY;
        }
        cr_assert(gomoku_game.from_grid(&p, &p, &g, &why));
        for (int depth = 1; depth <= 3; depth++)
            cr_expect_eq(gomoku_game.perft(&p, depth), plain_perft(&b, rule, 'x', depth),
                         "%s at %d", shapes[rule], depth);
    }
}

// ---- searches -----------------------------------------------------------------------------------

// Stones near each other in moves that are legal; false when somebody has won.
static bool scatter(struct gomoku *b, struct rng *r, int stones, int span)
{
    int margin, corner = (b->size - span) / 2;
    for (int i = 0; i < stones && !gomoku_over(b, &margin); i++) {
        move m = move_at(corner + (int)rng_below(r, (uint32_t)span),
                         corner + (int)rng_below(r, (uint32_t)span));
        if (gomoku_can_play(b, m))
            gomoku_put(b, m);
    }
    return !gomoku_over(b, &margin);
}

// True when `side` could make five at once were it its turn.
static bool has_five_next(const struct gomoku *b, int side)
{
    for (int m = 0; m < FIELD_CELLS; m++)
        if (gomoku_is_empty(b, (move)m)) {
            struct gomoku next = *b;
            next.to_move = (uint8_t)side;
            gomoku_put(&next, (move)m);
            if (gomoku_has_five(&next, (enum side)side))
                return true;
        }
    return false;
}

// Victory by fours with every legal reply tried: plies to the win with at most `fours` fours before
// the last, 0 when there is none.
static int plain_vcf(const struct gomoku *b, int fours)
{
    int side = b->to_move, best = 0;
    if (has_five_next(b, side))
        return 1;
    if (fours < 0)
        return 0;
    for (int m = 0; m < FIELD_CELLS; m++) {
        struct gomoku next = *b;
        if (!gomoku_can_play(b, (move)m))
            continue;
        gomoku_put(&next, (move)m);
        if (!has_five_next(&next, side) || has_five_next(&next, side ^ 1))
            continue;
        int longest = 1;
        for (int k = 0; k < FIELD_CELLS && longest; k++) {
            if (!gomoku_can_play(&next, (move)k))
                continue;
            struct gomoku after = next;
            gomoku_put(&after, (move)k);
            int plies = plain_vcf(&after, fours - 1);
            longest = !plies ? 0 : plies > longest ? plies : longest;
        }
        if (longest && (!best || longest + 2 < best))
            best = longest + 2;
    }
    return best;
}

Test(renju, victory_by_fours_agrees_with_the_plain_search)
{
    struct bench b;
    struct rng r = {15};
    int found[GOMOKU_RULES] = {0};
    bench_open(&b);
    for (int i = 0; i < 450; i++) {
        enum gomoku_rule rule = (enum gomoku_rule)(GOMOKU_RENJU + i % 3);
        struct gomoku board = gomoku_new(7, rule);
        if (!scatter(&board, &r, 12 + i % 8, 7))
            continue;
        bool cut;
        field_set(b.field, &board);
        int plain = plain_vcf(&board, 1);
        int plies = vcf_shortest(b.field, &b.worker, 1000000, &cut, NULL);
        plies = plies > 5 ? 0 : plies;
        cr_assert_eq(plies, plain, "board %d, rule %d: %d, but %d", i, rule, plies, plain);
        found[rule] += plies > 1;
    }
    for (int rule = GOMOKU_RENJU; rule < GOMOKU_RULES; rule++)
        cr_expect_gt(found[rule], 5, "rule %d: only %d", rule, found[rule]);
    bench_close(&b);
}

// Wins by threats, each played out against every legal reply.
Test(renju, wins_by_threats_hold_against_every_reply)
{
    struct bench b;
    struct rng r = {16};
    int found[GOMOKU_RULES] = {0};
    bench_open(&b);
    for (int i = 0; i < 600; i++) {
        enum gomoku_rule rule = (enum gomoku_rule)(GOMOKU_RENJU + i % 3);
        struct gomoku board = gomoku_new(9, rule);
        struct position p;
        bool none;
        if (!scatter(&board, &r, 8 + i % 8, 6))
            continue;
        field_set(b.field, &board);
        int plies = vct_search(b.field, &b.worker, 2000, &none, NULL);
        if (plies < 5 || plies > 9)
            continue;
        gomoku_store(&p, &board);
        cr_assert(wins_against_all(&b, &p, true, 8), "board %d, rule %d, %d plies", i, rule, plies);
        found[rule]++;
    }
    for (int rule = GOMOKU_RENJU; rule < GOMOKU_RULES; rule++)
        cr_expect_gt(found[rule], 5, "rule %d: only %d", rule, found[rule]);
    bench_close(&b);
}

// White's four at e8 can be stopped at e4 alone, where black would make two threes.
Test(renju, white_wins_by_driving_black_onto_a_forbidden_cell)
{
    static const char board[] = "4x4/9/4o4/4o4/4o4/2xx5/4xx3/6x2/9 o";
    struct thinker t;
    struct limits l = limits_of(GOAL_VCF);
    struct position renju = gomoku_position("9,renju", board);
    struct position free = gomoku_position("9,free", board);
    thinker_open(&t, 16, 1);
    struct thought found = thinker_think(&t, &gomoku_game, &renju, &l);
    cr_expect(found.proven && found.win_in == 3 && found.best == move_at(4, 1), "in %d",
              found.win_in);
    cr_expect_eq(t.last[0].line_length, 3);
    cr_expect(!thinker_think(&t, &gomoku_game, &free, &l).proven);
    // Once the four stands, black has lost, wherever he plays; the cell itself he may not.
    cr_assert(gomoku_game.play(&renju, move_at(4, 1)));
    cr_expect(!gomoku_game.play(&renju, move_at(4, 5)));
    l = limits_of(GOAL_EXACT);
    found = thinker_think(&t, &gomoku_game, &renju, &l);
    cr_expect(found.proven && found.win_in == -2, "in %d", found.win_in);
    cr_expect(gomoku_game.play(&renju, found.best));
    thinker_close(&t);
}

// In caro a row that white has stopped at one end is stopped by a stone beyond the other, too.
Test(renju, caro_has_more_than_one_answer_to_a_four)
{
    struct bench b;
    struct position p = gomoku_position("9,caro", "9/9/9/9/1oxxxx3/9/9/9/9 o");
    struct gomoku board = gomoku_load(&p);
    move list[CELLS_MAX];
    bench_open(&b);
    field_set(b.field, &board);
    cr_expect_eq(threat_answers(b.field, list), 2);
    cr_expect(list[0] == move_at(6, 4) && list[1] == move_at(7, 4));
    bench_close(&b);
}

// Whole games of a few nodes a move, by negamax and by every kind of playout: only legal moves.
Test(renju, thoughts_keep_to_the_rules)
{
    static const char *const shapes[] = {"9,renju", "9,caro", "8,caro,exact", "15,renju"};
    static const char *const kinds[] = {"uniform", "guided", "eval", "policy"};
    struct thinker t;
    struct limits l = limits_none();
    thinker_open(&t, 16, 1);
    for (int game = 0; game < 20; game++) {
        const char *why;
        struct position p;
        int margin;
        cr_assert(gomoku_game.start(&p, shapes[game % 4], &why));
        thinker_set(&t, OPTION_SEARCH, game / 4 ? "mcts" : "negamax");
        thinker_set(&t, OPTION_PLAYOUT, kinds[game / 4 ? game / 4 - 1 : 0]);
        l.nodes = game / 4 ? COUNT(200, 20) : COUNT(2000, 200);
        for (int ply = 0; ply < 60 && !gomoku_game.over(&p, &margin); ply++) {
            struct thought found = thinker_think(&t, &gomoku_game, &p, &l);
            cr_assert(gomoku_game.play(&p, found.best), "game %d ply %d", game, ply);
        }
    }
    thinker_close(&t);
}
