// SPDX-License-Identifier: MIT
// shipped.c - the book inside the program: the assembler puts the file in as it is. A tree without
// the file builds a program without a book, which thinks for itself from the first move on.
#include "engine/connect4/book.h"

#ifdef __APPLE__
#define NAME(n) "_" n
#define SECTION ".const_data\n"
#else
#define NAME(n) n
#define SECTION ".section .rodata\n"
#endif

#if __has_include("book/connect4.bin")
// clang-format off
__asm__(SECTION
        ".globl " NAME("connect4_book_begin") "\n"
        ".globl " NAME("connect4_book_end") "\n"
        NAME("connect4_book_begin") ":\n"
        ".incbin \"book/connect4.bin\"\n"
        NAME("connect4_book_end") ":\n"
        ".text\n");
// clang-format on
extern const uint8_t connect4_book_begin[], connect4_book_end[];

const uint8_t *book_shipped(size_t *size)
{
    *size = (size_t)(connect4_book_end - connect4_book_begin);
    return connect4_book_begin;
}
#else
const uint8_t *book_shipped(size_t *size)
{
    *size = 0;
    return NULL;
}
#endif
