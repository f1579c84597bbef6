// SPDX-License-Identifier: MIT
// fairy.h - Fairy-Stockfish's way of writing our games, for the GUIs and arenas that know it.
//
//      moves    P@d6, a drop; rank 1 is the bottom row
//               d4d4, a pass: the lowest own disc moved to itself
//      boards   8/8/8/3pP3/3Pp3/8/8/8[PPP...ppp...] w - - 0 1
//               ranks from the top, P first player, p second, * blocked; the stones still in hand
//               in brackets; w = first player to move
#ifndef ENGINE_FAIRY_H
#define ENGINE_FAIRY_H

#include "engine/game.h"
#include "engine/text.h"

enum { FAIRY_MOVE_MAX = 8, FAIRY_FEN_MAX = 2048 };

// Writes a move.
void fairy_move_print(const struct grid *g, move m, char out[FAIRY_MOVE_MAX]);

// Reads a drop or any form of a pass: P@d6, a square twice, 0000, pass, @@@@. False when it is
// neither.
bool fairy_move_parse(const struct grid *g, struct word w, move *out);

// Writes the FEN of a grid with its pockets. In Othello either side may come to fill every empty
// cell, so with `flips` both hold that many stones.
void fairy_fen_print(const struct grid *g, bool flips, struct writer *out);

// Reads a FEN, with or without pockets and the fields after the side to move, for a board of the
// same size as `like`. False says why.
bool fairy_fen_parse(struct grid *out, const struct grid *like, struct word fen, const char **why);

#endif
