// SPDX-License-Identifier: MIT
#include "book/past.h"

#include "book/probe.h"
#include "engine/rng.h"

enum { WAYS = 8 }; // places a row may be in

// The row that goes on to p.
static uint64_t row_to(uint64_t row, const struct game *game, const struct position *p)
{
    struct rng r = {row ^ book_key_of(game, p)};
    return rng_next(&r);
}

// The number of a row's place, or -1.
static int place_of(const struct past *t, uint64_t row)
{
    for (uint64_t i = 0; i < WAYS; i++)
        if (t->places[(row + i) % PAST_PLACES].row == row)
            return (int)((row + i) % PAST_PLACES);
    return -1;
}

// What is known of a row, or NULL.
static const struct past_row *find(const struct past *t, uint64_t row)
{
    const int place = place_of(t, row);
    return place < 0 ? NULL : &t->places[place];
}

// Enters a row of this game, where nothing or the longest ago is.
static void enter(struct past *t, uint64_t row)
{
    const int place = place_of(t, row);
    struct past_row *at = &t->places[place < 0 ? row % PAST_PLACES : (uint64_t)place];
    if (place < 0) {
        for (uint64_t i = 1; i < WAYS; i++)
            if (t->places[(row + i) % PAST_PLACES].last < at->last)
                at = &t->places[(row + i) % PAST_PLACES];
        *at = (struct past_row){.row = row};
    }
    at->games += at->last != t->game;
    at->last = t->game;
}

// Games before this one that have the row.
static int earlier(const struct past *t, uint64_t row)
{
    const struct past_row *at = find(t, row);
    return at ? (int)(at->games - (at->last == t->game)) : 0;
}

bool past_follow(struct past *t, const struct played *g, const struct position *p, bool guess)
{
    uint64_t rows[PLAYED_MAX + 1], before = 0;
    int count = 0;
    for (int i = 0; i <= g->ply; i++)
        before = rows[count++] = row_to(before, g->game, &g->at[i]);
    if (book_key_of(g->game, p) != book_key_of(g->game, played_now(g)))
        before = rows[count++] = row_to(before, g->game, p); // after a pass
    t->row = before;
    t->guess = guess;
    if (guess)
        return false;
    const bool goes_on = t->game > 0 && g->ply > t->ply && rows[t->ply] == t->heard;
    t->game += !goes_on;
    t->ply = g->ply;
    t->heard = rows[g->ply];
    for (int i = 0; i < count; i++)
        enter(t, rows[i]);
    return !goes_on;
}

void past_enter(struct past *t, const struct game *game, const struct position *p,
                const struct thought *found)
{
    struct position next = *p;
    const int here = place_of(t, t->row);
    if (t->guess || !game->play(&next, found->best))
        return;
    if (here >= 0 && found->solved && !t->places[here].solved) {
        t->places[here].solved = true;
        t->places[here].score = found->score;
    }
    enter(t, row_to(t->row, game, &next));
}

const struct past_row *past_row_here(const struct past *t)
{
    return find(t, t->row);
}

int past_here(const struct past *t)
{
    return earlier(t, t->row);
}

int past_times(const struct past *t, const struct game *game, const struct position *p, move m)
{
    struct position next = *p;
    return game->play(&next, m) ? earlier(t, row_to(t->row, game, &next)) : 0;
}
