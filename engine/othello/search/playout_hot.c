// SPDX-License-Identifier: MIT
// playout_hot.c - Othello as the Monte Carlo search plays it.
#include "engine/games.h"
#include "engine/kernel.h"
#include "engine/mcts.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/board/flip.h"
#include "engine/othello/search/playout.h"

// What stays the same: the cells by how much they are liked, best class first.
struct context {
    uint64_t mask;
    uint64_t class[4]; // corners, edges, middle, next to corners
    struct othello shape;
};

struct state {
    struct board board;
};

static void begin(void *context, void *state, const struct position *p)
{
    struct othello o = othello_get(p);
    struct context *c = context;
    uint64_t row = o.mask & 255, left = 0;
    for (int y = 0; y < o.height; y++)
        left |= UINT64_C(1) << 8 * y;
    uint64_t right = left << (o.width - 1), top = row, bottom = row << 8 * (o.height - 1);
    uint64_t corners = (left | right) & (top | bottom),
             edges = (left | right | top | bottom) & ~corners;
    uint64_t wide = corners | (corners << 1 & o.mask & ~left) | (corners >> 1 & o.mask & ~right);
    uint64_t near = (wide | wide << 8 | wide >> 8) & o.mask & ~corners;
    *c = (struct context){.mask = o.mask, .shape = o};
    c->class[0] = corners;
    c->class[1] = edges & ~near;
    c->class[2] = o.mask & ~corners & ~edges & ~near;
    c->class[3] = near;
    *(struct state *)state = (struct state){o.board};
}

static void expand(const void *context, const void *state, struct mcts_moves *out)
{
    const struct context *c = context;
    struct board b = ((const struct state *)state)->board;
    uint64_t empty = empty_of(b, c->mask), moves = moves_of(b.mover, b.other, empty);
    out->count = 0;
    out->complete = true;
    out->result = 0;
    if (!moves && !moves_of(b.other, b.mover, empty))
        out->result = final_score(b, 0);
    else if (!moves)
        out->at[out->count++] = MOVE_PASS;
    while (moves)
        out->at[out->count++] = move_of_cell(bit_take(&moves));
}

static void play(const void *context, void *state, move m)
{
    struct board *b = &((struct state *)state)->board;
    (void)context;
    if (m == MOVE_PASS) {
        *b = board_pass(*b);
    } else {
        int cell = cell_of_move(m);
        *b = board_after(*b, cell, flip_of(cell, b->mover, b->other));
    }
}

// A random cell of the set.
static int random_cell(uint64_t set, struct rng *rng)
{
    return bit_first(bit_nth(set, (int)rng_below(rng, (uint32_t)bit_count(set))));
}

// Nine times in ten a cell of the best class there is, else any: corners, then edges, then the
// middle, and the cells next to corners last.
static int guided_cell(const struct context *c, uint64_t moves, struct rng *rng)
{
    if (rng_below(rng, 10) != 0)
        for (int i = 0; i < 4; i++)
            if (moves & c->class[i])
                return random_cell(moves & c->class[i], rng);
    return random_cell(moves, rng);
}

// One game to the end; the result for the side to move at its start.
static inline int playout(const struct context *c, struct board b, bool guided, struct rng *rng)
{
    int sign = 1;
    uint64_t empty = empty_of(b, c->mask);
    for (;;) {
        uint64_t moves = moves_of(b.mover, b.other, empty);
        if (UNLIKELY(!moves)) {
            b = board_pass(b);
            sign = -sign;
            moves = moves_of(b.mover, b.other, empty);
            if (!moves)
                break;
        }
        int cell = guided ? guided_cell(c, moves, rng) : random_cell(moves, rng);
        b = board_after(b, cell, flip_of(cell, b.mover, b.other));
        empty &= ~(UINT64_C(1) << cell);
        sign = -sign;
    }
    int difference = bit_count(b.mover) - bit_count(b.other);
    return difference > 0 ? sign * MCTS_ONE : difference < 0 ? -sign * MCTS_ONE : 0;
}

// What a board is worth to its mover, in hundredths of a disc.
static int evaluate(const struct context *c, struct board b)
{
    struct othello o = c->shape;
    o.board = b;
    return othello_evaluate(&o);
}

// A move is liked for what the mover has after it. On the usual board the features are played on.
static void weigh(const void *context, const void *state, void *scratch, struct mcts_moves *moves)
{
    const struct context *c = context;
    struct board b = ((const struct state *)state)->board;
    struct eval e, next;
    int ply = 61 - bit_count(empty_of(b, c->mask));
    bool usual = !~c->mask && !eval_tables.problem;
    (void)scratch;
    if (usual)
        eval_fresh(&e, b.mover, b.other);
    for (int i = 0; i < moves->count; i++) {
        int cell = cell_of_move(moves->at[i]);
        uint64_t flips = flip_of(cell, b.mover, b.other);
        struct board after = board_after(b, cell, flips);
        if (usual) {
            eval_play(&next, &e, cell, flips);
            moves->score[i] = -eval_value(&next, after, ply) * 100 / EVAL_UNITS;
        } else {
            moves->score[i] = -evaluate(c, after);
        }
    }
}

static int simulate(const void *context, const void *state, void *scratch, enum playout_kind kind,
                    struct rng *rng, int count)
{
    const struct context *c = context;
    struct board b = ((const struct state *)state)->board;
    int sum = 0;
    (void)scratch;
    if (kind == PLAYOUT_EVAL || kind == PLAYOUT_POLICY)
        return count * mcts_squash(evaluate(c, b), othello_game.win_scale);
    for (int i = 0; i < count; i++)
        sum += playout(c, b, kind == PLAYOUT_GUIDED, rng);
    return sum;
}

const struct mcts_rules KERNEL(othello_playout) = {
    .game = &othello_game,
    .owner = "mcts othello",
    .state_size = sizeof(struct state),
    .batch =
        {[PLAYOUT_UNIFORM] = 2, [PLAYOUT_GUIDED] = 1, [PLAYOUT_EVAL] = 1, [PLAYOUT_POLICY] = 1},
    .temperature = 400, // 22-11-7 against 200, 19-15-6 against 800
    .points = true,
    .begin = begin,
    .expand = expand,
    .play = play,
    .weigh = weigh,
    .simulate = simulate,
};
