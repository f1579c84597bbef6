// SPDX-License-Identifier: MIT
// graph.h - a book in memory as what it is: positions, and the moves that lead from one to another.
//
// Positions are found by their keys, so transpositions and images are one. Every move fills a cell
// (a pass that must follow is played with it), so no way leads back: values run up from the leaves
// in one sweep over the positions by their number of stones, and costs run down in another. There
// is nothing that could confirm itself.
//
//      value   the best of its moves: a move that leads to a position of the graph is worth what
//              that one is, any other what the search said of it
//      cost    how much both sides together give away, and a little for every ply, on the way from
//              the root that gives away least. The next position to look at is the one behind the
//              cheapest move that leads out of the graph (drop-out expansion, Buro 1999).
#ifndef BOOK_GRAPH_H
#define BOOK_GRAPH_H

#include "book/format.h"

enum { GRAPH_NONE = -1, GRAPH_COST_NONE = 1 << 28, GRAPH_PATH_MAX = 128 };

struct graph_edge {
    move m;        // of the canonical position
    int16_t score; // for the mover, hundredths
    bool same;     // after it and a forced pass the same side is to move
    int32_t child; // or GRAPH_NONE: it leads out of the graph
};

struct graph_node {
    uint64_t key;
    int16_t score;
    uint8_t kind; // enum book_kind
    uint8_t depth, selectivity;
    uint8_t count;
    int8_t nth;   // an outcome's move by its number (format.h), -1 when the edges say it
    bool whole;   // every legal move is an edge
    bool linked;  // its edges have been followed, and its parents' edges lead here
    bool counted; // its stones have been, for a way from the root is known
    uint16_t stones;
    uint32_t lines;
    int32_t cost; // from the root, or GRAPH_COST_NONE when no way leads here
    int32_t parent;
    struct graph_edge edges[BOOK_MOVES_MAX];
};

struct graph {
    const struct game *game;
    struct position root;
    char id[GAME_ID_MAX];
    int width;
    struct graph_node *nodes;
    int32_t count, room;
    int32_t *table; // by key; a power of two
    uint32_t mask;
};

// How values and costs are worked out.
struct graph_rules {
    int ply_cost; // hundredths a ply
    int draw;     // what a proven draw is worth to the first player when moves are compared
};

// An empty graph of the game of this position. False when there is no memory.
bool graph_open(struct graph *g, const struct game *game, const struct position *root);
void graph_close(struct graph *g);

// The node of a key, or GRAPH_NONE.
int32_t graph_find(const struct graph *g, uint64_t key);

// Adds a node without edges, or finds it. GRAPH_NONE when there is no memory.
int32_t graph_add(struct graph *g, uint64_t key);

// Takes over the entries of a book: new ones, and what is better known of old ones. False when
// there is no memory.
bool graph_load(struct graph *g, const struct book *b);

// An entry as it is written.
void graph_entry(const struct graph *g, int32_t node, struct book_entry *out);

// Plays a move and the passes it forces. *same tells whether the same side is then to move.
bool graph_step(const struct game *game, struct position *p, move m, bool *same);

// Adds an edge, or changes its score, for a move of the position p of this node. False when there
// is no room for it.
bool graph_set_edge(struct graph *g, int32_t node, const struct position *p, move m, int score);

// Follows every legal move from the root on: edges find the nodes they lead to, and moves between
// two positions of the graph become edges. Returns how many edges were added. A book for a side that
// plays by it holds only what that side meets; where such a node's move leads out of the graph and an
// answer back into it there is no link, but the stones are counted.
int graph_link(struct graph *g);

// Works out values, lines and costs.
void graph_update(struct graph *g, struct graph_rules rules);

// The moves of the cheapest way from the root to a node, and the position it leads to. Returns
// their number, -1 when none leads there.
int graph_path(const struct graph *g, int32_t node, struct position *p, move path[GRAPH_PATH_MAX]);

#endif
