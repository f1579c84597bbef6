// SPDX-License-Identifier: MIT
#include "protocol/protocol.h"

bool wires_broken(const struct wires *w)
{
    return atomic_load(w->signal) != 0 || wires_status(w) != 0;
}

int wires_status(const struct wires *w)
{
    return atomic_load(&w->out->failed) || w->in->deserted ? 1 : 0;
}

enum line_event wires_next(struct wires *w, struct word *line)
{
    for (;;) {
        if (wires_broken(w))
            return LINE_END;
        enum line_event e = line_next(w->in, line);
        if (e != LINE_WOKEN)
            return e;
    }
}
