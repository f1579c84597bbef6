// SPDX-License-Identifier: MIT
// shipped.c - the book inside the program. A tree without the file builds a program without a book,
// which thinks for itself from the first move on.
#include "engine/bytes.h"
#include "engine/connect4/book.h"

#if __has_include("book/connect4.bin")
INCLUDE_BYTES("connect4_book", "book/connect4.bin");
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
