// SPDX-License-Identifier: MIT
// protocol.h - the connection of one run, and the list of protocols.
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include <stdatomic.h>

#include "engine/outflank.h"
#include "protocol/line.h"
#include "protocol/output.h"

// What has become of the terminal since it was last asked: bits of struct connection's news.
enum { TERMINAL_STOPS = 1, TERMINAL_CONTINUES = 2, TERMINAL_RESIZED = 4 };

// Lines in, lines out, and the signal that ends them.
struct connection {
    struct line_reader *in;
    struct output *out;
    atomic_int *signal;    // the number of the last signal that asks us to end, 0 = none
    bool terminal;         // a person sits at the other end
    bool heeds_interrupts; // SIGINT is not the end, but LINE_INTERRUPTED
    // Has the terminal's signals (ctrl-Z and its end, another size) noted in *terminal_news, or lets
    // them have their usual effect. NULL = they can't be noted.
    void (*heed_terminal)(bool heed);
    atomic_uint *terminal_news;
};

// See dialogue.h.
struct protocol;
extern const struct protocol uci_protocol, gtp_protocol, gomocup_protocol, nboard_protocol,
    xboard_protocol, botzone_protocol, saiblo_protocol, shell_protocol;

// What a program may say about itself, besides OUTFLANK_VERSION.
#define OUTFLANK_AUTHORS "the outflank authors"

// The next line of a conversation, or LINE_TOO_LONG, LINE_INTERRUPTED, or LINE_END when it is over: end of input, a
// signal, or nobody listens.
enum line_event connection_next(struct connection *c, struct word *line);

// Whether SIGINT has come to somebody who heeds it; the second form forgets it.
bool connection_is_interrupted(const struct connection *c);
bool connection_interrupted(struct connection *c);

// Wakes whoever waits for the next line; from any thread.
void connection_wake(struct connection *c);

// True when the conversation must end now.
bool connection_broken(const struct connection *c);

// The exit status of a conversation: 1 when there was nobody to hear it out.
int connection_status(const struct connection *c);

#endif
