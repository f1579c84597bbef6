// SPDX-License-Identifier: MIT
// Playouts on boards of up to 64 bits, spare ones included.
#define WORD_BITS 64
#define TABLE KERNEL(connect4_playout_64)
#include "engine/connect4/playout.inc"
