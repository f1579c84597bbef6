// SPDX-License-Identifier: MIT
// upper.h - twelve empties and more: the shared table, ordering by the evaluation, ProbCut while
// warming up, and splitting among threads; solver.h has the picture.
//
// Written once for all boards. Whoever includes it says first, besides what shallow.h asks for:
//
//      has_features(e)             true when the evaluation knows this board
//      order_depth(n)              how deep a move is searched with n empties to order it
//      probcut_plan(e, n, margin)  the depth of ProbCut's search, and its margin in UNITS
//      ORDER_EMPTIES               fewer are ordered without the evaluation
//      SYMMETRY_EMPTIES            from so many on a position and its images are one
#ifndef ENGINE_OTHELLO_SOLVE_UPPER_H
#define ENGINE_OTHELLO_SOLVE_UPPER_H

#include "engine/othello/board/symmetry.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/solve/hot.h"
#include "engine/othello/solve/lower.h"
#include "engine/othello/solve/shallow.h"

// Where what begins to pay, by empties.
enum { CHILDREN_EMPTIES = 13 };

// The position that stands for b and its images in the shared table, and by which symmetry.
static inline struct board canonical(const struct solver *e, struct board b, int n, int *symmetry)
{
    *symmetry = 0;
    return n >= SYMMETRY_EMPTIES ? first_image(b, &e->geometry->shape, symmetry) : b;
}

static inline uint64_t canonical_key(const struct solver *e, struct board b, int n)
{
    int symmetry;
    return key_of(e, canonical(e, b, n, &symmetry));
}

// Adds what the evaluation says of each position after a move. A search ends once a move is eight
// discs worse than the best so far; nearer ones may still come first by the replies they leave:
// with two discs instead of eight it takes 17 % more nodes.
static void order_by_search(struct solver *e, struct board b, int n, const features *here,
                            struct child *list, int count)
{
    const int slack = 8 * UNITS;
    int high = VALUE_MOST;
    features after[MOVES_MOST];
    if (count < 2)
        return;
    for (int i = 0; i < count; i++) {
        struct child *c = &list[i];
        features_play(&after[i], here, c->cell, c->after.other & b.other);
        features_prefetch(&after[i], n - 1);
    }
    for (int i = 0; i < count; i++) {
        struct child *c = &list[i];
        int value =
            shallow_search(e, c->after, &after[i], n - 1, order_depth(n), -VALUE_MOST, high);
        high = value + slack < high ? value + slack : high;
        c->worth -= value * WORTH_DISC / UNITS;
    }
}

// The same where nothing is known of the position's own value.
static void order_children(struct solver *e, struct board b, int n, struct child *list, int count)
{
    features here;
    if (n < ORDER_EMPTIES || !has_features(e))
        return;
    features_fresh(&here, b);
    order_by_search(e, b, n, &here, list, count);
}

// Whether the evaluation thinks a value above alpha possible. Where it does not, all moves will
// have to be searched and their order is of no use. Fills *here, the position's features.
static inline bool alpha_in_reach(const struct solver *e, struct board b, int n, int alpha,
                                  features *here)
{
    const int margin = 8;
    if (n < ORDER_EMPTIES || !has_features(e))
        return false;
    features_fresh(here, b);
    return features_value(here, b, n) >= (alpha - margin) * UNITS;
}

// True when a child's entry already proves a value above alpha.
static inline bool children_cut(struct solver *e, const struct child *list, int count, int n,
                                int alpha, int *score)
{
    for (int i = 0; i < count; i++) {
        struct entry k;
        if (list[i].worth < INT32_MAX &&
            entry_probe(e, canonical_key(e, list[i].after, n - 1), &k) && -k.upper > alpha) {
            *score = -k.upper;
            return true;
        }
    }
    return false;
}

static int solve_full(struct solver *e, struct board b, uint64_t moves, int n, int alpha,
                      unsigned parity);

// The value of a move in a null window, by whatever layer its position belongs to.
static inline int child_bound(struct solver *e, const struct child *c, int n, int alpha,
                              unsigned parity)
{
    unsigned next = parity ^ e->geometry->quadrant_bit[c->cell];
    if (UNLIKELY(!c->after.mover))
        return e->geometry->cells;
    if (n - 1 <= SHALLOW_EMPTIES) {
        if (n - 1 > LAST_EMPTIES)
            return -solve_5(e, c->after, c->replies, -alpha - 1, next);
        if (n - 1 == LAST_EMPTIES)
            return -last_4(e, lanes_of(c->after.mover), lanes_of(c->after.other),
                           empty_of(c->after, e->geometry->shape.mask), -alpha - 1);
        return 0;
    }
    if (n - 1 <= MID_EMPTIES)
        return -solve_mid(e, c->after, c->replies, n - 1, -alpha - 1, next);
    return -solve_full(e, c->after, c->replies, n - 1, -alpha - 1, next);
}

// True, with a bound, when a shallow search by the evaluation says the value is far outside the
// window (Multi-ProbCut, see probcut.h).
static bool probcut(struct solver *e, struct board b, int n, int alpha, int *score)
{
    features here;
    int margin, depth = probcut_plan(e, n, &margin);
    int high = (alpha + 1) * UNITS + margin, low = alpha * UNITS - margin;
    features_fresh(&here, b);
    // A search that begins on the wrong side of the window, or barely on the right one, seldom ends
    // beyond it: asking for half the margin first saves a tenth of the time.
    int ahead = features_value(&here, b, n) - (alpha + 1) * UNITS;
    // A value of the evaluation alone errs about 1.7 times as far as that of a search. Far enough
    // out it needs none: most evaluations of this pass were made to confirm it. On 39 positions of
    // 20 to 25 empties the nodes are 1.02 times as many with two margins and a quarter, 1.05 with two.
    int far = 9 * margin / 4;
    if (ahead >= far || ahead < -far) {
        *score = ahead >= far ? alpha + 1 : alpha;
        return true;
    }
    if (high < VALUE_MOST && ahead >= margin / 2 &&
        shallow_search(e, b, &here, n, depth, high - 1, high) >= high) {
        *score = alpha + 1;
        return !e->stopped;
    }
    if (low > -VALUE_MOST && ahead < -margin / 2 &&
        shallow_search(e, b, &here, n, depth, low, low + 1) <= low) {
        *score = alpha;
        return !e->stopped;
    }
    return false;
}

// Twelve empties and more, in a null window.
static int solve_full(struct solver *e, struct board b, uint64_t moves, int n, int alpha,
                      unsigned parity)
{
    const struct geometry *g = e->geometry;
    int score, best = -128, best_cell = NO_CELL, symmetry;

    // 1. Count, and leave when asked to.
    if (++e->nodes >= e->next_poll)
        team_poll(e);
    if (e->stopped)
        return alpha;

    // 2. Stability.
    if (stability_cut(e, b, n, alpha, &score))
        return score;

    // 3. No move: a pass or the end.
    if (!moves) {
        uint64_t replies = moves_of(b.other, b.mover, empty_of(b, g->shape.mask));
        if (!replies)
            return final_score(b, n);
        return -solve_full(e, board_pass(b), replies, n, -alpha - 1, parity);
    }

    // 4. High in a small board's tree the canonical image is searched in the position's place.
    b = canonical(e, b, n, &symmetry);
    if (symmetry) {
        uint64_t empty = empty_of(b, g->shape.mask);
        moves = moves_of(b.mover, b.other, empty);
        parity = parity_of(g, empty);
    }

    // 5. The shared table.
    uint64_t key = key_of(e, b);
    struct entry k;
    if (entry_probe(e, key, &k)) {
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
    if (k.cell[0] < NO_CELL && (moves >> k.cell[0] & 1)) {
        struct child first = make_child(b, k.cell[0], empty_of(b, g->shape.mask));
        prefetch_child(e, first.after, n - 1);
        moves ^= UINT64_C(1) << first.cell;
        best = child_bound(e, &first, n, alpha, parity);
        best_cell = first.cell;
        if (e->stopped)
            return alpha;
    }

    if (best <= alpha && moves) {
        // 8. The moves, and cut-offs from what is known of the positions after them. The evaluation
        //    is asked in between, while those entries travel here: waiting took 7 % of FFO #56.
        //    Ordering by it only where alpha is in reach saves 6 % of the time on #42, #46, #48
        //    and #51.
        struct child list[64];
        features here;
        int count = list_children(e, b, moves, parity, NO_CELL, k.cell[1], list);
        if (n - 1 == MID_EMPTIES && local_children_cut(e, list, count, alpha, &score))
            return score;
        bool in_reach = alpha_in_reach(e, b, n, alpha, &here);
        if (in_reach && n >= CHILDREN_EMPTIES && children_cut(e, list, count, n, alpha, &score))
            return score;
        if (in_reach)
            order_by_search(e, b, n, &here, list, count);

        // 9. Every move, alone or together.
        struct split s = {.list = list,
                          .count = count,
                          .empties = n,
                          .alpha = alpha,
                          .parity = parity,
                          .best = best,
                          .best_cell = best_cell};
        search_children(e, &s, child_bound);
        if (e->stopped)
            return alpha;
        best = s.best;
        best_cell = s.best_cell;
    }

    // 10. Store.
    entry_store(e, key, n, k, alpha, alpha + 1, best, best_cell);
    return best;
}

// Any number of empties: the value in a null window.
static int null_window(struct solver *e, struct board b, int alpha)
{
    uint64_t empty = empty_of(b, e->geometry->shape.mask);
    uint64_t moves = moves_of(b.mover, b.other, empty);
    int n = bit_count(empty);
    unsigned parity = parity_of(e->geometry, empty);
    if (n > MID_EMPTIES)
        return solve_full(e, b, moves, n, alpha, parity);
    if (n > SHALLOW_EMPTIES)
        return solve_mid(e, b, moves, n, alpha, parity);
    if (n > LAST_EMPTIES)
        return solve_5(e, b, moves, alpha, parity);
    if (n == LAST_EMPTIES)
        return last_4(e, lanes_of(b.mover), lanes_of(b.other), empty, alpha);
    if (n == 0)
        return final_score(b, 0);
    // One to three cells, rarely asked for from outside: play them out.
    if (!moves)
        return moves_of(b.other, b.mover, empty) ? -null_window(e, board_pass(b), -alpha - 1)
                                                 : final_score(b, n);
    int best = -128;
    e->nodes++;
    while (moves && best <= alpha) {
        int cell = bit_take(&moves);
        struct board after = board_after(b, cell, flip_of(cell, b.mover, b.other));
        int score = -null_window(e, after, -alpha - 1);
        best = score > best ? score : best;
    }
    return best;
}

// Principal variation search: the first move in the whole window, the others in a null window
// unless one proves better.
static int principal_variation(struct solver *e, struct board b, int alpha, int beta,
                               struct line *line)
{
    const struct geometry *g = e->geometry;
    uint64_t empty = empty_of(b, g->shape.mask), moves = moves_of(b.mover, b.other, empty);
    int n = bit_count(empty), best = -128, best_cell = NO_CELL, low = alpha, score, symmetry;
    struct line rest;
    line->length = 0;
    if (++e->nodes >= e->next_poll)
        team_poll(e);
    if (e->stopped)
        return alpha;
    if (!moves) {
        if (!moves_of(b.other, b.mover, empty))
            return final_score(b, n);
        score = -principal_variation(e, board_pass(b), -beta, -alpha, &rest);
        line_join(line, MOVE_PASS, &rest);
        return score;
    }
    uint64_t key = key_of(e, canonical(e, b, n, &symmetry));
    struct entry k = {-64, 64, {NO_CELL, NO_CELL}, e->selectivity};
    if (n > MID_EMPTIES && entry_probe(e, key, &k)) {
        if (k.lower >= beta)
            return k.lower;
        if (k.upper <= alpha)
            return k.upper;
    }
    struct child list[64];
    unsigned parity = parity_of(g, empty);
    int count = list_children(e, b, moves, parity, image_back(k.cell[0], &g->shape, symmetry),
                              image_back(k.cell[1], &g->shape, symmetry), list);
    order_children(e, b, n, list, count);
    for (int i = 0; i < count; i++) {
        struct child *c = pick(list, i, count);
        bool open = i == 0 || n <= LAST_EMPTIES;
        rest.length = 0;
        if (!open) {
            score = child_bound(e, c, n, low, parity);
            open = score > low && score < beta;
        }
        if (open)
            score = -principal_variation(e, c->after, -beta, -low, &rest);
        if (e->stopped)
            return alpha;
        if (score > best) {
            best = score;
            best_cell = c->cell;
            line_join(line, move_of_cell(c->cell), &rest);
            low = score > low ? score : low;
            if (low >= beta)
                break;
        }
    }
    if (n > MID_EMPTIES)
        entry_store(e, key, n, k, alpha, beta, best, image_of(best_cell, &g->shape, symmetry));
    return best;
}

// Orders root moves as the search would: `cells` comes back with the best looking first.
static void order_root(struct solver *e, struct board b, int count, uint8_t cells[])
{
    const struct geometry *g = e->geometry;
    struct child list[64];
    uint64_t moves = 0, empty = empty_of(b, g->shape.mask);
    int n = bit_count(empty), symmetry;
    struct entry k;
    for (int i = 0; i < count; i++)
        moves |= UINT64_C(1) << cells[i];
    entry_probe(e, key_of(e, canonical(e, b, n, &symmetry)), &k);
    int listed =
        list_children(e, b, moves, parity_of(g, empty), image_back(k.cell[0], &g->shape, symmetry),
                      image_back(k.cell[1], &g->shape, symmetry), list);
    if (listed < count) // a wipe-out: the rest hardly matters
        return;
    order_children(e, b, n, list, listed);
    for (int i = 0; i < listed; i++)
        cells[i] = (uint8_t)pick(list, i, listed)->cell;
}

#endif
