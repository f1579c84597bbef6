// SPDX-License-Identifier: MIT
// shim.c - a disk that fails: loaded before the C library (LD_PRELOAD), it lets the n-th call that
// changes a file go wrong.
//
//      FAULT_AT=n        which call, from 1; calls are open for writing, write, fsync, rename, close
//                        of a file opened for writing, flock
//      FAULT_KIND=k      ENOSPC, EIO, or short: a write takes half of what it is given, once
//      FAULT_LOG=path    gets a line when it happened
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static int calls;
static unsigned char written_to[1024]; // descriptors opened for writing

static ssize_t real_write(int fd, const void *bytes, size_t size)
{
    ssize_t (*real)(int, const void *, size_t) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "write");
    return real(fd, bytes, size);
}

// True when this is the call that fails; errno says how. *half: it is a short write instead.
static int fails(int *half)
{
    const char *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND"), *log = getenv("FAULT_LOG");
    if (!at || ++calls != (int)strtol(at, NULL, 10))
        return 0;
    int (*real)(const char *, int, ...) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "open");
    int fd = log ? real(log, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (fd >= 0 && real_write(fd, "x", 1) == 1)
        close(fd);
    *half = kind && strcmp(kind, "short") == 0;
    errno = kind && strcmp(kind, "EIO") == 0 ? EIO : ENOSPC;
    return !*half;
}

int open(const char *path, int flags, ...)
{
    int (*real)(const char *, int, ...) = NULL;
    int half;
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    *(void **)&real = dlsym(RTLD_NEXT, "open");
    if ((flags & O_ACCMODE) == O_RDONLY)
        return real(path, flags, mode);
    if (fails(&half))
        return -1;
    int fd = real(path, flags, mode);
    if (fd >= 0 && fd < (int)sizeof written_to)
        written_to[fd] = 1;
    return fd;
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    return open(path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    int half = 0;
    if (fd < 0 || fd >= (int)sizeof written_to || !written_to[fd])
        return real_write(fd, bytes, size);
    if (fails(&half))
        return -1;
    return real_write(fd, bytes, half && size > 1 ? size / 2 : size);
}

int close(int fd)
{
    int (*real)(int) = NULL;
    int half = 0, counted = fd >= 0 && fd < (int)sizeof written_to && written_to[fd];
    *(void **)&real = dlsym(RTLD_NEXT, "close");
    if (counted)
        written_to[fd] = 0;
    if (counted && fails(&half)) {
        int error = errno;
        real(fd);
        errno = error;
        return -1;
    }
    return real(fd);
}

int fsync(int fd)
{
    int (*real)(int) = NULL;
    int half;
    *(void **)&real = dlsym(RTLD_NEXT, "fsync");
    return fails(&half) ? -1 : real(fd);
}

int rename(const char *from, const char *to)
{
    int (*real)(const char *, const char *) = NULL;
    int half;
    *(void **)&real = dlsym(RTLD_NEXT, "rename");
    return fails(&half) ? -1 : real(from, to);
}

int flock(int fd, int how)
{
    int (*real)(int, int) = NULL;
    int half;
    *(void **)&real = dlsym(RTLD_NEXT, "flock");
    return fails(&half) ? -1 : real(fd, how);
}
