// SPDX-License-Identifier: MIT
// Growing books: values run up through transpositions, the cheapest way out is followed first, what
// is learned is what the solver says, and two who learn into one book lose nothing.
#include "book/learn.h"
#include "engine/symmetry.h"
#include "tests/book_check.h"
#include "tests/thinker.h"

TestSuite(book_learn, .init = games_init);

// A search for a learner: exact with few empty cells, else to this depth.
struct searcher {
    struct thinker thinker;
    const struct game *game;
    int depth, solve;
    int stop_after;        // searches, 0 = never
    struct position first; // see shrug
};

static bool search(void *owner, const struct position *p, const struct moves *among,
                   struct judgement *out)
{
    struct searcher *s = owner;
    struct grid g;
    s->game->to_grid(p, &g);
    const bool solve = grid_count(&g, CELL_EMPTY) <= s->solve;
    struct limits l = limits_of(solve ? GOAL_EXACT : GOAL_PLAY);
    l.depth = solve ? 0 : s->depth;
    l.only = *among;
    if (s->stop_after && --s->stop_after == 0)
        return false;
    struct thought t = thinker_think(&s->thinker, s->game, p, &l);
    *out = (struct judgement){
        .best = t.best, .score = t.score, .depth = s->depth, .selectivity = 100, .exact = t.solved};
    return true;
}

static void searcher_open(struct searcher *s, const struct game *game, int depth, int solve)
{
    *s = (struct searcher){.game = game, .depth = depth, .solve = solve};
    thinker_open(&s->thinker, 4, 1);
}

static struct position start_of_game(const struct game *game, const char *shape)
{
    struct position p;
    const char *why = "";
    cr_assert(game->start(&p, shape, &why), "%s", why);
    return p;
}

static void learner_open(struct learner *l, struct searcher *s, const char *path,
                         const struct position *start, int plies)
{
    const char *why = "";
    *l = (struct learner){
        .rules = {{10, 0}, plies, 1000000}, .path = path, .rng = {1}, .search = search, .owner = s};
    cr_assert(learn_open(l, s->game, start, &why), "%s", why);
}

static const struct graph_node *root_of(const struct learner *l)
{
    int32_t root = graph_find(&l->graph, book_key_of(l->graph.game, &l->graph.root));
    cr_assert_neq(root, GRAPH_NONE);
    return &l->graph.nodes[root];
}

// Othello on 4x4, solved only where at most six cells are empty: what lies before follows from the
// graph, and the first position is worth what it is known to be (white wins by ten).
Test(book_learn, the_value_of_a_whole_game)
{
    struct folder f = folder_new();
    struct searcher s;
    struct learner l;
    struct position start = start_of_game(&othello_game, "4x4");
    const char *why = "";
    bool stopped;
    searcher_open(&s, &othello_game, 1, 6);
    learner_open(&l, &s, f.path, &start, 100);
    for (int i = 0; i < 10000 && learn_some(&l, &stopped); i++)
        cr_assert(!stopped);
    cr_expect_eq(root_of(&l)->score, -1000);
    cr_expect_eq(root_of(&l)->kind, BOOK_EXACT);
    cr_assert(learn_save(&l, &why), "%s", why);
    struct book *b = book_open(f.path, &why);
    struct book_entry e;
    cr_assert(b && book_check(b, &why), "%s", why);
    cr_expect(book_probe(b, &othello_game, &start, &e) && e.kind == BOOK_EXACT && e.score == -1000);
    cr_expect_gt(e.lines, 10u);
    cr_expect_eq(book_header(b)->entries, (uint64_t)l.graph.count);
    book_close(b);
    learn_close(&l);
    thinker_close(&s.thinker);
    folder_free(&f);
}

// Every value is that of the best move, and every cost that of the cheapest way.
static void expect_consistent(const struct graph *g, int ply_cost)
{
    for (int32_t i = 0; i < g->count; i++) {
        const struct graph_node *n = &g->nodes[i];
        int best = INT32_MIN;
        for (int k = 0; k < n->count; k++) {
            const struct graph_edge *e = &n->edges[k];
            best = e->score > best ? e->score : best;
            if (e->child == GRAPH_NONE)
                continue;
            const struct graph_node *c = &g->nodes[e->child];
            cr_assert_eq(e->score, e->same ? c->score : book_score_back(c->score));
            cr_assert_leq(c->cost, n->cost + n->score - e->score + ply_cost);
            cr_assert_gt(c->stones, n->stones);
        }
        cr_assert(n->kind != BOOK_ESTIMATE || n->count == 0 || best == n->score);
    }
}

Test(book_learn, values_and_costs_agree)
{
    struct folder f = folder_new();
    struct searcher s;
    struct learner l, again;
    struct position start = start_of_game(&othello_game, "");
    const char *why = "";
    bool stopped;
    searcher_open(&s, &othello_game, 4, 0);
    learner_open(&l, &s, f.path, &start, 30);
    while (l.graph.count < 500)
        cr_assert(learn_some(&l, &stopped));
    expect_consistent(&l.graph, 10);
    cr_expect_eq(root_of(&l)->count, 1, "the four first moves are one");
    // What is saved and read again is the same book.
    cr_assert(learn_save(&l, &why), "%s", why);
    learner_open(&again, &s, f.path, &start, 30);
    expect_consistent(&again.graph, 10);
    cr_expect_eq(again.graph.count, l.graph.count);
    cr_expect_eq(root_of(&again)->score, root_of(&l)->score);
    cr_expect_eq(root_of(&again)->lines, root_of(&l)->lines);
    // Each node's way leads to it.
    for (int32_t i = 0; i < again.graph.count; i += 7) {
        move path[GRAPH_PATH_MAX];
        struct position p;
        int n = graph_path(&again.graph, i, &p, path);
        cr_assert_geq(n, 0);
        cr_assert_eq(book_key_of(&othello_game, &p), again.graph.nodes[i].key);
    }
    learn_close(&again);
    learn_close(&l);
    thinker_close(&s.thinker);
    folder_free(&f);
}

// Two who learn into one book, each saving now and then: in the end both have all of it.
Test(book_learn, two_learners_lose_nothing)
{
    struct folder f = folder_new();
    struct searcher s;
    struct learner l[2];
    struct position start = start_of_game(&othello_game, "");
    const char *why = "";
    bool stopped;
    searcher_open(&s, &othello_game, 3, 0);
    for (int i = 0; i < 2; i++)
        learner_open(&l[i], &s, f.path, &start, 30);
    l[1].rng.state = 2;
    l[1].rules.graph.ply_cost = 60; // goes wide where the other goes deep
    for (int round = 0; round < 20; round++)
        for (int i = 0; i < 2; i++) {
            for (int n = 0; n < 5; n++)
                cr_assert(learn_some(&l[i], &stopped));
            cr_assert(learn_save(&l[i], &why), "%s", why);
        }
    cr_assert(learn_save(&l[0], &why), "%s", why);
    struct book *b = book_open(f.path, &why);
    struct book_entry e;
    cr_assert_not_null(b, "%s", why);
    for (int i = 0; i < 2; i++)
        for (int32_t k = 0; k < l[i].graph.count; k++)
            cr_assert(book_find(b, l[i].graph.nodes[k].key, &e));
    cr_expect_eq(book_header(b)->entries, (uint64_t)l[0].graph.count);
    cr_expect_gt(l[0].graph.count, (int32_t)l[0].added, "it has what the other added");
    book_close(b);
    learn_close(&l[0]);
    learn_close(&l[1]);
    thinker_close(&s.thinker);
    folder_free(&f);
}

// One who prunes takes nothing out that another adds meanwhile, but for what costs too much.
Test(book_learn, pruning_keeps_what_another_adds)
{
    struct folder f = folder_new();
    struct searcher s;
    struct learner l[2];
    struct position start = start_of_game(&othello_game, "");
    const char *why = "";
    const move line[] = {move_at(5, 4), move_at(5, 5), move_at(4, 5), move_at(5, 3), move_at(6, 2)};
    searcher_open(&s, &othello_game, 2, 0);
    learner_open(&l[0], &s, f.path, &start, 30);
    cr_assert(learn_line(&l[0], line, 4, 0) && learn_save(&l[0], &why), "%s", why);
    learner_open(&l[1], &s, f.path, &start, 3); // it prunes to three plies
    const move other[] = {move_at(5, 4), move_at(3, 5), move_at(2, 2), move_at(3, 2)};
    cr_assert(learn_line(&l[0], other, 4, 0) && learn_save(&l[0], &why), "%s", why);
    cr_expect_eq(learn_prune(&l[1]), 1);
    cr_assert(learn_replace(&l[1], &why), "%s", why);
    struct book *b = book_open(f.path, &why);
    cr_assert(b && book_check(b, &why), "%s", why);
    cr_expect_eq(book_header(b)->entries, 4u + 2u);
    cr_expect_eq(l[1].graph.count, 6);
    book_close(b);
    learn_close(&l[0]);
    learn_close(&l[1]);
    thinker_close(&s.thinker);
    folder_free(&f);
}

// A search that is stopped adds nothing half done.
Test(book_learn, stopped_at_any_search)
{
    for (int after = 1; after < 40; after++) {
        struct folder f = folder_new();
        struct searcher s;
        struct learner l;
        struct position start = start_of_game(&othello_game, "");
        const char *why = "";
        bool stopped = false;
        searcher_open(&s, &othello_game, 2, 0);
        s.stop_after = after;
        learner_open(&l, &s, f.path, &start, 30);
        while (learn_some(&l, &stopped))
            continue;
        cr_assert(stopped);
        cr_assert(learn_save(&l, &why), "%s", why);
        for (int32_t i = 0; i < l.graph.count; i++)
            cr_assert_gt(l.graph.nodes[i].count, 0, "stopped at search %d", after);
        expect_consistent(&l.graph, 10);
        learn_close(&l);
        thinker_close(&s.thinker);
        folder_free(&f);
    }
}

// A search that finds every position worth nothing and plays its first move; what it says is
// proven, but not of the first position.
static bool shrug(void *owner, const struct position *p, const struct moves *among,
                  struct judgement *out)
{
    struct searcher *s = owner;
    if (s->stop_after && --s->stop_after == 0)
        return false;
    *out = (struct judgement){.best = among->at[0],
                              .depth = s->depth,
                              .selectivity = 100,
                              .exact = memcmp(p, &s->first, sizeof *p) != 0};
    return true;
}

// A learner with that search, which follows the first position's moves alone.
static void shrugger_open(struct learner *l, struct searcher *s, const struct game *game,
                          const struct position *first)
{
    *s = (struct searcher){.game = game, .depth = 1, .first = *first};
    learner_open(l, s, "/nowhere/no.book", first, 1);
    l->search = shrug;
}

// Until its last move has been searched a position is not proven.
Test(book_learn, a_stop_before_the_last_move_proves_nothing)
{
    struct searcher s;
    struct learner l;
    struct position start = start_of_game(&connect4_game, "4x4"); // two moves and their images
    bool stopped;
    shrugger_open(&l, &s, &connect4_game, &start);
    cr_assert(learn_some(&l, &stopped));
    s.stop_after = 2; // the first is looked at, the second no more
    cr_assert(!learn_some(&l, &stopped) && stopped);
    cr_expect_eq(root_of(&l)->count, 1);
    cr_expect_eq(root_of(&l)->kind, BOOK_ESTIMATE, "one of two moves is searched");
    while (learn_some(&l, &stopped))
        continue;
    cr_expect_eq(root_of(&l)->count, 2);
    cr_expect_eq(root_of(&l)->kind, BOOK_EXACT);
    learn_close(&l);
}

// A position keeps so many moves and no more: then it is left alone, and not proven by them.
Test(book_learn, a_full_position_is_left_alone)
{
    struct searcher s;
    struct learner l;
    struct position start = start_of_game(&gomoku_game, "9");
    bool stopped;
    cr_assert(gomoku_game.play(&start, move_at(1, 0)) && gomoku_game.play(&start, move_at(3, 0)));
    shrugger_open(&l, &s, &gomoku_game, &start);
    for (int i = 0; i < 4 * BOOK_MOVES_MAX && learn_some(&l, &stopped); i++)
        cr_assert(!stopped);
    cr_expect(!learn_some(&l, &stopped), "it is searched for ever");
    cr_expect_eq(root_of(&l)->count, BOOK_MOVES_MAX);
    cr_expect_eq(root_of(&l)->kind, BOOK_ESTIMATE);
    cr_expect_eq(l.searched, 2u * BOOK_MOVES_MAX, "%llu searches", (unsigned long long)l.searched);
    learn_close(&l);
}

// A game's moves become positions of the book, whatever they are worth; deepening and pruning.
Test(book_learn, lines_deepening_and_pruning)
{
    struct folder f = folder_new();
    struct searcher s;
    struct learner l;
    struct position start = start_of_game(&othello_game, "");
    const char *why = "";
    bool stopped;
    const move line[] = {move_at(5, 4), move_at(5, 5), move_at(4, 5), move_at(5, 3), move_at(6, 2)};
    searcher_open(&s, &othello_game, 3, 0);
    learner_open(&l, &s, f.path, &start, 30);
    cr_assert(learn_line(&l, line, 3, 0));
    cr_expect_eq(l.graph.count, 4);
    cr_assert(learn_line(&l, line, 5, 5));
    cr_expect_eq(l.graph.count, 6);
    cr_expect(!learn_line(&l, line + 1, 1, 0), "f6 is no first move");
    graph_update(&l.graph, l.rules.graph);
    expect_consistent(&l.graph, 10);
    s.depth = 5;
    while (learn_deepen(&l, 5, &stopped))
        cr_assert(!stopped);
    for (int32_t i = 0; i < l.graph.count; i++)
        cr_expect_eq(l.graph.nodes[i].depth, 5);
    expect_consistent(&l.graph, 10);
    cr_assert(learn_save(&l, &why), "%s", why);
    l.rules.plies = 3;
    cr_expect_eq(learn_prune(&l), 2);
    cr_assert(learn_replace(&l, &why), "%s", why);
    struct book *b = book_open(f.path, &why);
    cr_expect(b && book_header(b)->entries == 4);
    book_close(b);
    learn_close(&l);
    thinker_close(&s.thinker);
    folder_free(&f);
}

// A search that is stopped has not deepened its position: it is one of the next to be.
Test(book_learn, a_stop_deepens_nothing)
{
    struct searcher s;
    struct learner l;
    struct position start = start_of_game(&connect4_game, "4x4");
    bool stopped;
    shrugger_open(&l, &s, &connect4_game, &start);
    cr_assert(learn_some(&l, &stopped));
    s.depth = 5;
    s.stop_after = 1;
    cr_assert(!learn_deepen(&l, 5, &stopped) && stopped);
    cr_expect_eq(root_of(&l)->depth, 1);
    cr_assert(learn_deepen(&l, 5, &stopped) && !stopped);
    cr_expect_eq(root_of(&l)->depth, 5);
    learn_close(&l);
}

// A line goes on with the best moves known to where it is told to, and no further.
Test(book_learn, lines_are_made_longer)
{
    struct folder f = folder_new();
    struct searcher s;
    struct learner l;
    struct position start = start_of_game(&othello_game, ""), p = start;
    const move line[] = {move_at(5, 4), move_at(5, 5)};
    searcher_open(&s, &othello_game, 3, 0);
    learner_open(&l, &s, f.path, &start, 30);
    cr_assert(learn_line(&l, line, 2, 9));
    cr_expect_eq(l.graph.count, 10);
    for (int i = 0; i < 2; i++)
        cr_assert(othello_game.play(&p, line[i]));
    for (int i = 2; i <= 9; i++) {
        int32_t node = graph_find(&l.graph, book_key_of(&othello_game, &p));
        cr_assert_neq(node, GRAPH_NONE, "ply %d", i);
        cr_assert_eq(l.graph.nodes[node].count, 1);
        struct canonical c;
        othello_game.canonical(&p, &c);
        move m = move_image_back(l.graph.nodes[node].edges[0].m, c.width, c.height, c.symmetry);
        cr_assert(othello_game.play(&p, m));
    }
    learn_close(&l);
    thinker_close(&s.thinker);
    folder_free(&f);
}

// A draw that is proven may count for more or less than it is: moves are compared with that.
Test(book_learn, draws_sought_and_avoided)
{
    struct position start = start_of_game(&connect4_game, "");
    struct graph g;
    cr_assert(graph_open(&g, &connect4_game, &start));
    int32_t root = graph_add(&g, book_key_of(&connect4_game, &start));
    for (int x = 0; x < 2; x++) { // a proven draw, and a move a little worse by estimate
        struct position next = start;
        move m = move_at(x, 5);
        connect4_game.play(&next, m);
        int32_t child = graph_add(&g, book_key_of(&connect4_game, &next));
        g.nodes[child].kind = x ? BOOK_ESTIMATE : BOOK_EXACT;
        g.nodes[child].score = x ? 20 : 0;
        cr_assert(graph_set_edge(&g, root, &start, m, x ? -20 : 0));
    }
    graph_link(&g);
    graph_update(&g, (struct graph_rules){10, 0});
    cr_expect_eq(g.nodes[root].score, 0);
    graph_update(&g, (struct graph_rules){10, -50});
    cr_expect_eq(g.nodes[root].score, -20, "avoided");
    graph_update(&g, (struct graph_rules){10, 50});
    cr_expect_eq(g.nodes[root].score, 0, "sought");
    graph_close(&g);
}

// A node for what a position's move leads to, and the position.
static int32_t add_after(struct graph *g, struct position *p, move m)
{
    cr_assert(g->game->play(p, m));
    int32_t node = graph_add(g, book_key_of(g->game, p));
    cr_assert_neq(node, GRAPH_NONE);
    return node;
}

// What stays when the position before it is taken out leads to what it led to, or nowhere.
Test(book_learn, pruning_leaves_no_way_to_another_position)
{
    struct searcher s;
    struct learner l;
    struct position p = start_of_game(&gomoku_game, "9"), full = p;
    shrugger_open(&l, &s, &gomoku_game, &p);
    l.rules.plies = 100;
    l.rules.max_cost = 100;
    struct graph *g = &l.graph;
    int32_t root = graph_add(g, book_key_of(&gomoku_game, &p));
    cr_assert(graph_set_edge(g, root, &p, move_at(4, 4), 0));
    int32_t costly = add_after(g, &full, move_at(1, 0));
    cr_assert(graph_set_edge(g, root, &p, move_at(1, 0), -500));
    for (int i = 0; i < BOOK_MOVES_MAX; i++) // so that there is no room for one that is linked
        cr_assert(graph_set_edge(g, costly, &full, move_at(i % 8, 1 + i / 8), 500));
    struct position next = full;
    int32_t behind = add_after(g, &next, move_at(8, 8));
    cr_assert(graph_set_edge(g, behind, &next, move_at(3, 5), 0));
    struct position last = next;
    int32_t end = add_after(g, &last, move_at(3, 5));
    graph_link(g);
    graph_update(g, l.rules.graph);
    cr_expect_eq(g->nodes[behind].edges[0].child, end);
    cr_expect_eq(learn_prune(&l), 1);
    for (int32_t i = 0; i < g->count; i++)
        for (int k = 0; k < g->nodes[i].count; k++)
            cr_expect_lt(g->nodes[i].edges[k].child, g->count);
    behind = graph_find(g, book_key_of(&gomoku_game, &next));
    cr_assert_neq(behind, GRAPH_NONE);
    cr_expect_eq(g->nodes[behind].edges[0].score, 0);
    learn_close(&l);
}
