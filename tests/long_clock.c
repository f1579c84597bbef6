// SPDX-License-Identifier: MIT
// long_clock.c - punctuality by the thousand, on a machine kept busy by the test itself.
//
// How late an answer is on the wall is for the most part the scheduler's doing: a thread that loses
// its core at the wrong moment is late by however long the others run. So every figure stands
// beside that of a process which does nothing but look at the clock until the time is up and then
// answers, taking turns with the engine. Of all moves together one in a hundred may be 5 ms later
// than that one's, and one in a thousand half as late again: the few latest of two runs of one and the
// same program differ by that much.
//
// A move's work is held to 5 ms too much whatever the load, and to 25 but for one of a shape. A guest
// is not told of all the time its host takes, so some of that is counted as its work: a process that
// only looked at the clock saw its own processor time jump by 18 ms twice in 20 s. So as often as
// that happens to the one beside the engine it may happen to the engine, twice over.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "tests/figures.h"
#include "tests/talk.h"

TestSuite(clock, .init = games_init);

enum { MOVES = 3334, MOVE_MS = 10, BUSY_MOST = 64, ROUNDS = 40 };

static const char *const shapes[] = {"othello", "connect4:9x10,x=c4", "gomoku"};

// ---- others at work -----------------------------------------------------------------------------

struct busy {
    int count;
    pid_t pids[BUSY_MOST];
};

// Two processes a core that never rest.
static void busy_start(struct busy *b)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    b->count = cores > 0 && 2 * cores <= BUSY_MOST ? (int)(2 * cores) : 2;
    for (int i = 0; i < b->count; i++)
        if ((b->pids[i] = fork()) == 0) {
            for (pid_t parent = getppid(); getppid() == parent;) // no longer than the test itself
                now_ns();
            _exit(0);
        }
}

static void busy_end(const struct busy *b)
{
    for (int i = 0; i < b->count; i++) {
        kill(b->pids[i], SIGKILL);
        waitpid(b->pids[i], NULL, 0);
    }
}

// ---- the one that only looks at the clock -------------------------------------------------------

struct looker {
    pid_t pid;
    int to, from;
};

// Answers every byte, which says how many ms there are, one before they are over, as the engine means
// to.
static void look(int in, int out)
{
    unsigned char ms;
    alarm(1800);
    while (read(in, &ms, 1) == 1) {
        long long until = now_ns() + (ms - 1) * 1000000LL;
        while (now_ns() < until)
            continue;
        if (write(out, &ms, 1) != 1)
            break;
    }
    _exit(0);
}

static void looker_start(struct looker *l)
{
    int to[2], from[2];
    cr_assert(pipe(to) == 0 && pipe(from) == 0);
    if ((l->pid = fork()) == 0) {
        close(to[1]);
        close(from[0]);
        look(to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    l->to = to[1];
    l->from = from[0];
}

// How late something was, in ms: on the wall, and of processor time.
struct late {
    double wall, work;
};

static long long cpu_us(pid_t pid)
{
    clockid_t clock;
    struct timespec t = {0};
    cr_assert(clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &t) == 0);
    return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

// How late it answers.
static struct late looker_late(const struct looker *l, int ms)
{
    unsigned char byte = (unsigned char)ms;
    long long sent = now_ns(), cpu = cpu_us(l->pid);
    cr_assert(write(l->to, &byte, 1) == 1 && read(l->from, &byte, 1) == 1);
    return (struct late){(double)(now_ns() - sent) / 1e6 - ms,
                         (double)(cpu_us(l->pid) - cpu) / 1e3 - ms};
}

static void looker_end(const struct looker *l)
{
    close(l->to);
    close(l->from);
    waitpid(l->pid, NULL, 0);
}

// ---- the rows -----------------------------------------------------------------------------------

// How often more than so many ms of work were too much, of the engine and of the one that looks.
enum { LATE_5, LATE_25, LATE_300, LATES };
static const double late_ms[LATES] = {5, 25, 300};
struct tally {
    int engine[LATES], looker[LATES];
};

static void count_late(int count[LATES], double work)
{
    for (int i = 0; i < LATES; i++)
        count[i] += work > late_ms[i];
}

// No more often than `most` says, beside twice what happened to the one that looks.
static void expect_seldom(const struct tally *t, const int most[LATES], const char *what)
{
    for (int i = 0; i < LATES; i++)
        cr_expect_leq(t->engine[i], most[i] + 2 * t->looker[i],
                      "%s: over %g ms of work too much %d times, the one that looks %d", what,
                      late_ms[i], t->engine[i], t->looker[i]);
}

// A thought's lateness.
static struct late engine_late(struct process *p, int ms)
{
    long long sent = now_ns(), cpu = process_cpu_us(p);
    process_send(p, "go movetime %d\n", ms);
    process_until(p, "bestmove");
    return (struct late){(double)(now_ns() - sent) / 1e6 - ms,
                         (double)(process_cpu_us(p) - cpu) / 1e3 - ms};
}

// Plays at MOVE_MS a move in turn with the one that looks, prints how late both were, and adds that
// to what there is.
static void play_late(const char *shape, double wall[MOVES], double looked[MOVES], struct tally *t)
{
    static double work[MOVES], looked_work[MOVES];
    struct process p;
    struct looker looker;
    char name[64];
    process_start(&p, "uci", "--option", "OwnBook=false");
    looker_start(&looker);
    free(talk(&p, &dialect_uci, "uci\nsetoption name Game value %s", shape));
    for (int n = 0; n < MOVES; n++) {
        struct late e = engine_late(&p, MOVE_MS), l = looker_late(&looker, MOVE_MS);
        wall[n] = e.wall;
        work[n] = e.work;
        looked[n] = l.wall;
        looked_work[n] = l.work;
        count_late(t->engine, e.work);
        count_late(t->looker, l.work);
    }
    looker_end(&looker);
    process_end(&p);
    snprintf(name, sizeof name, "%s, on the wall", shape);
    struct figures w = figures_of(wall, MOVES);
    figures_print("C1", name, w);
    figures_print("C1", "one that only looks at the clock", figures_of(looked, MOVES));
    figures_print("C1", "processor time beyond the move's", figures_of(work, MOVES));
    figures_print("C1", "of the one that looks", figures_of(looked_work, MOVES));
    cr_expect_geq(w.half, -MOVE_MS / 2.0, "%s: it did not think", shape);
}

// C1: 10,000 moves at 10 ms with twice as many busy processes as cores.
Test(clock, a_time_for_the_move_holds_on_a_busy_machine)
{
    static double wall[LENGTH(shapes) * MOVES], looked[LENGTH(shapes) * MOVES];
    static const int most[LATES] = {LENGTH(wall) / 1000, LENGTH(shapes), 0};
    struct tally t = {0};
    struct busy busy;
    busy_start(&busy);
    for (size_t i = 0; i < LENGTH(shapes); i++)
        play_late(shapes[i], &wall[i * MOVES], &looked[i * MOVES], &t);
    busy_end(&busy);
    struct figures w = figures_of(wall, LENGTH(wall)), l = figures_of(looked, LENGTH(looked));
    figures_print("C1", "all, on the wall", w);
    figures_print("C1", "all of the one that only looks at the clock", l);
    cr_expect_leq(w.p99, (l.p99 > 0 ? l.p99 : 0) + 5);
    cr_expect_leq(w.p999, (l.p999 > 0 ? 1.5 * l.p999 : 0) + 5);
    expect_seldom(&t, most, "a move of 10 ms");
}

// First thoughts of fresh processes, in turn with the one that looks.
static void think_first(const struct looker *looker, int hash, int ms, const char *shape,
                        struct tally *t)
{
    double work[ROUNDS], wall[ROUNDS];
    char name[96];
    for (int n = 0; n < ROUNDS; n++) {
        struct process p;
        process_start(&p, "uci", "--option", "OwnBook=false");
        free(talk(&p, &dialect_uci,
                  "uci\nsetoption name Hash value %d\nsetoption name Game value %s", hash, shape));
        struct late e = engine_late(&p, ms);
        process_end(&p);
        wall[n] = e.wall;
        work[n] = e.work;
        count_late(t->engine, e.work);
        count_late(t->looker, looker_late(looker, ms).work);
    }
    struct figures f = figures_of(work, ROUNDS), w = figures_of(wall, ROUNDS);
    snprintf(name, sizeof name, "%s, Hash %d, movetime %d, work", shape, hash, ms);
    figures_print("C4", name, f);
    cr_expect_geq(w.half, -ms / 2.0, "%s: it did not think", name);
    cr_expect_leq(work[ROUNDS * 3 / 4], 5, "%s: %.2f ms too much", name, work[ROUNDS * 3 / 4]);
}

// C4: the first thought of a process, at any Hash. One in forty may be late by the host's doing.
Test(clock, the_first_thought_is_as_punctual_as_any)
{
    enum { HASHES = 3, TIMES = 2, ALL = HASHES * TIMES * LENGTH(shapes) * ROUNDS };
    static const int hashes[HASHES] = {64, 1024, 4096}, times[TIMES] = {10, 100};
    static const int most[LATES] = {ALL / 40, ALL / 40, 0};
    struct tally tally = {0};
    struct looker looker;
    looker_start(&looker);
    for (int h = 0; h < HASHES; h++)
        for (int t = 0; t < TIMES; t++)
            for (size_t i = 0; i < LENGTH(shapes); i++)
                think_first(&looker, hashes[h], times[t], shapes[i], &tally);
    looker_end(&looker);
    expect_seldom(&tally, most, "a first thought");
}
