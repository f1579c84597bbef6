// SPDX-License-Identifier: MIT
// notation.h - moves and boards as text, written once for all games.
//
// Moves: "f5" with row 1 on top (Othello) or at the bottom (Gomoku), a column "4" or "d" (Connect
// Four), "pass". Which one a game speaks is in its struct; protocols with their own habits ask for
// another.
//
// Boards: rows from the top joined by '/', digits for runs of empties, x first player, o second, #
// blocked, then the side to move:  "8/8/8/3ox3/3xo3/8/8/8 x"
#ifndef ENGINE_NOTATION_H
#define ENGINE_NOTATION_H

#include "engine/game.h"
#include "engine/text.h"

// ---- a game's moves -----------------------------------------------------------------------------

enum { MOVE_TEXT_MAX = 8, BOARD_TEXT_MAX = 1200 };

// Writes a move of the game, on a board of this grid's size: a special one by its name, a cell in
// the game's own notation.
void game_move_print(const struct game *game, const struct grid *g, move m,
                     char out[MOVE_TEXT_MAX]);

// A whole word as a move of the game. False when it is none.
bool game_move_parse(const struct game *game, const struct grid *g, struct word w, move *out);

// Reads the name of one of the game's special moves off the front of *rest and steps over it.
bool special_read(const struct game *game, struct word *rest, move *out);

// The name of a special move, or NULL when m is none of the game's.
const char *special_name(const struct game *game, move m);

// ---- cells --------------------------------------------------------------------------------------

// Writes m as `how` names it on a board of this grid's size.
void move_print(enum notation how, const struct grid *g, move m, char out[MOVE_TEXT_MAX]);

// Reads one move off the front of *rest and steps over it, so "f5d6c3" is three calls. A column
// alone means the cell a stone dropped there lands on. False when no move of this board's cells
// stands there; legality is the game's business.
bool move_read(enum notation how, const struct grid *g, struct word *rest, move *out);

// A whole word as a move. False when it is not exactly one.
bool move_parse(enum notation how, const struct grid *g, struct word w, move *out);

// The row's number as `how` counts: from the top or from the bottom.
int row_number(enum notation how, const struct grid *g, int y);

// ---- boards -------------------------------------------------------------------------------------

// The board text of a grid.
void board_print(const struct grid *g, struct writer *out);

// Reads a board text, or 16 to 64 cells in a row in Othello's OBF manner ("---...XO... X"), into a
// grid of the same size as `like`. Side to move: x, X, *, b, first / o, O, w, second. False says
// why.
bool board_parse(struct grid *out, const struct grid *like, struct word text, const char **why);

// The same; false also points *at at the place in the text.
bool board_parse_at(struct grid *out, const struct grid *like, struct word text, const char **at,
                    const char **why);

// True when the text looks like a board rather than like moves: it has rows, or begins with what
// stands on a cell and not with a cell's name.
bool board_like(struct word text);

// True when the rows of a game are counted from the top.
bool game_row_one_is_top(const struct game *game);

// Draws the board with coordinates for a person; `marks` (may be NULL) are shown as dots, the cells
// of `ring`, the last move or a line that won, in brackets. Plain ASCII.
void board_draw(enum notation how, const struct grid *g, const struct moves *marks,
                const move *ring, int ringed, struct writer *out);

// Counts the cells of a kind.
int grid_count(const struct grid *g, enum cell kind);

#endif
