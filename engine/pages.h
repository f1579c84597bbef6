// SPDX-License-Identifier: MIT
// pages.h - a thread that touches fresh pages of memory, so that a search need not wait for them.
//
// The first touch of a page waits until the system has filled it with zeros: a huge page takes
// 0.1 ms, and in a virtual machine whose host has yet to find it 7 ms, one in two thousand 67. Who
// has no clock may as well touch its pages itself.
#ifndef ENGINE_PAGES_H
#define ENGINE_PAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pages;

// Nobody asks for anything yet. NULL when there is no memory.
struct pages *pages_new(void);
void pages_free(struct pages *p);

// Touches every page from base + *reached up to base + end and counts *reached up. Nobody may have
// anything there.
void pages_touch(uint8_t *base, _Atomic size_t *reached, size_t end);

// Asks the thread to do that, in place of what it was asked before. False when the system gives no
// thread.
bool pages_ask(struct pages *p, uint8_t *base, _Atomic size_t *reached, size_t end);

// Takes back what was asked; nothing is touched any more when this returns.
void pages_settle(struct pages *p);

#endif
