// SPDX-License-Identifier: MIT
#include "engine/gomoku/board.h"

#include "engine/rng.h"

enum { CELL_WORDS = GOMOKU_SIZE_MAX << 5 };

uint64_t gomoku_zobrist[3][CELL_WORDS], gomoku_zobrist_turn;
static uint64_t zobrist_size[GOMOKU_SIZE_MAX + 1], zobrist_free;

void gomoku_board_init(void)
{
    struct rng r = {0x676f6d6f6b75u}; // "gomoku"
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < CELL_WORDS; i++)
            gomoku_zobrist[kind][i] = rng_next(&r);
    for (int i = 0; i <= GOMOKU_SIZE_MAX; i++)
        zobrist_size[i] = rng_next(&r);
    gomoku_zobrist_turn = rng_next(&r);
    zobrist_free = rng_next(&r);
}

uint64_t gomoku_fresh_key(const struct gomoku *b)
{
    uint64_t key = zobrist_size[b->size] ^ (b->free_rule ? zobrist_free : 0) ^
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

struct gomoku gomoku_new(int size, bool free_rule)
{
    struct gomoku b;
    memset(&b, 0, sizeof b);
    b.size = (uint8_t)size;
    b.free_rule = free_rule;
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

// The row `y` steps down and `x` to the right of a row's word; rows outside the board are empty.
static uint32_t shifted(const uint32_t *rows, int size, int y, int x)
{
    if (y < 0 || y >= size)
        return 0;
    return x >= 0 ? rows[y] >> x : rows[y] << -x;
}

// The starts of winning rows in one direction that begin in row y. Bits pushed out at the left edge
// of a row (x < 0) vanish in the shift; bits beyond the right edge are never set.
static uint32_t fives_from(const struct gomoku *b, const uint32_t *rows, int y, int dx, int dy)
{
    uint32_t five = rows[y];
    for (int i = 1; i < 5; i++)
        five &= shifted(rows, b->size, y + i * dy, i * dx);
    if (!b->free_rule)
        five &= ~shifted(rows, b->size, y + 5 * dy, 5 * dx) & ~shifted(rows, b->size, y - dy, -dx);
    return five;
}

bool gomoku_has_five(const struct gomoku *b, enum side side)
{
    const uint32_t *rows = b->stones[side];
    for (int y = 0; y < b->size; y++)
        if (rows[y] && (fives_from(b, rows, y, 1, 0) | fives_from(b, rows, y, 0, 1) |
                        fives_from(b, rows, y, 1, 1) | fives_from(b, rows, y, -1, 1)))
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
    *margin = 0;
    return b->empties == 0;
}
