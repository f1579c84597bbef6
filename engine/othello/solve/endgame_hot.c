// SPDX-License-Identifier: MIT
// The endgame solver from five empties up; endgame_state.h has the picture.
#include "engine/othello/solve/endgame_hot.h"

#include "engine/kernel.h"
#include "engine/othello/solve/endgame_last.h"
#include "engine/othello/solve/endgame_team.h"
#include "engine/othello/solve/endgame_glance.h"
#include "engine/othello/solve/endgame_known.h"
#include "engine/othello/solve/endgame_options.h"

// Where what begins to pay, by empties.
enum { JUDGE_EMPTIES = 13, PROBCUT_EMPTIES = 13, CHILDREN_EMPTIES = 13 };

// Five empties: odd regions first, no memory. `moves` are the mover's.
static int shallow(struct solver *e, struct board b, uint64_t moves, int n, int alpha,
                   unsigned parity)
{
    const struct terrain *t = e->terrain;
    int score, best = -128;
    e->nodes++;
    if (stability_cut(e, b, n, alpha, &score))
        return score;
    uint64_t empty = empty_of(b, t->shape.mask);
    if (!moves) {
        uint64_t replies = moves_of(b.other, b.mover, empty);
        if (!replies)
            return final_score(b, n);
        return -shallow(e, board_pass(b), replies, n, -alpha - 1, parity);
    }
    uint64_t odd = moves & t->odd_cells[parity], group = odd ? odd : moves;
    do {
        moves ^= group;
        do {
            uint64_t corner = group & t->corners;
            int cell = bit_first(corner ? corner : group);
            group &= ~(UINT64_C(1) << cell);
            struct board after = board_after(b, cell, flip_of(cell, b.mover, b.other));
            uint64_t rest = empty & ~(UINT64_C(1) << cell);
            if (n == LAST_EMPTIES + 1)
                score = -last_4(e, after, rest, -alpha - 1);
            else
                score = -shallow(e, after, moves_of(after.mover, after.other, rest), n - 1,
                                 -alpha - 1, parity ^ t->quadrant_bit[cell]);
            if (score > alpha)
                return score;
            best = score > best ? score : best;
        } while (group);
        group = moves;
    } while (group);
    return best;
}

// How deep the evaluation looks into a move to order it, by empties. A ply more at each saves 5 %
// of the nodes and costs 8 % of the time.
static inline int judge_depth(int n)
{
    return n < 18 ? 0 : n < 20 ? 1 : n < 22 ? 2 : 3;
}

// Adds what the evaluation says of each position after a move. A look ends once a move is eight
// discs worse than the best so far; nearer ones may still come first by the replies they leave:
// with two discs instead of eight it takes 17 % more nodes.
static void judge_options(struct solver *e, struct board b, int n, const struct eval *here,
                          struct option *list, int count)
{
    const int slack = 8 * EVAL_UNITS;
    int high = GLANCE_MOST;
    struct eval after[34];
    if (count < 2)
        return;
    for (int i = 0; i < count; i++) {
        struct option *o = &list[i];
        eval_play(&after[i], here, o->cell, o->after.other & b.other);
        eval_prefetch(&after[i], 61 - n);
    }
    for (int i = 0; i < count; i++) {
        struct option *o = &list[i];
        int value = glance(e, o->after, &after[i], n - 1, judge_depth(n), -GLANCE_MOST, high);
        high = value + slack < high ? value + slack : high;
        o->worth -= value * WORTH_DISC / EVAL_UNITS;
    }
}

// The same where nothing is known of the position's own value.
static void judge_all_options(struct solver *e, struct board b, int n, struct option *list,
                              int count)
{
    struct eval here;
    if (n < JUDGE_EMPTIES || !e->terrain->judged)
        return;
    eval_fresh(&here, b.mover, b.other);
    judge_options(e, b, n, &here, list, count);
}

// Whether the evaluation thinks a value above alpha possible. Where it does not, all moves will
// have to be searched and their order is of no use. Fills *here, the position's features.
static inline bool is_hopeful(const struct solver *e, struct board b, int n, int alpha,
                              struct eval *here)
{
    const int margin = 8;
    if (n < JUDGE_EMPTIES || !e->terrain->judged)
        return false;
    eval_fresh(here, b.mover, b.other);
    return eval_value(here, 60 - n) >= (alpha - margin) * EVAL_UNITS;
}

// Six to eleven empties: moves ordered by the replies they leave, a table of the thread's own.
// Above nine the shared table was asked before; waiting for it took an eighth of the time on FFO
// #48.
static int mid(struct solver *e, struct board b, uint64_t moves, int n, int alpha, unsigned parity)
{
    int score, best = -128;
    e->nodes++;

    // 1. Stability.
    if (stability_cut(e, b, n, alpha, &score))
        return score;

    // 2. No move: a pass or the end.
    if (!moves) {
        uint64_t replies = moves_of(b.other, b.mover, empty_of(b, e->terrain->shape.mask));
        if (!replies)
            return final_score(b, n);
        return -mid(e, board_pass(b), replies, n, -alpha - 1, parity);
    }

    // 3. The thread's own table. It holds no move: of the positions found in it 0.4 % go on.
    uint64_t key = key_of(e, b);
    struct local_entry *entry = local_of(e, key);
    int lower = -64, upper = 64;
    if (entry->key == key) {
        lower = entry->lower, upper = entry->upper;
        if (lower > alpha)
            return lower;
        if (upper <= alpha)
            return upper;
    }

    // 4. Every move, the best looking first.
    struct option list[RANK_PLACES];
    int rank[RANK_PLACES], count = rank_options(e->terrain, b, moves, parity, list, rank);
    for (int left = count; left > 0; left--) {
        int at = top_rank(rank, count) & (RANK_PLACES - 1);
        const struct option *o = &list[at];
        unsigned next = parity ^ e->terrain->quadrant_bit[o->cell];
        if (UNLIKELY(!o->after.mover))
            score = e->terrain->cells;
        else if (n - 1 <= SHALLOW_EMPTIES)
            score = -shallow(e, o->after, o->replies, n - 1, -alpha - 1, next);
        else
            score = -mid(e, o->after, o->replies, n - 1, -alpha - 1, next);
        if (score > best) {
            best = score;
            if (score > alpha)
                break;
        }
        rank[at] = INT32_MIN;
    }

    // 5. Remember.
    if (best > alpha)
        lower = best;
    else
        upper = best;
    entry->key = key;
    entry->lower = (int8_t)lower;
    entry->upper = (int8_t)upper;
    return best;
}

// True when a child's entry already proves a value above alpha.
static inline bool children_cut(struct solver *e, const struct option *list, int count, int alpha,
                                int *score)
{
    for (int i = 0; i < count; i++) {
        struct known k;
        if (list[i].worth < INT32_MAX && recall(e, key_of(e, list[i].after), &k) &&
            -k.upper > alpha) {
            *score = -k.upper;
            return true;
        }
    }
    return false;
}

static int full(struct solver *e, struct board b, uint64_t moves, int n, int alpha,
                unsigned parity);

// The value of a move in a null window, by whatever layer its position belongs to.
static inline int option_bound(struct solver *e, const struct option *o, int n, int alpha,
                               unsigned parity)
{
    unsigned next = parity ^ e->terrain->quadrant_bit[o->cell];
    if (UNLIKELY(!o->after.mover))
        return e->terrain->cells;
    if (n - 1 <= SHALLOW_EMPTIES) {
        if (n - 1 > LAST_EMPTIES)
            return -shallow(e, o->after, o->replies, n - 1, -alpha - 1, next);
        if (n - 1 == LAST_EMPTIES)
            return -last_4(e, o->after, empty_of(o->after, e->terrain->shape.mask), -alpha - 1);
        return 0;
    }
    if (n - 1 <= MID_EMPTIES)
        return -mid(e, o->after, o->replies, n - 1, -alpha - 1, next);
    return -full(e, o->after, o->replies, n - 1, -alpha - 1, next);
}

// True, with a bound, when a shallow search by the evaluation says the value is far outside the
// window (Multi-ProbCut, see probcut.h).
static bool probcut(struct solver *e, struct board b, int n, int alpha, int *score)
{
    struct eval here;
    int depth = probcut_end_depth(n);
    int margin = selectivity_t[e->selectivity] * probcut_tables.sigma_end[n] / 100;
    margin = margin * EVAL_UNITS / 100;
    int high = (alpha + 1) * EVAL_UNITS + margin, low = alpha * EVAL_UNITS - margin;
    eval_fresh(&here, b.mover, b.other);
    // A look that begins on the wrong side of the window, or barely on the right one, seldom ends
    // beyond it: asking for half the margin first saves a tenth of the time.
    int ahead = eval_value(&here, 60 - n) - (alpha + 1) * EVAL_UNITS;
    if (high < GLANCE_MOST && ahead >= margin / 2 &&
        glance(e, b, &here, n, depth, high - 1, high) >= high) {
        *score = alpha + 1;
        return !e->stopped;
    }
    if (low > -GLANCE_MOST && ahead < -margin / 2 &&
        glance(e, b, &here, n, depth, low, low + 1) <= low) {
        *score = alpha;
        return !e->stopped;
    }
    return false;
}

// Twelve empties and more.
static int full(struct solver *e, struct board b, uint64_t moves, int n, int alpha, unsigned parity)
{
    int score, best = -128, best_cell = NO_CELL;

    // 1. Count, and leave when told to.
    if (++e->nodes >= e->next_poll)
        team_poll(e);
    if (e->stopped)
        return alpha;

    // 2. Stability.
    if (stability_cut(e, b, n, alpha, &score))
        return score;

    // 3. No move: a pass or the end.
    if (!moves) {
        uint64_t replies = moves_of(b.other, b.mover, empty_of(b, e->terrain->shape.mask));
        if (!replies)
            return final_score(b, n);
        return -full(e, board_pass(b), replies, n, -alpha - 1, parity);
    }

    // 4. The shared table.
    uint64_t key = key_of(e, b);
    struct known k;
    if (recall(e, key, &k)) {
        if (k.lower > alpha)
            return k.lower;
        if (k.upper <= alpha)
            return k.upper;
    }

    // 5. While warming up: leave what a shallow search says is far outside the window.
    if (e->selectivity < SELECTIVITIES - 1 && n >= PROBCUT_EMPTIES &&
        probcut(e, b, n, alpha, &score))
        return score;

    // 6. The table's move comes before the others are even listed.
    if (k.cell[0] != NO_CELL && (moves >> k.cell[0] & 1)) {
        struct option first = make_option(b, k.cell[0], empty_of(b, e->terrain->shape.mask));
        prefetch_known(e, first.after, n - 1);
        moves ^= UINT64_C(1) << first.cell;
        best = option_bound(e, &first, n, alpha, parity);
        best_cell = first.cell;
        if (e->stopped)
            return alpha;
    }

    if (best <= alpha && moves) {
        // 7. The moves, and cut-offs from what is known of the positions after them. The evaluation
        //    is asked in between, while those entries travel here: waiting took 7 % of FFO #56.
        //    Judging only where there is hope saves 6 % of the time on #42, #46, #48 and #51.
        struct option list[64];
        struct eval here;
        int count = list_options(e, b, moves, parity, NO_CELL, k.cell[1], list);
        bool hopeful = is_hopeful(e, b, n, alpha, &here);
        if (hopeful && n >= CHILDREN_EMPTIES && children_cut(e, list, count, alpha, &score))
            return score;
        if (hopeful)
            judge_options(e, b, n, &here, list, count);

        // 8. Every move, alone or together.
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

    // 9. Remember.
    remember(e, key, n, k, alpha, alpha + 1, best, best_cell);
    return best;
}

// Any number of empties: the value in a null window.
static int bound(struct solver *e, struct board b, int alpha)
{
    uint64_t empty = empty_of(b, e->terrain->shape.mask);
    uint64_t moves = moves_of(b.mover, b.other, empty);
    int n = bit_count(empty);
    unsigned parity = parity_of(e->terrain, empty);
    if (n > MID_EMPTIES)
        return full(e, b, moves, n, alpha, parity);
    if (n > SHALLOW_EMPTIES)
        return mid(e, b, moves, n, alpha, parity);
    if (n > LAST_EMPTIES)
        return shallow(e, b, moves, n, alpha, parity);
    if (n == LAST_EMPTIES)
        return last_4(e, b, empty, alpha);
    if (n == 0)
        return final_score(b, 0);
    // One to three cells, rarely asked for from outside: play them out.
    if (!moves)
        return moves_of(b.other, b.mover, empty) ? -bound(e, board_pass(b), -alpha - 1)
                                                 : final_score(b, n);
    int best = -128;
    e->nodes++;
    while (moves && best <= alpha) {
        int cell = bit_take(&moves);
        int score = -bound(e, board_after(b, cell, flip_of(cell, b.mover, b.other)), -alpha - 1);
        best = score > best ? score : best;
    }
    return best;
}

// Principal variation search: the first move in the whole window, the others in a null window
// unless one proves better.
static int value(struct solver *e, struct board b, int alpha, int beta, struct line *line)
{
    const struct terrain *t = e->terrain;
    uint64_t empty = empty_of(b, t->shape.mask), moves = moves_of(b.mover, b.other, empty);
    int n = bit_count(empty), best = -128, best_cell = NO_CELL, low = alpha, score;
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
    uint64_t key = key_of(e, b);
    struct known k = {-64, 64, {NO_CELL, NO_CELL}, e->selectivity};
    if (n > MID_EMPTIES && recall(e, key, &k)) {
        if (k.lower >= beta)
            return k.lower;
        if (k.upper <= alpha)
            return k.upper;
    }
    struct option list[64];
    unsigned parity = parity_of(t, empty);
    int count = list_options(e, b, moves, parity, k.cell[0], k.cell[1], list);
    judge_all_options(e, b, n, list, count);
    for (int i = 0; i < count; i++) {
        struct option *o = pick(list, i, count);
        bool open = i == 0 || n <= LAST_EMPTIES;
        if (!open) {
            score = option_bound(e, o, n, low, parity);
            open = score > low && score < beta;
        }
        if (open)
            score = -value(e, o->after, -beta, -low, &rest);
        else
            rest.length = 0;
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
    if (n > MID_EMPTIES)
        remember(e, key, n, k, alpha, beta, best, best_cell);
    return best;
}

// Orders root moves as the search would: `cells` comes back with the best looking first.
static void order(struct solver *e, struct board b, int count, uint8_t cells[])
{
    struct option list[64];
    uint64_t moves = 0, empty = empty_of(b, e->terrain->shape.mask);
    struct known k;
    for (int i = 0; i < count; i++)
        moves |= UINT64_C(1) << cells[i];
    recall(e, key_of(e, b), &k);
    int n = list_options(e, b, moves, parity_of(e->terrain, empty), k.cell[0], k.cell[1], list);
    if (n < count) // a wipe-out: the rest hardly matters
        return;
    judge_all_options(e, b, bit_count(empty), list, n);
    for (int i = 0; i < n; i++)
        cells[i] = (uint8_t)pick(list, i, n)->cell;
}

const struct endgame_kernel KERNEL(endgame) = {bound, value, order};
