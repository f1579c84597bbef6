// SPDX-License-Identifier: MIT
// game.c - Connect Four behind the seam: shapes, boards in and out, rules.
#include <string.h>

#include "engine/connect4/playout.h"
#include "engine/connect4/search.h"
#include "engine/games.h"
#include "engine/strength.h"
#include "engine/kernel.h"
#include "engine/notation.h"
#include "engine/rng.h"

_Static_assert(sizeof(struct connect4) <= sizeof(struct position), "a position holds a board");

// A random word for each colour and cell; filled once by init.
static uint64_t zobrist[2][C4_BITS_MAX];

static void init(void)
{
    struct rng r = {0x636f6e6e34};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < C4_BITS_MAX; i++)
            zobrist[side][i] = rng_next(&r);
}

const struct connect4_kernel *connect4_kernel_for(const struct connect4 *c, enum kernel kernel)
{
    int bits = c->width * (c->height + 1);
    if (c->width == 7 && c->height == 6 && c->block == C4_NO_BLOCK)
        return KERNEL_PICK(kernel, connect4_7x6);
    return bits <= 64    ? KERNEL_PICK(kernel, connect4_64)
           : bits <= 128 ? KERNEL_PICK(kernel, connect4_128)
                         : KERNEL_PICK(kernel, connect4_192);
}

// Puts the board into zeroed bytes, so that equal positions are equal bytes.
static void store(struct position *out, const struct connect4 *c)
{
    *out = (struct position){0};
    memcpy(out->bytes, c, sizeof *c);
}

static bool has(const uint64_t set[3], int bit)
{
    return set[bit >> 6] >> (bit & 63) & 1;
}

static void add(uint64_t set[3], int bit)
{
    set[bit >> 6] |= UINT64_C(1) << (bit & 63);
}

static int bit_at(const struct connect4 *c, int x, int y)
{
    return x * (c->height + 1) + c->height - 1 - y;
}

// ---- shapes ----

// An edge length off the front of the text.
static bool read_edge(struct word *rest, uint8_t *out)
{
    size_t n = 0;
    while (n < rest->length && rest->text[n] >= '0' && rest->text[n] <= '9')
        n++;
    int64_t value;
    if (!word_int((struct word){rest->text, n}, C4_MIN, C4_MAX, &value))
        return false;
    *out = (uint8_t)value;
    *rest = (struct word){rest->text + n, rest->length - n};
    return true;
}

// True and steps over it when the text goes on with this.
static bool read_mark(struct word *rest, const char *mark)
{
    size_t n = strlen(mark);
    if (rest->length < n || !word_is_nocase((struct word){rest->text, n}, mark))
        return false;
    *rest = (struct word){rest->text + n, rest->length - n};
    return true;
}

// "c4" as the blocked cell: a column letter, and a row counted from the bottom.
static bool read_block(struct word rest, struct connect4 *c)
{
    if (rest.length < 2)
        return false;
    int x = (rest.text[0] | 0x20) - 'a';
    int64_t row;
    if (x < 0 || x >= c->width ||
        !word_int((struct word){rest.text + 1, rest.length - 1}, 1, c->height, &row))
        return false;
    c->block = (uint8_t)(x * (c->height + 1) + (int)row - 1);
    return true;
}

static bool start(struct position *out, const char *shape, const char **why)
{
    struct connect4 c = {.width = 7, .height = 6, .block = C4_NO_BLOCK};
    struct word rest = word_of(shape);
    if (rest.length > 0 && !read_mark(&rest, "x=") &&
        !(read_edge(&rest, &c.width) && read_mark(&rest, "x") && read_edge(&rest, &c.height) &&
          (rest.length == 0 || read_mark(&rest, ",x=")))) {
        *why = "a Connect Four board is WxH with edges from 4 to 13, then perhaps ,x= and the "
               "blocked cell";
        return false;
    }
    if (rest.length > 0) {
        if (!read_block(rest, &c)) {
            *why = "the blocked cell is not on the board; a1 is the bottom left cell";
            return false;
        }
        add(c.filled, c.block);
    } else if (shape[0] && shape[strlen(shape) - 1] == '=') {
        *why = "the blocked cell is missing after x=";
        return false;
    }
    c.key = rng_mix((uint64_t)c.width << 16 | (uint64_t)c.height << 8 | c.block);
    store(out, &c);
    return true;
}

static void shape(const struct position *p, char out[GAME_ID_MAX])
{
    const struct connect4 *c = connect4_of(p);
    struct writer w = writer_on(out, GAME_ID_MAX);
    if (c->width != 7 || c->height != 6 || c->block != C4_NO_BLOCK)
        write_text(&w, "%dx%d", c->width, c->height);
    if (c->block != C4_NO_BLOCK)
        write_text(&w, ",x=%c%d", 'a' + c->block / (c->height + 1), c->block % (c->height + 1) + 1);
}

// ---- rules ----

// Stones of the side that does not move.
static word other_stones(const struct connect4 *c)
{
    word rest = word_of_parts(c->filled) & ~word_of_parts(c->mover);
    return c->block == C4_NO_BLOCK ? rest : rest & ~word_bit(c->block);
}

static bool over(const struct position *p, int *margin)
{
    const struct connect4 *c = connect4_of(p);
    bool won = four_in(other_stones(c), c->height + 1);
    if (!won && c->plies < connect4_cells(c))
        return false;
    *margin = !won ? 0 : connect4_mover(c) == FIRST ? -1 : 1;
    return true;
}

static void moves(const struct position *p, struct moves *list)
{
    const struct connect4 *c = connect4_of(p);
    list->count = 0;
    if (four_in(other_stones(c), c->height + 1))
        return;
    for (int x = 0; x < c->width; x++) {
        int y = c->height - 1;
        while (y >= 0 && has(c->filled, bit_at(c, x, y)))
            y--;
        if (y >= 0)
            list->at[list->count++] = move_at(x, y);
    }
}

// Drops a stone for the side to move on a cell known to be free.
static void drop(struct connect4 *c, int bit)
{
    word other = other_stones(c);
    c->key ^= zobrist[connect4_mover(c)][bit];
    add(c->filled, bit);
    word_to_parts(other, c->mover);
    c->plies++;
}

static bool play(struct position *p, move m)
{
    struct moves legal;
    moves(p, &legal);
    for (int i = 0; i < legal.count; i++)
        if (legal.at[i] == m) {
            struct connect4 c = *connect4_of(p);
            drop(&c, bit_at(&c, move_x(m), move_y(m)));
            store(p, &c);
            return true;
        }
    return false;
}

static uint64_t key(const struct position *p)
{
    return connect4_of(p)->key;
}

// The mirror image of a set of cells, spare ones included.
static word mirror_of(const struct connect4 *c, word set)
{
    const int stride = c->height + 1;
    word out = word_empty(), lane = word_empty();
    for (int y = 0; y < stride; y++)
        lane |= word_bit(y);
    for (int x = 0; x < c->width; x++)
        out |= word_shift(word_shift(set, -x * stride) & lane, (c->width - 1 - x) * stride);
    return out;
}

static bool is_less(word a, word b)
{
    for (int i = 2; i >= 0; i--)
        if (word_part(a, i) != word_part(b, i))
            return word_part(a, i) < word_part(b, i);
    return false;
}

// The mover's stones and one bit on top of each column say it all; of them and their mirror image
// the smaller number.
static void canonical(const struct position *p, struct canonical *out)
{
    const struct connect4 *c = connect4_of(p);
    const int stride = c->height + 1;
    word bottom = word_empty();
    for (int x = 0; x < c->width; x++)
        bottom |= word_bit(x * stride);
    word key = word_of_parts(c->mover) | word_sum(word_of_parts(c->filled), bottom);
    *out = (struct canonical){
        .size = (c->width * stride + 7) / 8, .width = c->width, .height = c->height};
    if (c->block == C4_NO_BLOCK || c->block / stride * 2 + 1 == c->width) {
        word image = mirror_of(c, key);
        out->symmetry = is_less(image, key);
        key = out->symmetry ? image : key;
    }
    for (int i = 0; i < out->size; i++)
        out->bytes[i] = (uint8_t)(word_part(key, i / 8) >> 8 * (i % 8));
}

// The winner's stones left and one, as the solver scores it; the last stone was the other side's.
static int end_score(const struct position *p)
{
    const struct connect4 *c = connect4_of(p);
    int margin;
    return over(p, &margin) && margin ? -100 * ((connect4_cells(c) + 2 - c->plies) / 2) : 0;
}

static int win_in(const struct position *p, int score)
{
    const struct connect4 *c = connect4_of(p);
    return connect4_win_in(connect4_cells(c), c->plies, score / 100);
}

// ---- boards ----

static void to_grid(const struct position *p, struct grid *g)
{
    const struct connect4 *c = connect4_of(p);
    enum side mover = connect4_mover(c);
    *g = (struct grid){.width = c->width, .height = c->height, .to_move = mover};
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            int bit = bit_at(c, x, y);
            uint8_t cell = CELL_EMPTY;
            if (bit == c->block)
                cell = CELL_BLOCKED;
            else if (has(c->mover, bit))
                cell = mover == FIRST ? CELL_FIRST : CELL_SECOND;
            else if (has(c->filled, bit))
                cell = mover == FIRST ? CELL_SECOND : CELL_FIRST;
            g->cell[y * c->width + x] = cell;
        }
}

// Adds the grid's stones to an empty board. False when stones float or the blocked cell is
// elsewhere.
static bool add_stones(struct connect4 *c, const struct grid *g, const char **why)
{
    const uint8_t own = g->to_move == FIRST ? CELL_FIRST : CELL_SECOND;
    for (int x = 0; x < c->width; x++) {
        bool open = false; // an empty cell lies below
        for (int y = c->height - 1; y >= 0; y--) {
            int bit = bit_at(c, x, y);
            uint8_t cell = g->cell[y * c->width + x];
            if ((cell == CELL_BLOCKED) != (bit == c->block)) {
                *why = "the blocked cell is not where this board has it";
                return false;
            }
            if (cell == CELL_BLOCKED)
                continue;
            if (cell == CELL_EMPTY) {
                open = true;
                continue;
            }
            if (open) {
                *why = "a stone floats over an empty cell";
                return false;
            }
            add(c->filled, bit);
            if (cell == own)
                add(c->mover, bit);
            c->key ^= zobrist[cell == CELL_FIRST ? FIRST : SECOND][bit];
            c->plies++;
        }
    }
    return true;
}

// True when the fours on the board can be the work of the last move: taking one of its side's
// topmost stones away leaves none.
static bool end_is_possible(const struct field *f, word other, word filled)
{
    for (int x = 0; x < f->width; x++) {
        word stones = f->column[x] & filled;
        while (word_count(stones) > 1)
            word_take(&stones);
        if (!word_none(stones & other) && !field_four(f, other & ~stones))
            return true;
    }
    return false;
}

static bool from_grid(struct position *out, const struct position *shape_of, const struct grid *g,
                      const char **why)
{
    struct connect4 c = *connect4_of(shape_of);
    if (g->width != c.width || g->height != c.height) {
        *why = "the board has another size";
        return false;
    }
    char text[GAME_ID_MAX];
    struct position empty;
    shape(shape_of, text);
    if (!start(&empty, text, why))
        return false;
    c = *connect4_of(&empty);
    if (!add_stones(&c, g, why))
        return false;
    int first = grid_count(g, CELL_FIRST), second = grid_count(g, CELL_SECOND);
    if (first - second != (g->to_move == SECOND)) {
        *why = "the numbers of stones do not fit the side to move";
        return false;
    }
    struct field f;
    field_set(&f, &c);
    word own = word_of_parts(c.mover), other = other_stones(&c);
    if (field_four(&f, own)) {
        *why = "the side to move has four in a row already";
        return false;
    }
    if (field_four(&f, other) && !end_is_possible(&f, other, own | other)) {
        *why = "no last move can have made these fours";
        return false;
    }
    store(out, &c);
    return true;
}

// ---- thinking ----

static int evaluate(const struct position *p)
{
    const struct connect4 *c = connect4_of(p);
    return connect4_kernel_for(c, KERNEL_AUTO)->evaluate(c);
}

static int terms(const struct position *p, struct eval_term out[TERMS_MAX])
{
    const struct connect4 *c = connect4_of(p);
    return connect4_kernel_for(c, KERNEL_AUTO)->terms(c, out);
}

static uint64_t perft(const struct position *p, int depth)
{
    const struct connect4 *c = connect4_of(p);
    return connect4_kernel_for(c, KERNEL_AUTO)->perft(c, depth);
}

static const struct mcts_rules *playouts(const struct position *p, enum kernel kernel)
{
    return connect4_playout_for(connect4_of(p), kernel);
}

static struct thought think(const struct position *p, const struct moves *roots, struct search *s)
{
    return connect4_think(connect4_kernel_for(connect4_of(p), s->kernel), p, roots, s);
}

// The levels for people, made by scripts/calibrate-levels: rating, plies, depth, temperature,
// threats, width, ending.
// clang-format off
static const struct strength strengths[STRENGTHS] = {
    {800, 2, 0, 12, 0, 0, 0},
    {962, 2, 0, 6, 0, 0, 0},
    {1099, 0, 4, 7, 0, 0, 0},
    {1254, 0, 6, 5, 0, 0, 0},
    {1416, 0, 8, 3, 0, 0, 0},
    {1555, 0, 10, 2, 0, 0, 0},
    {1673, 0, 12, 2, 0, 0, 0},
    {1841, 0, 12, 0, 0, 0, 31},
    {1970, 0, 12, 0, 0, 0, 34},
    {2140, 0, 0, 0, 0, 0, 0},
};
// clang-format on

const struct game connect4_game = {
    .name = "connect4",
    .title = "Connect Four",
    .aliases = (const char *const[]){"c4", "four in a row", NULL},
    .variants = (const struct uci_variant[]){{"cfour", "connect4"}, {NULL, NULL}},
    .shape_form = "[:WxH[,x=CELL]]",
    .shape_help = "WxH from 4x4 to 13x13, then perhaps a blocked cell: 9x10,x=c4; nothing for 7x6",
    .move_example = "d",
    .strengths = strengths,
    .proves = 1 << GOAL_EXACT | 1 << GOAL_OUTCOME,
    .notation = NOTATION_COLUMN,
    .gtp_skips_i = true,
    .win_scale = 300,
    .init = init,
    .start = start,
    .shape = shape,
    .from_grid = from_grid,
    .to_grid = to_grid,
    .moves = moves,
    .play = play,
    .over = over,
    .key = key,
    .canonical = canonical,
    .end_score = end_score,
    .win_in = win_in,
    .evaluate = evaluate,
    .terms = terms,
    .perft = perft,
    .playouts = playouts,
    .think = think,
};
