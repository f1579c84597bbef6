// SPDX-License-Identifier: MIT
// Othello behind the seam of game.h.
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/strength.h"
#include "engine/kernel.h"
#include "engine/othello/eval/terms.h"
#include "engine/othello/solve/endgame.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/board/kernels.h"
#include "engine/othello/search/midgame.h"
#include "engine/othello/search/playout.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/board/symmetry.h"
#include "engine/othello/eval/six_eval.h"

// A board edge: 4, 6 or 8.
static bool is_edge(char c)
{
    return c == '4' || c == '6' || c == '8';
}

static bool start(struct position *out, const char *shape, const char **why)
{
    int width = 8, height = 8;
    if (shape[0]) {
        if (!is_edge(shape[0]) || shape[1] != 'x' || !is_edge(shape[2]) || shape[3]) {
            *why = "an Othello board is WxH, each 4, 6 or 8, such as 6x6";
            return false;
        }
        width = shape[0] - '0';
        height = shape[2] - '0';
    }
    int cell = (height / 2 - 1) << 3 | (width / 2 - 1); // d4 on the usual board
    uint64_t black = UINT64_C(1) << (cell + 1) | UINT64_C(1) << (cell + 8);
    uint64_t white = UINT64_C(1) << cell | UINT64_C(1) << (cell + 9);
    struct othello o = {.board = {black, white},
                        .mask = mask_of_shape(width, height),
                        .width = (uint8_t)width,
                        .height = (uint8_t)height,
                        .side = FIRST};
    othello_put(out, &o);
    return true;
}

static void shape(const struct position *p, char out[GAME_ID_MAX])
{
    struct othello o = othello_get(p);
    struct writer w = writer_on(out, GAME_ID_MAX);
    if (o.width != 8 || o.height != 8)
        write_text(&w, "%dx%d", o.width, o.height);
}

static bool from_grid(struct position *out, const struct position *shape_of_position,
                      const struct grid *g, const char **why)
{
    struct othello o = othello_get(shape_of_position);
    if (g->width != o.width || g->height != o.height) {
        *why = "the board has another size than this game";
        return false;
    }
    uint64_t discs[2] = {0, 0};
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++) {
            uint8_t cell = g->cell[y * g->width + x];
            if (cell == CELL_BLOCKED) {
                *why = "Othello has no blocked cells";
                return false;
            }
            if (cell != CELL_EMPTY)
                discs[cell == CELL_SECOND] |= UINT64_C(1) << (y << 3 | x);
        }
    o.side = (uint8_t)g->to_move;
    o.board = (struct board){discs[o.side], discs[!o.side]};
    othello_put(out, &o);
    return true;
}

static void to_grid(const struct position *p, struct grid *g)
{
    struct othello o = othello_get(p);
    uint64_t first = o.side == FIRST ? o.board.mover : o.board.other;
    uint64_t second = o.side == FIRST ? o.board.other : o.board.mover;
    *g = (struct grid){.width = o.width, .height = o.height, .to_move = (enum side)o.side};
    for (int y = 0; y < o.height; y++)
        for (int x = 0; x < o.width; x++) {
            int cell = y << 3 | x;
            g->cell[y * o.width + x] = (first >> cell & 1)    ? CELL_FIRST
                                       : (second >> cell & 1) ? CELL_SECOND
                                                              : CELL_EMPTY;
        }
}

// The mover's legal cells, and the other side's.
static uint64_t cells_to_play(const struct othello *o)
{
    return moves_of(o->board.mover, o->board.other, empty_of(o->board, o->mask));
}

static bool other_can_play(const struct othello *o)
{
    return moves_of(o->board.other, o->board.mover, empty_of(o->board, o->mask)) != 0;
}

static void moves(const struct position *p, struct moves *list)
{
    struct othello o = othello_get(p);
    uint64_t cells = cells_to_play(&o);
    list->count = 0;
    if (!cells && other_can_play(&o))
        list->at[list->count++] = MOVE_PASS;
    while (cells)
        list->at[list->count++] = move_of_cell(bit_take(&cells));
}

static bool play(struct position *p, move m)
{
    struct othello o = othello_get(p);
    uint64_t cells = cells_to_play(&o);
    if (m == MOVE_PASS) {
        if (cells || !other_can_play(&o))
            return false;
        o.board = board_pass(o.board);
    } else {
        if (move_x(m) >= o.width || move_y(m) >= o.height)
            return false;
        int cell = cell_of_move(m);
        if (!(cells >> cell & 1))
            return false;
        o.board = board_after(o.board, cell, flip_of(cell, o.board.mover, o.board.other));
    }
    o.side ^= 1;
    othello_put(p, &o);
    return true;
}

static bool over(const struct position *p, int *margin)
{
    struct othello o = othello_get(p);
    if (cells_to_play(&o) || other_can_play(&o))
        return false;
    int score = final_score(o.board, bit_count(empty_of(o.board, o.mask)));
    *margin = o.side == FIRST ? score : -score;
    return true;
}

static uint64_t key(const struct position *p)
{
    struct othello o = othello_get(p);
    return board_key(o.board) ^ othello_tables.shape_word[o.width][o.height] ^
           (o.side == SECOND ? othello_tables.side_word : 0);
}

static void put_word(struct canonical *c, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        c->bytes[c->size++] = (uint8_t)(word >> 8 * i);
}

static void canonical(const struct position *p, struct canonical *out)
{
    struct othello o = othello_get(p);
    struct shape shape = shape_of(o.width, o.height);
    *out = (struct canonical){.width = o.width, .height = o.height};
    struct board first = first_image(o.board, &shape, &out->symmetry);
    put_word(out, first.mover);
    put_word(out, first.other);
}

static int end_score(const struct position *p)
{
    struct othello o = othello_get(p);
    return 100 * final_score(o.board, bit_count(empty_of(o.board, o.mask)));
}

// A difference of discs does not say when the game ends.
static int win_in(const struct position *p, int score)
{
    (void)p;
    (void)score;
    return 0;
}

static bool is_six(const struct othello *o)
{
    return o->width == 6 && o->height == 6;
}

static int evaluate(const struct position *p)
{
    struct othello o = othello_get(p);
    int margin;
    if (is_six(&o) && !six_tables.problem && !over(p, &margin)) {
        struct six_eval e;
        six_fresh(&e, o.board.mover, o.board.other);
        return six_value(&e, SIX_PLIES - bit_count(empty_of(o.board, o.mask))) * 100 / SIX_UNITS;
    }
    return othello_evaluate(&o);
}

static int terms(const struct position *p, struct eval_term out[TERMS_MAX])
{
    struct othello o = othello_get(p);
    int margin;
    return over(p, &margin) ? 0 : othello_terms(&o, out);
}

static uint64_t perft(const struct position *p, int depth)
{
    struct othello o = othello_get(p);
    return othello_kernels(KERNEL_AUTO)->perft(o.board, o.mask, depth);
}

// Whether a game this far may be solved in the time there is. The time a win, draw or loss takes
// about doubles with every empty cell; at 20 it is of the order of 40 ms. On 6x6 the solver is
// always asked: what it finds on the way to a proof is as good as what any other search finds.
static bool solvable(const struct othello *o, int empties, const struct search *s)
{
    const int64_t ms = 1000000;
    const struct limits *l = &s->limits;
    if (l->depth > 0 && l->depth < empties)
        return false;
    if (is_six(o) && !l->nodes)
        return true;
    if (s->clock->hard >= CLOCK_NEVER)
        return empties <= (l->nodes ? 14 : 24);
    if (empties >= 40)
        return false;
    int64_t half = empties < 20 ? 40 * ms >> (20 - empties) : 40 * ms << (empties - 20);
    return half < s->clock->hard / 2;
}

// Thinks under a clock: near the end a quick look ahead, in case there is no time for more, and
// then the solver; before that the midgame search.
static struct thought think_to_play(const struct position *p, const struct moves *roots,
                                    struct search *s)
{
    enum { QUICK_DEPTH = 8 };
    struct othello o = othello_get(p);
    int empties = bit_count(empty_of(o.board, o.mask));
    bool usual = !~o.mask && !eval_tables.problem; // there the search knows the way to the end
    if (usual || !solvable(&o, empties, s))
        return othello_midgame_think(p, roots, s);
    struct search quick = *s;
    quick.limits.depth = QUICK_DEPTH < empties ? QUICK_DEPTH : empties;
    quick.limits.infinite = quick.limits.ponder = false;
    struct thought look = othello_midgame_think(p, roots, &quick);
    struct thought proof = othello_endgame_think(p, roots, s);
    look.nodes += proof.nodes;
    proof.nodes = look.nodes;
    // A pass that was finished on the way to a proof has left a reply to expect.
    return proof.proven || (is_six(&o) && proof.ponder != MOVE_NONE) ? proof : look;
}

static const struct mcts_rules *playouts(const struct position *p, enum kernel kernel)
{
    (void)p;
    return KERNEL_PICK(kernel, othello_playout);
}

// Proves the value, or picks a move to play.
static struct thought think(const struct position *p, const struct moves *roots, struct search *s)
{
    if (s->limits.goal == GOAL_EXACT || s->limits.goal == GOAL_OUTCOME)
        return othello_endgame_think(p, roots, s);
    return think_to_play(p, roots, s);
}

// Fills all of Othello's tables.
static void init(void)
{
    othello_tables_init();
    endgame_init();
    eval_init();
    probcut_init();
    six_eval_init();
}

// The depth of a level as Othello people know them from Edax: to the end from twice its number of
// empty cells on, later from 21, 24 and 27.
static int level_depth(int level, int empties)
{
    int end = level <= 10   ? 2 * level
              : level <= 18 ? 21
              : level <= 24 ? 24
              : level <= 30 ? 27
                            : level;
    return empties <= end ? empties : level;
}

// The levels for people, made by scripts/calibrate-levels: rating, plies, depth, temperature,
// threats, width, ending.
// clang-format off
static const struct strength strengths[STRENGTHS] = {
    {800, 1, 0, 190, 0, 0, 0},
    {1038, 1, 0, 120, 0, 0, 0},
    {1279, 1, 0, 75, 0, 0, 0},
    {1496, 1, 0, 45, 0, 0, 0},
    {1855, 2, 0, 40, 0, 0, 0},
    {2237, 0, 3, 26, 0, 0, 0},
    {2600, 0, 4, 8, 0, 0, 0},
    {2934, 0, 7, 5, 0, 0, 0},
    {3200, 0, 10, 1, 0, 0, 0},
    {3519, 0, 0, 0, 0, 0, 0},
};
// clang-format on

static const char *problem(int number)
{
    const char *found[] = {eval_tables.problem, six_tables.problem};
    for (size_t i = 0; i < LENGTH(found); i++)
        if (found[i] && number-- == 0)
            return found[i];
    return NULL;
}

const struct game othello_game = {
    .name = "othello",
    .title = "Othello",
    .aliases = (const char *const[]){"reversi", NULL},
    .variants = (const struct uci_variant[]){{"flipello", "othello"},
                                             {"flipello6", "othello:6x6"},
                                             {NULL, NULL}},
    .sgf = 2,
    .shape_form = "[:WxH]",
    .shape_help = "WxH, each 4, 6 or 8; nothing for 8x8",
    .move_example = "d3",
    .flips = true,
    .scoring = SCORING_DISCS,
    .strengths = strengths,
    .level_depth = level_depth,
    .proves = 1 << GOAL_EXACT | 1 << GOAL_OUTCOME,
    .notation = NOTATION_ROW_ONE_TOP,
    .win_scale = 400,
    .search_depth = 20,
    .search_gain = 15,
    .init = init,
    .problem = problem,
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
