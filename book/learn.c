// SPDX-License-Identifier: MIT
#include "book/learn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/probe.h"
#include "book/save.h"
#include "engine/notation.h"
#include "engine/symmetry.h"
#include "engine/text.h"

enum { BATCH_MAX = 200, WINDOW = 10 };

// Something that could be done next: to follow a node's move out of the graph, or, when no such
// move is known, to search for one.
struct task {
    int32_t node;
    int32_t cost;
};

// ---- opening and saving -------------------------------------------------------------------------

// Reads the book at the learner's path, if there is one.
static bool read_book(struct learner *l, const char **why)
{
    if (access(l->path, F_OK) != 0 && errno == ENOENT)
        return true;
    struct book *b = book_open(l->path, why);
    if (!b)
        return false;
    bool good = strcmp(book_header(b)->game, l->graph.id) == 0;
    if (!good)
        *why = "the book is for another game";
    if (good && book_header(b)->reach > 0) {
        *why = "the book is complete as it was made; there is nothing to learn";
        good = false;
    }
    good = good && book_check(b, why);
    if (good && !graph_load(&l->graph, b)) {
        *why = "there is no memory";
        good = false;
    }
    if (good && book_header(b)->note[0])
        word_copy(word_of(book_header(b)->note), l->note, sizeof l->note);
    book_close(b);
    return good;
}

bool learn_open(struct learner *l, const struct game *game, const struct position *root,
                const char **why)
{
    l->added = l->searched = l->saved = 0;
    word_copy(word_of("learned by outflank book learn"), l->note, sizeof l->note);
    if (!graph_open(&l->graph, game, root)) {
        *why = "there is no memory";
        return false;
    }
    if (!read_book(l, why)) {
        learn_close(l);
        return false;
    }
    graph_link(&l->graph);
    graph_update(&l->graph, l->rules.graph);
    return true;
}

void learn_close(struct learner *l)
{
    graph_close(&l->graph);
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const struct book_entry *)a)->key, y = ((const struct book_entry *)b)->key;
    return (x > y) - (x < y);
}

// Writes all nodes in the order of their keys.
static bool write_graph(const struct graph *g, struct book_writer *w, const char **why)
{
    *why = "there is no memory";
    struct book_entry *entries = malloc(((size_t)g->count + 1) * sizeof *entries);
    bool good = entries != NULL;
    for (int32_t i = 0; good && i < g->count; i++)
        graph_entry(g, i, &entries[i]);
    if (good)
        qsort(entries, (size_t)g->count, sizeof *entries, by_key);
    for (int32_t i = 0; good && i < g->count; i++)
        good = book_write(w, &entries[i], why);
    free(entries);
    return good;
}

// Takes over what the book on the disk has more. The values are worked out from both.
static bool take_over(struct learner *l, const struct book *old, const char **why)
{
    *why = "there is no memory";
    if (old && !graph_load(&l->graph, old))
        return false;
    graph_link(&l->graph);
    graph_update(&l->graph, l->rules.graph);
    return true;
}

static bool produce_all(void *owner, const struct book *old, struct book_writer *w,
                        const char **why)
{
    struct learner *l = owner;
    return take_over(l, old, why) && write_graph(&l->graph, w, why);
}

// The same, pruned: what another process has added since the book was read is not lost.
static bool produce_pruned(void *owner, const struct book *old, struct book_writer *w,
                           const char **why)
{
    struct learner *l = owner;
    if (!take_over(l, old, why))
        return false;
    learn_prune(l);
    return write_graph(&l->graph, w, why);
}

static bool save(struct learner *l, book_producer *produce, const char **why)
{
    struct book_header h = {.width = l->graph.width};
    word_copy(word_of(l->graph.id), h.game, sizeof h.game);
    word_copy(word_of(l->note), h.note, sizeof h.note);
    if (!book_rewrite(l->path, &h, produce, l, why))
        return false;
    l->saved = l->added;
    return true;
}

bool learn_save(struct learner *l, const char **why)
{
    return save(l, produce_all, why);
}

bool learn_replace(struct learner *l, const char **why)
{
    return save(l, produce_pruned, why);
}

// ---- searching ----------------------------------------------------------------------------------

// The moves of a position that its node, if it has one, does not follow; one for each position they
// lead to.
static void open_moves(const struct graph *g, int32_t node, const struct position *p,
                       struct moves *out)
{
    struct moves list;
    uint64_t keys[CELLS_MAX];
    g->game->moves(p, &list);
    out->count = 0;
    for (int i = 0; i < list.count; i++) {
        struct position next = *p;
        bool same, seen = false;
        if (!move_is_cell(list.at[i]) || !graph_step(g->game, &next, list.at[i], &same))
            continue;
        uint64_t key = book_key_of(g->game, &next);
        int32_t child = graph_find(g, key);
        if (node != GRAPH_NONE && child != GRAPH_NONE)
            for (int k = 0; k < g->nodes[node].count; k++)
                seen |= g->nodes[node].edges[k].child == child;
        for (int k = 0; k < out->count; k++)
            seen |= keys[k] == key;
        if (seen)
            continue;
        keys[out->count] = key;
        out->at[out->count++] = list.at[i];
    }
}

// Searches a node's moves that lead out of the graph and makes the best of them an edge, if there is
// room for one. False when the search was stopped.
static bool search_node(struct learner *l, int32_t node, const struct position *p)
{
    struct moves open;
    struct judgement j;
    open_moves(&l->graph, node, p, &open);
    l->graph.nodes[node].whole = open.count == 0;
    if (open.count == 0 || l->graph.nodes[node].count == BOOK_MOVES_MAX)
        return true;
    if (!l->search(l->owner, p, &open, &j))
        return false;
    l->searched++;
    const bool set = graph_set_edge(&l->graph, node, p, j.best, j.score);
    l->graph.nodes[node].whole = set && open.count == 1;
    return true;
}

// A node for a position that has none. GRAPH_NONE when the search was stopped or there is no memory.
static int32_t new_node(struct learner *l, const struct position *p, int stones)
{
    struct moves open;
    struct judgement j = {.best = MOVE_NONE, .exact = true};
    int margin;
    const bool over = l->graph.game->over(p, &margin);
    if (over) {
        j.score = l->graph.game->end_score(p);
    } else {
        open_moves(&l->graph, GRAPH_NONE, p, &open);
        if (!l->search(l->owner, p, &open, &j))
            return GRAPH_NONE;
        l->searched++;
    }
    int32_t node = graph_add(&l->graph, book_key_of(l->graph.game, p));
    if (node == GRAPH_NONE)
        return node;
    struct graph_node *n = &l->graph.nodes[node];
    n->stones = (uint16_t)stones;
    n->score = (int16_t)j.score;
    n->kind = j.exact ? BOOK_EXACT : BOOK_ESTIMATE;
    n->depth = (uint8_t)(j.depth > 255 ? 255 : j.depth);
    n->selectivity = (uint8_t)j.selectivity;
    n->whole = over || open.count == 1;
    if (!over)
        graph_set_edge(&l->graph, node, p, j.best, j.score);
    l->added++;
    return node;
}

// The node of a position; a new one is searched.
static int32_t node_of(struct learner *l, const struct position *p, int stones)
{
    int32_t node = graph_find(&l->graph, book_key_of(l->graph.game, p));
    return node == GRAPH_NONE ? new_node(l, p, stones) : node;
}

// ---- choosing -----------------------------------------------------------------------------------

static int by_cost(const void *a, const void *b)
{
    const struct task *x = a, *y = b;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

// The best move of a node that leads out of the graph, or NULL.
static const struct graph_edge *way_out(const struct graph_node *n)
{
    const struct graph_edge *best = NULL;
    for (int i = 0; i < n->count; i++)
        if (n->edges[i].child == GRAPH_NONE && (!best || n->edges[i].score > best->score))
            best = &n->edges[i];
    return best;
}

static int stones_on(const struct game *game, const struct position *p)
{
    struct grid grid;
    game->to_grid(p, &grid);
    return grid.width * grid.height - grid_count(&grid, CELL_EMPTY);
}

// What could be done, cheapest first; the caller frees it.
static struct task *list_tasks(const struct learner *l, int32_t *count)
{
    const struct graph *g = &l->graph;
    const int last = stones_on(g->game, &g->root) + l->rules.plies;
    struct task *tasks = malloc(((size_t)g->count + 1) * sizeof *tasks);
    *count = 0;
    for (int32_t i = 0; tasks && i < g->count; i++) {
        const struct graph_node *n = &g->nodes[i];
        const struct graph_edge *e = way_out(n);
        if (n->cost >= GRAPH_COST_NONE || n->kind == BOOK_EXACT || n->stones >= last ||
            (!e && (n->whole || n->count == BOOK_MOVES_MAX)))
            continue;
        int loss = e && n->score > e->score ? n->score - e->score : 0;
        int cost = n->cost + loss + l->rules.graph.ply_cost;
        if (cost <= l->rules.max_cost)
            tasks[(*count)++] = (struct task){i, cost};
    }
    if (tasks)
        qsort(tasks, (size_t)*count, sizeof *tasks, by_cost);
    return tasks;
}

// Follows a node's best move out of the graph, then searches the node for the next best.
static bool follow(struct learner *l, int32_t node)
{
    struct graph *g = &l->graph;
    struct position p, next;
    move path[GRAPH_PATH_MAX];
    if (graph_path(g, node, &p, path) < 0)
        return true;
    const struct graph_edge *e = way_out(&g->nodes[node]);
    if (e) {
        struct canonical c;
        bool same;
        int score = e->score;
        next = p;
        g->game->canonical(&p, &c);
        move m = move_image_back(e->m, c.width, c.height, c.symmetry);
        if (!graph_step(g->game, &next, m, &same))
            return true;
        if (node_of(l, &next, g->nodes[node].stones + 1) == GRAPH_NONE)
            return false;
        graph_set_edge(g, node, &p, m, score);
    }
    return search_node(l, node, &p);
}

bool learn_some(struct learner *l, bool *stopped)
{
    int32_t count;
    *stopped = false;
    if (l->graph.count == 0) {
        int stones = stones_on(l->graph.game, &l->graph.root);
        *stopped = node_of(l, &l->graph.root, stones) == GRAPH_NONE;
        graph_update(&l->graph, l->rules.graph);
        return !*stopped;
    }
    struct task *tasks = list_tasks(l, &count);
    if (!tasks)
        return false;
    // The cheapest two per cent, and of a large book some of the cheapest, drawn at random: whoever
    // learns into it at the same time draws others. (Seven processes that all took the cheapest two
    // hundred, each in another order, did the same work between two saves.)
    int32_t batch = 1 + l->graph.count / 50;
    batch = batch > BATCH_MAX ? BATCH_MAX : batch;
    batch = batch > count ? count : batch;
    int32_t window = batch < BATCH_MAX ? batch : WINDOW * batch;
    window = window > count ? count : window;
    for (int32_t i = 0; i < batch && !*stopped; i++) {
        int32_t k = i + (int32_t)rng_below(&l->rng, (uint32_t)(window - i));
        struct task t = tasks[k];
        tasks[k] = tasks[i];
        *stopped = !follow(l, t.node);
    }
    free(tasks);
    graph_update(&l->graph, l->rules.graph);
    return batch > 0 && !*stopped;
}

// Plays a move on, both positions searched if they are new. False when it is not legal or the search
// was stopped.
static bool line_step(struct learner *l, struct position *p, move m)
{
    const int stones = stones_on(l->graph.game, p);
    struct position next = *p;
    bool same;
    int32_t node = node_of(l, p, stones);
    if (node == GRAPH_NONE || !graph_step(l->graph.game, &next, m, &same))
        return false;
    int32_t child = node_of(l, &next, stones + 1);
    if (child == GRAPH_NONE)
        return false;
    int score = l->graph.nodes[child].score;
    graph_set_edge(&l->graph, node, p, m, same ? score : book_score_back(score));
    *p = next;
    return true;
}

bool learn_line(struct learner *l, const move *moves, int count, int plies)
{
    struct position p = l->graph.root;
    for (int i = 0; i < count; i++)
        if (!line_step(l, &p, moves[i]))
            return false;
    const int first = stones_on(l->graph.game, &l->graph.root);
    int32_t node = node_of(l, &p, first + count);
    for (; node != GRAPH_NONE && stones_on(l->graph.game, &p) < first + plies;
         node = graph_find(&l->graph, book_key_of(l->graph.game, &p))) {
        const struct graph_node *n = &l->graph.nodes[node];
        const struct graph_edge *best = NULL;
        struct canonical c;
        for (int i = 0; i < n->count; i++)
            if (!best || n->edges[i].score > best->score)
                best = &n->edges[i];
        if (!best)
            return true; // the game is over
        l->graph.game->canonical(&p, &c);
        if (!line_step(l, &p, move_image_back(best->m, c.width, c.height, c.symmetry)))
            return false;
    }
    return node != GRAPH_NONE;
}

// ---- what is there ------------------------------------------------------------------------------

// Searches a node again; the moves that lead out of the graph get new scores.
static bool search_again(struct learner *l, int32_t node)
{
    struct position p;
    move path[GRAPH_PATH_MAX];
    struct moves open;
    struct judgement j;
    if (graph_path(&l->graph, node, &p, path) < 0)
        return true;
    open_moves(&l->graph, node, &p, &open);
    if (open.count > 0 && !l->search(l->owner, &p, &open, &j))
        return false;
    struct graph_node *n = &l->graph.nodes[node];
    int kept = 0;
    for (int i = 0; i < n->count; i++)
        if (n->edges[i].child != GRAPH_NONE)
            n->edges[kept++] = n->edges[i];
    n->count = (uint8_t)kept;
    if (open.count == 0)
        return true;
    l->searched++;
    n->depth = (uint8_t)(j.depth > 255 ? 255 : j.depth);
    n->selectivity = (uint8_t)j.selectivity;
    if (kept == 0 && j.exact)
        n->kind = BOOK_EXACT;
    graph_set_edge(&l->graph, node, &p, j.best, j.score);
    if (kept == 0)
        n->score = (int16_t)j.score;
    return true;
}

bool learn_deepen(struct learner *l, int depth, bool *stopped)
{
    struct graph *g = &l->graph;
    struct task *tasks = malloc(((size_t)g->count + 1) * sizeof *tasks);
    int32_t count = 0;
    *stopped = false;
    for (int32_t i = 0; tasks && i < g->count; i++)
        if (g->nodes[i].depth < depth && g->nodes[i].kind == BOOK_ESTIMATE &&
            g->nodes[i].cost <= l->rules.max_cost)
            tasks[count++] = (struct task){i, g->nodes[i].cost};
    if (tasks)
        qsort(tasks, (size_t)count, sizeof *tasks, by_cost);
    for (int32_t i = 0; i < count && i < BATCH_MAX && !*stopped; i++) {
        *stopped = !search_again(l, tasks[i].node);
        if (!*stopped && g->nodes[tasks[i].node].depth < depth) // as deep as it gets
            g->nodes[tasks[i].node].depth = (uint8_t)depth;
    }
    free(tasks);
    graph_update(g, l->rules.graph);
    return count > 0 && !*stopped;
}

int learn_prune(struct learner *l)
{
    struct graph *g = &l->graph, old = *g;
    const int last = stones_on(g->game, &g->root) + l->rules.plies;
    if (!graph_open(g, old.game, &old.root)) {
        *g = old;
        return 0;
    }
    for (int32_t i = 0; i < old.count; i++) {
        const struct graph_node *n = &old.nodes[i];
        const bool costly = n->cost > l->rules.max_cost && n->cost < GRAPH_COST_NONE;
        if (costly || n->stones > last)
            continue;
        int32_t node = graph_add(g, n->key);
        if (node == GRAPH_NONE) {
            graph_close(g);
            *g = old;
            return 0;
        }
        g->nodes[node] = *n;
        for (int k = 0; k < n->count; k++) // where they lead is numbered anew
            g->nodes[node].edges[k].child = GRAPH_NONE;
    }
    int dropped = old.count - g->count;
    graph_close(&old);
    graph_link(g);
    graph_update(g, l->rules.graph);
    return dropped;
}
