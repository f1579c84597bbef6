// SPDX-License-Identifier: MIT
// pattern.h - what a stone on an empty cell would make, from tables.
//
// Everything the engine knows about shapes starts from one question: if a side put a stone here,
// what would it have along this line? The answer depends on five cells either way (six in a row is
// nothing under the exact rule, so the cell beyond a five counts), ten cells of two bits:
//
//       -5 -4 -3 -2 -1  [here]  +1 +2 +3 +4 +5         00 empty   01 FIRST
//      bits 0 .. 9               bits 10 .. 19         10 SECOND  11 wall or blocked
//
// gomoku_line[rule][20 bits] holds FIRST's pattern in the low nibble and SECOND's in the high one.
// The patterns of a cell in the four directions make its code, FIRST's four nibbles in bits 15..0
// and SECOND's in bits 31..16; gomoku_cell[16 bits] says what four of them amount to.
//
// The patterns are defined from the top down, counting only rows of five that go through the new
// stone: FIVE is five; a four has a cell that makes five, an open four two; an open three has a
// cell that makes an open four; a two has a cell that makes an open three, and so on. "Blocked"
// patterns lead to a four by force but not to an open one. In caro a stone beyond the end of a row
// can spoil a five, too: there a four is open when no stone of the other side stops it.
#ifndef ENGINE_GOMOKU_PATTERN_H
#define ENGINE_GOMOKU_PATTERN_H

#include <stdint.h>

#include "engine/gomoku/rule.h"

enum pattern {
    PATTERN_DEAD,          // no five can ever go through here
    PATTERN_ONE_BLOCKED,   // one more makes TWO_BLOCKED
    PATTERN_ONE,           // one more makes TWO
    PATTERN_TWO_BLOCKED,   // one more makes THREE_BLOCKED
    PATTERN_TWO,           // one more makes an open three: in one way,
    PATTERN_TWO_WIDE,      // in two or three,
    PATTERN_TWO_WIDEST,    // in four or more
    PATTERN_THREE_BLOCKED, // one more makes a four
    PATTERN_THREE_BROKEN,  // one cell makes an open four
    PATTERN_THREE,         // two or more cells make an open four
    PATTERN_FOUR,          // one cell makes five
    PATTERN_FOUR_OPEN,     // two or more cells make five
    PATTERN_FIVE,
    PATTERN_KINDS,
    // The first player's under renju, and worth nothing to him: he may not play there.
    PATTERN_OVERLINE = PATTERN_KINDS, // six or more
    PATTERN_FOUR_FOUR,                // two fours in one line
};

// What a cell's four patterns are worth together to the side that plays there, weakest first.
enum cell_class {
    CLASS_NONE,
    CLASS_ONE,
    CLASS_TWO,
    CLASS_TWO_TWO,
    CLASS_THREE_BLOCKED,
    CLASS_THREE,       // an open three
    CLASS_THREE_PLUS,  // and something that grows with it
    CLASS_THREE_THREE, // two open threes
    CLASS_FOUR,
    CLASS_FOUR_PLUS,
    CLASS_FOUR_THREE, // a four and an open three
    CLASS_FOUR_OPEN,  // an open four or two fours: wins unless the other side makes five first
    CLASS_FIVE,
    CLASS_KINDS
};

enum { CODES = 1 << 16 };

// What a half code means: its class in bits 15..12, below it what playing here is worth in the order
// of moves.
extern uint8_t gomoku_line[GOMOKU_RULES][1 << 20];
extern uint16_t gomoku_cell[CODES];

// The free cells whose patterns a stone can change: those within five cells of it with nothing
// between that already hides it from both sides. [0] five cells to the left, [1] to the right, two
// bits a cell in, one bit of each two out.
extern uint16_t gomoku_sight[2][1024];

// A code's half for a side.
static inline uint32_t code_of(uint32_t code, int side)
{
    return side ? code >> 16 : code & 0xffff;
}

static inline int cell_class(uint32_t cell)
{
    return (int)(cell >> 12);
}

static inline int cell_attack(uint32_t cell)
{
    return (int)(cell & 0xfff);
}

// A code with the pattern byte of direction d replaced.
static inline uint32_t code_with(uint32_t code, int d, uint32_t pattern)
{
    uint32_t both = (pattern | pattern << 12) & 0xf000f;
    return (code & ~((uint32_t)0xf000f << (4 * d))) | both << (4 * d);
}

// Fills the tables that all rules share; called once.
void gomoku_pattern_init(void);

// Fills a rule's own, gomoku_line; called once, before its first board is made.
void gomoku_pattern_add(enum gomoku_rule rule);

#endif
