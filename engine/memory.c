// SPDX-License-Identifier: MIT
#include "engine/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20 };

struct memory {
    void *base;
    size_t bytes;
    const char *owner; // whose layout is in it; NULL = zeroed
    uint32_t age;
    size_t used; // only the first so many bytes may be other than zero
    uint64_t note[2];
    struct memory *halves; // two, or NULL before anybody asked for them
};

static const char halved[] = "halves"; // the owner of a block that is used in halves

// True when the machine has that much at all. Where the system promises more than it has, a larger
// block could be mapped and would only fail, fatally, when it is filled.
static bool fits_machine(size_t mib)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages <= 0 || page <= 0 || mib <= ((size_t)pages >> 10) * (size_t)page >> 10;
}

struct memory *memory_new(size_t mib)
{
    if (mib == 0 || mib > SIZE_MAX >> 21 || !fits_machine(mib))
        return NULL;
    struct memory *m = malloc(sizeof *m);
    if (!m)
        return NULL;
    *m = (struct memory){.bytes = mib << 20, .used = mib << 20}; // the first clear touches all
    // One huge page more than asked, so that the block can start on a huge page boundary.
    void *map = mmap(NULL, m->bytes + HUGE_PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) {
        free(m);
        return NULL;
    }
    uintptr_t start = (uintptr_t)map,
              aligned = (start + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (aligned > start)
        munmap(map, aligned - start);
    if (aligned < start + HUGE_PAGE)
        munmap((void *)(aligned + m->bytes), start + HUGE_PAGE - aligned);
    m->base = (void *)aligned;
    madvise(m->base, m->bytes, MADV_HUGEPAGE);
    return m;
}

void memory_free(struct memory *m)
{
    if (!m)
        return;
    munmap(m->base, m->bytes);
    free(m->halves);
    free(m);
}

void memory_clear(struct memory *m)
{
    if (m->owner == halved) {
        memory_clear(&m->halves[0]);
        memory_clear(&m->halves[1]);
    } else {
        memset(m->base, 0, m->used);
    }
    m->owner = NULL;
    m->age = 0;
    m->used = 0;
    m->note[0] = m->note[1] = 0;
}

void *memory_claim(struct memory *m, const char *owner, size_t *bytes)
{
    if (m->owner && strcmp(m->owner, owner) != 0)
        memory_clear(m);
    m->owner = owner;
    m->age++;
    m->used = m->bytes;
    *bytes = m->bytes;
    return m->base;
}

uint64_t *memory_note(struct memory *m)
{
    return m->note;
}

void memory_used(struct memory *m, size_t bytes)
{
    m->used = bytes;
}

uint32_t memory_age(const struct memory *m)
{
    return m->age;
}

size_t memory_mib(const struct memory *m)
{
    return m->bytes >> 20;
}

struct memory *memory_half(struct memory *m, int which)
{
    const size_t bytes = m->bytes / 2;
    if (!m->halves)
        m->halves = calloc(2, sizeof *m->halves);
    if (!m->halves)
        return NULL;
    if (m->owner != halved) {
        bool fresh = !m->owner && m->used == m->bytes; // never written to
        if (!fresh)
            memory_clear(m);
        for (int i = 0; i < 2; i++)
            m->halves[i] = (struct memory){.base = (char *)m->base + (size_t)i * bytes,
                                           .bytes = bytes};
        m->owner = halved;
    }
    return &m->halves[which];
}
