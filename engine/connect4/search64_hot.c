// SPDX-License-Identifier: MIT
// Boards of up to 64 bits, spare ones included.
#define WORD_BITS 64
#define TABLE KERNEL(connect4_64)
#include "engine/connect4/search.inc"
