// SPDX-License-Identifier: MIT
#include "engine/gomoku/board.h"

#include <pthread.h>

#include "engine/gomoku/renju.h"
#include "engine/rng.h"

enum { CELL_WORDS = GOMOKU_SIZE_MAX << 5 };

uint64_t gomoku_zobrist[3][CELL_WORDS], gomoku_zobrist_turn;
static uint64_t zobrist_size[GOMOKU_SIZE_MAX + 1], zobrist_rule[GOMOKU_RULES];

void gomoku_board_init(void)
{
    struct rng r = {0x676f6d6f6b75u}; // "gomoku"
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < CELL_WORDS; i++)
            gomoku_zobrist[kind][i] = rng_next(&r);
    for (int i = 0; i <= GOMOKU_SIZE_MAX; i++)
        zobrist_size[i] = rng_next(&r);
    gomoku_zobrist_turn = rng_next(&r);
    for (int i = GOMOKU_EXACT + 1; i < GOMOKU_RULES; i++)
        zobrist_rule[i] = rng_next(&r);
}

uint64_t gomoku_fresh_key(const struct gomoku *b)
{
    uint64_t key = zobrist_size[b->size] ^ zobrist_rule[b->rule] ^
                   (b->to_move == SECOND ? gomoku_zobrist_turn : 0);
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++) {
            if (b->stones[FIRST][y] >> x & 1)
                key ^= gomoku_zobrist[FIRST][move_at(x, y)];
            if (b->stones[SECOND][y] >> x & 1)
                key ^= gomoku_zobrist[SECOND][move_at(x, y)];
            if (b->blocked[y] >> x & 1)
                key ^= gomoku_zobrist[2][move_at(x, y)];
        }
    return key;
}

// ---- tables a rule needs ------------------------------------------------------------------------

static void add_exact(void)
{
    gomoku_pattern_add(GOMOKU_EXACT);
}

static void add_free(void)
{
    gomoku_pattern_add(GOMOKU_FREE);
}

static void add_renju(void)
{
    gomoku_pattern_add(GOMOKU_RENJU);
    renju_init();
}

static void add_caro(void)
{
    gomoku_pattern_add(GOMOKU_CARO);
}

static void add_caro_exact(void)
{
    gomoku_pattern_add(GOMOKU_CARO_EXACT);
}

// Makes the tables when the first board that needs them is made: it takes 4 to 60 ms, which a
// program that never plays by these rules does not wait for.
static void make_ready(enum gomoku_rule rule)
{
    static void (*const add[GOMOKU_RULES])(void) = {add_exact, add_free, add_renju, add_caro,
                                                    add_caro_exact};
    static pthread_once_t once[GOMOKU_RULES] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                                PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                                PTHREAD_ONCE_INIT};
    pthread_once(&once[rule], add[rule]);
}

struct gomoku gomoku_new(int size, enum gomoku_rule rule)
{
    struct gomoku b;
    make_ready(rule);
    memset(&b, 0, sizeof b);
    b.size = (uint8_t)size;
    b.rule = (uint8_t)rule;
    b.empties = (uint16_t)(size * size);
    b.key = gomoku_fresh_key(&b);
    return b;
}

void gomoku_put(struct gomoku *b, move m)
{
    b->stones[b->to_move][move_y(m)] |= (uint32_t)1 << move_x(m);
    b->key ^= gomoku_zobrist[b->to_move][m] ^ gomoku_zobrist_turn;
    b->to_move ^= 1;
    b->empties--;
}

// ---- where a move may go ------------------------------------------------------------------------

// True when some cells are forbidden to the side to move.
static bool is_barred(const struct gomoku *b)
{
    return b->rule == GOMOKU_RENJU && b->to_move == FIRST;
}

void gomoku_playable(const struct gomoku *b, uint32_t rows[GOMOKU_SIZE_MAX])
{
    uint64_t line[4][LINES_EACH];
    if (is_barred(b))
        lines_set(line, b);
    for (int y = 0; y < b->size; y++) {
        rows[y] = gomoku_empty(b, y);
        for (uint32_t row = is_barred(b) ? rows[y] : 0; row; row &= row - 1) {
            int x = __builtin_ctz(row);
            if (renju_forbidden(line, move_at(x, y)))
                rows[y] &= ~((uint32_t)1 << x);
        }
    }
}

bool gomoku_can_play(const struct gomoku *b, move m)
{
    uint64_t line[4][LINES_EACH];
    if (!gomoku_is_empty(b, m) || !is_barred(b))
        return gomoku_is_empty(b, m);
    lines_set(line, b);
    return !renju_forbidden(line, m);
}

const char *gomoku_why_not(const struct gomoku *b, move m)
{
    uint64_t line[4][LINES_EACH];
    if (!gomoku_is_empty(b, m) || !is_barred(b))
        return NULL;
    lines_set(line, b);
    return renju_forbidden(line, m) ? renju_reason(line, m) : NULL;
}

// True when there are empty cells, and all are forbidden to the side to move.
static bool is_stuck(const struct gomoku *b)
{
    uint64_t line[4][LINES_EACH];
    if (!is_barred(b) || b->empties == 0)
        return false;
    lines_set(line, b);
    for (int y = 0; y < b->size; y++)
        for (uint32_t row = gomoku_empty(b, y); row; row &= row - 1)
            if (!renju_forbidden(line, move_at(__builtin_ctz(row), y)))
                return false;
    return true;
}

// ---- the end ------------------------------------------------------------------------------------

// The row `y` steps down and `x` to the right of a row's word; rows outside the board are empty.
static uint32_t shifted(const uint32_t *rows, int size, int y, int x)
{
    if (y < 0 || y >= size)
        return 0;
    return x >= 0 ? rows[y] >> x : rows[y] << -x;
}

// The starts of winning rows in one direction that begin in row y. Bits pushed out at the left edge
// of a row (x < 0) vanish in the shift; bits beyond the right edge are never set.
static uint32_t fives_from(const struct gomoku *b, enum side side, int y, int dx, int dy)
{
    const uint32_t *rows = b->stones[side];
    uint32_t five = rows[y];
    for (int i = 1; i < 5; i++)
        five &= shifted(rows, b->size, y + i * dy, i * dx);
    if (b->rule == GOMOKU_EXACT || b->rule == GOMOKU_CARO_EXACT ||
        (b->rule == GOMOKU_RENJU && side == FIRST))
        five &= ~shifted(rows, b->size, y + 5 * dy, 5 * dx) & ~shifted(rows, b->size, y - dy, -dx);
    if (five && rule_is_caro(b->rule)) {
        // Five of a longer row have a stone of their own at one end.
        const uint32_t *others = b->stones[other_side(side)];
        five &=
            ~(shifted(others, b->size, y + 5 * dy, 5 * dx) & shifted(others, b->size, y - dy, -dx));
    }
    return five;
}

bool gomoku_has_five(const struct gomoku *b, enum side side)
{
    const uint32_t *rows = b->stones[side];
    for (int y = 0; y < b->size; y++)
        if (rows[y] && (fives_from(b, side, y, 1, 0) | fives_from(b, side, y, 0, 1) |
                        fives_from(b, side, y, 1, 1) | fives_from(b, side, y, -1, 1)))
            return true;
    return false;
}

bool gomoku_over(const struct gomoku *b, int *margin)
{
    // A board set up by hand may hold two fives: the side that has just moved is asked first.
    enum side last = other_side((enum side)b->to_move);
    if (gomoku_has_five(b, last)) {
        *margin = last == FIRST ? 1 : -1;
        return true;
    }
    if (gomoku_has_five(b, (enum side)b->to_move)) {
        *margin = last == FIRST ? -1 : 1;
        return true;
    }
    *margin = is_stuck(b) ? -1 : 0;
    return *margin || b->empties == 0;
}
