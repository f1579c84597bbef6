// SPDX-License-Identifier: MIT
// line.h - whole bounded lines, however the bytes arrive, and a look at those still to come.
//
//      buffer   | taken | lines that wait      | half a line | room
//               0       start                  seen          end
//
// Lines end in LF or CR LF, or at the end of input. A line that does not fit LINE_BYTES with its
// end is thrown away and reported once. Up to LINE_AHEAD bytes of lines wait; memory never grows.
//
// Each line is looked at once, when it arrives: a `quit` is known of at once, however many lines
// wait in front of it. Waiting for input also ends when the wake pipe speaks, so a signal or a
// finished search is seen at once.
//
// One thread takes the lines. Any thread may listen: who waits for room in a full output pipe does.
#ifndef PROTOCOL_LINE_H
#define PROTOCOL_LINE_H

#include <pthread.h>

#include "engine/text.h"
#include "protocol/wake.h"

enum { LINE_BYTES = 1 << 17, LINE_AHEAD = 1 << 20 };

enum line_event {
    LINE_READY,       // *out is a line, valid until the next call
    LINE_TOO_LONG,    // a line was thrown away
    LINE_END,         // nothing more will come
    LINE_INTERRUPTED, // never by the reader itself: see connection_next
    LINE_WOKEN,       // no line yet, but the wake pipe spoke
};

// What a line that waits asks of the work at hand.
enum line_urgency {
    LINE_ORDINARY,   // nothing
    LINE_INTERRUPTS, // its answer now: "stop"
    LINE_ENDS,       // to end: "quit", and the end of input
};

// Who looks at the lines as they arrive. Both functions may be called on any thread that listens.
struct line_watcher {
    void *owner;
    enum line_urgency (*look)(void *owner, struct word line);
    void (*alarm)(void *owner); // something urgent has arrived
};

// Where the keys of a terminal become lines (reader.h). All three are called on `thread` alone, and
// only it reads the input as long as there is an editor.
enum line_key { LINE_KEY_TAKEN, LINE_KEY_ENTERED, LINE_KEY_END };

struct line_editor {
    void *owner;
    pthread_t thread;
    // Takes a byte; *line is the line that it completes, of at most LINE_EDITED bytes.
    enum line_key (*key)(void *owner, unsigned char byte, struct word *line);
    void (*show)(void *owner);                    // whoever reads is about to sleep
    void (*taken)(void *owner, struct word line); // line_next returns this line
};

enum { LINE_EDITED = 1024 };

struct line_reader {
    int fd, answers_fd;
    struct line_editor editor; // without a `key`: the input is lines already
    struct wake *wake;
    pthread_mutex_t lock; // guards what follows
    struct line_watcher watcher;
    bool ended, deserted;     // deserted: ended because nobody reads our answers
    bool endless;             // ended because a line did not
    int error;                // errno of the read that ended the input, or 0
    uint64_t dropped;         // bytes of the half line that were thrown away
    uint64_t most_dropped;    // a line of which more is thrown away ends the input; 0 = none does
    uint64_t taken;           // bytes that have left the buffer
    uint64_t urgent_until[3]; // by urgency: where the last such line ends, counted as `taken` is
    size_t start, seen, end;
    char buffer[LINE_AHEAD];
};

// Reads from `fd`. The input also ends, unread lines and all, when whoever reads answers_fd (-1 =
// not watched) goes away, so that nobody thinks for a reader who is gone.
void line_open(struct line_reader *r, int fd, int answers_fd, struct wake *wake);
void line_close(struct line_reader *r);

// Has an editor make the lines from now on, or none, on the thread that takes them.
void line_edit(struct line_reader *r, struct line_editor e);

// Has the lines looked at, those that wait already too.
void line_watch(struct line_reader *r, struct line_watcher w);

// Waits for the next line.
enum line_event line_next(struct line_reader *r, struct word *out);

// Waits for more input or a wake without taking a line.
void line_wait(struct line_reader *r);

// Takes in what has arrived already, on any thread, for whoever works long and wants to be
// interrupted.
void line_listen(struct line_reader *r);

// The most urgent of what waits.
enum line_urgency line_urgency(struct line_reader *r);

// The first line that waits of which `is` says so, valid as that of line_next. False when none does.
bool line_find(struct line_reader *r, bool (*is)(struct word line), struct word *out);

// True when whoever reads our answers has gone away.
bool line_deserted(struct line_reader *r);

#endif
