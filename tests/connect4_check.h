// SPDX-License-Identifier: MIT
// connect4_check.h - what the short and the long Connect Four checks share: one call that thinks, and a
// plain solver that knows nothing but the rules.
#ifndef TESTS_CONNECT4_CHECK_H
#define TESTS_CONNECT4_CHECK_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "book/probe.h"
#include "engine/bits.h"
#include "engine/connect4/search.h"
#include "engine/games.h"
#include "engine/kernel.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "tests/thinker.h"

// Thinks about a position with no limit but the goal.
static inline struct thought think(struct thinker *b, const struct position *p, enum goal goal)
{
    struct limits l = limits_of(goal);
    return thinker_think(b, &connect4_game, p, &l);
}

// A start position of a shape that must exist.
static inline struct position start_of(const char *shape)
{
    struct position p;
    const char *why = "";
    cr_assert(connect4_game.start(&p, shape, &why), "%s: %s", shape, why);
    return p;
}

// The position after a row of column digits. False when a move is not possible.
static inline bool play_digits(struct position *p, struct word digits)
{
    while (digits.length > 0) {
        struct grid g;
        move m;
        connect4_game.to_grid(p, &g);
        if (!move_read(NOTATION_COLUMN_DIGITS, &g, &digits, &m) || !connect4_game.play(p, m))
            return false;
    }
    return true;
}

// ---- a plain solver: an array of cells, nothing else ----

struct plain {
    int width, height, cells, plies;
    enum side to_move;
    uint8_t cell[CELLS_MAX];
};

static inline struct plain plain_of(const struct position *p)
{
    struct grid g;
    connect4_game.to_grid(p, &g);
    struct plain b = {.width = g.width, .height = g.height, .to_move = g.to_move};
    memcpy(b.cell, g.cell, sizeof b.cell);
    b.cells = g.width * g.height - grid_count(&g, CELL_BLOCKED);
    b.plies = b.cells - grid_count(&g, CELL_EMPTY);
    return b;
}

static inline int plain_run(const struct plain *b, int x, int y, int dx, int dy)
{
    uint8_t own = b->cell[y * b->width + x];
    int n = 0;
    for (x += dx, y += dy;
         x >= 0 && x < b->width && y >= 0 && y < b->height && b->cell[y * b->width + x] == own;
         x += dx, y += dy)
        n++;
    return n;
}

// True when the stone on this cell stands in a line of four.
static inline bool plain_wins(const struct plain *b, int x, int y)
{
    static const int way[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++)
        if (plain_run(b, x, y, way[i][0], way[i][1]) + plain_run(b, x, y, -way[i][0], -way[i][1]) >=
            3)
            return true;
    return false;
}

// The score of a position nobody has won: (cells + 1 - stones before the winning one) / 2.
static inline int plain_score(struct plain *b, int alpha, int beta)
{
    if (b->plies == b->cells)
        return 0;
    int best = -1000;
    for (int x = 0; x < b->width; x++) {
        int y = b->height - 1;
        while (y >= 0 && b->cell[y * b->width + x] != CELL_EMPTY)
            y--;
        if (y < 0)
            continue;
        b->cell[y * b->width + x] = b->to_move == FIRST ? CELL_FIRST : CELL_SECOND;
        int score;
        if (plain_wins(b, x, y)) {
            score = (b->cells + 1 - b->plies) / 2;
        } else {
            b->plies++;
            b->to_move = other_side(b->to_move);
            score = -plain_score(b, -beta, -alpha);
            b->to_move = other_side(b->to_move);
            b->plies--;
        }
        b->cell[y * b->width + x] = CELL_EMPTY;
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
        if (alpha >= beta)
            break;
    }
    return best;
}

// A random position of the shape with at most `empties` free cells that is not over.
static inline struct position random_position(struct rng *r, const char *shape, int empties)
{
    for (;;) {
        struct position p = start_of(shape);
        for (;;) {
            struct moves list;
            connect4_game.moves(&p, &list);
            if (list.count == 0)
                break; // over too soon: begin again
            const struct connect4 *c = connect4_of(&p);
            if (connect4_cells(c) - c->plies <= empties)
                return p;
            connect4_game.play(&p, list.at[rng_below(r, (uint32_t)list.count)]);
        }
    }
}

// A position of the 7x6 game after so many random moves, not yet over.
static inline struct position random_opening(struct rng *r, int plies)
{
    for (;;) {
        struct position p = start_of("");
        struct moves list;
        int margin;
        for (int i = 0; i < plies; i++) {
            connect4_game.moves(&p, &list);
            if (list.count > 0)
                connect4_game.play(&p, list.at[rng_below(r, (uint32_t)list.count)]);
        }
        if (!connect4_game.over(&p, &margin))
            return p;
    }
}

// Solves random positions with so many stones; how many the book has the right value of.
static inline int check_book(struct thinker *b, const struct book *book, uint64_t seed, int plies,
                             int count)
{
    struct rng r = {seed};
    int right = 0;
    for (int i = 0; i < count; i++) {
        struct position p = random_opening(&r, plies);
        struct book_entry e;
        if (!book_value(book, &connect4_game, &p, &e))
            continue;
        struct thought t = think(b, &p, e.kind == BOOK_EXACT ? GOAL_EXACT : GOAL_OUTCOME);
        right += t.proven && t.score == e.score;
    }
    return right;
}

#endif
