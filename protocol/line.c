// SPDX-License-Identifier: MIT
#include "protocol/line.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

void line_open(struct line_reader *r, int fd, int answers_fd, struct wake *wake)
{
    r->fd = fd;
    r->answers_fd = answers_fd;
    r->wake = wake;
    r->ended = r->deserted = r->skipping = false;
    r->start = r->end = 0;
}

// The line that begins at `start`, without its end; false when its end has not arrived.
static bool find_line(const struct line_reader *r, size_t start, struct word *out, size_t *used)
{
    const char *begin = r->buffer + start;
    size_t have = r->end - start;
    const char *newline = have ? memchr(begin, '\n', have) : NULL;
    if (!newline && (!r->ended || have == 0))
        return false;
    size_t length = newline ? (size_t)(newline - begin) : have;
    *used = newline ? length + 1 : have;
    while (length > 0 && begin[length - 1] == '\r')
        length--;
    *out = (struct word){begin, length};
    return true;
}

bool line_peek(const struct line_reader *r, struct word *out)
{
    size_t ahead = 0;
    return line_look_ahead(r, &ahead, out);
}

bool line_look_ahead(const struct line_reader *r, size_t *ahead, struct word *out)
{
    size_t used;
    if (r->skipping || !find_line(r, r->start + *ahead, out, &used))
        return false;
    *ahead += used;
    return true;
}

bool line_at_end(const struct line_reader *r)
{
    return r->ended && r->start == r->end;
}

// Reads what is there; an error ends the input as its end does.
static void fill(struct line_reader *r)
{
    if (r->start > 0) {
        memmove(r->buffer, r->buffer + r->start, r->end - r->start);
        r->end -= r->start;
        r->start = 0;
    }
    ssize_t n = read(r->fd, r->buffer + r->end, sizeof r->buffer - r->end);
    if (n > 0)
        r->end += (size_t)n;
    else if (n == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
        r->ended = true;
}

// Sleeps until a wake or, if there is room for it, input, which is then read; at most `timeout`
// milliseconds unless that is negative. True when it was a wake.
static bool sleep_until(struct line_reader *r, int timeout)
{
    bool listen = !r->ended && r->end - r->start < sizeof r->buffer;
    struct pollfd fds[3] = {{.fd = r->wake->read_fd, .events = POLLIN},
                            {.fd = listen ? r->fd : -1, .events = POLLIN},
                            {.fd = r->answers_fd}}; // errors are always told
    if (poll(fds, 3, timeout) <= 0)
        return false;
    if (fds[1].revents)
        fill(r);
    if (fds[2].revents & POLLERR) {
        r->ended = r->deserted = true;
        r->skipping = false;
        r->start = r->end = 0;
        r->answers_fd = -1;
    }
    if (!fds[0].revents)
        return false;
    wake_drain(r->wake);
    return true;
}

void line_wait(struct line_reader *r)
{
    sleep_until(r, -1);
}

void line_listen(struct line_reader *r)
{
    sleep_until(r, 0);
}

enum line_event line_next(struct line_reader *r, struct word *out)
{
    for (;;) {
        size_t used;
        if (find_line(r, r->start, out, &used)) {
            r->start += used;
            if (!r->skipping)
                return LINE_READY;
            r->skipping = false;
            return LINE_TOO_LONG;
        }
        if (r->end - r->start == sizeof r->buffer) {
            r->skipping = true;
            r->start = r->end = 0;
        }
        if (r->ended) {
            bool skipped = r->skipping;
            r->skipping = false;
            return skipped ? LINE_TOO_LONG : LINE_END;
        }
        if (sleep_until(r, -1))
            return LINE_WOKEN;
    }
}
