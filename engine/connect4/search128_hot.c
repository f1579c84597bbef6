// SPDX-License-Identifier: MIT
// Boards of up to 128 bits, spare ones included.
#define WORD_BITS 128
#define TABLE KERNEL(connect4_128)
#include "engine/connect4/search.inc"
