// SPDX-License-Identifier: MIT
#include "protocol/jobs/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/text.h"

enum { BAR = 20 };

static const int64_t A_SECOND = 1000000000; // ns

// How long after a line the next may come.
static int64_t between(const struct progress *p)
{
    return p->terminal ? A_SECOND / 10 : 10 * A_SECOND;
}

static void write_duration(struct writer *w, double seconds)
{
    uint64_t s = (uint64_t)seconds;
    if (s >= 86400)
        write_text(w, "%llu d ", (unsigned long long)s / 86400);
    if (s >= 3600)
        write_text(w, "%llu:%02llu:%02llu", (unsigned long long)s / 3600 % 24,
                   (unsigned long long)s / 60 % 60, (unsigned long long)s % 60);
    else
        write_text(w, "%llu:%02llu", (unsigned long long)s / 60, (unsigned long long)s % 60);
}

static void write_bar(struct writer *w, double share)
{
    int full = (int)(share * BAR);
    write_text(w, "[");
    for (int i = 0; i < BAR; i++)
        write_text(w, "%c", i < full ? '=' : i == full ? '>' : ' ');
    write_text(w, "] %3d %%  ", (int)(share * 100));
}

// Share, number, pace, and the time left if the pace lasts.
static void write_state(const struct progress *p, struct writer *w, int64_t now)
{
    double seconds = (double)(now - p->begun) / 1e9, share = p->share;
    double covered = share - p->share_begun;
    if (share >= 0 && p->terminal)
        write_bar(w, share);
    else if (share >= 0)
        write_text(w, "%d %%  ", (int)(share * 100));
    write_text(w, "%d done", p->done);
    if (seconds > 0 && p->done > p->done_begun)
        write_text(w, "  %.3g/s", (p->done - p->done_begun) / seconds);
    if (share >= 0 && covered > 0 && seconds > 1) {
        write_text(w, "  ");
        write_duration(w, seconds * (1 - share) / covered);
        write_text(w, " left");
    }
}

// Writes the line, unless one was written a moment ago. The lock is held.
static void show(struct progress *p)
{
    int64_t now = clock_now();
    char line[256];
    struct writer w = writer_on(line, sizeof line);
    if (!(p->terminal || p->asked) || now - p->printed < between(p))
        return;
    p->printed = now;
    write_state(p, &w, now);
    if (p->terminal && p->more[0])
        write_text(&w, "  %s", p->more);
    // What does not fit a line would not be written over: 79 columns are what every terminal has.
    fprintf(stderr, p->terminal ? "\r%-79.79s\r" : "%s\n", line);
    p->shown = p->terminal;
}

// What is to be written instead has a moment's time for it.
static void wipe(struct progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r%79s\r", "");
    p->shown = false;
    if (p->terminal)
        p->printed = clock_now();
}

// Shows it again and again until it is over.
static void *tick(void *arg)
{
    struct progress *p = arg;
    pthread_mutex_lock(&p->lock);
    while (!p->over) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        pthread_cond_timedwait(&p->changed, &p->lock, &until);
        show(p);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void progress_open(struct progress *p, bool asked)
{
    const char *term = getenv("TERM");
    *p = (struct progress){.asked = asked, .share = -1};
    p->terminal = isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    progress_start(p, 0, 0);
    // Without a thread it is shown when there is news.
    p->ticking = (p->terminal || asked) && pthread_create(&p->thread, NULL, tick, p) == 0;
}

void progress_close(struct progress *p)
{
    pthread_mutex_lock(&p->lock);
    p->over = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    if (p->ticking)
        pthread_join(p->thread, NULL);
    wipe(p);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
}

void progress_start(struct progress *p, double share, int done)
{
    pthread_mutex_lock(&p->lock);
    p->begun = p->printed = clock_now();
    p->share_begun = share > 0 ? share : 0;
    p->done_begun = done;
    pthread_mutex_unlock(&p->lock);
}

void progress_show(struct progress *p, double share, int done, const char *more)
{
    pthread_mutex_lock(&p->lock);
    p->share = share;
    p->done = done;
    struct writer w = writer_on(p->more, sizeof p->more);
    write_text(&w, "%s", more);
    show(p);
    pthread_mutex_unlock(&p->lock);
}

void progress_clear(struct progress *p)
{
    pthread_mutex_lock(&p->lock);
    wipe(p);
    pthread_mutex_unlock(&p->lock);
}
