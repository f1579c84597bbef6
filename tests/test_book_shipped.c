// SPDX-License-Identifier: MIT
// The books in the program: whole, of the game they are for, in agreement with themselves and with
// the solver, and together no larger than they may be.
#include "tests/book_check.h"
#include "tests/connect4_check.h"

TestSuite(book_shipped, .init = games_init);

Test(book_shipped, all_are_whole)
{
    size_t total = 0;
    for (int i = 0; book_shipped_game(i); i++) {
        const char *id = book_shipped_game(i), *why = "";
        const struct game *game;
        struct position start;
        struct book *b = shipped_book(id);
        cr_expect(book_check(b, &why), "%s: %s", id, why);
        cr_expect_str_eq(book_header(b)->game, id);
        cr_expect(game_find(word_of(id), &game, &start, &why), "%s: %s", id, why);
        cr_expect_gt(strlen(book_header(b)->note), 0);
        total += (size_t)book_header(b)->bytes;
        book_close(b);
    }
    cr_expect_lt(total, (size_t)12 << 20);
}

// A few values of the Connect Four book against the solver; many in tests/long_connect4.c.
Test(book_shipped, connect4_agrees_with_the_solver)
{
    struct thinker b;
    thinker_open(&b, 16, 1);
    struct book *book = shipped_book("connect4");
    cr_expect_eq(check_book(&b, book, 1, 8, 5), 5);
    book_close(book);
    thinker_close(&b);
}

// Every position with up to eight stones has an exact value, that of its best move.
Test(book_shipped, connect4_agrees_with_itself)
{
    struct book *book = shipped_book("connect4");
    struct rng r = {7};
    for (int i = 0; i < 100; i++) {
        struct position p = random_opening(&r, (int)rng_below(&r, 8));
        struct book_entry e, after;
        struct moves list;
        int best = -10000;
        cr_assert(book_value(book, &connect4_game, &p, &e) && e.kind == BOOK_EXACT);
        connect4_game.moves(&p, &list);
        for (int k = 0; k < list.count; k++) {
            struct position next = p;
            connect4_game.play(&next, list.at[k]);
            cr_assert(book_value(book, &connect4_game, &next, &after) && after.kind == BOOK_EXACT);
            best = -after.score > best ? -after.score : best;
        }
        cr_assert_eq(best, e.score);
    }
    book_close(book);
}

// The best move of a position with up to eight stones by the values of all.
static move best_by_value(const struct book *book, const struct position *p)
{
    struct moves list;
    struct book_entry e;
    int best = INT32_MIN;
    move chosen = MOVE_NONE;
    if (book_probe(book, &connect4_game, p, &e) && e.count > 0)
        return e.moves[0].m;
    connect4_game.moves(p, &list);
    for (int i = 0; i < list.count; i++) {
        struct position next = *p;
        connect4_game.play(&next, list.at[i]);
        cr_assert(book_value(book, &connect4_game, &next, &e), "a move that is not known");
        if (-e.score > best) {
            best = -e.score;
            chosen = list.at[i];
        }
    }
    return chosen;
}

// Plays by the book from the start against random answers until it has no move. Where it has one
// with so many stones that the solver takes no time, that keeps what there is. Counts them.
static void play_lines(struct thinker *solver, const struct book *book, const char *shape,
                       int stones, int game, struct rng *r, int *given, int *solved)
{
    struct position p = start_of(shape);
    int margin, from = book_header(book)->reach > 0 ? 9 : 0;
    for (int ply = 0; !connect4_game.over(&p, &margin); ply++) {
        struct book_entry e;
        struct moves list;
        connect4_game.moves(&p, &list);
        move m = list.at[rng_below(r, (uint32_t)list.count)];
        if (ply % 2 == game % 2 && ply < from) {
            m = best_by_value(book, &p);
        } else if (ply % 2 == game % 2) {
            if (!book_probe(book, &connect4_game, &p, &e))
                return;
            cr_assert(e.kind != BOOK_ESTIMATE && e.score >= 0 && e.count == 1);
            m = e.moves[0].m;
            ++*given;
        }
        cr_assert(connect4_game.play(&p, m));
        if (ply % 2 == game % 2 && ply >= from && ply >= stones &&
            !connect4_game.over(&p, &margin)) {
            struct thought t = think(solver, &p, GOAL_OUTCOME);
            cr_expect(t.proven && t.score == (e.score > 0 ? -100 : 0), "%s: %d, not %d", shape,
                      -t.score, e.score);
            ++*solved;
        }
    }
}

Test(book_shipped, connect4_lines_keep_the_value)
{
    static const struct {
        const char *id, *shape;
        int stones;
    } boards[] = {{"connect4", "", 14},       {"connect4:5x6", "5x6", 4},
                  {"connect4:6x5", "6x5", 4}, {"connect4:7x4", "7x4", 4},
                  {"connect4:8x4", "8x4", 6}, {"connect4:6x6", "6x6", 6},
                  {"connect4:7x5", "7x5", 8}};
    for (size_t i = 0; i < LENGTH(boards); i++) {
        struct book *book = shipped_book(boards[i].id);
        struct thinker solver;
        struct rng r = {11};
        int given = 0, solved = 0;
        thinker_open(&solver, 16, 1);
        for (int game = 0; game < 400 && solved < 8; game++)
            play_lines(&solver, book, boards[i].shape, boards[i].stones, game, &r, &given, &solved);
        cr_expect(given > 0 && solved > 0, "%s: %d, %d", boards[i].id, given, solved);
        thinker_close(&solver);
        book_close(book);
    }
}

// From the start each side can play by the book against any reply as far as it goes, and no move of
// a position that is known is better than it.
static void walk_small(const struct book *b, const struct position *p, enum side by_book, int depth,
                       int *met)
{
    struct book_entry e, after;
    struct moves list;
    struct grid g;
    othello_game.to_grid(p, &g);
    othello_game.moves(p, &list);
    bool known = book_probe(b, &othello_game, p, &e);
    cr_assert(known || g.to_move != by_book || depth > 12 || list.at[0] == MOVE_PASS);
    if (depth > 12 || list.count == 0 || (known && e.count == 0))
        return;
    *met += known;
    for (int i = 0; i < list.count; i++) {
        struct position next = *p;
        othello_game.play(&next, list.at[i]);
        if (known && book_probe(b, &othello_game, &next, &after)) {
            cr_assert_geq(e.score, -after.score);
            cr_assert(list.at[i] != e.moves[0].m || e.score == -after.score);
        }
        bool answer = g.to_move != by_book ? i < 2 : known && list.at[i] == e.moves[0].m;
        if (answer && list.at[i] != MOVE_PASS)
            walk_small(b, &next, by_book, depth + 1, met);
    }
}

Test(book_shipped, small_othello_plays_both_sides)
{
    struct book *b = shipped_book("othello:6x6");
    struct position start;
    const char *why;
    int met = 0;
    othello_game.start(&start, "6x6", &why);
    walk_small(b, &start, FIRST, 0, &met);
    walk_small(b, &start, SECOND, 0, &met);
    cr_expect_gt(met, 100);
    book_close(b);
}
