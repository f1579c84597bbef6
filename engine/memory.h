// SPDX-License-Identifier: MIT
// memory.h - the one big block of memory a session thinks in, sized by the Hash option.
//
// Every search lays its own table over it: the shared transposition table (tt.h), Connect Four's
// compact entries, the arena of a Monte Carlo tree. Whoever uses it claims it by name first.
//
// Nothing is zeroed in order to be forgotten: a claim under another name and memory_clear begin a
// new generation, and that is all. What lies in the block then are bytes of older generations, and
// each layout keeps them out in its own way: tt.h has the generation in every entry's key, the
// arena sets up each node it takes, Connect Four's table has what it grows into zeroed.
//
// A page is not touched before it is needed either: the first touch takes time (pages.h). A block
// begins with MEMORY_READY bytes touched, tables begin within these, and a thread of the block's own
// touches what they are about to grow into: a search with a clock goes on with what it has until
// that is done. A large Hash costs nothing until it is used.
#ifndef ENGINE_MEMORY_H
#define ENGINE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory;

enum {
    MEMORY_READY = 16 << 20,      // touched from the start, as far as the block goes
    MEMORY_GENERATIONS = 1 << 12, // then the bytes are given back and counting begins anew
    MEMORY_NOTES = 4,
};

// A block of `mib` MiB (at least 1), or NULL if it is not to be had: the address space, the free
// memory and the control group's limit all have to hold it.
struct memory *memory_new(size_t mib);
void memory_free(struct memory *m);

// Changes the size and forgets everything. False says why and leaves the block as it was, which no
// smaller size does. Not to be called while a search runs.
bool memory_resize(struct memory *m, size_t mib, const char **why);

// Forgets everything, in no time. Not to be called while a search runs.
void memory_clear(struct memory *m);

// The block, aligned to 2 MiB, and its size. `owner` is a string that lives for ever; another owner
// than the last one begins a new generation. Every claim is a new search: it starts the next age
// (memory_age).
void *memory_claim(struct memory *m, const char *owner, size_t *bytes);

// Some words for the owner, zero when a generation begins: what it must know to read its own bytes
// again.
_Atomic uint64_t *memory_notes(struct memory *m);

// Which generation this is, less than MEMORY_GENERATIONS and different from that of all bytes older
// ones have left; and how many claims it has seen: searches mark their entries with it to tell old
// from new.
uint32_t memory_generation(const struct memory *m);
uint32_t memory_age(const struct memory *m);

// Whether bytes are ready to be written to, will be soon, or never: the machine has no more room.
enum memory_answer { MEMORY_NOW, MEMORY_SOON, MEMORY_NEVER };

// Asks for the first `bytes`; nobody may write beyond what was ready once. With `wait` the caller
// makes them ready, else the block's thread does, and the caller asks again.
enum memory_answer memory_reach(struct memory *m, size_t bytes, bool wait);

// How many bytes are ready, and may now be written to.
size_t memory_reached(struct memory *m);

// Makes zero what anybody wrote to bytes [from, to): then all of them are, once they are ready.
void memory_zero(struct memory *m, size_t from, size_t to);

size_t memory_mib(const struct memory *m);

// The first or second half of the block as a block of its own, for a search that keeps two tables
// from one thought to the next. A claim of the whole forgets both, and they know nothing after it.
// NULL when memory is short; it is freed with the whole.
struct memory *memory_half(struct memory *m, int which);

#endif
