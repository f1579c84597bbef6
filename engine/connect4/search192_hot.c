// SPDX-License-Identifier: MIT
// Boards of up to 192 bits, spare ones included.
#define WORD_BITS 192
#define TABLE KERNEL(connect4_192)
#include "engine/connect4/search.inc"
