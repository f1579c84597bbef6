// SPDX-License-Identifier: MIT
// bench.h - suites of positions to measure the engine on, as tables (bench_suites.c).
#ifndef PROTOCOL_JOBS_BENCH_H
#define PROTOCOL_JOBS_BENCH_H

#include "engine/game.h"

// One position: what to search and how far. A limit of 0 is none.
struct bench_row {
    const char *name, *game, *position; // position as for session_set_text
    enum goal goal;
    int depth;
    uint64_t nodes;
    int milliseconds;
    const char *playout; // tree search with these playouts; NULL = negamax
};

struct bench_suite {
    const char *name, *help;
    const char *hash; // MiB
    const struct bench_row *rows;
    int count;
};

struct bench_total {
    uint64_t nodes;
    double seconds; // processor time
};

extern const struct bench_suite bench_suites[];
extern const int bench_suite_count;

// Runs a suite, a line a position unless `quiet`. False when it can't be run.
bool bench_run(const struct bench_suite *suite, const char *threads, const char *hash,
               enum kernel kernel, bool quiet, struct bench_total *total);

#endif
