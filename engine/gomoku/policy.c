// SPDX-License-Identifier: MIT
#include "engine/gomoku/policy.h"

#include <stdlib.h>
#include <string.h>

#include "engine/bytes.h"
#include "engine/checksum.h"
#include "engine/gomoku/eval.h"

INCLUDE_BYTES("gomoku_policy", "engine/gomoku/policy.bin");

static const char MAGIC[8] = "OFGPOL1";

struct policy_tables policy_tables;

// ---- the file -----------------------------------------------------------------------------------

// True when four rows fit a lane, and what they are weighed to fits its sum, whatever the cell.
static bool fits(const struct policy *p)
{
    for (int state = 0; state < VIEW_STATES; state++)
        for (int k = 0; k < POLICY_WIDE; k++)
            if (abs(p->row[state][k]) > POLICY_ROW_MAX)
                return false;
    for (int i = 0; i < SITUATIONS; i++) {
        int64_t sum = 0;
        for (int k = 0; k < POLICY_WIDE; k++)
            sum += abs(p->out[i][k]);
        if (sum * 4 * POLICY_ROW_MAX > INT32_MAX)
            return false;
    }
    return true;
}

bool policy_load(const uint8_t *bytes, size_t length, const char **why)
{
    struct policy numbers;
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
    memcpy(&numbers, bytes + POLICY_HEADER, sizeof numbers);
    if (!fits(&numbers)) {
        *why = "the policy's weights are too large";
        return false;
    }
    policy_tables.numbers = numbers;
    for (int state = 0; state < VIEW_STATES; state++)
        memcpy(policy_tables.second[view_tables.exchanged[state]], numbers.row[state],
               sizeof numbers.row[state]);
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

bool policy_ask(struct field *f, const move *moves, int count, int *logits)
{
    const struct policy *p = &policy_tables.numbers;
    const int16_t *out = p->out[field_situation(f)];
    if (policy_tables.problem || field_count(f, f->to_move ^ 1, COUNT_FOUR_OPEN))
        return false;
    const int16_t(*rows)[POLICY_WIDE] = f->to_move == FIRST ? p->row : policy_tables.second;
    bool seen = f->path.plies > 0; // else the whole board had to be looked at for the few cells
    if (seen)
        f->network->see(f);
    for (int i = 0; i < count; i++) {
        const int x = move_x(moves[i]), y = move_y(moves[i]);
        const int16_t *row[4];
        for (int d = 0; d < 4; d++)
            row[d] = rows[seen ? f->path.cell[moves[i]].line[d] : view_at(f->line, FIRST, x, y, d)];
        logits[i] = weigh(row, out) / (POLICY_ONE * POLICY_ONE / POLICY_LOGIT);
    }
    return true;
}
