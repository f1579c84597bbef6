// SPDX-License-Identifier: MIT
// policy.h - which moves look like those a search would choose: a small network over lines.
//
// What a cell sees along a line (view.h) has a row of 16 numbers. The rows of its four lines are
// added, cut off at 0, and weighed by what threats are on the board (field_situation): a cell's
// logit. In quiet positions a search of 400 nodes chose the cell with the highest logit 38 times in
// a hundred, one of the best four 76 times; by eval_move, which knows a line by its pattern alone,
// it was 27 and 62. Five cells either way instead of four (7260 states) were no better; rows of 32
// numbers 39 and 77.
//
// Nothing is kept up to date from move to move: the network is asked at nodes that have some depth
// below them, which are few.
#ifndef ENGINE_GOMOKU_POLICY_H
#define ENGINE_GOMOKU_POLICY_H

#include <stddef.h>

#include "engine/gomoku/field.h"
#include "engine/gomoku/view.h"

enum {
    POLICY_WIDE = 16,
    POLICY_ONE = 256,      // what stands for 1 in a row and in the weights of the output
    POLICY_ROW_MAX = 8000, // so that four rows fit a lane
    POLICY_LOGIT = 128,    // what stands for 1 in a logit
};

// The numbers, as they stand in policy.bin behind its header; little endian.
struct policy {
    _Alignas(16) int16_t row[VIEW_STATES][POLICY_WIDE];
    int16_t out[SITUATIONS][POLICY_WIDE];
};

// The file: eight bytes of magic, the checksum, the numbers.
enum { POLICY_HEADER = 16, POLICY_FILE_SIZE = POLICY_HEADER + sizeof(struct policy) };
extern const uint8_t gomoku_policy_begin[], gomoku_policy_end[];

// Filled once by policy_init, constant afterwards.
extern struct policy_tables {
    struct policy numbers;
    _Alignas(16) int16_t second[VIEW_STATES][POLICY_WIDE]; // rows by what the first player sees
    const char *problem;                                   // why there are none, or NULL
} policy_tables;

// Loads the program's own numbers; called once.
void policy_init(void);

// Loads a file's bytes. False, and *why, when they are damaged, of another version or so large that a
// sum could overflow; then nothing has changed.
bool policy_load(const uint8_t *bytes, size_t length, const char **why);

// Makes a file of them: POLICY_FILE_SIZE bytes.
void policy_save(uint8_t *bytes, const struct policy *p);

// The logits of moves of the side to move, POLICY_LOGIT for 1. False when there are no numbers, and
// where an open four must be answered: there is nothing to be learned from what is forced.
bool policy_ask(struct field *f, const move *moves, int count, int *logits);

// What four rows are worth in plain C, which the vectors are tested against.
int policy_weigh_plain(const int16_t *const row[4], const int16_t out[POLICY_WIDE]);

#endif
