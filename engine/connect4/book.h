// SPDX-License-Identifier: MIT
// book.h - the exact score of every position of the 7x6 game up to BOOK_PLIES stones.
//
// The file holds the positions with 0 to 4 and with 8 stones; those between follow by looking one
// to three plies ahead. A mirror image counts once, a position whose mover wins at once not at all.
// The layout, all numbers little-endian:
//
//      0  "OFBK"     4  version     8  game, 16 bytes     24  plies     28  count     32  checksum
//     40  count sorted 32-bit hashes of positions, no two the same, then count signed bytes of
//     score
//
// Every position that is ever asked for is in it, so 32 bits that tell its own positions apart are
// enough. It is made by book/make/connect4.c from our own solver.
#ifndef CONNECT4_BOOK_H
#define CONNECT4_BOOK_H

#include <stddef.h>

#include "engine/connect4/board.h"

enum { BOOK_VERSION = 1, BOOK_PLIES = 8, BOOK_LOW_PLIES = 4, BOOK_HEADER = 40 };

// A checked book; count 0 when there is none.
struct book {
    const uint8_t *bytes;
    uint32_t count;
};

// Takes the bytes of a book file. False says why, and the book is empty.
bool book_open(struct book *b, const uint8_t *bytes, size_t size, const char **why);

// The bytes of the book inside this program, or NULL and 0 when it was built without one.
const uint8_t *book_shipped(size_t *size);

// The book inside this program, checked once by the game's init; count 0 when there is none.
const struct book *connect4_book(void);

// The checksum of a book's body.
uint64_t book_checksum(const uint8_t *bytes, size_t size);

// The same number for a 7x6 position and its mirror image, another for any other position.
uint64_t book_key(const struct connect4 *c);

// The hash of that key by which the book knows a position.
uint32_t book_hash(const struct connect4 *c);

// True when positions with so many stones are written down, not derived.
static inline bool book_writes(int plies)
{
    return plies <= BOOK_LOW_PLIES || plies == BOOK_PLIES;
}

// The score of a position that is not over, for its mover. False when the book does not know it.
bool book_score(const struct book *b, const struct connect4 *c, int *score);

// The position after a stone in column x. False when the column is full. The key is not kept up.
bool connect4_after(const struct connect4 *c, int x, struct connect4 *out);

// True when the side that just moved has four in a line.
bool connect4_won(const struct connect4 *c);

#endif
