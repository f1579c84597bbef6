// SPDX-License-Identifier: MIT
#include "engine/checksum.h"

#include <string.h>

static uint64_t checksum_step(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x100000001b3u;
    return sum ^ sum >> 29;
}

uint64_t checksum_of(const uint8_t *bytes, size_t length)
{
    uint64_t sum[4] = {1, 2, 3, 4}, word[4], all = 0xcbf29ce484222325u;
    for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
        memcpy(word, bytes, sizeof word);
        for (int i = 0; i < 4; i++)
            sum[i] = checksum_step(sum[i], word[i]);
    }
    for (int i = 0; i < 4; i++)
        all = checksum_step(all, sum[i]);
    for (; length > 0; bytes++, length--)
        all = checksum_step(all, *bytes);
    return all;
}
