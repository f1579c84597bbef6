// SPDX-License-Identifier: MIT
#include "engine/gomoku/network.h"

#include <string.h>

#include "engine/gomoku/eval.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

// Both views of a row, or of the sums, in as many vectors as it takes.
#if defined __AVX512BW__
enum { CHUNK = 64 };
#elif defined __AVX2__
enum { CHUNK = 32 };
#else
enum { CHUNK = 16 };
#endif
enum { CHUNKS = 2 * 2 * NETWORK_WIDE / CHUNK };
typedef int16_t chunk __attribute__((vector_size(CHUNK)));

struct lanes {
    chunk at[CHUNKS];
};

static inline struct lanes row_of(int state)
{
    struct lanes l;
    memcpy(&l, network_tables.row[state], sizeof l);
    return l;
}

// Cuts to 0..NETWORK_ROW_ONE.
static inline chunk cut(chunk v)
{
#if defined __AVX512BW__
    return (chunk)_mm512_min_epi16(_mm512_max_epi16((__m512i)v, _mm512_setzero_si512()),
                                   _mm512_set1_epi16(NETWORK_ROW_ONE));
#elif defined __AVX2__
    return (chunk)_mm256_min_epi16(_mm256_max_epi16((__m256i)v, _mm256_setzero_si256()),
                                   _mm256_set1_epi16(NETWORK_ROW_ONE));
#elif defined __SSE2__
    return (chunk)_mm_min_epi16(_mm_max_epi16((__m128i)v, _mm_setzero_si128()),
                                _mm_set1_epi16(NETWORK_ROW_ONE));
#else
    chunk most = (chunk){0} + NETWORK_ROW_ONE;
    v &= v > 0;
    return (v & (v < most)) | (most & (v >= most));
#endif
}

// Adds the rows of a cell's lines, but for line d; -1 leaves none out.
static inline struct lanes rows_but(const struct states *cell, int d)
{
    struct lanes in = {0};
#pragma GCC unroll 4
    for (int e = 0; e < 4; e++) {
        if (e == d)
            continue;
        struct lanes row = row_of(cell->line[e]);
        for (int i = 0; i < CHUNKS; i++)
            in.at[i] += row.at[i];
    }
    return in;
}

// Adds what an empty cell says, or takes it away.
static inline void add_cell(struct lanes *sum, const struct states *cell, int16_t sign)
{
    struct lanes in = rows_but(cell, -1);
    for (int i = 0; i < CHUNKS; i++)
        sum->at[i] += sign * cut(in.at[i]);
}

// A cell sees along line d another state than it did.
static inline void see_anew(struct lanes *sum, const struct states *cell, int d, int is)
{
    struct lanes in = rows_but(cell, d), before = row_of(cell->line[d]), after = row_of(is);
    for (int i = 0; i < CHUNKS; i++)
        sum->at[i] += cut(in.at[i] + after.at[i]) - cut(in.at[i] + before.at[i]);
}

// Adds to the sums what the stone just put at m changes, and notes it; how many notes there are
// then.
static inline int add_stone(struct field *f, int notes, struct lanes *sum, move m)
{
    const uint64_t near = 0x15455000; // four cells either way of the one at bit 20
    struct network_path *p = &f->path;
    int x = move_x(m), y = move_y(m);
    add_cell(sum, &p->cell[m], -1);
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        uint64_t line = lines_turned(f->line[d][lines_index(d, x, y)], lines_place(d, x, y));
        for (uint64_t empty = ~(line | line >> 1) & near; empty;) {
            int at = bit_take(&empty), c = m + ((at >> 1) - 10) * lines_step[d];
            struct states *cell = &p->cell[c];
            int is = view_around(line >> (at - 10), FIRST);
            if (is == cell->line[d])
                continue;
            see_anew(sum, cell, d, is);
            p->was[notes] = *cell;
            p->of[notes++] = (uint16_t)c;
            cell->line[d] = (uint16_t)is;
        }
    }
    return notes;
}

// Makes the sums of a position from the whole board.
static inline void add_all(struct field *f, struct lanes *sum)
{
    *sum = (struct lanes){0};
    for (int y = 0; y < f->size; y++)
        for (int x = 0; x < f->size; x++) {
            struct states *cell = &f->path.cell[move_at(x, y)];
            if (f->line[0][y] >> (2 * x + 10) & 3)
                continue;
            for (int d = 0; d < 4; d++)
                cell->line[d] = (uint16_t)view_at(f->line, FIRST, x, y, d);
            add_cell(sum, cell, 1);
        }
}

// Puts the cells back that the last known ply changed.
static inline void take_back(struct network_path *p)
{
    int last = --p->plies, first = last > 0 ? p->end[last - 1] : 0;
    for (int i = p->end[last]; i-- > first;)
        p->cell[p->of[i]] = p->was[i];
}

// Brings the sums to the position: back to where the way here leaves what they know, and forward
// from there, seldom by more than a stone. The lines are taken back for that where it is more.
static void catch_up(struct field *f)
{
    struct network_path *p = &f->path;
    int here = (int)(f->now - f->frames), side = f->to_move ^ 1, notes = 0;
    struct lanes sum;
    while (p->plies > 0 && (p->base + p->plies - 1 > here ||
                            p->key[p->plies - 1] != f->frames[p->base + p->plies - 1].key))
        take_back(p);
    if (p->plies > 0 && p->base + p->plies - 1 == here)
        return;
    if (p->plies > 0 && here - p->base < NETWORK_PLIES) {
        memcpy(&sum, p->sum[p->plies - 1], sizeof sum);
        notes = p->end[p->plies - 1];
    } else {
        p->base = here;
        p->plies = 0;
        add_all(f, &sum);
    }
    const struct frame *at = f->now, *first = &f->frames[p->base + p->plies];
    for (; at > first; at--, side ^= 1)
        if (at->last != MOVE_NONE)
            lines_toggle(f->line, side, at->last);
    for (; at <= f->now; at++, side ^= 1) {
        if (at > first && at->last != MOVE_NONE)
            lines_toggle(f->line, side, at->last);
        if (p->plies > 0 && at->last != MOVE_NONE)
            notes = add_stone(f, notes, &sum, at->last);
        p->key[p->plies] = at->key;
        p->end[p->plies] = notes;
        memcpy(p->sum[p->plies++], &sum, sizeof sum);
    }
}

// Sums of neighbouring products.
typedef int32_t words __attribute__((vector_size(CHUNK)));
static inline words products(chunk a, chunk b)
{
#if defined __AVX512BW__
    return (words)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif defined __AVX2__
    return (words)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined __SSE2__
    return (words)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    words sum;
    for (int i = 0; i < CHUNK / 4; i++)
        sum[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sum;
#endif
}

// What the hidden layer and the output make of both views' sums, the mover's first.
static inline int weigh(const int16_t in[2 * NETWORK_WIDE], int situation, int stage)
{
    enum { AT_ONCE = 4, EACH = CHUNK / 4 };
    const struct network *n = &network_tables.numbers;
    int32_t hidden[NETWORK_HIDDEN], value = 0;
    for (int first = 0; first < NETWORK_HIDDEN; first += AT_ONCE * EACH) {
        words sum[AT_ONCE];
        for (int i = 0; i < AT_ONCE; i++)
            memcpy(&sum[i], &n->bias[situation][first + i * EACH], sizeof sum[i]);
        for (int k = 0; k < NETWORK_WIDE; k++) {
            int32_t two;
            memcpy(&two, &in[2 * k], sizeof two);
            words pair = (words){0} + two;
            for (int i = 0; i < AT_ONCE; i++) {
                chunk weight;
                memcpy(&weight, n->weight[k][first + i * EACH], sizeof weight);
                sum[i] += products((chunk)pair, weight);
            }
        }
        for (int i = 0; i < AT_ONCE; i++)
            memcpy(&hidden[first + i * EACH], &sum[i], sizeof sum[i]);
    }
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        int32_t h = hidden[i] > 0 ? hidden[i] >> NETWORK_HIDDEN_SHIFT : 0;
        value += (h < NETWORK_HIDDEN_MOST ? h : NETWORK_HIDDEN_MOST) * n->out[stage][i];
    }
    return value / (NETWORK_HIDDEN_ONE * NETWORK_OUT_ONE) + n->situation[situation];
}

// Takes what is forbidden to black out of his sums.
static void forbid(const struct field *f, uint16_t sum[NETWORK_WIDE])
{
    int cell[NETWORK_WIDE];
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = field_forbidden(f, FIRST, y); row;) {
            network_cell(f, FIRST, bit_take(&row), y, cell);
            for (int i = 0; i < NETWORK_WIDE; i++)
                sum[i] = (uint16_t)(sum[i] - cell[i]);
        }
}

static int value_of(struct field *f)
{
    uint16_t sum[2][NETWORK_WIDE];
    int16_t in[2 * NETWORK_WIDE];
    catch_up(f);
    memcpy(sum, f->path.sum[f->path.plies - 1], sizeof sum);
    if (UNLIKELY(f->rule == GOMOKU_RENJU))
        forbid(f, sum[FIRST]);
    for (int i = 0; i < NETWORK_WIDE; i++) {
        in[i] = (int16_t)(sum[f->to_move][i] >> 1);
        in[NETWORK_WIDE + i] = (int16_t)(sum[f->to_move ^ 1][i] >> 1);
    }
    return weigh(in, field_situation(f), network_stage(f));
}

const struct network_kernels KERNEL(network_kernels) = {value_of, catch_up};
