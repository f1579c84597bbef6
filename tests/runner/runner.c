// SPDX-License-Identifier: MIT
// runner.c - runs tests compiled with tests/runner/criterion/criterion.h, each in its own process.
//
//      unit [--filter PATTERN] [-jN] [--timeout SECONDS] [--list]
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/games.h"

enum { SKIPPED = 77, JOBS_MOST = 64, DEAR = 5 /* seconds of work worth knowing about */ };

static struct runner_test *tests, *suites;
static bool failed; // this test, in its process

void runner_add(struct runner_test *t)
{
    struct runner_test **list = t->name ? &tests : &suites;
    t->next = *list;
    *list = t;
}

void runner_check(bool good, bool fatal, const char *file, int line, const char *what,
                  const char *format, ...)
{
    va_list args;
    if (good)
        return;
    failed = true;
    fprintf(stderr, "%s:%d: %s:", file, line, what);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    if (fatal)
        exit(1);
}

void runner_skip(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(SKIPPED);
}

static const struct runner_options *suite_of(const struct runner_test *t)
{
    static const struct runner_options none;
    for (const struct runner_test *s = suites; s; s = s->next)
        if (strcmp(s->suite, t->suite) == 0)
            return &s->options;
    return &none;
}

// One test, with one of its parameters, in this process.
static void run(const struct runner_test *t, void *parameter, int seconds)
{
    const struct runner_options *suite = suite_of(t);
    alarm((unsigned)seconds);
    if (suite->init)
        suite->init();
    if (t->options.init)
        t->options.init();
    if (t->run)
        t->run();
    else
        ((void (*)(void *))t->run_with)(parameter);
    if (t->options.fini)
        t->options.fini();
    if (suite->fini)
        suite->fini();
    exit(failed);
}

// What runs now, and the count.
static struct job {
    pid_t pid;
    char name[200];
} jobs[JOBS_MOST];
static int running, tested, wrong, skipped;

static void wait_for_one(void)
{
    int status;
    struct rusage used;
    pid_t pid = wait4(-1, &status, 0, &used);
    long work = used.ru_utime.tv_sec + used.ru_stime.tv_sec;
    for (int i = 0; i < running; i++) {
        if (jobs[i].pid != pid)
            continue;
        bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        bool skip = WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED;
        if (skip)
            fprintf(stderr, "[SKIP] %s\n", jobs[i].name);
        else if (!good)
            fprintf(stderr, "[FAIL] %s: %s %d\n", jobs[i].name,
                    WIFSIGNALED(status) ? "signal" : "status",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        if (work >= DEAR)
            fprintf(stderr, "[DEAR] %s: %ld s of processor time\n", jobs[i].name, work);
        wrong += !good && !skip;
        skipped += skip;
        jobs[i] = jobs[--running];
    }
}

static void start(const struct runner_test *t, void *parameter, int most, int seconds)
{
    while (running >= most)
        wait_for_one();
    fflush(NULL);
    games_init(); // once for all, not once in every process
    pid_t pid = fork();
    if (pid == 0)
        run(t, parameter, seconds);
    jobs[running].pid = pid;
    snprintf(jobs[running].name, sizeof jobs->name, "%s::%s", t->suite, t->name);
    running++;
    tested++;
}

int main(int argc, char **argv)
{
    const char *pattern = "*";
    int most = (int)sysconf(_SC_NPROCESSORS_ONLN), seconds = 1800;
    bool list = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--filter") == 0 && i + 1 < argc)
            pattern = argv[++i];
        else if (strcmp(argv[i], "--timeout") == 0 && i + 1 < argc)
            seconds = (int)strtol(argv[++i], NULL, 10);
        else if (strncmp(argv[i], "-j", 2) == 0)
            most = (int)strtol(argv[i] + 2, NULL, 10);
        else if (strcmp(argv[i], "--list") == 0)
            list = true;
    }
    most = most < 1 ? 1 : most > JOBS_MOST ? JOBS_MOST : most;
    for (const struct runner_test *t = tests; t; t = t->next) {
        char name[200];
        snprintf(name, sizeof name, "%s/%s", t->suite, t->name);
        if (fnmatch(pattern, name, FNM_EXTMATCH) != 0)
            continue;
        if (list) {
            puts(name);
        } else if (t->run) {
            start(t, NULL, most, seconds);
        } else {
            struct criterion_test_params p = t->params();
            for (size_t i = 0; i < p.length; i++)
                start(t, (char *)p.params + i * p.size, most, seconds);
        }
    }
    while (running > 0)
        wait_for_one();
    if (list)
        return 0;
    fprintf(stderr, "[====] Synthesis: Tested: %d | Passing: %d | Failing: %d | Skipped: %d\n",
            tested, tested - wrong - skipped, wrong, skipped);
    return wrong ? 1 : 0;
}
