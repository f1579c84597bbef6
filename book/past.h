// SPDX-License-Identifier: MIT
// past.h - the games a session has played, as a tree, so that the next can be another one.
//
//      start -> d3 -> c5 -> f6 ...     a row is the way from the start to a position: the keys of
//                 \-> c3 -> c4 ...     those on it, one mixed into the other
//
// Rows are the same up to the board's symmetry, and so are games that are alike. A row that no
// earlier game has makes a new game of this one, whatever follows.
#ifndef BOOK_PAST_H
#define BOOK_PAST_H

#include "engine/played.h"

// Places for rows. A hundred games of Othello have six thousand.
enum { PAST_PLACES = 1 << 16 };

struct past {
    uint32_t game;  // the number of the present one, from 1 on
    bool guess;     // of what the other side may play: nothing is entered
    int ply;        // where it was last thought about
    uint64_t heard; // the row to there
    uint64_t row;   // the row to the position that is thought about
    struct past_row {
        uint64_t row;
        uint32_t last, games; // the last game with this row, and how many have it
        int score;            // of the position it leads to, once that was solved
        bool solved;
    } places[PAST_PLACES];
};

// Goes along the game g to p, where there is to be a thought, and enters its rows. A game that does
// not go on from where the last thought was is the next one. A guess is about what has not
// happened: it enters nothing. True when it is the next game.
bool past_follow(struct past *t, const struct played *g, const struct position *p, bool guess);

// Enters what was thought there: the row of the move, and the score if it is solved.
void past_enter(struct past *t, const struct game *game, const struct position *p,
                const struct thought *found);

// What is known of the position where there is to be a thought; NULL = nothing.
const struct past_row *past_row_here(const struct past *t);

// How many earlier games came by the position where there is to be a thought; and went on from
// there, which is p, with this move.
int past_here(const struct past *t);
int past_times(const struct past *t, const struct game *game, const struct position *p, move m);

#endif
