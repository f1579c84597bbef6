// SPDX-License-Identifier: MIT
#include "engine/deepen.h"

#include <stdlib.h>
#include <string.h>

#include "engine/pool.h"

// A root move and what was last found out about it. Moves are compared by what they are worth less
// their handicap, which is 0 unless games are to differ (struct variety).
struct root_move {
    move m;
    int handicap;
    int score; // less the handicap
    int depth, selectivity;
    enum bound bound;
    struct line line;
};

// Everything one thought shares between its threads.
struct job {
    const struct deepener *game;
    const struct position *position;
    const struct moves *legal;
    struct search *search;
    struct tt tt;
    struct worker *workers;
    int threads;
    uint8_t *selves; // one thread's state after another, each on its own cache lines
    size_t self_size;
    atomic_bool finished;
    struct thought answer;
};

// One thread's root. `moves` are in the order they are searched in; `ranked` are the best ones as
// far as they are known, each with the depth that says so: the answer, and what reports show.
struct root {
    struct job *job;
    struct worker *worker;
    void *self;
    int count, depth, selectivity;
    int places; // of the MultiPV list
    int known;  // how many of them have something in them
    int whole;  // how many places `complete` has
    bool open;  // a bound was reported and not yet the value
    struct root_move *moves, *ranked;
    struct root_move *complete; // the ranked ones as the last complete iteration left them
};

// True when all threads together, which stand in a row, have searched as many nodes as they may.
static bool nodes_are_up(const struct worker *w)
{
    uint64_t sum = 0;
    for (int i = 0; i < w->threads && w->node_limit < UINT64_MAX; i++)
        sum += atomic_load_explicit(&w[i - w->thread].nodes, memory_order_relaxed);
    return sum >= w->node_limit;
}

bool worker_poll(struct worker *w)
{
    bool lead = w->thread == 0;
    int64_t left = lead ? clock_left(w->search->clock) : CLOCK_NEVER;
    if (nodes_are_up(w) || atomic_load_explicit(w->search->stop, memory_order_relaxed) ||
        atomic_load_explicit(w->finished, memory_order_relaxed) || left <= 0)
        w->stopped = true;
    else
        tt_extend(&w->tt, lead, w->threads, w->search->clock->untimed);
    return w->stopped;
}

static uint64_t nodes_so_far(const struct job *j)
{
    uint64_t sum = 0;
    for (int i = 0; i < j->threads; i++)
        sum += atomic_load_explicit(&j->workers[i].nodes, memory_order_relaxed);
    return sum;
}

// What a move was found to be worth. A proven win or loss is what it is whatever the handicap.
static int worth_of(const struct root_move *m)
{
    return abs(m->score) >= SCORE_WIN_MIN ? m->score : m->score + m->handicap;
}

// A bound of the window that a move with this handicap has to be searched in.
static int bound_for(int bound, int handicap)
{
    return abs(bound) >= SCORE_WIN_MIN ? bound : bound + handicap;
}

// True when the iteration leaves nothing to search and nothing was cut on a guess.
static bool at_the_end(const struct root *r)
{
    return r->depth >= r->job->game->max_depth && r->selectivity == 100;
}

// True when what was found out about a move is certain. A win is even when other moves are still to
// be searched; all else only when none is.
static bool proves(const struct job *j, const struct root_move *m)
{
    if (score_win_in(m->score) && !j->game->wins_unproven &&
        (m->bound == BOUND_EXACT || (m->bound == BOUND_LOWER && m->score > 0)))
        return true;
    return j->game->exact_at_max && m->bound == BOUND_EXACT && m->depth >= j->game->max_depth &&
           m->selectivity == 100;
}

static void report_line(const struct root *r, const struct root_move *m, int place)
{
    struct search *s = r->job->search;
    if (!s->report || r->worker->thread != 0)
        return;
    bool proven = proves(r->job, m);
    struct report news = {
        .depth = m->depth,
        .seldepth = r->worker->seldepth > m->depth ? r->worker->seldepth : m->depth,
        .selectivity = m->selectivity,
        .multipv = place + 1,
        .bound = m->bound,
        .score = worth_of(m),
        .win_in = score_win_in(m->score),
        .proven = proven,
        .solved = proven && m->bound == BOUND_EXACT,
        .nodes = nodes_so_far(r->job),
        .elapsed = clock_elapsed(s->clock),
        .hashfull = tt_full(&r->worker->tt), // as large as it is by now
        .win_rate = -1,
        .line_length = m->line.length,
    };
    memcpy(news.line, m->line.at, (size_t)m->line.length * sizeof(move));
    s->report(s->owner, &news);
}

// Moves entry `from` up to place `to`, keeping the order of the others.
static void raise(struct root_move *moves, int from, int to)
{
    struct root_move m = moves[from];
    memmove(&moves[to + 1], &moves[to], (size_t)(from - to) * sizeof *moves);
    moves[to] = m;
}

// The value of a move less its handicap.
static int search_move(struct root *r, const struct root_move *m, int alpha, int beta,
                       struct line *line)
{
    int score = r->job->game->search(r->self, m->m, r->depth, bound_for(alpha, m->handicap),
                                     bound_for(beta, m->handicap), line);
    return abs(score) >= SCORE_WIN_MIN ? score : score - m->handicap;
}

// Searches the root moves from `first` on in one window and leaves the best at `first`.
static int search_window(struct root *r, int first, int alpha, int beta)
{
    int best = -SCORE_INFINITE, low = alpha;
    for (int i = first; i < r->count; i++) {
        struct root_move *m = &r->moves[i];
        struct line line = {0};
        int score;
        r->worker->root_place = i - first;
        if (i == first) {
            score = search_move(r, m, low, beta, &line);
        } else {
            score = search_move(r, m, low, low + 1, &line);
            if (score > low && score < beta && !r->worker->stopped)
                score = search_move(r, m, low, beta, &line);
        }
        if (r->worker->stopped)
            return best;
        if (i == first || score > low) {
            m->score = score;
            m->line = line;
            m->depth = r->depth;
            m->selectivity = r->selectivity;
            m->bound = score <= alpha ? BOUND_UPPER : score >= beta ? BOUND_LOWER : BOUND_EXACT;
        }
        if (score > best) {
            best = score;
            if (i != first && score > low)
                raise(r->moves, i, first);
            if (score > low)
                low = score;
            if (score >= beta)
                break;
        }
    }
    return best;
}

// Puts the first `count` moves at the head of the ranked ones; the others follow as they were.
static void rank_first(struct root *r, int count)
{
    int kept = 0;
    for (int i = 0; i < r->known; i++) {
        bool again = false;
        for (int k = 0; k < count; k++)
            again |= r->ranked[i].m == r->moves[k].m;
        if (!again)
            r->ranked[kept++] = r->ranked[i];
    }
    kept = kept < r->places - count ? kept : r->places - count;
    memmove(&r->ranked[count], r->ranked, (size_t)kept * sizeof *r->ranked);
    memcpy(r->ranked, r->moves, (size_t)count * sizeof *r->ranked);
    r->known = count + kept;
}

// A place has its value. Where it is better than one before, which an unsteady search may say, they
// change places: each line reported is no better than the one above it.
static void settle(struct root *r, int place)
{
    int to = place;
    while (to > 0 && r->moves[to - 1].score < r->moves[place].score)
        to--;
    raise(r->moves, place, to);
    rank_first(r, place + 1);
    r->open = false;
    for (; to <= place; to++)
        report_line(r, &r->ranked[to], to);
}

// The search was cut off within an iteration. A move that was found to be better than the best
// before it is the answer, worth at least what it was found to be; but where several are asked for
// they are those of the last complete iteration, for depths do not compare, unless this one has
// proven something. Whoever listens has heard bounds, and of some places what this iteration says
// and of some what the last said: he hears all of them once more.
static void settle_late(struct root *r)
{
    bool better = r->known > 0 && r->moves[0].m != r->ranked[0].m;
    if (r->places > 1 && r->whole && !proves(r->job, better ? &r->moves[0] : &r->ranked[0])) {
        memcpy(r->ranked, r->complete, (size_t)r->whole * sizeof *r->ranked);
        r->known = r->whole;
    } else if (better) {
        if (r->moves[0].bound == BOUND_EXACT)
            r->moves[0].bound = BOUND_LOWER;
        rank_first(r, 1);
    }
    for (int i = 0; i < r->known && (better || r->open || r->places > 1); i++)
        report_line(r, &r->ranked[i], i);
}

// A place's value lies outside the window.
static void report_bound(struct root *r, int place)
{
    r->open = true;
    report_line(r, &r->moves[place], place);
}

// One place of the MultiPV list: opens the aspiration window until the value lies inside.
static void search_place(struct root *r, int place)
{
    int guess = r->moves[place].score, width = 100;
    bool aspire = r->depth >= 4 && abs(guess) < SCORE_WIN_MIN;
    int alpha = aspire ? guess - width : -SCORE_INFINITE,
        beta = aspire ? guess + width : SCORE_INFINITE;
    for (;;) {
        int score = search_window(r, place, alpha, beta);
        if (r->worker->stopped)
            return;
        if (score <= alpha && alpha > -SCORE_INFINITE) {
            report_bound(r, place);
            alpha = (width *= 4) > 4000 ? -SCORE_INFINITE : score - width;
        } else if (score >= beta && beta < SCORE_INFINITE) {
            report_bound(r, place);
            beta = (width *= 4) > 4000 ? SCORE_INFINITE : score + width;
        } else {
            settle(r, place);
            return;
        }
    }
}

// Sets up the n-th iteration.
static void iteration_plan(struct root *r, int n)
{
    r->depth = n;
    r->selectivity = 100;
    if (r->job->game->plan)
        r->job->game->plan(r->self, n, &r->depth, &r->selectivity);
}

// True when another iteration can change nothing or there is no time for it. `calm` counts
// iterations the best move has stood.
static bool enough(const struct root *r, int iteration, int calm)
{
    const struct search *s = r->job->search;
    int depth_limit = s->limits.depth > 0 ? s->limits.depth : DEPTH_MAX;
    if (r->worker->stopped || at_the_end(r))
        return true;
    struct root next = *r;
    iteration_plan(&next, iteration + 1);
    if (next.depth > depth_limit)
        return true;
    if (s->limits.infinite || clock_pondering(s->clock))
        return false;
    int win_in = abs(score_win_in(r->moves[0].score));
    if (win_in && win_in <= r->depth && s->limits.multipv == 1)
        return true;
    bool timed = s->clock->hard < CLOCK_NEVER;
    if (timed && !s->clock->fixed && r->count == 1)
        return true;
    return clock_enough(s->clock, calm == 0 ? 140 : calm >= 4 ? 60 : 100);
}

static void think_root(struct root *r)
{
    // Every other thread is an iteration ahead, if there is one.
    int calm = 0, ahead = r->job->search->limits.depth != 1 && r->worker->thread & 1;
    for (int n = 1 + ahead;; n++) {
        iteration_plan(r, n);
        move before = r->moves[0].m;
        r->worker->seldepth = 0;
        for (int place = 0; place < r->places && !r->worker->stopped; place++)
            search_place(r, place);
        if (r->worker->stopped) {
            settle_late(r);
        } else if (r->places > 1) {
            memcpy(r->complete, r->ranked, (size_t)r->known * sizeof *r->ranked);
            r->whole = r->known;
        }
        calm = r->moves[0].m == before ? calm + 1 : 0;
        if (enough(r, n, calm))
            return;
    }
}

static void answer_from(struct root *r)
{
    const struct root_move *best = r->known ? &r->ranked[0] : &r->moves[0];
    bool proven = r->known && proves(r->job, best);
    r->job->answer = (struct thought){
        .best = best->m,
        .ponder = best->line.length > 1 ? best->line.at[1] : MOVE_NONE,
        .score = worth_of(best),
        .win_in = score_win_in(best->score),
        .bound = best->bound,
        .proven = proven,
        .solved = proven && best->bound == BOUND_EXACT,
    };
}

static void work(void *arg, int thread)
{
    struct job *j = arg;
    int count = j->legal->count, places = j->search->limits.multipv;
    places = thread != 0 || places < 1 ? 1 : places < count ? places : count;
    struct root r = {.job = j,
                     .worker = &j->workers[thread],
                     .self = j->selves + (size_t)thread * j->self_size,
                     .count = count,
                     .places = places,
                     .moves = calloc((size_t)(count + 2 * places), sizeof(struct root_move))};
    if (r.moves) {
        r.ranked = r.moves + count;
        r.complete = r.ranked + places;
        for (int i = 0; i < r.count; i++) {
            const move m = j->legal->at[i];
            r.moves[i] = (struct root_move){
                .m = m, .handicap = move_is_cell(m) ? j->search->variety.handicap[cell_of(m)] : 0};
        }
        j->game->begin(r.self, j->position, r.worker);
        think_root(&r);
        if (thread == 0)
            answer_from(&r);
        free(r.moves);
    }
    if (thread == 0)
        atomic_store(&j->finished, true);
}

// Zeroed memory on a cache line boundary, or NULL; `bytes` is a multiple of 64.
static void *zeroed(size_t bytes)
{
    void *block = aligned_alloc(64, bytes);
    if (block)
        memset(block, 0, bytes);
    return block;
}

struct thought deepen(const struct deepener *d, const struct position *p, const struct moves *legal,
                      struct search *s)
{
    struct job j = {
        .game = d, .position = p, .legal = legal, .search = s, .threads = pool_size(s->pool)};
    j.answer = (struct thought){.best = legal->at[0], .ponder = MOVE_NONE};
    j.tt = tt_on(s->memory, d->owner);
    j.workers = zeroed((size_t)j.threads * sizeof *j.workers);
    j.self_size = (d->self_size + 63) & ~(size_t)63;
    j.selves = zeroed((size_t)j.threads * j.self_size);
    if (j.workers && j.selves) {
        for (int i = 0; i < j.threads; i++) {
            j.workers[i].search = s;
            j.workers[i].tt = j.tt;
            j.workers[i].finished = &j.finished;
            j.workers[i].node_limit = s->limits.nodes ? s->limits.nodes : UINT64_MAX;
            j.workers[i].thread = i;
            j.workers[i].threads = j.threads;
        }
        pool_run(s->pool, work, &j);
        j.answer.nodes = nodes_so_far(&j);
    }
    free(j.workers);
    free(j.selves);
    return j.answer;
}
