// SPDX-License-Identifier: MIT
#include "protocol/protocol.h"

#include <signal.h>

bool connection_broken(const struct connection *c)
{
    int signal = atomic_load(c->signal);
    return (signal != 0 && !(signal == SIGINT && c->heeds_interrupts)) || connection_status(c) != 0;
}

bool connection_is_interrupted(const struct connection *c)
{
    return c->heeds_interrupts && atomic_load(c->signal) == SIGINT;
}

bool connection_interrupted(struct connection *c)
{
    int interrupt = SIGINT;
    return c->heeds_interrupts && atomic_compare_exchange_strong(c->signal, &interrupt, 0);
}

int connection_status(const struct connection *c)
{
    return atomic_load(&c->out->failed) || line_deserted(c->in) ? 1 : 0;
}

enum line_event connection_next(struct connection *c, struct word *line)
{
    for (;;) {
        if (connection_broken(c))
            return LINE_END;
        if (connection_interrupted(c))
            return LINE_INTERRUPTED;
        enum line_event e = line_next(c->in, line);
        if (e != LINE_WOKEN)
            return e;
    }
}

void connection_wake(struct connection *c)
{
    wake_up(c->in->wake->write_fd);
}
