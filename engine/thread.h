// SPDX-License-Identifier: MIT
// thread.h - starting a thread of ours: signals stay with the main thread.
#ifndef ENGINE_THREAD_H
#define ENGINE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

// Starts run(arg) with room for a search on its stack. False when the system refuses.
bool thread_start(pthread_t *out, void *(*run)(void *), void *arg);

#endif
