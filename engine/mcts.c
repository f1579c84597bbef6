// SPDX-License-Identifier: MIT
#include "engine/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/deepen.h"
#include "engine/mcts_tree.h"
#include "engine/memory.h"
#include "engine/pool.h"

enum { PATH_MAX_NODES = 256, KEEP_SHARE = 4, STEP_DESCENTS = 16 };

// Threads meet at the top of the tree, where every line of memory they write is one they fight for,
// and locked additions all the way down cost as much as a short playout. So each thread walks the
// nodes visited more than BUSY bursts, the trunk, once for a burst of descents below it, adds
// plainly there, and takes nodes from the arena by the chunk. On 7x6 two threads made 1.14 times
// the simulations of one before, and 1.8 to 1.9 since, while one makes 1.7 times what it did: also
// one thread has less to walk, which won it 55 +- 44 Elo at equal time.
enum { BURST = 16, BUSY = 32, CHUNK = 512 };

// Nodes of a proof that are looked at to count its plies: a tenth of a millisecond.
enum { PROOF_NODES = 1 << 13 };

// One thread's descent: where it stands and how it came there.
struct descent {
    struct uct *uct;
    void *scratch;
    struct rng rng;
    uint32_t free, end; // nodes taken from the arena and not yet used
    int burst;          // descents that have the first `trunk` nodes of the path in common
    int trunk;
    int losses; // visits counted as lost on the trunk until they are made
    int length;
    uint32_t path[PATH_MAX_NODES];
    _Alignas(32) uint8_t trunk_state[MCTS_STATE_MAX];
    _Alignas(32) uint8_t state[MCTS_STATE_MAX];
};

// ---- nodes --------------------------------------------------------------------------------------

// Adds results; where no other thread is met, without the cost of a locked instruction.
static void node_add(struct node *n, int visits, int64_t sum, bool alone)
{
    if (alone) {
        STORE(n->visits, LOAD(n->visits) + (uint32_t)visits);
        STORE(n->sum, LOAD(n->sum) + sum);
    } else {
        atomic_fetch_add_explicit(&n->visits, (uint32_t)visits, memory_order_relaxed);
        atomic_fetch_add_explicit(&n->sum, sum, memory_order_relaxed);
    }
}

// Takes neighbouring nodes from the chunk the thread has, or from a new one; 0 when the arena is full.
static uint32_t chunk_take(struct descent *d, uint32_t count)
{
    uint32_t chunk = d->uct->solo || count > CHUNK ? count : CHUNK;
    if (d->end - d->free < count) {
        d->free = mcts_arena_take(d->uct, chunk);
        d->end = d->free ? d->free + chunk : 0;
    }
    uint32_t at = d->free;
    if (at)
        d->free += count;
    return at;
}

// Makes the nodes from `first` on the children that `moves` lists for a state.
static void set_children(const struct uct *u, uint32_t first, struct mcts_moves *moves,
                         const void *state, void *scratch)
{
    for (int i = 0; i < moves->count; i++)
        node_clear(&u->nodes[first + (uint32_t)i], moves->at[i]);
    if (!u->policy)
        return;
    if (moves->count > 1)
        u->rules->weigh(u->context, state, scratch, moves);
    mcts_set_priors(moves, u->rules->temperature, &u->nodes[first]);
}

// ---- the four steps -----------------------------------------------------------------------------

// 1. Selection: UCB1, mean + c sqrt(ln N / n). A child that was never tried goes first, one that
//    wins ends the question, one that is lost is not considered. 0 when nothing is left to try.
//    UCB1-tuned was no better (28-27-5 over the three games), nor were other constants.
static uint32_t select_child(const struct uct *u, const struct node *n)
{
    if (u->policy)
        return mcts_select_by_prior(u, n);
    uint32_t first = LOAD(n->first), best = 0;
    float best_value = -1e9f,
          log_visits = u->explore * u->explore * logf((float)LOAD(n->visits) + 1);
    for (int i = 0; i < LOAD(n->count); i++) {
        const struct node *c = &u->nodes[first + (uint32_t)i];
        uint8_t proof = LOAD(c->proof);
        uint32_t visits = LOAD(c->visits);
        if (proof == PROOF_WON)
            return first + (uint32_t)i;
        if (proof == PROOF_LOST)
            continue;
        if (visits == 0)
            return first + (uint32_t)i;
        float inverse = 1 / (float)visits;
        float value =
            (float)LOAD(c->sum) * inverse * (1.0f / MCTS_ONE) + sqrtf(log_visits * inverse);
        if (value > best_value) {
            best_value = value;
            best = first + (uint32_t)i;
        }
    }
    return best;
}

// 2. Expansion: gives a leaf its children, or finds that the game is over there. Only one thread
//    does it; the others simulate from the leaf meanwhile.
static void expand(struct descent *d, struct node *n)
{
    struct uct *u = d->uct;
    struct mcts_moves moves;
    uint8_t leaf = STATE_LEAF;
    if (!atomic_compare_exchange_strong(&n->state, &leaf, STATE_EXPANDING))
        return;
    u->rules->expand(u->context, d->state, &moves);
    if (moves.count == 0) {
        int result = -moves.result; // for the side that moved here
        STORE(n->proof, result > 0 ? PROOF_WON : result < 0 ? PROOF_LOST : PROOF_DRAWN);
        atomic_store(&n->state, STATE_FINAL);
        return;
    }
    uint32_t first = chunk_take(d, (uint32_t)moves.count);
    if (first == 0) {
        atomic_store(&n->state, STATE_LEAF);
        return;
    }
    set_children(u, first, &moves, d->state, d->scratch);
    n->complete = moves.complete;
    STORE(n->first, first);
    STORE(n->count, (uint16_t)moves.count);
    atomic_store_explicit(&n->state, STATE_OPEN, memory_order_release);
}

// Draws the conclusion from proven children. True when it says something new.
static bool prove(const struct uct *u, struct node *n)
{
    bool draw = false, open = !n->complete;
    uint32_t first = LOAD(n->first);
    if (LOAD(n->proof) != PROOF_NONE)
        return false;
    for (int i = 0; i < LOAD(n->count); i++) {
        uint8_t proof = LOAD(u->nodes[first + (uint32_t)i].proof);
        if (proof == PROOF_WON) {
            STORE(n->proof, PROOF_LOST);
            return true;
        }
        open |= proof == PROOF_NONE;
        draw |= proof == PROOF_DRAWN;
    }
    if (open)
        return false;
    STORE(n->proof, draw ? PROOF_DRAWN : PROOF_WON);
    return true;
}

// 4. Backup: the result turns its sign at every ply; proofs climb as far as they reach. Goes up
//    to the path's node `top`; `result` is for the side to move at the end and returned for the
//    side to move above `top`. On the trunk the losses counted beforehand are taken back; below
//    it threads seldom meet, and an addition lost there when they do is one of thousands.
static int64_t back_up(struct descent *d, int top, int visits, int64_t result)
{
    struct uct *u = d->uct;
    bool alone = u->solo || (top > 0 && d->burst > 1);
    int losses = top > 0 ? 0 : d->losses;
    bool proving = LOAD(u->nodes[d->path[d->length - 1]].proof) != PROOF_NONE;
    for (int i = d->length - 1; i >= top; i--) {
        result = -result;
        node_add(&u->nodes[d->path[i]], visits - losses, result + (int64_t)losses * MCTS_ONE,
                 alone);
        if (proving && i > 0)
            proving = prove(u, &u->nodes[d->path[i - 1]]);
    }
    return result;
}

// What a proven node is worth to the side to move there.
static int proven_result(const struct uct *u, const struct node *n)
{
    int one = u->batch * MCTS_ONE;
    uint8_t proof = LOAD(n->proof);
    return proof == PROOF_WON ? -one : proof == PROOF_LOST ? one : 0;
}

// Goes from the root through nodes much visited: the part of the path that a burst has in common.
// With threads the visits to come count as losses there meanwhile, so that others look elsewhere.
static void walk_trunk(struct descent *d, int burst)
{
    struct uct *u = d->uct;
    uint32_t at = u->root;
    memcpy(d->trunk_state, u->root_state, u->rules->state_size);
    d->burst = burst;
    d->losses = u->solo ? 0 : burst * u->batch;
    d->trunk = 1;
    d->path[0] = at;
    while (burst > 1 && d->trunk < PATH_MAX_NODES / 2) {
        at = select_child(u, &u->nodes[at]);
        const struct node *n = &u->nodes[at];
        if (at == 0 || LOAD(n->visits) < u->busy || LOAD(n->proof) != PROOF_NONE ||
            atomic_load_explicit(&n->state, memory_order_acquire) != STATE_OPEN)
            break;
        u->rules->play(u->context, d->trunk_state, n->m);
        d->path[d->trunk++] = at;
    }
    for (int i = 0; i < d->trunk && d->losses; i++)
        node_add(&u->nodes[d->path[i]], d->losses, -(int64_t)d->losses * MCTS_ONE, false);
}

// One walk from the trunk to a leaf and back; the result for the side to move at the trunk's end.
static int64_t descend(struct descent *d)
{
    struct uct *u = d->uct;
    struct node *n = &u->nodes[d->path[d->trunk - 1]];
    memcpy(d->state, d->trunk_state, u->rules->state_size);
    d->length = d->trunk;
    while (LOAD(n->proof) == PROOF_NONE || n == &u->nodes[u->root]) {
        if (LOAD(n->state) == STATE_LEAF && LOAD(n->visits) >= (uint32_t)u->batch)
            expand(d, n);
        if (atomic_load_explicit(&n->state, memory_order_acquire) != STATE_OPEN ||
            d->length == PATH_MAX_NODES)
            break;
        uint32_t child = select_child(u, n);
        if (child == 0) {
            // All are lost: two threads that proved the last two at once may both have missed it.
            prove(u, n);
            break;
        }
        n = &u->nodes[child];
        u->rules->play(u->context, d->state, n->m);
        d->path[d->length++] = child;
    }
    // 3. Simulation, unless the result is known.
    int result = LOAD(n->proof) != PROOF_NONE
                     ? proven_result(u, n)
                     : u->rules->simulate(u->context, d->state, d->scratch, u->search->playout,
                                          &d->rng, u->batch);
    return back_up(d, d->trunk, u->batch, result);
}

// At most `most` descents through the same trunk; a proof at its end ends them. Returns how many.
static int descend_burst(struct descent *d, int most)
{
    struct uct *u = d->uct;
    int64_t sum = 0;
    int made = 0;
    walk_trunk(d, most);
    const struct node *end = &u->nodes[d->path[d->trunk - 1]];
    do {
        sum += descend(d);
        made++;
    } while (made < most && LOAD(end->proof) == PROOF_NONE);
    d->length = d->trunk;
    back_up(d, 0, made * u->batch, sum);
    return made;
}

// ---- answers ------------------------------------------------------------------------------------

// True when child a is the better answer than b: proofs first, then visits.
static bool better(const struct node *a, const struct node *b)
{
    static const int rank[] = {
        [PROOF_LOST] = 0, [PROOF_NONE] = 1, [PROOF_DRAWN] = 1, [PROOF_WON] = 2};
    int ra = rank[LOAD(a->proof)], rb = rank[LOAD(b->proof)];
    return ra != rb ? ra > rb : LOAD(a->visits) > LOAD(b->visits);
}

// The best child, or 0 when there is none that was visited; among the lost ones the most visited.
static uint32_t best_child(const struct uct *u, const struct node *n)
{
    uint32_t first = LOAD(n->first), best = 0;
    if (atomic_load_explicit(&((struct node *)n)->state, memory_order_acquire) != STATE_OPEN)
        return 0;
    for (uint32_t i = first; i < first + LOAD(n->count); i++)
        if (LOAD(u->nodes[i].visits) && (best == 0 || better(&u->nodes[i], &u->nodes[best])))
            best = i;
    return best;
}

// The score a mean result stands for: the odds of winning on the game's own scale.
static int score_of(const struct uct *u, double rate)
{
    double bounded = rate < 0.001 ? 0.001 : rate > 0.999 ? 0.999 : rate;
    return (int)lround(u->rules->game->win_scale * log(bounded / (1 - bounded)));
}

// Plies from a proven node to the end at the latest: the winner makes the tree's moves, the other
// side any. *left nodes may be looked at; when they are gone the result means nothing.
static int plies_below(const struct uct *u, uint32_t at, int *left)
{
    const struct node *n = &u->nodes[at];
    uint32_t first = LOAD(n->first), best = best_child(u, n);
    int most = 0;
    if (best == 0 || --*left <= 0)
        return 0;
    if (LOAD(n->proof) == PROOF_LOST)
        return 1 + plies_below(u, best, left);
    for (uint32_t i = first; i < first + LOAD(n->count); i++) {
        int plies = 1 + plies_below(u, i, left);
        most = plies > most ? plies : most;
    }
    return most;
}

// Plies in which root child c wins at the latest, negative when it loses, 0 when that is not known.
// Asked about the position, whose moves are all lost then, it is the one that lasts longest.
static int win_in_of(const struct uct *u, uint32_t c, bool position)
{
    const struct node *root = &u->nodes[u->root];
    uint32_t first = LOAD(root->first);
    bool lost = LOAD(u->nodes[c].proof) == PROOF_LOST, all = lost && position;
    int most = 0, left = PROOF_NODES;
    for (uint32_t i = all ? first : c; i < (all ? first + LOAD(root->count) : c + 1); i++) {
        int plies = 1 + plies_below(u, i, &left);
        most = plies > most ? plies : most;
    }
    return left <= 0 ? 0 : lost ? -most : most;
}

// True when the proof of root child c, the best there is, is one of the whole position: it wins, or
// nothing else is left to be tried.
static bool proves_all(const struct uct *u, uint32_t c)
{
    return LOAD(u->nodes[c].proof) == PROOF_WON || LOAD(u->nodes[u->root].proof) != PROOF_NONE;
}

// The score of a proven win or loss in so many plies at the latest, 0 when that is not known: as a
// search that deepens gives it, and a bound, for the tree need not have the shortest way.
static int win_score(bool won, int win_in)
{
    const int score = win_in ? SCORE_WIN - abs(win_in) : SCORE_WIN_MIN;
    return won ? score : -score;
}

static enum bound bound_of(uint8_t proof)
{
    return proof == PROOF_WON ? BOUND_LOWER : proof == PROOF_LOST ? BOUND_UPPER : BOUND_EXACT;
}

// Fills a report for root child c; `place` counts from 1.
static struct report report_of(const struct uct *u, uint32_t c, int place)
{
    const struct node *n = &u->nodes[c];
    uint8_t proof = LOAD(n->proof);
    double rate = proof == PROOF_WON     ? 1
                  : proof == PROOF_LOST  ? 0
                  : proof == PROOF_DRAWN ? 0.5
                                         : (node_mean(n) + 1) / 2;
    struct report r = {.multipv = place,
                       .selectivity = 100,
                       .bound = BOUND_EXACT,
                       .nodes = LOAD(u->simulations),
                       .visits = LOAD(n->visits),
                       .elapsed = clock_elapsed(u->search->clock),
                       .hashfull = (int)((uint64_t)LOAD(u->used) * 1000 / u->capacity),
                       .win_rate = rate,
                       .score = score_of(u, rate),
                       .proven = proof != PROOF_NONE && !u->rules->points};
    r.proven &= u->search->limits.multipv > 1 || proves_all(u, c);
    r.solved = r.proven && proof == PROOF_DRAWN;
    for (uint32_t at = c; at != 0 && r.line_length < LINE_MAX_MOVES;
         at = best_child(u, &u->nodes[at]))
        r.line[r.line_length++] = u->nodes[at].m;
    if (r.proven && proof != PROOF_DRAWN) {
        r.bound = bound_of(proof);
        r.win_in = win_in_of(u, c, u->search->limits.multipv <= 1);
        r.score = win_score(proof == PROOF_WON, r.win_in);
    }
    r.depth = r.seldepth = r.line_length;
    return r;
}

// The root's children, best first.
static int rank_children(const struct uct *u, uint32_t *order)
{
    const struct node *root = &u->nodes[u->root];
    int count = 0;
    for (uint32_t i = LOAD(root->first); i < LOAD(root->first) + LOAD(root->count); i++) {
        int k = count++;
        for (; k > 0 && better(&u->nodes[i], &u->nodes[order[k - 1]]); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    return count;
}

static void report_lines(const struct uct *u)
{
    uint32_t order[CELLS_MAX];
    int count = rank_children(u, order), places = u->search->limits.multipv;
    if (!u->search->report)
        return;
    for (int i = 0; i < count && i < places; i++) {
        struct report r = report_of(u, order[i], i + 1);
        u->search->report(u->search->owner, &r);
    }
}

// ---- the threads --------------------------------------------------------------------------------

// True when no thread has anything more to do: stopped, all simulations made, or the answer proven.
static bool nothing_left(const struct uct *u)
{
    uint64_t limit = u->search->limits.nodes;
    return LOAD(*u->search->stop) || (limit && LOAD(u->simulations) >= limit) ||
           LOAD(u->nodes[u->root].proof) != PROOF_NONE;
}

// True when the tree has not grown for so long that its lines will get no longer: where nothing is
// explored, or the arena is full, or all that is left to try is known.
static bool is_finished_growing(struct uct *u)
{
    enum { STILL = 1 << 18 }; // simulations
    uint64_t made = LOAD(u->simulations);
    if (LOAD(u->used) != u->size) {
        u->size = LOAD(u->used);
        u->grown = made;
    }
    return made - u->grown >= STILL;
}

// True when the main thread may answer; one that may not be given yet is held back by the session.
static bool enough(struct uct *u)
{
    const struct search *s = u->search;
    if (nothing_left(u) || clock_expired(s->clock))
        return true;
    if (s->limits.infinite || clock_pondering(s->clock))
        return false;
    if (clock_enough(s->clock, 100))
        return true;
    if (!s->clock->fixed && s->clock->hard < CLOCK_NEVER && u->legal->count == 1)
        return true;
    uint32_t best = best_child(u, &u->nodes[u->root]);
    return s->limits.depth && best &&
           (report_of(u, best, 1).line_length >= s->limits.depth || is_finished_growing(u));
}

// How many descents may share a trunk now: one while the tree is small, never more than are asked.
static int burst_now(const struct uct *u)
{
    uint64_t limit = u->search->limits.nodes, made = LOAD(u->simulations),
             batch = (uint64_t)u->batch;
    if (LOAD(u->nodes[u->root].visits) < u->busy)
        return 1;
    uint64_t left = limit == 0 ? BURST : made < limit ? (limit - made + batch - 1) / batch : 1;
    return left < BURST ? (int)left : BURST;
}

static void uct_thread(void *job, int thread)
{
    struct uct *u = job;
    struct descent d = {.uct = u,
                        .scratch = u->scratch + u->scratch_stride * (size_t)thread,
                        .rng = {UINT64_C(0x6d637473) + (uint64_t)thread * 7919}};
    while (!LOAD(u->finished)) {
        int made = 0, least = u->search->limits.nodes ? 1 : STEP_DESCENTS, burst = burst_now(u);
        while (made < least)
            made += descend_burst(&d, burst);
        atomic_fetch_add_explicit(&u->simulations, (uint64_t)(made * u->batch),
                                  memory_order_relaxed);
        if (thread != 0) {
            if (nothing_left(u))
                return;
            continue;
        }
        if (LOAD(u->simulations) >= u->next_report) {
            report_lines(u);
            u->next_report *= 2;
        }
        mcts_arena_extend(u);
        if (enough(u))
            atomic_store(&u->finished, true);
    }
}

// ---- the thought --------------------------------------------------------------------------------

// The root gets the moves that were asked for or, when all were, those the game finds worth a
// child.
static void root_moves(const struct uct *u, struct mcts_moves *out)
{
    out->count = 0;
    out->complete = true;
    if (u->search->limits.only.count == 0)
        u->rules->expand(u->context, u->root_state, out);
    for (int i = 0; out->count == 0 && i < u->legal->count; i++)
        out->at[i] = u->legal->at[i];
    if (out->count == 0)
        out->count = u->legal->count;
}

// Opens the root, unless the tree that was kept has it open.
static void open_root(struct uct *u)
{
    struct node *root = &u->nodes[u->root];
    struct mcts_moves moves;
    STORE(root->proof, PROOF_NONE);
    root_moves(u, &moves);
    if (LOAD(root->state) == STATE_OPEN && LOAD(root->count) == moves.count) {
        prove(u, root);
        return;
    }
    uint32_t first = mcts_arena_take(u, (uint32_t)moves.count);
    if (first)
        set_children(u, first, &moves, u->root_state, u->scratch);
    STORE(root->first, first);
    STORE(root->count, (uint16_t)(first ? moves.count : 0));
    root->complete = moves.complete;
    STORE(root->visits, 0);
    STORE(root->sum, 0);
    STORE(root->state, STATE_OPEN);
}

struct thought mcts_think(const struct mcts_rules *rules, const struct position *p,
                          const struct moves *legal, struct search *s)
{
    struct thought answer = {.best = legal->at[0], .ponder = MOVE_NONE};
    size_t bytes;
    struct tree *tree = memory_claim(s->memory, rules->owner, &bytes);
    if (!atomic_exchange(memory_notes(s->memory), 1))
        tree->root = 0; // whatever is there is another's
    size_t stride = (rules->scratch_size + 63) / 64 * 64;
    struct uct *u =
        aligned_alloc(_Alignof(struct uct), sizeof *u + stride * (size_t)pool_size(s->pool));
    if (!u)
        return answer;
    memset(u, 0, sizeof *u);
    u->rules = rules;
    u->search = s;
    u->legal = legal;
    u->tree = tree;
    u->nodes = (struct node *)((uint8_t *)tree + (sizeof *tree + 63) / 64 * 64);
    // A quarter of the arena stays free to copy the part that is kept.
    size_t nodes = (bytes - sizeof *tree - 64) / sizeof(struct node);
    u->limit = nodes < UINT32_MAX / 2 ? (uint32_t)nodes : UINT32_MAX / 2;
    u->capacity = u->limit / KEEP_SHARE * (KEEP_SHARE - 1);
    nodes = (memory_reached(s->memory) - sizeof *tree - 64) / sizeof(struct node);
    STORE(u->ready, nodes < u->limit ? (uint32_t)nodes : u->limit);
    u->solo = pool_size(s->pool) == 1;
    u->batch = rules->batch[s->playout];
    u->busy = (uint32_t)(BUSY * BURST * u->batch);
    u->explore = (float)s->exploration / 100;
    u->policy = s->playout == PLAYOUT_POLICY;
    u->scratch_stride = stride;
    u->next_report = 1024;
    rules->begin(u->context, u->root_state, p);
    mcts_take_root(u, p);
    open_root(u);
    pool_run(s->pool, uct_thread, u);
    uint32_t best = best_child(u, &u->nodes[u->root]);
    if (best) {
        struct report r = report_of(u, best, 1);
        report_lines(u);
        answer = (struct thought){.best = u->nodes[best].m,
                                  .ponder = r.line_length > 1 ? r.line[1] : MOVE_NONE,
                                  .score = r.score,
                                  .proven = r.proven && proves_all(u, best)};
        answer.solved = r.solved && answer.proven;
        if (answer.proven && !answer.solved) {
            answer.bound = r.bound;
            answer.win_in = win_in_of(u, best, true);
            answer.score = win_score(r.bound == BOUND_LOWER, answer.win_in);
        }
    }
    answer.nodes = LOAD(u->simulations);
    tree->root = s->limits.only.count ? 0 : u->root; // some moves are not all
    tree->used = LOAD(u->used);
    free(u);
    return answer;
}
