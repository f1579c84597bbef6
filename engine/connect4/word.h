// SPDX-License-Identifier: MIT
// word.h - a set of up to 64, 128 or 192 cells, with one vocabulary for all three.
//
// A source that includes this defines WORD_BITS first; the same source compiled with another width
// is the same program for a larger board. & | ^ ~ are written as usual on every width (the widest
// is a vector of four 64-bit words, the last always empty), so only what C cannot write on a vector
// has a name here.
#ifndef CONNECT4_WORD_H
#define CONNECT4_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/bits.h"

#ifndef WORD_BITS
#define WORD_BITS 192
#endif

#if WORD_BITS == 64

typedef uint64_t word;

static inline word word_up(word a, int n)
{
    return a << n;
}

static inline word word_down(word a, int n)
{
    return a >> n;
}

static inline word word_sum(word a, word b)
{
    return a + b;
}

static inline bool word_none(word a)
{
    return a == 0;
}

static inline int word_count(word a)
{
    return bit_count(a);
}

static inline word word_lowest(word a)
{
    return a & (0 - a);
}

static inline int word_first(word a)
{
    return bit_first(a);
}

static inline uint64_t word_part(word a, int i)
{
    return i == 0 ? a : 0;
}

static inline word word_of_parts(const uint64_t parts[3])
{
    return parts[0];
}

#elif WORD_BITS == 128

typedef unsigned __int128 word;

// No shift here is by 0, nor by 64 or more; said in halves, it is two instructions and no call even
// where there is none for 128 bits.
static inline word word_up(word a, int n)
{
    uint64_t low = (uint64_t)a, high = (uint64_t)(a >> 64);
    return (word)(high << n | low >> (64 - n)) << 64 | low << n;
}

static inline word word_down(word a, int n)
{
    uint64_t low = (uint64_t)a, high = (uint64_t)(a >> 64);
    return (word)(high >> n) << 64 | (low >> n | high << (64 - n));
}

static inline word word_sum(word a, word b)
{
    return a + b;
}

static inline bool word_none(word a)
{
    return a == 0;
}

static inline int word_count(word a)
{
    return bit_count((uint64_t)a) + bit_count((uint64_t)(a >> 64));
}

static inline word word_lowest(word a)
{
    return a & (0 - a);
}

static inline int word_first(word a)
{
    return (uint64_t)a ? bit_first((uint64_t)a) : 64 + bit_first((uint64_t)(a >> 64));
}

static inline uint64_t word_part(word a, int i)
{
    return i < 2 ? (uint64_t)(a >> (64 * i)) : 0;
}

static inline word word_of_parts(const uint64_t parts[3])
{
    return parts[0] | (word)parts[1] << 64;
}

#else

typedef uint64_t word __attribute__((vector_size(32)));

// No shift here is by 0, nor by 64 or more: three steps on the tallest board are 45 cells.
static inline word word_up(word a, int n)
{
    return a << n | (word){0, a[0], a[1], a[2]} >> (64 - n);
}

static inline word word_down(word a, int n)
{
    return a >> n | (word){a[1], a[2], a[3], 0} << (64 - n);
}

static inline word word_sum(word a, word b)
{
    unsigned __int128 low = (unsigned __int128)a[0] + b[0];
    unsigned __int128 middle = (unsigned __int128)a[1] + b[1] + (uint64_t)(low >> 64);
    return (word){(uint64_t)low, (uint64_t)middle, a[2] + b[2] + (uint64_t)(middle >> 64), 0};
}

static inline bool word_none(word a)
{
    return (a[0] | a[1] | a[2]) == 0;
}

static inline int word_count(word a)
{
    return bit_count(a[0]) + bit_count(a[1]) + bit_count(a[2]);
}

static inline word word_lowest(word a)
{
    return a[0]   ? (word){a[0] & (0 - a[0]), 0, 0, 0}
           : a[1] ? (word){0, a[1] & (0 - a[1]), 0, 0}
                  : (word){0, 0, a[2] & (0 - a[2]), 0};
}

static inline int word_first(word a)
{
    return a[0] ? bit_first(a[0]) : a[1] ? 64 + bit_first(a[1]) : 128 + bit_first(a[2]);
}

static inline uint64_t word_part(word a, int i)
{
    return a[i];
}

static inline word word_of_parts(const uint64_t parts[3])
{
    return (word){parts[0], parts[1], parts[2], 0};
}

#endif

// Shifts by any number of cells, upwards when positive.
static inline word word_shift(word a, int n)
{
#if WORD_BITS == 64 || WORD_BITS == 128
    return n >= 0 ? a << n : a >> -n;
#else
    uint64_t from[9] = {0}, to[3];
    for (int i = 0; i < 3; i++)
        from[i + 3] = a[i];
    int whole = (n + 192) >> 6, bits = n & 63; // n + 192 keeps the division of negatives whole
    for (int i = 0; i < 3; i++) {
        int k = i + 6 - whole;
        to[i] = from[k] << bits | (bits ? from[k - 1] >> (64 - bits) : 0);
    }
    return word_of_parts(to);
#endif
}

static inline word word_empty(void)
{
    return (word){0};
}

// The set of one cell.
static inline word word_bit(int i)
{
    uint64_t parts[3] = {0};
    parts[i >> 6] = UINT64_C(1) << (i & 63);
    return word_of_parts(parts);
}

static inline bool word_has(word a, int i)
{
    return word_part(a, i >> 6) >> (i & 63) & 1;
}

static inline void word_to_parts(word a, uint64_t parts[3])
{
    for (int i = 0; i < 3; i++)
        parts[i] = word_part(a, i);
}

// Removes the lowest cell from the set and returns the set of it alone; *a must not be empty.
static inline word word_take(word *a)
{
    word low = word_lowest(*a);
    *a ^= low;
    return low;
}

#endif
