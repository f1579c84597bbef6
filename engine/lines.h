// SPDX-License-Identifier: MIT
// lines.h - the best moves of a thought with their lines: each move once, best first.
//
// A search of several lines reports them one by one, the best first, and begins anew with the next
// iteration. It may be stopped between two of them, so the last report of each multipv index is no
// list: a move that climbed stands in it twice and another not at all. Here reports are kept by
// their first move:
//
//      order    | reported in this iteration | reported before, not yet again |
//               0                            fresh                            count
//
// What is left of an older iteration was found no better than what the new one has reported; an
// estimate of it above that is brought down to it.
#ifndef ENGINE_LINES_H
#define ENGINE_LINES_H

#include "engine/game.h"

struct lines {
    int wanted, fresh, count;
    uint16_t order[CELLS_MAX + 1];   // the reports, best first after lines_finish
    struct report at[CELLS_MAX + 1]; // as they were first heard of; every cell, and a pass
};

// Begins a list of at most `wanted` lines.
void lines_begin(struct lines *l, int wanted);

// Takes a report. A bound that is not proven counts only for a move of which nothing else is known.
void lines_add(struct lines *l, const struct report *news);

// The thought has ended: puts the lines in order.
void lines_finish(struct lines *l);

// The line of place i from 0 to count - 1.
static inline const struct report *lines_get(const struct lines *l, int i)
{
    return &l->at[l->order[i]];
}

#endif
