// SPDX-License-Identifier: MIT
#include "protocol/jobs/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/text.h"

enum { BAR = 20 };

static const int64_t A_SECOND = 1000000000; // ns

struct progress progress_begin(bool asked)
{
    const char *term = getenv("TERM");
    struct progress p = {.asked = asked};
    p.terminal = isatty(STDERR_FILENO) && !(term && strcmp(term, "dumb") == 0);
    progress_start(&p, 0, 0);
    return p;
}

void progress_start(struct progress *p, double share, int done)
{
    p->begun = p->told = clock_now();
    p->share_begun = share > 0 ? share : 0;
    p->done_begun = done;
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
static void write_state(const struct progress *p, struct writer *w, int64_t now, double share,
                        int done)
{
    double seconds = (double)(now - p->begun) / 1e9, covered = share - p->share_begun;
    if (share >= 0 && p->terminal)
        write_bar(w, share);
    else if (share >= 0)
        write_text(w, "%d %%  ", (int)(share * 100));
    write_text(w, "%d done", done);
    if (seconds > 0 && done > p->done_begun)
        write_text(w, "  %.3g/s", (done - p->done_begun) / seconds);
    if (share >= 0 && covered > 0 && seconds > 1) {
        write_text(w, "  ");
        write_duration(w, seconds * (1 - share) / covered);
        write_text(w, " left");
    }
}

void progress_show(struct progress *p, double share, int done, const char *more)
{
    int64_t now = clock_now();
    char line[256];
    struct writer w = writer_on(line, sizeof line);
    if (!(p->terminal || p->asked) || now - p->told < (p->terminal ? A_SECOND / 10 : 10 * A_SECOND))
        return;
    p->told = now;
    write_state(p, &w, now, share, done);
    if (p->terminal && more[0])
        write_text(&w, "  %s", more);
    // What does not fit a line would not be written over: 79 columns are what every terminal has.
    fprintf(stderr, p->terminal ? "\r%-79.79s\r" : "%s\n", line);
    p->shown = p->terminal;
}

void progress_clear(struct progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r%79s\r", "");
    p->shown = false;
}
