// SPDX-License-Identifier: MIT
// Playouts on the usual board: the stride is known and nothing is blocked.
#define WORD_BITS 64
#define FIELD_STRIDE 7
#define TABLE KERNEL(connect4_playout_7x6)
#include "engine/connect4/playout.inc"
