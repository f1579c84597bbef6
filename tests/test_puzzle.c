// SPDX-License-Identifier: MIT
// Puzzles: what each claims is proven again without the solver, and no two are alike.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "protocol/puzzle.h"
#include "tests/process.h"
#include "tests/sanitized.h"

// ---- a second opinion, by the rules alone -------------------------------------------------------

// The value for the side to move, in points (discs or 1, 0, -1), inside a window.
static int plain_value(const struct game *game, const struct position *p, int alpha, int beta)
{
    struct moves legal;
    int margin;
    if (game->over(p, &margin)) {
        struct grid g;
        game->to_grid(p, &g);
        return g.to_move == FIRST ? margin : -margin;
    }
    game->moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct position after = *p;
        cr_assert(game->play(&after, legal.at[i]));
        int value = -plain_value(game, &after, -beta, -alpha);
        alpha = value > alpha ? value : alpha;
        if (alpha >= beta)
            break;
    }
    return alpha;
}

// True when the side to move wins with its next stone.
static bool can_end(const struct game *game, const struct position *p)
{
    struct moves legal;
    int margin;
    game->moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct position after = *p;
        if (game->play(&after, legal.at[i]) && game->over(&after, &margin) && margin)
            return true;
    }
    return false;
}

// The same position with the other side to move.
static struct position turned(const struct game *game, const struct position *p)
{
    struct grid g;
    struct position out;
    const char *why;
    game->to_grid(p, &g);
    g.to_move = other_side(g.to_move);
    cr_assert(game->from_grid(&out, p, &g, &why));
    return out;
}

static bool plain_fours(const struct game *game, const struct position *p, int fours);

// True when a move makes a four and, whatever is answered, the side that moved goes on to win by at
// most so many fours in all. An answer that does not stop the five loses to it.
static bool plain_begins(const struct game *game, const struct position *p, move m, int fours)
{
    struct position after = *p, again;
    struct moves replies;
    int margin;
    if (!game->play(&after, m))
        return false;
    again = turned(game, &after);
    if (!can_end(game, &again) || can_end(game, &after))
        return false;
    game->moves(&after, &replies);
    for (int i = 0; i < replies.count; i++) {
        struct position next = after;
        cr_assert(game->play(&next, replies.at[i]));
        if (game->over(&next, &margin) ||
            (!can_end(game, &next) && !plain_fours(game, &next, fours - 1)))
            return false;
    }
    return true;
}

static bool plain_fours(const struct game *game, const struct position *p, int fours)
{
    struct moves legal;
    if (fours == 0)
        return false;
    game->moves(p, &legal);
    for (int i = 0; i < legal.count; i++)
        if (plain_begins(game, p, legal.at[i], fours))
            return true;
    return false;
}

// ---- what is checked ----------------------------------------------------------------------------

static void check_values(const struct puzzle *z, int margin)
{
    int best = 0, next = INT32_MIN;
    for (int i = 0; i < z->count; i++) {
        struct position after = z->position;
        cr_assert(z->game->play(&after, z->moves[i].move));
        int value = -plain_value(z->game, &after, -1000, 1000);
        cr_expect_eq(value, z->moves[i].score);
        if (z->moves[i].move == z->best)
            best = value;
        else
            next = value > next ? value : next;
    }
    cr_expect_eq(best, z->score);
    cr_expect_eq(next, z->next);
    cr_expect_geq(best - next, z->claim == PUZZLE_DISCS ? margin : 1);
    cr_expect(z->claim == PUZZLE_DISCS || (z->claim == PUZZLE_WIN ? best > 0 : best == 0));
}

// No other move begins a win of as many fours, and the best one does.
static void check_fours(const struct puzzle *z)
{
    cr_assert_eq(z->claim, PUZZLE_FOURS);
    for (int i = 0; i < z->count; i++)
        cr_expect_eq(plain_begins(z->game, &z->position, z->moves[i].move, z->depth),
                     z->moves[i].move == z->best);
}

static bool same(const struct canonical *a, const struct canonical *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, (size_t)a->size) == 0;
}

// Makes puzzles and checks those that a plain search can.
static void check_game(const char *id, int count, int most_empty)
{
    enum { MARGIN = 4, MOST = 64 };
    static struct canonical seen[MOST];
    struct puzzle *z = malloc(sizeof *z);
    const struct game *game;
    struct position start;
    const char *why;
    games_init();
    cr_assert(z && game_find(word_of(id), &game, &start, &why));
    struct puzzle_maker *m = puzzle_maker_new(
        game, &start, (struct puzzle_wishes){.seed = 5, .margin = MARGIN, .grade = -1});
    cr_assert(m && count <= MOST);
    int checked = 0;
    for (int i = 0; i < count; i++) {
        struct moves legal;
        struct grid g;
        cr_assert(puzzle_make(m, z), "%s: only %d", id, i);
        game->canonical(&z->position, &seen[i]);
        for (int k = 0; k < i; k++)
            cr_expect(!same(&seen[i], &seen[k]), "%s: %d is %d again", id, i, k);
        game->moves(&z->position, &legal);
        cr_expect_eq(z->count, legal.count);
        cr_expect_eq(z->line[0], z->best);
        game->to_grid(&z->position, &g);
        if (z->claim == PUZZLE_FOURS && z->depth <= 2)
            check_fours(z), checked++;
        else if (z->claim != PUZZLE_FOURS && grid_count(&g, CELL_EMPTY) <= most_empty)
            check_values(z, MARGIN), checked++;
    }
    cr_expect_gt(checked, 0, "%s", id);
    puzzle_maker_free(m);
    free(z);
}

Test(puzzle, claims_hold_in_othello)
{
    check_game("othello", COUNT(16, 4), 8);
    check_game("othello:6x6", COUNT(16, 4), 8);
    check_game("othello:4x4", 12, 8);
}

Test(puzzle, claims_hold_in_connect4)
{
    check_game("connect4", 16, 14);
    check_game("connect4:5x4", 16, 14);
}

Test(puzzle, claims_hold_in_gomoku)
{
    check_game("gomoku:7", COUNT(3, 1), 0);
    if (COUNT(true, false))
        check_game("gomoku:8,free", 2, 0);
}

// An image of a puzzle is that puzzle.
Test(puzzle, an_image_is_no_new_puzzle)
{
    struct puzzle *z = malloc(sizeof *z);
    const struct game *game;
    struct position start, image;
    struct grid g, turned_over;
    const char *why;
    games_init();
    cr_assert(z && game_find(word_of("othello:6x6"), &game, &start, &why));
    struct puzzle_maker *m =
        puzzle_maker_new(game, &start, (struct puzzle_wishes){.seed = 1, .margin = 4, .grade = -1});
    cr_assert(m && puzzle_make(m, z));
    game->to_grid(&z->position, &g);
    turned_over = g;
    for (int y = 0; y < g.height; y++)
        for (int x = 0; x < g.width; x++)
            turned_over.cell[y * g.width + x] = g.cell[x * g.width + y];
    cr_assert(game->from_grid(&image, &start, &turned_over, &why));
    cr_expect(!puzzle_try(m, &image, z));
    puzzle_maker_free(m);
    // To somebody who has not seen it, it is one.
    m = puzzle_maker_new(game, &start, (struct puzzle_wishes){.seed = 1, .margin = 4, .grade = -1});
    cr_assert(m);
    cr_expect(puzzle_try(m, &image, z));
    puzzle_maker_free(m);
    free(z);
}

// ---- the program --------------------------------------------------------------------------------

static char *said(const char *const *words, const char *input)
{
    struct process p;
    process_start_on(&p, words, -1, -1);
    process_send(&p, "%s", input);
    process_close_input(&p);
    char *text = process_rest(&p);
    cr_expect_eq(process_status(&p), 0);
    return text;
}

// What it writes is what `solve` reads and checks; the same seed makes the same puzzles.
Test(puzzle, solve_agrees)
{
    const char *words[] = {"puzzle", "-g", "othello:6x6", "--count", "6", "--seed", "3", NULL};
    char *text = said(words, ""), *again = said(words, "");
    cr_expect_str_eq(text, again);
    cr_expect(strstr(text, "# 6 othello:6x6, "), "%s", text);
    const char *solve[] = {"solve", "-g", "othello:6x6", NULL};
    char *answer = said(solve, text);
    cr_expect(strstr(answer, "total 6 positions") && strstr(answer, " 0 wrong, 0 unreadable"), "%s",
              answer);
    free(text);
    free(again);
    free(answer);
}

// From a game: its positions, and nothing else.
Test(puzzle, from_a_recorded_game)
{
    const char *words[] = {"puzzle", "-g", "connect4:6x5", "--count", "100",
                           "--from", "-",  "--format",     "json",    NULL};
    char *text = said(words, "3434342215512334\n");
    cr_expect(strstr(text, "\"game\":\"connect4:6x5\"") && strstr(text, "\"why\":\""), "%s", text);
    free(text);
}
