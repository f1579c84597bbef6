// SPDX-License-Identifier: MIT
// table.h - the solver's own table, laid over the session's memory.
//
// An entry is one word, so it cannot be torn and needs no lock:
//
//      63..26 check   25..20 work   19..16 best column   15..8 upper bound   7..0 lower bound
//
// Both bounds hold for ever, so entries never grow old: what the solver knew it still knows. A
// bucket is two entries, the first for whatever took more work, the second for the newest. The key
// is mixed one-to-one, within 49 bits where the board has no more: there index and check together
// are the whole key and no two positions can be taken for each other. On larger boards it is 64
// bits of hash, of which index and check hold most.
//
// The table begins small enough for the nearest cache and grows eightfold when it fills: most
// positions are solved before that. An entry has no room to say whose it is, so what the table
// begins with and what it grows into are zeroed first, as far as anything was written there.
#ifndef CONNECT4_TABLE_H
#define CONNECT4_TABLE_H

#include "engine/connect4/board.h"
#include "engine/memory.h"

enum { BUCKET = 2, CHECK_BITS = 38, CHECK_SHIFT = 64 - CHECK_BITS, HINT_NONE = 15 };
enum { SCORE_BIAS = 128, INDEX_MIN = 11 };

struct table {
    _Atomic uint64_t *entries;
    int index_bits; // buckets in use = 1 << index_bits
    int index_max;  // what the memory holds
    int hash_bits;
};

struct proof;

// Bits of a hash on this board, in a kernel for boards of so many bits.
static inline int table_bits_for(const struct connect4 *c, int bits)
{
    return bits == 64 && c->width * (c->height + 1) <= 49 ? 49 : 64;
}

static inline int table_hash_bits(const struct table *t)
{
#ifdef FIELD_STRIDE
    (void)t;
    return 7 * FIELD_STRIDE;
#else
    return t->hash_bits;
#endif
}

static inline _Atomic uint64_t *table_bucket(const struct table *t, uint64_t hash)
{
    return &t->entries[(hash >> (table_hash_bits(t) - t->index_bits)) * BUCKET];
}

static inline uint64_t table_check(uint64_t hash)
{
    return hash & ((UINT64_C(1) << CHECK_BITS) - 1);
}

// Lays the table over the memory. What an earlier thought left there for the same board stays.
void connect4_table_open(struct table *t, struct memory *m, const struct connect4 *c, int bits);

// Makes the table eight times larger and puts the entries where they belong then. Not to be called
// while a search runs. Where index and check are less than the hash, all is forgotten, and also
// when the proof is late on the way, which is asked every megabyte.
void connect4_table_grow(struct table *t, struct memory *m, const struct proof *p);

// How full the table is, in per mille, from a sample.
int connect4_table_full(const struct table *t);

#endif
