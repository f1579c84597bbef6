// SPDX-License-Identifier: MIT
#include "engine/thread.h"

#include <signal.h>

enum { STACK_BYTES = 8 << 20 };

bool thread_start(pthread_t *out, void *(*run)(void *), void *arg)
{
    sigset_t all, before;
    pthread_attr_t attr;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    bool started = pthread_create(out, &attr, run, arg) == 0;
    pthread_attr_destroy(&attr);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}
