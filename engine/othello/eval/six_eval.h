// SPDX-License-Identifier: MIT
// six_eval.h - what a 6x6 position is worth, by the patterns on its edges, corners and lines.
//
// The same idea as eval.h on the smaller board: the value is a sum of weights, one for what stands
// on each of 30 sets of cells. There is less to tell apart and it is only asked which of a few
// moves looks best, so a weight is one byte, eighths of a disc, and a phase's tables stay in the
// second cache. Fitted by scripts/train --board 6x6 to positions solved exactly.
//
// The state of a feature is a signed number in base three, as in eval.h: negated, it is the same
// feature seen from the other side.
#ifndef ENGINE_OTHELLO_EVAL_SIX_EVAL_H
#define ENGINE_OTHELLO_EVAL_SIX_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/bits.h"

enum {
    SIX_KINDS = 7,
    SIX_FEATURES = 30,
    SIX_LANES = 32,
    SIX_PHASES = 11,
    SIX_UNITS = 8, // units of a weight in a disc
    SIX_PLIES = 32,
};

// Where each kind's table begins in a phase's weights.
enum {
    SIX_EDGE = 0,                     //  8 cells, 4 features
    SIX_CORNER = SIX_EDGE + 6561,     //  9, 4
    SIX_BLOCK = SIX_CORNER + 19683,   // 10, 8
    SIX_TRIANGLE = SIX_BLOCK + 59049, // 10, 4
    SIX_ROW2 = SIX_TRIANGLE + 59049,  //  6, 4
    SIX_ROW3 = SIX_ROW2 + 729,        //  6, 4
    SIX_DIAGONAL = SIX_ROW3 + 729,    //  6, 2
    SIX_STATES = SIX_DIAGONAL + 729,
};

// All features of a position, from the mover's side.
struct six_eval {
    _Alignas(32) int16_t at[SIX_LANES];
};

// The shape of a kind: its first feature's cells, lowest digit first.
struct six_kind {
    int begin; // where its table begins
    int cells;
    uint8_t cell[10];
};

// Filled once by six_eval_init, constant afterwards.
struct six_tables {
    struct six_eval cell[64]; // what a mover's disc on a cell adds to each feature
    int kind_of[SIX_FEATURES];
    int16_t bias[SIX_PLIES + 1];
    int8_t weight[SIX_PHASES][SIX_STATES];
    const char *problem; // why there are no weights, NULL when there are
};

extern struct six_tables six_tables;
extern const struct six_kind six_kinds[SIX_KINDS];

// A file of weights, little endian:
//
//      8 bytes   magic
//      8         checksum of everything after it
//      2 x 33    biases, by ply
//      ...       weights, a byte each, phase by phase
enum {
    SIX_HEADER = 16,
    SIX_FILE_SIZE = SIX_HEADER + 2 * (SIX_PLIES + 1) + SIX_PHASES * SIX_STATES,
};

// Fills the tables with the weights linked into the program. Damaged ones are refused: then
// six_tables.problem says why, and 6x6 is played by the evaluation by hand.
void six_eval_init(void);

// Replaces the weights by those of a file's bytes. False (another size or version, damaged) changes
// nothing and says why.
bool six_eval_load(const uint8_t *bytes, size_t length, const char **why);

// Writes the SIX_FILE_SIZE bytes of a file.
void six_eval_save(uint8_t *bytes, const int16_t bias[SIX_PLIES + 1],
                   const int8_t weight[SIX_PHASES][SIX_STATES]);

static inline int six_phase(int ply)
{
    return ply < 8 ? 0 : (ply - 6) / 2 < SIX_PHASES ? (ply - 6) / 2 : SIX_PHASES - 1;
}

// The middle of a kind's table, where the state 0 lies.
static inline int six_middle(const struct six_kind *k)
{
    int middle = 0;
    for (int i = 0; i < k->cells; i++)
        middle = 3 * middle + 1;
    return k->begin + middle;
}

// The features of a position, counted from nothing.
static inline void six_fresh(struct six_eval *e, uint64_t me, uint64_t opp)
{
    *e = (struct six_eval){0};
    while (me) {
        const int16_t *add = six_tables.cell[bit_take(&me)].at;
        for (int i = 0; i < SIX_LANES; i++)
            e->at[i] = (int16_t)(e->at[i] + add[i]);
    }
    while (opp) {
        const int16_t *add = six_tables.cell[bit_take(&opp)].at;
        for (int i = 0; i < SIX_LANES; i++)
            e->at[i] = (int16_t)(e->at[i] - add[i]);
    }
}

// The features after the mover's disc on `cell` turned `flips`, from the next mover's side.
static inline void six_play(struct six_eval *after, const struct six_eval *e, int cell,
                            uint64_t flips)
{
    int16_t sum[SIX_LANES] = {0};
    while (flips) {
        const int16_t *add = six_tables.cell[bit_take(&flips)].at;
        for (int i = 0; i < SIX_LANES; i++)
            sum[i] = (int16_t)(sum[i] + add[i]);
    }
    const int16_t *disc = six_tables.cell[cell].at;
    for (int i = 0; i < SIX_LANES; i++)
        after->at[i] = (int16_t) - (e->at[i] + disc[i] + 2 * sum[i]);
}

// The features from the other side.
static inline void six_pass(struct six_eval *after, const struct six_eval *e)
{
    for (int i = 0; i < SIX_LANES; i++)
        after->at[i] = (int16_t)-e->at[i];
}

static inline int six_part(const int8_t *middle, const int16_t *index, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += middle[index[i]];
    return sum;
}

// What the position is worth to the mover at `ply` (discs on the board less four, which a board set
// up by hand may not have), in units.
static inline int six_value(const struct six_eval *e, int ply)
{
    const int8_t *w = six_tables.weight[six_phase(ply)];
    int sum = six_tables.bias[ply > 0 ? ply : 0];
    sum += six_part(w + SIX_EDGE + 3280, e->at, 4);
    sum += six_part(w + SIX_CORNER + 9841, e->at + 4, 4);
    sum += six_part(w + SIX_BLOCK + 29524, e->at + 8, 8);
    sum += six_part(w + SIX_TRIANGLE + 29524, e->at + 16, 4);
    sum += six_part(w + SIX_ROW2 + 364, e->at + 20, 4);
    sum += six_part(w + SIX_ROW3 + 364, e->at + 24, 4);
    sum += six_part(w + SIX_DIAGONAL + 364, e->at + 28, 2);
    int most = 36 * SIX_UNITS;
    return sum > most ? most : sum < -most ? -most : sum;
}

#endif
