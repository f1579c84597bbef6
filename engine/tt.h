// SPDX-License-Identifier: MIT
// tt.h - one transposition table for every game.
//
// A table of 64-byte buckets, four entries each. An entry is two 64-bit words:
//
//     word 0   key XOR data        word 1   data:   63..16 the game's own 48 bits
//                                                   15..8  depth   7..0 age
//
// Both are read and written with relaxed atomics. A torn pair fails the XOR and is a miss, so there
// are no locks and the thread sanitizer has nothing to say. The table knows depth and age, which it
// needs to choose what to overwrite; the other 48 bits are packed by each game as it likes (score
// and bound, two bounds and two moves, ...). It may return what was stored for another position
// with the same key: callers check that a move is legal before they play it.
//
// Replacement: the entry with the same key, else the one that is oldest and, among those,
// shallowest.
#ifndef ENGINE_TT_H
#define ENGINE_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/memory.h"

enum { TT_WAYS = 4 };

struct tt_entry {
    _Atomic uint64_t check, data;
};

struct tt_bucket {
    _Alignas(64) struct tt_entry way[TT_WAYS];
};

// A view of a session's memory as a table; cheap to copy, owns nothing.
struct tt {
    struct tt_bucket *buckets;
    uint64_t mask; // number of buckets less one, a power of two less one
    uint8_t age;
};

// Lays a table over the memory for one search by `owner` (see memory_claim).
static inline struct tt tt_on(struct memory *m, const char *owner)
{
    size_t bytes;
    struct tt t = {.buckets = memory_claim(m, owner, &bytes)};
    uint64_t count = 1;
    while (count * 2 * sizeof(struct tt_bucket) <= bytes)
        count *= 2;
    t.mask = count - 1;
    t.age = (uint8_t)memory_age(m);
    return t;
}

static inline struct tt_bucket *tt_bucket(const struct tt *t, uint64_t key)
{
    return &t->buckets[(key >> 16) & t->mask];
}

// Starts the memory moving before it is needed.
static inline void tt_prefetch(const struct tt *t, uint64_t key)
{
    __builtin_prefetch(tt_bucket(t, key));
}

static inline int tt_depth(uint64_t data)
{
    return (int)(data >> 8 & 0xff);
}

// The game's own bits of what was stored.
static inline uint64_t tt_payload(uint64_t data)
{
    return data >> 16;
}

// True and fills *data when `key` is known.
static inline bool tt_probe(const struct tt *t, uint64_t key, uint64_t *data)
{
    struct tt_bucket *b = tt_bucket(t, key);
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t d = atomic_load_explicit(&b->way[i].data, memory_order_relaxed);
        uint64_t c = atomic_load_explicit(&b->way[i].check, memory_order_relaxed);
        if ((c ^ d) == key && d != 0) {
            *data = d;
            return true;
        }
    }
    return false;
}

// Remembers 48 bits of payload for `key`, searched to `depth` (0..255).
static inline void tt_store(const struct tt *t, uint64_t key, int depth, uint64_t payload)
{
    struct tt_bucket *b = tt_bucket(t, key);
    uint64_t data = payload << 16 | (uint64_t)(depth & 0xff) << 8 | t->age;
    int victim = 0, worst = INT32_MAX;
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t d = atomic_load_explicit(&b->way[i].data, memory_order_relaxed);
        uint64_t c = atomic_load_explicit(&b->way[i].check, memory_order_relaxed);
        if ((c ^ d) == key || d == 0) {
            victim = i;
            break;
        }
        int worth = tt_depth(d) - 256 * (uint8_t)(t->age - (uint8_t)d);
        if (worth < worst) {
            worst = worth;
            victim = i;
        }
    }
    atomic_store_explicit(&b->way[victim].data, data, memory_order_relaxed);
    atomic_store_explicit(&b->way[victim].check, key ^ data, memory_order_relaxed);
}

// How full the table is with this search's entries, in per mille, from a sample of its first
// buckets.
static inline int tt_full(const struct tt *t)
{
    uint64_t sample = t->mask < 249 ? t->mask + 1 : 250;
    int used = 0;
    for (uint64_t i = 0; i < sample; i++)
        for (int k = 0; k < TT_WAYS; k++) {
            uint64_t d = atomic_load_explicit(&t->buckets[i].way[k].data, memory_order_relaxed);
            used += d != 0 && (uint8_t)d == t->age;
        }
    return (int)((uint64_t)used * 1000 / (sample * TT_WAYS));
}

#endif
