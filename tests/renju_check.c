// SPDX-License-Identifier: MIT
#include "tests/renju_check.h"

#include <criterion/criterion.h>
#include <string.h>

#include "engine/games.h"
#include "engine/gomoku/board.h"
#include "engine/gomoku/field.h"
#include "engine/rng.h"
#include "tests/gomoku_check.h"

static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

// ---- the rules ----------------------------------------------------------------------------------

// What lies on a cell; '#' outside the board.
static char at(const struct plain_board *b, int x, int y)
{
    return x < 0 || y < 0 || x >= b->size || y >= b->size ? '#' : b->cell[y][x];
}

// How many stones of the cell's colour follow one another through it.
static int run_through(const struct plain_board *b, int x, int y, int way)
{
    int dx = ways[way][0], dy = ways[way][1], n = 1;
    char colour = at(b, x, y);
    for (int k = 1; at(b, x + k * dx, y + k * dy) == colour; k++)
        n++;
    for (int k = 1; at(b, x - k * dx, y - k * dy) == colour; k++)
        n++;
    return n;
}

// True when the stone at (x, y) stands in exactly five.
static bool in_five(const struct plain_board *b, int x, int y)
{
    for (int way = 0; way < 4; way++)
        if (run_through(b, x, y, way) == 5)
            return true;
    return false;
}

// The first of five in a row that a black stone k steps along the line from (x, y) would make with
// the stone there, as steps from it; false when it makes none.
static bool five_by(struct plain_board *b, int x, int y, int way, int k, int *first)
{
    int dx = ways[way][0], dy = ways[way][1], from = 0, n;
    if (at(b, x + k * dx, y + k * dy) != '.')
        return false;
    b->cell[y + k * dy][x + k * dx] = 'x';
    n = run_through(b, x, y, way);
    while (at(b, x + (from - 1) * dx, y + (from - 1) * dy) == 'x')
        from--;
    bool made = n == 5 && k >= from && k < from + 5;
    b->cell[y + k * dy][x + k * dx] = '.';
    *first = from;
    return made;
}

// How many fours the black stone at (x, y) belongs to along a line: sets of four stones, told apart
// by where their five would begin and which of its cells is still empty.
static int count_fours(struct plain_board *b, int x, int y, int way)
{
    int sets[9][4], count = 0;
    for (int k = -4; k <= 4; k++) {
        int first, stones[4], n = 0;
        if (!five_by(b, x, y, way, k, &first))
            continue;
        for (int i = first; i < first + 5; i++)
            if (i != k)
                stones[n++] = i;
        bool known = false;
        for (int i = 0; i < count; i++)
            known |= memcmp(sets[i], stones, sizeof stones) == 0;
        if (!known)
            memcpy(sets[count++], stones, sizeof stones);
    }
    return count;
}

// True when the black stone at (x, y) is one of a straight four along a line.
static bool straight_four(struct plain_board *b, int x, int y, int way)
{
    int dx = ways[way][0], dy = ways[way][1], from = 0, first;
    if (run_through(b, x, y, way) != 4)
        return false;
    while (at(b, x + (from - 1) * dx, y + (from - 1) * dy) == 'x')
        from--;
    return five_by(b, x, y, way, from - 1, &first) && five_by(b, x, y, way, from + 4, &first);
}

// True when the black stone at (x, y) is one of a three along a line: one more stone, which black
// may put there and which makes no five, makes a straight four with it.
static bool is_three(struct plain_board *b, int x, int y, int way)
{
    int dx = ways[way][0], dy = ways[way][1];
    for (int k = -3; k <= 3; k++) {
        int ex = x + k * dx, ey = y + k * dy;
        if (at(b, ex, ey) != '.')
            continue;
        b->cell[ey][ex] = 'x';
        bool grows = straight_four(b, x, y, way) && !in_five(b, ex, ey);
        for (int i = k < 0 ? k : 0; i <= (k < 0 ? 0 : k); i++)
            grows = grows && at(b, x + i * dx, y + i * dy) == 'x';
        b->cell[ey][ex] = '.';
        if (grows && !plain_forbidden(b, ex, ey))
            return true;
    }
    return false;
}

// How many black stones lie within four steps of a cell along a line, itself not counted.
static int black_around(const struct plain_board *b, int x, int y, int way)
{
    int dx = ways[way][0], dy = ways[way][1], n = 0;
    for (int k = 1; k <= 4; k++)
        n += (at(b, x + k * dx, y + k * dy) == 'x') + (at(b, x - k * dx, y - k * dy) == 'x');
    return n;
}

bool plain_forbidden(struct plain_board *b, int x, int y)
{
    int fours = 0, threes = 0;
    bool overline = false;
    b->cell[y][x] = 'x';
    bool five = in_five(b, x, y);
    for (int way = 0; way < 4 && !five; way++) {
        if (black_around(b, x, y, way) < 2)
            continue; // a three is three stones at least, and everything else more
        overline |= run_through(b, x, y, way) > 5;
        fours += count_fours(b, x, y, way);
        threes += is_three(b, x, y, way);
    }
    b->cell[y][x] = '.';
    return !five && (overline || fours > 1 || threes > 1);
}

bool plain_wins(const struct plain_board *b, enum plain_rule rule, char colour)
{
    bool longer =
        rule == PLAIN_FREE || rule == PLAIN_CARO || (rule == PLAIN_RENJU && colour == 'o');
    char other = colour == 'x' ? 'o' : 'x';
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int way = 0; way < 4; way++) {
                int dx = ways[way][0], dy = ways[way][1];
                if (at(b, x, y) != colour || at(b, x - dx, y - dy) == colour)
                    continue; // rows are looked at from their first stone
                int n = run_through(b, x, y, way);
                bool shut =
                    at(b, x - dx, y - dy) == other && at(b, x + n * dx, y + n * dy) == other;
                if (n == 5 && !(rule >= PLAIN_CARO && shut))
                    return true;
                if (n > 5 && longer)
                    return true;
            }
    return false;
}

// ---- the comparison -----------------------------------------------------------------------------

// Stones thrown at random, thickest in the middle and more of them black, as forbidden cells want.
static void throw_stones(struct plain_board *b, struct rng *r)
{
    memset(b->cell, '.', sizeof b->cell);
    b->size = 5 + (int)rng_below(r, 18);
    int span = 5 + (int)rng_below(r, (uint32_t)(b->size < 11 ? b->size - 4 : 7));
    int corner = (int)rng_below(r, (uint32_t)(b->size - span + 1));
    int black = 4 + (int)rng_below(r, (uint32_t)(span * span / 3));
    int white = (int)rng_below(r, (uint32_t)black + 1);
    for (int i = 0; i < black + white; i++) {
        int x = corner + (int)rng_below(r, (uint32_t)span);
        int y = corner + (int)rng_below(r, (uint32_t)span);
        b->cell[y][x] = i < black ? 'x' : rng_below(r, 40) ? 'o' : '#';
    }
}

// The engine's board of the same stones.
static struct gomoku engine_board(const struct plain_board *b, int rule, int to_move)
{
    struct gomoku g = gomoku_new(b->size, (enum gomoku_rule)rule);
    g.empties = 0;
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            char c = b->cell[y][x];
            uint32_t bit = (uint32_t)1 << x;
            g.stones[FIRST][y] |= c == 'x' ? bit : 0;
            g.stones[SECOND][y] |= c == 'o' ? bit : 0;
            g.blocked[y] |= c == '#' ? bit : 0;
            g.empties = (uint16_t)(g.empties + (c == '.'));
        }
    g.to_move = (uint8_t)to_move;
    g.key = gomoku_fresh_key(&g);
    return g;
}

// True when every empty cell is forbidden to black exactly where the rules say so; counts them.
static bool same_cells(struct plain_board *b, const uint32_t *playable, int *forbidden)
{
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            if (b->cell[y][x] != '.')
                continue;
            bool barred = plain_forbidden(b, x, y);
            *forbidden += barred;
            if (barred == (playable[y] >> x & 1))
                return false;
        }
    return true;
}

void compare_rules(int positions, unsigned seed)
{
    struct rng r = {seed};
    struct plain_board b;
    struct bench bench;
    int forbidden = 0, wins = 0;
    bench_open(&bench);
    for (int i = 0; i < positions; i++) {
        uint32_t playable[GOMOKU_SIZE_MAX];
        throw_stones(&b, &r);
        struct gomoku g = engine_board(&b, GOMOKU_RENJU, FIRST);
        gomoku_playable(&g, playable);
        cr_assert(same_cells(&b, playable, &forbidden), "position %d of seed %u", i, seed);
        field_set(bench.field, &g);
        for (int y = 0; y < b.size; y++)
            cr_assert_eq(bench.field->empty[y] & ~field_barred(bench.field, y), playable[y]);
        for (int rule = 0; rule < GOMOKU_RULES; rule++) {
            g = engine_board(&b, rule, SECOND);
            for (int side = 0; side < 2; side++) {
                bool won = plain_wins(&b, (enum plain_rule)rule, "xo"[side]);
                wins += won;
                cr_assert_eq(gomoku_has_five(&g, (enum side)side), won,
                             "position %d rule %d side %d", i, rule, side);
            }
        }
    }
    cr_expect_gt(forbidden, positions / 4, "only %d cells were forbidden", forbidden);
    cr_expect_gt(wins, positions / 10, "only %d rows won", wins);
    bench_close(&bench);
}
