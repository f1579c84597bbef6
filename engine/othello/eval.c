// SPDX-License-Identifier: MIT
#include "engine/othello/eval.h"

#include "engine/othello/eval_simple.h"

int othello_evaluate(const struct othello *o)
{
    struct board b = o->board;
    uint64_t empty = empty_of(b, o->mask);
    uint64_t moves = moves_of(b.mover, b.other, empty), replies = moves_of(b.other, b.mover, empty);
    if (!moves && !replies)
        return 100 * final_score(b, bit_count(empty));
    return eval_simple(b, o->mask, moves, replies);
}
