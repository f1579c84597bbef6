// SPDX-License-Identifier: MIT
// system.c - what the engine asks of the system and a browser has not: memory by the page.
//
// Emscripten's munmap knows whole blocks only, and with threads a part of one made it hang. Blocks here
// begin on a 2 MiB boundary, so that what the engine gives back to reach one is never their front; a
// part given back is kept until the whole is.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BOUNDARY = 2 << 20, BLOCKS_MAX = 64 };

static struct {
    void *at;
    size_t length;
} blocks[BLOCKS_MAX];

void *mmap(void *where, size_t length, int protection, int flags, int fd, off_t offset)
{
    (void)where;
    (void)protection;
    (void)offset;
    for (int i = 0; i < BLOCKS_MAX && fd == -1 && (flags & MAP_ANONYMOUS); i++)
        if (!blocks[i].at) {
            void *at = aligned_alloc(BOUNDARY, (length + BOUNDARY - 1) / BOUNDARY * BOUNDARY);
            if (!at)
                break;
            memset(at, 0, length);
            blocks[i].at = at;
            blocks[i].length = length;
            return at;
        }
    errno = ENOMEM;
    return MAP_FAILED;
}

int munmap(void *at, size_t length)
{
    (void)length;
    for (int i = 0; i < BLOCKS_MAX; i++)
        if (blocks[i].at == at) {
            free(at);
            blocks[i].at = NULL;
            return 0;
        }
    return 0;
}

int madvise(void *at, size_t length, int advice)
{
    (void)at;
    (void)length;
    (void)advice;
    return 0;
}
