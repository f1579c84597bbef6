// SPDX-License-Identifier: MIT
// board.h - a Connect Four position is two sets of cells, columns standing side by side.
//
//      .  .  .  .  .  .  .         Each column has one spare bit on top that is never set, so that
//   6  5 12 19 26 33 40 47         no line of four, shifted, runs from one column's top into the
//   5  4 11 18 25 32 39 46         next one's bottom. Bit = column * (height + 1) + row; here 7x6,
//   4  3 10 17 24 31 38 45         where a column is 7 bits. 13x13 needs 182 of them (word.h).
//   3  2  9 16 23 30 37 44
//   2  1  8 15 22 29 36 43         The steps between neighbours: 1 up, stride = height + 1 to the
//   1  0  7 14 21 28 35 42         right, stride + 1 and stride - 1 along the diagonals.
//      a  b  c  d  e  f  g
//
// A blocked cell is filled from the start and belongs to nobody. `filled + bottom` then carries
// through everything that lies in a column, the blocked cell too, into the cell where the next
// stone comes to rest: a stone dropped on a blocked cell lies above it, and the cells below are
// filled first.
//
//      column with the third cell blocked       filled  . . # . .    0 0 1 0 0
//      (bottom first, left to right)          + bottom               1 0 0 0 0
//                                             = sum                  1 0 1 0 0  lands on the first
//
//      after two stones                         filled  x o # . .    1 1 1 0 0
//                                             + bottom               1 0 0 0 0
//                                             = sum                  0 0 0 1 0  lands on the fourth
#ifndef CONNECT4_BOARD_H
#define CONNECT4_BOARD_H

#include "engine/connect4/word.h"
#include "engine/game.h"

enum {
    C4_MIN = 4,
    C4_MAX = 13,
    C4_CELLS_MAX = C4_MAX * C4_MAX,
    C4_BITS_MAX = C4_MAX * (C4_MAX + 1)
};
enum { C4_NO_BLOCK = 255 };

// What a struct position holds. Bytes that are not used are zero, so positions compare as bytes.
struct connect4 {
    uint8_t width, height;
    uint8_t block;      // bit of the blocked cell, or C4_NO_BLOCK
    uint8_t plies;      // stones on the board; the first player moves when it is even
    uint64_t key;       // Zobrist key of shape and stones
    uint64_t mover[3];  // stones of the side to move
    uint64_t filled[3]; // all stones and the blocked cell
};

// What never changes during a game, as sets of cells of this source's width. The 7x6 board has a
// source of its own in which the stride is a number the compiler knows (FIELD_STRIDE).
struct field {
    int width, height, stride;
    int cells;  // that can ever hold a stone
    word cell;  // all of them
    word block; // the blocked cell, if any
    word bottom;
    word column[C4_MAX]; // left to right, without spare and blocked cells
    // Cells that the first, the second player gets if the rest of the board fills up first and
    // both then must go on in this column: there a threat costs the opponent the game.
    word turn[2];
    // Cells with an even number of cells to fill above them: what a player gets who answers every
    // stone with one on top of it, by the number of pairs above.
    word follow[C4_MAX / 2 + 1]; // [k]: those with at least k pairs above
    word lane[C4_MAX];           // columns with all their bits
    bool symmetric;              // the mirror image is the same board
};

static inline int field_stride(const struct field *f)
{
#ifdef FIELD_STRIDE
    (void)f;
    return FIELD_STRIDE;
#else
    return f->stride;
#endif
}

// All that is filled when these are the stones.
static inline word field_filled(const struct field *f, word own, word other)
{
#ifdef FIELD_STRIDE
    (void)f;
    return own | other;
#else
    return own | other | f->block;
#endif
}

// The stored position of a game's bytes.
static inline const struct connect4 *connect4_of(const struct position *p)
{
    return (const struct connect4 *)(const void *)p->bytes;
}

static inline enum side connect4_mover(const struct connect4 *c)
{
    return c->plies & 1 ? SECOND : FIRST;
}

// Cells that can ever hold a stone.
static inline int connect4_cells(const struct connect4 *c)
{
    return c->width * c->height - (c->block != C4_NO_BLOCK);
}

// Plies to the end a score stands for, positive when the mover wins, 0 for a draw.
static inline int connect4_win_in(int cells, int plies, int score)
{
    int size = score < 0 ? -score : score,
        last = cells + 1 - 2 * size; // stones before the winning one
    if (score == 0)
        return 0;
    if (((last - plies) & 1) != (score < 0))
        last--;
    return score > 0 ? last - plies + 1 : -(last - plies + 1);
}

// The field of a shape.
static inline void field_set(struct field *f, const struct connect4 *c)
{
    *f = (struct field){.width = c->width, .height = c->height, .stride = c->height + 1};
    f->cells = connect4_cells(c);
    f->cell = f->bottom = f->turn[FIRST] = f->turn[SECOND] = word_empty();
    f->block = c->block == C4_NO_BLOCK ? word_empty() : word_bit(c->block);
    for (int x = 0; x < f->width; x++) {
        int base = x * f->stride;
        bool blocked = c->block != C4_NO_BLOCK && c->block / f->stride == x;
        int outside = f->cells - f->height + blocked, nth = 0;
        f->column[x] = word_empty();
        f->bottom |= word_bit(base);
        for (int y = 0; y < f->height; y++) {
            if (base + y == c->block)
                continue;
            f->column[x] |= word_bit(base + y);
            int above = f->height - blocked - 1 - nth;
            for (int k = 0; !(above & 1) && k <= above / 2; k++)
                f->follow[k] |= word_bit(base + y);
            f->turn[(outside + nth++) & 1 ? SECOND : FIRST] |= word_bit(base + y);
        }
        f->cell |= f->column[x];
        for (int y = 0; y <= f->height; y++)
            f->lane[x] |= word_bit(base + y);
    }
    f->symmetric = c->block == C4_NO_BLOCK || c->block / f->stride * 2 + 1 == f->width;
}

// Where a stone dropped into each column comes to rest.
static inline word field_landing(const struct field *f, word filled)
{
    return word_sum(filled, f->bottom) & ~filled & f->cell;
}

// True when the set holds four in a line, on a board of this stride.
static inline bool four_in(word own, int s)
{
    word v = own & word_down(own, 1), h = own & word_down(own, s);
    word u = own & word_down(own, s + 1), d = own & word_down(own, s - 1);
    return !word_none((v & word_down(v, 2)) | (h & word_down(h, 2 * s)) |
                      (u & word_down(u, 2 * s + 2)) | (d & word_down(d, 2 * s - 2)));
}

static inline bool field_four(const struct field *f, word own)
{
    return four_in(own, field_stride(f));
}

// Cells that lie with three of `own` in a line of four along one direction; also cells that are
// filled or outside the board, so the caller masks.
static inline word line_threats(word own, int step)
{
    word a = word_up(own, step), b = word_down(own, step);
    word aa = a & word_up(own, 2 * step), bb = b & word_down(own, 2 * step);
    return (aa & (b | word_up(own, 3 * step))) | (bb & (a | word_down(own, 3 * step)));
}

// Empty cells that complete four for `own`, reachable now or not.
static inline word field_threats(const struct field *f, word own, word filled)
{
    const int s = field_stride(f);
    word t = word_up(own, 1) & word_up(own, 2) & word_up(own, 3);
    t |= line_threats(own, s) | line_threats(own, s + 1) | line_threats(own, s - 1);
    return t & f->cell & ~filled;
}

#endif
