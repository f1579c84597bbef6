// SPDX-License-Identifier: MIT
#include "engine/tt.h"

// The table doubles when GROW_STORES entries were stored for each of its buckets.
// SLICE buckets are moved at a time, 512 KiB.
enum { GROW_STORES = 2, SLICE = 1 << 13 };

// What the table must know of itself from search to search, in the memory's notes.
enum note { NOTE_SIZE, NOTE_MOVED, NOTE_STORES };

static uint64_t note(const struct tt *t, enum note n)
{
    return atomic_load_explicit(&memory_notes(t->memory)[n], memory_order_acquire);
}

// Who sees the new size sees the memory behind it made ready, too.
static void set_note(const struct tt *t, enum note n, uint64_t value)
{
    atomic_store_explicit(&memory_notes(t->memory)[n], value, memory_order_release);
}

// The most buckets that fit into so many bytes, as a mask.
static uint64_t mask_within(size_t bytes)
{
    uint64_t count = 1;
    while (count * 2 * sizeof(struct tt_bucket) <= bytes)
        count *= 2;
    return count - 1;
}

struct tt tt_on(struct memory *m, const char *owner)
{
    size_t bytes;
    struct tt t = {.buckets = memory_claim(m, owner, &bytes), .memory = m};
    t.most = mask_within(bytes);
    t.mask = note(&t, NOTE_SIZE);
    if (t.mask == 0) {
        t.mask = mask_within(bytes < MEMORY_READY ? bytes : MEMORY_READY);
        memory_reach(m, (size_t)(t.mask + 1) * sizeof(struct tt_bucket), true); // always ready
        set_note(&t, NOTE_SIZE, t.mask);
    }
    t.generation = (uint64_t)memory_generation(m) << TT_INDEX_SHIFT;
    t.age = (uint8_t)memory_age(m);
    return t;
}

// Copies the entries of bucket i whose place in a table of twice the size is the other bucket.
static void move_up(const struct tt *t, uint64_t i)
{
    const uint64_t size = t->mask + 1, key = (i << TT_INDEX_SHIFT) ^ t->generation;
    struct tt_entry *from = t->buckets[i].way, *to = t->buckets[i + size].way;
    for (int k = 0; k < TT_WAYS; k++) {
        uint64_t d = atomic_load_explicit(&from[k].data, memory_order_relaxed);
        uint64_t c = atomic_load_explicit(&from[k].check, memory_order_relaxed);
        if (tt_is_free(t, c, d, key) || !((c ^ d ^ key) >> TT_INDEX_SHIFT & size))
            continue;
        atomic_store_explicit(&to->data, d, memory_order_relaxed);
        atomic_store_explicit(&to->check, c, memory_order_relaxed);
        to++;
    }
}

// Moves the next slice up, and doubles the table after the last one. Who does not `wait` for memory
// begins when all of it is ready. What is stored meanwhile in
// buckets already seen, for the upper half, is lost: some hundredths of what the table holds.
static void grow(struct tt *t, bool wait)
{
    uint64_t at = note(t, NOTE_MOVED), size = t->mask + 1, end = at + SLICE;
    end = end < size ? end : size;
    size_t bytes = (size_t)(size + (wait ? end : size)) * sizeof(struct tt_bucket);
    enum memory_answer answer = memory_reach(t->memory, bytes, wait);
    if (answer == MEMORY_NEVER)
        t->most = t->mask; // in this search
    if (answer != MEMORY_NOW)
        return;
    for (; at < end; at++)
        move_up(t, at);
    set_note(t, NOTE_MOVED, at < size ? at : 0);
    if (at < size)
        return;
    t->mask = 2 * size - 1;
    set_note(t, NOTE_SIZE, t->mask);
}

void tt_extend(struct tt *t, bool lead, int threads, bool wait)
{
    if (!lead) {
        t->mask = note(t, NOTE_SIZE);
        return;
    }
    uint64_t stores = note(t, NOTE_STORES) + t->stores * (uint64_t)threads;
    t->stores = 0;
    set_note(t, NOTE_STORES, stores);
    if (t->mask < t->most && stores >= GROW_STORES * (t->mask + 1))
        grow(t, wait);
}

int tt_full(const struct tt *t)
{
    uint64_t sample = t->mask < 249 ? t->mask + 1 : 250, used = 0;
    for (uint64_t i = 0; i < sample; i++)
        for (int k = 0; k < TT_WAYS; k++) {
            uint64_t d = atomic_load_explicit(&t->buckets[i].way[k].data, memory_order_relaxed);
            uint64_t c = atomic_load_explicit(&t->buckets[i].way[k].check, memory_order_relaxed);
            used +=
                (uint8_t)d == t->age && !tt_is_free(t, c, d, (i << TT_INDEX_SHIFT) ^ t->generation);
        }
    return (int)(used * 1000 / (sample * TT_WAYS) * (t->mask + 1) / (t->most + 1));
}
