// SPDX-License-Identifier: MIT
// game.c - Gomoku behind the seam of engine/game.h.
#include "engine/bits.h"
#include "engine/deepen.h"
#include "engine/games.h"
#include "engine/strength.h"
#include "engine/gomoku/board.h"
#include "engine/gomoku/pattern.h"
#include "engine/gomoku/playout.h"
#include "engine/gomoku/network.h"
#include "engine/gomoku/policy.h"
#include "engine/gomoku/search.h"
#include "engine/symmetry.h"
#include "engine/text.h"

static void game_init(void)
{
    gomoku_board_init();
    gomoku_pattern_init();
    gomoku_search_init();
    view_init();
    policy_init();
    network_init();
}

// Takes the text up to the next comma off the front of *rest.
static struct word next_part(struct word *rest)
{
    const char *comma = memchr(rest->text, ',', rest->length);
    size_t n = comma ? (size_t)(comma - rest->text) : rest->length;
    struct word part = {rest->text, n};
    rest->text += comma ? n + 1 : n;
    rest->length -= comma ? n + 1 : n;
    return word_trim(part);
}

// The rules as a shape names them.
static const char *const rule_names[GOMOKU_RULES] = {"exact", "free", "renju", "caro",
                                                     "caro,exact"};

// Adds the rule that a word names to a set of them, a bit each. False when it is none.
static bool read_rule(struct word part, unsigned *named)
{
    for (int i = 0; i < GOMOKU_CARO_EXACT; i++)
        if (word_is_nocase(part, rule_names[i])) {
            *named |= 1u << i;
            return true;
        }
    return false;
}

// The one rule that the named ones are together, in whatever order. False when they contradict each
// other.
static bool join_rules(unsigned named, enum gomoku_rule *rule)
{
    *rule = GOMOKU_EXACT;
    if (named == (1u << GOMOKU_CARO | 1u << GOMOKU_EXACT))
        *rule = GOMOKU_CARO_EXACT;
    else if (named)
        *rule = (enum gomoku_rule)__builtin_ctz(named);
    return *rule == GOMOKU_CARO_EXACT || (named & (named - 1)) == 0;
}

// Reads "15", "free", "20,exact", "renju", "15,caro,exact".
static bool game_start(struct position *out, const char *shape, const char **why)
{
    struct word rest = word_of(shape);
    int64_t size = GOMOKU_SIZE_USUAL;
    enum gomoku_rule rule;
    unsigned named = 0;
    for (int i = 0; rest.length; i++) {
        struct word part = next_part(&rest);
        if (!read_rule(part, &named) &&
            (i > 0 || !word_int(part, GOMOKU_SIZE_MIN, GOMOKU_SIZE_MAX, &size))) {
            *why =
                "a Gomoku board is a size from 5 to 22, then exact, free, renju or caro: \"15\", "
                "\"20,free\"";
            return false;
        }
    }
    if (!join_rules(named, &rule)) {
        *why = "a Gomoku game has one rule: exact, free, renju or caro, or caro and exact together";
        return false;
    }
    struct gomoku b = gomoku_new((int)size, rule);
    gomoku_store(out, &b);
    return true;
}

static void game_shape(const struct position *p, char out[GAME_ID_MAX])
{
    struct gomoku b = gomoku_load(p);
    struct writer w = writer_on(out, GAME_ID_MAX);
    if (b.rule != GOMOKU_EXACT)
        write_text(&w, "%d,%s", b.size, rule_names[b.rule]);
    else if (b.size != GOMOKU_SIZE_USUAL)
        write_text(&w, "%d", b.size);
}

// Any number of stones of either colour is welcome: GUIs set up boards.
static bool game_from_grid(struct position *out, const struct position *shape_of,
                           const struct grid *g, const char **why)
{
    struct gomoku shape = gomoku_load(shape_of);
    if (g->width != shape.size || g->height != shape.size) {
        *why = "the board has another size than this game";
        return false;
    }
    struct gomoku b = gomoku_new(shape.size, (enum gomoku_rule)shape.rule);
    for (int y = 0; y < b.size; y++)
        for (int x = 0; x < b.size; x++) {
            uint32_t bit = (uint32_t)1 << x;
            switch (g->cell[y * g->width + x]) {
            case CELL_EMPTY:
                continue;
            case CELL_FIRST:
                b.stones[FIRST][y] |= bit;
                break;
            case CELL_SECOND:
                b.stones[SECOND][y] |= bit;
                break;
            default:
                b.blocked[y] |= bit;
                break;
            }
            b.empties--;
        }
    b.to_move = g->to_move == SECOND;
    b.key = gomoku_fresh_key(&b);
    gomoku_store(out, &b);
    return true;
}

static void game_to_grid(const struct position *p, struct grid *g)
{
    struct gomoku b = gomoku_load(p);
    g->width = g->height = b.size;
    g->to_move = (enum side)b.to_move;
    for (int y = 0; y < b.size; y++)
        for (int x = 0; x < b.size; x++)
            g->cell[y * b.size + x] = b.stones[FIRST][y] >> x & 1    ? CELL_FIRST
                                      : b.stones[SECOND][y] >> x & 1 ? CELL_SECOND
                                      : b.blocked[y] >> x & 1        ? CELL_BLOCKED
                                                                     : CELL_EMPTY;
}

// Every cell that may be played on, row by row from the top.
static void list_moves(const struct gomoku *b, struct moves *list)
{
    uint32_t rows[GOMOKU_SIZE_MAX];
    gomoku_playable(b, rows);
    list->count = 0;
    for (int y = 0; y < b->size; y++)
        for (uint64_t row = rows[y]; row;)
            list->at[list->count++] = move_at(bit_take(&row), y);
}

static void game_moves(const struct position *p, struct moves *list)
{
    struct gomoku b = gomoku_load(p);
    int margin;
    list->count = 0;
    if (!gomoku_over(&b, &margin))
        list_moves(&b, list);
}

static bool game_play(struct position *p, move m)
{
    struct gomoku b = gomoku_load(p);
    int margin;
    if (!gomoku_can_play(&b, m) || gomoku_over(&b, &margin))
        return false;
    gomoku_put(&b, m);
    gomoku_store(p, &b);
    return true;
}

static const char *game_why_not(const struct position *p, move m)
{
    struct gomoku b = gomoku_load(p);
    int margin;
    return gomoku_over(&b, &margin) ? NULL : gomoku_why_not(&b, m);
}

static bool game_over(const struct position *p, int *margin)
{
    struct gomoku b = gomoku_load(p);
    return gomoku_over(&b, margin);
}

static uint64_t game_key(const struct position *p)
{
    return gomoku_load(p).key;
}

// Two bits a cell, row by row, of the board's image under a symmetry: 1 the mover, 2 the other side,
// 3 blocked.
static void pack_image(const struct gomoku *b, int symmetry, uint8_t *out)
{
    const int n = b->size, mover = b->to_move;
    for (int y = 0; y < n; y++) {
        uint32_t own = b->stones[mover][y], other = b->stones[!mover][y], blocked = b->blocked[y];
        for (uint64_t row = own | other | blocked; row;) {
            int x = bit_take(&row);
            move m = move_image(move_at(x, y), n, n, symmetry);
            int cell = move_y(m) * n + move_x(m);
            int code = own >> x & 1 ? 1 : other >> x & 1 ? 2 : 3;
            out[cell / 4] |= (uint8_t)(code << 2 * (cell % 4));
        }
    }
}

static void game_canonical(const struct position *p, struct canonical *out)
{
    struct gomoku b = gomoku_load(p);
    *out = (struct canonical){.size = (b.size * b.size + 3) / 4, .width = b.size, .height = b.size};
    pack_image(&b, 0, out->bytes);
    for (int i = 1; i < 8; i++) {
        uint8_t image[CANONICAL_MAX] = {0};
        pack_image(&b, i, image);
        if (memcmp(image, out->bytes, (size_t)out->size) < 0) {
            memcpy(out->bytes, image, sizeof image);
            out->symmetry = i;
        }
    }
}

// Five in a row by the other side, or by the mover on a board set up by hand, or a full board.
static int game_end_score(const struct position *p)
{
    int margin;
    if (!game_over(p, &margin) || margin == 0)
        return 0;
    return (margin > 0) == (gomoku_load(p).to_move == FIRST) ? SCORE_WIN : -SCORE_WIN;
}

static int game_win_in(const struct position *p, int score)
{
    (void)p;
    return score_win_in(score);
}

static uint64_t perft(const struct gomoku *b, int depth)
{
    int margin;
    if (depth == 0)
        return 1;
    if (gomoku_over(b, &margin))
        return 0;
    if (depth == 1 && b->rule != GOMOKU_RENJU)
        return b->empties;
    struct moves list;
    list_moves(b, &list);
    if (depth == 1)
        return (uint64_t)list.count;
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        struct gomoku next = *b;
        gomoku_put(&next, list.at[i]);
        leaves += perft(&next, depth - 1);
    }
    return leaves;
}

static uint64_t game_perft(const struct position *p, int depth)
{
    struct gomoku b = gomoku_load(p);
    return perft(&b, depth);
}

static int game_evaluate(const struct position *p)
{
    struct gomoku b = gomoku_load(p);
    return gomoku_evaluate(&b);
}

static int game_terms(const struct position *p, struct eval_term out[TERMS_MAX])
{
    struct gomoku b = gomoku_load(p);
    return gomoku_terms(&b, out);
}

static const struct mcts_rules *game_playouts(const struct position *p, enum kernel kernel)
{
    (void)p;
    (void)kernel;
    return &gomoku_playout;
}

// The levels for people, made by scripts/calibrate-levels: rating, plies, depth, temperature,
// threats, width, ending.
// clang-format off
static const struct strength strengths[STRENGTHS] = {
    {800, 0, 1, 1500, 1, 190, 0},
    {923, 0, 1, 1500, 1, 150, 0},
    {1109, 0, 1, 1500, 1, 90, 0},
    {1491, 0, 1, 1500, 1, 32, 0},
    {1754, 0, 1, 55, 1, 32, 0},
    {2118, 0, 1, 20, 1, 32, 0},
    {2273, 0, 1, 1, 1, 32, 0},
    {2611, 0, 3, 2, 2, 8, 0},
    {2949, 0, 6, 0, 3, 0, 0},
    {3295, 0, 0, 0, 0, 0, 0},
};
// clang-format on

static const char *game_problem(int number)
{
    const char *const problems[] = {network_tables.problem, policy_tables.problem};
    for (size_t i = 0; i < LENGTH(problems); i++)
        if (problems[i] && number-- == 0)
            return problems[i];
    return NULL;
}

const struct game gomoku_game = {
    .name = "gomoku",
    .title = "Gomoku",
    .aliases = (const char *const[]){"five in a row", "gobang", NULL},
    .variants = (const struct uci_variant[]){{"gomoku", "gomoku"},
                                             {"gomokufreestyle", "gomoku:15,free"},
                                             {"renju", "gomoku:15,renju"},
                                             {"caro", "gomoku:15,caro"},
                                             {NULL, NULL}},
    .sgf = 4,
    .shape_form = "[:N[,RULE]]",
    .shape_help =
        "N or N,RULE with N from 5 to 22 and RULE exact, free, renju, caro or caro,exact; "
        "nothing for 15",
    .move_example = "h8",
    .square = true,
    .strengths = strengths,
    .proves = 1 << GOAL_EXACT | 1 << GOAL_OUTCOME | 1 << GOAL_VCF | 1 << GOAL_VCT,
    .notation = NOTATION_ROW_ONE_BOTTOM,
    .gtp_skips_i = true,
    .win_scale = 300,
    .search_depth = 9,
    .search_gain = 10,
    .init = game_init,
    .problem = game_problem,
    .start = game_start,
    .shape = game_shape,
    .from_grid = game_from_grid,
    .to_grid = game_to_grid,
    .moves = game_moves,
    .play = game_play,
    .why_not = game_why_not,
    .over = game_over,
    .key = game_key,
    .canonical = game_canonical,
    .end_score = game_end_score,
    .win_in = game_win_in,
    .evaluate = game_evaluate,
    .terms = game_terms,
    .perft = game_perft,
    .playouts = game_playouts,
    .think = gomoku_think,
};
