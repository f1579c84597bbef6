// SPDX-License-Identifier: MIT
#include "scripts/trainer/small.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/othello/eval/small_eval.h"
#include "engine/othello/board/symmetry.h"
#include "scripts/trainer/data.h"

enum { HELD_OUT = 16 };

// The positions of all files as states, features in order, so that a step is a walk through memory.
struct sample {
    int32_t state[SMALL_FEATURES]; // places in a stage's weights
    float outcome;
    uint8_t ply;
    bool held_out;
};

// The state that a symmetry of the board which leaves a kind's cells in place turns `state` into.
static int mirrored(const struct small_kind *k, int state, int symmetry)
{
    const struct shape board = shape_of(6, 6);
    int power[64] = {0}, image = 0, p = 1;
    for (int i = 0; i < k->cells; i++, p *= 3)
        power[k->cell[i]] = p;
    for (int i = 0; i < k->cells; i++, state /= 3)
        image += state % 3 * power[image_of(k->cell[i], &board, symmetry)];
    return image;
}

// For every state the first of those that mirror each other, which share one weight.
static void find_twins(int32_t twin[SMALL_STATES])
{
    for (int kind = 0; kind < SMALL_KINDS; kind++) {
        const struct small_kind *k = &small_kinds[kind];
        int states = 2 * (small_middle(k) - k->begin) + 1;
        for (int s = 0; s < states; s++)
            twin[k->begin + s] = k->begin + s;
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            // The state with every cell taken stays itself when the cells stay in place.
            if (mirrored(k, states - 1, symmetry) != states - 1)
                continue;
            for (int s = 0; s < states; s++) {
                int32_t image = k->begin + mirrored(k, s, symmetry);
                if (image < twin[k->begin + s])
                    twin[k->begin + s] = image;
            }
        }
    }
}

static struct sample *samples_read(const char *const *paths, int files, const int32_t *twin,
                                   size_t *count)
{
    struct sample *all = NULL;
    size_t room = 0;
    *count = 0;
    for (int i = 0; i < files; i++) {
        FILE *f = fopen(paths[i], "rb");
        struct record r;
        if (!f) {
            perror(paths[i]);
            continue;
        }
        while (fread(&r, sizeof r, 1, f) == 1) {
            if (*count == room) {
                room = 2 * room + 4096;
                struct sample *more = realloc(all, room * sizeof *all);
                if (!more) {
                    free(all);
                    fclose(f);
                    return NULL;
                }
                all = more;
            }
            struct sample *s = &all[(*count)++];
            struct small_eval e;
            small_fresh(&e, r.mover, r.other);
            for (int k = 0; k < SMALL_FEATURES; k++)
                s->state[k] = twin[small_middle(&small_kinds[small_tables.kind_of[k]]) + e.at[k]];
            s->outcome = r.outcome;
            s->ply = (uint8_t)(bit_count(r.mover | r.other) - 4);
            s->held_out = r.game % HELD_OUT == 0;
        }
        fclose(f);
    }
    return all;
}

static int by_ply(const void *a, const void *b)
{
    return ((const struct sample *)a)->ply - ((const struct sample *)b)->ply;
}

// Whether a stage learns from a ply: its own and two on either side.
static bool is_near(int stage, int ply)
{
    return small_stage(ply) == stage || small_stage(ply + 2) == stage ||
           (ply >= 2 && small_stage(ply - 2) == stage);
}

static float value_of(const struct sample *s, const float *w, const float *bias)
{
    float sum = bias[s->ply];
    for (int k = 0; k < SMALL_FEATURES; k++)
        sum += w[s->state[k]];
    return sum;
}

// What one stage is fitted with.
struct stage_fit {
    float *weight, *gradient, *seen, *speed;
    float bias[SMALL_PLIES + 1];
};

// One step down the gradient over all positions of a stage; with momentum.
static double descend(struct stage_fit *f, const struct sample *all, size_t count)
{
    double squares = 0, n = 1e-9, miss_of[SMALL_PLIES + 1] = {0}, plies[SMALL_PLIES + 1] = {0};
    memset(f->gradient, 0, SMALL_STATES * sizeof *f->gradient);
    for (size_t i = 0; i < count; i++) {
        const struct sample *s = &all[i];
        if (s->held_out)
            continue;
        float miss = s->outcome - value_of(s, f->weight, f->bias);
        for (int k = 0; k < SMALL_FEATURES; k++)
            f->gradient[s->state[k]] += miss;
        miss_of[s->ply] += miss;
        plies[s->ply]++;
        squares += (double)miss * miss;
        n++;
    }
    const float rate = 0.04f, momentum = 0.85f, doubt = 12;
    for (int i = 0; i < SMALL_STATES; i++) {
        f->speed[i] = momentum * f->speed[i] + rate * f->gradient[i] / (f->seen[i] + doubt);
        f->weight[i] += f->speed[i];
    }
    for (int p = 0; p <= SMALL_PLIES; p++)
        f->bias[p] += (float)(miss_of[p] / (plies[p] + 1));
    return sqrt(squares / n);
}

static double held_out_error(const struct stage_fit *f, const struct sample *all, size_t count,
                             int stage, size_t *n)
{
    double squares = 0;
    *n = 0;
    for (size_t i = 0; i < count; i++)
        if (all[i].held_out && small_stage(all[i].ply) == stage) {
            double miss = all[i].outcome - value_of(&all[i], f->weight, f->bias);
            squares += miss * miss;
            ++*n;
        }
    return sqrt(squares / (double)(*n ? *n : 1));
}

bool small_fit(const char *out, int steps, const char *const *paths, int files)
{
    size_t count, held;
    static int32_t twin[SMALL_STATES];
    find_twins(twin);
    struct sample *all = samples_read(paths, files, twin, &count);
    struct stage_fit f = {.weight = calloc(SMALL_STATES, sizeof(float)),
                          .gradient = calloc(SMALL_STATES, sizeof(float)),
                          .seen = calloc(SMALL_STATES, sizeof(float)),
                          .speed = calloc(SMALL_STATES, sizeof(float))};
    FILE *file = fopen(out, "wb");
    if (!all || !file || !f.weight || !f.gradient || !f.seen || !f.speed) {
        fprintf(stderr, "train: no positions, no memory or no file to write\n");
        return false;
    }
    qsort(all, count, sizeof *all, by_ply);
    static int8_t weight[SMALL_STAGES][SMALL_STATES];
    int16_t bias[SMALL_PLIES + 1] = {0};
    for (int stage = SMALL_STAGES - 1; stage >= 0; stage--) {
        double seen = 0;
        size_t from = 0, to = count;
        while (from < to && !is_near(stage, all[from].ply))
            from++;
        while (to > from && !is_near(stage, all[to - 1].ply))
            to--;
        const struct sample *near = all + from;
        memset(f.speed, 0, SMALL_STATES * sizeof(float));
        memset(f.seen, 0, SMALL_STATES * sizeof(float));
        for (size_t i = 0; i < to - from; i++)
            if (!near[i].held_out)
                for (int k = 0; k < SMALL_FEATURES; k++)
                    f.seen[near[i].state[k]]++;
        for (int step = 0; step < steps; step++) {
            seen = descend(&f, near, to - from);
        }
        double unseen = held_out_error(&f, near, to - from, stage, &held);
        fprintf(stderr, "stage %2d: %zu rows, rms %.2f, on %zu held out %.2f\n", stage, to - from,
                seen, held, unseen);
        for (int i = 0; i < SMALL_STATES; i++) {
            long w = lrintf(f.weight[twin[i]] * SMALL_UNITS);
            weight[stage][i] = (int8_t)(w > 127 ? 127 : w < -127 ? -127 : w);
        }
        for (int p = 0; p <= SMALL_PLIES; p++)
            if (small_stage(p) == stage)
                bias[p] = (int16_t)lrintf(f.bias[p] * SMALL_UNITS);
    }
    static uint8_t bytes[SMALL_FILE_SIZE];
    small_eval_save(bytes, bias, weight);
    bool sound = fwrite(bytes, sizeof bytes, 1, file) == 1;
    free(all);
    free(f.weight);
    free(f.gradient);
    free(f.seen);
    free(f.speed);
    return fclose(file) == 0 && sound;
}
