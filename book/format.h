// SPDX-License-Identifier: MIT
// format.h - an opening book as bytes: one layout for all games, checked before it is believed.
//
// A file is blocks of 1024 bytes, numbers little-endian. The last 8 bytes of every block are its
// checksum, made from its number and the other 1016, so neither a changed bit nor a block in
// another's place goes unseen.
//
//      block 0            header
//      blocks 1 .. D      data: entries in the order of their keys
//      the last I         index: the first key of each data block, 127 a block
//
//      header   0 "OFBOOK\r\n"   8 version    12 width of the board   14 reach    16 game id [48]
//              64 entries       72 data blocks     80 bytes of the file     88 note [256]
//      data     0 entries here, 2 bytes    2 bytes used, from byte 4 on, 2 bytes    4 entries
//
// An entry begins with the step from the key before it (0 for the first: that one stands in the
// index) and four bits of what it is, seven bits a byte, the top bit saying that more follow:
//
//      7 more   6..3 kind   2..0 step      7 more   6..0 step, from bit 3 on      ...
//
//      kind 0       a record follows      1   the mover loses     2..8, 9..15   draws, wins
//                                             and with which of his moves, 0 to 6, counted along
//                                             the columns and each column from the top
//      record   bytes that follow (1)   flags (1)    score: whole points (1) or hundredths (2)
//               depth (1) and selectivity (1), lines through it (as above, 7 bits a byte),
//               moves (1): each the cell y * width + x, and the score's distance to the entry's,
//               both 7 bits a byte, the distance doubled and, when negative, inverted
//
// A key is 64 bits (probe.h). Small keys in their natural order lie close together: the 4.2 million
// positions of Connect Four with twelve stones take 1.77 bytes each, key, result and best move.
//
// The file is mapped, not read: opening one checks the header alone, and a block is checked when it
// is first needed. Which blocks have been is remembered in two bits a block; a damaged one counts
// as if it were empty. A saved file is never written to again (save.h), so what is mapped stays.
#ifndef BOOK_FORMAT_H
#define BOOK_FORMAT_H

#include "engine/game.h"

enum {
    BOOK_VERSION = 1,
    BOOK_BLOCK = 1024,
    BOOK_PAYLOAD = BOOK_BLOCK - 8,
    BOOK_INDEX_KEYS = BOOK_PAYLOAD / 8,
    BOOK_DATA = 4, // where entries begin in a data block
    BOOK_MOVES_MAX = 24,
    BOOK_NTH_MAX = 6,
    BOOK_NOTE_MAX = 256,
    BOOK_ENTRY_MAX = 10 + 1 + 255, // bytes of the longest entry
};

// What an entry's score is.
enum book_kind {
    BOOK_ESTIMATE, // found by a search of `depth` and `selectivity`, or by such searches further on
    BOOK_EXACT,    // proven
    BOOK_OUTCOME,  // only who wins is proven: the score is 100, 0 or -100
};

struct book_move {
    move m;
    int score; // hundredths for the mover
};

struct book_entry {
    uint64_t key;
    enum book_kind kind;
    int score; // hundredths for the mover
    int depth, selectivity;
    uint32_t lines; // through this position, at least 1
    int nth;        // an outcome's move by its number, -1 when `moves` says it or nothing does
    int count;
    struct book_move moves[BOOK_MOVES_MAX]; // those worth playing, best first
};

// What a header says.
struct book_header {
    char game[GAME_ID_MAX];
    int width;
    int reach; // plies to look ahead for a position that is not in the book: all its successors are
    uint64_t entries, blocks, bytes;
    char note[BOOK_NOTE_MAX]; // how it was made, for people
};

struct book;

// Opens a book file. NULL says why; nothing but a regular file with a sound header of this version
// is one.
struct book *book_open(const char *path, const char **why);

// The same with bytes in memory, which must outlive the book.
struct book *book_of_bytes(const uint8_t *bytes, size_t size, const char **why);
void book_close(struct book *b);

const struct book_header *book_header(const struct book *b);

// True and fills *out when the key is in the book; moves are those of the canonical position. May be
// called by several threads at once.
bool book_find(const struct book *b, uint64_t key, struct book_entry *out);

// Reads the whole book. False says what is wrong with it.
bool book_check(const struct book *b, const char **why);

// True once a block was found damaged.
bool book_damaged(const struct book *b);

// Goes through all entries in the order of their keys: {0} begins. Damaged blocks are passed over,
// and entries that are out of order.
struct book_cursor {
    uint64_t block, key;
    int nth, offset; // of the next entry in it
    bool begun;
    uint64_t last; // the key of the entry before, once begun
};
bool book_next(const struct book *b, struct book_cursor *at, struct book_entry *out);

// ---- for writing ----

// The bytes of an entry after the key `from`; returns how many, 0 when it is not to be written:
// numbers out of range, or too many moves.
size_t book_entry_bytes(const struct book_entry *e, uint64_t from, int width,
                        uint8_t out[BOOK_ENTRY_MAX]);

// Fills a block's checksum.
void book_seal(uint8_t block[BOOK_BLOCK], uint64_t number);

// Fills block 0.
void book_header_bytes(const struct book_header *h, uint8_t block[BOOK_BLOCK]);

#endif
