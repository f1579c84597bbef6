// SPDX-License-Identifier: MIT
// renju_check.h - who has won and what is forbidden, a second time and straight from the rules.
//
// Stones on a plain grid and lines walked cell by cell: no table, no bits, nothing of the engine's.
// A four is a set of four stones that one more makes five; two ways to finish the same set are one
// four. The engine is compared with it on random positions, a few in every test run and a million
// in `make check-long`.
#ifndef TESTS_RENJU_CHECK_H
#define TESTS_RENJU_CHECK_H

#include <stdbool.h>

enum plain_rule { PLAIN_EXACT, PLAIN_FREE, PLAIN_RENJU, PLAIN_CARO, PLAIN_CARO_EXACT };

struct plain_board {
    int size;
    char cell[22][22]; // [y][x]: '.', 'x', 'o', or '#' for a blocked one
};

// True when black may not play on the empty cell (x, y).
bool plain_forbidden(struct plain_board *b, int x, int y);

// True when the stones of colour 'x' or 'o' have won.
bool plain_wins(const struct plain_board *b, enum plain_rule rule, char colour);

// Compares the engine with the above on random positions; the test fails where they differ.
void compare_rules(int positions, unsigned seed);

#endif
