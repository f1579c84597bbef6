// SPDX-License-Identifier: MIT
#include "engine/clock.h"

#include <time.h>

enum {
    NS_PER_MS = 1000000,
    TURNS_MOST = 26, // Gomoku boards are never filled, so time is not shared out among more
    LATE_ONCE = 20,
    AWAY_FADES = 32,            // thoughts after which a gap counts a third
    AWAY_MOST = 20 * NS_PER_MS, // longer gaps are accidents, not the machine's habit
    AWAY_LATE = 2 * NS_PER_MS,  // so much an answer may be late before time is given up for it
};

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
// limit; the hard limit may borrow up to four shares, but never more than a third of what is left,
// or half of it with two turns to come. The last turn before the clock is set anew, or the game
// ends, has nothing to save for: it takes four fifths, the rest is for a late answer, which a clock
// of so much a move does not forgive.
//
// Kept back are the overhead; as much again, up to LATE_ONCE ms, for a turn that was late; a
// sixteenth of it for each turn that may come, since even a move made at once takes some time, less
// the increments; and three times what the search was away of late. The increment is only counted
// on as far as ten overheads are on the clock: with little time and a small increment a game is
// otherwise played on the last milliseconds, and one late answer loses it.
static void plan_game_clock(struct clock *c, int64_t left, int64_t increment, int turns,
                            int64_t overhead)
{
    int64_t away = 3 * atomic_load_explicit(&c->away, memory_order_relaxed) / NS_PER_MS;
    int64_t later = max64(overhead * turns / 16 - increment * turns, 0);
    int64_t usable = max64(left - overhead - min64(overhead, LATE_ONCE) - later - away, 0);
    int64_t cushion = 10 * overhead, sure = increment * 3 / 4;
    turns = turns < TURNS_MOST ? turns : TURNS_MOST;
    if (usable < cushion)
        sure = min64(sure, cushion) * usable / cushion;
    int64_t last = usable * 4 / 5;
    int64_t share = turns > 1 ? usable / (turns + 1) + sure : last;
    int64_t most = turns > 1 ? usable / min64(turns, 3) + sure : last;
    c->soft = min64(share, last) * NS_PER_MS;
    c->hard = min64(min64(share * 4, most), usable) * NS_PER_MS;
    c->soft = min64(c->soft, c->hard);
}

void clock_plan(struct clock *c, const struct limits *l, enum side mover, int turns_left,
                int overhead, int64_t now)
{
    atomic_init(&c->away, 0);
    clock_plan_next(c, l, mover, turns_left, overhead, now);
}

void clock_plan_next(struct clock *c, const struct limits *l, enum side mover, int turns_left,
                     int overhead, int64_t now)
{
    const int64_t longest = INT64_C(1) << 40; // ms; 35 years, and safe to count in ns
    int64_t reserve = max64(overhead, 0);
    int64_t away = atomic_load_explicit(&c->away, memory_order_relaxed);
    atomic_store(&c->away, away - away / AWAY_FADES);
    atomic_store(&c->asked, 0);
    c->begun = now;
    atomic_store(&c->started, l->ponder ? CLOCK_NEVER : now);
    c->soft = c->hard = CLOCK_NEVER;
    c->fixed = false;
    c->untimed = !l->infinite && !l->ponder && l->time[mover] < 0 && l->move_time < 0;
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

// Notes when the search asks. A gap is time without a core, or work that can't be interrupted: for
// the deadline it is the same.
static void note_gap(struct clock *c, int64_t now)
{
    int64_t asked = atomic_load_explicit(&c->asked, memory_order_relaxed);
    int64_t gap = asked ? min64(now - asked, AWAY_MOST) : 0;
    if (gap > atomic_load_explicit(&c->away, memory_order_relaxed))
        atomic_store_explicit(&c->away, gap, memory_order_relaxed);
    atomic_store_explicit(&c->asked, now, memory_order_relaxed);
}

// How much earlier than at the hard limit to stop: as long as the search may be away, but for what
// an answer may be late, and at most half of the time.
static int64_t reserve(const struct clock *c)
{
    int64_t away = atomic_load_explicit(&c->away, memory_order_relaxed) - AWAY_LATE;
    return away <= 0 ? 0 : min64(away, c->hard / 2);
}

int64_t clock_left(struct clock *c)
{
    int64_t now = clock_now(), started = atomic_load_explicit(&c->started, memory_order_relaxed);
    note_gap(c, now);
    if (c->hard >= CLOCK_NEVER || started == CLOCK_NEVER)
        return CLOCK_NEVER;
    return started + c->hard - reserve(c) - now;
}

void clock_pause(struct clock *c)
{
    atomic_store_explicit(&c->asked, 0, memory_order_relaxed);
}

bool clock_expired(struct clock *c)
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
