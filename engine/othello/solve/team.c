// SPDX-License-Identifier: MIT
#include "engine/othello/solve/team.h"

enum { SPINS = 2000 }; // before a thread without work sleeps: a tenth of a millisecond

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
    if (!e->stopped)
        tt_extend(&e->tt, e->thread == 0, t->threads, s->clock->untimed);
}

// Wakes all who wait; the lock is held.
static void wake_all(struct team *t)
{
    atomic_fetch_add_explicit(&t->wakes, 1, memory_order_relaxed);
    pthread_cond_broadcast(&t->woken);
}

// Lets a moment pass without sleeping.
static inline void spin_pause(void)
{
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

// Waits to be woken; the lock is held, but not meanwhile. Waking a sleeper takes longer than most
// waits, so it spins for a moment first.
static void wait_for_wake(struct team *t)
{
    unsigned seen = atomic_load_explicit(&t->wakes, memory_order_relaxed);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < SPINS && atomic_load_explicit(&t->wakes, memory_order_relaxed) == seen; i++)
        spin_pause();
    pthread_mutex_lock(&t->lock);
    while (atomic_load_explicit(&t->wakes, memory_order_relaxed) == seen)
        pthread_cond_wait(&t->woken, &t->lock);
}

// Opens a split point of this thread for all.
static void open_point(struct solver *e, struct split *s)
{
    struct team *t = e->team;
    s->parent = e->split;
    pthread_mutex_lock(&t->lock);
    struct split **at = &t->open;
    while (*at)
        at = &(*at)->below;
    *at = s;
    wake_all(t);
    pthread_mutex_unlock(&t->lock);
    e->split = s;
}

// Closes a split point that all have left.
static void close_point(struct solver *e, struct split *s)
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

// Takes the next move of a split point. False when none is left or it is cut.
static bool take_move(struct solver *e, struct split *s, struct child *out)
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

// Brings the result of a move taken.
static void bring_result(struct solver *e, struct split *s, int cell, int score)
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

// Waits for a split point to help at and enters it. With `own`, only below it, and NULL as soon as
// nobody works at it any more; without, NULL when the team is finished.
static struct split *wait_for_work(struct solver *e, struct split *own)
{
    struct team *t = e->team;
    struct split *s = NULL;
    pthread_mutex_lock(&t->lock);
    atomic_fetch_add_explicit(&t->idle, 1, memory_order_relaxed);
    while (own ? own->workers > 0 : !atomic_load(&t->finished)) {
        if ((s = find_work(t, own)))
            break;
        wait_for_wake(t);
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

// Leaves a split point entered by wait_for_work and goes back to `own`, or NULL.
static void leave_point(struct solver *e, struct split *s, struct split *own)
{
    struct team *t = e->team;
    pthread_mutex_lock(&t->lock);
    s->workers--;
    wake_all(t);
    pthread_mutex_unlock(&t->lock);
    e->split = own;
    e->stopped = must_stop(e);
}

// Works at a split point until no move is left there.
static void work_at(struct solver *e, struct split *s)
{
    struct child o;
    while (take_move(e, s, &o)) {
        int score = s->search(e, &o, s->empties, s->alpha, s->parity);
        bring_result(e, s, o.cell, score);
    }
}

void team_share(struct solver *e, struct split *s)
{
    struct split *other;
    open_point(e, s);
    work_at(e, s);
    while ((other = wait_for_work(e, s))) {
        work_at(e, other);
        leave_point(e, other, s);
    }
    close_point(e, s);
}

void team_help(struct solver *e)
{
    struct split *s;
    while ((s = wait_for_work(e, NULL))) {
        work_at(e, s);
        leave_point(e, s, NULL);
    }
}

void team_finish(struct team *t)
{
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->finished, true);
    wake_all(t);
    pthread_mutex_unlock(&t->lock);
}
