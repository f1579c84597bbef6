// SPDX-License-Identifier: MIT
// solve.h - one run of solve: what solve.c reads from the command line, and solve_run.c does.
#ifndef PROTOCOL_JOBS_SOLVE_H
#define PROTOCOL_JOBS_SOLVE_H

#include "protocol/jobs/answer.h"
#include "protocol/jobs/interrupt.h"
#include "protocol/jobs/progress.h"
#include "protocol/jobs/resume.h"
#include "protocol/jobs/source.h"
#include "protocol/output.h"

struct solve {
    struct session *session;
    struct limits limits;
    char question[32];                 // what is asked for, as answers name it
    bool json, all_moves, news, fresh; // news of the search, on standard error
    struct interrupt interrupt;
    struct source source;
    struct output output;
    struct resume *resume; // NULL when the answers go to standard output
    const char *out_name;
    struct progress progress;
    struct lines lines; // of the position at hand
    char *text;         // what is being written
    // Of the whole run.
    int number, positions, wrong, unreadable, resumed;
    bool broken; // no more answers can be written
    uint64_t nodes;
    int64_t elapsed;
};

// Who hears of the session's search, and what a signal does to it.
struct listener solve_listener(struct solve *s);
void solve_stop(void *owner);

// Solves line after line until the input, the reader of the answers or a signal ends it. Returns
// the status.
int solve_run(struct solve *s);

#endif
