// SPDX-License-Identifier: MIT
#include "engine/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/pages.h"
#include "engine/room.h"

enum { HUGE_PAGE = 2 << 20 };

struct memory {
    uint8_t *base;
    size_t bytes;
    const char *owner;      // whose layout is in it; NULL = nobody's
    uint32_t age;           // claims in this generation
    uint32_t generation;    // of what is written now
    uint32_t generations;   // how many were begun, in the halves too
    _Atomic size_t reached; // the first so many bytes are touched
    size_t written;         // and beyond these all are zero
    size_t allowed;         // so many may be touched without asking how much room there is
    struct memory *whole;   // what this is a half of, or NULL
    struct memory *halves;  // two, or NULL before anybody asked for them
    struct pages *pages;    // who touches them for a search with a clock
    _Atomic uint64_t notes[MEMORY_NOTES];
};

static const char halved[] = "halves"; // the owner of a block that is used in halves

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Maps `bytes` on a huge page boundary; NULL when the address space has no room.
static uint8_t *map_block(size_t bytes)
{
    // One huge page more than asked, so that the block can start on a huge page boundary.
    void *map =
        mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    uintptr_t start = (uintptr_t)map,
              aligned = (start + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (aligned > start)
        munmap(map, aligned - start);
    if (aligned < start + HUGE_PAGE)
        munmap((void *)(aligned + bytes), start + HUGE_PAGE - aligned);
    madvise((void *)aligned, bytes, MADV_HUGEPAGE);
    return (uint8_t *)aligned;
}

// How many bytes are touched.
static size_t ready_bytes(const struct memory *m)
{
    return atomic_load_explicit(&m->reached, memory_order_acquire);
}

// The owner may write to the first `bytes` from now on.
static void give(struct memory *m, size_t bytes)
{
    m->written = m->written > bytes ? m->written : bytes;
}

// Touches what tables begin in.
static void make_ready(struct memory *m)
{
    m->allowed = min_size(m->bytes, MEMORY_READY);
    pages_touch(m->base, &m->reached, m->allowed);
    give(m, m->allowed);
}

// Allows that `bytes` be touched if the machine has the room. Looking takes as long as filling a
// page does, so as much again is asked for as was allowed before.
static bool allow(struct memory *m, size_t bytes)
{
    bool grouped;
    uint64_t room = room_left("", &grouped);
    size_t more = m->allowed > m->bytes / 2 ? m->bytes : 2 * m->allowed;
    more = more > bytes ? more : bytes;
    if (more - m->reached > room)
        more = bytes;
    if (more - m->reached > room)
        return false;
    m->allowed = more;
    return true;
}

// How many bytes of a block are touched, in its halves too while it is used in halves.
static size_t touched(const struct memory *m)
{
    if (m->owner != halved)
        return ready_bytes(m);
    return ready_bytes(&m->halves[0]) + ready_bytes(&m->halves[1]);
}

// Maps a block of this size into *m in place of what is there, whose bytes will be given back and count
// as free.
static bool put_block(struct memory *m, size_t mib, const char **why)
{
    bool grouped = false;
    uint64_t room = room_left("", &grouped);
    if (mib == 0 || mib > SIZE_MAX >> 21 || mib > (room + touched(m)) >> 20) {
        *why = grouped ? "that is more than the control group's memory limit leaves; the old table "
                         "is kept"
                       : "that is more than the free memory; the old table is kept";
        return false;
    }
    uint8_t *base = map_block(mib << 20);
    if (!base) {
        *why = "the system does not give that much memory; the old table is kept";
        return false;
    }
    pages_settle(m->pages);
    if (m->base)
        munmap(m->base, m->bytes);
    *m = (struct memory){.base = base, .bytes = mib << 20, .pages = m->pages};
    make_ready(m);
    return true;
}

// Gives back what is beyond so many bytes, and all that was written to the others: nothing is asked of
// the system, so nothing can be refused.
static void cut_block(struct memory *m, size_t bytes)
{
    pages_settle(m->pages);
    if (bytes < m->bytes)
        munmap(m->base + bytes, m->bytes - bytes);
    if (madvise(m->base, bytes, MADV_DONTNEED) != 0)
        memset(m->base, 0, bytes);
    *m = (struct memory){.base = m->base, .bytes = bytes, .pages = m->pages};
    make_ready(m);
}

struct memory *memory_new(size_t mib)
{
    const char *why;
    struct memory *m = calloc(1, sizeof *m);
    if (m && (m->pages = pages_new()) && put_block(m, mib, &why))
        return m;
    if (m)
        pages_free(m->pages);
    free(m);
    return NULL;
}

void memory_free(struct memory *m)
{
    if (!m)
        return;
    pages_free(m->pages);
    munmap(m->base, m->bytes);
    free(m->halves);
    free(m);
}

bool memory_resize(struct memory *m, size_t mib, const char **why)
{
    struct memory *halves = m->halves;
    if (mib > 0 && mib <= memory_mib(m))
        cut_block(m, mib << 20);
    else if (!put_block(m, mib, why))
        return false;
    free(halves);
    return true;
}

// Nobody's, and with nothing noted.
static void disown(struct memory *m)
{
    m->owner = NULL;
    m->age = 0;
    for (int i = 0; i < MEMORY_NOTES; i++)
        atomic_store_explicit(&m->notes[i], 0, memory_order_relaxed);
}

// Lays the halves over the whole, in a generation yet to begin.
static void divide(struct memory *m)
{
    const size_t half = m->bytes / 2, reached = m->reached;
    for (size_t i = 0; i < 2; i++) {
        m->halves[i] = (struct memory){.base = m->base + i * half,
                                       .bytes = half,
                                       .whole = m,
                                       .generation = m->generation,
                                       .pages = m->pages};
        m->halves[i].reached = reached > i * half ? min_size(reached - i * half, half) : 0;
        m->halves[i].written = m->written > i * half ? min_size(m->written - i * half, half) : 0;
        size_t begins = min_size(half, MEMORY_READY), here = m->halves[i].reached;
        m->halves[i].allowed = begins > here ? begins : here;
    }
}

// Makes one of the halves.
static void unite(struct memory *m)
{
    const struct memory *first = &m->halves[0], *second = &m->halves[1];
    const size_t half = m->bytes / 2;
    pages_settle(m->pages);
    m->reached = first->reached < half ? first->reached : half + second->reached;
    m->written = second->written ? half + second->written : first->written;
    m->allowed = m->allowed > m->reached ? m->allowed : m->reached;
}

// Every number has been given to a generation: the bytes go back to the system and come again as
// zeros, and all is forgotten.
static void start_over(struct memory *m)
{
    pages_settle(m->pages);
    if (madvise(m->base, m->bytes, MADV_DONTNEED) != 0)
        memset(m->base, 0, m->bytes);
    m->generation = m->generations = 0;
    m->reached = m->written = 0;
    make_ready(m);
    if (m->halves)
        divide(m);
}

void memory_clear(struct memory *m)
{
    struct memory *whole = m->whole ? m->whole : m;
    if (m->owner == halved)
        unite(m);
    disown(m);
    m->generation = ++whole->generations;
    if (whole->generations >= MEMORY_GENERATIONS)
        start_over(whole);
}

struct memory *memory_half(struct memory *m, int which)
{
    if (!m->halves)
        m->halves = calloc(2, sizeof *m->halves);
    if (!m->halves)
        return NULL;
    if (m->owner != halved) {
        pages_settle(m->pages);
        memory_clear(m);
        divide(m);
        m->owner = halved;
    }
    return &m->halves[which];
}

void *memory_claim(struct memory *m, const char *owner, size_t *bytes)
{
    if (m->owner && strcmp(m->owner, owner) != 0)
        memory_clear(m);
    m->owner = owner;
    m->age++;
    *bytes = m->bytes;
    return m->base;
}

_Atomic uint64_t *memory_notes(struct memory *m)
{
    return m->notes;
}

uint32_t memory_generation(const struct memory *m)
{
    return m->generation;
}

uint32_t memory_age(const struct memory *m)
{
    return m->age;
}

enum memory_answer memory_reach(struct memory *m, size_t bytes, bool wait)
{
    if (bytes > m->allowed && !allow(m, bytes))
        return MEMORY_NEVER;
    if (bytes > ready_bytes(m)) {
        if (!wait && pages_ask(m->pages, m->base, &m->reached, bytes))
            return MEMORY_SOON;
        pages_settle(m->pages);
        pages_touch(m->base, &m->reached, bytes);
    }
    give(m, bytes);
    return MEMORY_NOW;
}

size_t memory_reached(struct memory *m)
{
    give(m, ready_bytes(m));
    return ready_bytes(m);
}

void memory_zero(struct memory *m, size_t from, size_t to)
{
    size_t end = min_size(to, m->written);
    if (from < end)
        memset(m->base + from, 0, end - from);
}

size_t memory_mib(const struct memory *m)
{
    return m->bytes >> 20;
}
