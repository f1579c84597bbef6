// SPDX-License-Identifier: MIT
// entry.h - what the solver keeps in the shared table.
#ifndef ENGINE_OTHELLO_SOLVE_ENTRY_H
#define ENGINE_OTHELLO_SOLVE_ENTRY_H

#include "engine/othello/search/probcut.h"
#include "engine/othello/solve/solver.h"

// What the shared table says of a position: the value lies in [lower, upper], as sure as the
// selectivity it was found at, and two moves.
struct entry {
    int lower, upper;
    int cell[2];
    int selectivity;
};

static inline uint64_t entry_pack(struct entry k)
{
    return (uint64_t)(k.lower + 64) | (uint64_t)(k.upper + 64) << 8 | (uint64_t)k.cell[0] << 16 |
           (uint64_t)k.cell[1] << 24 | (uint64_t)k.selectivity << 32;
}

static inline struct entry entry_unpack(uint64_t payload)
{
    return (struct entry){(int)(payload & 255) - 64,
                          (int)(payload >> 8 & 255) - 64,
                          {(int)(payload >> 16 & 255), (int)(payload >> 24 & 255)},
                          (int)(payload >> 32 & 7)};
}

// True when the bounds may be relied on; the moves are good for ordering in any case.
static inline bool entry_probe(const struct solver *e, uint64_t key, struct entry *k)
{
    uint64_t data;
    if (!tt_probe(&e->tt, key, &data)) {
        *k = (struct entry){-64, 64, {NO_CELL, NO_CELL}, e->selectivity};
        return false;
    }
    *k = entry_unpack(tt_payload(data));
    if (k->selectivity >= e->selectivity)
        return true;
    k->lower = -64, k->upper = 64;
    k->selectivity = e->selectivity;
    return false;
}

// Joins a result with what was known and stores it. Below PROBCUT_EMPTIES nothing is left out, so
// what the first pass found there is exact as well: 4 % of the nodes.
static inline void entry_store(struct solver *e, uint64_t key, int n, struct entry k, int alpha,
                               int beta, int best, int best_cell)
{
    if (best < beta && best < k.upper)
        k.upper = best;
    if (best > alpha && best > k.lower)
        k.lower = best;
    k.selectivity = n < PROBCUT_EMPTIES ? SELECTIVITIES - 1 : e->selectivity;
    if (k.cell[0] != best_cell) {
        k.cell[1] = k.cell[0];
        k.cell[0] = best_cell;
    }
    tt_store(&e->tt, key, n, entry_pack(k));
}

// A position's key in both tables: the two halves of one product, which costs less than a table of
// random words and mixes as well.
static inline uint64_t key_of(const struct solver *e, struct board b)
{
    unsigned __int128 product =
        (unsigned __int128)(b.mover ^ e->key_word) * (b.other ^ UINT64_C(0x9e3779b97f4a7c15));
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Where a position with few empties stands in the thread's own table.
static inline struct local_entry *local_entry_of(const struct solver *e, uint64_t key)
{
    return &e->local[key >> (64 - LOCAL_BITS)];
}

// What an entry says of the position with this key: its value lies in [*lower, *upper].
static inline bool local_probe(const struct local_entry *entry, uint64_t key, int *lower,
                               int *upper)
{
    uint64_t bounds = entry->word ^ key << 16;
    if (bounds >> 16)
        return false;
    *lower = (int)(bounds & 255) - 64;
    *upper = 64 - (int)(bounds >> 8);
    return true;
}

static inline void local_store(struct local_entry *entry, uint64_t key, int lower, int upper)
{
    entry->word = key << 16 | (uint64_t)(64 - upper) << 8 | (uint64_t)(lower + 64);
}

#endif
