// SPDX-License-Identifier: MIT
// mcts_tree.h - the tree of mcts.c: its nodes, the arena they lie in, and what is kept of it from one
// move to the next. mcts.h draws a node.
#ifndef ENGINE_MCTS_TREE_H
#define ENGINE_MCTS_TREE_H

#include <string.h>

#include "engine/mcts.h"

enum proof { PROOF_NONE, PROOF_WON, PROOF_LOST, PROOF_DRAWN }; // for the side that moved here
enum state { STATE_LEAF, STATE_EXPANDING, STATE_OPEN, STATE_FINAL };

struct node {
    _Atomic int64_t sum;
    _Atomic uint32_t visits;
    _Atomic uint32_t first; // index of the first child
    _Atomic uint16_t count;
    move m;
    _Atomic uint8_t proof, state;
    uint8_t complete; // see struct mcts_moves
};

// What stands at the head of the arena, so that the next thought finds the tree again.
struct tree {
    struct position position;
    uint32_t root, used; // node indices; root 0 = no tree
    enum playout_kind kind;
};

// One thought, shared by its threads.
struct uct {
    const struct mcts_rules *rules;
    struct search *search;
    const struct moves *legal;
    struct tree *tree;
    struct node *nodes;
    uint32_t capacity; // nodes the tree may have
    uint32_t limit;    // nodes there are in all; the main thread's business
    uint32_t root;
    bool solo; // one thread: plain adds will do
    int batch;
    uint32_t busy; // visits from which a node belongs to the trunk
    float explore;
    _Alignas(64) uint8_t context[MCTS_CONTEXT_MAX];
    _Alignas(64) uint8_t root_state[MCTS_STATE_MAX];
    // What threads write lies on lines of its own, away from what all of them read.
    _Alignas(64) _Atomic uint64_t simulations;
    _Atomic uint32_t used;
    _Atomic uint32_t ready; // nodes that may be written to
    atomic_bool finished;
    uint64_t next_report;
};

#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)
#define STORE(field, value) atomic_store_explicit(&(field), (value), memory_order_relaxed)

// A node nobody has visited, reached by m.
static inline void node_clear(struct node *n, move m)
{
    memset(n, 0, sizeof *n);
    n->m = m;
}

// Takes `count` neighbouring nodes from the arena; 0 when it is full.
uint32_t mcts_arena_take(struct uct *u, uint32_t count);

// Makes a little more of the arena ready when little is left, unless time is nearly up.
void mcts_arena_extend(struct uct *u);

// Takes over the tree of the last thought where it reaches this position; else starts a new one.
void mcts_take_root(struct uct *u, const struct position *p);

#endif
