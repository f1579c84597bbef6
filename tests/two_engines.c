// SPDX-License-Identifier: MIT
// two_engines.c - engines side by side in one process do not disturb each other.
//
// Each task is a search that always visits the same nodes. Done alone and done by two threads at
// once, each with an engine of its own that is opened, used and closed again and again, it must end
// with the same answer and node count. Run under the thread sanitizer too (make tsan), which sees
// what they share.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "engine/outflank.h"

static const struct task {
    const char *game, *position, *search;
    struct outflank_limits limits;
} tasks[] = {
    {"othello", "f5d6c3d3c4f4f6", "negamax", {.depth = 10}},
    {"connect4:8x7", "445", "negamax", {.depth = 11}},
    {"gomoku", "h8i9", "negamax", {.depth = 7}},
    {"othello:4x4", "startpos", "negamax", {.goal = OUTFLANK_EXACT}},
    {"connect4:6x5", "startpos", "negamax", {.goal = OUTFLANK_OUTCOME}},
    {"othello:6x6", "startpos", "mcts", {.nodes = 1000}},
};

enum { TASKS = sizeof tasks / sizeof *tasks, ROUNDS = 2 };

// Does a task with a new engine. Two threads are first at the games' tables together.
static bool perform(const struct task *t, struct outflank_answer *answer)
{
    const char *why = "";
    struct outflank *e = outflank_open(t->game, &why);
    bool good = e && outflank_set_option(e, "Hash", "2", &why) &&
                outflank_set_option(e, "OwnBook", "false", &why) &&
                outflank_set_option(e, "Search", t->search, &why) &&
                outflank_set_position(e, t->position, &why) &&
                outflank_think(e, &t->limits, NULL, answer, &why);
    if (!good)
        fprintf(stderr, "two engines: %s: %s\n", t->game, why);
    outflank_close(e);
    return good;
}

struct worker {
    int first, step;
    struct outflank_answer answers[ROUNDS][TASKS];
    bool good;
};

// Does all tasks from `first` on, upwards or downwards.
static void *work(void *arg)
{
    struct worker *w = arg;
    w->good = true;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0, k = w->first; i < TASKS; i++, k = (k + w->step + TASKS) % TASKS)
            w->good = perform(&tasks[k], &w->answers[round][k]) && w->good;
    return NULL;
}

static bool same(const struct outflank_answer *a, const struct outflank_answer *b)
{
    return a->nodes == b->nodes && a->score == b->score && a->solved == b->solved &&
           strcmp(a->best, b->best) == 0 && strcmp(a->line, b->line) == 0;
}

int main(void)
{
    static struct worker workers[2] = {{.first = 0, .step = 1}, {.first = TASKS - 1, .step = -1}};
    pthread_t threads[2];
    bool good = true;
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, work, &workers[i]) != 0)
            return 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int k = 0; k < TASKS; k++) {
        struct outflank_answer alone;
        bool agree = perform(&tasks[k], &alone) && alone.nodes > 0; // a book asks no engine
        for (int i = 0; i < 2 * ROUNDS; i++)
            agree = workers[i % 2].good && same(&workers[i % 2].answers[i / 2][k], &alone) && agree;
        printf("two engines: %-13s %s, %llu nodes\n", tasks[k].game, agree ? "agree" : "DISAGREE",
               (unsigned long long)alone.nodes);
        good = good && agree;
    }
    return good ? 0 : 1;
}
