// SPDX-License-Identifier: MIT
#include "tests/corpus_check.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/rng.h"
#include "tests/figures.h"
#include "tests/targets.h"

enum { FILES_MOST = 64, BYTES_MOST = 1 << 14 };

enum {
    MOST_MS = 50
}; // of processor time that a run may take, a conversation with its thoughts too

struct corpus {
    int count;
    struct {
        char name[600];
        uint8_t *data;
        size_t size;
    } files[FILES_MOST];
};

static void load(struct corpus *c, const char *target)
{
    char folder[256], name[600];
    *c = (struct corpus){0};
    snprintf(folder, sizeof folder, "tests/corpus/%s", target);
    DIR *d = opendir(folder);
    cr_assert_not_null(d, "%s is missing", folder);
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        cr_assert_lt(c->count, FILES_MOST);
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        FILE *f = fopen(name, "rb");
        cr_assert_not_null(f, "%s", name);
        c->files[c->count].data = malloc(1 << 16);
        cr_assert_not_null(c->files[c->count].data);
        c->files[c->count].size = fread(c->files[c->count].data, 1, 1 << 16, f);
        snprintf(c->files[c->count].name, 600, "%s/%s", target, e->d_name);
        fclose(f);
        c->count++;
    }
    closedir(d);
    cr_expect_gt(c->count, 0, "%s is empty", folder);
}

static void unload(struct corpus *c)
{
    for (int i = 0; i < c->count; i++)
        free(c->files[i].data);
}

// Runs a target on a block of just that size, so that reading beyond the end is seen. Processor ms.
static double run(const struct target *t, const uint8_t *data, size_t size, const char *name)
{
    uint8_t *exact = malloc(size ? size : 1);
    cr_assert_not_null(exact);
    if (size)
        memcpy(exact, data, size);
    clock_t begun = clock();
    const char *broken = t->run(exact, size);
    double ms = (double)(clock() - begun) * 1e3 / CLOCKS_PER_SEC;
    if (broken) {
        FILE *f = fopen("build/broken-input", "wb");
        if (f && fwrite(exact, 1, size, f) == size)
            fclose(f);
    }
    free(exact);
    cr_expect_null(broken, "%s, %zu bytes: %s", name, size, broken);
    return ms;
}

void check_corpus(void)
{
    for (const struct target *t = targets; t->name; t++) {
        struct corpus c;
        load(&c, t->name);
        for (int i = 0; i < c.count; i++) {
            size_t size = c.files[i].size;
            run(t, c.files[i].data, size, c.files[i].name);
            for (size_t n = 0; n < size; n += 1 + size / 16)
                run(t, c.files[i].data, n, c.files[i].name);
        }
        unload(&c);
    }
}

// The same three times where it took too long: what is slow is so each time, what others at work did
// to the caches is not. The least processor ms.
static double run_timed(const struct target *t, const uint8_t *data, size_t size, const char *name)
{
    double least = run(t, data, size, name);
    for (int again = 0; again < 2 && least > MOST_MS; again++) {
        double ms = run(t, data, size, name);
        least = ms < least ? ms : least;
    }
    return least;
}

// One change at random; the new size.
static size_t change(struct rng *r, const struct corpus *c, uint8_t *data, size_t size)
{
    size_t at = size ? rng_below(r, (uint32_t)size) : 0, left = size - at;
    int other = (int)rng_below(r, (uint32_t)c->count);
    size_t from = c->files[other].size ? rng_below(r, (uint32_t)c->files[other].size) : 0;
    size_t n = 1 + rng_below(r, 40);
    switch (rng_below(r, 6)) {
    case 0: // a bit
        if (size)
            data[at] ^= (uint8_t)(1 << rng_below(r, 8));
        return size;
    case 1: // a byte
        if (size)
            data[at] = (uint8_t)rng_below(r, 256);
        return size;
    case 2: // a piece left out
        n = n < left ? n : left;
        memmove(data + at, data + at + n, left - n);
        return size - n;
    case 3: // a piece of another file put in
        n = n < c->files[other].size - from ? n : c->files[other].size - from;
        if (size + n > BYTES_MOST)
            return size;
        memmove(data + at + n, data + at, left);
        memcpy(data + at, c->files[other].data + from, n);
        return size + n;
    case 4: // a piece twice
        n = n < left ? n : left;
        if (size + n > BYTES_MOST)
            return size;
        memmove(data + at + n, data + at, left);
        return size + n;
    default: // digits where there are some
        for (size_t i = at; i < size && i < at + 8; i++)
            if (data[i] >= '0' && data[i] <= '9')
                data[i] = (uint8_t)('0' + rng_below(r, 10));
        return size;
    }
}

void check_changed_corpus(int changes)
{
    static uint8_t data[BYTES_MOST + 64];
    for (const struct target *t = targets; t->name; t++) {
        struct corpus c;
        struct rng r = {(uint64_t)changes};
        double worst = 0;
        load(&c, t->name);
        for (int i = 0; i < changes; i++) {
            int file = (int)rng_below(&r, (uint32_t)c.count);
            size_t size = c.files[file].size < BYTES_MOST ? c.files[file].size : BYTES_MOST;
            memcpy(data, c.files[file].data, size);
            for (uint32_t k = rng_below(&r, 6); k < 6; k++)
                size = change(&r, &c, data, size);
            double ms = run_timed(t, data, size, c.files[file].name);
            worst = ms > worst ? ms : worst;
        }
        if (changes >= 1000) {
            figure("A2", worst, "ms", t->name);
            cr_expect_leq(worst, MOST_MS, "%s: %.1f ms", t->name, worst);
        }
        unload(&c);
    }
}
