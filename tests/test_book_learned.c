// SPDX-License-Identifier: MIT
// The books in the program that were learned: every position is reached from the start, every move
// legal, every value that of its best move, what is proven so by the solver; the openings they are
// to hold are there.
#include "book/graph.h"
#include "book/names/tables.h"
#include "engine/symmetry.h"
#include "tests/book_check.h"
#include "tests/thinker.h"

TestSuite(book_learned, .init = games_init);

// A book in the program and its graph, linked from the start.
struct learned {
    struct book *book;
    const struct game *game;
    struct graph graph;
};

static void learned_open(struct learned *l, const char *id)
{
    struct position start;
    const char *why = "";
    int64_t moves = 0, kept = 0;
    l->book = shipped_book(id);
    cr_assert(game_find(word_of(id), &l->game, &start, &why), "%s", why);
    cr_assert(graph_open(&l->graph, l->game, &start) && graph_load(&l->graph, l->book));
    for (int32_t i = 0; i < l->graph.count; i++)
        moves += l->graph.nodes[i].count;
    cr_expect_eq(graph_link(&l->graph), 0, "a move between two positions is not known");
    for (int32_t i = 0; i < l->graph.count; i++) {
        cr_assert(l->graph.nodes[i].linked, "a position that is not reached");
        kept += l->graph.nodes[i].count;
    }
    cr_expect_eq(kept, moves, "a move that is not legal");
}

static void learned_close(struct learned *l)
{
    graph_close(&l->graph);
    book_close(l->book);
}

// No estimate is other than the best of its moves, no move's value other than where it leads.
static void expect_negamax(const struct graph *g)
{
    for (int32_t i = 0; i < g->count; i++) {
        const struct graph_node *n = &g->nodes[i];
        int best = INT32_MIN;
        for (int k = 0; k < n->count; k++) {
            const struct graph_edge *e = &n->edges[k];
            best = e->score > best ? e->score : best;
            if (e->child == GRAPH_NONE)
                continue;
            int score = g->nodes[e->child].score;
            cr_assert_eq(e->score, e->same ? score : book_score_back(score));
        }
        cr_assert(n->kind != BOOK_ESTIMATE || n->count == 0 || best == n->score);
    }
}

// Solves again some of what is proven, where that takes no time. Returns how many.
static int check_proofs(struct learned *l, int empties, int most)
{
    struct thinker t;
    int checked = 0;
    graph_update(&l->graph, (struct graph_rules){.ply_cost = 10});
    thinker_open(&t, 16, 1);
    for (int32_t i = 0; i < l->graph.count && checked < most; i++) {
        struct position p;
        struct grid g;
        move path[GRAPH_PATH_MAX];
        const struct graph_node *n = &l->graph.nodes[i];
        int margin;
        if (n->kind != BOOK_EXACT || graph_path(&l->graph, i, &p, path) < 0 ||
            l->game->over(&p, &margin))
            continue;
        l->game->to_grid(&p, &g);
        if (grid_count(&g, CELL_EMPTY) > empties)
            continue;
        struct limits limits = limits_of(GOAL_EXACT);
        struct thought thought = thinker_think(&t, l->game, &p, &limits);
        cr_expect(thought.solved && thought.score == n->score, "%d, not %d", thought.score,
                  n->score);
        checked++;
    }
    thinker_close(&t);
    return checked;
}

// Plays a row of moves such as f5d6; the position must be legal at every step.
static struct position position_after(const struct learned *l, const char *moves)
{
    struct position p = l->graph.root;
    for (const char *at = moves; *at;) {
        int x = *at++ - 'a', y = 0;
        while (*at >= '0' && *at <= '9')
            y = 10 * y + *at++ - '0';
        struct grid g;
        l->game->to_grid(&p, &g);
        int row = l->game->flips ? y - 1 : g.height - y;
        cr_assert(l->game->play(&p, move_at(x, row)), "%s", moves);
    }
    return p;
}

Test(book_learned, othello)
{
    struct learned l;
    learned_open(&l, "othello");
    cr_expect_geq(book_header(l.book)->entries, 50000);
    expect_negamax(&l.graph);
    cr_expect_gt(check_proofs(&l, 14, 100), 5);
    learned_close(&l);
}

// Every opening with a name, and on from there with the best moves to twenty plies: what is known at
// the end of the line is within half a disc of what is known of the opening, so no better line is.
Test(book_learned, othello_openings)
{
    struct learned l;
    learned_open(&l, "othello");
    for (const struct opening *o = othello_openings; o->name; o++) {
        struct position p = position_after(&l, o->moves);
        struct book_entry e;
        int score = 0;
        for (size_t plies = strlen(o->moves) / 2, first = plies; plies <= 20; plies++) {
            bool same = false;
            cr_assert(book_probe(l.book, &othello_game, &p, &e) && e.count > 0, "%s, ply %zu",
                      o->name, plies);
            score = plies == first ? e.score : score;
            cr_assert_leq(abs(e.score - score), 50, "%s, ply %zu: %d, not %d", o->name, plies,
                          e.score, score);
            cr_assert(graph_step(&othello_game, &p, e.moves[0].m, &same));
            score = same ? score : book_score_back(score);
        }
    }
    learned_close(&l);
}

// The game both sides play without a mistake (Takizawa, "Othello is solved", 2023): each position is
// known to the end, and level from where our solver has proven it.
Test(book_learned, othello_draw)
{
    static const char line[] = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
                               "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
    struct learned l;
    learned_open(&l, "othello");
    for (int plies = 0; plies <= 60; plies++) {
        char moves[sizeof line] = "";
        struct book_entry e;
        memcpy(moves, line, 2 * (size_t)plies);
        struct position p = position_after(&l, moves);
        cr_assert(book_probe(l.book, &othello_game, &p, &e), "ply %d", plies);
        cr_assert(plies < 35 || (e.kind == BOOK_EXACT && e.score == 0), "ply %d", plies);
    }
    learned_close(&l);
}

static void expect_gomoku(const char *id)
{
    struct learned l;
    learned_open(&l, id);
    expect_negamax(&l.graph);
    for (const struct opening *o = gomoku_openings; o->name; o++) {
        struct book_entry e;
        struct position p = position_after(&l, o->moves);
        cr_expect(book_probe(l.book, l.game, &p, &e) && e.count > 0, "%s", o->name);
    }
    // Every stone of White and every second one of Black within two of the centre.
    for (int w = 0; w < 25; w++)
        for (int b = 0; b < 25; b++) {
            struct position p = l.graph.root;
            struct book_entry e;
            if (w == 12 || b == 12 || w == b)
                continue;
            cr_assert(l.game->play(&p, move_at(7, 7)));
            cr_assert(l.game->play(&p, move_at(5 + w % 5, 5 + w / 5)));
            cr_assert(l.game->play(&p, move_at(5 + b % 5, 5 + b / 5)));
            cr_expect(book_probe(l.book, l.game, &p, &e) && e.count > 0, "%d %d", w, b);
        }
    learned_close(&l);
}

Test(book_learned, gomoku)
{
    expect_gomoku("gomoku");
}

Test(book_learned, gomoku_free)
{
    expect_gomoku("gomoku:15,free");
}
