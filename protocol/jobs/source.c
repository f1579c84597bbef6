// SPDX-License-Identifier: MIT
#include "protocol/jobs/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WRITER_MS = 2000 }; // that the writer of a pipe may come later than its reader

static bool is_input(const char *name)
{
    return strcmp(name, "-") == 0;
}

// The bytes of all files; 0 when one of them is no file to be measured.
static uint64_t measure(char **names, int count)
{
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        struct stat st;
        if ((is_input(names[i]) ? fstat(STDIN_FILENO, &st) : stat(names[i], &st)) != 0)
            continue;
        if (!S_ISREG(st.st_mode))
            return 0;
        sum += (uint64_t)st.st_size;
    }
    return sum;
}

void source_open(struct source *s, char **names, int count, struct wake *wake)
{
    s->names = names;
    s->count = count;
    s->next = s->line = 0;
    s->size = measure(names, count);
    s->done = 0;
    s->open = false;
    s->reader.wake = wake;
}

bool source_has_writer(int fd, const char *path, const struct wake *wake)
{
    struct stat st;
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = wake->read_fd, .events = POLLIN}};
    if (fstat(fd, &st) != 0 || !S_ISFIFO(st.st_mode) || poll(fds, 2, WRITER_MS) != 0)
        return true;
    // Nothing came. A pipe hangs up when its last writer goes: let that be us, if there is no other.
    int last = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (last >= 0)
        close(last);
    return poll(fds, 1, 0) == 0 || fds[0].revents != POLLHUP;
}

// Opens the next file. False says why not; it is passed over.
static bool open_next(struct source *s, const char **why)
{
    struct stat st;
    s->name = s->names[s->next++];
    s->line = 0;
    // Without a writer a pipe would keep us here.
    int fd = is_input(s->name) ? STDIN_FILENO : open(s->name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool good = fd >= 0 && fstat(fd, &st) == 0;
    *why = !good                 ? strerror(errno)
           : S_ISDIR(st.st_mode) ? "it is a directory"
                                 : "nobody writes to this pipe";
    if (!good || S_ISDIR(st.st_mode) ||
        (!is_input(s->name) && !source_has_writer(fd, s->name, s->reader.wake))) {
        if (fd >= 0 && !is_input(s->name))
            close(fd);
        return false;
    }
    line_open(&s->reader, fd, -1, s->reader.wake);
    s->reader.most_dropped = SOURCE_LINE_MOST;
    s->open = true;
    return true;
}

static void close_current(struct source *s)
{
    if (s->open && !is_input(s->name))
        close(s->reader.fd);
    if (s->open)
        line_close(&s->reader);
    s->open = false;
}

// The end of the file at hand. False says why it came too soon.
static bool end_current(struct source *s, const char **why)
{
    int error = s->reader.error;
    close_current(s);
    s->line = 0;
    if (error)
        *why = strerror(error);
    return !error;
}

enum source_event source_next(struct source *s, struct word *line, const char **why)
{
    for (;;) {
        if (!s->open) {
            if (s->next == s->count)
                return SOURCE_END;
            if (!open_next(s, why))
                return SOURCE_BAD;
        }
        switch (line_next(&s->reader, line)) {
        case LINE_READY:
            s->line++;
            s->done += line->length + 1;
            return SOURCE_LINE;
        case LINE_TOO_LONG:
            s->line++;
            s->done += LINE_BYTES;
            *why = s->reader.endless ? "the line has no end; the file is given up"
                                     : "the line is too long";
            return SOURCE_BAD;
        case LINE_INTERRUPTED:
        case LINE_WOKEN:
            return SOURCE_WOKEN;
        case LINE_END:
            if (!end_current(s, why))
                return SOURCE_BAD;
            break;
        }
    }
}

void source_close(struct source *s)
{
    close_current(s);
}

double source_share(const struct source *s)
{
    if (s->size == 0)
        return -1;
    return s->done < s->size ? (double)s->done / (double)s->size : 1;
}
