// SPDX-License-Identifier: MIT
#include "tests/proof_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/deepen.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "engine/session.h"

enum { KNOWN_BITS = 20, MOVES_MOST = 64, COMPLAINTS = 10 };

// A value as the rules give it: the margin for the mover, and the plies to the end.
struct result {
    int margin, plies;
};

// What the referee has found out about the positions below the one at hand.
struct known {
    uint64_t key;
    struct result result;
    uint32_t round;
};

// Boards with so many empty cells are played out by the rules, or solved where `solved` says so.
static const struct board_row {
    const char *family, *id;
    int least, most;
    bool solved;
} boards[] = {
    {"othello", "othello:4x4", 6, 9, false},
    {"othello", "othello:4x6", 4, 8, false},
    {"othello", "othello:6x6", 4, 8, false},
    {"othello", "othello", 4, 8, false},
    {"othello", "othello:6x6", 14, 20, true},
    {"othello", "othello:8x6", 12, 15, true},
    {"othello", "othello", 12, 15, true},
    {"connect4", "connect4:4x4", 6, 12, false},
    {"connect4", "connect4:5x4,x=c2", 6, 12, false},
    {"connect4", "connect4", 6, 11, false},
    {"connect4", "connect4:6x7", 6, 10, false},
    {"connect4", "connect4:5x5", 14, 21, true},
    {"connect4", "connect4", 14, 22, true},
    {"connect4", "connect4:9x8", 12, 18, true},
    {"gomoku", "gomoku:5", 5, 9, false},
    {"gomoku", "gomoku:6", 5, 10, false},
    {"gomoku", "gomoku:6,free", 5, 10, false},
    {"gomoku", "gomoku:7", 5, 9, false},
    {"gomoku", "gomoku:6,renju", 5, 10, false},
    {"gomoku", "gomoku:6,caro", 5, 9, false},
    {"gomoku", "gomoku:7,caro,exact", 5, 9, false},
};

struct check {
    const struct board_row *row;
    const struct game *game;
    struct position position;
    int empties;
    struct moves legal;
    int value[CELLS_MAX]; // of each move, in the game's own points
    int plies[CELLS_MAX]; // to the end after it, by best play
    struct moves asked;
    int best;       // of the moves asked about
    int best_plies; // the same, to the end
    bool has_plies; // the referee counts them
    struct rng rng;
    struct known *known;
    uint32_t round;
    struct session *session;
    struct limits limits; // of the question at hand
    bool judging;         // its reports are claims to be judged
    enum search_kind kind;
    struct proof_tally tally;
};

// ---- the referee --------------------------------------------------------------------------------

// True when a is better for the mover: a greater margin; a win sooner, a loss later.
static bool is_better(struct result a, struct result b)
{
    if (a.margin != b.margin)
        return a.margin > b.margin;
    return a.margin > 0 ? a.plies < b.plies : a.margin < 0 ? a.plies > b.plies : false;
}

static enum side mover_of(const struct check *c, const struct position *p)
{
    struct grid g;
    c->game->to_grid(p, &g);
    return g.to_move;
}

// Plays every game out.
static struct result play_out(struct check *c, const struct position *p)
{
    struct moves list;
    int margin;
    if (c->game->over(p, &margin))
        return (struct result){mover_of(c, p) == FIRST ? margin : -margin, 0};
    uint64_t key = c->game->key(p);
    struct known *k = &c->known[key >> (64 - KNOWN_BITS)];
    if (k->round == c->round && k->key == key)
        return k->result;
    struct result best = {-1000, 0};
    c->game->moves(p, &list);
    for (int i = 0; i < list.count; i++) {
        struct position next = *p;
        cr_assert(c->game->play(&next, list.at[i]));
        struct result r = play_out(c, &next);
        r = (struct result){-r.margin, r.plies + 1};
        if (best.margin == -1000 || is_better(r, best))
            best = r;
    }
    *k = (struct known){key, best, c->round};
    return best;
}

// Connect Four counts by how soon, Gomoku only who; Othello in discs.
static int points_of(const struct check *c, struct result r)
{
    struct grid g;
    c->game->to_grid(&c->position, &g);
    if (strcmp(c->row->family, "connect4") != 0)
        return r.margin;
    int cells = g.width * g.height - grid_count(&g, CELL_BLOCKED);
    int before = cells - c->empties + r.plies - 1; // stones before the winning one
    return r.margin * (cells + 1 - before) / 2;
}

// ---- thoughts -----------------------------------------------------------------------------------

static void set(struct check *c, enum option_id id, const char *value)
{
    const char *why = "";
    cr_assert(session_set_option(c->session, &options[id], word_of(value), &why), "%s", why);
}

static struct thought think(struct check *c, struct limits l, bool judging)
{
    struct thought t;
    const char *why = "";
    c->limits = l;
    c->judging = judging;
    set(c, OPTION_SEARCH, options[OPTION_SEARCH].word((int)c->kind));
    session_set_position(c->session, c->game, &c->position);
    cr_assert(session_think(c->session, &l, &t, &why), "%s", why);
    return t;
}

static struct limits question(enum goal goal, int multipv)
{
    return (struct limits){.time = {-1, -1}, .move_time = -1, .multipv = multipv, .goal = goal};
}

static int place_of(const struct moves *list, move m)
{
    for (int i = 0; i < list->count; i++)
        if (list->at[i] == m)
            return i;
    return -1;
}

// Finds the value of every move, by the rules or by a full solve from an empty table.
static void find_truth(struct check *c)
{
    c->round++;
    c->has_plies = !c->row->solved;
    if (c->row->solved) {
        session_forget(c->session);
        for (int i = 0; i < c->legal.count; i++) {
            struct limits l = question(GOAL_EXACT, 1);
            l.only = (struct moves){1, {c->legal.at[i]}};
            struct thought t = think(c, l, false);
            cr_assert(t.solved);
            c->value[i] = t.score / 100;
        }
        return;
    }
    for (int i = 0; i < c->legal.count; i++) {
        struct position next = c->position;
        c->game->play(&next, c->legal.at[i]);
        struct result r = play_out(c, &next);
        r = (struct result){-r.margin, r.plies + 1};
        c->value[i] = points_of(c, r);
        c->plies[i] = r.plies;
    }
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

// ---- claims -------------------------------------------------------------------------------------

static void complain(struct check *c, const char *what, int score, enum bound bound, int win_in,
                     int value)
{
    char board[BOARD_TEXT_MAX];
    struct grid g;
    struct writer w = writer_on(board, sizeof board);
    c->game->to_grid(&c->position, &g);
    board_print(&g, &w);
    if (c->tally.wrong++ < COMPLAINTS)
        fprintf(stderr,
                "%s: %s %s, goal %d window %d,%d multipv %d of %d nodes %d: score %d bound %d win "
                "in %d, value %d\n",
                what, c->row->id, board, c->limits.goal, c->limits.alpha, c->limits.beta,
                c->limits.multipv, c->limits.only.count, (int)c->limits.nodes, score, bound, win_in,
                value);
}

// Holds a claim against a value, and against the plies to the end when those are counted.
static void judge(struct check *c, int score, enum bound bound, bool proven, bool solved,
                  int win_in, int value, int plies)
{
    // Some scores stand for a win in some plies.
    bool win_score = abs(score) >= SCORE_WIN_MIN;
    int truth = win_score ? sign(value) : 100 * value, claim = win_score ? sign(score) : score;
    if (solved != (proven && bound == BOUND_EXACT))
        complain(c, "solved is not proven and exact", score, bound, win_in, value);
    if (!proven)
        return;
    bool holds = bound == BOUND_EXACT   ? truth == claim
                 : bound == BOUND_LOWER ? truth >= claim
                                        : truth <= claim;
    if (!holds)
        complain(c, "a false proof", score, bound, win_in, value);
    // A lower bound on a score that stands for a win in some plies says how soon at the latest, and so
    // does an upper one of a loss.
    bool says_when = bound == BOUND_EXACT ||
                     (bound == BOUND_LOWER && score >= SCORE_WIN_MIN && win_in > 0) ||
                     (bound == BOUND_UPPER && score <= -SCORE_WIN_MIN && win_in < 0);
    if (win_in &&
        (!says_when || sign(win_in) != sign(value) || (c->has_plies && abs(win_in) < plies)))
        complain(c, "a win or loss too soon", score, bound, win_in, value);
    bound == BOUND_EXACT ? c->tally.values++ : c->tally.bounds++;
}

static void judge_report(void *owner, const struct report *r)
{
    struct check *c = owner;
    int i = r->line_length > 0 ? place_of(&c->legal, r->line[0]) : -1;
    bool each = c->limits.multipv > 1;
    if (!c->judging)
        return;
    if (i < 0) {
        complain(c, "a line without its move", r->score, r->bound, r->win_in, 0);
        return;
    }
    judge(c, r->score, r->bound, r->proven, r->solved, r->win_in, each ? c->value[i] : c->best,
          each ? c->plies[i] : c->best_plies);
}

// True when the answer settles what was asked: the value inside the window, or which side of it.
static bool answers(const struct limits *l, const struct thought *t, int value)
{
    bool window = l->goal == GOAL_EXACT && l->alpha < l->beta;
    int alpha = l->goal == GOAL_OUTCOME ? -1 : window ? l->alpha : -1000;
    int beta = l->goal == GOAL_OUTCOME ? 1 : window ? l->beta : 1000;
    return t->proven && (value <= alpha  ? t->bound == BOUND_UPPER && t->score <= 100 * alpha
                         : value >= beta ? t->bound == BOUND_LOWER && t->score >= 100 * beta
                                         : t->solved);
}

// Asks about the position and judges all that is said. `open` questions need not be answered.
static void ask(struct check *c, struct limits l, bool open)
{
    c->asked = l.only.count ? l.only : c->legal;
    struct result best = {-1000, 0};
    for (int i = 0; i < c->asked.count; i++) {
        int k = place_of(&c->legal, c->asked.at[i]);
        struct result r = {c->value[k], c->plies[k]};
        if (best.margin == -1000 || is_better(r, best))
            best = r;
    }
    c->best = best.margin;
    c->best_plies = best.plies;
    struct thought t = think(c, l, true);
    c->tally.thoughts++;
    judge(c, t.score, t.bound, t.proven, t.solved, t.win_in, c->best, c->best_plies);
    int k = place_of(&c->asked, t.best);
    if (k < 0)
        complain(c, "another move than was asked for", t.score, t.bound, t.win_in, c->best);
    else if (!open && strcmp(c->row->family, "gomoku") != 0) {
        if (!answers(&l, &t, c->best))
            complain(c, "not answered", t.score, t.bound, t.win_in, c->best);
        else if (t.bound != BOUND_UPPER && 100 * c->value[place_of(&c->legal, t.best)] < t.score)
            complain(c, "the best move does not keep the score", t.score, t.bound, t.win_in,
                     c->value[place_of(&c->legal, t.best)]);
    }
}

static int pick(struct check *c, int from, int to)
{
    return from + (int)rng_below(&c->rng, (uint32_t)(to - from + 1));
}

// A window around the value, below it or above it, of any width.
static void draw_window(struct check *c, struct limits *l)
{
    int best = c->value[0];
    for (int i = 1; i < c->legal.count; i++)
        best = c->value[i] > best ? c->value[i] : best;
    l->alpha = best + pick(c, -6, 5);
    l->beta = l->alpha + (pick(c, 0, 1) ? 1 : pick(c, 1, 8));
}

static void ask_everything(struct check *c)
{
    int all = c->legal.count;
    for (int i = 0; i < 10; i++) {
        bool whole = i % 5 == 0;
        struct limits l = question(i == 1 ? GOAL_OUTCOME : GOAL_EXACT, pick(c, 0, 2) ? 1 : all);
        if (!whole && i != 1)
            draw_window(c, &l);
        if (pick(c, 0, 2) == 0)
            for (int k = 0; k < all; k++)
                if (pick(c, 0, 1))
                    l.only.at[l.only.count++] = c->legal.at[k];
        bool open = pick(c, 0, 2) == 0;
        if (open)
            l.nodes = (uint64_t)pick(c, 1, c->row->solved ? 3000 : 60);
        ask(c, l, open);
        if (pick(c, 0, 3) == 0)
            session_forget(c->session);
    }
    struct limits play = question(GOAL_PLAY, 1);
    play.nodes = (uint64_t)pick(c, 1, 5000);
    ask(c, play, true);
    c->kind = SEARCH_MCTS;
    play.multipv = pick(c, 0, 1) ? 1 : all;
    ask(c, play, true);
    c->kind = SEARCH_NEGAMAX;
    if (strcmp(c->row->family, "gomoku") == 0) {
        ask(c, question(GOAL_VCF, pick(c, 1, 3)), true);
        ask(c, question(GOAL_VCT, pick(c, 1, 3)), true);
    }
}

// A position with so many empty cells by random moves; games that end sooner are begun again.
static void deal(struct check *c)
{
    const char *why = "";
    int want = pick(c, c->row->least, c->row->most);
    for (;;) {
        struct grid g;
        cr_assert(game_find(word_of(c->row->id), &c->game, &c->position, &why), "%s", why);
        for (;;) {
            c->game->to_grid(&c->position, &g);
            c->game->moves(&c->position, &c->legal);
            c->empties = grid_count(&g, CELL_EMPTY);
            if (c->legal.count == 0 || c->empties <= want)
                break;
            c->game->play(&c->position, c->legal.at[pick(c, 0, c->legal.count - 1)]);
        }
        if (c->legal.count > 0)
            return;
    }
}

struct proof_tally proof_check(const char *family, uint64_t seed, int positions, int threads)
{
    struct check *c = calloc(1, sizeof *c);
    cr_assert(c);
    c->known = calloc((size_t)1 << KNOWN_BITS, sizeof *c->known);
    c->session =
        session_new_sized((struct listener){.owner = c, .report = judge_report}, 2, threads);
    cr_assert(c->known && c->session);
    set(c, OPTION_PLAYOUT, "uniform");
    c->rng.state = seed;
    int rows[LENGTH(boards)], count = 0;
    for (size_t i = 0; i < LENGTH(boards); i++)
        if (strcmp(boards[i].family, family) == 0)
            rows[count++] = (int)i;
    cr_assert(count > 0, "no boards of %s", family);
    for (; c->tally.positions < positions; c->tally.positions++) {
        c->row = &boards[rows[c->tally.positions % count]];
        deal(c);
        find_truth(c);
        ask_everything(c);
    }
    struct proof_tally tally = c->tally;
    session_free(c->session);
    free(c->known);
    free(c);
    return tally;
}
