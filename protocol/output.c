// SPDX-License-Identifier: MIT
#include "protocol/output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include "engine/text.h"
#include "protocol/wake.h"

enum { ENDING_LOOK_MS = 20 }; // how long a blocked write goes without a look at `ending`

void output_open(struct output *o, int fd, int wake_fd, const atomic_int *ending)
{
    o->fd = fd;
    o->ending = ending;
    o->wake_fd = wake_fd;
    atomic_init(&o->failed, false);
    pthread_mutex_init(&o->lock, NULL);
}

void output_close(struct output *o)
{
    pthread_mutex_destroy(&o->lock);
}

// Writes everything, waiting as long as the reader needs, in pieces that a pipe which has room at
// all takes without blocking. False when it can't be written, or the program was told to end while
// nobody read.
static bool write_whole(struct output *o, const char *text, size_t length)
{
    while (length > 0) {
        struct pollfd p = {.fd = o->fd, .events = POLLOUT};
        if (poll(&p, 1, ENDING_LOOK_MS) <= 0) {
            if (o->ending && atomic_load(o->ending))
                return false;
            continue;
        }
        ssize_t n = write(o->fd, text, length < PIPE_BUF ? length : PIPE_BUF);
        if (n > 0) {
            text += n;
            length -= (size_t)n;
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
        wake_up(o->wake_fd);
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
