// SPDX-License-Identifier: MIT
#include "engine/othello/eval/weights.h"

#include "engine/bytes.h"

INCLUDE_BYTES("weights", "engine/othello/eval/weights.bin");
INCLUDE_BYTES("six_weights", "engine/othello/eval/six_weights.bin");
