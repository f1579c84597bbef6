// SPDX-License-Identifier: MIT
// search.c - a first Gomoku search: negamax over the cells near stones, windows of five counted
// by bit arithmetic, forced replies to fours.
#include "engine/gomoku/search.h"

#include "engine/bits.h"
#include "engine/deepen.h"

enum { CELLS = GOMOKU_SIZE_MAX << 5 };

struct self {
    struct gomoku board;
    struct worker *worker;
    uint32_t history[2][CELLS];
};

// What the windows of five say about one side: how many hold 1, 2, 3, 4 of its stones and none of
// the other's, and the empty cells of those with 4.
struct windows {
    int count[5];
    uint32_t fill[GOMOKU_SIZE_MAX];
};

static const int direction[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
static const int worth[5] = {0, 2, 14, 60, 120};

// Adds the windows of one direction that begin in row y, all columns at once with three bit planes
// of counters.
static void count_windows(const struct gomoku *b, int side, int y, int dx, int dy,
                          struct windows *out)
{
    uint32_t board = ((uint32_t)1 << b->size) - 1, ok = board, one = 0, two = 0, four = 0;
    uint32_t own[5];
    for (int i = 0; i < 5; i++) {
        uint32_t row = b->stones[side][y + i * dy], free = gomoku_empty(b, y + i * dy) | row;
        own[i] = i * dx >= 0 ? row >> (i * dx) : row << (-i * dx);
        ok &= i * dx >= 0 ? free >> (i * dx) : free << (-i * dx);
        uint32_t carry = one & own[i];
        one ^= own[i];
        four |= two & carry;
        two ^= carry;
    }
    out->count[1] += bit_count(ok & one & ~two & ~four);
    out->count[2] += bit_count(ok & ~one & two & ~four);
    out->count[3] += bit_count(ok & one & two & ~four);
    uint32_t almost = ok & four & ~one;
    out->count[4] += bit_count(almost);
    for (int i = 0; almost && i < 5; i++) {
        uint32_t hole = almost & ~own[i];
        out->fill[y + i * dy] |= i * dx >= 0 ? hole << (i * dx) : hole >> (-i * dx);
    }
}

static void look(const struct gomoku *b, int side, struct windows *out)
{
    memset(out, 0, sizeof *out);
    for (int d = 0; d < 4; d++) {
        int dx = direction[d][0], dy = direction[d][1];
        for (int y = 0; y + 4 * dy < b->size; y++)
            count_windows(b, side, y, dx, dy, out);
    }
}

static int value_of(const struct windows *w)
{
    int v = 0;
    for (int k = 1; k < 5; k++)
        v += w->count[k] * worth[k];
    return v;
}

int gomoku_evaluate(const struct gomoku *b)
{
    struct windows me, you;
    look(b, b->to_move, &me);
    look(b, b->to_move ^ 1, &you);
    return value_of(&me) * 5 / 4 - value_of(&you);
}

// Cells a stone may sensibly go to: two steps from any stone, all of an empty board's middle.
static void near_cells(const struct gomoku *b, struct moves *list)
{
    uint32_t near[GOMOKU_SIZE_MAX] = {0};
    for (int y = 0; y < b->size; y++) {
        uint32_t row = b->stones[0][y] | b->stones[1][y];
        row |= row << 1 | row << 2 | row >> 1 | row >> 2;
        for (int i = y < 2 ? 0 : y - 2; i <= y + 2 && i < b->size; i++)
            near[i] |= row;
    }
    list->count = 0;
    for (int y = 0; y < b->size; y++)
        for (uint64_t row = gomoku_empty(b, y) & near[y]; row;)
            list->at[list->count++] = move_at(bit_take(&row), y);
}

// The first cell of a set of rows, MOVE_NONE when it is empty.
static move first_of(const struct gomoku *b, const uint32_t *rows)
{
    for (int y = 0; y < b->size; y++)
        if (rows[y])
            return move_at(bit_first(rows[y]), y);
    return MOVE_NONE;
}

static int negamax(struct self *s, const struct gomoku *b, int depth, int ply, int alpha, int beta,
                   struct line *pv);

// The value of playing m, seen by the mover.
static int after(struct self *s, const struct gomoku *b, move m, int depth, int ply, int alpha,
                 int beta, struct line *pv)
{
    struct gomoku next = *b;
    struct line rest = {0};
    gomoku_put(&next, m);
    int v = -negamax(s, &next, depth, ply + 1, -beta, -alpha, &rest);
    line_join(pv, m, &rest);
    return v;
}

static void order(const struct self *s, const struct gomoku *b, struct moves *list, move first)
{
    for (int i = 1; i < list->count; i++) {
        move m = list->at[i];
        uint32_t h = m == first ? UINT32_MAX : s->history[b->to_move][m];
        int k = i;
        for (; k > 0 && list->at[k - 1] != first && s->history[b->to_move][list->at[k - 1]] < h;
             k--)
            list->at[k] = list->at[k - 1];
        list->at[k] = m;
    }
}

static int negamax(struct self *s, const struct gomoku *b, int depth, int ply, int alpha, int beta,
                   struct line *pv)
{
    pv->length = 0;
    if (worker_count(s->worker))
        return 0;
    if (gomoku_has_five(b, (enum side)(b->to_move ^ 1)))
        return -SCORE_WIN + ply;
    if (b->empties == 0)
        return 0;
    struct windows me, you;
    look(b, b->to_move, &me);
    move five = first_of(b, me.fill);
    struct line line;
    // A hole in a window of four is five, unless it makes six where six is nothing.
    if (five != MOVE_NONE)
        depth = depth > 0 ? depth : 1;
    look(b, b->to_move ^ 1, &you);
    struct moves list;
    move block = first_of(b, you.fill);
    if (five == MOVE_NONE && depth <= 0 && block == MOVE_NONE)
        return value_of(&me) * 5 / 4 - value_of(&you);
    uint64_t known;
    move best_move = MOVE_NONE;
    if (tt_probe(&s->worker->tt, b->key, &known))
        best_move = (move)tt_payload(known);
    near_cells(b, &list);
    if (list.count == 0)
        list = (struct moves){.count = 1, .at = {move_at(b->size / 2, b->size / 2)}};
    if (five != MOVE_NONE || (block != MOVE_NONE && ply < 40)) {
        list.at[0] = five != MOVE_NONE ? five : block;
        list.count = depth <= 0 || block != MOVE_NONE || five != MOVE_NONE ? 1 : list.count;
        depth = five != MOVE_NONE ? 1 : depth + 1;
    } else if (depth <= 0) {
        return value_of(&me) * 5 / 4 - value_of(&you);
    }
    order(s, b, &list, best_move);
    int best = -SCORE_INFINITE;
    for (int i = 0; i < list.count; i++) {
        move m = list.at[i];
        if (!gomoku_can_play(b, m))
            continue;
        int v = after(s, b, m, depth - 1, ply, alpha, beta, &line);
        if (s->worker->stopped)
            return 0;
        if (v > best) {
            best = v;
            best_move = m;
            *pv = line;
        }
        if (best > alpha)
            alpha = best;
        if (alpha >= beta) {
            s->history[b->to_move][m] += (uint32_t)(depth * depth);
            break;
        }
    }
    tt_store(&s->worker->tt, b->key, depth < 0 ? 0 : depth, best_move);
    return best == -SCORE_INFINITE ? 0 : best;
}

static void begin(void *self, const struct position *p, struct worker *w)
{
    struct self *s = self;
    s->board = gomoku_load(p);
    s->worker = w;
}

static int search_root(void *self, move m, int depth, int alpha, int beta, struct line *pv)
{
    struct self *s = self;
    return after(s, &s->board, m, depth - 1, 0, alpha, beta, pv);
}

struct thought gomoku_think(const struct position *p, const struct moves *legal, struct search *s)
{
    struct gomoku b = gomoku_load(p);
    struct moves list;
    near_cells(&b, &list);
    if (legal->count < b.empties || list.count == 0)
        list = *legal;
    if (b.empties == b.size * b.size && legal->count == b.empties)
        list = (struct moves){.count = 1, .at = {move_at(b.size / 2, b.size / 2)}};
    struct deepener d = {.owner = "gomoku first",
                         .self_size = sizeof(struct self),
                         .begin = begin,
                         .search = search_root,
                         .max_depth = b.empties};
    return deepen(&d, p, &list, s);
}
