// SPDX-License-Identifier: MIT
// think.c - what a thought does, goal by goal, before and instead of the main search.
//
//   GOAL_VCF       the shortest win by fours, or nothing proven
//   GOAL_VCT       the same, then a win by fours and threes
//   GOAL_EXACT, GOAL_OUTCOME
//                  both, then the main search until it proves something or a limit ends it
//   GOAL_PLAY      a share of the time for both, then the main search over the moves that do not
//                  lose to fours at once
//
// A value is won, drawn or lost, so a window has nothing to cut off; a win that was not found is no
// proof that there is none.
#include <stdlib.h>

#include "engine/gomoku/eval.h"
#include "engine/gomoku/policy.h"
#include "engine/gomoku/search.h"
#include "engine/gomoku/threat.h"

enum {
    PLAY_VCF_BUDGET = 40000, // positions looked at before a move is searched for
    DEFENCE_BUDGET = 4000,   // positions a defence is tested with
    NODES_A_MS = 1000,       // how many positions a millisecond is taken to be worth
    VCT_PART = 64,           // one position in so many goes to the search for a win by threes
};

// How much of a turn is gone, in sixteenths, when the search for a win by fours, for one by threes
// and the test of defences must have ended, on the clock and in nodes. Without limits of their own
// a busy machine spent whole turns before the main search began.
static const struct {
    int time, nodes;
} part_fours = {1, 2}, part_threes = {3, 4}, part_defences = {5, 12};

struct thinking {
    const struct position *position;
    struct search *search;
    struct field *field;
    struct worker worker;
    struct search view; // the search as a part of the turn sees it, with
    struct clock watch; // an earlier end
    atomic_bool never;
};

static struct field *new_field(const struct gomoku *b)
{
    struct field *f = aligned_alloc(64, (sizeof *f + 63) & ~(size_t)63);
    if (f)
        field_set(f, b);
    return f;
}

int gomoku_evaluate(const struct gomoku *b)
{
    struct field *f = new_field(b);
    int v = f ? eval_field(f) : 0;
    free(f);
    return v;
}

int gomoku_terms(const struct gomoku *b, struct eval_term out[TERMS_MAX])
{
    struct field *f = new_field(b);
    int count = f ? eval_terms(f, out) : 0;
    free(f);
    return count;
}

static uint64_t nodes_of(const struct thinking *t)
{
    return atomic_load_explicit(&t->worker.nodes, memory_order_relaxed);
}

static bool contains(const struct moves *list, move m)
{
    for (int i = 0; i < list->count; i++)
        if (list->at[i] == m)
            return true;
    return false;
}

// Tells of a proven win and makes it the answer.
static struct thought announce(struct thinking *t, int plies, const struct line *line)
{
    struct search *s = t->search;
    struct report news = {
        .depth = plies,
        .seldepth = plies,
        .selectivity = 100,
        .multipv = 1,
        .bound = BOUND_EXACT,
        .score = SCORE_WIN - plies,
        .win_in = plies,
        .proven = true,
        .solved = true,
        .nodes = nodes_of(t),
        .elapsed = clock_elapsed(s->clock),
        .hashfull = tt_full(&t->worker.tt),
        .win_rate = -1,
        .line_length = line->length,
    };
    memcpy(news.line, line->at, (size_t)line->length * sizeof(move));
    if (s->report)
        s->report(s->owner, &news);
    return (struct thought){.best = line->at[0],
                            .ponder = line->length > 1 ? line->at[1] : MOVE_NONE,
                            .score = SCORE_WIN - plies,
                            .win_in = plies,
                            .proven = true,
                            .solved = true,
                            .nodes = nodes_of(t)};
}

// Lets the worker work until so many sixteenths of the turn's time and nodes are gone.
static void begin_part(struct thinking *t, int time, int nodes)
{
    const struct clock *c = t->search->clock;
    if (t->search->limits.goal != GOAL_PLAY || clock_pondering(c))
        return;
    clock_pause(t->search->clock);
    clock_pause(&t->watch);
    t->watch.begun = c->begun;
    t->watch.untimed = c->untimed;
    atomic_init(&t->watch.started, atomic_load_explicit(&c->started, memory_order_relaxed));
    t->watch.hard = c->hard < CLOCK_NEVER ? c->hard / 16 * time : CLOCK_NEVER;
    t->view = *t->search;
    t->view.clock = &t->watch;
    t->worker.search = &t->view;
    if (t->search->limits.nodes)
        t->worker.node_limit = t->search->limits.nodes / 16 * (uint64_t)nodes;
}

// Ends the part; true when the turn as a whole is over.
static bool end_part(struct thinking *t)
{
    uint64_t nodes = t->search->limits.nodes;
    t->worker.search = t->search;
    t->worker.node_limit = nodes ? nodes : UINT64_MAX;
    t->worker.stopped = false;
    return worker_poll(&t->worker);
}

// True when a win by threats was found that begins with one of the asked moves.
static bool find_win(struct thinking *t, const struct moves *legal, uint64_t vcf_budget,
                     uint64_t vct_budget, struct thought *out)
{
    struct line line = {0};
    bool cut;
    begin_part(t, part_fours.time, part_fours.nodes);
    int plies = vcf_shortest(t->field, &t->worker, vcf_budget, &cut, &line);
    if (!end_part(t) && !plies && vct_budget) {
        begin_part(t, part_threes.time, part_threes.nodes);
        plies = vct_search(t->field, &t->worker, vct_budget, &cut, &line);
        end_part(t);
    }
    if (!plies || line.length == 0 || !contains(legal, line.at[0]))
        return false;
    *out = announce(t, plies, &line);
    return true;
}

// Orders the moves as the search does where it knows no better, best first.
static void sort_moves(struct field *f, struct moves *list)
{
    int value[CELLS_MAX];
    if (!policy_ask(f, list->at, list->count, value))
        for (int i = 0; i < list->count; i++)
            value[i] = eval_move(f, list->at[i]);
    for (int i = 1; i < list->count; i++) {
        move m = list->at[i];
        int v = value[i], k = i;
        for (; k > 0 && value[k - 1] < v; k--) {
            list->at[k] = list->at[k - 1];
            value[k] = value[k - 1];
        }
        list->at[k] = m;
        value[k] = v;
    }
}

// Lists the cells where somebody makes five: the mover's own, else what stops the other side's, or
// where nothing does those it may still play on.
static int five_moves(const struct field *f, move *out)
{
    int me = f->to_move, count = 0;
    if (field_count(f, me, COUNT_FIVE))
        return field_list(f, me, CLASS_FIVE, CLASS_FIVE, out);
    if (!field_count(f, me ^ 1, COUNT_FIVE))
        return 0;
    if (!rule_is_plain(f->rule) && (count = threat_answers(f, out)) > 0)
        return count;
    int cells = field_list(f, me ^ 1, CLASS_FIVE, CLASS_FIVE, out);
    for (int i = 0; i < cells; i++)
        if (field_allows(f, out[i]))
            out[count++] = out[i];
    return count;
}

// True when no stone has been played.
static bool is_bare(const struct field *f)
{
    uint32_t any = 0;
    for (int y = 0; y < f->size; y++)
        any |= f->stones[FIELD_MARGIN + y];
    return !any;
}

// The root moves: five, the answer to a four, or what is near; `every` adds what is not. When more
// lines are wanted than that makes, all legal moves are there.
static void root_moves(struct field *f, const struct moves *legal, bool every, int wanted,
                       struct moves *out)
{
    out->count = five_moves(f, out->at);
    every &= out->count == 0;
    if (!out->count) {
        out->count = eval_candidates(f, out->at);
        if (out->count < wanted && is_bare(f))
            out->count = eval_middle(f, wanted, out->at);
        sort_moves(f, out);
    }
    const int best = out->count;
    for (int i = 0; (every || best < wanted) && i < legal->count; i++)
        if (!contains(out, legal->at[i]))
            out->at[out->count++] = legal->at[i];
}

// How many positions the threat search may look at before a move that should take its time. Most
// wins by threes the main search finds, too, which answers threes for free.
static uint64_t vct_share(const struct search *s)
{
    if (s->limits.nodes)
        return s->limits.nodes / VCT_PART;
    uint64_t share = s->clock->hard >= CLOCK_NEVER
                         ? 200 * NODES_A_MS
                         : (uint64_t)(s->clock->hard / 1000000) * NODES_A_MS / VCT_PART;
    uint64_t to_depth = (uint64_t)s->limits.depth * 2000; // whatever else the clock would leave
    return s->limits.depth && to_depth < share ? to_depth : share;
}

// Plies after which the other side wins by fours when it is its turn now, 0 when it does not.
static int their_win(struct thinking *t)
{
    bool cut;
    uint64_t budget = vct_share(t->search) / 8;
    budget = budget < 100 ? 100 : budget > DEFENCE_BUDGET ? DEFENCE_BUDGET : budget;
    return vcf_search(t->field, &t->worker, VCF_FOURS_MAX, budget, &cut, NULL);
}

// When the other side threatens to win by fours, keeps only the moves that stop it and those there
// was no time to ask about; all of them when none does.
static void keep_defences(struct thinking *t, struct moves *list)
{
    struct field *f = t->field;
    struct moves kept = {0};
    if (list->count < 2 || field_count(f, f->to_move ^ 1, COUNT_FIVE))
        return;
    begin_part(t, part_defences.time, part_defences.nodes);
    field_pass(f);
    int threat = their_win(t);
    field_unpass(f);
    for (int i = 0; threat && i < list->count; i++) {
        field_play(f, list->at[i]);
        if (t->worker.stopped || !their_win(t))
            kept.at[kept.count++] = list->at[i];
        field_undo(f);
    }
    if (!end_part(t) && kept.count)
        *list = kept;
}

// The main search for what is left of the node limit.
static struct thought search_on(struct thinking *t, const struct moves *list)
{
    struct search rest = *t->search;
    uint64_t used = nodes_of(t);
    if (rest.limits.nodes)
        rest.limits.nodes = rest.limits.nodes > used ? rest.limits.nodes - used : 1;
    struct thought answer = gomoku_deepen(t->position, list, &rest);
    answer.nodes += used;
    return answer;
}

// How many moves the position has.
static int playable(const struct position *p)
{
    struct gomoku b = gomoku_load(p);
    uint32_t rows[GOMOKU_SIZE_MAX];
    int count = 0;
    gomoku_playable(&b, rows);
    for (int y = 0; y < b.size; y++)
        count += bit_count(rows[y]);
    return count;
}

static struct thought think(struct thinking *t, const struct moves *legal)
{
    struct search *s = t->search;
    struct moves list = *legal;
    struct thought answer = {.best = legal->at[0], .ponder = MOVE_NONE};
    enum goal goal = s->limits.goal;
    bool threats = goal == GOAL_VCF || goal == GOAL_VCT, proving = goal != GOAL_PLAY;
    bool several = s->limits.multipv > 1;
    uint64_t vcf_budget = proving ? UINT64_MAX : PLAY_VCF_BUDGET;
    uint64_t vct_budget = goal == GOAL_VCF ? 0 : proving ? UINT64_MAX : vct_share(s);
    bool all = legal->count == playable(t->position);
    if (all)
        root_moves(t->field, legal, gomoku_proving(goal), s->limits.multipv, &list);
    else
        sort_moves(t->field, &list);
    answer.best = list.at[0];
    if ((threats || !several) && find_win(t, legal, vcf_budget, vct_budget, &answer))
        return answer;
    if (threats || t->worker.stopped) {
        answer.nodes = nodes_of(t);
        return answer;
    }
    if (!several && all && !gomoku_proving(goal))
        keep_defences(t, &list);
    return search_on(t, &list);
}

struct thought gomoku_think(const struct position *p, const struct moves *legal, struct search *s)
{
    struct gomoku b = gomoku_load(p);
    struct thinking t = {.position = p, .search = s, .field = new_field(&b)};
    if (!t.field)
        return (struct thought){.best = legal->at[0], .ponder = MOVE_NONE};
    t.worker.search = s;
    t.worker.tt = tt_on(s->memory, gomoku_owner(s->limits.goal));
    t.worker.finished = &t.never;
    t.worker.threads = 1;
    t.worker.node_limit = s->limits.nodes ? s->limits.nodes : UINT64_MAX;
    struct thought answer = think(&t, legal);
    free(t.field);
    return answer;
}
