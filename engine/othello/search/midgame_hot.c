// SPDX-License-Identifier: MIT
// Principal variation search with the pattern evaluation, Multi-ProbCut and the shared table.
//
// Scores are hundredths of a disc; evaluations are rounded to GRAIN of them, so that equal looking
// moves are equal and null windows cut. A search whose depth reaches the last empty cell solves:
// its scores are whole discs.
#include "engine/othello/search/midgame_hot.h"

#include "engine/kernel.h"
#include "engine/othello/solve/hot.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/board/stability.h"
#include "engine/rng.h"

enum {
    MOST = 6400,       // the best there is: 64 discs to none
    UNKNOWN = 9000,    // further out than any score
    GRAIN = 25,        // an evaluation is a multiple of this
    LEAF_EMPTIES = 12, // so many are left to the endgame solver
    ETC_DEPTH = 4,
    PROBCUT_DEPTH = 3,
    STATIC_SURER = 90, // hundredths of sigma that a cut by the evaluation alone is surer
    POLL = 1024,       // nodes between two reads of the clock
};

#define CORNERS UINT64_C(0x8100000000000081)
#define NEAR_CORNERS UINT64_C(0x42c300000000c342)

// One thread's search.
struct midgame {
    struct worker *worker;
    struct othello root;
    struct eval root_eval;
    struct geometry geometry;
    struct solver solver; // for the last few empties
    uint64_t nodes, poll_at;
    int selectivity; // index
    int t;           // how sure a cut must be, in hundredths of sigma
    int cuts;        // how many shallow searches deep we are
};

// A move, the board after it, its features and what they say.
struct candidate {
    struct board after;
    int cell, worth;
    int value; // rounded, from the next mover's side
    struct eval eval;
};

struct candidates {
    int count;
    struct candidate at[BOARD_MOVES_MOST];
};

// What the table holds: both bounds + 8192 in 14 bits each, selectivity in 3, two cells in 7 each.
struct known {
    int lower, upper;
    int depth, selectivity;
    int cell[2];
};

static uint64_t pack(const struct known *k)
{
    return (uint64_t)(k->lower + 8192) | (uint64_t)(k->upper + 8192) << 14 |
           (uint64_t)k->selectivity << 28 | (uint64_t)k->cell[0] << 31 | (uint64_t)k->cell[1] << 38;
}

static struct known unpack(uint64_t data)
{
    uint64_t p = tt_payload(data);
    return (struct known){.lower = (int)(p & 16383) - 8192,
                          .upper = (int)(p >> 14 & 16383) - 8192,
                          .depth = tt_depth(data),
                          .selectivity = (int)(p >> 28 & 7),
                          .cell = {(int)(p >> 31 & 127), (int)(p >> 38 & 127)}};
}

// Two words into one, by multiplication: cheaper than the board's own key where nothing is undone.
static inline uint64_t key_of(struct board b)
{
    uint64_t h = b.mover * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
    h = (h + b.other) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 29;
    h *= 0x94d049bb133111ebu;
    return h ^ h >> 32;
}

static inline uint64_t empty_in(struct board b)
{
    return ~(b.mover | b.other);
}

// Counts nodes; true when the search must unwind.
static inline bool count(struct midgame *m, int nodes)
{
    m->nodes += (uint64_t)nodes;
    if (LIKELY(m->nodes < m->poll_at))
        return m->worker->stopped;
    atomic_store_explicit(&m->worker->nodes, m->nodes, memory_order_relaxed);
    uint64_t limit = m->worker->node_limit;
    m->poll_at = m->nodes + POLL < limit ? m->nodes + POLL : limit;
    m->worker->tt.stores += m->solver.tt.stores;
    m->solver.tt.stores = 0;
    bool stopped = worker_poll(m->worker);
    m->solver.tt.mask = m->worker->tt.mask;
    return stopped;
}

// Units of the evaluation in hundredths, rounded.
static inline int rounded(int units)
{
    int v = units * 100, step = EVAL_UNITS * GRAIN;
    return (v >= 0 ? (v + step / 2) / step : -((-v + step / 2) / step)) * GRAIN;
}

static inline int value_of(const struct eval *e, struct board b, int empties)
{
    return rounded(eval_value(e, b, 60 - empties));
}

// The largest whole disc a score does not exceed.
static inline int discs_below(int score)
{
    return (score + 100 * 128) / 100 - 128;
}

// Solves the last few empties: is the result above alpha?
static int solve_leaf(struct midgame *m, struct board b, int alpha)
{
    struct solver *e = &m->solver;
    e->nodes = 0;
    int score = KERNEL(usual).bound(e, b, discs_below(alpha));
    count(m, (int)e->nodes);
    return 100 * score;
}

static int search_null(struct midgame *m, struct board b, const struct eval *e, int value,
                       int depth, int alpha);

// No move: the game is over, or the other side goes on.
static int search_pass(struct midgame *m, struct board b, const struct eval *e, int depth,
                       int empties, int alpha)
{
    if (!moves_of(b.other, b.mover, empty_in(b)))
        return 100 * final_score(b, empties);
    struct eval passed;
    eval_pass(&passed, e);
    return -search_null(m, board_pass(b), &passed, UNKNOWN, depth, -alpha - 1);
}

// Takes the next of the moves of the last ply, corners first and what gives them away last. Next to
// taking them as they come that saves 11 % of the nodes.
static inline int take_leaf(uint64_t *moves)
{
    uint64_t from = *moves & CORNERS;
    if (!from)
        from = *moves & ~NEAR_CORNERS;
    if (!from)
        from = *moves;
    int cell = bit_first(from);
    *moves &= ~(UINT64_C(1) << cell);
    return cell;
}

// The last ply: the evaluation after each of the moves, until one is good enough. The rows of the
// next are on their way while one is evaluated, which makes a search 0.9 of its time.
static int search_one(struct midgame *m, struct board b, const struct eval *e, uint64_t moves,
                      int empties, int alpha)
{
    if (!moves)
        return search_pass(m, b, e, 1, empties, alpha);
    int best = -UNKNOWN, seen = 0, ply = 61 - empties;
    struct eval next[2];
    struct board after[2];
    int cell = take_leaf(&moves);
    uint64_t flips = flip_of(cell, b.mover, b.other);
    if (flips == b.other)
        return MOST;
    eval_play(&next[0], e, cell, flips);
    eval_prefetch(&next[0], ply);
    after[0] = board_after(b, cell, flips);
    for (;;) {
        bool more = moves != 0;
        if (more) {
            cell = take_leaf(&moves);
            flips = flip_of(cell, b.mover, b.other);
            if (flips == b.other)
                return MOST;
            eval_play(&next[~seen & 1], e, cell, flips);
            eval_prefetch(&next[~seen & 1], ply);
            after[~seen & 1] = board_after(b, cell, flips);
        }
        int score = -rounded(eval_value(&next[seen & 1], after[seen & 1], ply));
        seen++;
        best = score > best ? score : best;
        if (best > alpha || !more)
            break;
    }
    count(m, seen);
    return best;
}

// A move of the last ply but one.
struct quick {
    struct board after;
    uint64_t flips, replies;
    int cell, worth;
};

// The last ply but one: is one of the moves good enough? Ordered by the replies they leave, without
// asking the evaluation, which a wrong first move costs once or twice and the order of all moves as
// often as there are moves: 7 % more nodes, 0.67 of the evaluations.
static int search_two(struct midgame *m, struct board b, const struct eval *e, uint64_t moves,
                      int empties, int alpha, int *best_cell)
{
    struct quick list[BOARD_MOVES_MOST];
    int n = 0, best = -UNKNOWN;
    while (moves) {
        struct quick *q = &list[n++];
        q->cell = bit_take(&moves);
        q->flips = flip_of(q->cell, b.mover, b.other);
        if (q->flips == b.other) {
            *best_cell = q->cell;
            return MOST;
        }
        q->after = board_after(b, q->cell, q->flips);
        q->replies = moves_of(q->after.mover, q->after.other, empty_in(q->after));
        q->worth = -bit_count(q->replies) - 2 * bit_count(q->replies & CORNERS);
        q->worth += CORNERS >> q->cell & 1 ? 2 : -(int)(NEAR_CORNERS >> q->cell & 1);
    }
    for (; n > 0 && best <= alpha && !m->worker->stopped; n--) {
        int top = 0;
        for (int i = 1; i < n; i++)
            top = list[i].worth > list[top].worth ? i : top;
        const struct quick *q = &list[top];
        struct eval next;
        eval_play(&next, e, q->cell, q->flips);
        int score = -search_one(m, q->after, &next, q->replies, empties - 1, -alpha - 1);
        if (score > best) {
            best = score;
            *best_cell = q->cell;
        }
        list[top] = list[n - 1];
    }
    return best;
}

// True, with the score, when a shallow search says that the deep one would leave the window. It is
// only asked about the side of the window the evaluation is on: the other side was asked in vain
// too often (13 % of the nodes), and its cuts were the worse ones. A still shallower search before
// it saved another third of the nodes and lost games at equal nodes (40 won, 52 lost, 14 drawn).
static bool probcut(struct midgame *m, struct board b, const struct eval *e, int value, int depth,
                    int empties, int alpha, int *score)
{
    const struct probcut_tables *p = &probcut_tables;
    bool end = depth >= empties, above = value > alpha;
    int shallow = end ? probcut_end_depth(empties) : probcut_depth(depth);
    int error = m->t * (end ? p->sigma_end[empties] : p->sigma[empties][depth]) / 100;
    int bound = above ? alpha + 1 + error : alpha - error;
    if (bound >= MOST || bound <= -MOST)
        return false;
    m->cuts++;
    bool cut = above ? search_null(m, b, e, value, shallow, bound - 1) >= bound
                     : search_null(m, b, e, value, shallow, bound) <= bound;
    m->cuts--;
    *score = above ? alpha + 1 : alpha;
    return cut && !m->worker->stopped;
}

// Lists the moves with their worth for ordering: the evaluation after each, and the replies left,
// which count more when solving. True when one wipes the other side out; it is then the last.
static bool list_moves(const struct midgame *m, struct board b, const struct eval *e,
                       uint64_t moves, int depth, int empties, const int table_cell[2],
                       struct candidates *list)
{
    list->count = 0;
    while (moves) {
        struct candidate *c = &list->at[list->count++];
        c->cell = bit_take(&moves);
        uint64_t flips = flip_of(c->cell, b.mover, b.other);
        if (flips == b.other)
            return true;
        c->after = board_after(b, c->cell, flips);
        if (depth > 2)
            tt_prefetch(&m->worker->tt, key_of(c->after));
        eval_play(&c->eval, e, c->cell, flips);
        eval_prefetch(&c->eval, 61 - empties);
        uint64_t replies = moves_of(c->after.mover, c->after.other, empty_in(c->after));
        c->worth = -(depth >= empties ? 256 : 64) * bit_count(replies);
        if (c->cell == table_cell[0])
            c->worth += 1 << 20;
        else if (c->cell == table_cell[1])
            c->worth += 1 << 19;
    }
    for (int i = 0; i < list->count; i++) {
        int units = eval_value(&list->at[i].eval, list->at[i].after, 61 - empties);
        list->at[i].worth -= units;
        list->at[i].value = rounded(units);
    }
    return false;
}

// Brings the best looking of the moves from i on to place i.
static inline struct candidate *pick(struct candidates *list, int i)
{
    int top = i;
    for (int k = i + 1; k < list->count; k++)
        if (list->at[k].worth > list->at[top].worth)
            top = k;
    if (top != i) {
        struct candidate c = list->at[top];
        list->at[top] = list->at[i];
        list->at[i] = c;
    }
    return &list->at[i];
}

// What the table knows, as far as this search may rely on it. Bounds of a shallower or less sure
// search are dropped, its moves are kept.
static struct known table_probe(const struct midgame *m, uint64_t key, int depth)
{
    uint64_t data;
    struct known k = {.cell = {NO_CELL, NO_CELL}};
    if (tt_probe(&m->worker->tt, key, &data))
        k = unpack(data);
    if (k.depth < depth || k.selectivity < m->selectivity) {
        k.lower = -MOST;
        k.upper = MOST;
        k.depth = -1;
    }
    return k;
}

// Stores the outcome of a search, together with the bound it did not touch if it is as good.
static void table_store(const struct midgame *m, uint64_t key, struct known k, int depth, int alpha,
                        int beta, int score, int cell)
{
    if (k.depth != depth || k.selectivity != m->selectivity) {
        k.lower = -MOST;
        k.upper = MOST;
    }
    if (score > alpha || score >= beta)
        k.lower = score > k.lower ? score : k.lower;
    if (score < beta)
        k.upper = score < k.upper ? score : k.upper;
    if (score > alpha && cell != k.cell[0]) {
        k.cell[1] = k.cell[0];
        k.cell[0] = cell;
    } else if (k.cell[0] == NO_CELL)
        k.cell[0] = cell;
    k.selectivity = m->selectivity;
    tt_store(&m->worker->tt, key, depth, pack(&k));
}

// The score from which on it pays to count stable discs: early on only a landslide is in reach.
static inline int stability_worth(int empties)
{
    return empties > 30 ? 5000 : empties > 20 ? 3600 : 2000;
}

// Is one of the moves good enough? What the table knows of the positions after them may say so at
// once.
static int search_list(struct midgame *m, struct board b, const struct eval *e, uint64_t moves,
                       int depth, int empties, int alpha, const int table_cell[2], int *best_cell)
{
    struct candidates list;
    if (list_moves(m, b, e, moves, depth, empties, table_cell, &list)) {
        *best_cell = list.at[list.count - 1].cell;
        return MOST;
    }
    if (depth >= ETC_DEPTH)
        for (int i = 0; i < list.count; i++) {
            struct known next = table_probe(m, key_of(list.at[i].after), depth - 1);
            if (-next.upper > alpha) {
                *best_cell = list.at[i].cell;
                return -next.upper;
            }
        }
    int best = -UNKNOWN;
    for (int i = 0; i < list.count && best <= alpha && !m->worker->stopped; i++) {
        struct candidate *c = pick(&list, i);
        int score = -search_null(m, c->after, &c->eval, c->value, depth - 1, -alpha - 1);
        if (score > best) {
            best = score;
            *best_cell = c->cell;
        }
    }
    return best;
}

// True, with a bound, when the evaluation alone is so far from alpha that two plies will hardly
// change it. It was asked when the position was one of a list, so that this costs nothing and saves
// a quarter of the evaluations at depth 17; best moves on hard-25 stay as many.
static inline bool static_cut(const struct midgame *m, int value, int empties, int alpha,
                              int *score)
{
    int error = (m->t + STATIC_SURER) * probcut_tables.sigma[empties][2] / 100;
    *score = value > alpha ? value - error : value + error;
    return (value > alpha) == (*score > alpha);
}

// Is the score above alpha? Answers with a bound: at most alpha, or more. `value` is what the
// evaluation says here, UNKNOWN where nobody has asked it yet.
static int search_null(struct midgame *m, struct board b, const struct eval *e, int value,
                       int depth, int alpha)
{
    int empties = bit_count(empty_in(b));

    // 1. The end and the last ply have their own shorter loops.
    if (depth >= empties) {
        depth = empties;
        if (empties <= LEAF_EMPTIES)
            return solve_leaf(m, b, alpha);
    }
    if (depth <= 0)
        return value == UNKNOWN ? value_of(e, b, empties) : value;
    uint64_t moves = moves_of(b.mover, b.other, empty_in(b));
    if (depth == 1)
        return search_one(m, b, e, moves, empties, alpha);
    if (count(m, 1))
        return alpha;

    // 2. Stability: discs that can never be lost bound the score.
    if (alpha >= stability_worth(empties)) {
        int most = 6400 - 200 * stable_count(b.other, b.mover, &m->geometry.shape);
        if (most <= alpha)
            return most;
    }
    if (!moves)
        return search_pass(m, b, e, depth, empties, alpha);

    // 3. The table.
    uint64_t key = key_of(b);
    struct known k = table_probe(m, key, depth);
    if (k.lower > alpha)
        return k.lower;
    if (k.upper <= alpha)
        return k.upper;

    // 4. Multi-ProbCut.
    int score;
    if (value == UNKNOWN)
        value = value_of(e, b, empties);
    if (depth < PROBCUT_DEPTH && static_cut(m, value, empties, alpha, &score))
        return score;
    if (m->selectivity < SELECTIVITIES - 1 && depth >= PROBCUT_DEPTH && m->cuts < 2 &&
        probcut(m, b, e, value, depth, empties, alpha, &score))
        return score;

    // 5. Near the leaves the move from the table comes before the others are even looked at.
    int best = -UNKNOWN, best_cell = NO_CELL, cell = NO_CELL;
    if (depth < ETC_DEPTH && k.cell[0] < NO_CELL && (moves >> k.cell[0] & 1)) {
        uint64_t flips = flip_of(k.cell[0], b.mover, b.other);
        if (flips == b.other)
            return MOST;
        struct eval next;
        eval_play(&next, e, k.cell[0], flips);
        best_cell = k.cell[0];
        best = -search_null(m, board_after(b, best_cell, flips), &next, UNKNOWN, depth - 1,
                            -alpha - 1);
        if (m->worker->stopped)
            return alpha;
        moves = best > alpha ? 0 : moves & ~(UINT64_C(1) << best_cell);
    }

    // 6. The moves, one after the other, until one is good enough.
    if (depth == 2)
        score = search_two(m, b, e, moves, empties, alpha, &cell);
    else
        score = search_list(m, b, e, moves, depth, empties, alpha, k.cell, &cell);
    if (m->worker->stopped)
        return alpha;
    if (score > best) {
        best = score;
        best_cell = cell;
    }

    // 7. Store.
    table_store(m, key, k, depth, alpha, alpha + 1, best, best_cell);
    return best;
}

// The score in an open window, with the line that leads to it.
static int search_open(struct midgame *m, struct board b, const struct eval *e, int depth,
                       int alpha, int beta, struct line *pv)
{
    pv->length = 0;
    int empties = bit_count(empty_in(b));
    if (depth <= 0 && empties > 0)
        return value_of(e, b, empties);
    if (depth > empties)
        depth = empties;
    if (count(m, 1))
        return alpha;

    // 1. No move.
    uint64_t moves = moves_of(b.mover, b.other, empty_in(b));
    struct line rest;
    if (!moves) {
        if (!moves_of(b.other, b.mover, empty_in(b)))
            return 100 * final_score(b, empties);
        struct eval passed;
        eval_pass(&passed, e);
        int score = -search_open(m, board_pass(b), &passed, depth, -beta, -alpha, &rest);
        line_join(pv, MOVE_PASS, &rest);
        return score;
    }

    // 2. The table: only for its moves, so that the line is whole. Without one, a shallower search
    //    finds a move to begin with.
    uint64_t key = key_of(b);
    struct known k = table_probe(m, key, depth);
    if (k.cell[0] == NO_CELL && depth > 4) {
        search_open(m, b, e, depth - 2 - (depth > 10) * 2, alpha, beta, &rest);
        k = table_probe(m, key, depth);
    }

    // 3. The first move in the whole window, the others in a null window first.
    struct candidates list;
    if (list_moves(m, b, e, moves, depth, empties, k.cell, &list)) {
        rest.length = 0;
        line_join(pv, move_of_cell(list.at[list.count - 1].cell), &rest);
        return MOST;
    }
    int best = -UNKNOWN, best_cell = NO_CELL, low = alpha;
    for (int i = 0; i < list.count; i++) {
        struct candidate *c = pick(&list, i);
        int score = 0;
        if (i > 0)
            score = -search_null(m, c->after, &c->eval, c->value, depth - 1, -low - 1);
        if (i == 0 || (score > low && score < beta))
            score = -search_open(m, c->after, &c->eval, depth - 1, -beta, -low, &rest);
        if (m->worker->stopped)
            return alpha;
        if (score > best) {
            best = score;
            best_cell = c->cell;
            if (score > low) {
                low = score;
                line_join(pv, move_of_cell(c->cell), &rest);
                if (low >= beta)
                    break;
            }
        }
    }
    table_store(m, key, k, depth, alpha, beta, best, best_cell);
    return best;
}

static void begin(void *self, const struct position *p, struct worker *w)
{
    struct midgame *m = self;
    m->worker = w;
    m->root = othello_get(p);
    geometry_init(&m->geometry, 8, 8);
    solver_init(&m->solver, &m->geometry, 8, 8, w->tt,
                (struct local_entry *)((uint8_t *)self + sizeof *m));
    m->solver.next_poll = UINT64_MAX;
    m->poll_at = POLL < w->node_limit ? POLL : w->node_limit;
    eval_fresh(&m->root_eval, m->root.board.mover, m->root.board.other);
}

// Deepens ply by ply at the lowest selectivity; near the end it goes to the last empty cell at once
// and then repeats that at higher ones. With few empties there is nothing to gain by guessing.
static void plan(void *self, int iteration, int *depth, int *selectivity)
{
    struct midgame *m = self;
    int empties = bit_count(empty_in(m->root.board));
    int limit = m->worker->search->limits.depth;
    int steps = empties > 14 ? empties - 10 : empties > 9 ? empties / 2 - 2 : 0;
    if (limit > 0 && limit < empties)
        steps = limit;
    int past = iteration - steps, most = SELECTIVITIES - 1, index = 0;
    if (past > 0) {
        // Three passes (73, 95, 100 %) are enough for a short ending; hard-20 #1-14: six passes
        // 55.0 M nodes, three 49.1 M, two 49.8 M.
        index = empties <= 14 ? most : empties <= 22 ? 2 * (past - 1) : past - 1;
        index = index < most && (empties > 22 || past < 3) ? index : most;
    }
    *depth = past <= 0 ? iteration : empties;
    *selectivity = selectivity_percent[index];
    m->selectivity = index;
    m->t = selectivity_t[index];
}

static int search(void *self, move root_move, int depth, int alpha, int beta, struct line *pv)
{
    struct midgame *m = self;
    struct board b = m->root.board, after;
    struct eval e;
    struct line rest;
    int score;
    depth -= root_move != MOVE_PASS; // a pass fills no cell: the end is as far as before
    if (root_move == MOVE_PASS) {
        after = board_pass(b);
        eval_pass(&e, &m->root_eval);
    } else {
        int cell = cell_of_move(root_move);
        uint64_t flips = flip_of(cell, b.mover, b.other);
        after = board_after(b, cell, flips);
        eval_play(&e, &m->root_eval, cell, flips);
    }
    if (beta - alpha == 1) {
        rest.length = 0;
        score = -search_null(m, after, &e, UNKNOWN, depth, -beta);
    } else
        score = -search_open(m, after, &e, depth, -beta, -alpha, &rest);
    line_join(pv, root_move, &rest);
    atomic_store_explicit(&m->worker->nodes, m->nodes, memory_order_relaxed);
    return score;
}

const struct deepener KERNEL(midgame) = {.owner = "othello",
                                         .self_size = sizeof(struct midgame),
                                         .begin = begin,
                                         .search = search,
                                         .plan = plan,
                                         .exact_at_max = true};
