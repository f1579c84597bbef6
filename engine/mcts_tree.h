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
    uint8_t prior;    // in 255ths, at least 1; 0 where the playout kind has none
};

_Static_assert(sizeof(struct node) == 24, "the prior lies where a node had a byte to spare");

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
    bool policy;           // children have priors
    size_t scratch_stride; // bytes from one thread's scratch to the next
    _Alignas(64) uint8_t context[MCTS_CONTEXT_MAX];
    _Alignas(64) uint8_t root_state[MCTS_STATE_MAX];
    // What threads write lies on lines of its own, away from what all of them read.
    _Alignas(64) _Atomic uint64_t simulations;
    _Atomic uint32_t used;
    _Atomic uint32_t ready; // nodes that may be written to
    atomic_bool finished;
    uint64_t next_report;
    uint64_t grown; // simulations when the tree grew last: the main thread's business, as is
    uint32_t size;  // how large it was then
    _Alignas(64) uint8_t scratch[]; // of every thread
};

#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)
#define STORE(field, value) atomic_store_explicit(&(field), (value), memory_order_relaxed)

// A node nobody has visited, reached by m.
static inline void node_clear(struct node *n, move m)
{
    memset(n, 0, sizeof *n);
    n->m = m;
}

// The mean result for the side that moved here, from -1 to 1.
static inline double node_mean(const struct node *n)
{
    uint32_t visits = LOAD(n->visits);
    return visits ? (double)LOAD(n->sum) / ((double)visits * MCTS_ONE) : 0;
}

// Takes `count` neighbouring nodes from the arena; 0 when it is full.
uint32_t mcts_arena_take(struct uct *u, uint32_t count);

// Makes a little more of the arena ready when little is left, unless time is nearly up.
void mcts_arena_extend(struct uct *u);

// Takes over the tree of the last thought where it reaches this position; else starts a new one.
void mcts_take_root(struct uct *u, const struct position *p);

// Gives the children of a node their priors: shares of 255 that grow by e with every `temperature`
// of score. None is without, so that all are tried in the end.
void mcts_set_priors(const struct mcts_moves *moves, int temperature, struct node *children);

// The child of a node to go to by PUCT; 0 when nothing is left to try.
uint32_t mcts_select_by_prior(const struct uct *u, const struct node *n);

#endif
