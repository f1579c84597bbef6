// SPDX-License-Identifier: MIT
// data.h - what self-play leaves behind: one record a position, 24 bytes, native byte order.
//
// Files of records are made and read on the same machine and never shipped, so they have no header;
// a torn last record (the generator was killed) is ignored, and cut off before others are added.
#ifndef TRAIN_DATA_H
#define TRAIN_DATA_H

#include <stdint.h>
#include <stdio.h>

struct record {
    uint64_t mover, other;
    int8_t outcome;   // how the game ended for the mover, in discs
    uint8_t depth;    // of the search that chose the move here; 0 = solved; see RECORD_ALONE
    int16_t searched; // what that search said, in hundredths of a disc
    uint32_t game;    // which game it is from, so that whole games can be held out
};

// Added to the depth: the record after this one is not what was played here.
enum { RECORD_ALONE = 128 };

_Static_assert(sizeof(struct record) == 24, "records are written as they lie in memory");

// Opens a file to add records to it, from a whole record on. NULL, said on stderr, when it can't.
FILE *data_append(const char *path);

#endif
