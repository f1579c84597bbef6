// SPDX-License-Identifier: MIT
// output.h - whole lines out, from any thread.
//
// The reader of the protocol and the thinking thread both speak; each message goes out in one piece
// under a lock and at once. When nobody can hear us any more (closed pipe, full disk) that is
// remembered, the program is woken, and it ends with a status instead of thinking for nobody.
//
// Who waits for room in a full pipe listens to the input meanwhile. After a quit or the end of
// input, a reader who takes nothing for OUTPUT_PATIENCE_MS is taken to be gone.
#ifndef PROTOCOL_OUTPUT_H
#define PROTOCOL_OUTPUT_H

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "protocol/line.h"

enum { OUTPUT_PATIENCE_MS = 2000 };

struct output {
    int fd;
    struct line_reader *in;
    const atomic_int *ending;
    atomic_bool failed;
    pthread_mutex_t lock;
};

// Speaks on `fd`; a failure wakes the waker of `in`. Once *ending (may be NULL) is not zero,
// nobody waits any longer for a reader who does not read. Without an `in` to listen to (NULL) that
// is all that ends the waiting.
void output_open(struct output *o, int fd, struct line_reader *in, const atomic_int *ending);
void output_close(struct output *o);

// Writes the text whole. After a failure it writes nothing.
void output_text(struct output *o, const char *text, size_t length);

// A sentence for whoever looks at standard error, where standard output has no room for one.
void output_note(const char *text);

// Writes formatted text, up to 8 KiB, whole.
void output_line(struct output *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
