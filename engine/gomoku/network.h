// SPDX-License-Identifier: MIT
// network.h - the evaluation: a small network over lines, kept up to date move by move.
//
// Every empty cell sees four lines, each in one of 1653 states (view.h); a state has a row of 16
// numbers. The rows of a cell's four lines are added and cut to 0..1, and the cells are added up
// over the board: 16 sums. The other side sees the same lines with the colours exchanged, which
// gives 16 more:
//
//     cell       cut(row + row + row + row)         own view, other's view
//     board      sum over the empty cells           16        16
//     hidden     64, cut off at 0                   a bias by the threats on the board
//     value      one, by the number of stones       hundredths of a stone
//
// A line without a stone has no number above 0 in its row, so a cell far from all stones adds
// nothing. Under renju a cell that is forbidden to black is left out of his view.
//
// A stone changes what the cells up to four away see along one line each; the sums are made when
// they are asked for, from those of the last position on the way here that has them (struct
// network_path).
#ifndef ENGINE_GOMOKU_NETWORK_H
#define ENGINE_GOMOKU_NETWORK_H

#include <stddef.h>

#include "engine/gomoku/field.h"
#include "engine/gomoku/view.h"
#include "engine/kernel.h"

enum {
    NETWORK_HIDDEN = 64,
    NETWORK_STAGES = 6,
    NETWORK_STAGE_STONES = 10, // of a stage; the last has no end
    NETWORK_ROW_ONE = 128,     // what stands for 1 in a row and in the sums,
    NETWORK_ROW_MAX = 8000,    // so that four rows fit a lane
    NETWORK_IN_ONE = 64,       // in what the hidden layer sees of the sums,
    NETWORK_WEIGHT_ONE = 8192, // in its weights,
    NETWORK_HIDDEN_ONE = 256,  // in what it says,
    NETWORK_HIDDEN_SHIFT = 11, // from the product of the two before,
    NETWORK_HIDDEN_MOST = (1 << 14) - 1,
    NETWORK_OUT_ONE = 8, // and in a hundredth of a stone
};

// The numbers, as they stand in network.bin behind its header; little endian. The hidden layer's
// weights are for two sums at a time, those of the mover's view first.
struct network {
    int16_t row[VIEW_STATES][NETWORK_WIDE];
    int16_t weight[NETWORK_WIDE][NETWORK_HIDDEN][2];
    int32_t bias[SITUATIONS][NETWORK_HIDDEN];
    int16_t out[NETWORK_STAGES][NETWORK_HIDDEN];
    int16_t situation[SITUATIONS];
};

// The file: eight bytes of magic, the checksum, the numbers.
enum { NETWORK_HEADER = 16, NETWORK_FILE_SIZE = NETWORK_HEADER + sizeof(struct network) };
extern const uint8_t gomoku_network_begin[], gomoku_network_end[];

// Filled once by network_init, constant afterwards.
extern struct network_tables {
    _Alignas(64) int16_t row[VIEW_STATES][2][NETWORK_WIDE]; // as the first and the second see it
    _Alignas(64) struct network numbers;
    const struct network_kernels *fastest; // of those that run here
    const char *problem;                   // why there are no numbers, or NULL
} network_tables;

// Loads the program's own numbers and picks the fastest code; called once.
void network_init(void);

// Loads a file's bytes. False, and *why, when they are damaged, of another version or too large for
// what they are added up in; then nothing has changed.
bool network_load(const uint8_t *bytes, size_t length, const char **why);

// Makes a file of them: NETWORK_FILE_SIZE bytes.
void network_save(uint8_t *bytes, const struct network *n);

// Which weights of the output are used.
static inline int network_stage(const struct field *f)
{
    int stage = (f->size * f->size - f->now->empties) / NETWORK_STAGE_STONES;
    return stage < NETWORK_STAGES ? stage : NETWORK_STAGES - 1;
}

// The value of a field for the mover, in hundredths of a stone; and the same without the value, so
// that f->path knows what every empty cell sees.
struct network_kernels {
    int (*value)(struct field *f);
    void (*see)(struct field *f);
};

KERNEL_TABLES(const struct network_kernels, network_kernels);

// The same in plain C and in parts, which it is tested against: what an empty cell adds to the view
// of `side`, the sums of both views from the whole board, and what is made of them.
void network_cell(const struct field *f, int side, int x, int y, int out[NETWORK_WIDE]);
void network_sums(const struct field *f, int sum[2][NETWORK_WIDE]);
int network_weigh(int sum[2][NETWORK_WIDE], int mover, int situation, int stage);

#endif
