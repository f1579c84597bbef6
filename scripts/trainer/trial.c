// SPDX-License-Identifier: MIT
#include "scripts/trainer/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/text.h"
#include "scripts/trainer/ask.h"

// One line of an OBF file.
struct question {
    struct position position;
    int moves, value[64], best;
    move at[64];
};

static void on_report(void *owner, const struct report *news)
{
    *(struct report *)owner = *news;
}

// Reads "A1:+12" into a move and its value.
static bool read_answer(const char *text, move *m, int *value)
{
    int x = text[0] - 'A', y = text[1] - '1';
    int64_t v;
    const char *end = text + 3;
    if (*end == '+')
        end++;
    size_t n = strcspn(end, "; \n");
    if (x < 0 || x > 7 || y < 0 || y > 7 || text[2] != ':' ||
        !word_int((struct word){end, n}, -64, 64, &v))
        return false;
    *m = move_at(x, y);
    *value = (int)v;
    return true;
}

static bool read_question(const char *line, struct question *q)
{
    if (strlen(line) < 66)
        return false;
    uint64_t discs[2] = {0, 0};
    for (int i = 0; i < 64; i++)
        if (line[i] != '-')
            discs[line[i] == 'O'] |= UINT64_C(1) << i;
    int side = line[65] == 'O';
    struct othello o = {.board = {discs[side], discs[!side]},
                        .mask = ~UINT64_C(0),
                        .width = 8,
                        .height = 8,
                        .side = (uint8_t)side};
    othello_put(&q->position, &o);
    q->moves = 0;
    q->best = -99;
    for (const char *at = strchr(line, ';'); at; at = strchr(at + 1, ';')) {
        const char *text = at + 1 + strspn(at + 1, " ");
        if (q->moves < 64 && read_answer(text, &q->at[q->moves], &q->value[q->moves])) {
            if (q->value[q->moves] > q->best)
                q->best = q->value[q->moves];
            q->moves++;
        }
    }
    return true;
}

// A session that keeps the last news and gives away no time.
static struct session *open_session(struct report *last, enum kernel kernel)
{
    struct session *s =
        session_new_sized((struct listener){.owner = last, .report = on_report}, 64, 1);
    const char *why;
    if (s && session_set_option(s, &options[OPTION_KERNEL], word_of(kernel_names[kernel]), &why) &&
        session_set_option(s, &options[OPTION_MOVE_OVERHEAD], word_of("0"), &why))
        return s;
    session_free(s);
    return NULL;
}

bool trial(const char *path, int depth, int ms, int count, bool verbose, enum kernel kernel)
{
    FILE *file = fopen(path, "r");
    struct report last = {0};
    struct session *s = open_session(&last, kernel);
    if (!file || !s) {
        perror(path);
        return false;
    }
    char line[4096];
    int asked = 0, right = 0;
    double loss = 0, error = 0, seconds = 0, nodes = 0;
    struct limits l = limits_none();
    if (ms > 0)
        l.move_time = ms;
    else
        l.depth = depth;
    while (asked < count && fgets(line, sizeof line, file)) {
        struct question q;
        if (!read_question(line, &q))
            continue;
        session_forget(s);
        clock_t begun = clock();
        struct thought t = ask(s, &q.position, &l);
        double took = (double)(clock() - begun) / CLOCKS_PER_SEC;
        int value = -99;
        for (int i = 0; i < q.moves; i++)
            if (q.at[i] == t.best)
                value = q.value[i];
        asked++;
        right += value == q.best;
        loss += q.best - value;
        error += abs(t.score - 100 * q.best) / 100.0;
        seconds += took;
        nodes += (double)t.nodes;
        if (verbose)
            printf("%3d: %c%c %+6.2f (best %+d, this %+d) depth %d@%d %.0f nodes %.3f s\n", asked,
                   'a' + move_x(t.best), '1' + move_y(t.best), t.score / 100.0, q.best, value,
                   last.depth, last.selectivity, (double)t.nodes, took);
    }
    printf("%d positions: %d best moves (%.1f %%), mean loss %.2f, mean error %.2f discs, "
           "%.1f M nodes, %.2f s, %.2f M nodes/s\n",
           asked, right, 100.0 * right / (asked ? asked : 1), loss / (asked ? asked : 1),
           error / (asked ? asked : 1), nodes / 1e6, seconds, nodes / seconds / 1e6);
    session_free(s);
    fclose(file);
    return true;
}
