// SPDX-License-Identifier: MIT
#include "engine/strength.h"

#include <math.h>
#include <stdlib.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/lines.h"
#include "engine/notation.h"

const char *const strength_names[] = {"beginner",     "novice",  "casual",  "learner",
                                      "intermediate", "club",    "skilled", "expert",
                                      "master",       "perfect", NULL};

// A win found by the rules alone counts the less the later it comes, down to NAIVE_WIN_MIN.
enum { NAIVE_WIN = 29000, NAIVE_WIN_MIN = NAIVE_WIN - 2 * CELLS_MAX, NAIVE_WIDTH = 10 };
enum { ENDING = 6 }; // with so few cells empty every level sees to the end: 6! lines at most

// ---- the draw -----------------------------------------------------------------------------------

// True for a move known to win.
static bool wins(const struct valued_move *v)
{
    return v->proven && v->score > 0;
}

// The move drawn; of one by which the game is won, the soonest such.
static move soonest(const struct valued_move *list, int count, int drawn)
{
    for (int i = 0; i < count && list[drawn].win_in > 0; i++)
        if (list[i].win_in > 0 && list[i].win_in < list[drawn].win_in &&
            list[i].proven >= list[drawn].proven)
            drawn = i;
    return list[drawn].m;
}

move strength_draw(const struct valued_move *list, int count, int temperature, int win_scale,
                   struct rng *rng)
{
    int best = 0;
    bool won = false;
    double sum = 0, scale = (double)temperature / 100 * win_scale;
    for (int i = 0; i < count; i++) {
        best = list[i].score > list[best].score ? i : best;
        won |= wins(&list[i]);
    }
    if (scale <= 0)
        return list[best].m;
    for (int pass = 0; pass < 2; pass++) {
        double target = sum * (double)(rng_next(rng) >> 11) / 0x1p53;
        sum = 0;
        for (int i = 0; i < count; i++) {
            if (won && !wins(&list[i]))
                continue;
            sum += exp((list[i].score - list[best].score) / scale);
            if (pass == 1 && sum > target)
                return soonest(list, count, i);
        }
    }
    return list[best].m;
}

int strength_for_elo(const struct game *game, int elo, struct rng *rng)
{
    const struct strength *table = game->strengths;
    int level = 0;
    while (level < STRENGTH_FULL && table[level + 1].elo <= elo)
        level++;
    if (level == STRENGTH_FULL || elo <= table[level].elo)
        return level;
    int gap = table[level + 1].elo - table[level].elo;
    return level + ((int)rng_below(rng, (uint32_t)gap) < elo - table[level].elo);
}

// ---- a few plies by the rules -------------------------------------------------------------------

struct naive {
    const struct game *game;
    const struct search *search;
    uint64_t nodes;
};

// The value of a game that finished so many plies from the root, for the side to move.
static int final_value(const struct game *game, const struct position *p, int margin, int ply)
{
    struct grid g;
    game->to_grid(p, &g);
    int for_mover = g.to_move == FIRST ? margin : -margin;
    if (game->scoring == SCORING_DISCS)
        return 100 * for_mover;
    return for_mover * (NAIVE_WIN - ply);
}

static bool must_stop(const struct naive *n)
{
    return atomic_load_explicit(n->search->stop, memory_order_relaxed) ||
           clock_expired(n->search->clock);
}

static int naive_value(struct naive *n, const struct position *p, int ply, int plies, bool *proven);

// Values every move of the list, the best first; of more than one ply only the likeliest are looked
// into, the others keep the static value.
static void value_moves(struct naive *n, const struct position *p, const struct moves *list,
                        int ply, int plies, struct valued_move *out)
{
    for (int i = 0; i < list->count; i++) {
        struct position after = *p;
        n->game->play(&after, list->at[i]);
        out[i] = (struct valued_move){.m = list->at[i]};
        out[i].score = -naive_value(n, &after, ply + 1, 0, &out[i].proven);
        for (int k = i; k > 0 && out[k - 1].score < out[k].score; k--) {
            struct valued_move swap = out[k];
            out[k] = out[k - 1];
            out[k - 1] = swap;
        }
    }
    for (int i = 0; plies > 1 && i < list->count && i < NAIVE_WIDTH && !must_stop(n); i++) {
        struct position after = *p;
        n->game->play(&after, out[i].m);
        out[i].score = -naive_value(n, &after, ply + 1, plies - 1, &out[i].proven);
    }
}

// The value of p, `ply` plies from the root, for its mover, `plies` ahead; *proven when its sign says who wins: a move wins, or
// the end of every move is known.
static int naive_value(struct naive *n, const struct position *p, int ply, int plies, bool *proven)
{
    int margin, best = INT32_MIN;
    bool won = false, known = true;
    n->nodes++;
    *proven = n->game->over(p, &margin);
    if (*proven)
        return final_value(n->game, p, margin, ply);
    if (plies == 0)
        return n->game->evaluate(p);
    struct moves list;
    struct valued_move *valued = malloc(sizeof *valued * CELLS_MAX);
    if (!valued)
        return n->game->evaluate(p);
    n->game->moves(p, &list);
    value_moves(n, p, &list, ply, plies, valued);
    for (int i = 0; i < list.count; i++) {
        best = valued[i].score > best ? valued[i].score : best;
        won |= wins(&valued[i]);
        known &= valued[i].proven;
    }
    *proven = won || known;
    free(valued);
    return best;
}

// ---- a thought ----------------------------------------------------------------------------------

// Tells of the move drawn.
static void report_draw(struct search *s, const struct report *r)
{
    struct report news = *r;
    news.multipv = 1;
    if (s->report)
        s->report(s->owner, &news);
}

// Takes how soon a game is won or lost out of a value and notes it beside it, where that is proven.
static void take_win_in(const struct game *game, struct valued_move *v)
{
    int score = v->score;
    if (game->scoring == SCORING_DISCS || abs(score) < NAIVE_WIN_MIN)
        return;
    v->score = score > 0 ? NAIVE_WIN : -NAIVE_WIN;
    v->win_in = v->proven ? v->score - score : 0;
}

// Looks so many plies ahead and draws by the level's temperature.
static struct thought think_naive(const struct game *game, const struct position *p,
                                  struct search *s, int plies, int temperature, struct rng *rng)
{
    struct naive n = {game, s, 0};
    struct moves roots;
    struct report news = {
        .depth = plies, .seldepth = plies, .selectivity = 100, .win_rate = -1, .line_length = 1};
    struct valued_move *valued = malloc(sizeof *valued * CELLS_MAX);
    game_root_moves(game, p, &s->limits.only, &roots);
    struct thought t = {.best = roots.at[0], .ponder = MOVE_NONE};
    if (!valued)
        return t;
    value_moves(&n, p, &roots, 0, plies, valued);
    for (int i = 0; i < roots.count; i++)
        take_win_in(game, &valued[i]);
    t.best = strength_draw(valued, roots.count, temperature, game->win_scale, rng);
    for (int i = 0; i < roots.count; i++)
        if (valued[i].m == t.best)
            t.score = valued[i].score, t.win_in = valued[i].win_in;
    t.nodes = n.nodes;
    news.score = t.score, news.nodes = t.nodes, news.line[0] = t.best, news.win_in = t.win_in;
    news.elapsed = clock_elapsed(s->clock);
    report_draw(s, &news);
    free(valued);
    return t;
}

static void collect(void *owner, const struct report *news)
{
    lines_add(owner, news);
}

// What is known of a move that was drawn, as far as it says something of the position: where another
// is worth more, no more than that it is at least so much.
static void tell_of_position(struct thought *t, const struct lines *lines)
{
    for (int i = 0; i < lines->count && t->proven; i++)
        if (lines_get(lines, i)->score > t->score) {
            t->proven &= t->bound != BOUND_UPPER;
            t->bound = BOUND_LOWER;
            t->solved = false;
            t->win_in = t->win_in > 0 ? t->win_in : 0;
        }
}

// The engine's own search to a depth, with every move's value.
static struct thought think_to_depth(const struct game *game, const struct position *p,
                                     struct search *s, const struct strength *level,
                                     struct rng *rng)
{
    struct lines *lines = malloc(sizeof *lines);
    struct valued_move *valued = malloc(sizeof *valued * (CELLS_MAX + 1));
    struct search look = *s;
    look.limits.depth =
        s->limits.depth && s->limits.depth < level->depth ? s->limits.depth : level->depth;
    look.limits.threats = level->threats;
    look.limits.infinite = false;
    const int width = level->width ? level->width : CELLS_MAX;
    if (lines && valued) {
        look.limits.multipv = level->temperature ? width : 1; // without a draw the best will do
        look.report = collect;
        look.owner = lines;
        lines_begin(lines, width);
    }
    struct thought t = game_think(game, p, &look);
    if (lines && valued) {
        lines_finish(lines);
        for (int i = 0; i < lines->count; i++) {
            const struct report *r = lines_get(lines, i);
            valued[i] = (struct valued_move){r->line[0], r->score,
                                             r->proven && r->bound != BOUND_UPPER, r->win_in};
        }
        if (lines->count)
            t.best = strength_draw(valued, lines->count, level->temperature, game->win_scale, rng);
        for (int i = 0; i < lines->count; i++) {
            const struct report *r = lines_get(lines, i);
            if (r->line[0] == t.best) {
                t.score = r->score, t.win_in = r->win_in, t.bound = r->bound;
                t.proven = r->proven, t.solved = r->solved;
                t.ponder = r->line_length > 1 ? r->line[1] : MOVE_NONE;
                report_draw(s, r);
            }
        }
        tell_of_position(&t, lines);
    }
    free(lines);
    free(valued);
    return t;
}

struct thought strength_think(const struct game *game, const struct position *p, struct search *s,
                              int level, struct rng *rng)
{
    const struct strength *row = &game->strengths[level];
    struct grid g;
    game->to_grid(p, &g);
    int empty = grid_count(&g, CELL_EMPTY);
    if (empty <= row->ending)
        return game_think(game, p, s);
    if (level < STRENGTH_FULL && empty <= ENDING)
        return think_naive(game, p, s, 2 * empty, row->temperature, rng); // a pass is a ply
    if (row->plies)
        return think_naive(game, p, s, row->plies, row->temperature, rng);
    if (row->depth)
        return think_to_depth(game, p, s, row, rng);
    return game_think(game, p, s);
}
