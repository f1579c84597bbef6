// SPDX-License-Identifier: MIT
// tables.h - the tables of names, one a game.
#ifndef BOOK_NAMES_TABLES_H
#define BOOK_NAMES_TABLES_H

#include "book/names/names.h"

extern const struct opening othello_openings[], gomoku_openings[], connect4_openings[];

#endif
