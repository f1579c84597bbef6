// SPDX-License-Identifier: MIT
#include "engine/gomoku/network.h"

#include <stdlib.h>
#include <string.h>

#include "engine/bytes.h"
#include "engine/checksum.h"
#include "engine/gomoku/eval.h"

INCLUDE_BYTES("gomoku_network", "engine/gomoku/network.bin");

static const char MAGIC[8] = "OFGNET1";

_Static_assert(NETWORK_IN_ONE *NETWORK_WEIGHT_ONE == NETWORK_HIDDEN_ONE << NETWORK_HIDDEN_SHIFT,
               "what stands for 1 in the hidden layer");

struct network_tables network_tables;

// ---- the file -----------------------------------------------------------------------------------

// True when nothing can be added up to more than its place holds, on any board.
static bool fits(const struct network *n)
{
    const int64_t in_most = CELLS_MAX * NETWORK_ROW_ONE / 2;
    for (int state = 0; state < VIEW_STATES; state++)
        for (int i = 0; i < NETWORK_WIDE; i++)
            if (abs(n->row[state][i]) > NETWORK_ROW_MAX)
                return false;
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        int64_t sum = 0, most = 0;
        for (int k = 0; k < NETWORK_WIDE; k++)
            sum += abs(n->weight[k][i][0]) + abs(n->weight[k][i][1]);
        for (int k = 0; k < SITUATIONS; k++)
            most = llabs(n->bias[k][i]) > most ? llabs(n->bias[k][i]) : most;
        if (sum * in_most + most > INT32_MAX)
            return false;
    }
    for (int stage = 0; stage < NETWORK_STAGES; stage++) {
        int64_t sum = 0;
        for (int i = 0; i < NETWORK_HIDDEN; i++)
            sum += abs(n->out[stage][i]);
        if (sum * NETWORK_HIDDEN_MOST > INT32_MAX)
            return false;
    }
    return true;
}

bool network_load(const uint8_t *bytes, size_t length, const char **why)
{
    struct network_tables *t = &network_tables;
    struct network *n = &t->numbers;
    uint64_t sum;
    if (length != NETWORK_FILE_SIZE) {
        *why = "the network's weights have another size";
        return false;
    }
    if (memcmp(bytes, MAGIC, sizeof MAGIC) != 0) {
        *why = "the network's weights are of another version";
        return false;
    }
    memcpy(&sum, bytes + sizeof MAGIC, sizeof sum);
    if (sum != checksum_of(bytes + NETWORK_HEADER, sizeof *n)) {
        *why = "the network's weights are damaged: the checksum differs";
        return false;
    }
    if (!fits((const struct network *)(const void *)(bytes + NETWORK_HEADER))) {
        *why = "the network's weights are too large";
        return false;
    }
    memcpy(n, bytes + NETWORK_HEADER, sizeof *n);
    for (int state = 0; state < VIEW_STATES; state++) {
        memcpy(t->row[state][FIRST], n->row[state], sizeof n->row[state]);
        memcpy(t->row[view_tables.exchanged[state]][SECOND], n->row[state], sizeof n->row[state]);
    }
    t->problem = NULL;
    return true;
}

void network_save(uint8_t *bytes, const struct network *n)
{
    memcpy(bytes, MAGIC, sizeof MAGIC);
    memcpy(bytes + NETWORK_HEADER, n, sizeof *n);
    uint64_t sum = checksum_of(bytes + NETWORK_HEADER, sizeof *n);
    memcpy(bytes + sizeof MAGIC, &sum, sizeof sum);
}

void network_init(void)
{
    network_tables.fastest = KERNEL_PICK(KERNEL_AUTO, network_kernels);
    network_load(gomoku_network_begin, (size_t)(gomoku_network_end - gomoku_network_begin),
                 &network_tables.problem);
}

// ---- in plain C ---------------------------------------------------------------------------------

void network_cell(const struct field *f, int side, int x, int y, int out[NETWORK_WIDE])
{
    const int16_t *row[4];
    for (int d = 0; d < 4; d++)
        row[d] = network_tables.numbers.row[view_at(f->line, side, x, y, d)];
    for (int i = 0; i < NETWORK_WIDE; i++) {
        int in = row[0][i] + row[1][i] + row[2][i] + row[3][i];
        out[i] = in < 0 ? 0 : in > NETWORK_ROW_ONE ? NETWORK_ROW_ONE : in;
    }
}

void network_sums(const struct field *f, int sum[2][NETWORK_WIDE])
{
    int cell[NETWORK_WIDE];
    memset(sum, 0, 2 * sizeof *sum);
    for (int side = 0; side < 2; side++)
        for (int y = 0; y < f->size; y++)
            for (uint64_t row = f->empty[y] & ~field_forbidden(f, side, y); row;) {
                network_cell(f, side, bit_take(&row), y, cell);
                for (int i = 0; i < NETWORK_WIDE; i++)
                    sum[side][i] += cell[i];
            }
}

int network_weigh(int sum[2][NETWORK_WIDE], int mover, int situation, int stage)
{
    const struct network *n = &network_tables.numbers;
    int value = 0;
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        int hidden = n->bias[situation][i];
        for (int k = 0; k < 2 * NETWORK_WIDE; k++) {
            int side = k < NETWORK_WIDE ? mover : mover ^ 1;
            hidden += sum[side][k % NETWORK_WIDE] / 2 * n->weight[k / 2][i][k % 2];
        }
        hidden = hidden > 0 ? hidden >> NETWORK_HIDDEN_SHIFT : 0;
        value += (hidden < NETWORK_HIDDEN_MOST ? hidden : NETWORK_HIDDEN_MOST) * n->out[stage][i];
    }
    return value / (NETWORK_HIDDEN_ONE * NETWORK_OUT_ONE) + n->situation[situation];
}
