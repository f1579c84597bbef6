// SPDX-License-Identifier: MIT
// playout.c - Gomoku as the Monte Carlo search plays it.
//
// A playout keeps every line of the board as a word of its own, four families of them, so that a
// new stone is checked for five in the four lines through it and nowhere else:
//
//      rows     line y            bit x          diagonals  line x + y            bit x
//      columns  line x            bit y          others     line x - y + SPAN     bit x
//
// That and what follows from fives about fours is for the plain rules; under the others both the
// tree and the random games ask the pattern tables.
#include "engine/gomoku/playout.h"

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/gomoku/lines.h"
#include "engine/gomoku/renju.h"

enum { SPAN = GOMOKU_SIZE_MAX, LINES = 2 * SPAN };
enum { ROW, COLUMN, DIAGONAL, OTHER, FAMILIES };

struct context {
    int size;
};

struct state {
    struct gomoku board;
    move last;
};

_Static_assert(sizeof(struct state) <= MCTS_STATE_MAX, "a board fits the state");

// A board for playouts: lines of both sides, and the empty cells in any order.
struct field {
    uint32_t stones[2][FAMILIES][LINES];
    uint32_t blocked[SPAN];
    int empties;
    uint16_t empty[CELLS_MAX]; // moves
    uint16_t place[SPAN << 5]; // of each empty cell in `empty`
    int size;
    bool free_rule;
};

static int line_of(int family, int x, int y)
{
    return family == ROW ? y : family == COLUMN ? x : family == DIAGONAL ? x + y : x - y + SPAN;
}

static int bit_of(int family, int x, int y)
{
    return family == COLUMN ? y : x;
}

// True when the run of stones through `bit` wins: five, or with the free rule five or more.
static inline bool wins(uint32_t line, bool free_rule)
{
    uint32_t pairs = line & line >> 1, five = pairs & pairs >> 2 & line >> 4;
    if (free_rule)
        return five != 0;
    return (five & ~(line >> 5) & ~(line << 1)) != 0;
}

static void field_put(struct field *f, int side, move m)
{
    int x = move_x(m), y = move_y(m);
    f->stones[side][ROW][y] |= 1u << x;
    f->stones[side][COLUMN][x] |= 1u << y;
    f->stones[side][DIAGONAL][x + y] |= 1u << x;
    f->stones[side][OTHER][x - y + SPAN] |= 1u << x;
    uint16_t last = f->empty[--f->empties], place = f->place[m];
    f->empty[place] = last;
    f->place[last] = place;
}

// True when the stone just put at m wins.
static inline bool field_won(const struct field *f, int side, move m)
{
    int x = move_x(m), y = move_y(m);
    const uint32_t(*s)[LINES] = f->stones[side];
    return wins(s[ROW][y], f->free_rule) || wins(s[COLUMN][x], f->free_rule) ||
           wins(s[DIAGONAL][x + y], f->free_rule) || wins(s[OTHER][x - y + SPAN], f->free_rule);
}

static void field_load(struct field *f, const struct gomoku *b)
{
    memset(f->stones, 0, sizeof f->stones);
    f->size = b->size;
    f->free_rule = b->rule == GOMOKU_FREE;
    f->empties = 0;
    memcpy(f->blocked, b->blocked, sizeof f->blocked);
    for (int y = 0; y < b->size; y++) {
        for (int side = 0; side < 2; side++)
            for (uint32_t row = b->stones[side][y]; row; row &= row - 1) {
                int x = __builtin_ctz(row);
                f->place[move_at(x, y)] = UINT16_MAX;
                for (int family = 0; family < FAMILIES; family++)
                    f->stones[side][family][line_of(family, x, y)] |= 1u << bit_of(family, x, y);
            }
        for (uint32_t row = b->blocked[y]; row; row &= row - 1)
            f->place[move_at(__builtin_ctz(row), y)] = UINT16_MAX;
        for (uint32_t row = gomoku_empty(b, y); row; row &= row - 1) {
            move m = move_at(__builtin_ctz(row), y);
            f->place[m] = (uint16_t)f->empties;
            f->empty[f->empties++] = m;
        }
    }
}

static bool is_empty(const struct field *f, int x, int y)
{
    if (x < 0 || y < 0 || x >= f->size || y >= f->size)
        return false;
    move m = move_at(x, y);
    return f->place[m] < f->empties && f->empty[f->place[m]] == m;
}

// Cells within two steps of any stone.
static void near_stones(const struct gomoku *b, uint32_t near[SPAN])
{
    uint32_t wide[SPAN + 4] = {0};
    for (int y = 0; y < b->size; y++) {
        uint32_t row = b->stones[0][y] | b->stones[1][y];
        wide[y + 2] = row | row << 1 | row >> 1 | row << 2 | row >> 2;
    }
    for (int y = 0; y < b->size; y++)
        near[y] =
            (wide[y] | wide[y + 1] | wide[y + 2] | wide[y + 3] | wide[y + 4]) & gomoku_empty(b, y);
}

// ---- the tree -----------------------------------------------------------------------------------

static void begin(void *context, void *state, const struct position *p)
{
    struct context *c = context;
    struct state *s = state;
    s->board = gomoku_load(p);
    s->last = MOVE_NONE;
    *c = (struct context){s->board.size};
}

// True when a stone of `side` at this empty cell would win, by the tables of the rule.
static bool wins_by_table(uint64_t line[4][LINES_EACH], int rule, int side, move m)
{
    uint32_t code = code_of(lines_code(line, gomoku_line[rule], m), side);
    return cell_class(gomoku_cell[code]) == CLASS_FIVE;
}

// True when a stone of `side` at this empty cell would win.
static bool would_win(const struct field *f, int side, int x, int y)
{
    for (int family = 0; family < FAMILIES; family++) {
        uint32_t line = f->stones[side][family][line_of(family, x, y)];
        if (wins(line | 1u << bit_of(family, x, y), f->free_rule))
            return true;
    }
    return false;
}

// Lists the empty cells that would win for `side` after its stone at (x, y); returns how many.
static int fives_after(const struct field *f, int side, int x, int y, move *list)
{
    static const int step_x[FAMILIES] = {1, 0, 1, 1}, step_y[FAMILIES] = {0, 1, -1, 1};
    int count = 0;
    for (int family = 0; family < FAMILIES; family++) {
        int at = bit_of(family, x, y), low = at < 4 ? 0 : at - 4;
        uint32_t line = f->stones[side][family][line_of(family, x, y)];
        if (bit_count(line >> low & 0x1ff) < 3)
            continue;
        line |= 1u << at;
        for (int k = -4; k <= 4; k++) {
            int cx = x + k * step_x[family], cy = y + k * step_y[family];
            if (k != 0 && is_empty(f, cx, cy) &&
                wins(line | 1u << bit_of(family, cx, cy), f->free_rule))
                list[count++] = move_at(cx, cy);
        }
    }
    return count;
}

enum { FIVES_MAX = 8 * FAMILIES };

// A cell after which `side` has two cells to win with, so that nothing stops it; or MOVE_NONE.
static move double_four(const struct field *f, int side, const uint32_t near[SPAN])
{
    move fives[FIVES_MAX];
    for (int y = 0; y < f->size; y++)
        for (uint32_t row = near[y]; row; row &= row - 1)
            if (fives_after(f, side, __builtin_ctz(row), y, fives) >= 2)
                return move_at(__builtin_ctz(row), y);
    return MOVE_NONE;
}

// Where the other side threatens double fours and nobody a five, a move loses unless it is a four
// of one's own or, for each of the threats, takes its cell or one of the two fives it would leave.
// Lists what may not lose, or where all does one of the threats; 0 when there are none.
static int answers(const struct field *f, int side, const uint32_t near[SPAN], move *list)
{
    uint32_t answer[SPAN];
    move fives[FIVES_MAX], threat = MOVE_NONE;
    memcpy(answer, near, sizeof answer);
    for (int y = 0; y < f->size; y++)
        for (uint32_t row = near[y]; row; row &= row - 1) {
            int x = __builtin_ctz(row), n = fives_after(f, side ^ 1, x, y, fives);
            uint32_t these[SPAN] = {0};
            if (n < 2)
                continue;
            threat = move_at(x, y);
            these[y] = 1u << x;
            // Of three fives one stone stops only one.
            for (int i = 0; n == 2 && i < n; i++)
                these[move_y(fives[i])] |= 1u << move_x(fives[i]);
            for (int k = 0; k < f->size; k++)
                answer[k] &= these[k];
        }
    int count = 0;
    for (int y = 0; threat != MOVE_NONE && y < f->size; y++)
        for (uint32_t row = near[y]; row; row &= row - 1) {
            int x = __builtin_ctz(row);
            if (answer[y] >> x & 1 || fives_after(f, side, x, y, fives) > 0)
                list[count++] = move_at(x, y);
        }
    if (count == 0 && threat != MOVE_NONE)
        list[count++] = threat;
    return count;
}

// Every cell with which `side` wins at once.
static int winning_cells(const struct field *f, int side, const uint32_t near[SPAN], move *list)
{
    int count = 0;
    for (int y = 0; y < f->size; y++)
        for (uint32_t row = near[y]; row; row &= row - 1)
            if (would_win(f, side, __builtin_ctz(row), y))
                list[count++] = move_at(__builtin_ctz(row), y);
    return count;
}

// The same where a four can be answered in several ways or not at all: a win, or every cell near
// stones that may be played on.
static void expand_strictly(const struct gomoku *b, struct mcts_moves *out)
{
    uint64_t line[4][LINES_EACH];
    uint32_t near[SPAN], rows[GOMOKU_SIZE_MAX];
    int legal = 0;
    lines_set(line, b);
    near_stones(b, near);
    gomoku_playable(b, rows);
    for (int y = 0; y < b->size; y++) {
        legal += bit_count(rows[y]);
        for (uint32_t row = rows[y] & near[y]; row; row &= row - 1) {
            move m = move_at(__builtin_ctz(row), y);
            if (wins_by_table(line, b->rule, b->to_move, m)) {
                out->at[0] = m;
                out->count = 1;
                return;
            }
            out->at[out->count++] = m;
        }
    }
    out->complete = out->count == legal;
    for (int y = 0; out->count == 0 && y < b->size; y++)
        if (rows[(b->size / 2 + y) % b->size]) {
            int at = (b->size / 2 + y) % b->size;
            out->at[out->count++] = move_at(__builtin_ctz(rows[at]), at);
        }
}

// A win is the only move worth a child; else the cells where the other side would win; else what
// answers its open threes; else the cells near stones, which are not all there are.
static void expand(const void *context, const void *state, struct mcts_moves *out)
{
    const struct state *s = state;
    const struct gomoku *b = &s->board;
    int margin;
    (void)context;
    out->count = 0;
    out->result = 0;
    out->complete = true;
    if (gomoku_over(b, &margin)) {
        out->result = b->to_move == FIRST ? margin : -margin;
        return;
    }
    if (!rule_is_plain(b->rule)) {
        expand_strictly(b, out);
        return;
    }
    struct field f;
    uint32_t near[SPAN];
    field_load(&f, b);
    near_stones(b, near);
    out->count = winning_cells(&f, b->to_move, near, out->at);
    if (out->count == 0)
        out->count = winning_cells(&f, b->to_move ^ 1, near, out->at);
    if (out->count)
        return;
    move winner = double_four(&f, b->to_move, near);
    if (winner != MOVE_NONE) {
        out->at[out->count++] = winner;
        return;
    }
    out->count = answers(&f, b->to_move, near, out->at);
    if (out->count)
        return;
    for (int y = 0; y < b->size; y++)
        for (uint32_t row = near[y]; row; row &= row - 1)
            out->at[out->count++] = move_at(__builtin_ctz(row), y);
    out->complete = out->count == b->empties;
    for (int i = 0; out->count == 0 && i < b->size * b->size; i++) {
        // Nothing is near: the middle, or whatever is free.
        int cell = (b->size * b->size / 2 + i) % (b->size * b->size);
        move m = move_at(cell % b->size, cell / b->size);
        if (gomoku_is_empty(b, m))
            out->at[out->count++] = m;
    }
}

static void play(const void *context, void *state, move m)
{
    struct state *s = state;
    (void)context;
    gomoku_put(&s->board, m);
    s->last = m;
}

// ---- playouts -----------------------------------------------------------------------------------

// One game of random moves; 1, 0 or -1 for the side to move at its start.
static int uniform(struct field *f, int side, struct rng *rng)
{
    int sign = 1;
    while (f->empties > 0) {
        move m = f->empty[rng_below(rng, (uint32_t)f->empties)];
        field_put(f, side, m);
        if (field_won(f, side, m))
            return sign;
        side ^= 1;
        sign = -sign;
    }
    return 0;
}

// A random one of the empty cells that `side` may play on; MOVE_NONE when there is none.
static move random_cell(const struct field *f, uint64_t line[4][LINES_EACH], int rule, int side,
                        struct rng *rng)
{
    int from = (int)rng_below(rng, (uint32_t)f->empties);
    for (int i = 0; i < f->empties; i++) {
        move m = f->empty[(from + i) % f->empties];
        if (rule != GOMOKU_RENJU || side != FIRST || !renju_forbidden(line, m))
            return m;
    }
    return MOVE_NONE;
}

// The same by the tables of another rule.
static int uniform_strictly(struct field *f, uint64_t line[4][LINES_EACH], int rule, int side,
                            struct rng *rng)
{
    int sign = 1;
    while (f->empties > 0) {
        move m = random_cell(f, line, rule, side, rng);
        if (m == MOVE_NONE)
            return -sign;
        if (wins_by_table(line, rule, side, m))
            return sign;
        field_put(f, side, m);
        lines_toggle(line, side, m);
        side ^= 1;
        sign = -sign;
    }
    return 0;
}

// So many of them from a position.
static int simulate_strictly(const struct gomoku *b, const struct field *start, struct rng *rng,
                             int count)
{
    uint64_t line[4][LINES_EACH], copy[4][LINES_EACH];
    struct field f;
    int sum = 0;
    lines_set(line, b);
    for (int i = 0; i < count; i++) {
        f = *start;
        memcpy(copy, line, sizeof copy);
        sum += uniform_strictly(&f, copy, b->rule, b->to_move, rng);
    }
    return sum;
}

static void weigh(const void *context, const void *state, void *scratch, struct mcts_moves *moves)
{
    (void)context;
    gomoku_weigh(&((const struct state *)state)->board, scratch, moves);
}

static int simulate(const void *context, const void *state, void *scratch, enum playout_kind kind,
                    struct rng *rng, int count)
{
    const struct state *s = state;
    struct field start, f;
    int sum = 0, side = s->board.to_move;
    (void)context;
    if (kind == PLAYOUT_EVAL || kind == PLAYOUT_POLICY)
        return count * (gomoku_has_five(&s->board, (enum side)(side ^ 1))
                            ? -MCTS_ONE
                            : gomoku_expected(&s->board, scratch, kind == PLAYOUT_POLICY));
    field_load(&start, &s->board);
    bool plain = rule_is_plain(s->board.rule);
    if (s->last != MOVE_NONE && (plain ? field_won(&start, side ^ 1, s->last)
                                       : gomoku_has_five(&s->board, (enum side)(side ^ 1))))
        return -count * MCTS_ONE;
    if (kind == PLAYOUT_GUIDED)
        return MCTS_ONE * gomoku_guided(&s->board, scratch, rng, count);
    if (!plain)
        return MCTS_ONE * simulate_strictly(&s->board, &start, rng, count);
    for (int i = 0; i < count; i++) {
        f = start;
        sum += uniform(&f, side, rng);
    }
    return sum * MCTS_ONE;
}

const struct mcts_rules gomoku_playout = {
    .game = &gomoku_game,
    .owner = "mcts gomoku",
    .state_size = sizeof(struct state),
    .scratch_size = GOMOKU_SCRATCH,
    .batch =
        {[PLAYOUT_UNIFORM] = 4, [PLAYOUT_GUIDED] = 2, [PLAYOUT_EVAL] = 1, [PLAYOUT_POLICY] = 1},
    .temperature = 100, // by patterns 11-9 against 50, 13-6-1 against 200; a logit is 128 to 1
    .begin = begin,
    .expand = expand,
    .play = play,
    .weigh = weigh,
    .simulate = simulate,
};
