// SPDX-License-Identifier: MIT
// shipped.h - the books inside the program.
#ifndef BOOK_SHIPPED_H
#define BOOK_SHIPPED_H

#include <stddef.h>
#include <stdint.h>

// The bytes of the book for a game id, or NULL when the program was built without one.
const uint8_t *book_shipped(const char *game, size_t *size);

// The id of the n-th book in the program, or NULL.
const char *book_shipped_game(int n);

#endif
