// SPDX-License-Identifier: MIT
#include "book/graph.h"

#include <stdlib.h>
#include <string.h>

#include "book/probe.h"
#include "book/save.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "engine/symmetry.h"

enum { FIRST_ROOM = 1 << 10, LINES_MAX = 1000000000 };

bool graph_open(struct graph *g, const struct game *game, const struct position *root)
{
    struct canonical c;
    *g = (struct graph){.game = game, .root = *root};
    game_id(game, root, g->id);
    game->canonical(root, &c);
    g->width = c.width;
    g->nodes = malloc(FIRST_ROOM * sizeof *g->nodes);
    g->table = malloc(2 * FIRST_ROOM * sizeof *g->table);
    if (!g->nodes || !g->table) {
        graph_close(g);
        return false;
    }
    g->room = FIRST_ROOM;
    g->mask = 2 * FIRST_ROOM - 1;
    memset(g->table, 0xff, 2 * FIRST_ROOM * sizeof *g->table);
    return true;
}

void graph_close(struct graph *g)
{
    free(g->nodes);
    free(g->table);
    *g = (struct graph){0};
}

// Where a key is in the table, or would be.
static uint32_t place_of(const struct graph *g, uint64_t key)
{
    uint32_t at = (uint32_t)rng_mix(key) & g->mask;
    while (g->table[at] != GRAPH_NONE && g->nodes[g->table[at]].key != key)
        at = (at + 1) & g->mask;
    return at;
}

int32_t graph_find(const struct graph *g, uint64_t key)
{
    return g->table[place_of(g, key)];
}

// Room for twice as many nodes.
static bool grow(struct graph *g)
{
    if (g->room > INT32_MAX / 4)
        return false;
    uint32_t places = 4 * (uint32_t)g->room;
    struct graph_node *nodes = realloc(g->nodes, 2 * (size_t)g->room * sizeof *nodes);
    if (nodes)
        g->nodes = nodes;
    int32_t *table = malloc(places * sizeof *table);
    if (!nodes || !table) {
        free(table);
        return false;
    }
    free(g->table);
    g->table = table;
    g->mask = places - 1;
    g->room *= 2;
    memset(table, 0xff, places * sizeof *table);
    for (int32_t i = 0; i < g->count; i++)
        table[place_of(g, g->nodes[i].key)] = i;
    return true;
}

int32_t graph_add(struct graph *g, uint64_t key)
{
    int32_t old = graph_find(g, key);
    if (old != GRAPH_NONE)
        return old;
    if (g->count == g->room && !grow(g))
        return GRAPH_NONE;
    g->nodes[g->count] = (struct graph_node){
        .key = key, .nth = -1, .lines = 1, .cost = GRAPH_COST_NONE, .parent = GRAPH_NONE};
    g->table[place_of(g, key)] = g->count;
    return g->count++;
}

// ---- entries ------------------------------------------------------------------------------------

void graph_entry(const struct graph *g, int32_t node, struct book_entry *out)
{
    const struct graph_node *n = &g->nodes[node];
    *out = (struct book_entry){.key = n->key,
                               .kind = (enum book_kind)n->kind,
                               .score = n->score,
                               .depth = n->depth,
                               .selectivity = n->selectivity,
                               .lines = n->lines,
                               .nth = n->nth,
                               .count = n->count};
    for (int i = 0; i < n->count; i++) {
        int k = i;
        for (; k > 0 && out->moves[k - 1].score < n->edges[i].score; k--)
            out->moves[k] = out->moves[k - 1];
        out->moves[k] = (struct book_move){n->edges[i].m, n->edges[i].score};
    }
}

// Makes a node say what an entry says; where its edges lead is not lost.
static void set_entry(struct graph_node *n, const struct book_entry *e)
{
    struct graph_node old = *n;
    n->score = (int16_t)e->score;
    n->kind = (uint8_t)e->kind;
    n->depth = (uint8_t)e->depth;
    n->selectivity = (uint8_t)e->selectivity;
    n->lines = e->lines;
    n->nth = (int8_t)e->nth;
    n->count = (uint8_t)e->count;
    for (int i = 0; i < e->count; i++) {
        n->edges[i] = (struct graph_edge){
            .m = e->moves[i].m, .score = (int16_t)e->moves[i].score, .child = GRAPH_NONE};
        for (int k = 0; k < old.count; k++)
            if (old.edges[k].m == e->moves[i].m) {
                n->edges[i].child = old.edges[k].child;
                n->edges[i].same = old.edges[k].same;
            }
    }
}

bool graph_load(struct graph *g, const struct book *b)
{
    struct book_cursor at = {0};
    struct book_entry e;
    while (book_next(b, &at, &e)) {
        bool known = graph_find(g, e.key) != GRAPH_NONE;
        int32_t node = graph_add(g, e.key);
        if (node == GRAPH_NONE)
            return false;
        if (known) {
            struct book_entry ours;
            graph_entry(g, node, &ours);
            book_entry_merge(&ours, &e);
            e = ours;
        }
        set_entry(&g->nodes[node], &e);
    }
    return true;
}

// ---- edges --------------------------------------------------------------------------------------

bool graph_step(const struct game *game, struct position *p, move m, bool *same)
{
    struct moves list;
    *same = false;
    if (!game->play(p, m))
        return false;
    game->moves(p, &list);
    if (list.count == 1 && list.at[0] == MOVE_PASS) {
        game->play(p, MOVE_PASS);
        *same = true;
    }
    return true;
}

// The edge of a move of the canonical position, or NULL.
static struct graph_edge *edge_of(struct graph_node *n, move m)
{
    for (int i = 0; i < n->count; i++)
        if (n->edges[i].m == m)
            return &n->edges[i];
    return NULL;
}

bool graph_set_edge(struct graph *g, int32_t node, const struct position *p, move m, int score)
{
    struct graph_node *n = &g->nodes[node];
    struct canonical c;
    struct position next = *p;
    bool same;
    g->game->canonical(p, &c);
    move image = move_image(m, c.width, c.height, c.symmetry);
    struct graph_edge *e = edge_of(n, image);
    if (!graph_step(g->game, &next, m, &same))
        return false;
    const int32_t child = graph_find(g, book_key_of(g->game, &next));
    for (int i = 0; !e && child != GRAPH_NONE && i < n->count; i++)
        if (n->edges[i].child == child)
            e = &n->edges[i]; // an image of the move
    if (!e && n->count == BOOK_MOVES_MAX)
        return false;
    if (!e) {
        e = &n->edges[n->count++];
        *e = (struct graph_edge){.m = image, .child = GRAPH_NONE};
    }
    e->score = (int16_t)score;
    e->same = same;
    e->child = child;
    return true;
}

static int stones_of(const struct game *game, const struct position *p)
{
    struct grid grid;
    game->to_grid(p, &grid);
    return grid.width * grid.height - grid_count(&grid, CELL_EMPTY);
}

// Makes an edge of an outcome's move that is known by its number.
static void name_move(struct graph *g, int32_t node, const struct position *p)
{
    struct graph_node *n = &g->nodes[node];
    struct canonical c;
    struct moves legal;
    if (n->nth < 0)
        return;
    g->game->canonical(p, &c);
    g->game->moves(p, &legal);
    const move m = book_nth_move(&c, &legal, n->nth);
    n->nth = -1;
    if (m != MOVE_NONE)
        graph_set_edge(g, node, p, m, n->score);
}

static int link_from(struct graph *g, int32_t node, const struct position *p);

// Follows one legal move of a node. *key is where it leads; returns how many edges were added.
static int link_move(struct graph *g, int32_t node, const struct position *p, move m, uint64_t *key)
{
    struct position next = *p;
    bool same;
    int added = 0;
    graph_step(g->game, &next, m, &same);
    *key = book_key_of(g->game, &next);
    int32_t child = graph_find(g, *key);
    if (child == GRAPH_NONE || child == node)
        return 0;
    added += link_from(g, child, &next);
    for (int i = 0; i < g->nodes[node].count; i++)
        if (g->nodes[node].edges[i].child == child)
            return added; // this move, or an image of it
    int score = g->nodes[child].score;
    return added + graph_set_edge(g, node, p, m, same ? score : book_score_back(score));
}

// Follows the moves of a node, once.
static int link_from(struct graph *g, int32_t node, const struct position *p)
{
    struct graph_node *n = &g->nodes[node];
    struct canonical c;
    struct moves list;
    uint64_t keys[CELLS_MAX];
    int added = 0, distinct = 0;
    if (n->linked)
        return 0;
    n->linked = n->counted = true;
    n->stones = (uint16_t)stones_of(g->game, p);
    name_move(g, node, p);
    g->game->canonical(p, &c);
    for (int i = 0; i < n->count;) { // a book from elsewhere may hold moves that are none here
        struct position next = *p;
        move m = move_image_back(n->edges[i].m, c.width, c.height, c.symmetry);
        if (graph_step(g->game, &next, m, &n->edges[i].same)) {
            n->edges[i].child = graph_find(g, book_key_of(g->game, &next));
            i++;
        } else {
            n->edges[i] = n->edges[--n->count];
        }
    }
    g->game->moves(p, &list);
    for (int i = 0; i < list.count; i++) {
        if (!move_is_cell(list.at[i]))
            continue;
        added += link_move(g, node, p, list.at[i], &keys[distinct]);
        bool seen = false;
        for (int k = 0; k < distinct; k++)
            seen |= keys[k] == keys[distinct];
        distinct += !seen;
    }
    n = &g->nodes[node];
    n->whole = n->count >= distinct;
    return added;
}

static void count_from(struct graph *g, int32_t node, const struct position *p);

// Counts the stones behind every move of a position.
static void count_behind(struct graph *g, const struct position *p)
{
    struct moves list;
    g->game->moves(p, &list);
    for (int i = 0; i < list.count; i++) {
        struct position next = *p;
        bool same;
        if (move_is_cell(list.at[i]) && graph_step(g->game, &next, list.at[i], &same))
            count_from(g, graph_find(g, book_key_of(g->game, &next)), &next);
    }
}

// The moves of a node that lead out of the graph, on the board of p.
static void moves_out(const struct graph_node *n, const struct game *game, const struct position *p,
                      struct moves *out)
{
    struct canonical c;
    struct moves legal;
    game->canonical(p, &c);
    game->moves(p, &legal);
    out->count = 0;
    if (n->nth >= 0)
        out->at[out->count++] = book_nth_move(&c, &legal, n->nth);
    for (int i = 0; i < n->count; i++)
        if (n->edges[i].child == GRAPH_NONE)
            out->at[out->count++] = move_image_back(n->edges[i].m, c.width, c.height, c.symmetry);
}

// Counts the stones of a node and of all that follow it, once: behind its own moves, and behind the
// answers to those that lead out of the graph.
static void count_from(struct graph *g, int32_t node, const struct position *p)
{
    struct moves out;
    if (node == GRAPH_NONE || g->nodes[node].counted)
        return;
    g->nodes[node].counted = true;
    g->nodes[node].stones = (uint16_t)stones_of(g->game, p);
    count_behind(g, p);
    moves_out(&g->nodes[node], g->game, p, &out);
    for (int i = 0; i < out.count; i++) {
        struct position next = *p;
        bool same;
        if (out.at[i] != MOVE_NONE && graph_step(g->game, &next, out.at[i], &same))
            count_behind(g, &next);
    }
}

// Counts the stones of what is not linked to the root, as far as a way leads there.
static void count_unlinked(struct graph *g, int32_t root)
{
    bool all = true;
    for (int32_t i = 0; i < g->count; i++)
        all &= g->nodes[i].linked;
    if (all)
        return;
    for (int32_t i = 0; i < g->count; i++)
        g->nodes[i].counted = false;
    if (root == GRAPH_NONE)
        count_behind(g, &g->root);
    else
        count_from(g, root, &g->root);
}

int graph_link(struct graph *g)
{
    const int32_t root = graph_find(g, book_key_of(g->game, &g->root));
    for (int32_t i = 0; i < g->count; i++)
        g->nodes[i].linked = false;
    const int added = root == GRAPH_NONE ? 0 : link_from(g, root, &g->root);
    count_unlinked(g, root);
    return added;
}

// ---- values and costs ---------------------------------------------------------------------------

// The nodes by their number of stones, few first; the caller frees it. NULL when there is no memory.
static int32_t *by_stones(const struct graph *g)
{
    int32_t first[CELLS_MAX + 2] = {0};
    int32_t *order = malloc(((size_t)g->count + 1) * sizeof *order);
    if (!order)
        return NULL;
    for (int32_t i = 0; i < g->count; i++)
        first[g->nodes[i].stones + 1]++;
    for (int i = 0; i <= CELLS_MAX; i++)
        first[i + 1] += first[i];
    for (int32_t i = 0; i < g->count; i++)
        order[first[g->nodes[i].stones]++] = i;
    return order;
}

// What a score counts when moves are compared: a proven draw may be worth more or less than it is.
static int compared(const struct graph_node *n, int score, bool proven, int draw)
{
    return proven && score == 0 ? (n->stones & 1 ? -draw : draw) : score;
}

// A node's value from its edges. What is proven of the node itself stays.
static void value_of(struct graph *g, struct graph_node *n, int draw)
{
    int best = INT32_MIN;
    bool proven = n->whole && n->count > 0;
    uint64_t lines = 0;
    const struct graph_edge *chosen = NULL;
    for (int i = 0; i < n->count; i++) {
        struct graph_edge *e = &n->edges[i];
        const struct graph_node *child = e->child == GRAPH_NONE ? NULL : &g->nodes[e->child];
        if (child)
            e->score = (int16_t)(e->same ? child->score : book_score_back(child->score));
        bool exact = child && child->kind == BOOK_EXACT;
        int value = compared(n, e->score, exact, draw);
        proven &= exact;
        lines += child ? child->lines : 1;
        if (value > best) {
            best = value;
            chosen = e;
        }
    }
    n->lines = (uint32_t)(lines > LINES_MAX ? LINES_MAX : lines ? lines : 1);
    if (n->kind != BOOK_ESTIMATE || !chosen)
        return;
    n->score = chosen->score;
    if (proven)
        n->kind = BOOK_EXACT;
}

static void cost_of_children(struct graph *g, int32_t at, const struct graph_rules *r)
{
    const struct graph_node *n = &g->nodes[at];
    for (int i = 0; i < n->count; i++) {
        const struct graph_edge *e = &n->edges[i];
        if (e->child == GRAPH_NONE)
            continue;
        struct graph_node *child = &g->nodes[e->child];
        int loss = n->score > e->score ? n->score - e->score : 0;
        int64_t cost = (int64_t)n->cost + loss + r->ply_cost;
        if (cost < child->cost) {
            child->cost = (int32_t)cost;
            child->parent = at;
        }
    }
}

void graph_update(struct graph *g, struct graph_rules rules)
{
    int32_t *order = by_stones(g);
    int32_t root = graph_find(g, book_key_of(g->game, &g->root));
    if (!order)
        return;
    for (int32_t i = g->count; i-- > 0;)
        value_of(g, &g->nodes[order[i]], rules.draw);
    for (int32_t i = 0; i < g->count; i++) {
        g->nodes[i].cost = i == root ? 0 : GRAPH_COST_NONE;
        g->nodes[i].parent = GRAPH_NONE;
    }
    for (int32_t i = 0; i < g->count; i++)
        if (g->nodes[order[i]].cost < GRAPH_COST_NONE)
            cost_of_children(g, order[i], &rules);
    free(order);
}

int graph_path(const struct graph *g, int32_t node, struct position *p, move path[GRAPH_PATH_MAX])
{
    int32_t way[GRAPH_PATH_MAX];
    int length = 0;
    if (g->nodes[node].cost >= GRAPH_COST_NONE)
        return -1;
    for (int32_t at = node; g->nodes[at].parent != GRAPH_NONE; at = g->nodes[at].parent) {
        if (length == GRAPH_PATH_MAX)
            return -1;
        way[length++] = at;
    }
    *p = g->root;
    for (int i = 0; i < length; i++) {
        int32_t from = i == 0 ? graph_find(g, book_key_of(g->game, p)) : way[length - i];
        const struct graph_node *n = &g->nodes[from];
        struct canonical c;
        bool same, found = false;
        g->game->canonical(p, &c);
        for (int k = 0; k < n->count && !found; k++)
            if (n->edges[k].child == way[length - 1 - i]) {
                path[i] = move_image_back(n->edges[k].m, c.width, c.height, c.symmetry);
                found = true;
            }
        if (!found || !graph_step(g->game, p, path[i], &same))
            return -1;
    }
    return length;
}
