// SPDX-License-Identifier: MIT
// eval.h - what a position is worth, by the patterns on its edges, corners and lines, and by how
// many moves both sides have.
//
// Buro's idea (1997): the value is made of what stands on each of 46 sets of cells (features).
// Features that are images of each other under the board's eight symmetries share one table (a
// kind). With him a state of a feature has one weight, and the weights are added up. Here it has
// thirty-two, a row: the rows of all features are added up to 32 sums, all but four of which are
// squared, and the value is each of them times its weight at this ply. A square of a sum holds the
// products of its parts, so that what one corner is worth may depend on the others (sums of rows
// are the idea of NNUE, Nasu 2018, and of neural-reversi; squares of sums that of factorization
// machines, Rendle 2010).
//
//      46 states -> 46 rows of 32 -> sum -> square (but for four) -> 32 weights by ply -> value
//      2 numbers of moves -> 2 rows
//
// The moves are counted anew for each value. While the rows of the large tables are on their way the
// processor has nothing else to do, so that this takes no time that could be measured. Fitted alike
// to 20.7 million positions of 8 to 12 empties, held-back ones are missed by 6.28 discs rms with
// them and by 6.39 without; by 6.16 with 64 sums as well, which the file has no room for. What
// counting more gains a fit to 10 million of them, once over: moves both sides have, empties next to
// either side's discs, discs next to empties, the mover's discs, nothing; corners to be had 0.013;
// odd quadrants and those that a side can't play in 0.035; odd regions and those it can't play in
// 0.086, but regions must be found first. None of these was tried in play.
//
// Errors on held-out solved positions with 6 to 14 empties, in discs rms, fitted alike to 4.8
// million of them with 16 sums: cut off below zero instead of squared 6.75, cut off and squared
// 6.62, one sum not squared 6.61, two 6.59. Fitted to 9.6 million: 16 sums 6.43, 32 6.28. Rows for
// those endings only, not for all from 27 empties on, are better by 0.02 at ten empties and worse
// by as much at twelve: width is worth more than phases.
//
// A row's numbers are rounded to steps, 31 of them either way. With steps that let the largest
// number in, and squares cut off to 1/256, a value was 0.9 discs rms off what had been fitted; so
// the largest are cut off, rows are fitted as they will be rounded (scripts/trainer/fit.c), and
// squares are rounded to 1/128.
//
// The rows change once in the game (phases), the weights behind them with every ply. All are this
// project's own, fitted to self-play by scripts/train and linked into the program (weights.bin).
//
// The state of a feature is a signed number in base three, so that changing sides is a negation:
//
//      index = sum over its cells i of 3^i * d,    d = +1 mover's disc, 0 empty, -1 opponent's
//
// Ten cells give -29524 .. 29524, which fits 16 bits: all features are three AVX2 vectors, a disc
// is one add each, a flip two, and a move ends with a subtraction from zero. A kind's table is
// looked up from its middle.
#ifndef ENGINE_OTHELLO_EVAL_EVAL_H
#define ENGINE_OTHELLO_EVAL_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "engine/bits.h"
#include "engine/othello/board/flip.h"

enum {
    EVAL_KINDS = 11,
    EVAL_FEATURES = 46,
    EVAL_ROWS = EVAL_FEATURES + 2, // that are added up: of all features, and of both sides' moves
    EVAL_LANES = 48,      // features rounded up to whole vectors; the last two are always 0
    EVAL_COUNTS = 32,     // numbers of moves that are told apart
    EVAL_WIDTH = 32,      // sums
    EVAL_ROW_MOST = 31,   // in a row: four of them fit into a byte
    EVAL_BIAS_MOST = 550, // in the bias of a sum: sixteen times a sum fits into two bytes
    EVAL_PHASES = 2,      // sets of rows
    EVAL_PHASE_PLY = 32,  // the first ply of the second
    EVAL_PLIES = 61,      // 0 to 60 discs played
    EVAL_UNITS = 128,     // units of a value in a disc
    EVAL_SHIFT = 8,       // an output weight is in 2^-8 units
    EVAL_LINEAR = 8,      // one in so many sums is not squared, the first and so on
    EVAL_SQUARE = 128,    // a square counts in so many, rounded
};

_Static_assert(16 * (EVAL_ROWS * EVAL_ROW_MOST + EVAL_BIAS_MOST) <= INT16_MAX,
               "see eval_output_value");

// Where each kind's table begins in a phase's rows, and its number of cells and features:
// see eval_kinds in eval.c for their shapes.
enum {
    EVAL_CORNER = 0,                         //  9 cells, 4 features
    EVAL_BLOCK = EVAL_CORNER + 19683,        // 10, 8
    EVAL_EDGE = EVAL_BLOCK + 59049,          // 10, 4
    EVAL_TRIANGLE = EVAL_EDGE + 59049,       // 10, 4
    EVAL_ROW2 = EVAL_TRIANGLE + 59049,       //  8, 4
    EVAL_ROW3 = EVAL_ROW2 + 6561,            //  8, 4
    EVAL_ROW4 = EVAL_ROW3 + 6561,            //  8, 4
    EVAL_DIAGONAL8 = EVAL_ROW4 + 6561,       //  8, 2
    EVAL_DIAGONAL7 = EVAL_DIAGONAL8 + 6561,  // 7, 4
    EVAL_DIAGONAL6 = EVAL_DIAGONAL7 + 2187,  // 6, 4
    EVAL_DIAGONAL5 = EVAL_DIAGONAL6 + 729,   //  5, 4
    EVAL_MOVES = EVAL_DIAGONAL5 + 243,       // how many moves the mover has,
    EVAL_REPLIES = EVAL_MOVES + EVAL_COUNTS, // and the other side
    EVAL_STATES = EVAL_REPLIES + EVAL_COUNTS,
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

// What a state adds to each sum.
struct eval_row {
    _Alignas(32) int8_t at[EVAL_WIDTH];
};

// The output layer at a ply: what makes a value of the sums.
struct eval_output {
    _Alignas(32) int16_t weight[EVAL_WIDTH]; // of each sum, in 2^-EVAL_SHIFT units
    int32_t bias;
};

// Filled once by eval_init, constant afterwards.
struct eval_tables {
    struct eval cell[64]; // what a mover's disc on a cell adds to each feature
    struct eval_output output[EVAL_PLIES];
    _Alignas(32) int16_t bias[EVAL_PHASES][EVAL_WIDTH]; // of the sums
    struct eval_row row[EVAL_PHASES][EVAL_STATES];
    const char *problem; // why there are no weights, NULL when there are
};

extern struct eval_tables eval_tables;
extern const struct eval_kind eval_kinds[EVAL_KINDS];

// The expected result in hundredths of a disc from the mover's side, on any board; exact for a
// finished game.
int othello_evaluate(const struct othello *o);

// Fills the tables with the weights linked into the program. Damaged ones are refused: then
// eval_tables.problem says why, and the 8x8 board is played by the evaluation by hand.
void eval_init(void);

// Replaces the weights by those of a weight file's bytes. False (too short, another version,
// damaged) changes nothing and says why. Not to be called while anything searches.
bool eval_load(const uint8_t *bytes, size_t length, const char **why);

// The weights as they lie in a file, after the header.
struct eval_weights {
    struct eval_output *output;  // EVAL_PLIES
    int16_t (*bias)[EVAL_WIDTH]; // EVAL_PHASES
    struct eval_row *row;        // EVAL_PHASES times eval_packed_count()
};

// Writes eval_file_size() bytes.
size_t eval_file_size(void);
void eval_save(uint8_t *bytes, const struct eval_weights *w);

// How many different rows a phase has, symmetric states counted once, and which of them the state
// `state` of the whole table has.
int eval_packed_count(void);
int eval_packed(int state);

// The kind of each feature, and where a kind's table has its middle.
int eval_kind_of(int feature);
int eval_kind_middle(int kind);

// The states of a position: of its features, in their order, then of the mover's and of the other
// side's moves.
void eval_states(const struct eval *e, struct board b, int state[EVAL_ROWS]);

static inline int eval_phase(int ply)
{
    return ply >= EVAL_PHASE_PLY;
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

#ifdef __AVX2__
typedef struct {
    __m256i low, high;
} eval_sums;
#elif defined(__wasm_simd128__)
typedef struct {
    v128_t at[4];
} eval_sums;
#else
typedef int16_t eval_sums __attribute__((vector_size(2 * EVAL_WIDTH)));
typedef int8_t eval_bytes __attribute__((vector_size(EVAL_WIDTH)));
#endif

// Adds the rows of `count` features of one kind, whose table has its middle at `middle`. Four rows
// fit into bytes (EVAL_ROW_MOST) and are widened together: with 16 sums that made 5 % more nodes a
// second, and 32 sums cost 10 %. Vectors of 512 bits gained nothing; without AVX2 the compiler's
// own are twice as fast as loops.
static inline eval_sums eval_part(eval_sums sums, const struct eval_row *middle,
                                  const int16_t *index, int count)
{
#ifdef __AVX2__
    for (int i = 0; i < count;) {
        __m256i four = _mm256_load_si256((const __m256i *)middle[index[i++]].at);
        for (; i % 4 && i < count; i++)
            four = _mm256_add_epi8(four, _mm256_load_si256((const __m256i *)middle[index[i]].at));
        __m128i low = _mm256_castsi256_si128(four), high = _mm256_extracti128_si256(four, 1);
        sums.low = _mm256_add_epi16(sums.low, _mm256_cvtepi8_epi16(low));
        sums.high = _mm256_add_epi16(sums.high, _mm256_cvtepi8_epi16(high));
    }
#elif defined(__wasm_simd128__)
    for (int i = 0; i < count;) {
        const int8_t *row = middle[index[i++]].at;
        v128_t low = wasm_v128_load(row), high = wasm_v128_load(row + 16);
        for (; i % 4 && i < count; i++) {
            row = middle[index[i]].at;
            low = wasm_i8x16_add(low, wasm_v128_load(row));
            high = wasm_i8x16_add(high, wasm_v128_load(row + 16));
        }
        sums.at[0] = wasm_i16x8_add(sums.at[0], wasm_i16x8_extend_low_i8x16(low));
        sums.at[1] = wasm_i16x8_add(sums.at[1], wasm_i16x8_extend_high_i8x16(low));
        sums.at[2] = wasm_i16x8_add(sums.at[2], wasm_i16x8_extend_low_i8x16(high));
        sums.at[3] = wasm_i16x8_add(sums.at[3], wasm_i16x8_extend_high_i8x16(high));
    }
#else
    for (int i = 0; i < count;) {
        eval_bytes four = *(const eval_bytes *)middle[index[i++]].at;
        for (; i % 4 && i < count; i++)
            four += *(const eval_bytes *)middle[index[i]].at;
        sums += __builtin_convertvector(four, eval_sums);
    }
#endif
    return sums;
}

// What the square of a sum counts.
static inline int eval_square(int sum)
{
    return (sum * sum + EVAL_SQUARE / 2) / EVAL_SQUARE;
}

#ifdef __AVX2__
// The products of half of the sums, in eight parts.
static inline __m256i eval_half_output(__m256i sums, const int16_t *weight)
{
    __m256i sixteenfold = _mm256_slli_epi16(sums, 4);
    __m256i square = _mm256_mulhrs_epi16(sixteenfold, sixteenfold); // 2^8 / 2^15 = 1 / EVAL_SQUARE
    __m256i terms = _mm256_blend_epi16(square, sums, 0x01);         // the first of each eight
    return _mm256_madd_epi16(terms, _mm256_load_si256((const __m256i *)weight));
}
#endif

// The output layer applied to the sums, squared or not.
static inline int eval_output_value(eval_sums sums, const struct eval_output *output)
{
#ifdef __AVX2__
    __m256i products = _mm256_add_epi32(eval_half_output(sums.low, output->weight),
                                        eval_half_output(sums.high, output->weight + 16));
    __m128i four =
        _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256(products, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1));
    return output->bias + _mm_cvtsi128_si32(four);
#elif defined(__wasm_simd128__)
    v128_t products = wasm_i32x4_const_splat(0);
    for (int i = 0; i < 4; i++) {
        v128_t sum = sums.at[i], sixteenfold = wasm_i16x8_shl(sum, 4);
        v128_t square = wasm_i16x8_q15mulr_sat(sixteenfold, sixteenfold);       // 1 / EVAL_SQUARE
        v128_t terms = wasm_i16x8_shuffle(square, sum, 8, 1, 2, 3, 4, 5, 6, 7); // one is linear
        products = wasm_i32x4_add(
            products, wasm_i32x4_dot_i16x8(terms, wasm_v128_load(output->weight + 8 * i)));
    }
    products = wasm_i32x4_add(products, wasm_i32x4_shuffle(products, products, 2, 3, 0, 1));
    return output->bias + wasm_i32x4_extract_lane(products, 0) +
           wasm_i32x4_extract_lane(products, 1);
#else
    int value = output->bias;
    for (int i = 0; i < EVAL_WIDTH; i++) {
        int term = i % EVAL_LINEAR ? eval_square(sums[i]) : sums[i];
        value += term * output->weight[i];
    }
    return value;
#endif
}

// Starts the rows of the large tables on their way, which no near memory holds. Where all moves are
// evaluated, playing them first and evaluating them after saves 3 % of a midgame's time.
static inline void eval_prefetch(const struct eval *e, int ply)
{
    const struct eval_row *w = eval_tables.row[eval_phase(ply)];
    for (int i = 0; i < 8; i++)
        __builtin_prefetch(w + EVAL_BLOCK + 29524 + e->at[4 + i]);
    for (int i = 0; i < 4; i++)
        __builtin_prefetch(w + EVAL_EDGE + 29524 + e->at[12 + i]);
    for (int i = 0; i < 4; i++)
        __builtin_prefetch(w + EVAL_TRIANGLE + 29524 + e->at[16 + i]);
}

// The output layer at a ply: a board set up by hand may have fewer discs than a game begins with.
static inline const struct eval_output *eval_output_at(int ply)
{
    return &eval_tables.output[ply > 0 ? ply : 0];
}

// How many moves a side has, as far as numbers are told apart.
static inline int eval_moves(uint64_t side, uint64_t other)
{
    int count = bit_count(moves_of(side, other, ~(side | other)));
    return count < EVAL_COUNTS ? count : EVAL_COUNTS - 1;
}

// What the position is worth to the mover at `ply` (discs on the board less four), in units,
// within what a game can end in; of `board` only the moves of both sides are asked for.
static inline int eval_value(const struct eval *e, struct board board, int ply)
{
#ifdef __AVX2__
    // Left alone, compilers take the states out of the vectors one by one, which keeps one port
    // busy twice for every row; read from memory they cost one load. Measured 5 % of a search.
    __asm__("" : : "r"(e) : "memory");
#endif
    int phase = eval_phase(ply);
    const int16_t moves[2] = {(int16_t)eval_moves(board.mover, board.other),
                              (int16_t)(EVAL_COUNTS + eval_moves(board.other, board.mover))};
    const struct eval_row *w = eval_tables.row[phase];
    eval_sums sums;
    memcpy(&sums, eval_tables.bias[phase], sizeof sums);
    sums = eval_part(sums, w + EVAL_CORNER + 9841, e->at, 4);
    sums = eval_part(sums, w + EVAL_BLOCK + 29524, e->at + 4, 8);
    sums = eval_part(sums, w + EVAL_EDGE + 29524, e->at + 12, 4);
    sums = eval_part(sums, w + EVAL_TRIANGLE + 29524, e->at + 16, 4);
    sums = eval_part(sums, w + EVAL_ROW2 + 3280, e->at + 20, 4);
    sums = eval_part(sums, w + EVAL_ROW3 + 3280, e->at + 24, 4);
    sums = eval_part(sums, w + EVAL_ROW4 + 3280, e->at + 28, 4);
    sums = eval_part(sums, w + EVAL_DIAGONAL8 + 3280, e->at + 32, 2);
    sums = eval_part(sums, w + EVAL_DIAGONAL7 + 1093, e->at + 34, 4);
    sums = eval_part(sums, w + EVAL_DIAGONAL6 + 364, e->at + 38, 4);
    sums = eval_part(sums, w + EVAL_DIAGONAL5 + 121, e->at + 42, 4);
    sums = eval_part(sums, w + EVAL_MOVES, moves, 2);
    int value = eval_output_value(sums, eval_output_at(ply)) >> EVAL_SHIFT, most = 64 * EVAL_UNITS;
    return value > most ? most : value < -most ? -most : value;
}

#endif
