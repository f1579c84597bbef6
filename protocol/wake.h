// SPDX-License-Identifier: MIT
// wake.h - a pipe to oneself: how signals and other threads wake whoever waits for input.
//
// The byte says only "look up"; what happened is found in the flag of whoever woke us.
#ifndef PROTOCOL_WAKE_H
#define PROTOCOL_WAKE_H

#include <stdbool.h>

struct wake {
    int read_fd, write_fd;
};

// False when the system gives no pipe.
bool wake_open(struct wake *w);
void wake_close(struct wake *w);

// Wakes the waiter; safe in a signal handler and from any thread. Nothing happens for fd -1.
void wake_up(int write_fd);

// Forgets all wakes so far.
void wake_drain(struct wake *w);

#endif
