// SPDX-License-Identifier: MIT
// team.h - threads that solve together: young brothers wait.
//
// Where the first move of a position has not cut it off, the others will most likely all have to be
// searched, so they may be searched at once (Feldmann 1993). The thread that finds such a position
// while another is idle opens a split point: a list of moves that anyone may take from. When one
// result beats alpha the point is cut and everybody below it unwinds. An owner that runs out of
// moves before its helpers are done helps in turn, but only below its own point, so that it is back
// when they are.
//
// One lock guards all split points: they are opened a few thousand times a second at most. The
// value of a position does not depend on who searched it, so the score is the same with any number
// of threads; the number of nodes is not.
#ifndef ENGINE_OTHELLO_SOLVE_TEAM_H
#define ENGINE_OTHELLO_SOLVE_TEAM_H

#include <pthread.h>

#include "engine/othello/solve/solver.h"

// The value of a move of a position with n empties in a null window above alpha.
typedef int child_search(struct solver *e, const struct child *o, int n, int alpha,
                         unsigned parity);

// A position and its remaining moves, which may be shared; lives on its owner's stack.
struct split {
    child_search *search;
    struct split *parent; // the split point its owner works under
    struct split *below;  // the next open point
    struct child *list;   // moves [next, count) are still to be taken
    int next, count;
    int empties, alpha;
    unsigned parity;
    int best, best_cell;
    int workers;     // helpers inside
    atomic_bool cut; // a move beat alpha: leave
};

struct team {
    struct search *search;
    struct solver *solvers;
    int threads;
    uint64_t node_limit;
    pthread_mutex_t lock;
    pthread_cond_t woken;   // a point was opened, a helper left, or all is over
    struct split *open;     // oldest first
    _Atomic int idle;       // threads waiting for work
    _Atomic unsigned wakes; // how often `woken` was signalled
    atomic_bool stopped;    // out of time, or asked to stop: everybody unwinds
    atomic_bool finished;   // the leader has its answer
};

// Brings the best looking of list[i..n) to place i.
static inline struct child *pick(struct child *list, int i, int n)
{
    int best = i;
    for (int k = i + 1; k < n; k++)
        if (list[k].worth > list[best].worth)
            best = k;
    if (best != i) {
        struct child swap = list[i];
        list[i] = list[best];
        list[best] = swap;
    }
    return &list[i];
}

static inline bool team_has_idle(const struct team *t)
{
    return atomic_load_explicit(&t->idle, memory_order_relaxed) > 0;
}

// Publishes the node count and sets e->stopped when this thread must unwind.
void team_poll(struct solver *e);

// Nodes of all threads as of their last poll.
uint64_t team_nodes(const struct team *t);

// Searches the moves of a split point together with idle threads; s->best and s->best_cell are the
// result, unless e->stopped is set.
void team_share(struct solver *e, struct split *s);

// Searches the moves of s, the best looking first, until one cuts; once the first has not, the
// others are shared with threads that have nothing to do. The result is as of team_share.
static inline void search_children(struct solver *e, struct split *s, child_search *search)
{
    s->search = search;
    for (; s->next < s->count; s->next++) {
        if (s->best > -128 && s->empties >= SPLIT_EMPTIES && s->next + 1 < s->count &&
            team_has_idle(e->team)) {
            team_share(e, s);
            return;
        }
        const struct child *o = pick(s->list, s->next, s->count);
        int score = search(e, o, s->empties, s->alpha, s->parity);
        if (e->stopped)
            return;
        if (score > s->best) {
            s->best = score;
            s->best_cell = o->cell;
            if (score > s->alpha)
                return;
        }
    }
}

// A helper's life: waits for a split point, works there, until the team is done.
void team_help(struct solver *e);

// The leader has its answer: helpers go home.
void team_finish(struct team *t);

#endif
