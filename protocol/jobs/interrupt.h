// SPDX-License-Identifier: MIT
// interrupt.h - SIGINT, SIGTERM and SIGHUP for a job that wants to end in good order.
//
// The signals are blocked in every thread, and one thread waits for them, so there is no handler and
// nothing global. The first one stops the job, again and again until it has ended: a thought
// that begins just then clears its stop flag. A second one ends the program as if nobody had
// caught the first. Signals that were ignored when the program was started stay ignored.
#ifndef PROTOCOL_JOBS_INTERRUPT_H
#define PROTOCOL_JOBS_INTERRUPT_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "protocol/wake.h"

struct interrupt {
    sigset_t signals, before; // those waited for, and what was blocked before
    atomic_int seen;          // the signal that came, or 0
    struct wake wake;         // speaks when one did
    atomic_bool over;
    bool watched;
    pthread_t thread;
    void (*tell)(void *owner);
    void *owner;
};

// Blocks the signals; comes before any thread is made. False when the system gives no pipe.
bool interrupt_open(struct interrupt *i);

// From now on a signal calls `tell`, on a thread of its own.
void interrupt_watch(struct interrupt *i, void (*tell)(void *owner), void *owner);

// The signal that came, or 0.
int interrupt_seen(const struct interrupt *i);

void interrupt_close(struct interrupt *i);

#endif
