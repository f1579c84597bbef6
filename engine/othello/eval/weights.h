// SPDX-License-Identifier: MIT
// weights.h - the bytes of files as they lie in the program: the weights of the 8x8 evaluation,
// those of the 6x6 one, and the table of the first moves of 6x6.
#ifndef ENGINE_OTHELLO_EVAL_WEIGHTS_H
#define ENGINE_OTHELLO_EVAL_WEIGHTS_H

#include <stdint.h>

extern const uint8_t weights_begin[], weights_end[];
extern const uint8_t six_weights_begin[], six_weights_end[];

#endif
