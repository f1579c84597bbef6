// SPDX-License-Identifier: MIT
// names.h - openings by their names.
//
// A name belongs to a position, not to the order of the moves that led to it nor to the way the
// board is turned: a game that gets there by other moves, or mirrored, has played that opening. The
// tables state the facts in one orientation each (Othello's games begin f5, Renju's white stone
// stands above the centre or to the right of that).
#ifndef BOOK_NAMES_NAMES_H
#define BOOK_NAMES_NAMES_H

#include "engine/game.h"

// A name and moves in a row that lead to it, in the game's own notation.
struct opening {
    const char *moves, *name;
};

// The openings of one game on its usual board, ended by one without a name.
struct opening_table {
    const struct game *game;
    const struct opening *at;
    bool centred; // also on other boards with a middle cell, measured from there
};

// All tables, ended by one without a game.
extern const struct opening_table opening_tables[];

// The longest named opening that these moves from the usual start of a board went through, or NULL.
// *plies is how many moves had been played then; it may be NULL.
const char *opening_name(const struct game *game, const struct position *start, const move *moves,
                         int count, int *plies);

#endif
