// SPDX-License-Identifier: MIT
// book_faults.h - saves that go wrong: a disk that fails at the n-th call, a writer killed at any
// instant, two writers at once. What is on the disk is the old book or the new one, whole, and no
// entry is lost. The short and the long suite differ in how often.
#ifndef TESTS_BOOK_FAULTS_H
#define TESTS_BOOK_FAULTS_H

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

#include "tests/book_check.h"
#include "tests/process.h"

// A folder with an old book and one that is to be merged into it.
struct saving {
    struct folder f;
    char more[128], log[128]; // the other book, and the shim's log
    uint8_t *old, *new;
    size_t old_size, new_size;
};

static inline void path_in(const struct folder *f, const char *name, char out[128])
{
    struct writer w = writer_on(out, 128);
    write_text(&w, "%s/%s", f->name, name);
}

// Starts `outflank book merge INTO FROM`.
static inline void start_merge(struct process *p, const char *into, const char *from, int err)
{
    const char *const words[] = {"book", "merge", into, from, NULL};
    process_start_on(p, words, -1, err);
}

static inline int merge(const char *into, const char *from, int err)
{
    struct process p;
    start_merge(&p, into, from, err);
    process_close_input(&p);
    return process_status(&p);
}

static inline struct saving saving_begin(size_t entries)
{
    struct saving s = {.f = folder_new()};
    struct book_header h = header_of("othello", 8);
    size_t count = entries;
    struct book_entry *e = random_entries(21, &count);
    path_in(&s.f, "b.book", s.more);
    path_in(&s.f, "log", s.log);
    write_entries(s.f.path, &h, e, count);
    s.old = file_bytes(s.f.path, &s.old_size);
    free(e);
    count = entries;
    e = random_entries(22, &count);
    write_entries(s.more, &h, e, count);
    free(e);
    cr_assert_eq(merge(s.f.path, s.more, -1), 0);
    s.new = file_bytes(s.f.path, &s.new_size);
    cr_assert(s.new_size > s.old_size);
    return s;
}

static inline void saving_end(struct saving *s)
{
    unlink(s->more);
    unlink(s->log);
    free(s->old);
    free(s->new);
    folder_free(&s->f);
}

// What the book's file is now: 1 old, 2 new, 0 anything else.
static inline int which_book(const struct saving *s)
{
    size_t size;
    uint8_t *now = file_bytes(s->f.path, &size);
    int which = size == s->old_size && memcmp(now, s->old, size) == 0   ? 1
                : size == s->new_size && memcmp(now, s->new, size) == 0 ? 2
                                                                        : 0;
    free(now);
    return which;
}

static inline int files_in(const char *folder)
{
    DIR *d = opendir(folder);
    int count = 0;
    for (struct dirent *e; (e = readdir(d));)
        count += e->d_name[0] != '.';
    closedir(d);
    return count;
}

// Every call of a save fails once: then an error is said and the old book is there, or none needed
// to be and the new one is; nothing else is left behind.
static inline void expect_faults_harmless(const char *kind)
{
    const char *shim = getenv("FAULT");
    if (!shim || access(shim, R_OK) != 0)
        cr_skip_test("no shim: FAULT names none");
    struct saving s = saving_begin(2000);
    int faults = 0, refused = 0;
    for (int n = 1;; n++) {
        char at[16];
        int err[2];
        struct writer w = writer_on(at, sizeof at);
        write_text(&w, "%d", n);
        put_file(s.f.path, s.old, s.old_size);
        unlink(s.log);
        cr_assert_eq(pipe(err), 0);
        setenv("LD_PRELOAD", shim, 1);
        setenv("FAULT_AT", at, 1);
        setenv("FAULT_KIND", kind, 1);
        setenv("FAULT_LOG", s.log, 1);
        int status = merge(s.f.path, s.more, err[1]);
        unsetenv("LD_PRELOAD");
        unsetenv("FAULT_AT");
        close(err[1]);
        char said[512] = "";
        ssize_t length = read(err[0], said, sizeof said - 1);
        close(err[0]);
        int which = which_book(&s);
        cr_assert(status == 0 ? which == 2 : which == 1, "%s at call %d: status %d, book %d", kind,
                  n, status, which);
        cr_assert(status == 0 || length > 0, "%s at call %d: nothing is said", kind, n);
        bool happened = access(s.log, F_OK) == 0;
        cr_assert_eq(files_in(s.f.name), 2 + happened, "%s at call %d leaves a file", kind, n);
        faults += happened;
        refused += status != 0;
        if (!happened)
            break;
    }
    cr_expect_gt(faults, 6, "the shim was not loaded?");
    cr_expect(strcmp(kind, "short") == 0 ? refused == 0 : refused > 4, "%s: %d refused of %d", kind,
              refused, faults);
    saving_end(&s);
}

// A writer is killed at a random instant; the next one goes on where it left off.
static inline void expect_kills_harmless(uint64_t seed, int times)
{
    struct saving s = saving_begin(20000);
    struct rng r = {seed};
    int seen[3] = {0};
    long long longest = 20000; // us, of a save that nobody disturbs
    for (int i = 0; i < times; i++) {
        struct process p;
        put_file(s.f.path, s.old, s.old_size);
        long long begun = now_ns();
        start_merge(&p, s.f.path, s.more, -1);
        if (i == 0) {
            process_status(&p);
            longest = (now_ns() - begun) / 1000;
        } else {
            sleep_us((long)rng_below(&r, (uint32_t)longest));
            kill(p.pid, SIGKILL);
            process_status(&p);
        }
        int which = which_book(&s);
        cr_assert(which == 1 || which == 2, "kill %d leaves neither book", i);
        seen[which]++;
    }
    cr_expect_gt(seen[1], 0);
    cr_expect_gt(seen[2], 0);
    put_file(s.f.path, s.old, s.old_size);
    cr_expect_eq(merge(s.f.path, s.more, -1), 0);
    cr_expect_eq(which_book(&s), 2, "a save after a kill");
    cr_expect_eq(files_in(s.f.name), 2, "what a killed writer left is gone");
    saving_end(&s);
}

// Two processes save into one book at once, each its own entries.
static inline void expect_writers_lose_nothing(uint64_t seed, int times)
{
    enum { ENTRIES = 300 };
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    char parts[2][128];
    for (int i = 0; i < times; i++) {
        struct book_entry *e[2], out;
        size_t count[2] = {ENTRIES, ENTRIES};
        struct process p[2];
        const char *why = "";
        unlink(f.path);
        for (int k = 0; k < 2; k++) {
            path_in(&f, k ? "y.book" : "x.book", parts[k]);
            e[k] = random_entries(seed + (uint64_t)(2 * i + k), &count[k]);
            write_entries(parts[k], &h, e[k], count[k]);
        }
        for (int k = 0; k < 2; k++)
            start_merge(&p[k], f.path, parts[k], -1);
        for (int k = 0; k < 2; k++)
            cr_assert_eq(process_status(&p[k]), 0);
        struct book *b = book_open(f.path, &why);
        cr_assert(b && book_check(b, &why), "round %d: %s", i, why);
        for (int k = 0; k < 2; k++)
            for (size_t n = 0; n < count[k]; n++)
                cr_assert(book_find(b, e[k][n].key, &out), "round %d: entry lost", i);
        book_close(b);
        free(e[0]);
        free(e[1]);
    }
    unlink(parts[0]);
    unlink(parts[1]);
    folder_free(&f);
}

#endif
