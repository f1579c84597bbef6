// SPDX-License-Identifier: MIT
// bench_book.c - `outflank bench book`: how long a book takes to open and to answer.
//
// A book of made-up entries is written to a temporary file, which is removed at once. Times are of
// the processor where nothing waits for the disk, and of the clock where it does:
//
//      open    the file anew: the header is read and checked, nothing else
//      warm    a probe of blocks that have been checked before
//      first   a probe of blocks in memory that have not been
//      cold    the same after the system was asked to forget the file
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "book/save.h"
#include "engine/clock.h"
#include "engine/rng.h"
#include "engine/text.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/jobs.h"

enum { PROBES = 100000, FIRST_PROBES = 2000, COLD_PROBES = 1000, OPENS = 100 };

static int64_t cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// The n-th of `count` keys that lie evenly, with some chance.
static uint64_t key_of(uint64_t n, uint64_t count)
{
    uint64_t room = UINT64_MAX / count;
    return n * room + rng_mix(n) % room;
}

static bool write_book(const char *path, uint64_t count, const char **why)
{
    struct book_header h = {.game = "othello", .width = 8};
    struct book_writer *w = book_write_begin(path, &h, why);
    struct rng r = {1};
    for (uint64_t i = 0; w && i < count; i++) {
        struct book_entry e = {.key = key_of(i, count),
                               .score = (int)rng_below(&r, 2001) - 1000,
                               .depth = 14,
                               .selectivity = 73,
                               .lines = 1 + rng_below(&r, 100),
                               .nth = -1,
                               .count = 1 + (int)rng_below(&r, 3)};
        for (int k = 0; k < e.count; k++)
            e.moves[k] = (struct book_move){move_at((int)rng_below(&r, 8), (int)rng_below(&r, 8)),
                                            e.score - 50 * k};
        if (!book_write(w, &e, why)) {
            book_write_drop(w);
            return false;
        }
    }
    return w && book_write_end(w, why);
}

// Nanoseconds a probe of random keys, on the processor or the clock; 0 when one is not found.
static double probe_many(const struct book *b, uint64_t count, uint64_t seed, int probes, bool cpu)
{
    struct rng r = {seed};
    struct book_entry e;
    int64_t begun = cpu ? cpu_now() : clock_now();
    for (int i = 0; i < probes; i++)
        if (!book_find(b, key_of(rng_next(&r) % count, count), &e))
            return 0;
    return (double)((cpu ? cpu_now() : clock_now()) - begun) / probes;
}

static void forget(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    close(fd);
}

// Measures the book at `path`. False says why.
static bool measure(const char *path, uint64_t count, const char **why)
{
    struct book *b = NULL;
    int64_t begun = cpu_now();
    for (int i = 0; i < OPENS; i++) {
        book_close(b);
        b = book_open(path, why);
        if (!b)
            return false;
    }
    double open_us = (double)(cpu_now() - begun) / OPENS / 1000;
    double first = probe_many(b, count, 1, FIRST_PROBES, true);
    probe_many(b, count, 2, 10 * PROBES, true); // warms it up
    double warm = probe_many(b, count, 3, PROBES, true);
    printf("%" PRIu64 " entries, %.1f MiB: opens in %.1f us, probes in %.0f ns warm, %.0f ns first",
           count, (double)book_header(b)->bytes / (1 << 20), open_us, warm, first);
    book_close(b);
    forget(path);
    b = book_open(path, why);
    double cold = b ? probe_many(b, count, 4, COLD_PROBES, false) : 0;
    printf(", %.1f us cold\n", cold / 1000);
    book_close(b);
    *why = "an entry was not found";
    return warm > 0 && first > 0 && cold > 0;
}

int bench_book_job(int argc, char **argv)
{
    int64_t entries = 1000000;
    const char *folder = getenv("TMPDIR"), *why = "";
    const struct flag flags[] = {
        {"--entries", NULL, FLAG_NUMBER, &entries, 1, 2000000000, "how many (1000000)"},
        {"--folder", NULL, FLAG_TEXT, &folder, 0, 0, "where the file is made (TMPDIR, or /tmp)"},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL}};
    int words = args_read(argc, argv, flags, "outflank bench book [flags]");
    char name[4096], path[4200];
    if (words != 0)
        return words == -2 ? 0 : 2;
    struct writer w = writer_on(name, sizeof name);
    write_text(&w, "%s/outflank-bench-XXXXXX", folder && *folder ? folder : "/tmp");
    if (!mkdtemp(name)) {
        fprintf(stderr, "outflank bench book: %s: no folder can be made there\n", name);
        return 1;
    }
    struct writer p = writer_on(path, sizeof path);
    write_text(&p, "%s/a.book", name);
    int64_t begun = clock_now();
    bool good = write_book(path, (uint64_t)entries, &why);
    if (good)
        printf("written in %.1f s\n", (double)(clock_now() - begun) / 1e9);
    good = good && measure(path, (uint64_t)entries, &why);
    if (!good)
        fprintf(stderr, "outflank bench book: %s\n", why);
    unlink(path);
    rmdir(name);
    return good ? 0 : 1;
}
