// SPDX-License-Identifier: MIT
// eval.h - what a position is worth, by the patterns on its edges, corners and lines.
//
// Buro's idea (1997): the value is a sum of weights, one for what stands on each of 46 sets of
// cells (features). Features that are images of each other under the board's eight symmetries share
// one table (a kind); the tables change with the stage of the game. The weights are this project's
// own, fitted to self-play by scripts/train and linked into the program (weights.bin).
//
// The state of a feature is a signed number in base three, so that changing sides is a negation:
//
//      index = sum over its cells i of 3^i * d,    d = +1 mover's disc, 0 empty, -1 opponent's
//
// Ten cells give -29524 .. 29524, which fits 16 bits: all features are three AVX2 vectors, a disc
// is one add each, a flip two, and a move ends with a subtraction from zero. A kind's table is
// looked up from its middle.
#ifndef ENGINE_OTHELLO_EVAL_H
#define ENGINE_OTHELLO_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "engine/bits.h"
#include "engine/othello/board.h"

enum {
    EVAL_KINDS = 11,
    EVAL_FEATURES = 46,
    EVAL_LANES = 48,  // features rounded up to whole vectors; the last two are always 0
    EVAL_STAGES = 27, // the first takes plies 0 to 8, each other two plies
    EVAL_PLIES = 61,  // 0 to 60 discs played
    EVAL_UNITS = 128, // units of a weight in a disc
};

// Where each kind's table begins in a stage's weights, and its number of cells and features:
// see eval_kinds in eval.c for their shapes.
enum {
    EVAL_CORNER = 0,                        //  9 cells, 4 features
    EVAL_BLOCK = EVAL_CORNER + 19683,       // 10, 8
    EVAL_EDGE = EVAL_BLOCK + 59049,         // 10, 4
    EVAL_TRIANGLE = EVAL_EDGE + 59049,      // 10, 4
    EVAL_ROW2 = EVAL_TRIANGLE + 59049,      //  8, 4
    EVAL_ROW3 = EVAL_ROW2 + 6561,           //  8, 4
    EVAL_ROW4 = EVAL_ROW3 + 6561,           //  8, 4
    EVAL_DIAGONAL8 = EVAL_ROW4 + 6561,      //  8, 2
    EVAL_DIAGONAL7 = EVAL_DIAGONAL8 + 6561, // 7, 4
    EVAL_DIAGONAL6 = EVAL_DIAGONAL7 + 2187, // 6, 4
    EVAL_DIAGONAL5 = EVAL_DIAGONAL6 + 729,  //  5, 4
    EVAL_STATES = EVAL_DIAGONAL5 + 243,
};

// All features of a position, from the mover's side.
struct eval {
    _Alignas(32) int16_t at[EVAL_LANES];
};

// The shape of a kind: its first feature's cells, lowest digit first.
struct eval_kind {
    const char *name;
    int begin; // where its table begins
    int cells;
    uint8_t cell[10];
};

// Filled once by eval_init, constant afterwards.
struct eval_tables {
    struct eval cell[64]; // what a mover's disc on a cell adds to each feature
    int16_t bias[EVAL_PLIES + 3];
    int16_t weight[EVAL_STAGES][EVAL_STATES];
};

extern struct eval_tables eval_tables;
extern const struct eval_kind eval_kinds[EVAL_KINDS];

// The expected result in hundredths of a disc from the mover's side, on any board; exact for a
// finished game.
int othello_evaluate(const struct othello *o);

// Fills the tables with the weights linked into the program.
void eval_init(void);

// Replaces the weights by those of a weight file's bytes. False (too short, another version,
// damaged) changes nothing and says why. Not to be called while anything searches.
bool eval_load(const uint8_t *bytes, size_t length, const char **why);

// The weights as a file: writes eval_file_size() bytes. `weight` are float discs by stage and
// packed state, `bias` float discs by ply.
size_t eval_file_size(void);
void eval_save(uint8_t *bytes, const float *weight, const float *bias);

// How many different weights a stage has, symmetric states counted once, and which of them the
// state `index` (from the table's middle) of a kind has.
int eval_packed_count(void);
int eval_packed(int kind, int index);

// The kind of each feature.
int eval_kind_of(int feature);

static inline int eval_stage(int ply)
{
    return ply < 9 ? 0 : ply > 60 ? EVAL_STAGES - 1 : (ply - 7) / 2;
}

// The features of a position, counted from nothing.
static inline void eval_fresh(struct eval *e, uint64_t me, uint64_t opp)
{
    *e = (struct eval){0};
    while (me) {
        const int16_t *add = eval_tables.cell[bit_take(&me)].at;
        for (int i = 0; i < EVAL_LANES; i++)
            e->at[i] = (int16_t)(e->at[i] + add[i]);
    }
    while (opp) {
        const int16_t *add = eval_tables.cell[bit_take(&opp)].at;
        for (int i = 0; i < EVAL_LANES; i++)
            e->at[i] = (int16_t)(e->at[i] - add[i]);
    }
}

// The features after the mover's disc on `cell` turned `flips`, from the next mover's side.
static inline void eval_play(struct eval *after, const struct eval *e, int cell, uint64_t flips)
{
#ifdef __AVX2__
    const __m256i *from = (const __m256i *)e->at;
    const __m256i *disc = (const __m256i *)eval_tables.cell[cell].at;
    __m256i a = _mm256_setzero_si256(), b = a, c = a;
    while (flips) {
        const __m256i *turned = (const __m256i *)eval_tables.cell[bit_take(&flips)].at;
        a = _mm256_add_epi16(a, turned[0]);
        b = _mm256_add_epi16(b, turned[1]);
        c = _mm256_add_epi16(c, turned[2]);
    }
    a = _mm256_add_epi16(_mm256_add_epi16(a, a), _mm256_add_epi16(from[0], disc[0]));
    b = _mm256_add_epi16(_mm256_add_epi16(b, b), _mm256_add_epi16(from[1], disc[1]));
    c = _mm256_add_epi16(_mm256_add_epi16(c, c), _mm256_add_epi16(from[2], disc[2]));
    __m256i *to = (__m256i *)after->at, zero = _mm256_setzero_si256();
    to[0] = _mm256_sub_epi16(zero, a);
    to[1] = _mm256_sub_epi16(zero, b);
    to[2] = _mm256_sub_epi16(zero, c);
#else
    int16_t turned[EVAL_LANES] = {0};
    while (flips) {
        const int16_t *add = eval_tables.cell[bit_take(&flips)].at;
        for (int i = 0; i < EVAL_LANES; i++)
            turned[i] = (int16_t)(turned[i] + add[i]);
    }
    const int16_t *disc = eval_tables.cell[cell].at;
    for (int i = 0; i < EVAL_LANES; i++)
        after->at[i] = (int16_t) - (e->at[i] + disc[i] + 2 * turned[i]);
#endif
}

// The features from the other side.
static inline void eval_pass(struct eval *after, const struct eval *e)
{
    for (int i = 0; i < EVAL_LANES; i++)
        after->at[i] = (int16_t)-e->at[i];
}

// The weights of `count` features of one kind, whose table has its middle at `middle`.
static inline int eval_part(const int16_t *middle, const int16_t *index, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += middle[index[i]];
    return sum;
}

// What the position is worth to the mover at `ply` (discs on the board less four), in units,
// within what a game can end in.
static inline int eval_value(const struct eval *e, int ply)
{
    const int16_t *w = eval_tables.weight[eval_stage(ply)];
    int sum = eval_tables.bias[ply];
    sum += eval_part(w + EVAL_CORNER + 9841, e->at, 4);
    sum += eval_part(w + EVAL_BLOCK + 29524, e->at + 4, 8);
    sum += eval_part(w + EVAL_EDGE + 29524, e->at + 12, 4);
    sum += eval_part(w + EVAL_TRIANGLE + 29524, e->at + 16, 4);
    sum += eval_part(w + EVAL_ROW2 + 3280, e->at + 20, 4);
    sum += eval_part(w + EVAL_ROW3 + 3280, e->at + 24, 4);
    sum += eval_part(w + EVAL_ROW4 + 3280, e->at + 28, 4);
    sum += eval_part(w + EVAL_DIAGONAL8 + 3280, e->at + 32, 2);
    sum += eval_part(w + EVAL_DIAGONAL7 + 1093, e->at + 34, 4);
    sum += eval_part(w + EVAL_DIAGONAL6 + 364, e->at + 38, 4);
    sum += eval_part(w + EVAL_DIAGONAL5 + 121, e->at + 42, 4);
    int most = 64 * EVAL_UNITS;
    return sum > most ? most : sum < -most ? -most : sum;
}

#endif
