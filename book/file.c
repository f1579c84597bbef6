// SPDX-License-Identifier: MIT
#include "book/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/text.h"

enum { PATH_BYTES = 4096, BUFFER = 1 << 16, LOCK_MS = 60000 };

struct file {
    char path[PATH_BYTES], new_path[PATH_BYTES + 8];
    int folder, fd; // -1 when there is none
    size_t held;    // bytes in the buffer
    uint8_t buffer[BUFFER];
};

const char *file_why(int error)
{
    switch (error) {
    case ENOENT:
        return "there is no such file";
    case EACCES:
    case EPERM:
    case EROFS:
        return "it is not permitted";
    case EISDIR:
        return "it is a folder";
    case ENOTDIR:
        return "there is no such folder";
    case ENOSPC:
    case EDQUOT:
        return "the disk is full";
    case EIO:
        return "the disk reports an error";
    case ENAMETOOLONG:
        return "the name is too long";
    case ENOMEM:
        return "there is no memory";
    case EMFILE:
    case ENFILE:
        return "too many files are open";
    default:
        return "the system refuses";
    }
}

static bool fail(const char **why)
{
    *why = file_why(errno);
    return false;
}

const uint8_t *file_map(const char *path, size_t *size, const char **why)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); // a pipe must not keep us waiting
    if (fd < 0) {
        fail(why);
        return NULL;
    }
    *why = "it is not a regular file";
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0) {
        if (S_ISDIR(st.st_mode))
            *why = "it is a folder";
        else if (S_ISREG(st.st_mode))
            *why = "it is empty";
        close(fd);
        return NULL;
    }
    *size = (size_t)st.st_size;
    void *bytes = mmap(NULL, *size, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        fail(why);
    close(fd);
    return bytes == MAP_FAILED ? NULL : bytes;
}

void file_unmap(const uint8_t *bytes, size_t size)
{
    munmap((void *)(uintptr_t)bytes, size);
}

void file_scattered(const uint8_t *bytes, size_t size)
{
    posix_madvise((void *)(uintptr_t)bytes, size, POSIX_MADV_RANDOM);
}

// The folder a path lies in.
static int open_folder(const char *path)
{
    char folder[PATH_BYTES];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + (slash == path) : 0;
    memcpy(folder, path, length);
    folder[length] = 0;
    return open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

// The names of the file and of the new one beside it. Where the path is a link, the file is what it
// leads to. False says why.
static bool set_names(struct file *f, const char *path, const char **why)
{
    struct stat st;
    struct writer name = writer_on(f->new_path, sizeof f->new_path);
    char *real = lstat(path, &st) == 0 && S_ISLNK(st.st_mode) ? realpath(path, NULL) : NULL;
    bool good = word_copy(word_of(real ? real : path), f->path, sizeof f->path) && path[0];
    write_text(&name, "%s.new", f->path);
    free(real);
    *why = "the name is too long";
    return good;
}

// Locks the folder. Whoever holds it for longer than a minute is not waited for. False says why.
static bool lock_folder(struct file *f, const char **why)
{
    f->folder = open_folder(f->path);
    if (f->folder < 0 && errno == ENOENT)
        errno = ENOTDIR; // it is the folder that is missing
    if (f->folder < 0)
        return fail(why);
    for (int i = 0; i < LOCK_MS; i++) {
        struct timespec ms = {0, 1000000};
        if (flock(f->folder, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return fail(why);
        nanosleep(&ms, NULL);
    }
    *why = "another program keeps the folder locked";
    return false;
}

struct file *file_lock(const char *path, const char **why)
{
    struct file *f = malloc(sizeof *f);
    *why = "there is no memory";
    if (!f)
        return NULL;
    f->fd = f->folder = -1;
    f->held = 0;
    if (set_names(f, path, why) && lock_folder(f, why))
        return f;
    file_unlock(f);
    return NULL;
}

bool file_exists(const struct file *f)
{
    struct stat st;
    return stat(f->path, &st) == 0;
}

bool file_begin(struct file *f, unsigned mode, const char **why)
{
    struct stat st;
    bool exists = stat(f->path, &st) == 0;
    if (exists && !S_ISREG(st.st_mode)) {
        *why = S_ISDIR(st.st_mode) ? "it is a folder" : "it is not a regular file";
        return false;
    }
    unlink(f->new_path); // somebody's who was killed
    f->fd = open(f->new_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                 exists ? st.st_mode & 0777 : (mode_t)mode);
    if (f->fd < 0)
        return fail(why);
    if (exists) // the umask is for new files; a file system without modes has none to keep
        fchmod(f->fd, st.st_mode & 0777);
    return true;
}

// Writes all of it; a short write is gone on with.
static bool write_all(int fd, const uint8_t *bytes, size_t size, const char **why)
{
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            errno = n == 0 ? EIO : errno;
            return fail(why);
        }
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

static bool flush(struct file *f, const char **why)
{
    size_t size = f->held;
    f->held = 0;
    return write_all(f->fd, f->buffer, size, why);
}

bool file_append(struct file *f, const void *bytes, size_t size, const char **why)
{
    const uint8_t *from = bytes;
    while (size > 0) {
        size_t n = size < BUFFER - f->held ? size : BUFFER - f->held;
        memcpy(f->buffer + f->held, from, n);
        f->held += n;
        from += n;
        size -= n;
        if (f->held == BUFFER && !flush(f, why))
            return false;
    }
    return true;
}

bool file_write_at(struct file *f, const void *bytes, size_t size, uint64_t offset,
                   const char **why)
{
    if (!flush(f, why))
        return false;
    if (lseek(f->fd, (off_t)offset, SEEK_SET) < 0)
        return fail(why);
    if (!write_all(f->fd, bytes, size, why))
        return false;
    return lseek(f->fd, 0, SEEK_END) >= 0 || fail(why);
}

bool file_commit(struct file *f, const char **why)
{
    if (!flush(f, why))
        return false;
    if (fsync(f->fd) != 0)
        return fail(why);
    int fd = f->fd;
    f->fd = -1;
    bool good = (close(fd) == 0 && rename(f->new_path, f->path) == 0) || fail(why);
    if (!good)
        unlink(f->new_path);
    else
        fsync(f->folder); // where it fails a power cut may bring the old file back, whole
    return good;
}

void file_unlock(struct file *f)
{
    if (!f)
        return;
    if (f->fd >= 0) {
        close(f->fd);
        unlink(f->new_path);
    }
    if (f->folder >= 0)
        close(f->folder); // and with it goes the lock
    free(f);
}
