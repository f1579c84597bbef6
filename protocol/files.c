// SPDX-License-Identifier: MIT
#include "protocol/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/text.h"

bool files_state_path(const char *name, char out[PATH_SPACE], bool make_folders)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct writer w = writer_on(out, PATH_SPACE);
    if (state && state[0] == '/')
        write_text(&w, "%s", state);
    else if (home && home[0] == '/')
        write_text(&w, "%s/.local/state", home);
    else
        return false;
    write_text(&w, "/outflank/%s", name);
    for (char *slash = out + 1; make_folders && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(out, 0755);
        *slash = '/';
    }
    return !w.cut;
}

bool files_write(const char *path, const char *text, size_t length, unsigned mode)
{
    char beside[PATH_SPACE];
    struct writer w = writer_on(beside, sizeof beside);
    write_text(&w, "%s.part", path);
    int fd = w.cut ? -1 : open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, (mode_t)mode);
    bool good = fd >= 0;
    for (size_t done = 0; good && done < length;) {
        ssize_t n = write(fd, text + done, length - done);
        good = n > 0;
        done += good ? (size_t)n : 0;
    }
    good = good && fsync(fd) == 0;
    if (fd >= 0)
        good = close(fd) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good && fd >= 0)
        unlink(beside);
    return good;
}

bool files_read(const char *path, char *out, size_t size, size_t *length)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *length = 0;
    if (fd < 0)
        return false;
    for (ssize_t n = 1; n > 0 && *length < size;) {
        n = read(fd, out + *length, size - *length);
        *length += n > 0 ? (size_t)n : 0;
    }
    close(fd);
    return true;
}
