// SPDX-License-Identifier: MIT
// The assembler puts the file in as it is: no generated source, and the bytes are mapped, not read.
#include "engine/othello/weights.h"

#ifdef __APPLE__
#define NAME(n) "_" n
#define SECTION ".const_data\n"
#else
#define NAME(n) n
#define SECTION ".section .rodata\n"
#endif

__asm__(SECTION
        ".balign 64\n"
        ".globl " NAME(
            "weights_begin") "\n"
                             ".globl " NAME("weights_end") "\n" NAME(
                                 "weights_begin") ":\n"
                                                  ".incbin \"engine/othello/weights.bin\"\n" NAME(
                                                      "weights_end") ":\n"
                                                                     ".text\n");
