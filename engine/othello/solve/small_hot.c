// SPDX-License-Identifier: MIT
// The upper part of a small board's tree; small_hot.h has the picture.
#include "engine/othello/solve/small_hot.h"

#include "engine/kernel.h"
#include "engine/othello/solve/endgame_known.h"
#include "engine/othello/solve/endgame_options.h"
#include "engine/othello/solve/endgame_team.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/eval/small_eval.h"
#include "engine/othello/board/symmetry.h"

// Where what begins to pay, by empties.
enum { HAND_EMPTIES = 11, CHILDREN_EMPTIES = 13, SYMMETRY_EMPTIES = 16, PROBCUT_EMPTIES = 13 };

enum { LOOK_MOST = 37 * SMALL_UNITS };

// The key of a position: high in the tree that of its first image under the board's symmetries.
static inline uint64_t key_at(const struct solver *e, struct board b, int n)
{
    int symmetry;
    if (n >= SYMMETRY_EMPTIES)
        b = first_image(b, &e->terrain->shape, &symmetry);
    return key_of(e, b);
}

// The value of a position `depth` plies deep by the evaluation, in its units, within (alpha, beta).
// Nothing is remembered.
static int look(struct solver *e, struct board b, const struct small_eval *here, int n, int depth,
                int alpha, int beta)
{
    struct glimpse {
        struct board after;
        struct small_eval eval;
        int worth;
    } list[24];
    uint64_t empty = empty_of(b, e->terrain->shape.mask);
    uint64_t moves = moves_of(b.mover, b.other, empty);
    int count = 0, best = -LOOK_MOST;
    if (e->nodes >= e->next_poll)
        team_poll(e);
    if (e->stopped)
        return alpha;
    if (!moves) {
        struct small_eval passed;
        e->nodes++;
        if (!moves_of(b.other, b.mover, empty))
            return final_score(b, n) * SMALL_UNITS;
        small_pass(&passed, here);
        return -look(e, board_pass(b), &passed, n, depth, -beta, -alpha);
    }
    for (; moves; count++) {
        struct glimpse *g = &list[count];
        int cell = bit_take(&moves);
        uint64_t flips = flip_of(cell, b.mover, b.other);
        g->after = board_after(b, cell, flips);
        if (!g->after.mover)
            return 36 * SMALL_UNITS;
        small_play(&g->eval, here, cell, flips);
        g->worth = -small_value(&g->eval, 33 - n);
    }
    e->nodes++;
    for (int i = 0; i < count && best < beta; i++) {
        int top = i;
        for (int k = i + 1; k < count; k++)
            top = list[k].worth > list[top].worth ? k : top;
        struct glimpse g = list[top];
        list[top] = list[i];
        if (depth == 1)
            return g.worth > best ? g.worth : best;
        int score =
            -look(e, g.after, &g.eval, n - 1, depth - 1, -beta, -(best > alpha ? best : alpha));
        best = score > best ? score : best;
    }
    return best;
}

// How deep the evaluation looks into a move to order it, by empties.
static inline int judge_depth(int n)
{
    return n < 15 ? 0 : n < 18 ? 1 : n < 21 ? 2 : n < 24 ? 3 : 4;
}

enum { WORTH_SMALL_DISC = 24 };

// Adds what the evaluation says of each position after a move.
static void judge(struct solver *e, struct board b, int n, struct option *list, int count)
{
    int depth = judge_depth(n);
    if (count < 2 || !e->terrain->judged_small)
        return;
    struct small_eval here, after;
    small_fresh(&here, b.mover, b.other);
    for (int i = 0; i < count; i++) {
        struct option *o = &list[i];
        if (!o->after.mover)
            continue;
        small_play(&after, &here, o->cell, o->after.other & b.other);
        int value = depth == 0 ? small_value(&after, 33 - n)
                               : look(e, o->after, &after, n - 1, depth, -LOOK_MOST, LOOK_MOST);
        o->worth -= value * WORTH_SMALL_DISC / SMALL_UNITS;
    }
}

// True when a child's entry already proves a value above alpha.
static inline bool children_cut(struct solver *e, const struct option *list, int count, int n,
                                int alpha, int *score)
{
    for (int i = 0; i < count; i++) {
        struct known k;
        if (list[i].worth < INT32_MAX && recall(e, key_at(e, list[i].after, n - 1), &k) &&
            -k.upper > alpha) {
            *score = -k.upper;
            return true;
        }
    }
    return false;
}

// True, with a bound, when a shallow search by the evaluation says the value is far outside the
// window (Multi-ProbCut, see probcut.h).
static bool probcut(struct solver *e, struct board b, int n, int alpha, int *score)
{
    struct small_eval here;
    int depth = n < 16 ? 1 + (n & 1) : n < 20 ? 3 + (n & 1) : 5 + (n & 1);
    int margin = selectivity_t[e->selectivity] * 45 * SMALL_UNITS / 1000;
    int high = (alpha + 1) * SMALL_UNITS + margin, low = alpha * SMALL_UNITS - margin;
    small_fresh(&here, b.mover, b.other);
    int now = small_value(&here, 32 - n);
    if (high < LOOK_MOST && now >= (alpha + 1) * SMALL_UNITS &&
        look(e, b, &here, n, depth, high - 1, high) >= high) {
        *score = alpha + 1;
        return !e->stopped;
    }
    if (low > -LOOK_MOST && now < (alpha + 1) * SMALL_UNITS &&
        look(e, b, &here, n, depth, low, low + 1) <= low) {
        *score = alpha;
        return !e->stopped;
    }
    return false;
}

static int top(struct solver *e, struct board b, uint64_t moves, int n, int alpha, unsigned parity);

// The value of a move in a null window, by the search its position belongs to.
static inline int option_bound(struct solver *e, const struct option *o, int n, int alpha,
                               unsigned parity)
{
    if (UNLIKELY(!o->after.mover))
        return e->terrain->cells;
    if (n - 1 <= HAND_EMPTIES)
        return -KERNEL(endgame).bound(e, o->after, -alpha - 1);
    return -top(e, o->after, o->replies, n - 1, -alpha - 1,
                parity ^ e->terrain->quadrant_bit[o->cell]);
}

// More than HAND_EMPTIES empties, in a null window.
static int top(struct solver *e, struct board b, uint64_t moves, int n, int alpha, unsigned parity)
{
    int score, best = -128, best_cell = NO_CELL;
    const struct terrain *t = e->terrain;

    // 1. Count, and leave when told to.
    if (++e->nodes >= e->next_poll)
        team_poll(e);
    if (e->stopped)
        return alpha;

    // 2. Stability.
    if (stability_cut(e, b, n, alpha, &score))
        return score;

    // 3. No move: a pass or the end.
    uint64_t empty = empty_of(b, t->shape.mask);
    if (!moves) {
        uint64_t replies = moves_of(b.other, b.mover, empty);
        if (!replies)
            return final_score(b, n);
        return -top(e, board_pass(b), replies, n, -alpha - 1, parity);
    }

    // 4. High in the tree the first of the position's images is searched in its place.
    if (n >= SYMMETRY_EMPTIES) {
        int symmetry;
        b = first_image(b, &t->shape, &symmetry);
        if (symmetry) {
            empty = empty_of(b, t->shape.mask);
            moves = moves_of(b.mover, b.other, empty);
            parity = parity_of(t, empty);
        }
    }

    // 5. The shared table.
    uint64_t key = key_of(e, b);
    struct known k;
    if (recall(e, key, &k)) {
        if (k.lower > alpha)
            return k.lower;
        if (k.upper <= alpha)
            return k.upper;
    }

    // 6. While warming up: leave what a shallow search says is far outside the window.
    if (e->selectivity < SELECTIVITIES - 1 && n >= PROBCUT_EMPTIES &&
        probcut(e, b, n, alpha, &score))
        return score;

    // 7. The table's move comes before the others are even listed.
    if (k.cell[0] != NO_CELL && (moves >> k.cell[0] & 1)) {
        struct option first = make_option(b, k.cell[0], empty);
        moves ^= UINT64_C(1) << first.cell;
        best = option_bound(e, &first, n, alpha, parity);
        best_cell = first.cell;
        if (e->stopped)
            return alpha;
    }

    if (best <= alpha && moves) {
        // 8. The moves, and cut-offs from what is known of the positions after them.
        struct option list[36];
        int count = list_options(e, b, moves, parity, NO_CELL, k.cell[1], list);
        if (n >= CHILDREN_EMPTIES && children_cut(e, list, count, n, alpha, &score))
            return score;
        judge(e, b, n, list, count);

        // 9. Every move, alone or together.
        struct split s = {.list = list,
                          .count = count,
                          .empties = n,
                          .alpha = alpha,
                          .parity = parity,
                          .best = best,
                          .best_cell = best_cell};
        search_options(e, &s, option_bound);
        if (e->stopped)
            return alpha;
        best = s.best;
        best_cell = s.best_cell;
    }

    // 10. Remember.
    remember(e, key, n, k, alpha, alpha + 1, best, best_cell);
    return best;
}

// Any number of empties: the value in a null window.
static int bound(struct solver *e, struct board b, int alpha)
{
    uint64_t empty = empty_of(b, e->terrain->shape.mask);
    int n = bit_count(empty);
    if (n <= HAND_EMPTIES)
        return KERNEL(endgame).bound(e, b, alpha);
    return top(e, b, moves_of(b.mover, b.other, empty), n, alpha, parity_of(e->terrain, empty));
}

// Principal variation search as the solver does it, down to where that takes over.
static int value(struct solver *e, struct board b, int alpha, int beta, struct line *line)
{
    const struct terrain *t = e->terrain;
    uint64_t empty = empty_of(b, t->shape.mask), moves = moves_of(b.mover, b.other, empty);
    int n = bit_count(empty), best = -128, best_cell = NO_CELL, low = alpha, score, symmetry = 0;
    if (n <= HAND_EMPTIES)
        return KERNEL(endgame).value(e, b, alpha, beta, line);
    struct line rest;
    line->length = 0;
    if (++e->nodes >= e->next_poll)
        team_poll(e);
    if (e->stopped)
        return alpha;
    if (!moves) {
        if (!moves_of(b.other, b.mover, empty))
            return final_score(b, n);
        score = -value(e, board_pass(b), -beta, -alpha, &rest);
        line_join(line, MOVE_PASS, &rest);
        return score;
    }
    struct board first = n >= SYMMETRY_EMPTIES ? first_image(b, &t->shape, &symmetry) : b;
    uint64_t key = key_of(e, first);
    struct known k;
    if (recall(e, key, &k)) {
        if (k.lower >= beta)
            return k.lower;
        if (k.upper <= alpha)
            return k.upper;
    }
    struct option list[36];
    unsigned parity = parity_of(t, empty);
    int count = list_options(e, b, moves, parity, image_back(k.cell[0], &t->shape, symmetry),
                             image_back(k.cell[1], &t->shape, symmetry), list);
    judge(e, b, n, list, count);
    for (int i = 0; i < count; i++) {
        struct option *o = pick(list, i, count);
        bool open = i == 0;
        rest.length = 0;
        if (!open) {
            score = option_bound(e, o, n, low, parity);
            open = score > low && score < beta;
        }
        if (open)
            score = -value(e, o->after, -beta, -low, &rest);
        if (e->stopped)
            return alpha;
        if (score > best) {
            best = score;
            best_cell = o->cell;
            line_join(line, move_of_cell(o->cell), &rest);
            low = score > low ? score : low;
            if (low >= beta)
                break;
        }
    }
    remember(e, key, n, k, alpha, beta, best, image_of(best_cell, &t->shape, symmetry));
    return best;
}

// Orders root moves as the search would: `cells` comes back with the best looking first.
static void order(struct solver *e, struct board b, int count, uint8_t cells[])
{
    uint64_t empty = empty_of(b, e->terrain->shape.mask), moves = 0;
    int n = bit_count(empty);
    if (n <= HAND_EMPTIES) {
        KERNEL(endgame).order(e, b, count, cells);
        return;
    }
    struct option list[36];
    for (int i = 0; i < count; i++)
        moves |= UINT64_C(1) << cells[i];
    int listed = list_options(e, b, moves, parity_of(e->terrain, empty), NO_CELL, NO_CELL, list);
    if (listed < count) // a wipe-out: the rest hardly matters
        return;
    judge(e, b, n, list, listed);
    for (int i = 0; i < listed; i++)
        cells[i] = (uint8_t)pick(list, i, listed)->cell;
}

const struct endgame_kernel KERNEL(small) = {bound, value, order};
