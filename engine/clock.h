// SPDX-License-Identifier: MIT
// clock.h - how long a thought may take, on the monotonic clock.
//
// Two limits: past `soft` no new iteration is begun, at `hard` the search is cut off. Both count
// from the moment `go` was read, so time spent waiting for a core is paid for. While pondering no
// time runs; ponderhit starts the clock without the search having to be told.
#ifndef ENGINE_CLOCK_H
#define ENGINE_CLOCK_H

#include "engine/game.h"

#define CLOCK_NEVER (INT64_MAX / 4)

// With less time left than this, in ns, no fresh page of memory is touched: in a virtual machine
// whose host has yet to find it, filling one was seen to take up to 7 ms.
#define CLOCK_FRESH_PAGE (INT64_C(10) * 1000 * 1000)

struct clock {
    int64_t begun;           // ns, when the thought began
    _Atomic int64_t started; // ns, when our own time began to run; CLOCK_NEVER while pondering
    int64_t soft, hard;      // ns of our own time; CLOCK_NEVER = no limit
    bool fixed;              // soft and hard were given as one number: use all of it
};

// Nanoseconds on the monotonic clock.
int64_t clock_now(void);

// Plans a thought begun at `now`. `turns_left` is the mover's own turns until the game must end,
// and `overhead` the milliseconds to keep back for the road between us and whoever holds the
// stopwatch.
void clock_plan(struct clock *c, const struct limits *l, enum side mover, int turns_left,
                int overhead, int64_t now);

// Our own time begins to run now: the move we pondered on was played.
void clock_ponderhit(struct clock *c);

// True while our own time has not begun.
bool clock_pondering(const struct clock *c);

// Milliseconds since the thought began.
int64_t clock_elapsed(const struct clock *c);

// Nanoseconds until the search must be cut off, none or less when it is time; CLOCK_NEVER without a
// limit and while pondering.
int64_t clock_left(const struct clock *c);

// True when the search must be cut off.
bool clock_expired(const struct clock *c);

// True when no further iteration should begin. `scale` stretches the soft limit in per cent: 100 is
// the plan, more when the best move just changed, less when it stands alone. A fixed time ignores
// it.
bool clock_enough(const struct clock *c, int scale);

#endif
