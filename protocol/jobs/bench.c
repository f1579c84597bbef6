// SPDX-License-Identifier: MIT
// bench.c - how much work the engine does and how fast.
//
// Without a name the signature: every game's search to a fixed depth from a few positions, with one
// thread. The node count is the same on every machine and compiler, so a change of it is a change
// of behaviour; it stands in tests/signature.txt and as "Bench: N" in commits. The named suites
// measure.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/bench.h"
#include "protocol/jobs/jobs.h"
#include "engine/session.h"

// Keeps the last news of the best move.
static void keep_best(void *owner, const struct report *news)
{
    struct report *last = owner;
    if (news->multipv == 1)
        *last = *news;
}

static bool set(struct session *s, enum option_id id, const char *value)
{
    const char *why;
    if (session_set_option(s, &options[id], word_of(value), &why))
        return true;
    fprintf(stderr, "outflank bench: %s '%s': %s\n", options[id].name, value, why);
    return false;
}

// Processor seconds used so far, so that a busy machine changes less.
static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void print_row(const struct session *s, const struct bench_row *row, const struct thought *t,
                      const struct report *last, double seconds, double wall)
{
    char best[MOVE_TEXT_MAX];
    session_move_text(s, t->best, best);
    printf("%-10s %-14s %-5s depth %2d score %+7.2f %12" PRIu64
           " nodes %8.3f s %10.0f nps %8.3f s on the clock\n",
           row->name, row->game, best, last->depth, t->score / 100.0, t->nodes, seconds,
           (double)t->nodes / (seconds > 0 ? seconds : 1e-9), wall);
    fflush(stdout);
}

// Runs one row on a fresh table. False when the row itself is wrong.
static bool run_row(struct session *s, const struct bench_row *row, struct report *last,
                    struct thought *t, double *seconds, double *wall)
{
    const char *why;
    if (!set(s, OPTION_SEARCH, row->playout ? "mcts" : "negamax") ||
        (row->playout && !set(s, OPTION_PLAYOUT, row->playout)) ||
        !set(s, OPTION_GAME, row->game) || !session_set_text(s, word_of(row->position), &why) ||
        !set(s, OPTION_CLEAR_HASH, ""))
        return false;
    struct limits l = limits_none();
    l.goal = row->goal;
    l.depth = row->depth;
    l.nodes = row->nodes;
    if (row->milliseconds)
        l.move_time = row->milliseconds;
    memset(last, 0, sizeof *last);
    double start = cpu_seconds();
    int64_t begun = clock_now();
    bool good = session_think(s, &l, t, &why);
    *wall = (double)(clock_now() - begun) / 1e9;
    *seconds = cpu_seconds() - start;
    return good;
}

bool bench_run(const struct bench_suite *suite, const char *threads, const char *hash,
               enum kernel kernel, bool quiet, struct bench_total *total)
{
    struct report last;
    struct session *s = session_new((struct listener){.owner = &last, .report = keep_best});
    *total = (struct bench_total){0};
    bool good = s && set(s, OPTION_THREADS, threads) && set(s, OPTION_HASH, hash) &&
                set(s, OPTION_KERNEL, kernel_names[kernel]) && set(s, OPTION_OWN_BOOK, "false");
    for (int i = 0; good && i < suite->count; i++) {
        struct thought t;
        double seconds, wall;
        good = run_row(s, &suite->rows[i], &last, &t, &seconds, &wall);
        if (!good) {
            fprintf(stderr, "outflank bench: cannot run '%s'\n", suite->rows[i].name);
            break;
        }
        total->nodes += t.nodes;
        total->seconds += seconds;
        if (!quiet)
            print_row(s, &suite->rows[i], &t, &last, seconds, wall);
    }
    session_free(s);
    return good;
}

static const struct bench_suite *find_suite(const char *name)
{
    for (int i = 0; i < bench_suite_count; i++)
        if (strcmp(bench_suites[i].name, name) == 0)
            return &bench_suites[i];
    return NULL;
}

int bench_job(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "book") == 0)
        return bench_book_job(argc - 1, argv + 1);
    const char *threads = "1", *hash = NULL, *kernel_name = "auto";
    enum kernel kernel;
    bool quiet = false;
    const struct flag flags[] = {
        {"--threads", "-n", FLAG_TEXT, &threads, 0, 0, "threads (1)"},
        {"--hash", NULL, FLAG_TEXT, &hash, 0, 0, "memory in MiB"},
        {"--kernel", NULL, FLAG_TEXT, &kernel_name, 0, 0, "the code to run: " KERNEL_CHOICES},
        {"--quiet", "-q", FLAG_ON, &quiet, 0, 0, "only the totals"},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL},
    };
    int words = args_read(argc, argv, flags, "outflank bench [SUITE] [flags]");
    if (words < 0) {
        for (int i = 0; words == -2 && i < bench_suite_count; i++)
            printf("  suite %-10s %s\n", bench_suites[i].name, bench_suites[i].help);
        if (words == -2)
            printf("  suite %-10s %s\n", "book", "how fast a book opens and answers (--help)");
        return words == -2 ? 0 : 2;
    }
    const struct bench_suite *suite = find_suite(words ? argv[0] : "signature");
    if (!suite || words > 1) {
        fprintf(stderr,
                suite ? "outflank bench: one suite at a time, not '%s' too\n"
                      : "outflank bench: no suite '%s'; --help lists them\n",
                argv[suite != NULL]);
        return 2;
    }
    if (!kernel_named(kernel_name, &kernel)) {
        fprintf(stderr, "outflank bench: the kernel is " KERNEL_CHOICES ", not '%s'\n",
                kernel_name);
        return 2;
    }
    struct bench_total total;
    if (!bench_run(suite, threads, hash ? hash : suite->hash, kernel, quiet, &total))
        return 2;
    printf("%.3f seconds\n%" PRIu64 " nodes\n%.0f nps\n", total.seconds, total.nodes,
           (double)total.nodes / (total.seconds > 0 ? total.seconds : 1e-9));
    return 0;
}
