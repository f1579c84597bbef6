// SPDX-License-Identifier: MIT
#include "engine/othello/weights.h"

#include "engine/bytes.h"

INCLUDE_BYTES("weights", "engine/othello/weights.bin");
INCLUDE_BYTES("small_weights", "engine/othello/small_weights.bin");
INCLUDE_BYTES("small_table", "engine/othello/small_table.bin");
