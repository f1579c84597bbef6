// SPDX-License-Identifier: MIT
#include "engine/othello/eval/weights.h"

#include "engine/bytes.h"

INCLUDE_BYTES("weights", "engine/othello/eval/weights.bin");
INCLUDE_BYTES("small_weights", "engine/othello/eval/small_weights.bin");
