// SPDX-License-Identifier: MIT
#include "engine/pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/thread.h"

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    void (*work)(void *job, int thread);
    void *job;
    uint64_t round; // counts jobs; a worker takes part in each round once
    int busy;       // workers still at it
    bool quit;
    int size; // threads in all, the caller's own included
    struct worker {
        struct pool *pool;
        pthread_t thread;
        int index;
    } workers[];
};

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    struct pool *p = w->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == seen && !p->quit)
            pthread_cond_wait(&p->wake, &p->lock);
        if (p->quit)
            break;
        seen = p->round;
        pthread_mutex_unlock(&p->lock);
        p->work(p->job, w->index);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0)
            pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

// Starts workers until `threads` or until the system refuses.
static void start_workers(struct pool *p, int threads)
{
    while (p->size < threads) {
        struct worker *w = &p->workers[p->size - 1];
        *w = (struct worker){.pool = p, .index = p->size};
        if (!thread_start(&w->thread, worker_main, w))
            break;
        p->size++;
    }
}

struct pool *pool_new(int threads)
{
    if (threads < 1)
        threads = 1;
    struct pool *p = calloc(1, sizeof *p + (size_t)threads * sizeof(struct worker));
    if (!p)
        return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_cond_init(&p->done, NULL);
    p->size = 1;
    start_workers(p, threads);
    return p;
}

void pool_free(struct pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->size - 1; i++)
        pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->wake);
    pthread_cond_destroy(&p->done);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

int pool_size(const struct pool *p)
{
    return p->size;
}

void pool_run(struct pool *p, void (*work)(void *job, int thread), void *job)
{
    pthread_mutex_lock(&p->lock);
    p->work = work;
    p->job = job;
    p->busy = p->size - 1;
    p->round++;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    work(job, 0);
    pthread_mutex_lock(&p->lock);
    while (p->busy > 0)
        pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
