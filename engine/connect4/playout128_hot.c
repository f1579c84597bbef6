// SPDX-License-Identifier: MIT
// Playouts on boards of up to 128 bits, spare ones included.
#define WORD_BITS 128
#define TABLE KERNEL(connect4_playout_128)
#include "engine/connect4/playout.inc"
