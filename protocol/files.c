// SPDX-License-Identifier: MIT
#include "protocol/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "book/file.h"

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

bool files_named(struct word typed, char out[PATH_SPACE])
{
    const char *home = getenv("HOME");
    struct writer w = writer_on(out, PATH_SPACE);
    if (home && typed.length > 1 && typed.text[0] == '~' && typed.text[1] == '/') {
        write_text(&w, "%s", home);
        typed = (struct word){typed.text + 1, typed.length - 1};
    }
    write_text(&w, "%.*s", (int)typed.length, typed.text);
    return !w.cut && w.length > 0;
}

bool files_write(const char *path, const char *text, size_t length, unsigned mode, const char **why)
{
    struct file *f = file_lock(path, why);
    bool good =
        f && file_begin(f, mode, why) && file_append(f, text, length, why) && file_commit(f, why);
    file_unlock(f);
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
