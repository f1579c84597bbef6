// SPDX-License-Identifier: MIT
// memory.h - the one big block of memory a session thinks in, sized by the Hash option.
//
// Every search lays its own table over it: the shared transposition table (tt.h), Connect Four's
// compact entries, the arena of a Monte Carlo tree. Whoever uses it claims it by name first; a
// claim under another name finds it zeroed, so no layout ever reads another's bytes. Huge pages are
// asked for where the system gives them. Zeroing a large block costs real time, so an owner that
// uses little of it may say so (memory_used).
#ifndef ENGINE_MEMORY_H
#define ENGINE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct memory;

// A zeroed block of `mib` MiB (at least 1), or NULL if it is not to be had.
struct memory *memory_new(size_t mib);
void memory_free(struct memory *m);

// Forgets everything and makes every page ready. Not to be called while a search runs.
void memory_clear(struct memory *m);

// The block, aligned to 2 MiB, and its size. `owner` is a string that lives for ever; another owner
// than the last one gets it zeroed. Every claim is a new search: it starts the next age
// (memory_age).
void *memory_claim(struct memory *m, const char *owner, size_t *bytes);

// Two words for the owner, zero whenever the block is: what it must know to read its own bytes
// again.
uint64_t *memory_note(struct memory *m);

// The owner promises to have written to the first `bytes` only, until the next claim: a block of
// which little was used is cleared in no time.
void memory_used(struct memory *m, size_t bytes);

// How many claims there were; searches mark their entries with it to tell old from new.
uint32_t memory_age(const struct memory *m);

size_t memory_mib(const struct memory *m);

// The first or second half of the block as a block of its own, for a search that keeps two tables
// from one thought to the next. A claim of the whole finds both zeroed, and they find themselves
// zeroed after it. It is freed with the whole.
struct memory *memory_half(struct memory *m, int which);

#endif
