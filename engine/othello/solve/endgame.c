// SPDX-License-Identifier: MIT
#include "engine/othello/solve/endgame.h"

#include <limits.h>
#include <stdlib.h>

#include "engine/kernel.h"
#include "engine/othello/solve/hot.h"
#include "engine/othello/solve/team.h"
#include "engine/othello/search/probcut.h"
#include "engine/pool.h"

enum {
    WARM_EMPTIES = 18, // with fewer, a pass before the exact one does not pay
    WARM_SELECTIVITY = 1,
    NO_GUESS = -128,
};

// A root move: the position after it and what is known of its value.
struct root_move {
    move m;
    struct board after;
    int score;
    enum bound bound;
    struct line line;
};

// One thought.
struct job {
    struct team team;
    struct geometry geometry;
    const struct endgame_kernel *kernel;
    struct othello root;
    int empties, count;
    struct root_move moves[64];
    struct thought answer;
};

static void report_place(const struct job *j, int place, int selectivity, bool proven)
{
    const struct root_move *m = &j->moves[place];
    struct search *s = j->team.search;
    if (!s->report)
        return;
    struct report news = {
        .depth = j->empties,
        .seldepth = j->empties,
        .selectivity = selectivity,
        .multipv = place + 1,
        .bound = m->bound,
        .score = 100 * m->score,
        .proven = proven,
        .solved = proven && m->bound == BOUND_EXACT,
        .nodes = team_nodes(&j->team),
        .elapsed = clock_elapsed(s->clock),
        .hashfull = tt_full(&j->team.solvers[0].tt),
        .win_rate = -1,
        .line_length = m->line.length,
    };
    memcpy(news.line, m->line.at, (size_t)m->line.length * sizeof(move));
    s->report(s->owner, &news);
}

static struct board after_move(struct board b, move m)
{
    if (m == MOVE_PASS)
        return board_pass(b);
    int cell = cell_of_move(m);
    return board_after(b, cell, flip_of(cell, b.mover, b.other));
}

// Plays the line out to the end of the game: where it stops short (a value was taken from the
// table) the rest is searched again around the known value, with the table warm.
static void complete_line(struct job *j, struct root_move *m)
{
    struct solver *e = &j->team.solvers[0];
    struct board b = m->after;
    int score = -m->score, at = 1;
    while (!e->stopped) {
        struct line rest;
        for (; at < m->line.length; at++) {
            b = after_move(b, m->line.at[at]);
            score = -score;
        }
        j->kernel->value(e, b, score - 1, score + 1, &rest);
        if (e->stopped || rest.length == 0)
            return;
        for (int i = 0; i < rest.length && m->line.length < LINE_MAX_MOVES; i++)
            m->line.at[m->line.length++] = rest.at[i];
    }
}

// Moves entry `from` up to place `to`, keeping the order of the others.
static void raise(struct root_move *moves, int from, int to)
{
    struct root_move m = moves[from];
    memmove(&moves[to + 1], &moves[to], (size_t)(from - to) * sizeof *moves);
    moves[to] = m;
}

static void note(struct root_move *m, int score, int alpha, int beta, const struct line *rest)
{
    m->score = score;
    m->bound = score <= alpha ? BOUND_UPPER : score >= beta ? BOUND_LOWER : BOUND_EXACT;
    line_join(&m->line, m->m, rest);
}

// Finds the best of the root moves from `place` on within (alpha, beta), puts it there and its
// value into *found. False when it was stopped; what had been found by then stands.
static bool search_place(struct job *j, int place, int alpha, int beta, int *found)
{
    struct solver *e = &j->team.solvers[0];
    int low = alpha;
    int best = INT_MIN; // of the first a line is noted whatever a table says it is worth
    for (int i = place; i < j->count; i++) {
        struct root_move *m = &j->moves[i];
        struct line rest = {0};
        bool open = i == place;
        int score = 0;
        if (!open) {
            score = -j->kernel->bound(e, m->after, -low - 1);
            open = !e->stopped && score > low && score < beta;
        }
        if (open)
            score = -j->kernel->value(e, m->after, -beta, -low, &rest);
        if (e->stopped)
            return false;
        if (score > best) {
            note(m, score, alpha, beta, &rest);
            best = score;
            if (i > place && score > low)
                raise(j->moves, i, place);
            low = score > low ? score : low;
            if (low >= beta)
                break;
        }
    }
    if (best <= alpha)
        j->moves[place].score = best;
    *found = best;
    return true;
}

// The same, beginning with a window that holds `guess` alone: scores are even, so the next ones are
// two discs away. A wrong guess leaves a bound, which is reported, and is the next guess.
static bool search_guess(struct job *j, int place, int alpha, int beta, int guess, int *found)
{
    for (;;) {
        guess -= guess & 1; // the pass may find an odd one
        int from = guess - 1 > alpha ? guess - 1 : alpha, to = guess + 1 < beta ? guess + 1 : beta;
        if (from >= to)
            from = alpha, to = beta;
        if (!search_place(j, place, from, to, found))
            return false;
        if (*found <= from ? *found <= alpha : *found >= to ? *found >= beta : true)
            return true;
        report_place(j, place, 100, false);
        guess = *found;
    }
}

// The first place is the position's: its value, or a bound where that lies outside the window.
static void take_answer(struct job *j, bool proven)
{
    const struct root_move *m = &j->moves[0];
    j->answer.best = m->m;
    j->answer.ponder = m->line.length > 1 ? m->line.at[1] : MOVE_NONE;
    j->answer.score = 100 * m->score;
    j->answer.bound = m->bound;
    j->answer.proven = proven;
    j->answer.solved = proven && m->bound == BOUND_EXACT;
}

// Sets how sure the threads must be of a cut; they are all waiting.
static void set_selectivity(struct job *j, int selectivity)
{
    pthread_mutex_lock(&j->team.lock);
    for (int i = 0; i < j->team.threads; i++)
        j->team.solvers[i].selectivity = selectivity;
    pthread_mutex_unlock(&j->team.lock);
}

// Fills the table with good moves by a pass that leaves out what a shallow search says is out of reach, and
// leaves in *guess the value it finds. One at 87 % was measured best (moves only listed counted
// too): FFO #43, #44, #46 take 155 M nodes without, 141 M after passes at 73 and 95 %, 96 M after
// 87 and 98 %, 88 M after 87 % alone; twelve 6x6 positions with 24 empties 240 M after 73 and 95 %,
// 222 M after 87 % alone.
static void warm_up(struct job *j, int alpha, int beta, int *guess)
{
    if (j->empties < WARM_EMPTIES || !(j->geometry.has_eval || j->geometry.has_six_eval))
        return;
    // Under a clock on 6x6 a quicker pass comes first: it may be all there is time for.
    bool quick_first = j->geometry.has_six_eval && j->team.search->limits.goal == GOAL_PLAY;
    for (int pass = quick_first ? 0 : WARM_SELECTIVITY; pass <= WARM_SELECTIVITY; pass++) {
        set_selectivity(j, pass);
        if (!search_place(j, 0, alpha, beta, guess))
            break;
        take_answer(j, false);
        report_place(j, 0, selectivity_percent[pass], false);
    }
    set_selectivity(j, SELECTIVITIES - 1);
}

// Proves a win, a draw or a loss.
static bool prove_outcome(struct job *j)
{
    int found = NO_GUESS;
    warm_up(j, -1, 1, &found);
    if (!search_place(j, 0, -1, 1, &found))
        return false;
    take_answer(j, true);
    report_place(j, 0, 100, true);
    return true;
}

// Finds the exact value of the best moves, one place after another.
static void prove_values(struct job *j, int alpha, int beta, int places)
{
    int found = NO_GUESS;
    warm_up(j, alpha, beta, &found);
    for (int place = 0; place < places; place++) {
        bool done = found != NO_GUESS && j->geometry.has_six_eval
                        ? search_guess(j, place, alpha, beta, found, &found)
                        : search_place(j, place, alpha, beta, &found);
        if (!done)
            return;
        struct root_move *m = &j->moves[place];
        if (m->bound == BOUND_EXACT)
            complete_line(j, m);
        if (place == 0)
            take_answer(j, true);
        report_place(j, place, 100, true);
    }
}

static int clamp(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

// The leading thread's work. A window beyond all scores is moved to where it has room: the search
// of an empty one would fill the table with nonsense.
static void lead(struct job *j)
{
    const struct limits *l = &j->team.search->limits;
    int most = j->geometry.cells + 1, places = l->multipv < j->count ? l->multipv : j->count;
    switch (l->goal) {
    case GOAL_OUTCOME:
        if (places > 1)
            prove_values(j, -1, 1, places);
        else
            prove_outcome(j);
        break;
    case GOAL_PLAY:
        // The outcome comes first: it is found sooner than the score and is worth more. On 6x6 the
        // score is within reach.
        if (j->geometry.has_six_eval)
            prove_values(j, -most, most, places);
        else if (prove_outcome(j) && !clock_enough(j->team.search->clock, 100)) {
            int score = j->moves[0].score;
            prove_values(j, score > 0 ? 0 : -most, score < 0 ? 0 : most, places);
        }
        break;
    default:
        if (l->alpha < l->beta)
            prove_values(j, clamp(l->alpha, -most, most - 1), clamp(l->beta, 1 - most, most),
                         places);
        else
            prove_values(j, -most, most, places);
        break;
    }
}

static void work(void *arg, int thread)
{
    struct job *j = arg;
    if (thread == 0) {
        lead(j);
        team_finish(&j->team);
    } else {
        team_help(&j->team.solvers[thread]);
    }
}

// Puts the root moves into the order the search would try them in.
static void list_roots(struct job *j, const struct moves *roots)
{
    uint8_t cells[64];
    int n = 0;
    for (int i = 0; i < roots->count; i++)
        if (roots->at[i] != MOVE_PASS)
            cells[n++] = (uint8_t)cell_of_move(roots->at[i]);
    j->kernel->order(&j->team.solvers[0], j->root.board, n, cells);
    for (int i = 0; i < n; i++)
        j->moves[i].m = move_of_cell(cells[i]);
    if (n == 0)
        j->moves[n++].m = MOVE_PASS;
    for (int i = 0; i < n; i++)
        j->moves[i].after = after_move(j->root.board, j->moves[i].m);
    j->count = n;
}

// Gives every thread its solver; false when memory is short.
static bool make_team(struct job *j, struct search *s)
{
    struct team *t = &j->team;
    t->search = s;
    t->threads = pool_size(s->pool);
    t->node_limit = s->limits.nodes ? s->limits.nodes : UINT64_MAX;
    struct tt tt = tt_on(s->memory, "othello");
    size_t local = sizeof(struct local_entry) << LOCAL_BITS;
    size_t bytes = (size_t)t->threads * (sizeof(struct solver) + local);
    t->solvers = aligned_alloc(64, bytes);
    if (!t->solvers)
        return false;
    memset(t->solvers, 0, bytes);
    uint8_t *tables = (uint8_t *)(t->solvers + t->threads);
    for (int i = 0; i < t->threads; i++) {
        struct solver *e = &t->solvers[i];
        solver_init(e, &j->geometry, j->root.width, j->root.height, tt,
                    (struct local_entry *)(tables + (size_t)i * local));
        e->team = t;
        e->thread = i;
        e->selectivity = SELECTIVITIES - 1;
    }
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->woken, NULL);
    return true;
}

struct thought othello_endgame_think(const struct position *p, const struct moves *roots,
                                     struct search *s)
{
    struct thought answer = {.best = roots->at[0], .ponder = MOVE_NONE};
    struct job *j = calloc(1, sizeof *j);
    if (!j)
        return answer;
    j->root = othello_get(p);
    j->empties = bit_count(empty_of(j->root.board, j->root.mask));
    bool usual = !~j->root.mask;
    j->kernel = usual ? KERNEL_PICK(s->kernel, usual) : KERNEL_PICK(s->kernel, small);
    j->answer = answer;
    geometry_init(&j->geometry, j->root.width, j->root.height);
    if (make_team(j, s)) {
        list_roots(j, roots);
        j->answer.best = j->moves[0].m;
        pool_run(s->pool, work, j);
        for (int i = 0; i < j->team.threads; i++)
            j->answer.nodes += j->team.solvers[i].nodes;
        pthread_cond_destroy(&j->team.woken);
        pthread_mutex_destroy(&j->team.lock);
    }
    answer = j->answer;
    free(j->team.solvers);
    free(j);
    return answer;
}
