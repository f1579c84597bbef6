// SPDX-License-Identifier: MIT
// probe.h - what a book says of a position.
#ifndef BOOK_PROBE_H
#define BOOK_PROBE_H

#include "book/format.h"

// The key of a canonical position: the bytes themselves where they are no more than eight, so that
// no two positions share one and neighbours lie together; else 64 bits of hash.
uint64_t book_key(const struct canonical *c);

// The key of a position.
uint64_t book_key_of(const struct game *game, const struct position *p);

// True and fills *out when the book has the position; the moves are legal ones of p as it stands.
bool book_probe(const struct book *b, const struct game *game, const struct position *p,
                struct book_entry *out);

// The move that is the n-th when those of the canonical position are counted along the columns, each
// from the top, or MOVE_NONE.
move book_nth_move(const struct canonical *c, const struct moves *legal, int n);

// The value of a position: from its entry, or from its successors as far as the book reaches. Of
// *out only kind, score, depth, selectivity and lines are then set.
bool book_value(const struct book *b, const struct game *game, const struct position *p,
                struct book_entry *out);

// An entry as it is written, for the position p: its moves turned to the canonical position.
void book_entry_of(const struct game *game, const struct position *p, struct book_entry *e);

// A score seen from one ply before: the other side's, and a win is a ply further away.
int book_score_back(int score);

#endif
