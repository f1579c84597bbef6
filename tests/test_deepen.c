// SPDX-License-Identifier: MIT
// test_deepen.c - the lines a search tells of: whenever it is cut off, what was last heard of each
// place is a list of different moves, the best first, all of one iteration unless something is proven,
// and the answer is the first of them.
#include <criterion/criterion.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/deepen.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "engine/session.h"
#include "tests/sanitized.h"
#include "tests/thinker.h"

TestSuite(deepen, .init = games_init);

enum { PLACES = 4 };

struct heard {
    struct report last[PLACES]; // of each place
    int places, reports;
    bool steady; // no place was heard to be better than the one above it at the same depth
};

static void hear(void *owner, const struct report *news)
{
    struct heard *h = owner;
    int place = news->multipv - 1;
    cr_assert(place >= 0 && place < PLACES);
    if (news->bound == BOUND_EXACT && place > 0 && h->last[place - 1].depth == news->depth &&
        h->last[place - 1].bound == BOUND_EXACT && h->last[place - 1].score < news->score)
        h->steady = false;
    h->last[place] = *news;
    h->places = place + 1 > h->places ? place + 1 : h->places;
    h->reports++;
}

// A thought of a quiet session that knows nothing from before.
static struct thought think(const struct game *game, const struct position *p, int threads,
                            uint64_t nodes, int multipv, struct heard *heard)
{
    struct session *s =
        session_new_sized((struct listener){.owner = heard, .report = hear}, 4, threads);
    struct limits l = limits_none();
    struct thought t;
    const char *why;
    cr_assert(s && session_set_option(s, &options[OPTION_OWN_BOOK], word_of("false"), &why));
    l.nodes = nodes;
    l.multipv = multipv;
    *heard = (struct heard){.steady = true};
    session_set_position(s, game, p);
    cr_assert(session_think(s, &l, &t, &why));
    session_free(s);
    return t;
}

// True when nothing is proven and yet some places are of another iteration than the first.
static bool mixes_iterations(const struct heard *h)
{
    bool mixed = false;
    for (int i = 0; i < h->places; i++) {
        mixed |= h->last[i].depth != h->last[0].depth ||
                 h->last[i].selectivity != h->last[0].selectivity;
        if (h->last[i].proven)
            return false;
    }
    return mixed;
}

static void expect_list(const struct heard *h, const struct thought *t, const char *what)
{
    cr_expect_not(mixes_iterations(h), "%s: places of different iterations", what);
    cr_expect(h->steady, "%s: a line was better than the one above it", what);
    cr_expect_eq(h->last[0].line[0], t->best, "%s: the answer is not the first line", what);
    cr_expect_eq(h->last[0].score, t->score, "%s", what);
    cr_expect(!t->solved || h->last[0].solved || h->last[0].win_in > 0,
              "%s: the answer is surer than the line", what);
    for (int i = 0; i < h->places; i++)
        for (int k = 0; k < i; k++)
            cr_expect_neq(h->last[i].line[0], h->last[k].line[0], "%s: places %d and %d", what,
                          k + 1, i + 1);
}

// Random positions, cut off after random numbers of nodes.
static void check_game(const char *id, int rounds)
{
    struct rng rng = {rng_mix(strlen(id))};
    for (int round = 0; round < rounds; round++) {
        const struct game *game;
        struct position p;
        struct moves legal;
        struct heard heard;
        const char *why;
        char what[96];
        cr_assert(game_find(word_of(id), &game, &p, &why));
        for (int plies = 4 + (int)rng_below(&rng, 12); plies > 0; plies--) {
            game->moves(&p, &legal);
            if (legal.count)
                game->play(&p, legal.at[rng_below(&rng, (uint32_t)legal.count)]);
        }
        game->moves(&p, &legal);
        int multipv = round % 3 ? PLACES : 1, threads = 1 + round % 2;
        uint64_t nodes = 2000 + rng_below(&rng, 30000);
        if (legal.count < 2)
            continue;
        struct thought t = think(game, &p, threads, nodes, multipv, &heard);
        struct writer w = writer_on(what, sizeof what);
        write_text(&w, "%s round %d multipv %d nodes %d", id, round, multipv, (int)nodes);
        if (heard.reports > 0)
            expect_list(&heard, &t, what);
    }
}

Test(deepen, othello_tells_different_moves_the_best_first)
{
    check_game("othello", COUNT(60, 10));
    check_game("othello:8x6", COUNT(60, 10));
}

Test(deepen, connect4_tells_different_moves_the_best_first)
{
    check_game("connect4:9x10,x=c4", COUNT(60, 10));
    check_game("connect4", COUNT(60, 10));
}

Test(deepen, gomoku_tells_different_moves_the_best_first)
{
    check_game("gomoku", COUNT(60, 10));
    check_game("gomoku:9,free", COUNT(60, 10));
}

// Every place of the list begins with a move of its own, on a board without a stone too, where all
// cells but the middle are far from any.
static void check_bare(const char *id, enum goal goal)
{
    struct thinker b;
    const struct game *game;
    struct position p;
    const char *why;
    struct limits l = limits_of(goal);
    thinker_open(&b, 4, 1);
    cr_assert(game_find(word_of(id), &game, &p, &why));
    l.depth = 1;
    l.multipv = 9;
    thinker_think(&b, game, &p, &l);
    cr_assert_eq(b.heard, 9, "%s", id);
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < i; k++)
            cr_expect_neq(b.last[i].line[0], b.last[k].line[0], "%s: places %d and %d", id, k + 1,
                          i + 1);
    thinker_close(&b);
}

Test(deepen, no_move_is_listed_twice_on_a_bare_board)
{
    check_bare("gomoku:5", GOAL_PLAY);
    check_bare("gomoku:5", GOAL_EXACT);
    check_bare("gomoku:22,free", GOAL_EXACT);
}

// ---- variety ----

static void no_beginning(void *self, const struct position *p, struct worker *w)
{
    (void)self;
    (void)p;
    (void)w;
}

// Four root moves whose values never change.
static int fixed_search(void *self, move m, int depth, int alpha, int beta, struct line *pv)
{
    static const int values[] = {100, 80, 49, -300};
    (void)self;
    (void)depth;
    (void)alpha;
    (void)beta;
    line_join(pv, m, &(struct line){0});
    return values[move_x(m)];
}

// The root moves as they are searched: which, at which place, and of how many windows.
struct places {
    struct worker *worker;
    move last;
    int place, windows, wrong;
};

static void begin_places(void *self, const struct position *p, struct worker *w)
{
    (void)p;
    *(struct places *)self = (struct places){.worker = w, .last = MOVE_NONE};
}

// What a game is told of the places, and how often a window was opened again; of one thread.
static struct places seen;

// Values that leave the window with every depth. The places of a window count up from 0; a move that
// is searched again keeps its own.
static int wild_search(void *self, move m, int depth, int alpha, int beta, struct line *pv)
{
    struct places *s = self;
    int place = s->worker->root_place;
    s->windows += place == 0;
    s->wrong += place != 0 && place != (m == s->last ? s->place : s->place + 1);
    s->place = place;
    s->last = m;
    seen = *s;
    return fixed_search(NULL, m, depth, alpha, beta, pv) + depth % 2 * 1000;
}

// The same with a win by the last of them.
static int won_search(void *self, move m, int depth, int alpha, int beta, struct line *pv)
{
    int score = fixed_search(self, m, depth, alpha, beta, pv);
    return move_x(m) == 3 ? SCORE_WIN - 5 : score;
}

// The answer when the moves have these handicaps. What is told of it is its own value.
static int answer_of(bool won, const int handicaps[4])
{
    const struct deepener fixed = {.owner = "fixed",
                                   .self_size = 64,
                                   .begin = no_beginning,
                                   .search = won ? won_search : fixed_search,
                                   .max_depth = 10};
    struct session *session = session_new_sized((struct listener){0}, 4, 1);
    struct limits l = limits_none();
    struct position p = {0};
    struct moves roots = {.count = 4};
    struct line line;
    l.depth = 6;
    struct search *s = session_search(session, &l);
    s->variety.most = 50;
    for (int i = 0; i < 4; i++) {
        roots.at[i] = move_at(i, 0);
        s->variety.handicap[cell_of(roots.at[i])] = (int16_t)handicaps[i];
    }
    struct thought t = deepen(&fixed, &p, &roots, s);
    cr_assert_eq(t.score, fixed.search(NULL, t.best, 0, 0, 0, &line));
    session_free(session);
    return move_x(t.best);
}

// A move gives way to one that is worse by less than its handicap; and a win never does.
Test(deepen, variety)
{
    cr_expect_eq(answer_of(false, (int[]){0, 0, 0, 0}), 0);
    cr_expect_eq(answer_of(false, (int[]){19, 0, 0, 0}), 0);
    cr_expect_eq(answer_of(false, (int[]){21, 0, 0, 0}), 1);
    cr_expect_eq(answer_of(false, (int[]){50, 30, 0, 0}), 0);
    cr_expect_eq(answer_of(false, (int[]){52, 32, 0, 0}), 2);
    cr_expect_eq(answer_of(true, (int[]){0, 0, 0, 500}), 3);
}

// However often a window is opened again, and for every place of the list, a game is told where a
// root move stands in the order: late ones are searched less by that.
Test(deepen, places_of_root_moves_count_from_every_window)
{
    const struct deepener wild = {.owner = "wild",
                                  .self_size = 64,
                                  .begin = begin_places,
                                  .search = wild_search,
                                  .max_depth = 10};
    struct session *session = session_new_sized((struct listener){0}, 4, 1);
    struct limits l = limits_none();
    struct position p = {0};
    struct moves roots = {.count = 4};
    l.depth = 8;
    l.multipv = 2;
    for (int i = 0; i < 4; i++)
        roots.at[i] = move_at(i, 0);
    deepen(&wild, &p, &roots, session_search(session, &l));
    cr_expect_gt(seen.windows, 2 * 8, "no window was opened again");
    cr_expect_eq(seen.wrong, 0);
    session_free(session);
}

// ---- figures ----

// A search that fills the table, once.
struct filler {
    struct worker *worker;
    bool full;
};

static void begin_filling(void *self, const struct position *p, struct worker *w)
{
    (void)p;
    *(struct filler *)self = (struct filler){.worker = w};
}

static int filling_search(void *self, move m, int depth, int alpha, int beta, struct line *pv)
{
    struct filler *f = self;
    struct rng rng = {1};
    for (int i = 0; !f->full && i < 1 << 22; i++) {
        tt_store(&f->worker->tt, rng_next(&rng), 1, 1);
        worker_count(f->worker);
    }
    f->full = true;
    return fixed_search(NULL, m, depth, alpha, beta, pv);
}

static void hear_full(void *owner, const struct report *news)
{
    *(int *)owner = news->hashfull;
}

// A table that has grown in this search is told of as it is now.
Test(deepen, a_table_that_has_grown_is_full_when_it_is)
{
    const struct deepener filling = {.owner = "filling",
                                     .self_size = 64,
                                     .begin = begin_filling,
                                     .search = filling_search,
                                     .max_depth = 10};
    int full = 0;
    struct session *session =
        session_new_sized((struct listener){.owner = &full, .report = hear_full}, 64, 1);
    struct limits l = limits_none();
    struct position p = {0};
    struct moves roots = {2, {move_at(0, 0), move_at(1, 0)}};
    l.depth = 2;
    deepen(&filling, &p, &roots, session_search(session, &l));
    cr_expect_gt(full, 600, "%d per mille after four stores a place", full);
    session_free(session);
}

// Of several threads all nodes count; each may search on until it looks again.
Test(deepen, a_limit_of_nodes_is_one_for_all_threads)
{
    enum { NODES = 60000, LOOK = 2048 };
    struct heard heard;
    for (int threads = 1; threads <= 4; threads += 3) {
        const struct game *game;
        struct position p;
        const char *why;
        cr_assert(game_find(word_of("othello"), &game, &p, &why));
        struct thought t = think(game, &p, threads, NODES, 1, &heard);
        cr_expect_leq(t.nodes, NODES + (uint64_t)(threads * LOOK), "%d threads: %llu", threads,
                      (unsigned long long)t.nodes);
    }
}

// How deep any thread was asked to search, and whether one that helps was.
static atomic_int deepest, helped;

static void begin_counting(void *self, const struct position *p, struct worker *w)
{
    (void)p;
    *(struct worker **)self = w;
}

// The leading thread waits for the other, so that it has its turn.
static int counting_search(void *self, move m, int depth, int alpha, int beta, struct line *pv)
{
    const struct worker *w = *(struct worker **)self;
    if (depth > atomic_load(&deepest))
        atomic_store(&deepest, depth);
    if (w->thread > 0)
        atomic_store(&helped, 1);
    while (w->threads > 1 && !atomic_load(&helped))
        sched_yield();
    return fixed_search(NULL, m, depth, alpha, beta, pv);
}

// A depth is not exceeded by who helps either: Othello's search goes from there to the end of the game,
// for which it has been given no table.
Test(deepen, no_thread_goes_beyond_the_depth)
{
    const struct deepener counting = {.owner = "counting",
                                      .self_size = 64,
                                      .begin = begin_counting,
                                      .search = counting_search,
                                      .max_depth = 10};
    struct session *session = session_new_sized((struct listener){0}, 4, 2);
    struct limits l = limits_none();
    struct position p = {0};
    struct moves roots = {2, {move_at(0, 0), move_at(1, 0)}};
    for (l.depth = 1; l.depth < 4; l.depth++) {
        atomic_store(&deepest, 0);
        atomic_store(&helped, 0);
        deepen(&counting, &p, &roots, session_search(session, &l));
        cr_expect_eq(atomic_load(&deepest), l.depth);
    }
    session_free(session);
}
