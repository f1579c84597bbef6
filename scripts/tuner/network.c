// SPDX-License-Identifier: MIT
// network.c - the evaluation (engine/gomoku/network.h), fitted to games.
//
// The mover's chance is 1 / (1 + exp(-z)), z the network's value, of which a unit is 200 hundredths
// of a stone. What it is to foretell is for seven tenths how the game ended and else what the search
// found. Adam, 256 positions at a time; the rate falls to a fiftieth.
//
// How well games held back are foretold, cross entropy with their ends (the evaluation by patterns
// that was there before 0.509, 0.501 on the larger set, a search of 200 nodes by it 0.464, 0.455):
//
//     positions    16 hidden   32 hidden   64 hidden
//       531,000      0.504       0.495       0.493
//     2,440,000                  0.465       0.462
//     7,170,000                              0.453
//
// Those are of games at 200 nodes a move by the evaluation by patterns. 4.74 million positions of
// games at 600 nodes by a network make a better one, though, by 60 to 90 Elo (RESULTS.md).
//
// One set of output weights for all stages 0.511 instead of 0.504; rows of 32 numbers 0.498 instead
// of 0.495; five cells either way (7260 states) 0.459 instead of 0.465, not taken for the size of
// its table; four tenths of the end 0.474 instead of 0.465; beside the old evaluation no better.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/gomoku/network.h"
#include "engine/rng.h"
#include "scripts/tuner/tuner.h"

enum {
    EPOCHS = 4,
    BATCH = 256,
    WIDE = NETWORK_WIDE,
    HIDDEN = NETWORK_HIDDEN,
    UNIT = 200,          // hundredths for one unit of z
    HELD_BACK = 12,      // one position in so many is only asked about,
    HELD_MOST = 1 << 18, // but no more than these
};
static const float RATE = 0.006F, OUTCOME = 0.7F, SCALE = 1.0F / 16;

struct sample {
    size_t first; // of its cells
    uint16_t cells;
    uint8_t situation, stage;
    float target, result; // chances of the mover; the result is negative when a stray move decided
};

struct set {
    struct sample *samples;
    size_t count, room;
    struct spots spots;
};

typedef float lanes __attribute__((vector_size(4 * WIDE)));
typedef float layer __attribute__((vector_size(4 * HIDDEN)));

struct net {
    lanes row[VIEW_STATES];
    layer weight[2 * WIDE], bias[SITUATIONS], out[NETWORK_STAGES];
    float situation[SITUATIONS];
};

// What a sample's value is made of on the way to it.
struct pass {
    lanes own[CELLS_MAX], other[CELLS_MAX];
    float in[2 * WIDE], chance;
    layer hidden;
};

struct model {
    struct net net, gradient, mean, square;
    struct pass pass;
    int steps;
};

enum { PARAMETERS = sizeof(struct net) / sizeof(float) };

// ---- positions ----------------------------------------------------------------------------------

static void take(void *owner, const struct lesson *l)
{
    struct set *t = owner;
    float end = 0.5F + 0.5F * (float)l->result, found = 1 / (1 + expf(-(float)l->score / UNIT));
    float share = l->strayed ? 0 : OUTCOME;
    if (t->count == t->room) {
        t->room = t->room ? t->room * 2 : 1 << 16;
        t->samples = need(realloc(t->samples, t->room * sizeof *t->samples));
    }
    struct sample *s = &t->samples[t->count++];
    *s = (struct sample){.first = t->spots.used,
                         .situation = (uint8_t)field_situation(l->field),
                         .stage = (uint8_t)network_stage(l->field),
                         .target = share * end + (1 - share) * found,
                         .result = l->strayed ? -1 : end};
    s->cells = (uint16_t)spots_add(&t->spots, l->field, MOVE_NONE, NULL);
}

// ---- the network --------------------------------------------------------------------------------

// Cut to 0..1.
static lanes cut(lanes v)
{
    typedef int32_t whole __attribute__((vector_size(4 * WIDE)));
    lanes one = (lanes){0} + 1;
    v = (lanes)((v > 0) & (whole)v);
    return (lanes)(((v < one) & (whole)v) | ((v >= one) & (whole)one));
}

// The slope where the sum of a cell lies between 0 and 1, else nothing.
static lanes within(lanes sum, lanes slope)
{
    typedef int32_t whole __attribute__((vector_size(4 * WIDE)));
    return (lanes)((sum > 0) & (sum < 1) & (whole)slope);
}

// A layer, or a slope of it, where the hidden sums are above 0.
static layer above(layer hidden, layer value)
{
    typedef int32_t whole __attribute__((vector_size(4 * HIDDEN)));
    return (layer)((hidden > 0) & (whole)value);
}

static float add_up(layer v)
{
    lanes part[HIDDEN / WIDE], sum = {0};
    float total = 0;
    memcpy(part, &v, sizeof part);
    for (int i = 0; i < HIDDEN / WIDE; i++)
        sum += part[i];
    for (int i = 0; i < WIDE; i++)
        total += sum[i];
    return total;
}

// Finds the chance of a sample; returns the surprise at its target.
static double forward(struct model *m, const struct set *t, const struct sample *s)
{
    const struct spot *spots = &t->spots.at[s->first];
    const struct net *n = &m->net;
    struct pass *p = &m->pass;
    lanes own = {0}, other = {0};
    for (int i = 0; i < s->cells; i++) {
        lanes mine = {0}, theirs = {0};
        for (int d = 0; d < 4; d++) {
            mine += n->row[spots[i].state[d]];
            theirs += n->row[view_tables.exchanged[spots[i].state[d]]];
        }
        p->own[i] = mine;
        p->other[i] = theirs;
        own += cut(mine);
        other += cut(theirs);
    }
    p->hidden = n->bias[s->situation];
    for (int k = 0; k < 2 * WIDE; k++) {
        p->in[k] = SCALE * (k < WIDE ? own[k] : other[k - WIDE]);
        p->hidden += p->in[k] * n->weight[k];
    }
    float z = n->situation[s->situation] + add_up(above(p->hidden, p->hidden) * n->out[s->stage]);
    p->chance = 1 / (1 + expf(-z));
    return surprise(p->chance, s->target);
}

// Adds a sample's gradient to the batch.
static void backward(struct model *m, const struct set *t, const struct sample *s)
{
    const struct spot *spots = &t->spots.at[s->first];
    const struct pass *p = &m->pass;
    struct net *g = &m->gradient;
    float error = (p->chance - s->target) / BATCH;
    layer slope = above(p->hidden, error * m->net.out[s->stage]);
    lanes own = {0}, other = {0};
    g->situation[s->situation] += error;
    g->out[s->stage] += above(p->hidden, error * p->hidden);
    g->bias[s->situation] += slope;
    for (int k = 0; k < 2 * WIDE; k++) {
        float in = SCALE * add_up(slope * m->net.weight[k]);
        g->weight[k] += p->in[k] * slope;
        if (k < WIDE)
            own[k] = in;
        else
            other[k - WIDE] = in;
    }
    for (int i = 0; i < s->cells; i++) {
        lanes mine = within(p->own[i], own), theirs = within(p->other[i], other);
        for (int d = 0; d < 4; d++) {
            g->row[spots[i].state[d]] += mine;
            g->row[view_tables.exchanged[spots[i].state[d]]] += theirs;
        }
    }
}

// A step of all weights; the rows of lines without a stone stay at 0 or below.
static void step(struct model *m, float rate)
{
    adam_step((float *)&m->net, (float *)&m->gradient, (float *)&m->mean, (float *)&m->square,
              PARAMETERS, ++m->steps, rate);
    for (int state = 0; state < VIEW_STATES; state++)
        for (int k = 0; view_tables.vacant[state] && k < WIDE; k++)
            m->net.row[state][k] = fminf(m->net.row[state][k], 0);
}

// ---- the fit ------------------------------------------------------------------------------------

static void begin(struct model *m, struct rng *r)
{
    for (int i = 0; i < VIEW_STATES; i++)
        for (int k = 0; k < WIDE; k++)
            m->net.row[i][k] = 0.05F + 0.03F * spread(r);
    for (int i = 0; i < HIDDEN; i++) {
        for (int k = 0; k < 2 * WIDE; k++)
            m->net.weight[k][i] = 0.25F * spread(r);
        m->net.out[0][i] = 0.3F * spread(r);
        m->net.bias[0][i] = 0.1F;
    }
    for (int i = 1; i < NETWORK_STAGES; i++)
        m->net.out[i] = m->net.out[0];
    for (int i = 1; i < SITUATIONS; i++)
        m->net.bias[i] = m->net.bias[0];
}

// Says how well the samples from `first` on are foretold, by their targets and by how the games
// ended.
static void judge(struct model *m, const struct set *t, size_t first)
{
    double by_target = 0, by_result = 0, asked = 0, decided = 0;
    for (size_t i = first; i < t->count; i++) {
        const struct sample *s = &t->samples[i];
        by_target += forward(m, t, s);
        asked++;
        if (s->result >= 0) {
            by_result += surprise(m->pass.chance, s->result);
            decided++;
        }
    }
    printf("unseen %.4f, game's end %.4f\n", by_target / (asked > 0 ? asked : 1),
           by_result / (decided > 0 ? decided : 1));
    fflush(stdout);
}

static int16_t rounded(float v, int most)
{
    long n = lrintf(v);
    return (int16_t)(n > most ? most : n < -most ? -most : n);
}

static void write_network(const struct model *m, const char *path)
{
    struct network *n = need(calloc(1, sizeof *n));
    uint8_t *bytes = need(malloc(NETWORK_FILE_SIZE));
    FILE *out = open_file(path, "wb");
    const char *why;
    for (int i = 0; i < VIEW_STATES; i++)
        for (int k = 0; k < WIDE; k++)
            n->row[i][k] = rounded(m->net.row[i][k] * NETWORK_ROW_ONE, NETWORK_ROW_MAX);
    for (int i = 0; i < HIDDEN; i++) {
        for (int k = 0; k < 2 * WIDE; k++)
            n->weight[k / 2][i][k % 2] =
                rounded(m->net.weight[k][i] * SCALE * NETWORK_WEIGHT_ONE, INT16_MAX);
        for (int k = 0; k < SITUATIONS; k++)
            n->bias[k][i] =
                (int32_t)lrintf(m->net.bias[k][i] * NETWORK_IN_ONE * NETWORK_WEIGHT_ONE);
        for (int k = 0; k < NETWORK_STAGES; k++)
            n->out[k][i] = rounded(m->net.out[k][i] * UNIT * NETWORK_OUT_ONE, INT16_MAX);
    }
    for (int i = 0; i < SITUATIONS; i++)
        n->situation[i] = rounded(m->net.situation[i] * UNIT, INT16_MAX);
    network_save(bytes, n);
    if (!network_load(bytes, NETWORK_FILE_SIZE, &why))
        die(why);
    if (fwrite(bytes, 1, NETWORK_FILE_SIZE, out) != NETWORK_FILE_SIZE || fclose(out) != 0)
        die("the network cannot be written");
    free(bytes);
    free(n);
}

static void shuffle(struct set *t, size_t count, struct rng *r)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)(rng_next(r) % i);
        struct sample s = t->samples[i - 1];
        t->samples[i - 1] = t->samples[k];
        t->samples[k] = s;
    }
}

static void fit(struct set *t, const char *path)
{
    struct model *m = need(aligned_alloc(256, (sizeof *m + 255) & ~(size_t)255));
    struct rng r = {1};
    size_t held = t->count / HELD_BACK < HELD_MOST ? t->count / HELD_BACK : HELD_MOST;
    size_t learned = t->count - held; // the last games are only asked about
    float steps = (float)(learned / BATCH * EPOCHS + 1);
    memset(m, 0, sizeof *m);
    begin(m, &r);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        double seen = 0;
        shuffle(t, learned, &r);
        for (size_t i = 0; i < learned; i++) {
            seen += forward(m, t, &t->samples[i]);
            backward(m, t, &t->samples[i]);
            if (i % BATCH == BATCH - 1)
                step(m, RATE * powf(0.02F, (float)m->steps / steps));
        }
        printf("epoch %d: loss %.4f seen, ", epoch + 1, seen / (double)(learned ? learned : 1));
        judge(m, t, learned);
    }
    write_network(m, path);
    free(m);
}

void fit_network(const char *path, int files, char **names)
{
    struct set t = {0};
    read_games(files, names, take, &t);
    printf("%zu positions\n", t.count);
    if (t.count)
        fit(&t, path);
    free(t.samples);
    free(t.spots.at);
}
