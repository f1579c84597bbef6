// SPDX-License-Identifier: MIT
// The assembler puts the files in as they are: no generated source, and the bytes are mapped, not
// read.
#include "engine/othello/weights.h"

#ifdef __APPLE__
#define NAME(n) "_" n
#define SECTION ".const_data\n"
#else
#define NAME(n) n
#define SECTION ".section .rodata\n"
#endif

// clang-format off
#define INCLUDE_BYTES(name, file)                  \
    __asm__(SECTION ".balign 64\n"                 \
            ".globl " NAME(name "_begin") "\n"     \
            ".globl " NAME(name "_end") "\n"       \
            NAME(name "_begin") ":\n"              \
            ".incbin \"engine/othello/" file "\"\n" \
            NAME(name "_end") ":\n"                \
            ".text\n")
// clang-format on

INCLUDE_BYTES("weights", "weights.bin");
INCLUDE_BYTES("small_weights", "small_weights.bin");
INCLUDE_BYTES("small_table", "small_table.bin");
