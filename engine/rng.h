// SPDX-License-Identifier: MIT
// rng.h - small seeded random numbers: splitmix64 (Steele, Lea, Flood 2014), one word of state.
//
// Good enough for Zobrist words, playouts and random test games; never for secrets. The same seed
// gives the same numbers on every machine, which is what keeps the bench signature and the tests
// stable.
#ifndef ENGINE_RNG_H
#define ENGINE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state;
};

// Scrambles a word so that neighbouring inputs share nothing visible.
static inline uint64_t rng_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint64_t rng_next(struct rng *r)
{
    return rng_mix(r->state += 0x9e3779b97f4a7c15u);
}

// A number from 0 to n - 1; n must be positive. The bias is below n / 2^32.
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
    return (uint32_t)((rng_next(r) >> 32) * n >> 32);
}

#endif
