// SPDX-License-Identifier: MIT
// bytes.h - little-endian numbers in a book's bytes.
#ifndef BOOK_BYTES_H
#define BOOK_BYTES_H

#include <stdint.h>

static inline uint64_t get_bytes(const uint8_t *p, int n)
{
    uint64_t v = 0;
    for (int i = 0; i < n; i++)
        v |= (uint64_t)p[i] << 8 * i;
    return v;
}

static inline void put_bytes(uint8_t *p, uint64_t v, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

#endif
