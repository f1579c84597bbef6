// SPDX-License-Identifier: MIT
// data.h - what self-play leaves behind: one record a position, 24 bytes, native byte order.
//
// Files of records are made and read on the same machine and never shipped, so they have no header;
// a torn last record (the generator was killed) is ignored.
#ifndef TRAIN_DATA_H
#define TRAIN_DATA_H

#include <stdint.h>

struct record {
    uint64_t mover, other;
    int32_t value; // to the mover, in hundredths of a disc: solved, searched, or how the game ended
    uint32_t game; // which game it is from, so that whole games can be held out
};

_Static_assert(sizeof(struct record) == 24, "records are written as they lie in memory");

#endif
