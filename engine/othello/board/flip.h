// SPDX-License-Identifier: MIT
// flip.h - the two kernels everything stands on: which discs a move flips, and where moves are.
//
// Each comes in a portable form and in one for AVX2, where the four lines through a cell lie in the
// four lanes of a vector; for AVX-512, which can count leading zeros, the flips have a third, and
// compilers join two operations of the other. This header is for *_hot.c files, which are compiled
// for each (kernel.h); elsewhere it gives the portable form.
//
// To go from a vector to a word and back takes longer than to find some flips, so there are forms
// that stay in vectors from move to move: a set as `lanes` is the set in each of the four lanes.
#ifndef ENGINE_OTHELLO_BOARD_FLIP_H
#define ENGINE_OTHELLO_BOARD_FLIP_H

#include "engine/othello/board/board.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#if defined(__AVX512VL__) && defined(__AVX512CD__)
#define FLIP_AVX512
#endif

#define INNER_COLUMNS UINT64_C(0x7e7e7e7e7e7e7e7e)

// Flips along the four lines, one ray after another: on the way up the nearest cell that is not
// theirs is the lowest bit, on the way down the highest; if it is ours, all before it flips.
static inline uint64_t flip_of_portable(int cell, uint64_t mover, uint64_t other)
{
    const struct othello_rays *r = &othello_tables.rays[cell];
    uint64_t flips = 0;
    for (int d = 0; d < 4; d++) {
        uint64_t stop = ~other & r->up[d];
        uint64_t end = stop & (0 - stop) & mover;
        flips |= (end - (end != 0)) & r->up[d];
        stop = ~other & r->down[d];
        end = UINT64_C(1) << (63 - __builtin_clzll(stop | 1));
        uint64_t ours = 0 - (uint64_t)((end & mover & r->down[d]) != 0);
        flips |= r->down[d] & (0 - (end << 1)) & ours;
    }
    return flips;
}

// Moves along one line in both senses: runs of the other side's discs that start next to ours, by
// doubling; `other` must not hold cells where the shift would leave the row.
static inline uint64_t moves_on_line(uint64_t mover, uint64_t other, int s)
{
    uint64_t up = other & mover << s, down = other & mover >> s;
    up |= other & up << s;
    down |= other & down >> s;
    uint64_t pair_up = other & other << s, pair_down = pair_up >> s;
    up |= pair_up & up << 2 * s;
    down |= pair_down & down >> 2 * s;
    up |= pair_up & up << 2 * s;
    down |= pair_down & down >> 2 * s;
    return up << s | down >> s;
}

// The moves along the four lines, among the empty cells.
static inline uint64_t moves_of_portable(uint64_t mover, uint64_t other, uint64_t empty)
{
    uint64_t inner = other & INNER_COLUMNS;
    return (moves_on_line(mover, inner, 1) | moves_on_line(mover, other, 8) |
            moves_on_line(mover, inner, 7) | moves_on_line(mover, inner, 9)) &
           empty;
}

#ifdef __AVX2__

typedef __m256i lanes;

// All four lanes joined by OR, as a word and as lanes.
static inline uint64_t join_lanes(__m256i v)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half);
}

static inline lanes spread_lanes(__m256i v)
{
    v = _mm256_or_si256(v, _mm256_shuffle_epi32(v, 0x4e));
    return _mm256_or_si256(v, _mm256_permute2x128_si256(v, v, 1));
}

// The flips along the four lines at once, a line a lane.
static inline __m256i flip_lines_avx2(int cell, lanes ours, lanes theirs)
{
    const struct othello_rays *r = &othello_tables.rays[cell];
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1), zero = _mm256_setzero_si256();

    // Up: the lowest cell that is not theirs.
    __m256i up = _mm256_load_si256((const __m256i *)r->up);
    __m256i stop = _mm256_andnot_si256(theirs, up);
    __m256i end = _mm256_and_si256(_mm256_and_si256(stop, _mm256_sub_epi64(zero, stop)), ours);
    __m256i none = _mm256_cmpeq_epi64(end, zero); // -1 where nothing flips
    __m256i flips =
        _mm256_and_si256(up, _mm256_sub_epi64(_mm256_add_epi64(end, _mm256_set1_epi64x(-1)), none));

    // Down: spread every such cell to all beyond it; what stays clear is the run next to us, and
    // the first of the spread is its end.
    __m256i down = _mm256_load_si256((const __m256i *)r->down);
    __m256i far = _mm256_andnot_si256(theirs, down);
    far = _mm256_or_si256(far, _mm256_srlv_epi64(far, step));
    far = _mm256_or_si256(far, _mm256_srlv_epi64(far, _mm256_add_epi64(step, step)));
    far = _mm256_or_si256(far, _mm256_srlv_epi64(far, _mm256_slli_epi64(step, 2)));
    end = _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(far, step), far),
                           _mm256_and_si256(ours, down));
    none = _mm256_cmpeq_epi64(end, zero);
    __m256i run = _mm256_andnot_si256(far, down);
    return _mm256_or_si256(flips, _mm256_andnot_si256(none, run));
}

// The moves along the four lines at once, by doubling as above.
static inline uint64_t moves_of_avx2(lanes ours, lanes other, uint64_t empty)
{
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1), twice = _mm256_set_epi64x(18, 14, 16, 2);
    const __m256i inside = _mm256_set_epi64x((int64_t)INNER_COLUMNS, (int64_t)INNER_COLUMNS, -1,
                                             (int64_t)INNER_COLUMNS);
    const __m256i theirs = _mm256_and_si256(other, inside);
    __m256i up = _mm256_and_si256(theirs, _mm256_sllv_epi64(ours, step));
    __m256i down = _mm256_and_si256(theirs, _mm256_srlv_epi64(ours, step));
    up = _mm256_or_si256(up, _mm256_and_si256(theirs, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(theirs, _mm256_srlv_epi64(down, step)));
    __m256i pair_up = _mm256_and_si256(theirs, _mm256_sllv_epi64(theirs, step));
    __m256i pair_down = _mm256_srlv_epi64(pair_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
    return join_lanes(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step))) &
           empty;
}

#endif

#ifdef FLIP_AVX512

// The flips along the four lines at once. What counts is how soon they are known, for the next move
// waits for them: compares give their result as a vector, which is there sooner than as a mask, and
// on the way down the end's own bit is shifted to the top and spread from there.
static inline __m256i flip_lines_avx512(int cell, lanes ours, lanes theirs)
{
    const struct othello_rays *r = &othello_tables.rays[cell];
    const __m256i ones = _mm256_set1_epi64x(-1), zero = _mm256_setzero_si256();

    // Up: the lowest cell that is not theirs; if it is ours, all below it flips.
    __m256i up = _mm256_load_si256((const __m256i *)r->up);
    __m256i stop = _mm256_andnot_si256(theirs, up);
    __m256i less = _mm256_add_epi64(stop, ones);
    __m256i end = _mm256_ternarylogic_epi64(stop, less, ours, 0x20); // stop & ~less & ours
    __m256i open = _mm256_cmpeq_epi64(end, zero);
    __m256i below = _mm256_andnot_si256(stop, less);
    __m256i flips_up = _mm256_ternarylogic_epi64(open, up, below, 0x08); // ~open & up & below

    // Down: the highest cell that is not theirs; if it is ours, all above it flips. Without such a
    // cell there are 64 zeros, and a shift by 64 leaves nothing of ours.
    __m256i down = _mm256_load_si256((const __m256i *)r->down);
    __m256i zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(theirs, down));
    __m256i closed = _mm256_srai_epi64(_mm256_sllv_epi64(ours, zeros), 63);
    __m256i not_above = _mm256_srlv_epi64(ones, zeros); // the end and all below it
    __m256i flips_down = _mm256_ternarylogic_epi64(not_above, closed, down, 0x08);
    return _mm256_or_si256(flips_up, flips_down);
}

#endif

#ifdef __AVX2__

static inline lanes lanes_of(uint64_t set)
{
    return _mm256_set1_epi64x((int64_t)set);
}

static inline uint64_t lanes_set(lanes v)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(v));
}

// A set of one cell.
static inline lanes lanes_cell(int cell)
{
    return _mm256_set1_epi64x((int64_t)othello_tables.bit[cell]);
}

static inline __m256i flip_lines(int cell, lanes mover, lanes other)
{
#ifdef FLIP_AVX512
    return flip_lines_avx512(cell, mover, other);
#else
    return flip_lines_avx2(cell, mover, other);
#endif
}

// The flips of a move at `cell` (empty), none when it is not legal.
static inline lanes flip_lanes(int cell, lanes mover, lanes other)
{
    return spread_lanes(flip_lines(cell, mover, other));
}

static inline uint64_t flip_of(int cell, uint64_t mover, uint64_t other)
{
    return join_lanes(flip_lines(cell, lanes_of(mover), lanes_of(other)));
}

// The legal moves among the empty cells.
static inline uint64_t moves_lanes(lanes mover, lanes other, uint64_t empty)
{
    return moves_of_avx2(mover, other, empty);
}

#else

typedef uint64_t lanes; // one is all there are

static inline lanes lanes_of(uint64_t set)
{
    return set;
}

static inline uint64_t lanes_set(lanes v)
{
    return v;
}

static inline lanes lanes_cell(int cell)
{
    return UINT64_C(1) << cell;
}

static inline lanes flip_lanes(int cell, lanes mover, lanes other)
{
    return flip_of_portable(cell, mover, other);
}

static inline uint64_t flip_of(int cell, uint64_t mover, uint64_t other)
{
    return flip_of_portable(cell, mover, other);
}

static inline uint64_t moves_lanes(lanes mover, lanes other, uint64_t empty)
{
    return moves_of_portable(mover, other, empty);
}

#endif

static inline uint64_t moves_of(uint64_t mover, uint64_t other, uint64_t empty)
{
    return moves_lanes(lanes_of(mover), lanes_of(other), empty);
}

#endif
