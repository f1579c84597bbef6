// SPDX-License-Identifier: MIT
// shipped.c - the Makefile lists every book/<name>.book there is as BOOK(<name>): a tree without any
// builds a program that thinks for itself from the first move on. Which game a book is for stands in
// its header (format.h).
#include "book/shipped.h"

#include <string.h>

#include "engine/bytes.h"

enum { GAME_AT = 16 };

#ifndef SHIPPED_BOOKS
#define SHIPPED_BOOKS
#endif

#define BOOK(name)                                                                                 \
    INCLUDE_BYTES("book_" #name, "book/" #name ".book");                                           \
    extern const uint8_t book_##name##_begin[], book_##name##_end[];
SHIPPED_BOOKS
#undef BOOK

static const struct shipped {
    const uint8_t *begin, *end;
} books[] = {
#define BOOK(name) {book_##name##_begin, book_##name##_end},
    SHIPPED_BOOKS
#undef BOOK
    {NULL, NULL},
};

const uint8_t *book_shipped(const char *game, size_t *size)
{
    for (const struct shipped *b = books; b->begin; b++)
        if (strcmp((const char *)b->begin + GAME_AT, game) == 0) {
            *size = (size_t)(b->end - b->begin);
            return b->begin;
        }
    return NULL;
}

const char *book_shipped_game(int n)
{
    for (int i = 0; i < n; i++)
        if (!books[i].begin)
            return NULL;
    return books[n].begin ? (const char *)books[n].begin + GAME_AT : NULL;
}
