// SPDX-License-Identifier: MIT
// progress.h - how far a long job is: a bar that is written over on a terminal, and elsewhere, when
// asked for, a plain line now and then. A thread of its own keeps it going, since one position may
// take years without a word.
//
//      [=========>          ]  46 %  12 done  3.4/s  0:12 left  depth 20@87% >= +4.00
#ifndef PROTOCOL_JOBS_PROGRESS_H
#define PROTOCOL_JOBS_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool terminal, asked; // where it is shown, and whether it was asked for
    pthread_t thread;     // shows it again now and then
    bool ticking;         // there is that thread

    // The rest is guarded by the lock.
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool over;
    bool shown;             // there is a bar to be wiped off
    int64_t begun, printed; // ns on the clock
    double share_begun;     // how much was done when it began
    int done_begun;
    double share; // and how much is
    int done;
    char more[128];
};

// A bar on standard error when that is a terminal; elsewhere plain lines, if `asked`.
void progress_open(struct progress *p, bool asked);

// Wipes the bar off for good.
void progress_close(struct progress *p);

// The work begins here: what was done before says nothing about the pace.
void progress_start(struct progress *p, double share, int done);

// Shows how far it is, unless that was shown a moment ago: `share` from 0 to 1, negative when it is
// not known, and what else there is to tell.
void progress_show(struct progress *p, double share, int done, const char *more);

// Wipes the bar off, before something else is written.
void progress_clear(struct progress *p);

#endif
