// SPDX-License-Identifier: MIT
#include "engine/connect4/table.h"

#include <sched.h>

#include "engine/clock.h"
#include "engine/connect4/proof.h"

enum { INDEX_STEP = 3, GROW_SLICE = 1 << 16 };

// What the memory's notes hold: the board, and how large the table is.
enum { NOTE_SHAPE, NOTE_INDEX };

// Bytes of a table with so many bits of index.
static size_t table_bytes(int index_bits)
{
    return (size_t)BUCKET * sizeof(uint64_t) << index_bits;
}

// Begins with an empty table.
static void table_reset(struct table *t, struct memory *m)
{
    memory_zero(m, 0, table_bytes(INDEX_MIN));
    memory_reach(m, table_bytes(INDEX_MIN), true); // of a second half nothing is ready
    t->index_bits = INDEX_MIN;
    atomic_store(&memory_notes(m)[NOTE_INDEX], INDEX_MIN);
}

void connect4_table_open(struct table *t, struct memory *m, const struct connect4 *c, int bits)
{
    size_t bytes;
    uint64_t shape = (uint64_t)c->block << 16 | (uint64_t)c->width << 8 | c->height;
    t->entries = memory_claim(m, "connect4", &bytes);
    _Atomic uint64_t *notes = memory_notes(m);
    t->index_max = 0;
    while (table_bytes(t->index_max + 1) <= bytes)
        t->index_max++;
    t->hash_bits = table_bits_for(c, bits);
    t->index_bits = (int)atomic_load(&notes[NOTE_INDEX]);
    if (atomic_load(&notes[NOTE_SHAPE]) != shape || t->index_bits == 0)
        table_reset(t, m);
    atomic_store(&notes[NOTE_SHAPE], shape);
}

// Going from the last bucket down, each bucket's new places lie at or above it, where nothing is
// left.
void connect4_table_grow(struct table *t, struct memory *m, const struct proof *p)
{
    const int from = t->index_bits,
              to = from + INDEX_STEP < t->index_max ? from + INDEX_STEP : t->index_max;
    for (size_t at = table_bytes(from), end; at < table_bytes(to); at = end) {
        end = at + table_bytes(0) * GROW_SLICE;
        end = end < table_bytes(to) ? end : table_bytes(to);
        memory_zero(m, at, end);
        enum memory_answer answer;
        while ((answer = memory_reach(m, end, p->search->clock->untimed)) != MEMORY_NOW) {
            if (answer == MEMORY_NEVER)
                t->index_max = from;
            if (answer == MEMORY_NEVER || connect4_proof_late(p, UINT64_MAX))
                return;
            sched_yield();
        }
        if (connect4_proof_late(p, UINT64_MAX))
            return;
    }
    atomic_store(&memory_notes(m)[NOTE_INDEX], (uint64_t)to);
    t->index_bits = to;
    for (uint64_t i = UINT64_C(1) << from; i-- > 0;) {
        if (i && i % (GROW_SLICE >> INDEX_STEP) == 0 && connect4_proof_late(p, UINT64_MAX)) {
            table_reset(t, m);
            return;
        }
        for (int k = 0; k < BUCKET; k++) {
            uint64_t e =
                atomic_load_explicit(&t->entries[i * BUCKET + (uint64_t)k], memory_order_relaxed);
            atomic_store_explicit(&t->entries[i * BUCKET + (uint64_t)k], 0, memory_order_relaxed);
            if (e == 0 || table_hash_bits(t) - CHECK_BITS > from)
                continue;
            uint64_t hash = i << (table_hash_bits(t) - from) | e >> CHECK_SHIFT;
            _Atomic uint64_t *b = table_bucket(t, hash);
            bool taken = atomic_load_explicit(b, memory_order_relaxed) != 0;
            atomic_store_explicit(&b[taken], e, memory_order_relaxed);
        }
    }
}

int connect4_table_full(const struct table *t)
{
    int used = 0;
    for (int i = 0; i < 100; i++)
        used += atomic_load_explicit(&t->entries[i], memory_order_relaxed) != 0;
    return 10 * used;
}
