// SPDX-License-Identifier: MIT
#include "scripts/trainer/six.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/othello/eval/six_eval.h"
#include "engine/othello/board/symmetry.h"
#include "scripts/trainer/data.h"

enum { HELD_OUT = 16 };

// The positions of all files as states, features in order, so that a step is a walk through memory.
struct sample {
    int32_t state[SIX_FEATURES]; // places in a phase's weights
    float outcome;
    uint8_t ply;
    bool held_out;
};

// The state that a symmetry of the board which leaves a kind's cells in place turns `state` into.
static int mirrored(const struct six_kind *k, int state, int symmetry)
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
static void find_twins(int32_t twin[SIX_STATES])
{
    for (int kind = 0; kind < SIX_KINDS; kind++) {
        const struct six_kind *k = &six_kinds[kind];
        int states = 2 * (six_middle(k) - k->begin) + 1;
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
            struct six_eval e;
            six_fresh(&e, r.mover, r.other);
            for (int k = 0; k < SIX_FEATURES; k++)
                s->state[k] = twin[six_middle(&six_kinds[six_tables.kind_of[k]]) + e.at[k]];
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

// Whether a phase learns from a ply: its own and two on either side.
static bool is_near(int phase, int ply)
{
    return six_phase(ply) == phase || six_phase(ply + 2) == phase ||
           (ply >= 2 && six_phase(ply - 2) == phase);
}

static float value_of(const struct sample *s, const float *w, const float *bias)
{
    float sum = bias[s->ply];
    for (int k = 0; k < SIX_FEATURES; k++)
        sum += w[s->state[k]];
    return sum;
}

// What one phase is fitted with.
struct phase_fit {
    float *weight, *gradient, *seen, *speed;
    float bias[SIX_PLIES + 1];
};

// One step down the gradient over all positions of a phase; with momentum.
static double descend(struct phase_fit *f, const struct sample *all, size_t count)
{
    double squares = 0, n = 1e-9, miss_of[SIX_PLIES + 1] = {0}, plies[SIX_PLIES + 1] = {0};
    memset(f->gradient, 0, SIX_STATES * sizeof *f->gradient);
    for (size_t i = 0; i < count; i++) {
        const struct sample *s = &all[i];
        if (s->held_out)
            continue;
        float miss = s->outcome - value_of(s, f->weight, f->bias);
        for (int k = 0; k < SIX_FEATURES; k++)
            f->gradient[s->state[k]] += miss;
        miss_of[s->ply] += miss;
        plies[s->ply]++;
        squares += (double)miss * miss;
        n++;
    }
    const float rate = 0.04f, momentum = 0.85f, doubt = 12;
    for (int i = 0; i < SIX_STATES; i++) {
        f->speed[i] = momentum * f->speed[i] + rate * f->gradient[i] / (f->seen[i] + doubt);
        f->weight[i] += f->speed[i];
    }
    for (int p = 0; p <= SIX_PLIES; p++)
        f->bias[p] += (float)(miss_of[p] / (plies[p] + 1));
    return sqrt(squares / n);
}

static double held_out_error(const struct phase_fit *f, const struct sample *all, size_t count,
                             int phase, size_t *n)
{
    double squares = 0;
    *n = 0;
    for (size_t i = 0; i < count; i++)
        if (all[i].held_out && six_phase(all[i].ply) == phase) {
            double miss = all[i].outcome - value_of(&all[i], f->weight, f->bias);
            squares += miss * miss;
            ++*n;
        }
    return sqrt(squares / (double)(*n ? *n : 1));
}

bool six_fit(const char *out, int steps, const char *const *paths, int files)
{
    size_t count, held;
    static int32_t twin[SIX_STATES];
    find_twins(twin);
    struct sample *all = samples_read(paths, files, twin, &count);
    struct phase_fit f = {.weight = calloc(SIX_STATES, sizeof(float)),
                          .gradient = calloc(SIX_STATES, sizeof(float)),
                          .seen = calloc(SIX_STATES, sizeof(float)),
                          .speed = calloc(SIX_STATES, sizeof(float))};
    FILE *file = fopen(out, "wb");
    if (!all || !file || !f.weight || !f.gradient || !f.seen || !f.speed) {
        fprintf(stderr, "train: no positions, no memory or no file to write\n");
        return false;
    }
    qsort(all, count, sizeof *all, by_ply);
    static int8_t weight[SIX_PHASES][SIX_STATES];
    int16_t bias[SIX_PLIES + 1] = {0};
    for (int phase = SIX_PHASES - 1; phase >= 0; phase--) {
        double seen = 0;
        size_t from = 0, to = count;
        while (from < to && !is_near(phase, all[from].ply))
            from++;
        while (to > from && !is_near(phase, all[to - 1].ply))
            to--;
        const struct sample *near = all + from;
        memset(f.speed, 0, SIX_STATES * sizeof(float));
        memset(f.seen, 0, SIX_STATES * sizeof(float));
        for (size_t i = 0; i < to - from; i++)
            if (!near[i].held_out)
                for (int k = 0; k < SIX_FEATURES; k++)
                    f.seen[near[i].state[k]]++;
        for (int step = 0; step < steps; step++) {
            seen = descend(&f, near, to - from);
        }
        double unseen = held_out_error(&f, near, to - from, phase, &held);
        fprintf(stderr, "phase %2d: %zu rows, rms %.2f, on %zu held out %.2f\n", phase, to - from,
                seen, held, unseen);
        for (int i = 0; i < SIX_STATES; i++) {
            long w = lrintf(f.weight[twin[i]] * SIX_UNITS);
            weight[phase][i] = (int8_t)(w > 127 ? 127 : w < -127 ? -127 : w);
        }
        for (int p = 0; p <= SIX_PLIES; p++)
            if (six_phase(p) == phase)
                bias[p] = (int16_t)lrintf(f.bias[p] * SIX_UNITS);
    }
    static uint8_t bytes[SIX_FILE_SIZE];
    six_eval_save(bytes, bias, weight);
    bool sound = fwrite(bytes, sizeof bytes, 1, file) == 1;
    free(all);
    free(f.weight);
    free(f.gradient);
    free(f.seen);
    free(f.speed);
    return fclose(file) == 0 && sound;
}
