// SPDX-License-Identifier: MIT
// desk.h - the engine asked about one position after another.
#ifndef TRAIN_DESK_H
#define TRAIN_DESK_H

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/game.h"
#include "engine/othello/board/board.h"

struct desk {
    struct memory *memory;
    struct pool *pool;
    atomic_bool stop; // never set
};

// With so many MiB of memory. False when there are not.
bool desk_open(struct desk *desk, int mebibytes);
void desk_close(struct desk *desk);

// What a search within these limits thinks of a position.
struct thought desk_think(struct desk *desk, const struct position *p, const struct limits *l);

// What a search of so many plies thinks of an 8x8 board; its score is in hundredths of a disc.
struct thought desk_search(struct desk *desk, struct board b, int depth);

#endif
