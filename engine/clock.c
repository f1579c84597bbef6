// SPDX-License-Identifier: MIT
#include "engine/clock.h"

#include <time.h>

enum { NS_PER_MS = 1000000 };

int64_t clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

// Splits what is left on a game clock: an even share of it plus most of the increment is the soft
// limit; the hard limit may borrow up to four shares, but never more than a third of what is left.
static void plan_game_clock(struct clock *c, int64_t left, int64_t increment, int turns,
                            int64_t overhead)
{
    int64_t usable = max64(left - overhead, 0);
    int64_t share = usable / (turns + 1) + increment * 3 / 4;
    c->soft = min64(share, usable * 4 / 5) * NS_PER_MS;
    c->hard = min64(min64(share * 4, usable / 3 + increment * 3 / 4), usable) * NS_PER_MS;
    c->soft = min64(c->soft, c->hard);
}

void clock_plan(struct clock *c, const struct limits *l, enum side mover, int turns_left,
                int overhead, int64_t now)
{
    const int64_t longest = INT64_C(1) << 40; // ms; 35 years, and safe to count in ns
    int64_t reserve = max64(overhead, 0);
    c->begun = now;
    atomic_store(&c->started, l->ponder ? CLOCK_NEVER : now);
    c->soft = c->hard = CLOCK_NEVER;
    c->fixed = false;
    if (l->infinite)
        return;
    if (l->time[mover] >= 0) {
        int turns = l->moves_to_go > 0 && l->moves_to_go < turns_left ? l->moves_to_go : turns_left;
        int64_t increment = min64(max64(l->increment[mover], 0), longest);
        plan_game_clock(c, min64(l->time[mover], longest), increment, turns > 0 ? turns : 1,
                        reserve);
    }
    if (l->move_time >= 0) {
        // A move time is used to the end, less a millisecond for waking up and printing.
        int64_t budget = max64(min64(l->move_time, longest) - 1, 0) * NS_PER_MS;
        c->fixed = budget < c->hard;
        c->hard = min64(c->hard, budget);
        c->soft = min64(c->soft, c->hard);
    }
}

void clock_ponderhit(struct clock *c)
{
    atomic_store(&c->started, clock_now());
}

bool clock_pondering(const struct clock *c)
{
    return atomic_load_explicit(&c->started, memory_order_relaxed) == CLOCK_NEVER;
}

int64_t clock_elapsed(const struct clock *c)
{
    return (clock_now() - c->begun) / NS_PER_MS;
}

// Our own time so far; nothing while pondering.
static int64_t own_time(const struct clock *c)
{
    int64_t started = atomic_load_explicit(&c->started, memory_order_relaxed);
    return started == CLOCK_NEVER ? 0 : clock_now() - started;
}

int64_t clock_left(const struct clock *c)
{
    return c->hard < CLOCK_NEVER && !clock_pondering(c) ? c->hard - own_time(c) : CLOCK_NEVER;
}

bool clock_expired(const struct clock *c)
{
    return clock_left(c) <= 0;
}

bool clock_enough(const struct clock *c, int scale)
{
    if (c->soft >= CLOCK_NEVER)
        return false;
    int64_t limit = c->fixed ? c->hard : min64(c->soft / 100 * scale, c->hard);
    return own_time(c) >= limit;
}
