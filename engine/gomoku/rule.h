// SPDX-License-Identifier: MIT
// rule.h - what wins a game of Gomoku, and what may not be played.
//
//      rule        wins                                              may not be played
//      exact       exactly five in a row                             -
//      free        five or more                                      -
//      renju       first player: exactly five; second: five or more  by the first player: overlines,
//                                                                    two fours, two threes (renju.h)
//      caro        five, but not between two stones of the other     -
//                  side; six or more always
//      caro,exact  the same, but six or more is nothing              -
//
// In caro the edge of the board and blocked cells stop nothing: only stones of the other side at
// both ends do, as in Piskvork (its rules 8 and 9).
#ifndef ENGINE_GOMOKU_RULE_H
#define ENGINE_GOMOKU_RULE_H

#include <stdbool.h>

enum gomoku_rule {
    GOMOKU_EXACT,
    GOMOKU_FREE,
    GOMOKU_RENJU,
    GOMOKU_CARO,
    GOMOKU_CARO_EXACT,
    GOMOKU_RULES
};

// Under these every cell may be played on, and a four is answered where it makes five and nowhere
// else; the searches have short cuts for them.
static inline bool rule_is_plain(int rule)
{
    return rule <= GOMOKU_FREE;
}

// True when a row of five between two stones of the other side is nothing.
static inline bool rule_is_caro(int rule)
{
    return rule >= GOMOKU_CARO;
}

#endif
