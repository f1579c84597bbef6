// SPDX-License-Identifier: MIT
#include "engine/gomoku/policy.h"

#include <string.h>

#include "engine/bytes.h"
#include "engine/checksum.h"
#include "engine/gomoku/eval.h"

INCLUDE_BYTES("gomoku_policy", "engine/gomoku/policy.bin");

static const char MAGIC[8] = "OFGPOL1";

enum { REACH = 4, HALVES_ALL = 1 << 2 * REACH, WALL = 3 };

struct policy_tables policy_tables;

// The state of a half line by its bits, as either side sees it: with the near cell at the low end
// [0] or at the high one [1]; and of a line by those of its halves.
static uint8_t half_state[2][2][HALVES_ALL];
static uint16_t line_state[POLICY_HALVES][POLICY_HALVES];

// ---- states -------------------------------------------------------------------------------------

// A half line, near cell at the low end, without what is hidden: a wall stands for the second
// colour, and there is nothing behind a wall.
static uint32_t seen_part(uint32_t half)
{
    uint32_t colour = 0, seen = 0;
    for (int i = 0; i < REACH; i++) {
        uint32_t cell = half >> (2 * i) & 3;
        if (cell == WALL || (cell && colour && cell != colour))
            return seen | (uint32_t)WALL << (2 * i);
        colour |= cell;
        seen |= cell << (2 * i);
    }
    return seen;
}

// The half line as the other side sees it.
static uint32_t exchanged(uint32_t half)
{
    return (half & 0x55) << 1 | (half >> 1 & 0x55);
}

// The half line with its near cell at the other end.
static uint32_t turned(uint32_t half)
{
    uint32_t out = 0;
    for (int i = 0; i < REACH; i++)
        out |= (half >> (2 * i) & 3) << (2 * (REACH - 1 - i));
    return out;
}

static void number_states(void)
{
    uint8_t number[HALVES_ALL];
    uint16_t halves = 0, lines = 0;
    for (uint32_t half = 0; half < HALVES_ALL; half++)
        if (seen_part(half) == half)
            number[half] = (uint8_t)halves++;
    for (uint32_t half = 0; half < HALVES_ALL; half++) {
        uint8_t first = number[seen_part(half)], second = number[seen_part(exchanged(half))];
        half_state[FIRST][0][half] = half_state[FIRST][1][turned(half)] = first;
        half_state[SECOND][0][half] = half_state[SECOND][1][turned(half)] = second;
    }
    for (int a = 0; a < POLICY_HALVES; a++)
        for (int b = a; b < POLICY_HALVES; b++)
            line_state[a][b] = line_state[b][a] = lines++;
}

static inline int state_of(const struct field *f, int side, int x, int y, int d)
{
    uint64_t around = f->line[d][lines_index(d, x, y)] >> (2 * lines_place(d, x, y));
    uint8_t left = half_state[side][1][around >> 2 & 0xff];
    return line_state[left][half_state[side][0][around >> 12 & 0xff]];
}

int policy_state(const struct field *f, int side, move m, int d)
{
    return state_of(f, side, move_x(m), move_y(m), d);
}

// ---- the file -----------------------------------------------------------------------------------

bool policy_load(const uint8_t *bytes, size_t length, const char **why)
{
    uint64_t sum;
    if (length != POLICY_FILE_SIZE) {
        *why = "the policy's weights have another size";
        return false;
    }
    if (memcmp(bytes, MAGIC, sizeof MAGIC) != 0) {
        *why = "the policy's weights are of another version";
        return false;
    }
    memcpy(&sum, bytes + sizeof MAGIC, sizeof sum);
    if (sum != checksum_of(bytes + POLICY_HEADER, sizeof(struct policy))) {
        *why = "the policy's weights are damaged: the checksum differs";
        return false;
    }
    memcpy(&policy_tables.numbers, bytes + POLICY_HEADER, sizeof(struct policy));
    policy_tables.problem = NULL;
    return true;
}

void policy_save(uint8_t *bytes, const struct policy *p)
{
    memcpy(bytes, MAGIC, sizeof MAGIC);
    memcpy(bytes + POLICY_HEADER, p, sizeof *p);
    uint64_t sum = checksum_of(bytes + POLICY_HEADER, sizeof *p);
    memcpy(bytes + sizeof MAGIC, &sum, sizeof sum);
}

void policy_init(void)
{
    number_states();
    policy_load(gomoku_policy_begin, (size_t)(gomoku_policy_end - gomoku_policy_begin),
                &policy_tables.problem);
}

// ---- the network --------------------------------------------------------------------------------

int policy_weigh_plain(const int16_t *const row[4], const int16_t out[POLICY_WIDE])
{
    int sum = 0;
    for (int k = 0; k < POLICY_WIDE; k++) {
        int in = row[0][k] + row[1][k] + row[2][k] + row[3][k];
        sum += in > 0 ? in * out[k] : 0;
    }
    return sum;
}

// What the sum of four rows is worth, cut off at 0 and weighed.
static inline int weigh(const int16_t *const row[4], const int16_t out[POLICY_WIDE])
{
#ifdef __SSE2__
    __m128i sum = _mm_setzero_si128(), zero = sum;
    for (int k = 0; k < POLICY_WIDE; k += 8) {
        __m128i part[4];
        for (int d = 0; d < 4; d++)
            part[d] = _mm_load_si128((const __m128i *)(row[d] + k));
        __m128i in =
            _mm_add_epi16(_mm_add_epi16(part[0], part[1]), _mm_add_epi16(part[2], part[3]));
        __m128i weight = _mm_load_si128((const __m128i *)(out + k));
        sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_max_epi16(in, zero), weight));
    }
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
#else
    return policy_weigh_plain(row, out);
#endif
}

bool policy_ask(const struct field *f, const move *moves, int count, int *logits)
{
    const struct policy *p = &policy_tables.numbers;
    const int16_t *out = p->out[eval_situation(f)];
    if (policy_tables.problem || field_count(f, f->to_move ^ 1, COUNT_FOUR_OPEN))
        return false;
    for (int i = 0; i < count; i++) {
        const int16_t *row[4];
        for (int d = 0; d < 4; d++)
            row[d] = p->row[state_of(f, f->to_move, move_x(moves[i]), move_y(moves[i]), d)];
        logits[i] = weigh(row, out) / (POLICY_ONE * POLICY_ONE / POLICY_LOGIT);
    }
    return true;
}
