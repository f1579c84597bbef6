// SPDX-License-Identifier: MIT
// system.c - what the engine asks of the system and a browser has not: memory by the page.
//
// Emscripten's munmap knows whole blocks only, and with threads a part of one made it hang. Blocks here
// begin on a 2 MiB boundary, so that what the engine gives back to reach one is never their front; a
// part given back is kept until the whole is.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <emscripten/heap.h>

#include "engine/room.h"

enum { BOUNDARY = 2 << 20, BLOCKS_MAX = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *blocks[BLOCKS_MAX];

// Keeps a block's address. False when there are too many.
static bool keep(void *at)
{
    int i = 0;
    pthread_mutex_lock(&lock);
    while (i < BLOCKS_MAX && blocks[i])
        i++;
    if (i < BLOCKS_MAX)
        blocks[i] = at;
    pthread_mutex_unlock(&lock);
    return i < BLOCKS_MAX;
}

// Forgets a block that begins there. False when none does.
static bool forget(const void *at)
{
    int i = 0;
    pthread_mutex_lock(&lock);
    while (i < BLOCKS_MAX && blocks[i] != at)
        i++;
    if (i < BLOCKS_MAX)
        blocks[i] = NULL;
    pthread_mutex_unlock(&lock);
    return i < BLOCKS_MAX;
}

void *mmap(void *where, size_t length, int protection, int flags, int fd, off_t offset)
{
    (void)where;
    (void)protection;
    (void)offset;
    void *at = NULL;
    if (fd == -1 && (flags & MAP_ANONYMOUS))
        at = aligned_alloc(BOUNDARY, (length + BOUNDARY - 1) / BOUNDARY * BOUNDARY);
    if (!at || !keep(at)) {
        free(at);
        errno = ENOMEM;
        return MAP_FAILED;
    }
    memset(at, 0, length);
    return at;
}

int munmap(void *at, size_t length)
{
    (void)length;
    if (forget(at))
        free(at);
    return 0;
}

int madvise(void *at, size_t length, int advice)
{
    (void)at;
    (void)length;
    (void)advice;
    return 0;
}

// engine/room.h asks files of the system; here it is what the module may still grow.
uint64_t room_left(const char *root, bool *grouped)
{
    (void)root;
    *grouped = false;
    size_t used = (size_t)sbrk(0), most = emscripten_get_heap_max();
    return most > used ? most - used : 0;
}
