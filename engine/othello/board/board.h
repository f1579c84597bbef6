// SPDX-License-Identifier: MIT
// board.h - an Othello position is two sets of cells.
//
//        a  b  c  d  e  f  g  h
//     1  0  1  2  3  4  5  6  7      Bit 0 is a1, bit 63 is h8; a cell is y << 3 | x.
//     2  8  9 10 11 12 13 14 15      A smaller game lies in the upper left corner under a mask:
//     3 16 17 18 19 20 21 22 23
//     4 24 25 26 27 28 29 30 31          6x6      # # # # # # . .     # in the mask
//     5 32 33 34 35 36 37 38 39                   # # # # # # . .     . never empty to play on,
//     6 40 41 42 43 44 45 46 47                       ...               never holds a disc
//     7 48 49 50 51 52 53 54 55
//     8 56 57 58 59 60 61 62 63      A run of discs ends at a cell outside as it does at an empty
//                                    one, so the flip kernels need not know the mask at all.
//
// The sets belong to the mover and the other side, not to black and white: the search looks from
// the mover's side and swaps them with every move.
#ifndef ENGINE_OTHELLO_BOARD_BOARD_H
#define ENGINE_OTHELLO_BOARD_BOARD_H

#include <string.h>

#include "engine/bits.h"
#include "engine/game.h"

struct board {
    uint64_t mover, other;
};

// What a struct position holds for Othello.
struct othello {
    struct board board;
    uint64_t mask; // the cells of this board's shape
    uint8_t width, height;
    uint8_t side; // enum side: whose turn it is
};

// For each cell and each of the four lines through it, the cells above (towards bit 63) and below
// it. The lines run by 1, 8, 7 and 9 bits: row, column and the two diagonals.
struct othello_rays {
    _Alignas(32) uint64_t up[4], down[4];
};

// Tables filled once by othello_tables_init and constant afterwards.
struct othello_tables {
    struct othello_rays rays[64];
    uint64_t zobrist[2][8][256]; // [mover, other][row][discs in it]: the row's cells together
    uint64_t shape_word[9][9];   // [width][height]
    uint64_t side_word;          // for SECOND to move
    uint64_t endgame_word;       // for the solver's entries in the shared table
    uint64_t line[64][4];        // the cells of the four lines through a cell, the cell left out
    uint8_t flips[8][256];       // flips on a full line: [place on it][mover's discs], both senses
    uint8_t edge_stable[256][256]; // stable discs on an edge: [one side's][mine], see stability.h
    uint64_t bit[64];              // 1 << cell, to be read into all lanes of a vector at once
};

extern struct othello_tables othello_tables;

// Fills the tables. Called once, before anything else here.
void othello_tables_init(void);

static inline struct othello othello_get(const struct position *p)
{
    struct othello o;
    memcpy(&o, p->bytes, sizeof o);
    return o;
}

static inline void othello_put(struct position *p, const struct othello *o)
{
    memset(p, 0, sizeof *p);
    memcpy(p->bytes, o, sizeof *o);
}

static inline int cell_of_move(move m)
{
    return move_y(m) << 3 | move_x(m);
}

static inline move move_of_cell(int cell)
{
    return move_at(cell & 7, cell >> 3);
}

// The cells of a board of this size.
static inline uint64_t mask_of_shape(int width, int height)
{
    uint64_t row = (UINT64_C(1) << width) - 1, mask = 0;
    for (int y = 0; y < height; y++)
        mask |= row << 8 * y;
    return mask;
}

static inline uint64_t empty_of(struct board b, uint64_t mask)
{
    return mask & ~(b.mover | b.other);
}

// The board after the mover fills `cell` and `flips` change hands, seen from the other side.
static inline struct board board_after(struct board b, int cell, uint64_t flips)
{
    return (struct board){b.other & ~flips, b.mover | flips | UINT64_C(1) << cell};
}

static inline struct board board_pass(struct board b)
{
    return (struct board){b.other, b.mover};
}

// The result of a finished game for the mover: the difference of discs, the empty cells going to
// the winner.
static inline int final_score(struct board b, int empties)
{
    int difference = bit_count(b.mover) - bit_count(b.other);
    return difference > 0 ? difference + empties : difference < 0 ? difference - empties : 0;
}

// The Zobrist key of the discs alone, mover against other: one random word a cell and owner, summed
// a row at a time.
static inline uint64_t board_key(struct board b)
{
    uint64_t key = 0;
    for (int y = 0; y < 8; y++)
        key ^= othello_tables.zobrist[0][y][b.mover >> 8 * y & 255] ^
               othello_tables.zobrist[1][y][b.other >> 8 * y & 255];
    return key;
}

#endif
