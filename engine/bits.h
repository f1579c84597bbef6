// SPDX-License-Identifier: MIT
// bits.h - the few words of bit vocabulary every board uses.
#ifndef ENGINE_BITS_H
#define ENGINE_BITS_H

#include <stdint.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

// Branch hints for the few places where they were measured to pay.
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NOINLINE __attribute__((noinline, unused)) // in a header: not every includer calls it

static inline int bit_count(uint64_t b)
{
    return __builtin_popcountll(b);
}

// The index of the lowest bit; b must not be 0.
static inline int bit_first(uint64_t b)
{
    return __builtin_ctzll(b);
}

// Removes the lowest bit and returns its index; *b must not be 0.
static inline int bit_take(uint64_t *b)
{
    int i = __builtin_ctzll(*b);
    *b &= *b - 1;
    return i;
}

// The n-th set bit (from 0) as a set of one; b must have more than n.
static inline uint64_t bit_nth(uint64_t b, int n)
{
#ifdef __BMI2__
    return _pdep_u64(UINT64_C(1) << n, b);
#else
    while (n--)
        b &= b - 1;
    return b & (0 - b);
#endif
}

#endif
