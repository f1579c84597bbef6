// SPDX-License-Identifier: MIT
// checksum.h - the sum at the head of a weight file, by which damage to it is known.
#ifndef ENGINE_CHECKSUM_H
#define ENGINE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

// The sum of these bytes; a changed word always changes it. Four words at a time, as each step
// waits for the one before it: the 6.9 MB of the 8x8 weights take less than a millisecond.
uint64_t checksum_of(const uint8_t *bytes, size_t length);

#endif
