// SPDX-License-Identifier: MIT
// analyze_read.c - whole files, and the files of folders.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/jobs/analyze.h"
#include "protocol/jobs/source.h"

// Waits until there is something to read. False when a signal came first.
static bool wait_readable(int fd, struct interrupt *i)
{
    struct pollfd at[] = {{.fd = fd, .events = POLLIN}, {.fd = i->wake.read_fd, .events = POLLIN}};
    while (!interrupt_seen(i))
        if (poll(at, 2, -1) > 0 && at[0].revents)
            return true;
    return false;
}

// Reads to the end. NULL says why that can't be done.
static char *read_all(int fd, struct interrupt *i, size_t *length, const char **why)
{
    size_t room = 1 << 16;
    char *text = malloc(room);
    *why = "not enough memory";
    *length = 0;
    while (text) {
        if (*length == room) {
            char *more = room < ANALYZE_BYTES_MAX ? realloc(text, room *= 2) : NULL;
            if (!more)
                break;
            text = more;
        }
        *why = "a signal came";
        ssize_t n = wait_readable(fd, i) ? read(fd, text + *length, room - *length) : -2;
        if (n == 0)
            return text;
        if (n == -2)
            break;
        if (n < 0 && errno != EINTR && errno != EAGAIN) {
            *why = strerror(errno);
            break;
        }
        *length += n > 0 ? (size_t)n : 0;
        *why = room < ANALYZE_BYTES_MAX ? "not enough memory" : "the file is too large";
    }
    free(text);
    return NULL;
}

char *analyze_read(const char *path, struct interrupt *i, size_t *length, const char **why)
{
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, i, length, why);
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *why = strerror(errno);
    if (fd < 0)
        return NULL;
    *why = "nobody writes to this pipe";
    char *text = source_has_writer(fd, path, &i->wake) ? read_all(fd, i, length, why) : NULL;
    close(fd);
    return text;
}

// ---- folders ------------------------------------------------------------------------------------

struct list {
    char **at;
    size_t count, room;
    bool good;
};

// Adds "folder/name", or the name alone.
static void list_add(struct list *l, const char *folder, const char *name)
{
    size_t size = (folder ? strlen(folder) : 0) + strlen(name) + 2;
    if (l->count + 1 >= l->room) {
        size_t room = l->room ? 2 * l->room : 64;
        char **at = realloc(l->at, room * sizeof *at);
        l->good &= at != NULL;
        if (!at)
            return;
        l->at = at;
        l->room = room;
    }
    char *path = malloc(size);
    l->good &= path != NULL;
    if (!path)
        return;
    struct writer w = writer_on(path, size);
    bool slash = folder && folder[0] && folder[strlen(folder) - 1] != '/';
    write_text(&w, "%s%s%s", folder ? folder : "", slash ? "/" : "", name);
    l->at[l->count++] = path;
    l->at[l->count] = NULL;
}

static int is_record(const struct dirent *d)
{
    return d->d_name[0] != '.' && record_form_of_file(d->d_name) != NULL;
}

static void add_folder(struct list *l, const char *folder)
{
    struct dirent **names;
    int n = scandir(folder, &names, is_record, alphasort);
    if (n < 0) {
        list_add(l, NULL, folder); // opening it will say why
        return;
    }
    for (int i = 0; i < n; i++) {
        list_add(l, folder, names[i]->d_name);
        free(names[i]);
    }
    free(names);
}

char **analyze_files(char **words, int count)
{
    struct list l = {.good = true};
    for (int i = 0; i < count; i++) {
        struct stat st;
        if (stat(words[i], &st) == 0 && S_ISDIR(st.st_mode))
            add_folder(&l, words[i]);
        else
            list_add(&l, NULL, words[i]);
    }
    if (l.good && !l.at)
        l.at = calloc(1, sizeof *l.at);
    if (l.good)
        return l.at;
    for (size_t i = 0; i < l.count; i++)
        free(l.at[i]);
    free(l.at);
    return NULL;
}
