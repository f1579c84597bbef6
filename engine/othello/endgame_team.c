// SPDX-License-Identifier: MIT
#include "engine/othello/endgame_team.h"

// True when s or a split point it stands under has been cut.
static bool is_cut(const struct split *s)
{
    for (; s; s = s->parent)
        if (atomic_load_explicit(&s->cut, memory_order_relaxed))
            return true;
    return false;
}

// Whether this thread must unwind, given where it works now.
static bool must_stop(const struct solver *e)
{
    return atomic_load_explicit(&e->team->stopped, memory_order_relaxed) || is_cut(e->split);
}

uint64_t team_nodes(const struct team *t)
{
    uint64_t sum = 0;
    for (int i = 0; i < t->threads; i++)
        sum += atomic_load_explicit(&t->solvers[i].shown_nodes, memory_order_relaxed);
    return sum;
}

void team_poll(struct solver *e)
{
    struct team *t = e->team;
    const struct search *s = t->search;
    atomic_store_explicit(&e->shown_nodes, e->nodes, memory_order_relaxed);
    e->next_poll = e->nodes + POLL_NODES;
    if (t->node_limit < UINT64_MAX) {
        uint64_t all = team_nodes(t), left = t->node_limit > all ? t->node_limit - all : 0;
        if (left == 0)
            atomic_store_explicit(&t->stopped, true, memory_order_relaxed);
        else if (left < POLL_NODES)
            e->next_poll = e->nodes + left;
    }
    if (atomic_load_explicit(s->stop, memory_order_relaxed) || clock_expired(s->clock))
        atomic_store_explicit(&t->stopped, true, memory_order_relaxed);
    e->stopped = must_stop(e);
}

void team_open(struct solver *e, struct split *s)
{
    struct team *t = e->team;
    s->parent = e->split;
    pthread_mutex_lock(&t->lock);
    struct split **at = &t->open;
    while (*at)
        at = &(*at)->below;
    *at = s;
    pthread_cond_broadcast(&t->news);
    pthread_mutex_unlock(&t->lock);
    e->split = s;
}

void team_close(struct solver *e, struct split *s)
{
    struct team *t = e->team;
    pthread_mutex_lock(&t->lock);
    struct split **at = &t->open;
    while (*at != s)
        at = &(*at)->below;
    *at = s->below;
    pthread_mutex_unlock(&t->lock);
    e->split = s->parent;
    e->stopped = must_stop(e);
}

bool team_take(struct solver *e, struct split *s, struct option *out)
{
    bool taken = false;
    pthread_mutex_lock(&e->team->lock);
    if (s->next < s->count && !is_cut(s) &&
        !atomic_load_explicit(&e->team->stopped, memory_order_relaxed)) {
        *out = *pick(s->list, s->next, s->count);
        s->next++;
        taken = true;
    }
    pthread_mutex_unlock(&e->team->lock);
    return taken;
}

void team_result(struct solver *e, struct split *s, int cell, int score)
{
    if (e->stopped)
        return;
    pthread_mutex_lock(&e->team->lock);
    if (score > s->best) {
        s->best = score;
        s->best_cell = cell;
        if (score > s->alpha)
            atomic_store_explicit(&s->cut, true, memory_order_relaxed);
    }
    pthread_mutex_unlock(&e->team->lock);
}

// The oldest open point with moves left that stands below `own`, or anywhere if there is no `own`.
static struct split *find_work(const struct team *t, const struct split *own)
{
    for (struct split *s = t->open; s; s = s->below) {
        if (s->next >= s->count || is_cut(s))
            continue;
        const struct split *up = s;
        while (own && up && up != own)
            up = up->parent;
        if (up && s != own)
            return s;
    }
    return NULL;
}

struct split *team_wait(struct solver *e, struct split *own)
{
    struct team *t = e->team;
    struct split *s = NULL;
    pthread_mutex_lock(&t->lock);
    atomic_fetch_add_explicit(&t->idle, 1, memory_order_relaxed);
    while (own ? own->workers > 0 : !atomic_load(&t->finished)) {
        if ((s = find_work(t, own)))
            break;
        pthread_cond_wait(&t->news, &t->lock);
    }
    atomic_fetch_sub_explicit(&t->idle, 1, memory_order_relaxed);
    if (s)
        s->workers++;
    pthread_mutex_unlock(&t->lock);
    if (s) {
        e->split = s;
        e->stopped = must_stop(e);
    }
    return s;
}

void team_leave(struct solver *e, struct split *s, struct split *own)
{
    struct team *t = e->team;
    pthread_mutex_lock(&t->lock);
    s->workers--;
    pthread_cond_broadcast(&t->news);
    pthread_mutex_unlock(&t->lock);
    e->split = own;
    e->stopped = must_stop(e);
}

void team_finish(struct team *t)
{
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->finished, true);
    pthread_cond_broadcast(&t->news);
    pthread_mutex_unlock(&t->lock);
}
