// SPDX-License-Identifier: MIT
// renju.h - where black may not play under the rules of renju.
//
// Black, the first player, may not make
//
//      an overline       six or more in a row
//      two fours         rows of four that one more stone makes exactly five, in different lines or
//                        in one: X.X*X.X
//      two threes        rows of three that one more stone makes a straight four, four in a row that
//                        either end makes exactly five
//
// and a move that makes exactly five wins, whatever else it makes. White may play anywhere.
//
// A three counts only when black may really make that straight four: on a cell that is not itself
// forbidden, once the first stone lies, and that does not make five at the same time (the rules of
// the Renju International Federation, 3 and 9). So the question calls itself, each time with one
// stone more on the board. Fours need no such care: the fifth stone is never forbidden.
//
// A line holds at most one three through a cell: of two straight fours either would need an empty
// cell where the other has its stone, but for the two ways to grow one and the same three.
#ifndef ENGINE_GOMOKU_RENJU_H
#define ENGINE_GOMOKU_RENJU_H

#include "engine/gomoku/lines.h"

// What black's half code of a cell means under renju: the class of a cell that is not forbidden in
// the low bits, and whether it is.
enum { RENJU_CLASS = 15, RENJU_THREES = 16, RENJU_FORBIDDEN = 32 };
extern uint8_t gomoku_renju[CODES]; // RENJU_THREES: two threes or more, if they are real

// Fills the table; called once, before the first board with this rule.
void renju_init(void);

// True when black may not play on an empty cell. The lines are as they were when it returns.
bool renju_forbidden(uint64_t line[4][LINES_EACH], move m);

// What black would make on such a cell that is forbidden to him, in words.
const char *renju_reason(uint64_t line[4][LINES_EACH], move m);

#endif
