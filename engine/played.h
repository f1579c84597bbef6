// SPDX-License-Identifier: MIT
// played.h - a game as it was played: where it started, its moves, and the position after each.
//
// Positions are plain bytes, so all of them are kept: taking a move back is one step along the row,
// whatever the move did.
//
//      at[0]  moves[0]  at[1]  moves[1]  ...  at[ply]  moves[ply]  ...  at[last]
//      start                                  now      taken back, can be played again
#ifndef ENGINE_PLAYED_H
#define ENGINE_PLAYED_H

#include "engine/game.h"
#include "engine/notation.h"

enum { PLAYED_MAX = 2 * CELLS_MAX + 8 }; // every cell filled, with a pass after each, and some

struct played {
    const struct game *game;
    int ply, last;
    move moves[PLAYED_MAX];
    struct position at[PLAYED_MAX];
};

// Begins at a position of the game.
void played_begin(struct played *g, const struct game *game, const struct position *start);

// Back to the start position of the same game on the same board.
void played_restart(struct played *g);

// The position reached.
static inline const struct position *played_now(const struct played *g)
{
    return &g->at[g->ply];
}

// The position reached, with `side` to move: as it is, after a forced pass, or with the turn handed
// over where the game's rules allow such a board. False when they do not.
bool played_for(const struct played *g, enum side side, struct position *out);

// Plays a move for the side to move, or for `side` as above. False when it is not legal or the row
// is full; nothing has changed.
bool played_add(struct played *g, move m);
bool played_add_as(struct played *g, enum side side, move m);

// False when there is nothing to take back, or nothing taken back to play again.
bool played_undo(struct played *g);
bool played_redo(struct played *g);

// Begins at a board of this game's size. False says why and changes nothing.
bool played_set_grid(struct played *g, const struct grid *board, const char **why);

// Begins at a text: "startpos", a board, or a row of moves from the start position, which are then
// played; forced passes may be left out. False says why, points *at at the place in the text, and
// leaves the game anywhere.
bool played_set_text(struct played *g, struct word text, const char **at, const char **why);

#endif
