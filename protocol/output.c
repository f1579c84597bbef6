// SPDX-License-Identifier: MIT
#include "protocol/output.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "engine/text.h"
#include "protocol/wake.h"

void output_open(struct output *o, int fd, int wake_fd)
{
    o->fd = fd;
    o->wake_fd = wake_fd;
    atomic_init(&o->failed, false);
    pthread_mutex_init(&o->lock, NULL);
}

void output_close(struct output *o)
{
    pthread_mutex_destroy(&o->lock);
}

// Writes everything, waiting as long as the reader needs. False when it can't be written at all.
static bool write_whole(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, text, length);
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            struct pollfd p = {.fd = fd, .events = POLLOUT};
            poll(&p, 1, -1);
        } else if (n == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

void output_text(struct output *o, const char *text, size_t length)
{
    pthread_mutex_lock(&o->lock);
    if (!atomic_load(&o->failed) && !write_whole(o->fd, text, length)) {
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
