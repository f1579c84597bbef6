// SPDX-License-Identifier: MIT
// clock.h - how long a thought may take, on the monotonic clock.
//
// Two limits: past `soft` no new iteration is begun, at `hard` the search is cut off. Both count
// from the moment `go` was read, so time spent waiting for a core is paid for. While pondering no
// time runs; ponderhit starts the clock without a word to the search.
//
// On a busy machine a thread that has run for a few milliseconds loses its core to others, and gets
// it back after as many times that as there are others. A deadline in between is seen when the
// core is back, so the clock remembers how long the search was away of late and ends it earlier:
//
//      |--- thinking -------------------|-- away --|            answer late by what is left of it
//      |--- thinking ---------|<-- reserve -->|                 answer in time, or nearly
//                                            hard
#ifndef ENGINE_CLOCK_H
#define ENGINE_CLOCK_H

#include "engine/game.h"

#define CLOCK_NEVER (INT64_MAX / 4)

struct clock {
    int64_t begun;           // ns, when the thought began
    _Atomic int64_t started; // ns, when our own time began to run; CLOCK_NEVER while pondering
    int64_t soft, hard;      // ns of our own time; CLOCK_NEVER = no limit
    bool fixed;              // soft and hard were given as one number: use all of it
    bool untimed;            // nobody's clock runs, nor is a stop to come: it may wait for memory
    _Atomic int64_t asked;   // ns, when a search last asked how much time is left; 0 = not yet
    _Atomic int64_t away;    // ns, the longest it did not ask, of late
};

// Nanoseconds on the monotonic clock.
int64_t clock_now(void);

// Plans a thought begun at `now`. `turns_left` is the mover's own turns until the game must end,
// and `overhead` the milliseconds to keep back for the road between us and whoever holds the
// stopwatch.
void clock_plan(struct clock *c, const struct limits *l, enum side mover, int turns_left,
                int overhead, int64_t now);

// The same for the next thought on a clock that was planned before: it remembers how long its
// searches were away.
void clock_plan_next(struct clock *c, const struct limits *l, enum side mover, int turns_left,
                     int overhead, int64_t now);

// Our own time begins to run now: the move we pondered on was played.
void clock_ponderhit(struct clock *c);

// True while our own time has not begun.
bool clock_pondering(const struct clock *c);

// Milliseconds since the thought began.
int64_t clock_elapsed(const struct clock *c);

// Nanoseconds until the search must be cut off, none or less when it is time; CLOCK_NEVER without a
// limit and while pondering. To be asked every fraction of a millisecond: longer gaps are taken for
// time without a core.
int64_t clock_left(struct clock *c);

// Nobody will ask for a while, as long as another clock is looked at: that is no gap.
void clock_pause(struct clock *c);

// True when the search must be cut off.
bool clock_expired(struct clock *c);

// True when no further iteration should begin. `scale` stretches the soft limit in per cent: 100 is
// the plan, more when the best move just changed, less when it stands alone. A fixed time ignores
// it.
bool clock_enough(const struct clock *c, int scale);

#endif
