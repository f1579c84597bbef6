// SPDX-License-Identifier: MIT
// policy.c - the policy (engine/gomoku/policy.h), fitted to the moves that searches chose.
//
// A position gives every cell that has a stone in sight a chance, the softmax of the logits; what is
// to be made small is the surprise at the move chosen. Adam, 256 positions at a time; the rate falls
// to a fiftieth. A million positions are as good as seen twice: after four epochs the surprise at
// those held back is 2.007, at those learned from 2.010.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/gomoku/eval.h"
#include "engine/gomoku/policy.h"
#include "engine/rng.h"
#include "scripts/tuner/tuner.h"

enum { EPOCHS = 4, BATCH = 256, WIDE = POLICY_WIDE, HELD_BACK = 20 /* one in so many */ };
static const float RATE = 0.004F;

struct sample {
    size_t first;
    uint16_t cells, chosen; // which of them it was
    uint8_t situation;
};

struct set {
    struct sample *samples;
    size_t count, room;
    struct spots spots;
};

typedef float lanes __attribute__((vector_size(4 * WIDE)));

struct net {
    lanes row[VIEW_STATES], out[SITUATIONS];
};

enum { PARAMETERS = sizeof(struct net) / sizeof(float) };

struct model {
    struct net net, gradient, mean, square;
    lanes sum[CELLS_MAX];
    float chance[CELLS_MAX];
    int steps;
};

// ---- positions ----------------------------------------------------------------------------------

// Adds a position, unless the move was nobody's choice or an open four had to be answered: there the
// search lists the answers itself.
static void take(void *owner, const struct lesson *l)
{
    struct set *t = owner;
    const struct field *f = l->field;
    size_t first = t->spots.used;
    int chosen;
    if (l->chosen == MOVE_NONE || field_count(f, f->to_move ^ 1, COUNT_FOUR_OPEN))
        return;
    int cells = spots_add(&t->spots, f, l->chosen, &chosen);
    if (chosen < 0) {
        t->spots.used = first;
        return;
    }
    if (t->count == t->room) {
        t->room = t->room ? t->room * 2 : 1 << 16;
        t->samples = need(realloc(t->samples, t->room * sizeof *t->samples));
    }
    t->samples[t->count++] = (struct sample){.first = first,
                                             .cells = (uint16_t)cells,
                                             .chosen = (uint16_t)chosen,
                                             .situation = (uint8_t)field_situation(f)};
}

// ---- the network --------------------------------------------------------------------------------

static lanes cut_off(lanes sum, lanes value)
{
    typedef int32_t whole __attribute__((vector_size(4 * WIDE)));
    return (lanes)((sum > 0) & (whole)value);
}

static float add_up(lanes v)
{
    float sum = 0;
    for (int k = 0; k < WIDE; k++)
        sum += v[k];
    return sum;
}

// The chances of a sample's cells; returns the surprise at the move chosen.
static double forward(struct model *m, const struct set *t, const struct sample *s)
{
    const struct spot *cells = &t->spots.at[s->first];
    float most = -INFINITY, all = 0;
    for (int i = 0; i < s->cells; i++) {
        const uint16_t *state = cells[i].state;
        lanes sum = m->net.row[state[0]] + m->net.row[state[1]] + m->net.row[state[2]] +
                    m->net.row[state[3]];
        m->sum[i] = sum;
        m->chance[i] = add_up(cut_off(sum, sum) * m->net.out[s->situation]);
        most = m->chance[i] > most ? m->chance[i] : most;
    }
    for (int i = 0; i < s->cells; i++)
        all += m->chance[i] = expf(m->chance[i] - most);
    for (int i = 0; i < s->cells; i++)
        m->chance[i] /= all;
    return -log((double)m->chance[s->chosen] + 1e-9);
}

// Adds a sample's gradient to the batch.
static void backward(struct model *m, const struct set *t, const struct sample *s)
{
    const struct spot *cells = &t->spots.at[s->first];
    lanes *out = &m->gradient.out[s->situation], weight = m->net.out[s->situation];
    for (int i = 0; i < s->cells; i++) {
        float error = (m->chance[i] - (float)(i == s->chosen)) / BATCH;
        *out += error * cut_off(m->sum[i], m->sum[i]);
        lanes slope = cut_off(m->sum[i], error * weight);
        for (int d = 0; d < 4; d++)
            m->gradient.row[cells[i].state[d]] += slope;
    }
}

static void step(struct model *m, float rate)
{
    adam_step((float *)&m->net, (float *)&m->gradient, (float *)&m->mean, (float *)&m->square,
              PARAMETERS, ++m->steps, rate);
}

// ---- the fit ------------------------------------------------------------------------------------

// Says how surprising the samples from `first` on are, and how often the move chosen is among the
// best one and four.
static void judge(struct model *m, const struct set *t, size_t first)
{
    double surprise = 0, best = 0, four = 0, count = (double)(t->count - first);
    for (size_t i = first; i < t->count; i++) {
        const struct sample *s = &t->samples[i];
        int better = 0;
        surprise += forward(m, t, s);
        for (int k = 0; k < s->cells; k++)
            better += m->chance[k] > m->chance[s->chosen];
        best += better < 1;
        four += better < 4;
    }
    printf("unseen %.4f, the best %.3f, of four %.3f\n", surprise / count, best / count,
           four / count);
    fflush(stdout);
}

static void begin(struct model *m, struct rng *r)
{
    for (int i = 0; i < VIEW_STATES; i++)
        for (int k = 0; k < WIDE; k++)
            m->net.row[i][k] = 0.2F * spread(r);
    for (int k = 0; k < WIDE; k++)
        m->net.out[0][k] = 0.5F * spread(r);
    for (int i = 1; i < SITUATIONS; i++)
        m->net.out[i] = m->net.out[0];
}

static int16_t rounded(float v, int most)
{
    long n = lrintf(v * POLICY_ONE);
    return (int16_t)(n > most ? most : n < -most ? -most : n);
}

static void write_policy(const struct model *m, const char *path)
{
    struct policy *p = need(aligned_alloc(16, (sizeof *p + 15) & ~(size_t)15));
    uint8_t *bytes = need(malloc(POLICY_FILE_SIZE));
    FILE *out = open_file(path, "wb");
    const char *why;
    for (int k = 0; k < WIDE; k++) {
        for (int i = 0; i < VIEW_STATES; i++)
            p->row[i][k] = rounded(m->net.row[i][k], POLICY_ROW_MAX);
        for (int i = 0; i < SITUATIONS; i++)
            p->out[i][k] = rounded(m->net.out[i][k], INT16_MAX);
    }
    policy_save(bytes, p);
    if (!policy_load(bytes, POLICY_FILE_SIZE, &why))
        die(why);
    if (fwrite(bytes, 1, POLICY_FILE_SIZE, out) != POLICY_FILE_SIZE || fclose(out) != 0)
        die("the policy cannot be written");
    free(bytes);
    free(p);
}

static void fit(struct set *t, const char *path)
{
    struct model *m = need(aligned_alloc(64, (sizeof *m + 63) & ~(size_t)63));
    struct rng r = {1};
    size_t learned = t->count - (t->count + HELD_BACK - 1) / HELD_BACK;
    float steps = (float)(learned / BATCH * EPOCHS + 1);
    memset(m, 0, sizeof *m);
    begin(m, &r);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        double seen = 0;
        for (size_t i = learned; i > 1; i--) {
            size_t k = (size_t)(rng_next(&r) % i);
            struct sample s = t->samples[i - 1];
            t->samples[i - 1] = t->samples[k];
            t->samples[k] = s;
        }
        for (size_t i = 0; i < learned; i++) {
            seen += forward(m, t, &t->samples[i]);
            backward(m, t, &t->samples[i]);
            if (i % BATCH == BATCH - 1)
                step(m, RATE * powf(0.02F, (float)m->steps / steps));
        }
        printf("epoch %d: surprise %.4f seen, ", epoch + 1, seen / (double)(learned ? learned : 1));
        judge(m, t, learned);
    }
    write_policy(m, path);
    free(m);
}

void fit_policy(const char *path, int files, char **names)
{
    struct set t = {0};
    read_games(files, names, take, &t);
    printf("%zu positions\n", t.count);
    if (t.count)
        fit(&t, path);
    free(t.samples);
    free(t.spots.at);
}
