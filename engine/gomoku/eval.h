// SPDX-License-Identifier: MIT
// eval.h - the static value of a field.
//
// Every empty cell is worth something to each side by the four patterns it would make there
// (weights.h); the sums are kept up to date by field_play. What is on the board as a whole, the
// threats each side has ready, adds one more number.
#ifndef ENGINE_GOMOKU_EVAL_H
#define ENGINE_GOMOKU_EVAL_H

#include "engine/gomoku/field.h"
#include "engine/gomoku/weights.h"

// Which threats are on the board, for the mover and against him.
static inline int eval_situation(const struct field *f)
{
    int me = f->to_move, you = me ^ 1;
    return (field_count(f, you, COUNT_FOUR_OPEN) > 0) | (field_fours(f, me) > 0) << 1 |
           (field_fours(f, you) > 0) << 2 | (field_count(f, me, COUNT_THREE) > 0) << 3 |
           (field_count(f, you, COUNT_THREE) > 0) << 4;
}

// The same in plain C, which the vectors are tested against.
int eval_traits_plain(traits mine, traits theirs);

// What the network makes of both sides' traits.
static inline int eval_traits(traits mine, traits theirs)
{
#ifdef __SSE2__
    __m128i zero = _mm_setzero_si128(), one = _mm_set1_epi16(TRAIT_ONE), sum[4];
    __m128i in[2] = {(__m128i)(mine + gomoku_trait_bias[0]),
                     (__m128i)(theirs + gomoku_trait_bias[1])};
    const __m128i *weights = (const __m128i *)gomoku_hidden;
    for (int i = 0; i < 4; i++)
        sum[i] = _mm_load_si128((const __m128i *)gomoku_hidden_bias + i);
    for (int side = 0; side < 2; side++, weights += 16) {
        __m128i x = _mm_min_epi16(_mm_max_epi16(in[side], zero), one);
        __m128i pair[4] = {_mm_shuffle_epi32(x, 0x00), _mm_shuffle_epi32(x, 0x55),
                           _mm_shuffle_epi32(x, 0xaa), _mm_shuffle_epi32(x, 0xff)};
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < 4; i++)
                sum[i] = _mm_add_epi32(sum[i], _mm_madd_epi16(pair[k], weights[4 * k + i]));
    }
    __m128i value = zero;
    for (int i = 0; i < 2; i++) {
        __m128i low = _mm_srai_epi32(sum[2 * i], 8), high = _mm_srai_epi32(sum[2 * i + 1], 8);
        __m128i hidden = _mm_max_epi16(_mm_packs_epi32(low, high), zero);
        __m128i out = _mm_load_si128((const __m128i *)gomoku_out + i);
        value = _mm_add_epi32(value, _mm_madd_epi16(hidden, out));
    }
    value = _mm_add_epi32(value, _mm_shuffle_epi32(value, 0x4e));
    value = _mm_add_epi32(value, _mm_shuffle_epi32(value, 0xb1));
    return _mm_cvtsi128_si32(value) / (TRAIT_ONE * OUT_ONE);
#else
    return eval_traits_plain(mine, theirs);
#endif
}

// The value of sums for the mover, with the threats there are.
static inline int eval_sums(const struct field *f, uint64_t own, uint64_t other, traits mine,
                            traits theirs)
{
    int v = worth_moving(own) - worth_waiting(other) + gomoku_situation_weight[eval_situation(f)] +
            eval_traits(mine, theirs);
    return v > 20000 ? 20000 : v < -20000 ? -20000 : v;
}

// The value under renju: a cell that is forbidden to black is worth nothing to him.
int eval_renju(const struct field *f);

// The value for the mover, in hundredths of a stone.
static inline int eval_field(const struct field *f)
{
    const struct frame *now = f->now;
    int me = f->to_move;
    if (UNLIKELY(f->rule == GOMOKU_RENJU))
        return eval_renju(f);
    return eval_sums(f, now->worth[me], now->worth[me ^ 1], now->trait[me], now->trait[me ^ 1]);
}

// What the value is made of, for people (game.h, terms). How many.
int eval_terms(const struct field *f, struct eval_term out[TERMS_MAX]);

// The value of a move by what it makes for the mover and takes from the other side.
static inline int eval_move(const struct field *f, move m)
{
    int me = f->to_move;
    return 4 * cell_attack(field_cell(f, me, m)) + 3 * cell_attack(field_cell(f, me ^ 1, m));
}

// Lists the moves worth thinking about where nothing forces: the empty cells near a stone, on an
// empty board the middle. Never empty while a cell is.
int eval_candidates(const struct field *f, move *out);

// Lists the empty cells that no stone has in reach; none where no cell is near a stone.
int eval_remote(const struct field *f, move *out);

#endif
