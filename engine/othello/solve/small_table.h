// SPDX-License-Identifier: MIT
// small_table.h - the first moves of the 6x6 game, solved beforehand.
//
// With 24 empties the solver can take ten seconds; with the 19 or 18 that are left at the table's
// end it takes less than one. So the first moves are in a table of our own making
// (book/make/othello6.c), linked into the program: every position of the first two plies, and from
// there on to the twelfth those that a side reaches that plays by the table, whatever the other
// does. Images of a position under the board's symmetries are one.
//
// An entry is two words, sorted by both:
//
//      word 0   mover's discs, 36 bits, row by row    43..36 score + 64    49..44 best cell
//      word 1   the other side's discs, 36 bits
#ifndef ENGINE_OTHELLO_SOLVE_SMALL_TABLE_H
#define ENGINE_OTHELLO_SOLVE_SMALL_TABLE_H

#include "engine/othello/board/board.h"

// Answers from the table when it can: the best move, or with more places asked for the value of
// every move, if all positions after them are known. False when the table does not know.
bool small_table_think(const struct position *p, const struct moves *roots, struct search *s,
                       struct thought *out);

struct small_entry {
    uint64_t words[2];
};

// What the table says: the exact score for the mover and a move that reaches it, both for the
// position as it stands.
struct small_known {
    int score;
    int cell; // as in board.h
};

// True when a 6x6 position is in the table.
bool small_table_probe(struct board b, struct small_known *out);

// The entry of a position, for the maker; `cell` is the best move.
struct small_entry small_table_entry(struct board b, int score, int cell);

// Compares two entries by their positions, for sorting.
int small_table_compare(const void *a, const void *b);

// How many entries there are, and one of them as a position.
int small_table_count(void);
struct board small_table_at(int i, struct small_known *out);

#endif
