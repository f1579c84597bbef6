// SPDX-License-Identifier: MIT
// field.h - the board as the search sees it: every empty cell knows what a stone would make there.
//
// A cell is a move (y << 5 | x), so a row of class bytes is 32 of them and one or two vector
// compares find all cells of a class in a row. The stones stand in lines (lines.h).
//
// Playing a stone looks up the patterns of the empty cells up to five away in each direction, and
// notes what it changed in a journal; taking it back reads the journal. Sums over the board
// (counts of classes, key) live in a stack of frames, one a ply, and are not
// undone but dropped.
//
// Under renju the cells forbidden to black have no class for him. Which they are can change far from
// the stone just played, so each ply has them anew (struct barred); the other rules have one branch
// a stone for it.
#ifndef ENGINE_GOMOKU_FIELD_H
#define ENGINE_GOMOKU_FIELD_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "engine/bits.h"
#include "engine/gomoku/board.h"
#include "engine/gomoku/lines.h"
#include "engine/gomoku/pattern.h"

enum {
    FIELD_CELLS = GOMOKU_SIZE_MAX << 5,
    FIELD_PLIES = CELLS_MAX + 24, // and room for passes
    JOURNAL_MAX = FIELD_PLIES * 41,
    FIELD_MARGIN = 3, // rows before and after the board that a stone may reach
    SITUATIONS = 32,  // which threats are on the board
    NETWORK_WIDE = 16,
    NETWORK_PLIES = 96,  // that are kept, and
    NETWORK_SEEING = 32, // how many cells a stone has in sight
};

// Empty cells of the classes that matter to a threat, five counters of 12 bits in one word.
enum {
    COUNT_FIVE = 48,
    COUNT_FOUR_OPEN = 36,
    COUNT_FOUR_STRONG = 24, // a four that makes something else too
    COUNT_FOUR_PLAIN = 12,
    COUNT_THREE = 0,
};

struct frame {
    uint64_t key;
    uint64_t count[2]; // by side, see COUNT_
    uint32_t journal;  // where this ply's changes end
    uint16_t empties;
    move last;         // the stone just played, MOVE_NONE at the root and after a pass
    move five_hint[2]; // where the last cell that makes five was seen, by side
};

struct change {
    uint32_t code;
    uint16_t cell;
    uint8_t class[2];
};

// Where black makes two threes or worse, and where he may therefore not play; one word a row.
struct barred {
    uint32_t suspect[GOMOKU_SIZE_MAX], forbidden[GOMOKU_SIZE_MAX];
};

// What the network knows of the way to the position that was last evaluated: of each empty cell the
// states of its four lines (view.h) as the first player sees them, and of each ply from `base` on the
// sums over the board, by view. A ply's key says which position that was; the cells its stone
// changed are noted, and put back when another position is asked for.
struct network_path {
    struct states {
        uint16_t line[4];
    } cell[FIELD_CELLS], was[NETWORK_PLIES * NETWORK_SEEING]; // of a cell before,
    uint16_t of[NETWORK_PLIES * NETWORK_SEEING];              // and of which
    uint16_t sum[NETWORK_PLIES][2][NETWORK_WIDE];
    uint64_t key[NETWORK_PLIES];
    int end[NETWORK_PLIES]; // of the ply's notes
    int base, plies;        // how many are known, 0 at first
};

struct field {
    _Alignas(64) uint8_t class[2][FIELD_CELLS]; // 0 on cells that are not empty
    uint32_t code[FIELD_CELLS];
    uint64_t line[4][LINES_EACH];
    uint32_t empty[GOMOKU_SIZE_MAX];                                // one word a row, as in board.h
    uint32_t stones[FIELD_MARGIN + GOMOKU_SIZE_MAX + FIELD_MARGIN]; // the same, of both sides
    const uint8_t *patterns;                                        // gomoku_line of this rule
    struct frame *now;
    const struct network_kernels *network; // what evaluates
    uint8_t size, to_move, rule;
    struct network_path path;
    struct frame frames[FIELD_PLIES];
    struct change journal[JOURNAL_MAX];
    struct barred barred[FIELD_PLIES]; // by ply, under renju alone
};

// Sets the field up from a position.
void field_set(struct field *f, const struct gomoku *b);

// Finds the forbidden cells after a stone, or as they were before it.
void field_bar(struct field *f);
void field_unbar(struct field *f);

// The cells of a row that are forbidden to a side, and to the side to move.
static inline uint32_t field_forbidden(const struct field *f, int side, int y)
{
    if (LIKELY(f->rule != GOMOKU_RENJU) || side != FIRST)
        return 0;
    return f->barred[f->now - f->frames].forbidden[y];
}

static inline uint32_t field_barred(const struct field *f, int y)
{
    return field_forbidden(f, f->to_move, y);
}

// True for an empty cell that the side to move may play on.
static inline bool field_allows(const struct field *f, move m)
{
    return !(field_barred(f, move_y(m)) >> move_x(m) & 1);
}

static inline uint32_t field_cell(const struct field *f, int side, int cell)
{
    return gomoku_cell[code_of(f->code[cell], side)];
}

// Empty cells where `side` makes five, an open four (or two fours), a four, an open three.
static inline int field_count(const struct field *f, int side, int counter)
{
    return (int)(f->now->count[side] >> counter & 0xfff);
}

// Empty cells where `side` makes a four that is not open.
static inline int field_fours(const struct field *f, int side)
{
    return field_count(f, side, COUNT_FOUR_STRONG) + field_count(f, side, COUNT_FOUR_PLAIN);
}

// Which threats are on the board, for the mover and against him; below SITUATIONS.
static inline int field_situation(const struct field *f)
{
    int me = f->to_move, you = me ^ 1;
    return (field_count(f, you, COUNT_FOUR_OPEN) > 0) | (field_fours(f, me) > 0) << 1 |
           (field_fours(f, you) > 0) << 2 | (field_count(f, me, COUNT_THREE) > 0) << 3 |
           (field_count(f, you, COUNT_THREE) > 0) << 4;
}

// The cells of a row of bytes that are at least `low`, which is 1 or more.
static inline uint32_t field_scan(const uint8_t *row, int low)
{
#ifdef __SSE2__
    __m128i floor = _mm_set1_epi8((char)(low - 1));
    __m128i a = _mm_cmpgt_epi8(_mm_load_si128((const __m128i *)row), floor);
    __m128i b = _mm_cmpgt_epi8(_mm_load_si128((const __m128i *)(row + 16)), floor);
    return (uint32_t)_mm_movemask_epi8(a) | (uint32_t)_mm_movemask_epi8(b) << 16;
#else
    uint32_t cells = 0;
    for (int x = 0; x < GOMOKU_SIZE_MAX; x++)
        cells |= (uint32_t)(row[x] >= low) << x;
    return cells;
#endif
}

// The cells of row y whose class for `side` is at least `low`.
static inline uint32_t field_row(const struct field *f, int side, int y, int low)
{
    return field_scan(&f->class[side][y << 5], low);
}

// The empty cells that a stone has in reach, row by row: the square two away and the eight lines
// three away.
static inline void field_near(const struct field *f, uint32_t near[GOMOKU_SIZE_MAX])
{
    for (int y = 0; y < GOMOKU_SIZE_MAX; y++) {
        const uint32_t *row = &f->stones[FIELD_MARGIN + y];
        uint32_t square = row[-2] | row[-1] | row[0] | row[1] | row[2];
        uint32_t rim = row[-3] | row[0] | row[3];
        near[y] = f->empty[y] & (square | square << 1 | square << 2 | square >> 1 | square >> 2 |
                                 rim | rim << 3 | rim >> 3);
    }
}

// Lists the cells whose class for `side` lies between low and high; returns how many.
static inline int field_list(const struct field *f, int side, int low, int high, move *out)
{
    int n = 0;
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = field_row(f, side, y, low); row;) {
            move m = move_at(bit_take(&row), y);
            if (f->class[side][m] <= high)
                out[n++] = m;
        }
    return n;
}

// The first cell that the side to move may play on, MOVE_NONE when there is none.
static inline move field_any(const struct field *f)
{
    for (int y = 0; y < f->size; y++) {
        uint32_t row = f->empty[y] & ~field_barred(f, y);
        if (row)
            return move_at(bit_first(row), y);
    }
    return MOVE_NONE;
}

// A cell where `side` makes five; there must be one.
static inline move field_five(const struct field *f, int side)
{
    move hint = f->now->five_hint[side];
    if (f->class[side][hint] == CLASS_FIVE)
        return hint;
    for (int y = 0;; y++) {
        uint32_t row = field_row(f, side, y, CLASS_FIVE);
        if (row)
            return move_at(bit_first(row), y);
    }
}

// One cell of a class in the counters.
static inline uint64_t field_one(int class)
{
    static const uint64_t one[CLASS_KINDS] = {
        [CLASS_THREE] = 1ull << COUNT_THREE,
        [CLASS_THREE_PLUS] = 1ull << COUNT_THREE,
        [CLASS_THREE_THREE] = 1ull << COUNT_THREE,
        [CLASS_FOUR] = 1ull << COUNT_FOUR_PLAIN,
        [CLASS_FOUR_PLUS] = 1ull << COUNT_FOUR_STRONG,
        [CLASS_FOUR_THREE] = 1ull << COUNT_FOUR_STRONG,
        [CLASS_FOUR_OPEN] = 1ull << COUNT_FOUR_OPEN,
        [CLASS_FIVE] = 1ull << COUNT_FIVE,
    };
    return one[class];
}

// The sums a move changes, in registers while it does: class bytes may alias anything, and writing
// each sum back after each of them made a move half as fast again.
struct field_sums {
    uint64_t count[2];
    struct change *journal;
};

// Notes the new code of a free cell.
static inline void field_change(struct field *f, struct field_sums *sums, int c, uint32_t code)
{
    *sums->journal++ = (struct change){f->code[c], (uint16_t)c, {f->class[0][c], f -> class[1][c]}};
    f->code[c] = code;
    for (int side = 0; side < 2; side++) {
        int class = cell_class(gomoku_cell[code_of(code, side)]);
        sums->count[side] += field_one(class) - field_one(f->class[side][c]);
        f->class[side][c] = (uint8_t) class;
    }
}

// Notes which of the cells just changed makes five.
static inline void field_hint(struct field *f, const struct frame *was, int side)
{
    struct frame *now = f->now;
    now->five_hint[side] = was->five_hint[side];
    if (LIKELY(now->count[side] >> COUNT_FIVE <= was->count[side] >> COUNT_FIVE))
        return;
    for (uint32_t i = was->journal; i < now->journal; i++)
        if (f->class[side][f->journal[i].cell] == CLASS_FIVE)
            now->five_hint[side] = f->journal[i].cell;
}

// Looks again at the free cells that see the stone at (x, y) along direction d.
static inline void field_refresh(struct field *f, struct field_sums *sums, const uint8_t *patterns,
                                 uint64_t line, int d, int place, int cell)
{
    uint64_t turned = lines_turned(line, place);
    uint32_t left = turned >> 10 & 1023, right = turned >> 22 & 1023;
    uint64_t free = gomoku_sight[0][left] | (uint64_t)gomoku_sight[1][right] << 12;
    while (free) {
        int at = bit_take(&free);
        uint32_t pattern = patterns[lines_neighbours(turned >> at)];
        int c = cell + ((at >> 1) - 5) * lines_step[d];
        uint32_t code = code_with(f->code[c], d, pattern);
        if (code != f->code[c])
            field_change(f, sums, c, code);
    }
}

// A cell no longer counts: a stone was put there.
static inline void field_cover(struct field *f, struct field_sums *sums, move m)
{
    *sums->journal++ = (struct change){f->code[m], m, {f->class[0][m], f -> class[1][m]}};
    for (int side = 0; side < 2; side++) {
        sums->count[side] -= field_one(f->class[side][m]);
        f->class[side][m] = CLASS_NONE;
    }
}

// The key after `side` plays m and hands the move over.
static inline uint64_t field_key_after(uint64_t key, int side, move m)
{
    return key ^ gomoku_zobrist[side][m] ^ gomoku_zobrist_turn;
}

// Puts the mover's stone on an empty cell.
static inline void field_play(struct field *f, move m)
{
    const struct frame *was = f->now++;
    struct frame *now = f->now;
    int side = f->to_move, x = move_x(m), y = move_y(m);
    f->to_move ^= 1;
    f->empty[y] ^= (uint32_t)1 << x;
    f->stones[FIELD_MARGIN + y] ^= (uint32_t)1 << x;
    now->key = field_key_after(was->key, side, m);
    now->last = m;
    now->empties = (uint16_t)(was->empties - 1);
    struct field_sums sums = {{was->count[0], was->count[1]}, &f->journal[was->journal]};
    const uint8_t *patterns = f->patterns;
    field_cover(f, &sums, m);
#pragma GCC unroll 4
    for (int d = 0; d < 4; d++) {
        int place = lines_place(d, x, y);
        uint64_t *line = &f->line[d][lines_index(d, x, y)];
        *line |= (uint64_t)(side + 1) << (2 * place + 10);
        field_refresh(f, &sums, patterns, *line, d, place, m);
    }
    now->count[0] = sums.count[0];
    now->count[1] = sums.count[1];
    now->journal = (uint32_t)(sums.journal - f->journal);
    field_hint(f, was, FIRST);
    field_hint(f, was, SECOND);
    if (UNLIKELY(f->rule == GOMOKU_RENJU))
        field_bar(f);
}

// Takes the last stone back.
static inline void field_undo(struct field *f)
{
    move m = f->now->last;
    uint32_t i = f->now->journal;
    f->now--;
    f->to_move ^= 1;
    while (i > f->now->journal) {
        const struct change *old = &f->journal[--i];
        f->code[old->cell] = old->code;
        f->class[0][old->cell] = old->class[0];
        f->class[1][old->cell] = old->class[1];
    }
    int x = move_x(m), y = move_y(m);
    f->empty[y] ^= (uint32_t)1 << x;
    f->stones[FIELD_MARGIN + y] ^= (uint32_t)1 << x;
    for (int d = 0; d < 4; d++)
        f->line[d][lines_index(d, x, y)] &= ~((uint64_t)3 << (2 * lines_place(d, x, y) + 10));
    if (UNLIKELY(f->rule == GOMOKU_RENJU))
        field_unbar(f);
}

// Hands the move over without a stone, and back.
static inline void field_pass(struct field *f)
{
    f->now[1] = f->now[0];
    f->now++;
    f->now->key ^= gomoku_zobrist_turn;
    f->now->last = MOVE_NONE;
    f->to_move ^= 1;
    if (UNLIKELY(f->rule == GOMOKU_RENJU))
        f->barred[f->now - f->frames] = f->barred[f->now - f->frames - 1];
}

static inline void field_unpass(struct field *f)
{
    f->now--;
    f->to_move ^= 1;
}

#endif
