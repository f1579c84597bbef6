// SPDX-License-Identifier: MIT
// weights.h - the bytes of weights.bin as they lie in the program.
#ifndef ENGINE_OTHELLO_WEIGHTS_H
#define ENGINE_OTHELLO_WEIGHTS_H

#include <stdint.h>

extern const uint8_t weights_begin[], weights_end[];

#endif
