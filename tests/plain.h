// SPDX-License-Identifier: MIT
// plain.h - the rules of the games once more, on an array of characters.
//
// It shares nothing with the engine: no bitboard, no grid, no notation. Slow and short, it is what
// the engine's rules and the answers of the protocols are held against.
//
//      cells[y * width + x], the top row first: '.' empty, 'x' first, 'o' second, '#' blocked
#ifndef TESTS_PLAIN_H
#define TESTS_PLAIN_H

#include <stdbool.h>

enum plain_kind { PLAIN_OTHELLO, PLAIN_CONNECT4, PLAIN_GOMOKU };
enum { PLAIN_SIDE = 22, PLAIN_CELLS = PLAIN_SIDE * PLAIN_SIDE, PLAIN_PASS = -1, PLAIN_TEXT = 1024 };

struct plain {
    enum plain_kind kind;
    int width, height;
    bool exact; // Gomoku: more than five in a row do not win
    char cells[PLAIN_CELLS];
    char to_move;
};

// A board the tests use, by its id in the program.
struct plain_shape {
    const char *id;
    enum plain_kind kind;
    int width, height;
    bool exact;
    int blocked; // a cell, or -1
};
extern const struct plain_shape plain_shapes[]; // ended by a NULL id

struct plain plain_start(const struct plain_shape *s);

// Every legal move in board order; a forced pass is a list of one. The number, 0 when it is over.
int plain_moves(const struct plain *p, int list[PLAIN_CELLS]);

// Plays a move, a cell or the pass. False for what is not listed, and then nothing has changed.
bool plain_play(struct plain *p, int m);

// True when the game has ended; *margin is the first side's: discs, the winner taking the empty
// cells, or 1, 0, -1.
bool plain_over(const struct plain *p, int *margin);

// The cell a move means: where a stone dropped into that column lands, -1 when the column is full.
int plain_landing(const struct plain *p, int column);

// The board in a line: "8/8/8/3ox3/3xo3/8/8/8 x".
void plain_board(const struct plain *p, char out[PLAIN_TEXT]);

// "f5", the first row on top in Othello and at the bottom in the other games, or "pass"; and back,
// where anything else is -2.
void plain_name(const struct plain *p, int m, char out[8]);
int plain_read(const struct plain *p, const char *text);

#endif
