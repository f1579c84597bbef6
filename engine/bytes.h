// SPDX-License-Identifier: MIT
// bytes.h - a file inside the program: the assembler puts it in as it is, so there is no generated
// source, and its bytes are mapped, not read.
#ifndef ENGINE_BYTES_H
#define ENGINE_BYTES_H

#ifdef __APPLE__
#define BYTES_NAME(n) "_" n
#define BYTES_SECTION ".const_data\n"
#define BYTES_HIDDEN ".private_extern "
#else
#define BYTES_NAME(n) n
#define BYTES_SECTION ".section .rodata\n"
#define BYTES_HIDDEN ".hidden "
#endif

// Defines the symbols <name>_begin and <name>_end around the bytes of `file`, a path in the tree;
// they do not leave a shared library. WebAssembly's data symbols have a size and a section each.
// clang-format off
#ifdef __wasm__
#define INCLUDE_BYTES(name, file)                       \
    __asm__(".section .rodata." name ",\"\",@\n"       \
            ".balign 64\n"                              \
            ".globl " name "_begin\n"                   \
            ".globl " name "_end\n"                     \
            ".hidden " name "_begin\n"                  \
            ".hidden " name "_end\n"                    \
            name "_begin:\n"                            \
            ".incbin \"" file "\"\n"                    \
            name "_end:\n"                              \
            ".byte 0\n"                                 \
            ".size " name "_begin, " name "_end-" name "_begin\n" \
            ".size " name "_end, 1\n"                   \
            ".text\n")
#else
#define INCLUDE_BYTES(name, file)                       \
    __asm__(BYTES_SECTION ".balign 64\n"                \
            ".globl " BYTES_NAME(name "_begin") "\n"    \
            ".globl " BYTES_NAME(name "_end") "\n"      \
            BYTES_HIDDEN BYTES_NAME(name "_begin") "\n" \
            BYTES_HIDDEN BYTES_NAME(name "_end") "\n"   \
            BYTES_NAME(name "_begin") ":\n"             \
            ".incbin \"" file "\"\n"                    \
            BYTES_NAME(name "_end") ":\n"               \
            ".text\n")
#endif
// clang-format on

#endif
