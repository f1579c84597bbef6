// SPDX-License-Identifier: MIT
// stability.h - discs that no sequence of moves can ever flip.
//
// A disc is stable when in each of the four lines through it either the whole line is full, or one
// neighbour is beyond the edge or a stable disc of the same side. Edges are looked up: what can
// still flip along an edge depends on the edge alone, so othello_tables.edge_stable holds the
// stable discs for every pair of sets, found by the cells of one side alone and by ours: full edges,
// which are most of those asked for, lie side by side in 256 bytes and stay in the nearest cache.
// From there stability spreads inwards until nothing changes. What is found is always stable; not
// everything stable is found.
//
// A short edge is an edge whose outer cells belong to both sides at once, which no real edge has,
// so one table serves all widths.
#ifndef ENGINE_OTHELLO_BOARD_STABILITY_H
#define ENGINE_OTHELLO_BOARD_STABILITY_H

#include "engine/othello/board/flip.h"

// Fills othello_tables.edge_stable.
void stability_init(void);

// What the kernels need to know of a board's shape.
struct shape {
    uint64_t mask, outside, inner; // inner = cells with all eight neighbours on the board
    int width, height;
    int right, bottom;                 // the last column, and the first bit of the last row
    uint8_t row_outside, file_outside; // cells of an edge row and column beyond the board
};

static inline struct shape shape_of(int width, int height)
{
    uint64_t mask = mask_of_shape(width, height);
    return (struct shape){
        .mask = mask,
        .outside = ~mask,
        .inner = mask_of_shape(width - 2, height - 2) << 9,
        .width = width,
        .height = height,
        .right = width - 1,
        .bottom = 8 * (height - 1),
        .row_outside = (uint8_t)(0xff << width),
        .file_outside = (uint8_t)(0xff << height),
    };
}

// Column x as eight bits, the top cell lowest.
static inline unsigned file_bits(uint64_t set, int x)
{
#ifdef __BMI2__
    return (unsigned)_pext_u64(set, 0x0101010101010101u << x);
#else
    return (unsigned)((set >> x & 0x0101010101010101u) * 0x0102040810204080u >> 56);
#endif
}

// The reverse of file_bits: eight bits as cells of column x.
static inline uint64_t file_cells(unsigned bits, int x)
{
#ifdef __BMI2__
    return _pdep_u64(bits, 0x0101010101010101u << x);
#else
    return (((bits & 127) * UINT64_C(0x02040810204081) & 0x0101010101010101u) |
            (uint64_t)(bits >> 7) << 56)
           << x;
#endif
}

// Stable discs of `mine` on the four edges.
static inline uint64_t stable_edges(uint64_t mine, uint64_t theirs, const struct shape *s)
{
    const uint8_t(*table)[256] = othello_tables.edge_stable;
    unsigned ro = s->row_outside, fo = s->file_outside;
    uint64_t one = mine ^ theirs; // cells of one side; those outside are of both or of none
    uint64_t stable = table[one & 255][(mine & 255) | ro];
    stable |= (uint64_t)table[one >> s->bottom & 255][(mine >> s->bottom & 255) | ro] << s->bottom;
    stable |= file_cells(table[file_bits(one, 0)][file_bits(mine, 0) | fo], 0);
    stable |= file_cells(table[file_bits(one, s->right)][file_bits(mine, s->right) | fo], s->right);
    return stable;
}

// Cells from which the way along a line by `bits`, both ways, is full; e1, e2, e4 are the cells
// that leave the board in 1, 2, 4 steps up, and f1, f2, f4 down.
static inline uint64_t full_line(uint64_t full, int bits, const uint64_t e[3], const uint64_t f[3])
{
    uint64_t up = full, down = full;
    for (int i = 0; i < 3; i++) {
        up &= up >> (bits << i) | e[i];
        down &= down << (bits << i) | f[i];
    }
    return up & down;
}

// How many discs of `mine` are stable, at least.
static inline int stable_count(uint64_t mine, uint64_t theirs, const struct shape *s)
{
    static const uint64_t up7[3] = {0xff01010101010101, 0xffff030303030303, 0xffffffff0f0f0f0f};
    static const uint64_t down7[3] = {0x80808080808080ff, 0xc0c0c0c0c0c0ffff, 0xf0f0f0f0ffffffff};
    static const uint64_t up9[3] = {0xff80808080808080, 0xffffc0c0c0c0c0c0, 0xfffffffff0f0f0f0};
    static const uint64_t down9[3] = {0x01010101010101ff, 0x030303030303ffff, 0x0f0f0f0fffffffff};
    uint64_t stable = stable_edges(mine, theirs, s), full = mine | theirs | s->outside;

    // 1. Full lines.
    uint64_t row = full & full >> 4;
    row &= row >> 2;
    row = (row & row >> 1 & 0x0101010101010101u) * 255;
    uint64_t file = full & (full >> 32 | full << 32);
    file &= file >> 16 | file << 48;
    file &= file >> 8 | file << 56;
    uint64_t d7 = full_line(full, 7, up7, down7), d9 = full_line(full, 9, up9, down9);

    // 2. Spread inwards.
    uint64_t inner = mine & s->inner;
    stable |= inner & row & file & d7 & d9;
    for (;;) {
        uint64_t more = inner & ~stable & (row | stable >> 1 | stable << 1) &
                        (file | stable >> 8 | stable << 8) & (d7 | stable >> 7 | stable << 7) &
                        (d9 | stable >> 9 | stable << 9);
        if (!more)
            return bit_count(stable & mine);
        stable |= more;
    }
}

#endif
