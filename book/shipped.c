// SPDX-License-Identifier: MIT
// shipped.c - one row a book. The Makefile defines BOOK_<name> for every book/<name>.book there is:
// a tree without one builds a program that thinks for itself from the first move on.
#include "book/shipped.h"

#include <string.h>

#include "engine/bytes.h"

#ifdef BOOK_connect4
INCLUDE_BYTES("book_connect4", "book/connect4.book");
extern const uint8_t book_connect4_begin[], book_connect4_end[];
#endif
#ifdef BOOK_othello6x6
INCLUDE_BYTES("book_othello6x6", "book/othello6x6.book");
extern const uint8_t book_othello6x6_begin[], book_othello6x6_end[];
#endif

static const struct shipped {
    const char *game;
    const uint8_t *begin, *end;
} books[] = {
#ifdef BOOK_connect4
    {"connect4", book_connect4_begin, book_connect4_end},
#endif
#ifdef BOOK_othello6x6
    {"othello:6x6", book_othello6x6_begin, book_othello6x6_end},
#endif
    {NULL, NULL, NULL},
};

const uint8_t *book_shipped(const char *game, size_t *size)
{
    for (const struct shipped *b = books; b->game; b++)
        if (strcmp(b->game, game) == 0) {
            *size = (size_t)(b->end - b->begin);
            return b->begin;
        }
    return NULL;
}

const char *book_shipped_game(int n)
{
    for (int i = 0; i < n; i++)
        if (!books[i].game)
            return NULL;
    return books[n].game;
}
