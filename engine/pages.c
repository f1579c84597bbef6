// SPDX-License-Identifier: MIT
#include "engine/pages.h"

#include <pthread.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "engine/thread.h"

enum { HUGE_PAGE = 2 << 20, SMALL_PAGE = 4096 };

struct pages {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t asked, settled;
    uint8_t *base;
    _Atomic size_t *reached;
    size_t end;
    bool running;  // the thread was started
    bool touching; // it is at a page now
    bool quit;
};

void pages_touch(uint8_t *base, _Atomic size_t *reached, size_t end)
{
    size_t at = atomic_load_explicit(reached, memory_order_relaxed);
    for (; at < end; at += SMALL_PAGE)
        base[at] = 0;
    atomic_store_explicit(reached, at, memory_order_release);
}

// Touches a huge page at a time, and looks after each whether it is still wanted.
static void *touch_pages(void *self)
{
    struct pages *p = self;
#ifdef __linux__
    prctl(PR_SET_NAME, "pages"); // its work is not the search's: tests tell them apart
#endif
    pthread_mutex_lock(&p->lock);
    while (!p->quit) {
        size_t at = p->reached ? atomic_load_explicit(p->reached, memory_order_relaxed) : 0;
        if (at >= p->end) {
            pthread_cond_wait(&p->asked, &p->lock);
            continue;
        }
        uint8_t *base = p->base;
        _Atomic size_t *reached = p->reached;
        size_t end = p->end - at < HUGE_PAGE ? p->end : at + HUGE_PAGE;
        p->touching = true;
        pthread_mutex_unlock(&p->lock);
        pages_touch(base, reached, end);
        pthread_mutex_lock(&p->lock);
        p->touching = false;
        pthread_cond_signal(&p->settled);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct pages *pages_new(void)
{
    struct pages *p = calloc(1, sizeof *p);
    if (p) {
        pthread_mutex_init(&p->lock, NULL);
        pthread_cond_init(&p->asked, NULL);
        pthread_cond_init(&p->settled, NULL);
    }
    return p;
}

void pages_free(struct pages *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_signal(&p->asked);
    pthread_mutex_unlock(&p->lock);
    if (p->running)
        pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->settled);
    pthread_cond_destroy(&p->asked);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

bool pages_ask(struct pages *p, uint8_t *base, _Atomic size_t *reached, size_t end)
{
    pthread_mutex_lock(&p->lock);
    if (!p->running)
        p->running = thread_start(&p->thread, touch_pages, p);
    if (p->running) {
        p->base = base;
        p->reached = reached;
        p->end = end;
        pthread_cond_signal(&p->asked);
    }
    bool running = p->running;
    pthread_mutex_unlock(&p->lock);
    return running;
}

void pages_settle(struct pages *p)
{
    pthread_mutex_lock(&p->lock);
    p->reached = NULL;
    p->end = 0;
    while (p->touching)
        pthread_cond_wait(&p->settled, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
