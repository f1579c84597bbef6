// SPDX-License-Identifier: MIT
// Games of one session that are to differ: what counts as the same game, and a hundred of them
// against an opponent who always answers alike.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "book/ask.h"
#include "book/past.h"
#include "book/probe.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "engine/session.h"

TestSuite(past, .init = games_init);

// Thinks about the position after a row of moves from the start.
static bool follow(struct past *t, const char *moves, bool guess)
{
    static struct played g;
    const char *at, *why;
    struct position start;
    cr_assert(othello_game.start(&start, "", &why));
    played_begin(&g, &othello_game, &start);
    cr_assert(played_set_text(&g, word_of(moves), &at, &why), "%s", why);
    return past_follow(t, &g, played_now(&g), guess);
}

Test(past, a_game_is_its_row_of_moves)
{
    struct past *t = calloc(1, sizeof *t);
    cr_assert_not_null(t);
    cr_expect(follow(t, "startpos", false), "the first game");
    cr_expect(!follow(t, "f5d6", false) && !follow(t, "f5d6c3d3", false), "goes on");
    cr_expect_eq(past_here(t), 0);
    cr_expect(follow(t, "startpos", false), "the second game");
    cr_expect(!follow(t, "d3c5", false) && past_here(t) == 1, "the same, as the board is turned");
    cr_expect(!follow(t, "d3c5f6e3c3", false) && past_here(t) == 0, "another way");
    cr_expect(follow(t, "d3c5f6", false) && past_here(t) == 2, "taken back, it is the third");
    cr_expect(!follow(t, "d3c5f6f5e6", true) && past_here(t) == 0, "a guess");
    cr_expect(!follow(t, "d3c5f6e3c3", false) && past_here(t) == 1, "what came about");
    free(t);
}

Test(past, moves_are_counted)
{
    struct past *t = calloc(1, sizeof *t);
    struct position p;
    const char *why;
    const move m = move_at(3, 2);
    cr_assert(t && othello_game.start(&p, "", &why));
    for (int game = 0; game < 300; game++) {
        follow(t, "startpos", false);
        cr_assert_eq(past_times(t, &othello_game, &p, m), game);
        past_enter(t, &othello_game, &p, &(struct thought){.best = m});
        past_enter(t, &othello_game, &p, &(struct thought){.best = m});
    }
    free(t);
}

// From where on the made-up search solves the rest, and where then only the result is kept.
enum { SOLVED = 44, RESULT = 46 };

// What a made-up search finds a move to be worth: the same every time, in quarters of a disc.
static int worth(const struct position *p, move m)
{
    struct position next = *p;
    cr_assert(othello_game.play(&next, m));
    return 25 * (int)(rng_mix(book_key_of(&othello_game, &next)) % 24) - 287;
}

// Someone who plays by a book and that search.
struct player {
    struct session *session;
    struct books *books;
    struct book_choice choice;
    int given; // away in this game by its searches, before only the result is kept
};

static struct player player_new(int variety)
{
    struct player a = {.session = session_new_sized((struct listener){0}, 1, 1),
                       .books = books_new(),
                       .choice = {.variety = variety, .depth = 60}};
    cr_assert(a.session && a.books);
    return a;
}

static void player_free(const struct player *a)
{
    session_free(a->session);
    books_free(a->books);
}

// The move that is worth most less its handicap.
static struct thought made_up(const struct position *p, const struct moves *roots,
                              const struct variety *v, int *given)
{
    struct thought t = {.best = roots->at[0]};
    int most = INT32_MIN, most_left = INT32_MIN;
    for (int i = 0; i < roots->count && move_is_cell(roots->at[0]); i++) {
        const int score = worth(p, roots->at[i]), left = score - v->handicap[cell_of(roots->at[i])];
        if (left > most_left) {
            t.best = roots->at[i];
            t.score = score;
            most_left = left;
        }
        most = score > most ? score : most;
    }
    *given = most == INT32_MIN ? 0 : most - t.score;
    return t;
}

// The move to play. The clock is not looked at, but for how deep a book must be.
static move move_of(struct player *a, const struct played *g)
{
    const struct position *p = played_now(g);
    const struct limits l = limits_none();
    struct clock clock = {.soft = 100000000, .hard = 100000000};
    struct search s = *session_search(a->session, &l);
    struct moves roots;
    struct thought t;
    int given;
    s.clock = &clock;
    s.report = NULL;
    const struct book_seam *seam = books_seam(a->books, g, p, a->choice);
    othello_game.moves(p, &roots);
    if (!seam->ask(seam->self, &othello_game, p, &roots, &s, &t)) {
        t = made_up(p, &roots, &s.variety, &given);
        t.solved = g->ply >= SOLVED;
        a->given += g->ply < RESULT ? given : 0;
    }
    books_note(a->books, &othello_game, p, &t);
    return t.best;
}

// Plays a game and returns what tells it from others: the keys of its positions, mixed.
static uint64_t play_one(struct player *first, struct player *second)
{
    static struct played g;
    struct position start;
    const char *why;
    uint64_t row = 0;
    int margin;
    cr_assert(othello_game.start(&start, "", &why));
    played_begin(&g, &othello_game, &start);
    while (!othello_game.over(played_now(&g), &margin)) {
        struct grid now;
        othello_game.to_grid(played_now(&g), &now);
        cr_assert(played_add(&g, move_of(now.to_move == FIRST ? first : second, &g)));
        row = rng_mix(row ^ book_key_of(&othello_game, played_now(&g)));
    }
    return row;
}

// A hundred games against an opponent who always answers alike: none is like another, even as the
// board is turned, and what each gives away is within the variety and little in the mean.
Test(past, a_hundred_games_differ)
{
    struct player varied = player_new(50), fixed = player_new(0);
    uint64_t rows[100];
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        varied.given = 0;
        varied.choice.seed = (uint64_t)i;
        rows[i] = i % 2 ? play_one(&fixed, &varied) : play_one(&varied, &fixed);
        cr_expect_leq(varied.given, 50);
        sum += varied.given;
        for (int k = 0; k < i; k++)
            cr_expect_neq(rows[i], rows[k], "game %d is game %d", i, k);
    }
    cr_expect_leq(sum, 100 * 25, "%d", sum);
    player_free(&varied);
    player_free(&fixed);
}
