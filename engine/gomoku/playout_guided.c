// SPDX-License-Identifier: MIT
// playout_guided.c - sensible games of Gomoku for the Monte Carlo search, and what it can have without
// any game.
//
// The moves come from the classes of the empty cells that the negamax search knows (field.h). A
// stone costs ten times what it does in a random game, but nobody overlooks a five or an open
// four, and a game is over after some twenty stones.
#include "engine/games.h"
#include "engine/gomoku/eval.h"
#include "engine/gomoku/playout.h"
#include "engine/gomoku/policy.h"
#include "engine/gomoku/threat.h"

_Static_assert(sizeof(struct field) <= GOMOKU_SCRATCH, "a field fits the scratch");

// The share of the roulette that a quiet cell gets for what it makes, and for what it takes away.
static const uint8_t gain[CLASS_KINDS] = {
    [CLASS_ONE] = 0,           [CLASS_TWO] = 2,    [CLASS_TWO_TWO] = 6,
    [CLASS_THREE_BLOCKED] = 4, [CLASS_THREE] = 16, [CLASS_THREE_PLUS] = 24,
    [CLASS_THREE_THREE] = 120, [CLASS_FOUR] = 4,   [CLASS_FOUR_PLUS] = 12,
    [CLASS_FOUR_THREE] = 240,
};
static const uint8_t denial[CLASS_KINDS] = {
    [CLASS_ONE] = 0,           [CLASS_TWO] = 1,         [CLASS_TWO_TWO] = 3,
    [CLASS_THREE_BLOCKED] = 2, [CLASS_THREE] = 8,       [CLASS_THREE_PLUS] = 12,
    [CLASS_THREE_THREE] = 40,  [CLASS_FOUR] = 2,        [CLASS_FOUR_PLUS] = 6,
    [CLASS_FOUR_THREE] = 60,   [CLASS_FOUR_OPEN] = 100,
};

// Any of the empty cells that may be played on; MOVE_NONE when there is none.
static move any_cell(const struct field *f, struct rng *rng)
{
    uint32_t rows[GOMOKU_SIZE_MAX];
    int count = 0;
    for (int y = 0; y < f->size; y++) {
        rows[y] = f->empty[y] & ~field_barred(f, y);
        count += bit_count(rows[y]);
    }
    int n = count ? (int)rng_below(rng, (uint32_t)count) : 0;
    for (int y = 0; y < f->size; y++) {
        int here = bit_count(rows[y]);
        if (n < here)
            return move_at(bit_first(bit_nth(rows[y], n)), y);
        n -= here;
    }
    return MOVE_NONE;
}

// A cell by roulette among those whose class is at least `mine` for the mover or `theirs` for the
// other side.
static move roulette(const struct field *f, int mine, int theirs, struct rng *rng)
{
    int me = f->to_move, count = 0;
    const uint8_t *own = f->class[me], *other = f->class[me ^ 1];
    move cell[CELLS_MAX];
    uint32_t sum[CELLS_MAX], total = 0;
    for (int y = 0; y < f->size; y++) {
        uint64_t row = field_row(f, me, y, mine) | field_row(f, me ^ 1, y, theirs);
        row &= ~field_barred(f, y);
        while (row) {
            move m = move_at(bit_take(&row), y);
            total += (uint32_t)gain[own[m]] + denial[other[m]];
            cell[count] = m;
            sum[count++] = total;
        }
    }
    if (total == 0)
        return any_cell(f, rng);
    uint32_t ball = rng_below(rng, total);
    int i = 0;
    while (ball >= sum[i])
        i++;
    return cell[i];
}

// A reply where the other side is about to make five, MOVE_NONE when nothing helps.
static move answer(const struct field *f, struct rng *rng)
{
    move list[CELLS_MAX];
    int count = threat_answers(f, list);
    return count ? list[count > 1 ? rng_below(rng, (uint32_t)count) : 0] : MOVE_NONE;
}

// One game from here; 1, 0 or -1 for the side to move. The stones stay where they were put.
static int play_out(struct field *f, struct rng *rng)
{
    enum { PLIES_MAX = 80 };
    int start = f->to_move;
    for (int ply = 0; f->now->empties > 0 && ply < PLIES_MAX; ply++) {
        int me = f->to_move, sign = me == start ? 1 : -1;
        move m;
        if (field_count(f, me, COUNT_FIVE))
            return sign;
        if (field_count(f, me ^ 1, COUNT_FIVE))
            m = answer(f, rng);
        else if (field_count(f, me, COUNT_FOUR_OPEN))
            return sign;
        else if (field_count(f, me ^ 1, COUNT_FOUR_OPEN))
            m = roulette(f, CLASS_FOUR, CLASS_FOUR_OPEN, rng);
        else
            m = roulette(f, CLASS_TWO, CLASS_TWO, rng);
        if (m == MOVE_NONE)
            return -sign;
        field_play(f, m);
    }
    return 0;
}

int gomoku_guided(const struct gomoku *b, void *scratch, struct rng *rng, int count)
{
    struct field *f = scratch;
    int sum = 0;
    field_set(f, b);
    for (int i = 0; i < count; i++) {
        sum += play_out(f, rng);
        while (f->now != f->frames)
            field_undo(f);
    }
    return sum;
}

// ---- no games -----------------------------------------------------------------------------------

int gomoku_expected(const struct gomoku *b, void *scratch, bool certain)
{
    struct field *f = scratch;
    field_set(f, b);
    int me = f->to_move, mine = field_count(f, me, COUNT_FIVE),
        theirs = field_count(f, me ^ 1, COUNT_FIVE);
    if (certain && (mine || (!theirs && field_count(f, me, COUNT_FOUR_OPEN))))
        return MCTS_ONE;
    if (certain && theirs > 1 && !rule_is_caro(b->rule)) // where one stone may stop both
        return -MCTS_ONE;
    return mcts_squash(eval_field(f), gomoku_game.win_scale);
}

void gomoku_weigh(const struct gomoku *b, void *scratch, struct mcts_moves *moves)
{
    struct field *f = scratch;
    field_set(f, b);
    if (policy_ask(f, moves->at, moves->count, moves->score))
        return;
    for (int i = 0; i < moves->count; i++)
        moves->score[i] = eval_move(f, moves->at[i]);
}
