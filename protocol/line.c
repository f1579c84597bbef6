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
    r->editor = (struct line_editor){0};
    r->watcher = (struct line_watcher){NULL, NULL, NULL};
    r->ended = r->deserted = r->endless = false;
    r->error = 0;
    r->dropped = r->most_dropped = 0;
    r->start = r->seen = r->end = 0;
    r->taken = 0;
    memset(r->urgent_until, 0, sizeof r->urgent_until);
    pthread_mutex_init(&r->lock, NULL);
}

void line_close(struct line_reader *r)
{
    pthread_mutex_destroy(&r->lock);
}

// The line from `start` to its newline, without its end.
static struct word line_at(const struct line_reader *r, size_t start, size_t newline)
{
    size_t length = newline - start;
    while (length > 0 && r->buffer[start + length - 1] == '\r')
        length--;
    return (struct word){r->buffer + start, length};
}

// ---- what arrives -------------------------------------------------------------------------------

// Looks at a whole line that waits. True when it is urgent.
static bool look_at(struct line_reader *r, size_t start, size_t newline)
{
    if (!r->watcher.look || newline - start >= LINE_BYTES)
        return false;
    enum line_urgency u = r->watcher.look(r->watcher.owner, line_at(r, start, newline));
    r->urgent_until[u] = r->taken + newline + 1;
    return u != LINE_ORDINARY;
}

// The half line is whole: gives it its newline, for which there is always room.
static bool end_line(struct line_reader *r)
{
    r->buffer[r->end++] = '\n';
    bool urgent = look_at(r, r->seen, r->end - 1);
    r->seen = r->end;
    return urgent;
}

// Takes n bytes into the lines, which stand at r->end already. Of a line too long LINE_BYTES are
// kept, by which it is known later. True when there was something urgent.
static bool arrive(struct line_reader *r, size_t n)
{
    const char *at = r->buffer + r->end;
    bool urgent = false;
    while (n > 0) {
        const char *newline = memchr(at, '\n', n);
        size_t text = newline ? (size_t)(newline - at) : n, room = LINE_BYTES - (r->end - r->seen);
        size_t kept = text < room ? text : room;
        memmove(r->buffer + r->end, at, kept);
        r->end += kept;
        r->dropped = newline ? 0 : r->dropped + (text - kept);
        at += text + (newline != NULL);
        n -= text + (newline != NULL);
        if (newline)
            urgent |= end_line(r);
    }
    return urgent;
}

// Whether this thread may read, and there is room for what it reads. An editor may make a long line
// of two keys.
enum { KEYS_AT_ONCE = 32, ROOM_FOR_KEYS = KEYS_AT_ONCE * (LINE_EDITED + 1) };

static bool may_read(const struct line_reader *r)
{
    size_t room = sizeof r->buffer - 1 - r->end; // one byte for the last line's newline
    return !r->editor.key ? room > 0
                          : room > ROOM_FOR_KEYS && pthread_equal(pthread_self(), r->editor.thread);
}

// Reads keys, of which the editor makes lines. As read.
static ssize_t read_keys(struct line_reader *r, bool *urgent)
{
    unsigned char keys[KEYS_AT_ONCE];
    ssize_t n = read(r->fd, keys, sizeof keys);
    for (ssize_t i = 0; i < n; i++) {
        struct word line;
        enum line_key key = r->editor.key(r->editor.owner, keys[i], &line);
        if (key == LINE_KEY_END)
            return 0;
        if (key != LINE_KEY_ENTERED)
            continue;
        memcpy(r->buffer + r->end, line.text, line.length);
        r->buffer[r->end + line.length] = '\n';
        *urgent |= arrive(r, line.length + 1);
    }
    return n;
}

// Reads lines. As read.
static ssize_t read_lines(struct line_reader *r, bool *urgent)
{
    ssize_t n = read(r->fd, r->buffer + r->end, sizeof r->buffer - 1 - r->end);
    if (n > 0)
        *urgent |= arrive(r, (size_t)n);
    return n;
}

// Reads what is there, without waiting: another thread may have read it since it was announced. An
// error ends the input as its end does. True when there was something.
static bool take_in(struct line_reader *r, bool *urgent)
{
    struct pollfd p = {.fd = r->fd, .events = POLLIN};
    if (r->ended || !may_read(r) || poll(&p, 1, 0) <= 0)
        return false;
    ssize_t n = r->editor.key ? read_keys(r, urgent) : read_lines(r, urgent);
    bool failed = n < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK;
    if (failed)
        r->error = errno;
    r->endless = r->most_dropped && r->dropped > r->most_dropped;
    if (n == 0 || failed || r->endless) {
        r->ended = *urgent = true;
        if (r->end > r->seen)
            end_line(r);
    }
    return true;
}

// Nobody reads our answers: what waits needs none.
static void end_deserted(struct line_reader *r)
{
    r->ended = r->deserted = true;
    r->start = r->seen = r->end = 0;
    r->answers_fd = -1;
}

// Acts on what a poll said of the input and of the reader of our answers. True when there was
// something.
static bool hear(struct line_reader *r, bool input, short answers)
{
    bool urgent = false, heard = false;
    pthread_mutex_lock(&r->lock);
    if (input)
        heard = take_in(r, &urgent);
    if (answers & (POLLERR | POLLHUP | POLLNVAL) && r->answers_fd >= 0) {
        end_deserted(r);
        heard = urgent = true;
    }
    struct line_watcher w = r->watcher;
    pthread_mutex_unlock(&r->lock);
    if (urgent && w.alarm)
        w.alarm(w.owner);
    return heard;
}

// The descriptors of which to hear; -1 where there is no room or nothing to come.
static void what_to_poll(struct line_reader *r, struct pollfd fds[2])
{
    pthread_mutex_lock(&r->lock);
    bool listen = !r->ended && may_read(r);
    fds[0] = (struct pollfd){.fd = listen ? r->fd : -1, .events = POLLIN};
    fds[1] = (struct pollfd){.fd = r->answers_fd}; // errors are always reported
    pthread_mutex_unlock(&r->lock);
}

void line_listen(struct line_reader *r)
{
    struct pollfd fds[2];
    what_to_poll(r, fds);
    if (poll(fds, 2, 0) > 0 && hear(r, fds[0].revents != 0, fds[1].revents))
        wake_up(r->wake->write_fd); // whoever waits for this input must not miss it
}

// Sleeps until a wake or input. True when it was a wake.
static bool sleep_until_heard(struct line_reader *r)
{
    struct pollfd fds[3];
    if (r->editor.show)
        r->editor.show(r->editor.owner);
    what_to_poll(r, fds);
    fds[2] = (struct pollfd){.fd = r->wake->read_fd, .events = POLLIN};
    if (poll(fds, 3, -1) <= 0)
        return false;
    if (fds[0].revents || fds[1].revents)
        hear(r, fds[0].revents != 0, fds[1].revents);
    if (!fds[2].revents)
        return false;
    wake_drain(r->wake);
    return true;
}

void line_wait(struct line_reader *r)
{
    sleep_until_heard(r);
}

void line_edit(struct line_reader *r, struct line_editor e)
{
    pthread_mutex_lock(&r->lock);
    r->editor = e;
    pthread_mutex_unlock(&r->lock);
}

// ---- what waits ---------------------------------------------------------------------------------

void line_watch(struct line_reader *r, struct line_watcher w)
{
    pthread_mutex_lock(&r->lock);
    r->watcher = w;
    memset(r->urgent_until, 0, sizeof r->urgent_until);
    for (size_t at = r->start; at < r->seen;) {
        size_t newline = (size_t)((char *)memchr(r->buffer + at, '\n', r->seen - at) - r->buffer);
        look_at(r, at, newline);
        at = newline + 1;
    }
    pthread_mutex_unlock(&r->lock);
}

enum line_urgency line_urgency(struct line_reader *r)
{
    pthread_mutex_lock(&r->lock);
    uint64_t at = r->taken + r->start;
    enum line_urgency u = r->ended || r->urgent_until[LINE_ENDS] > at ? LINE_ENDS
                          : r->urgent_until[LINE_INTERRUPTS] > at     ? LINE_INTERRUPTS
                                                                      : LINE_ORDINARY;
    pthread_mutex_unlock(&r->lock);
    return u;
}

bool line_find(struct line_reader *r, bool (*is)(struct word line), struct word *out)
{
    bool found = false;
    pthread_mutex_lock(&r->lock);
    for (size_t at = r->start; at < r->seen && !found;) {
        size_t newline = (size_t)((char *)memchr(r->buffer + at, '\n', r->seen - at) - r->buffer);
        *out = line_at(r, at, newline);
        found = newline - at < LINE_BYTES && is(*out);
        at = newline + 1;
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

bool line_deserted(struct line_reader *r)
{
    pthread_mutex_lock(&r->lock);
    bool deserted = r->deserted;
    pthread_mutex_unlock(&r->lock);
    return deserted;
}

// Gives the room of taken lines back, now and then. The line handed out last is not needed any
// more.
static void make_room(struct line_reader *r)
{
    if (r->start < LINE_BYTES && r->start < r->end)
        return;
    memmove(r->buffer, r->buffer + r->start, r->end - r->start);
    r->taken += r->start;
    r->seen -= r->start;
    r->end -= r->start;
    r->start = 0;
}

// Takes a line that waits. LINE_WOKEN when there is none yet.
static enum line_event take_line(struct line_reader *r, struct word *out)
{
    make_room(r);
    if (r->start == r->seen)
        return r->ended ? LINE_END : LINE_WOKEN;
    const char *begin = r->buffer + r->start;
    size_t newline = r->start + (size_t)((char *)memchr(begin, '\n', r->seen - r->start) - begin);
    *out = line_at(r, r->start, newline);
    bool too_long = newline - r->start >= LINE_BYTES;
    r->start = newline + 1;
    return too_long ? LINE_TOO_LONG : LINE_READY;
}

enum line_event line_next(struct line_reader *r, struct word *out)
{
    for (;;) {
        pthread_mutex_lock(&r->lock);
        enum line_event e = take_line(r, out);
        pthread_mutex_unlock(&r->lock);
        if (e == LINE_READY && r->editor.taken)
            r->editor.taken(r->editor.owner, *out);
        if (e != LINE_WOKEN || sleep_until_heard(r))
            return e;
    }
}
