// SPDX-License-Identifier: MIT
#include "engine/mcts_tree.h"

#include <sched.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/memory.h"

// The arena is made ready (memory.h) STRETCH nodes at a time, about a huge page, as soon as no more
// than AHEAD are left. To keep a node of the last tree takes about KEEP_NS ns; one attempt may take a
// KEEP_TIME-th of the time there is, and reads the stop flag every KEEP_LOOK nodes.
enum { STRETCH = 1 << 16, AHEAD = 4 * STRETCH, KEEP_NS = 12, KEEP_TIME = 32, KEEP_LOOK = 1 << 14 };

uint32_t mcts_arena_take(struct uct *u, uint32_t count)
{
    uint32_t at = atomic_fetch_add_explicit(&u->used, count, memory_order_relaxed);
    uint32_t ready = atomic_load_explicit(&u->ready, memory_order_acquire);
    uint32_t end = ready < u->capacity ? ready : u->capacity;
    if (at + count <= end)
        return at;
    atomic_fetch_sub_explicit(&u->used, count, memory_order_relaxed);
    return 0;
}

// Whether so many nodes of the arena are ready, will be soon, or never.
static enum memory_answer arena_reach(struct uct *u, uint32_t nodes)
{
    size_t head = (size_t)((uint8_t *)u->nodes - (uint8_t *)u->tree);
    if (nodes <= LOAD(u->ready))
        return MEMORY_NOW;
    if (nodes > u->limit)
        return MEMORY_NEVER;
    enum memory_answer answer = memory_reach(u->search->memory, head + nodes * sizeof(struct node),
                                             u->search->clock->untimed);
    if (answer == MEMORY_NOW)
        atomic_store_explicit(&u->ready, nodes, memory_order_release); // and who touched them
    return answer;
}

// Waits until so many nodes are ready. False when they will not be, or the time is over before.
static bool arena_await(struct uct *u, uint32_t nodes)
{
    enum memory_answer answer;
    uint32_t stretch = u->limit > STRETCH && nodes < u->limit - STRETCH
                           ? nodes + STRETCH
                           : u->limit; // not step by step
    if (nodes <= LOAD(u->ready))
        return true;
    while ((answer = arena_reach(u, stretch)) == MEMORY_SOON &&
           !(LOAD(*u->search->stop) || clock_expired(u->search->clock)))
        sched_yield();
    return answer == MEMORY_NOW;
}

void mcts_arena_extend(struct uct *u)
{
    uint32_t ready = LOAD(u->ready);
    if (ready >= u->capacity || ready >= u->limit || LOAD(u->used) + AHEAD < ready)
        return;
    uint32_t more = ready + STRETCH < u->limit ? ready + STRETCH : u->limit;
    if (arena_reach(u, more) == MEMORY_NEVER)
        u->limit = ready; // in this thought
}

// ---- the tree from move to move -----------------------------------------------------------------

// The node of position p in the old tree, at most two plies below its root, or 0.
static uint32_t find_position(const struct uct *u, const struct position *p, uint32_t at,
                              const struct position *here, int depth)
{
    const struct game *game = u->rules->game;
    const struct node *n = &u->nodes[at];
    if (game->key(here) == game->key(p))
        return at;
    if (depth == 0 || LOAD(n->state) != STATE_OPEN)
        return 0;
    for (uint32_t i = LOAD(n->first); i < LOAD(n->first) + LOAD(n->count); i++) {
        struct position next = *here;
        if (LOAD(u->nodes[i].state) == STATE_OPEN && game->play(&next, u->nodes[i].m)) {
            uint32_t found = find_position(u, p, i, &next, depth - 1);
            if (found)
                return found;
        }
    }
    return 0;
}

// Where copying to the nodes from `base` on must end, so that it takes but a part of the time.
static uint32_t keep_end(const struct uct *u, uint32_t base)
{
    int64_t left = clock_left(u->search->clock), nodes = left / KEEP_TIME / KEEP_NS;
    nodes = left <= 0 ? 0 : nodes < u->limit ? nodes : u->limit;
    return nodes < u->limit - base ? base + (uint32_t)nodes : u->limit;
}

// Copies the part of the tree below `from` to the free end of the arena, leaving out the children
// of nodes visited fewer than `least` times, then moves it to the front. False when it does not
// fit, takes too long or is interrupted.
static bool keep_below(struct uct *u, uint32_t from, uint32_t least)
{
    uint32_t base = u->tree->used, end = base + 1, limit = keep_end(u, base);
    if (end >= limit || !arena_await(u, end))
        return false;
    u->nodes[base] = u->nodes[from];
    for (uint32_t at = base; at < end; at++) {
        if ((at - base) % KEEP_LOOK == 0 && LOAD(*u->search->stop))
            return false;
        struct node *n = &u->nodes[at];
        uint32_t first = LOAD(n->first), count = LOAD(n->count);
        if (LOAD(n->state) != STATE_OPEN)
            continue;
        if (at != base && LOAD(n->visits) < least && LOAD(n->proof) == PROOF_NONE) {
            STORE(n->state, STATE_LEAF);
            STORE(n->count, 0);
            continue;
        }
        if (end + count > limit || !arena_await(u, end + count))
            return false;
        memcpy(&u->nodes[end], &u->nodes[first], count * sizeof(struct node));
        STORE(n->first, end - base + 1);
        end += count;
    }
    memmove(&u->nodes[1], &u->nodes[base], (end - base) * sizeof(struct node));
    STORE(u->used, 1 + end - base);
    u->root = 1;
    return true;
}

void mcts_take_root(struct uct *u, const struct position *p)
{
    struct tree *t = u->tree;
    u->root = 0;
    if (t->root != 0 && t->kind == u->search->playout && t->used <= u->capacity &&
        u->search->limits.only.count == 0) {
        uint32_t found = find_position(u, p, t->root, &t->position, 2);
        for (uint32_t least = 0; found && least < 1u << 20 && u->root == 0; least = least * 8 + 8)
            if (keep_below(u, found, least))
                break;
    }
    if (u->root == 0) {
        STORE(u->used, 2);
        u->root = 1;
        node_clear(&u->nodes[1], MOVE_NONE);
    }
    t->position = *p;
    t->kind = u->search->playout;
}
