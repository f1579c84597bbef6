// SPDX-License-Identifier: MIT
// memory.c - a system that runs short: loaded before the C library (LD_PRELOAD), it lets the n-th
// call of a kind fail, and with FAULT_ON=1 every one from then on.
//
//      FAULT_CALL=c      malloc (also calloc, realloc, aligned_alloc, posix_memalign), mmap, thread
//      FAULT_AT=n        which call, from 1
//      FAULT_LOG=path    gets a byte when it happened
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int calls;
static _Thread_local int looking; // the C library itself asks while a name is looked up

// A little memory for whoever asks before the real functions are known.
static _Alignas(64) char first[1 << 14];
static atomic_size_t first_used;

static void *from_first(size_t size)
{
    size_t at = atomic_fetch_add(&first_used, (size + 63) & ~(size_t)63);
    return at + size <= sizeof first ? first + at : NULL;
}

static int is_first(const void *p)
{
    return (const char *)p >= first && (const char *)p < first + sizeof first;
}

static void *real(const char *name)
{
    looking++;
    void *found = dlsym(RTLD_NEXT, name);
    looking--;
    return found;
}

// True when this call of the kind fails.
static int fails(const char *kind)
{
    const char *call = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *log = getenv("FAULT_LOG");
    if (looking || !call || !at || strcmp(call, kind) != 0)
        return 0;
    int n = atomic_fetch_add(&calls, 1) + 1, wanted = (int)strtol(at, NULL, 10);
    if (n < wanted || (n > wanted && !getenv("FAULT_ON")))
        return 0;
    int fd = log && n == wanted ? open(log, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (fd >= 0 && write(fd, "x", 1) == 1)
        close(fd);
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    void *(*call)(size_t) = NULL;
    if (looking)
        return from_first(size);
    if (fails("malloc"))
        return NULL;
    *(void **)&call = real("malloc");
    return call(size);
}

void *calloc(size_t count, size_t size)
{
    void *(*call)(size_t, size_t) = NULL;
    if (looking)
        return from_first(count * size); // it is zero
    if (fails("malloc"))
        return NULL;
    *(void **)&call = real("calloc");
    return call(count, size);
}

void *realloc(void *old, size_t size)
{
    void *(*call)(void *, size_t) = NULL;
    if (fails("malloc"))
        return NULL;
    *(void **)&call = real("realloc");
    return call(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    void *(*call)(size_t, size_t) = NULL;
    if (fails("malloc"))
        return NULL;
    *(void **)&call = real("aligned_alloc");
    return call(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    int (*call)(void **, size_t, size_t) = NULL;
    if (fails("malloc"))
        return ENOMEM;
    *(void **)&call = real("posix_memalign");
    return call(out, alignment, size);
}

void free(void *p)
{
    void (*call)(void *) = NULL;
    if (!p || is_first(p))
        return;
    *(void **)&call = real("free");
    call(p);
}

void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
    void *(*call)(void *, size_t, int, int, int, off_t) = NULL;
    if (fails("mmap"))
        return MAP_FAILED;
    *(void **)&call = real("mmap");
    return call(addr, length, prot, flags, fd, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
    int (*call)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = NULL;
    if (fails("thread"))
        return EAGAIN;
    *(void **)&call = real("pthread_create");
    return call(thread, attr, run, arg);
}
