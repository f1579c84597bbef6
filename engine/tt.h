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
// Bits 16 and up of a key are its bucket. The key in an entry has the generation of the memory
// (memory.h) added to these bits, so an entry whose bits are not those of the bucket it lies in is
// of another generation, or of another layout, and is a free place: a table is cleared by counting
// the generation up.
//
// A table begins with what of the memory is ready and doubles when so many entries were stored that
// it could be full (tt_extend). A small table is a fast one - it stays in the caches, and needs no
// fresh pages - and most searches never fill a large one. So Hash is what a table may come to.
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
#include "engine/poison.h"

enum { TT_WAYS = 4, TT_INDEX_SHIFT = 16 };

struct tt_entry {
    _Atomic uint64_t check, data;
};

struct tt_bucket {
    _Alignas(64) struct tt_entry way[TT_WAYS];
};

// One thread's view of a session's memory as a table; cheap to copy, owns nothing.
struct tt {
    struct tt_bucket *buckets;
    uint64_t mask;       // number of buckets in use less one, a power of two less one
    uint64_t generation; // added to every key
    uint64_t stores;     // since tt_extend last counted them
    struct memory *memory;
    uint64_t most; // what mask may grow to
    uint8_t age;
};

// Lays a table over the memory for one search by `owner` (see memory_claim).
struct tt tt_on(struct memory *m, const char *owner);

// To be called by every thread now and then, where it reads the clock. The leading one of
// `threads` makes the table larger when it is time, a slice at each call; the others, for whom it
// is not `lead`, take over the size the leading one has made. With `wait` the table is larger as soon
// as so much was stored, which is the same every time; without, no call takes long.
void tt_extend(struct tt *t, bool lead, int threads, bool wait);

static inline struct tt_bucket *tt_bucket(const struct tt *t, uint64_t key)
{
    return &t->buckets[(key >> TT_INDEX_SHIFT) & t->mask];
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

// True when a place is free to whoever has this key, generation included: nothing is there, or
// something that does not belong to the bucket.
static inline bool tt_is_free(const struct tt *t, uint64_t check, uint64_t data, uint64_t key)
{
    return data == 0 || ((check ^ data ^ key) >> TT_INDEX_SHIFT & t->mask) != 0;
}

// True and fills *data when `key` is known.
static inline bool tt_probe(const struct tt *t, uint64_t key, uint64_t *data)
{
    struct tt_bucket *b = tt_bucket(t, key);
    if (poison_strikes(data))
        return true;
    key ^= t->generation;
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

// Stores 48 bits of payload for `key`, searched to `depth` (0..255).
static inline void tt_store(struct tt *t, uint64_t key, int depth, uint64_t payload)
{
    struct tt_bucket *b = tt_bucket(t, key);
    uint64_t data = payload << 16 | (uint64_t)(depth & 0xff) << 8 | t->age;
    int victim = 0, worst = INT32_MAX;
    key ^= t->generation;
    t->stores++;
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t d = atomic_load_explicit(&b->way[i].data, memory_order_relaxed);
        uint64_t c = atomic_load_explicit(&b->way[i].check, memory_order_relaxed);
        if ((c ^ d) == key || tt_is_free(t, c, d, key)) {
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

// How full the memory is with this search's entries, in per mille, from a sample of its first
// buckets.
int tt_full(const struct tt *t);

#endif
