// SPDX-License-Identifier: MIT
// hostile.h - faults at the edge of the program, by the row: what is sent, how often, what must
// hold.
//
// Each function asserts for itself. `make test` calls them with small numbers and no clock,
// `make check-long` with the full numbers and the times we promise; a time of 0 is not measured.
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include "tests/talk.h"

// Bad lines, each followed by the probe: alive, one error each, the position unchanged.
void hostile_bad_lines(const struct dialect *d);

// A line of this many bytes without an end, then its end: alive, memory grown by less than 1 MiB.
void hostile_long_line(const struct dialect *d, size_t bytes);

// A script byte by byte, and split in two at every `step`-th offset: the same output.
void hostile_chunks(const struct dialect *d, int step);

// Every numeric argument with every kind of number: one error or none, as documented, and alive.
void hostile_numbers(const struct dialect *d);

// A thought begun and ended after 0 to 2000 us: one legal answer each, the worst within `worst_ms`
// on a machine that is not busy; on any, 99 in a hundred within as much processor time.
void hostile_go_stop(const struct dialect *d, const char *game, int pairs, int worst_ms);

// Something else sent at a random instant of a thought: the documented number of answers.
void hostile_meanwhile(int rounds);

// quit, end of input, SIGTERM and SIGINT at a random instant of a thought: exit 0.
void hostile_endings(const struct dialect *d, int rounds, int worst_ms);

// Lines that wait in front of quit or the end of input while it thinks or counts: the end comes
// within 100 ms of processor time all the same. Every step-th of the combinations.
void hostile_waiting(const struct dialect *d, int step);

// Quit or the end of input while standard output is full of answers nobody reads, in every protocol:
// it ends, without a thought to the end.
void hostile_unread(void);

// Clocks of 0, below 0, 1 ms and 2^63: a legal move; the first three within `worst_ms` on a machine
// that is not busy; on any, 99 in a hundred within as much processor time.
void hostile_clocks(const char *game, int rounds, int worst_ms);

// The reader gone, standard output full, standard output blocked for a while.
void hostile_deaf(const struct dialect *d, int rounds, int blocked_ms);

// Many moves and takings back in one conversation.
void hostile_long_scripts(int moves);

#endif
