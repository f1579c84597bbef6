// SPDX-License-Identifier: MIT
#include "protocol/protocol.h"

bool connection_broken(const struct connection *c)
{
    return atomic_load(c->signal) != 0 || connection_status(c) != 0;
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
        enum line_event e = line_next(c->in, line);
        if (e != LINE_WOKEN)
            return e;
    }
}

void connection_wake(struct connection *c)
{
    wake_up(c->in->wake->write_fd);
}
