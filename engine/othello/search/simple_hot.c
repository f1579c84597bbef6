// SPDX-License-Identifier: MIT
// Alpha-beta with the shared table and the evaluation by hand, on 6x6 the fitted one.
#include "engine/othello/search/simple_hot.h"

#include "engine/kernel.h"
#include "engine/othello/eval/eval_simple.h"
#include "engine/othello/eval/six_eval.h"

enum { NO_CELL = 64, LOST = -SCORE_INFINITE };

// One thread's search.
struct simple {
    struct worker *worker;
    struct othello root;
    uint64_t mask, shape_word;
    bool six; // the 6x6 board has an evaluation of its own
};

// A move to try, the best looking first.
struct candidate {
    struct board after;
    uint64_t replies;
    int cell, worth;
};

// The table's 48 bits: score + 32768 in 16, bound in 2, cell in 7.
static uint64_t pack(int score, enum bound bound, int cell)
{
    return (uint64_t)(score + 32768) | (uint64_t)bound << 16 | (uint64_t)cell << 18;
}

// What a position looks worth to the mover, in hundredths.
static inline int worth_of(const struct simple *m, struct board b, uint64_t moves)
{
    uint64_t empty = empty_of(b, m->mask);
    if (!m->six)
        return eval_simple(b, m->mask, moves, moves_of(b.other, b.mover, empty));
    struct six_eval e;
    six_fresh(&e, b.mover, b.other);
    return six_value(&e, SIX_PLIES - bit_count(empty)) * 100 / SIX_UNITS;
}

// Lists the moves with the positions after them, ordered by the replies they leave and the table's
// move first.
static int list_moves(const struct simple *m, struct board b, uint64_t moves, int first,
                      struct candidate list[64])
{
    int n = 0;
    while (moves) {
        struct candidate c = {.cell = bit_take(&moves)};
        c.after = board_after(b, c.cell, flip_of(c.cell, b.mover, b.other));
        uint64_t empty = empty_of(c.after, m->mask);
        c.replies = moves_of(c.after.mover, c.after.other, empty);
        c.worth = c.cell == first ? LOST : worth_of(m, c.after, c.replies);
        int at = n++;
        for (; at > 0 && list[at - 1].worth > c.worth; at--)
            list[at] = list[at - 1];
        list[at] = c;
    }
    return n;
}

static int negamax(struct simple *m, struct board b, uint64_t moves, int depth, int alpha, int beta,
                   struct line *pv)
{
    // 1. Count, and leave when stopped.
    pv->length = 0;
    if (worker_count(m->worker))
        return 0;

    // 2. No move: the game is over, or the other side goes on at the same depth.
    uint64_t empty = empty_of(b, m->mask);
    if (!moves) {
        uint64_t replies = moves_of(b.other, b.mover, empty);
        if (!replies)
            return 100 * final_score(b, bit_count(empty));
        struct line rest;
        int score = -negamax(m, board_pass(b), replies, depth, -beta, -alpha, &rest);
        line_join(pv, MOVE_PASS, &rest);
        return score;
    }
    if (depth <= 0)
        return worth_of(m, b, moves);

    // 3. The table.
    uint64_t key = board_key(b) ^ m->shape_word, data;
    int first = NO_CELL, low = alpha;
    struct tt *tt = &m->worker->tt;
    if (tt_probe(tt, key, &data)) {
        uint64_t payload = tt_payload(data);
        int score = (int)(payload & 0xffff) - 32768;
        enum bound bound = (enum bound)(payload >> 16 & 3);
        first = (int)(payload >> 18 & 127);
        if (tt_depth(data) >= depth && beta - alpha == 1 &&
            (bound == BOUND_EXACT || (bound == BOUND_LOWER ? score >= beta : score <= alpha)))
            return score;
    }

    // 4. Every move: the first in the whole window, the others in a null window first.
    struct candidate list[64];
    int n = list_moves(m, b, moves, first, list), best = LOST, best_cell = NO_CELL;
    for (int i = 0; i < n; i++) {
        struct line rest;
        const struct candidate *c = &list[i];
        int score, top = i == 0 ? beta : low + 1;
        score = -negamax(m, c->after, c->replies, depth - 1, -top, -low, &rest);
        if (i > 0 && score > low && score < beta)
            score = -negamax(m, c->after, c->replies, depth - 1, -beta, -low, &rest);
        if (m->worker->stopped)
            return 0;
        if (score > best) {
            best = score;
            best_cell = c->cell;
            if (score > low) {
                low = score;
                line_join(pv, move_of_cell(c->cell), &rest);
            }
            if (low >= beta)
                break;
        }
    }

    // 5. Store.
    enum bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    tt_store(tt, key, depth, pack(best, bound, best_cell));
    return best;
}

static void begin(void *self, const struct position *p, struct worker *w)
{
    struct simple *m = self;
    m->worker = w;
    m->root = othello_get(p);
    m->mask = m->root.mask;
    m->six = m->root.width == 6 && m->root.height == 6 && !six_tables.problem;
    m->shape_word = othello_tables.shape_word[m->root.width][m->root.height];
}

static int search(void *self, move root_move, int depth, int alpha, int beta, struct line *pv)
{
    struct simple *m = self;
    struct board b = m->root.board;
    int cell = root_move == MOVE_PASS ? 0 : cell_of_move(root_move);
    b = root_move == MOVE_PASS ? board_pass(b)
                               : board_after(b, cell, flip_of(cell, b.mover, b.other));
    uint64_t replies = moves_of(b.mover, b.other, empty_of(b, m->mask));
    struct line rest;
    // A pass fills no cell: the end is as far as before.
    int score = -negamax(m, b, replies, depth - (root_move != MOVE_PASS), -beta, -alpha, &rest);
    line_join(pv, root_move, &rest);
    return score;
}

const struct deepener KERNEL(simple) = {.owner = "othello",
                                        .self_size = sizeof(struct simple),
                                        .begin = begin,
                                        .search = search,
                                        .exact_at_max = true};
