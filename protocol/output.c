// SPDX-License-Identifier: MIT
#include "protocol/output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include "engine/text.h"
#include "protocol/wake.h"

enum { LOOK_MS = 20 }; // how long a blocked write goes without a look at what else happens

void output_open(struct output *o, int fd, struct line_reader *in, const atomic_int *ending)
{
    o->fd = fd;
    o->in = in;
    o->ending = ending;
    atomic_init(&o->failed, false);
    pthread_mutex_init(&o->lock, NULL);
}

void output_close(struct output *o)
{
    pthread_mutex_destroy(&o->lock);
}

// After LOOK_MS without room: true when the program must end and need not wait any longer.
// *waited counts the milliseconds since then.
static bool give_up(struct output *o, int *waited)
{
    if (o->ending && atomic_load(o->ending))
        return true;
    if (!o->in)
        return false;
    line_listen(o->in);
    if (line_urgency(o->in) == LINE_ENDS)
        *waited += LOOK_MS;
    return *waited >= OUTPUT_PATIENCE_MS;
}

// Writes everything, waiting as long as the reader needs, in pieces that a pipe which has room at
// all takes without blocking. False when it can't be written, or nobody reads at the end.
static bool write_whole(struct output *o, const char *text, size_t length)
{
    int waited = 0;
    while (length > 0) {
        struct pollfd p = {.fd = o->fd, .events = POLLOUT};
        if (poll(&p, 1, LOOK_MS) <= 0) {
            if (give_up(o, &waited))
                return false;
            continue;
        }
        ssize_t n = write(o->fd, text, length < PIPE_BUF ? length : PIPE_BUF);
        if (n > 0) {
            text += n;
            length -= (size_t)n;
            waited = 0;
        } else if (n == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)) {
            return false;
        }
    }
    return true;
}

void output_text(struct output *o, const char *text, size_t length)
{
    pthread_mutex_lock(&o->lock);
    if (!atomic_load(&o->failed) && !write_whole(o, text, length)) {
        atomic_store(&o->failed, true);
        if (o->in)
            wake_up(o->in->wake->write_fd);
    }
    pthread_mutex_unlock(&o->lock);
}

void output_line(struct output *o, const char *format, ...)
{
    char buffer[8192];
    struct writer w = writer_on(buffer, sizeof buffer);
    va_list args;
    va_start(args, format);
    write_text_args(&w, format, args);
    va_end(args);
    if (w.cut)
        buffer[sizeof buffer - 2] = '\n';
    output_text(o, buffer, w.length);
}

void output_note(const char *text)
{
    char buffer[256];
    struct writer w = writer_on(buffer, sizeof buffer);
    write_text(&w, "outflank: %s\n", text);
    // Nobody need listen there.
    if (write(STDERR_FILENO, buffer, w.length) < 0)
        return;
}
