// SPDX-License-Identifier: MIT
#include "engine/othello/eval/eval.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/checksum.h"
#include "engine/othello/eval/eval_simple.h"
#include "engine/othello/eval/weights.h"

// A weight file: this header, the output layers of all plies, the biases of each phase, then
// the packed rows phase by phase, six bits a weight; little endian. The checksum is over everything
// after it.
struct header {
    char magic[8];
    uint32_t phases, packed, units, width;
    uint64_t checksum;
};

static const char MAGIC[8] = {'O', 'F', 'W', 'E', 'V', 'A', 'L', '5'};

enum { FEATURES_MOST = 8 };

// The shapes, drawn from the corner a1 (1 = lowest digit):
//
//    corner   block        edge              triangle     rows 2 to 4   diagonals of 8 to 5
//    1 2 3    1 2 3 4 5    2 3 4 5 6 7 8 9   1 2 3 4      across the    from a1-h8 to a5-e1,
//    4 5 6    6 7 8 9 10   . 1 . . . . 10 .  5 6 7        whole board   the other way
//    7 8 9                                   8 9
//                                            10
//
// Other sets of features, fitted like these to 15 M positions, against them at 0.03 s a move: 30,
// without corner, row2 and the two shortest diagonals, -30 Elo (-66 to 7, 200 games); four more,
// with an edge's corners, its inner cells and those behind them, +13 (-13 to 39, 400 games); the
// numbers of both sides' moves as two more, +10 (-18 to 39, 400 games); both, -2 (-41 to 37, 200
// games). They fit better, 4.83 discs rms instead of 4.92, and cost as much time as that is worth.
const struct eval_kind eval_kinds[EVAL_KINDS] = {
    {"corner", EVAL_CORNER, 9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},
    {"block", EVAL_BLOCK, 10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},
    {"edge", EVAL_EDGE, 10, {9, 0, 1, 2, 3, 4, 5, 6, 7, 14}},
    {"triangle", EVAL_TRIANGLE, 10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}},
    {"row2", EVAL_ROW2, 8, {8, 9, 10, 11, 12, 13, 14, 15}},
    {"row3", EVAL_ROW3, 8, {16, 17, 18, 19, 20, 21, 22, 23}},
    {"row4", EVAL_ROW4, 8, {24, 25, 26, 27, 28, 29, 30, 31}},
    {"diagonal8", EVAL_DIAGONAL8, 8, {0, 9, 18, 27, 36, 45, 54, 63}},
    {"diagonal7", EVAL_DIAGONAL7, 7, {48, 41, 34, 27, 20, 13, 6}},
    {"diagonal6", EVAL_DIAGONAL6, 6, {40, 33, 26, 19, 12, 5}},
    {"diagonal5", EVAL_DIAGONAL5, 5, {32, 25, 18, 11, 4}},
};

struct eval_tables eval_tables;

// What eval_init works out from the shapes.
static struct {
    int features[EVAL_KINDS];
    int kind_of[EVAL_FEATURES];
    int packed_count;
    uint32_t packed[EVAL_STATES]; // by state, which packed row it has
} shape;

static int power3(int n)
{
    int p = 1;
    while (n-- > 0)
        p *= 3;
    return p;
}

// The image of a cell under one of the eight symmetries.
static int image(int cell, int symmetry)
{
    int x = cell & 7, y = cell >> 3;
    if (symmetry & 1)
        x = 7 - x;
    if (symmetry & 2)
        y = 7 - y;
    return symmetry & 4 ? x << 3 | y : y << 3 | x;
}

// The cells of a kind's image, as a set.
static uint64_t image_set(const struct eval_kind *k, int symmetry)
{
    uint64_t set = 0;
    for (int i = 0; i < k->cells; i++)
        set |= 1ull << image(k->cell[i], symmetry);
    return set;
}

// Lays out the features of all kinds and what each cell adds to them.
static void place_features(void)
{
    int feature = 0;
    for (int kind = 0; kind < EVAL_KINDS; kind++) {
        const struct eval_kind *k = &eval_kinds[kind];
        uint64_t seen[FEATURES_MOST];
        int count = 0;
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            uint64_t set = image_set(k, symmetry);
            bool again = false;
            for (int i = 0; i < count; i++)
                again |= seen[i] == set;
            if (again)
                continue;
            seen[count++] = set;
            for (int i = 0; i < k->cells; i++)
                eval_tables.cell[image(k->cell[i], symmetry)].at[feature] = (int16_t)power3(i);
            shape.kind_of[feature++] = kind;
        }
        shape.features[kind] = count;
    }
    assert(feature == EVAL_FEATURES);
}

// The state a symmetry that maps the kind's first feature onto itself turns each state into, as a
// pair of tables for the low five digits and the rest. False when the symmetry moves the feature.
static bool mirror_tables(const struct eval_kind *k, int symmetry, int low[243], int high[243])
{
    if (image_set(k, symmetry) != image_set(k, 0))
        return false;
    int to[10] = {0};
    for (int i = 0; i < k->cells; i++)
        for (int j = 0; j < k->cells; j++)
            if (image(k->cell[i], symmetry) == k->cell[j])
                to[i] = power3(j);
    for (int s = 0; s < 243; s++) {
        low[s] = high[s] = 0;
        for (int i = 0, rest = s; i < 5; i++, rest /= 3) {
            low[s] += i < k->cells ? rest % 3 * to[i] : 0;
            high[s] += i + 5 < k->cells ? rest % 3 * to[i + 5] : 0;
        }
    }
    return true;
}

// Numbers the packed rows: mirrored states of a feature share one.
static void pack_states(void)
{
    int next = 0;
    for (int kind = 0; kind < EVAL_KINDS; kind++) {
        const struct eval_kind *k = &eval_kinds[kind];
        uint32_t *packed = shape.packed + k->begin;
        int states = power3(k->cells), low[243], high[243];
        for (int s = 0; s < states; s++)
            packed[s] = (uint32_t)s;
        for (int symmetry = 1; symmetry < 8; symmetry++)
            if (mirror_tables(k, symmetry, low, high))
                for (int h = 0; h < states / 243; h++)
                    for (int l = 0; l < 243; l++) {
                        uint32_t m = (uint32_t)(low[l] + high[h]), *s = &packed[243 * h + l];
                        *s = m < *s ? m : *s;
                    }
        for (int s = 0; s < states; s++)
            packed[s] = packed[s] == (uint32_t)s ? (uint32_t)next++ : packed[packed[s]];
    }
    for (int s = EVAL_MOVES; s < EVAL_STATES; s++)
        shape.packed[s] = (uint32_t)next++;
    shape.packed_count = next;
}

int eval_packed_count(void)
{
    return shape.packed_count;
}

int eval_packed(int state)
{
    return (int)shape.packed[state];
}

int eval_kind_of(int feature)
{
    return shape.kind_of[feature];
}

int eval_kind_middle(int kind)
{
    return eval_kinds[kind].begin + (power3(eval_kinds[kind].cells) - 1) / 2;
}

void eval_states(const struct eval *e, struct board b, int state[EVAL_ROWS])
{
    for (int f = 0; f < EVAL_FEATURES; f++)
        state[f] = eval_kind_middle(eval_kind_of(f)) + e->at[f];
    state[EVAL_FEATURES] = EVAL_MOVES + eval_moves(b.mover, b.other);
    state[EVAL_FEATURES + 1] = EVAL_REPLIES + eval_moves(b.other, b.mover);
}

// The sizes of the parts of a file.
enum {
    OUTPUTS_SIZE = EVAL_PLIES * sizeof(struct eval_output),
    BIAS_SIZE = EVAL_PHASES * EVAL_WIDTH * sizeof(int16_t),
};

// A row in a file is three words. Each of a word's bytes has a weight in its low six bits, and two
// bits of a fourth one above them:
//
//      bits     7..6     5..0
//      word 0   d1..d0   a        the bytes of a, b, c and d are the first, second, third
//      word 1   d3..d2   b        and last eight weights of the row, each with 32 added
//      word 2   d5..d4   c
enum { ROW_WORDS = 3, ROW_SIZE = ROW_WORDS * 8 };

#define EACH_BYTE(x) (UINT64_C(0x0101010101010101) * (x))

static size_t rows_size(void)
{
    return EVAL_PHASES * (size_t)shape.packed_count * ROW_SIZE;
}

// Reads a row of a file, eight weights at a time.
static void row_unpack(struct eval_row *row, const uint8_t bytes[ROW_SIZE])
{
    uint64_t word[ROW_WORDS], weights[4], last = 0;
    memcpy(word, bytes, ROW_SIZE);
    for (int i = 0; i < ROW_WORDS; i++) {
        weights[i] = word[i] & EACH_BYTE(0x3f);
        last |= (word[i] >> 6 & EACH_BYTE(3)) << 2 * i;
    }
    weights[3] = last;
    for (int i = 0; i < 4; i++) // takes 32 from each byte without borrowing from the next
        weights[i] = ((weights[i] | EACH_BYTE(0x80)) - EACH_BYTE(32)) ^ EACH_BYTE(0x80);
    memcpy(row->at, weights, sizeof row->at);
}

// Writes a row as row_unpack reads it.
static void row_pack(uint8_t bytes[ROW_SIZE], const struct eval_row *row)
{
    for (int i = 0; i < ROW_SIZE; i++) {
        unsigned last = (unsigned)row->at[ROW_SIZE + i % 8] + 32;
        bytes[i] = (uint8_t)(((unsigned)row->at[i] + 32) | (last >> 2 * (i / 8) & 3) << 6);
    }
}

size_t eval_file_size(void)
{
    return sizeof(struct header) + OUTPUTS_SIZE + BIAS_SIZE + rows_size();
}

bool eval_load(const uint8_t *bytes, size_t length, const char **why)
{
    struct header h;
    if (length != eval_file_size()) {
        *why = "the weights have another size";
        return false;
    }
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.magic, MAGIC, sizeof MAGIC) != 0 || h.phases != EVAL_PHASES ||
        h.packed != (uint32_t)shape.packed_count || h.units != EVAL_UNITS ||
        h.width != EVAL_WIDTH) {
        *why = "the weights are of another version";
        return false;
    }
    if (h.checksum != checksum_of(bytes + sizeof h, length - sizeof h)) {
        *why = "the weights are damaged: the checksum differs";
        return false;
    }
    const uint8_t *at = bytes + sizeof h;
    memcpy(eval_tables.output, at, OUTPUTS_SIZE);
    memcpy(eval_tables.bias, at + OUTPUTS_SIZE, BIAS_SIZE);
    at += OUTPUTS_SIZE + BIAS_SIZE;
    for (int phase = 0; phase < EVAL_PHASES; phase++)
        for (int s = 0; s < EVAL_STATES; s++) {
            size_t packed = (size_t)phase * (size_t)shape.packed_count + shape.packed[s];
            row_unpack(&eval_tables.row[phase][s], at + packed * ROW_SIZE);
        }
    eval_tables.problem = NULL;
    return true;
}

void eval_save(uint8_t *bytes, const struct eval_weights *w)
{
    struct header h = {.phases = EVAL_PHASES,
                       .packed = (uint32_t)shape.packed_count,
                       .units = EVAL_UNITS,
                       .width = EVAL_WIDTH};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    uint8_t *at = bytes + sizeof h;
    memcpy(at, w->output, OUTPUTS_SIZE);
    memcpy(at + OUTPUTS_SIZE, w->bias, BIAS_SIZE);
    at += OUTPUTS_SIZE + BIAS_SIZE;
    for (int r = 0; r < EVAL_PHASES * shape.packed_count; r++)
        row_pack(at + (size_t)r * ROW_SIZE, &w->row[r]);
    h.checksum = checksum_of(bytes + sizeof h, eval_file_size() - sizeof h);
    memcpy(bytes, &h, sizeof h);
}

// Asks for large pages under the rows, before anything is written there. A look at a position reads
// 46 of them from all over seven megabytes, and small pages are soon too many to be kept in mind.
static void use_large_pages(void)
{
    const uintptr_t size = (uintptr_t)2 << 20;
    uintptr_t begin = ((uintptr_t)&eval_tables + size - 1) & ~(size - 1);
    uintptr_t end = (uintptr_t)(&eval_tables + 1) & ~(size - 1);
    if (begin < end)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE); // refused is as good as before
}

void eval_init(void)
{
    use_large_pages();
    place_features();
    pack_states();
    eval_load(weights_begin, (size_t)(weights_end - weights_begin), &eval_tables.problem);
}

int othello_evaluate(const struct othello *o)
{
    struct board b = o->board;
    uint64_t empty = empty_of(b, o->mask);
    uint64_t moves = moves_of(b.mover, b.other, empty), replies = moves_of(b.other, b.mover, empty);
    if (!moves && !replies)
        return 100 * final_score(b, bit_count(empty));
    if (~o->mask || eval_tables.problem)
        return eval_simple(b, o->mask, moves, replies);
    struct eval e;
    eval_fresh(&e, b.mover, b.other);
    return eval_value(&e, b, 60 - bit_count(empty)) * 100 / EVAL_UNITS;
}
