// SPDX-License-Identifier: MIT
// poison.h - tables that lie, for a build that is made to be tested (make poisoned).
//
// A table may return what was stored for another position, and on a machine with a bad memory cell
// anything at all. That may cost a game but never a crash or an illegal move. With TT_POISON one
// probe in a hundred of every table finds random bytes; without it all of this is nothing.
#ifndef ENGINE_POISON_H
#define ENGINE_POISON_H

#include <stdbool.h>
#include <stdint.h>

#ifdef TT_POISON
#include "engine/rng.h"

static inline bool poison_strikes(uint64_t *bytes)
{
    static _Thread_local struct rng rng = {UINT64_C(0x706f69736f6e)};
    *bytes = rng_next(&rng);
    return rng_below(&rng, 100) == 0;
}
#else
static inline bool poison_strikes(uint64_t *bytes)
{
    (void)bytes;
    return false;
}
#endif

#endif
