// SPDX-License-Identifier: MIT
// long_clock.c - punctuality by the thousand, on a machine kept busy by the test itself.
//
// How late an answer is on the wall is for the most part the scheduler's doing: a thread that loses
// its core at the wrong moment is late by however long the others run. So every figure stands
// beside that of a process which does nothing but look at the clock until the time is up and then
// answers, taking turns with the engine. Of all moves together one in a hundred may be 5 ms later
// than that one's, and one in a thousand half as late again: the few latest of two runs of one and the
// same program differ by that much. A move's work is held to 5 ms too much whatever the load.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "tests/figures.h"
#include "tests/talk.h"

TestSuite(clock, .init = games_init);

enum { MOVES = 3334, MOVE_MS = 10, BUSY_MOST = 64 };

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

// Answers every byte a millisecond before the time for a move is up, as the engine means to.
static void look(int in, int out)
{
    char byte;
    alarm(1800);
    while (read(in, &byte, 1) == 1) {
        long long until = now_ns() + (MOVE_MS - 1) * 1000000LL;
        while (now_ns() < until)
            continue;
        if (write(out, &byte, 1) != 1)
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

// How late it answers, in ms.
static double looker_late(const struct looker *l)
{
    char byte = 'x';
    long long sent = now_ns();
    cr_assert(write(l->to, &byte, 1) == 1 && read(l->from, &byte, 1) == 1);
    return (double)(now_ns() - sent) / 1e6 - MOVE_MS;
}

static void looker_end(const struct looker *l)
{
    close(l->to);
    close(l->from);
    waitpid(l->pid, NULL, 0);
}

// ---- the rows -----------------------------------------------------------------------------------

static const char *const shapes[] = {"othello", "connect4:9x10,x=c4", "gomoku"};

// Lateness in ms: on the wall, of processor time, and of the one that only looks at the clock.
struct late {
    double wall[MOVES], work[MOVES], looked[MOVES];
};

// No thought may have taken more than this of work too much. A guest is not told of all the time its
// host takes: a process that does nothing but read the clock saw its own processor time jump by more
// than 50 ms three times in 38 s. So one thought may have met that. `work` is sorted.
static void expect_work(const double *work, int count, double most, const char *what)
{
    cr_expect_leq(work[count - 2], most, "%s: %.2f ms of work too much", what, work[count - 2]);
    cr_expect_leq(work[count - 1], 300, "%s: %.2f ms of work too much", what, work[count - 1]);
}

// Plays at MOVE_MS a move in turn with the one that looks, and prints how late both were.
static void play_late(const char *shape, struct late *l)
{
    struct process p;
    struct looker looker;
    char name[64];
    process_start(&p, "uci", "--option", "OwnBook=false");
    looker_start(&looker);
    free(talk(&p, &dialect_uci, "uci\nsetoption name Game value %s", shape));
    for (int n = 0; n < MOVES; n++) {
        long long sent = now_ns(), cpu = process_cpu_us(&p);
        process_send(&p, "go movetime %d\n", MOVE_MS);
        process_until(&p, "bestmove");
        l->wall[n] = (double)(now_ns() - sent) / 1e6 - MOVE_MS;
        l->work[n] = (double)(process_cpu_us(&p) - cpu) / 1e3 - MOVE_MS;
        l->looked[n] = looker_late(&looker);
    }
    looker_end(&looker);
    process_end(&p);
    snprintf(name, sizeof name, "%s, on the wall", shape);
    struct figures w = figures_of(l->wall, MOVES), c = figures_of(l->work, MOVES);
    figures_print("C1", name, w);
    figures_print("C1", "one that only looks at the clock", figures_of(l->looked, MOVES));
    figures_print("C1", "processor time beyond the move's", c);
    cr_expect_geq(w.half, -MOVE_MS / 2.0, "%s: it did not think", shape);
    cr_expect_leq(c.p999, 5, "%s: %.2f ms of work too much", shape, c.p999);
    expect_work(l->work, MOVES, 25, shape);
}

// C1: 10,000 moves at 10 ms with twice as many busy processes as cores.
Test(clock, a_time_for_the_move_holds_on_a_busy_machine)
{
    static struct late late;
    static double wall[LENGTH(shapes) * MOVES], looked[LENGTH(shapes) * MOVES];
    struct busy busy;
    busy_start(&busy);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        play_late(shapes[i], &late);
        memcpy(&wall[i * MOVES], late.wall, sizeof late.wall);
        memcpy(&looked[i * MOVES], late.looked, sizeof late.looked);
    }
    busy_end(&busy);
    struct figures w = figures_of(wall, LENGTH(wall)), l = figures_of(looked, LENGTH(looked));
    figures_print("C1", "all, on the wall", w);
    figures_print("C1", "all of the one that only looks at the clock", l);
    cr_expect_leq(w.p99, (l.p99 > 0 ? l.p99 : 0) + 5);
    cr_expect_leq(w.p999, (l.p999 > 0 ? 1.5 * l.p999 : 0) + 5);
}

// C4: the first thought of a process, at any Hash.
Test(clock, the_first_thought_is_as_punctual_as_any)
{
    enum { ROUNDS = 40 };
    static const int hashes[] = {64, 1024, 4096}, times[] = {10, 100};
    for (size_t h = 0; h < LENGTH(hashes); h++)
        for (size_t t = 0; t < LENGTH(times); t++)
            for (size_t i = 0; i < LENGTH(shapes); i++) {
                double work[ROUNDS], wall[ROUNDS];
                char name[96];
                for (int n = 0; n < ROUNDS; n++) {
                    struct process p;
                    process_start(&p, "uci", "--option", "OwnBook=false");
                    free(talk(&p, &dialect_uci,
                              "uci\nsetoption name Hash value %d\nsetoption name Game value %s",
                              hashes[h], shapes[i]));
                    long long cpu = process_cpu_us(&p), sent = now_ns();
                    process_send(&p, "go movetime %d\n", times[t]);
                    process_until(&p, "bestmove");
                    wall[n] = (double)(now_ns() - sent) / 1e6;
                    work[n] = (double)(process_cpu_us(&p) - cpu) / 1e3 - times[t];
                    process_end(&p);
                }
                struct figures f = figures_of(work, ROUNDS), w = figures_of(wall, ROUNDS);
                cr_expect_geq(w.half, times[t] / 2.0, "%s: it did not think", shapes[i]);
                snprintf(name, sizeof name, "%s, Hash %d, movetime %d, work", shapes[i], hashes[h],
                         times[t]);
                figures_print("C4", name, f);
                expect_work(work, ROUNDS, 5, name);
            }
}
