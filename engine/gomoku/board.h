// SPDX-License-Identifier: MIT
// board.h - a Gomoku position is one word a row and colour.
//
//          x =  0  1  2  ... 14
//               a  b  c  ...  o
//   y =  0  15  .  .  .       .      Bit x of stones[side][y] is the stone in column x of row y.
//   y =  1  14  .  X  .       .      Rows count from the top here and from the bottom in
//      ...                           notation: b14 above is x = 1, y = 1, move 1 << 5 | 1.
//   y = 14   1  .  .  .       .      Any N x N board from 5 to 22 is the same words, fewer used.
//
// A blocked cell belongs to nobody and can never be played on (Yixin-Board's YXBLOCK); the words
// of rows and columns outside the board stay 0. rule.h says what wins.
#ifndef ENGINE_GOMOKU_BOARD_H
#define ENGINE_GOMOKU_BOARD_H

#include <string.h>

#include "engine/game.h"
#include "engine/gomoku/rule.h"

enum { GOMOKU_SIZE_MIN = 5, GOMOKU_SIZE_MAX = BOARD_MAX, GOMOKU_SIZE_USUAL = 15 };

struct gomoku {
    uint64_t key;
    uint32_t stones[2][GOMOKU_SIZE_MAX];
    uint32_t blocked[GOMOKU_SIZE_MAX];
    uint16_t empties;
    uint8_t size;
    uint8_t rule; // enum gomoku_rule
    uint8_t to_move;
    uint8_t unused[3]; // zero, so that equal positions are equal bytes
};

_Static_assert(sizeof(struct gomoku) <= sizeof(struct position),
               "a board fits the seam's position");

static inline struct gomoku gomoku_load(const struct position *p)
{
    struct gomoku b;
    memcpy(&b, p->bytes, sizeof b);
    return b;
}

static inline void gomoku_store(struct position *p, const struct gomoku *b)
{
    memset(p->bytes, 0, sizeof p->bytes);
    memcpy(p->bytes, b, sizeof *b);
}

// The cells of a row that nobody holds.
static inline uint32_t gomoku_empty(const struct gomoku *b, int y)
{
    uint32_t row = ((uint32_t)1 << b->size) - 1;
    return row & ~(b->stones[FIRST][y] | b->stones[SECOND][y] | b->blocked[y]);
}

// True for a cell of the board that nobody holds.
static inline bool gomoku_is_empty(const struct gomoku *b, move m)
{
    int x = move_x(m), y = move_y(m);
    return x < b->size && y < b->size && (gomoku_empty(b, y) >> x & 1);
}

// Fills the Zobrist words; called once.
void gomoku_board_init(void);

// An empty board.
struct gomoku gomoku_new(int size, enum gomoku_rule rule);

// The cells of each row that the side to move may play on.
void gomoku_playable(const struct gomoku *b, uint32_t rows[GOMOKU_SIZE_MAX]);

// True when the side to move may play there.
bool gomoku_can_play(const struct gomoku *b, move m);

// Why not, in words, where an empty cell is forbidden to the side to move; NULL when none is.
const char *gomoku_why_not(const struct gomoku *b, move m);

// The key counted afresh from the stones.
uint64_t gomoku_fresh_key(const struct gomoku *b);

// The Zobrist words: [FIRST, SECOND, blocked][cell], and one for SECOND to move.
extern uint64_t gomoku_zobrist[3][GOMOKU_SIZE_MAX << 5], gomoku_zobrist_turn;

// Puts the mover's stone on an empty cell and hands the move over. Does not look for five.
void gomoku_put(struct gomoku *b, move m);

// True when `side` has a row that wins under the board's rule.
bool gomoku_has_five(const struct gomoku *b, enum side side);

// True when the game has ended; *margin is then +1, 0 or -1 for FIRST. Black at renju has lost when
// all empty cells are forbidden to him: he must move, and nobody passes.
bool gomoku_over(const struct gomoku *b, int *margin);

#endif
