// SPDX-License-Identifier: MIT
// pool.h - worker threads that wait for a job and share it.
//
// One job at a time: pool_run calls work(job, 0) on the caller's thread and work(job, 1), work(job,
// 2), ... on the others, and returns when all have come back. How they share the job is the
// search's own business.
#ifndef ENGINE_POOL_H
#define ENGINE_POOL_H

struct pool;

// `threads` in all, the caller's own included. NULL when memory is short; fewer threads than asked
// when the system gives no more (pool_size tells).
struct pool *pool_new(int threads);
void pool_free(struct pool *p);

int pool_size(const struct pool *p);

// Runs the job on every thread and waits for all of them.
void pool_run(struct pool *p, void (*work)(void *job, int thread), void *job);

#endif
