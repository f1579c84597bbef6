// SPDX-License-Identifier: MIT
// line.h - whole bounded lines, however the bytes arrive.
//
// Lines end in LF or CR LF, or at the end of input. A line that does not fit LINE_BYTES with its
// end is thrown away and reported once; memory never grows. Waiting for input also ends when the
// wake pipe speaks, so a signal or a finished search is seen at once.
#ifndef PROTOCOL_LINE_H
#define PROTOCOL_LINE_H

#include "engine/text.h"
#include "protocol/wake.h"

enum { LINE_BYTES = 1 << 17 };

enum line_event {
    LINE_READY,    // *out is a line, valid until the next call
    LINE_TOO_LONG, // a line was thrown away
    LINE_END,      // nothing more will come
    LINE_WOKEN,    // no line yet, but the wake pipe spoke
};

struct line_reader {
    int fd, answers_fd;
    struct wake *wake;
    bool ended, deserted, skipping; // deserted: ended because nobody reads our answers
    size_t start, end;              // unread bytes are buffer[start .. end)
    char buffer[LINE_BYTES];
};

// Reads from `fd`. The input also ends, unread lines and all, when whoever reads answers_fd (-1 =
// not watched) goes away, so that nobody thinks for a reader who is gone.
void line_open(struct line_reader *r, int fd, int answers_fd, struct wake *wake);

// Waits for the next line.
enum line_event line_next(struct line_reader *r, struct word *out);

// Waits for more input or a wake without taking a line.
void line_wait(struct line_reader *r);

// Takes in what has arrived already, for whoever works long and wants to be interrupted.
void line_listen(struct line_reader *r);

// The next line, if it has arrived already; it stays unread.
bool line_peek(const struct line_reader *r, struct word *out);

// The same for the lines behind it, one a call: *ahead is 0 at first, and moves on past each.
bool line_look_ahead(const struct line_reader *r, size_t *ahead, struct word *out);

// True when input has ended and every line of it has been read.
bool line_at_end(const struct line_reader *r);

#endif
