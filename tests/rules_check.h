// SPDX-License-Identifier: MIT
// rules_check.h - the engine's rules against the plain ones (tests/plain.h), over random games.
#ifndef TESTS_RULES_CHECK_H
#define TESTS_RULES_CHECK_H

#include "tests/plain.h"

// So many positions of random games on this board: every encoding of a cell, and the pass, is
// accepted if and only if the plain rules list it, a refused one leaves no trace, and what is played
// gives the same board.
void check_legality(const struct plain_shape *s, int positions);

// So many positions: written and read back each is itself, with the key that was kept along the way,
// and with the other side to move it is another one.
void check_keys(const struct plain_shape *s, int positions);

#endif
