// SPDX-License-Identifier: MIT
#include "engine/othello/board/kernels.h"

#include "engine/othello/board/last_flip.h"

static uint64_t perft_bulk(struct board b, uint64_t mask);

// Leaves two plies and more below a position.
static uint64_t perft_deep(struct board b, uint64_t mask, int depth)
{
    uint64_t moves = moves_of(b.mover, b.other, empty_of(b, mask)), leaves = 0;
    if (!moves) {
        if (!moves_of(b.other, b.mover, empty_of(b, mask)))
            return 1;
        return depth == 2 ? perft_bulk(board_pass(b), mask)
                          : perft_deep(board_pass(b), mask, depth - 1);
    }
    while (moves) {
        int cell = bit_take(&moves);
        struct board child = board_after(b, cell, flip_of(cell, b.mover, b.other));
        leaves += depth == 2 ? perft_bulk(child, mask) : perft_deep(child, mask, depth - 1);
    }
    return leaves;
}

// The last ply: counts the moves, does not make them. A pass is one move; a game that has ended is
// one leaf however deep the count goes, as in the published numbers.
static inline uint64_t perft_bulk(struct board b, uint64_t mask)
{
    uint64_t empty = empty_of(b, mask), moves = moves_of(b.mover, b.other, empty);
    return LIKELY(moves) ? (uint64_t)bit_count(moves) : 1;
}

static uint64_t perft(struct board b, uint64_t mask, int depth)
{
    return depth <= 0 ? 1 : depth == 1 ? perft_bulk(b, mask) : perft_deep(b, mask, depth);
}

static uint64_t flips(int cell, uint64_t mover, uint64_t other)
{
    return flip_of(cell, mover, other);
}

static uint64_t moves(uint64_t mover, uint64_t other, uint64_t empty)
{
    return moves_of(mover, other, empty);
}

static int stable(uint64_t mine, uint64_t theirs, const struct shape *s)
{
    return stable_count(mine, theirs, s);
}

static int last_flips(int cell, uint64_t mover)
{
    return last_flip_count(cell, mover);
}

const struct othello_kernels KERNEL(othello_kernels) = {flips, moves, stable, last_flips, perft};
