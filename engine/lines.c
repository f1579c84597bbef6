// SPDX-License-Identifier: MIT
#include "engine/lines.h"

#include <string.h>

#include "engine/bits.h"

void lines_begin(struct lines *l, int wanted)
{
    l->wanted = wanted;
    l->fresh = l->count = 0;
}

// The place of the line that begins with m, or `count`.
static int find(const struct lines *l, move m)
{
    int i = 0;
    while (i < l->count && lines_get(l, i)->line[0] != m)
        i++;
    return i;
}

// Brings estimates of older iterations down to what this one has reported.
static void bring_down(struct lines *l)
{
    const struct report *least = l->fresh ? lines_get(l, l->fresh - 1) : NULL;
    for (int i = l->fresh; least && i < l->count; i++) {
        struct report *r = &l->at[l->order[i]];
        if (!r->proven && r->score > least->score) {
            r->score = least->score;
            r->win_in = least->win_in;
        }
    }
}

void lines_add(struct lines *l, const struct report *news)
{
    if (news->line_length == 0 || l->wanted == 0)
        return;
    int place = find(l, news->line[0]);
    bool counts = news->bound == BOUND_EXACT || news->proven;
    if (place == (int)LENGTH(l->at) || (!counts && place < l->count))
        return;
    if (news->multipv == 1 && counts) {
        bring_down(l);
        l->fresh = 0;
    }
    uint16_t slot = place < l->count ? l->order[place] : (uint16_t)l->count++;
    int to = place < l->fresh ? place : l->fresh;
    memmove(&l->order[to + 1], &l->order[to], (size_t)(place - to) * sizeof *l->order);
    l->order[to] = slot;
    l->at[slot] = *news;
    l->fresh += place >= l->fresh && counts;
}

void lines_finish(struct lines *l)
{
    bring_down(l);
    for (int i = 1; i < l->count; i++) {
        uint16_t slot = l->order[i];
        int k = i;
        // Tree search ranks by visits and tells its lines in that order.
        for (; k > 0 && !l->at[slot].visits && l->at[l->order[k - 1]].score < l->at[slot].score;
             k--)
            l->order[k] = l->order[k - 1];
        l->order[k] = slot;
    }
    if (l->count > l->wanted)
        l->count = l->wanted;
}
