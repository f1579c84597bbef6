// SPDX-License-Identifier: MIT
// Playouts on boards of up to 192 bits, spare ones included.
#define WORD_BITS 192
#define TABLE KERNEL(connect4_playout_192)
#include "engine/connect4/playout.inc"
