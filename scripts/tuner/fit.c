// SPDX-License-Identifier: MIT
// fit.c - the evaluation, fitted to games.
//
// The model: the mover's chance is 1 / (1 + exp(-z)), z the sum over the empty cells of what their
// four patterns are worth to the mover, less the same for the other side, plus a term for the
// threats on the board, plus what a small network makes of each side's traits (weights.h). A kind
// of cell is worth the sum of its patterns plus a correction of its own, and only the correction
// and the traits are held near zero, so kinds seldom seen stay sensible.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/gomoku/eval.h"
#include "engine/gomoku/weights.h"
#include "engine/rng.h"
#include "scripts/tuner/tuner.h"

enum { UNIT = 200 }; // hundredths for one unit of z

// How a fit goes: how often it sees every position, how fast it learns at first, how much slower
// the rows of the kinds do, and how much of a position's target is the game's result; the rest is
// the value the search found. Those of the refit were chosen by how held-back games ended: twice
// the rate for ten epochs was worse there, and so was a share of 0.5. The weights it made of 13,000
// games were not stronger than those it began with (RESULTS.md).
struct plan {
    bool anew;
    int epochs, batch;
    double rate, rows, outcome;
};

static const struct plan fit_plan = {true, 12, 512, 0.002, 1, 0.5};
static const struct plan refit_plan = {false, 6, 256, 0.001, 0.2, 0.8};

// One position of the training set: where its kinds begin in the pool, and what came of it.
struct sample {
    uint32_t first;
    uint16_t mine, theirs; // how many kinds of each side follow
    uint8_t situation;
    float target; // the chance to learn
    float result; // 1 the mover won, 0 lost; negative when a stray move decided it
};

struct set {
    struct sample *samples;
    uint16_t *kinds;
    size_t count, room, used, kinds_room;
    const struct plan *plan;
};
// Adds the kinds of every empty cell for one side.
static int add_kinds(struct set *t, const struct field *f, int side)
{
    int n = 0;
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y]; row;) {
            uint16_t kind = gomoku_code_kind[code_of(f->code[move_at(bit_take(&row), y)], side)];
            if (kind) {
                t->kinds[t->used++] = kind;
                n++;
            }
        }
    return n;
}

static void add_sample(struct set *t, const struct field *f, double target, double result)
{
    if (t->count == t->room) {
        t->room = t->room ? t->room * 2 : 1 << 16;
        t->samples = need(realloc(t->samples, t->room * sizeof *t->samples));
    }
    if (t->used + 2 * CELLS_MAX > t->kinds_room) {
        t->kinds_room = t->kinds_room ? t->kinds_room * 2 : 1 << 22;
        t->kinds = need(realloc(t->kinds, t->kinds_room * sizeof *t->kinds));
    }
    struct sample *s = &t->samples[t->count++];
    s->first = (uint32_t)t->used;
    s->mine = (uint16_t)add_kinds(t, f, f->to_move);
    s->theirs = (uint16_t)add_kinds(t, f, f->to_move ^ 1);
    s->situation = (uint8_t)eval_situation(f);
    s->target = (float)target;
    s->result = (float)result;
}

// Adds a position with what it is to be taken for.
static void take(void *owner, const struct lesson *l)
{
    struct set *t = owner;
    double outcome = 0.5 + 0.5 * l->result, found = 1 / (1 + exp(-(double)l->score / UNIT));
    double share = l->strayed ? 0 : t->plan->outcome;
    add_sample(t, l->field, share * outcome + (1 - share) * found, l->strayed ? -1 : outcome);
}

// The model while it is fitted. A kind's row holds its traits, then its worth to the mover and to
// the other side; the worths are the sum of the four patterns' plus a correction.
enum { ROW = TRAITS + 2, INPUTS = 2 * TRAITS };

struct net {
    float own[CODE_KINDS][ROW], part[PATTERN_KINDS][2];
    float situation[SITUATIONS], bias[INPUTS];
    float hidden[HIDDEN][INPUTS], hidden_bias[HIDDEN], out[HIDDEN];
};

enum {
    PARAMETERS = sizeof(struct net) / sizeof(float),
    OF_ROWS = offsetof(struct net, situation) / sizeof(float) // so many come first
};

struct model {
    const struct plan *plan;
    struct net net, gradient, mean, square;
    float begun[CODE_KINDS][ROW]; // what the kinds' own rows are held near
    float row[CODE_KINDS][ROW], slope[CODE_KINDS][ROW];
    uint8_t patterns[CODE_KINDS][4];
    int steps;
};

// Which patterns a kind is made of.
static void set_patterns(struct model *m)
{
    for (int code = 0; code < CODES; code++) {
        bool real = true;
        for (int i = 0; i < 4; i++)
            real &= (code >> (4 * i) & 15) < PATTERN_KINDS;
        for (int i = 0; real && i < 4; i++)
            m->patterns[gomoku_code_kind[code]][i] = (uint8_t)(code >> (4 * i) & 15);
    }
}

// Begins with numbers drawn by lot.
static void begin_anew(struct model *m, struct rng *r)
{
    for (int kind = 0; kind < CODE_KINDS; kind++)
        for (int k = 0; k < TRAITS; k++)
            m->net.own[kind][k] = 0.02F * spread(r);
    for (int i = 0; i < INPUTS; i++)
        m->net.bias[i] = 0.5F;
    for (int i = 0; i < HIDDEN; i++) {
        m->net.out[i] = 0.25F * spread(r);
        for (int k = 0; k < INPUTS; k++)
            m->net.hidden[i][k] = 0.25F * spread(r);
    }
}

// Begins with the weights in the tree.
static void begin_here(struct model *m)
{
    struct net *n = &m->net;
    for (int kind = 1; kind < CODE_KINDS; kind++)
        for (int k = 0; k < ROW; k++)
            n->own[kind][k] = k < TRAITS ? (float)gomoku_trait[kind][k] / TRAIT_ONE
                                         : (float)gomoku_weight[kind][k - TRAITS] / UNIT;
    memcpy(m->begun, n->own, sizeof m->begun);
    for (int i = 0; i < SITUATIONS; i++)
        n->situation[i] = (float)gomoku_situation_weight[i] / UNIT;
    for (int k = 0; k < INPUTS; k++)
        n->bias[k] = (float)gomoku_trait_bias[k / TRAITS][k % TRAITS] / TRAIT_ONE;
    for (int i = 0; i < HIDDEN; i++) {
        n->hidden_bias[i] = (float)gomoku_hidden_bias[i] / (TRAIT_ONE * HIDDEN_ONE);
        n->out[i] = (float)gomoku_out[i] / (UNIT * OUT_ONE);
        for (int k = 0; k < INPUTS; k++)
            n->hidden[i][k] = (float)gomoku_hidden[k / 2][i][k % 2] / HIDDEN_ONE;
    }
}

// Adds up the rows of the kinds; that of a dead cell stays zero.
static void spread_rows(struct model *m)
{
    for (int kind = 1; kind < CODE_KINDS; kind++)
        for (int k = 0; k < ROW; k++) {
            m->row[kind][k] = m->net.own[kind][k];
            for (int i = 0; k >= TRAITS && i < 4; i++)
                m->row[kind][k] += m->net.part[m->patterns[kind][i]][k - TRAITS];
        }
}

// Gathers the batch's gradient of the rows into that of their parts.
static void gather_gradient(struct model *m)
{
    for (int kind = 1; kind < CODE_KINDS; kind++)
        for (int k = 0; k < ROW; k++) {
            float slope = m->slope[kind][k];
            m->gradient.own[kind][k] =
                slope + 1e-3F * (m->net.own[kind][k] - m->begun[kind][k]) / (float)m->plan->batch;
            for (int i = 0; k >= TRAITS && i < 4; i++)
                m->gradient.part[m->patterns[kind][i]][k - TRAITS] += slope;
        }
}

// One step of every weight by its own scale (Adam: Kingma, Ba 2015), then a clean slate.
static void step(struct model *m, double rate)
{
    float *w = (float *)&m->net, *g = (float *)&m->gradient;
    float *mean = (float *)&m->mean, *square = (float *)&m->square;
    gather_gradient(m);
    m->steps++;
    float fix_mean = (float)(1 - pow(0.9, m->steps)),
          fix_square = (float)(1 - pow(0.999, m->steps));
    for (int i = 0; i < PARAMETERS; i++) {
        float pace = (float)(i < OF_ROWS ? rate * m->plan->rows : rate);
        mean[i] += 0.1F * (g[i] - mean[i]);
        square[i] += 0.001F * (g[i] * g[i] - square[i]);
        w[i] -= pace * mean[i] / fix_mean / (1e-8F + sqrtf(square[i] / fix_square));
    }
    memset(&m->gradient, 0, sizeof m->gradient);
    memset(m->slope, 0, sizeof m->slope);
    spread_rows(m);
}

// What a sample's value is made of on the way to it.
struct pass {
    float sum[INPUTS], in[INPUTS], hidden[HIDDEN];
    float chance;
};

static float clip(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static void forward(const struct model *m, const struct set *t, const struct sample *s,
                    struct pass *p)
{
    const uint16_t *kinds = &t->kinds[s->first];
    const struct net *n = &m->net;
    float z = n->situation[s->situation];
    memcpy(p->sum, n->bias, sizeof p->sum);
    for (int i = 0; i < s->mine + s->theirs; i++) {
        const float *row = m->row[kinds[i]];
        float *sum = &p->sum[i < s->mine ? 0 : TRAITS];
        for (int k = 0; k < TRAITS; k++)
            sum[k] += row[k];
        z += i < s->mine ? row[TRAITS] : -row[TRAITS + 1];
    }
    for (int k = 0; k < INPUTS; k++)
        p->in[k] = clip(p->sum[k]);
    for (int i = 0; i < HIDDEN; i++) {
        float x = n->hidden_bias[i];
        for (int k = 0; k < INPUTS; k++)
            x += n->hidden[i][k] * p->in[k];
        p->hidden[i] = x > 0 ? x : 0;
        z += n->out[i] * p->hidden[i];
    }
    p->chance = 1 / (1 + expf(-z));
}

static void backward(struct model *m, const struct set *t, const struct sample *s,
                     const struct pass *p)
{
    const uint16_t *kinds = &t->kinds[s->first];
    struct net *g = &m->gradient;
    float error = (p->chance - s->target) / (float)m->plan->batch, in[INPUTS] = {0};
    g->situation[s->situation] += error;
    for (int i = 0; i < HIDDEN; i++) {
        float slope = p->hidden[i] > 0 ? error * m->net.out[i] : 0;
        g->out[i] += error * p->hidden[i];
        g->hidden_bias[i] += slope;
        for (int k = 0; k < INPUTS; k++) {
            g->hidden[i][k] += slope * p->in[k];
            in[k] += slope * m->net.hidden[i][k];
        }
    }
    for (int k = 0; k < INPUTS; k++) {
        in[k] = p->sum[k] > 0 && p->sum[k] < 1 ? in[k] : 0;
        g->bias[k] += in[k];
    }
    for (int i = 0; i < s->mine + s->theirs; i++) {
        float *slope = m->slope[kinds[i]];
        const float *from = &in[i < s->mine ? 0 : TRAITS];
        for (int k = 0; k < TRAITS; k++)
            slope[k] += from[k];
        slope[i < s->mine ? TRAITS : TRAITS + 1] += i < s->mine ? error : -error;
    }
}

// How surprising a chance is to who has the target.
static double loss(double chance, double target)
{
    return -target * log(chance > 1e-7 ? chance : 1e-7) -
           (1 - target) * log(1 - chance > 1e-7 ? 1 - chance : 1e-7);
}

// A sample's loss; its gradient is added to the batch.
static double learn(struct model *m, const struct set *t, const struct sample *s)
{
    struct pass p;
    forward(m, t, s, &p);
    backward(m, t, s, &p);
    return loss((double)p.chance, (double)s->target);
}

// Says how well the samples from `first` on are foretold, by their targets and by how the games
// ended.
static void judge(const struct model *m, const struct set *t, size_t first)
{
    double by_target = 0, by_result = 0, asked = 0, decided = 0;
    for (size_t i = first; i < t->count; i++) {
        const struct sample *s = &t->samples[i];
        struct pass p;
        forward(m, t, s, &p);
        by_target += loss((double)p.chance, (double)s->target);
        asked++;
        if (s->result >= 0) {
            by_result += loss((double)p.chance, (double)s->result);
            decided++;
        }
    }
    printf("unseen %.4f, game's end %.4f\n", by_target / (asked > 0 ? asked : 1),
           by_result / (decided > 0 ? decided : 1));
    fflush(stdout);
}

// Writes `count` numbers at a scale as whole ones, `wide` to a line.
static void write_numbers(FILE *out, const float *from, int count, int wide, float scale)
{
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%ld,", i % wide ? " " : "\n    ", lrintf(scale * from[i]));
    fprintf(out, "\n};\n");
}

static void write_weights(const struct model *m, const char *path)
{
    FILE *out = need(fopen(path, "w"));
    fprintf(out, "// SPDX-License-Identifier: MIT\n"
                 "// Written by build/gomoku-tune; do not edit.\n"
                 "#include \"engine/gomoku/weights.h\"\n\n// clang-format off\n"
                 "const int16_t gomoku_attack_weight[PATTERN_KINDS] = {");
    for (int i = 0; i < PATTERN_KINDS; i++)
        fprintf(out, "%s%d", i ? ", " : "", gomoku_attack_weight[i]);
    fprintf(out, "};\n\nconst int16_t gomoku_situation_weight[SITUATIONS] = {");
    write_numbers(out, m->net.situation, SITUATIONS, 16, UNIT);
    fprintf(out, "\nconst traits gomoku_trait_bias[2] = {\n");
    for (int i = 0; i < 2; i++) {
        fprintf(out, "    {");
        for (int k = 0; k < TRAITS; k++)
            fprintf(out, "%s%ld", k ? ", " : "", lrintf(TRAIT_ONE * m->net.bias[i * TRAITS + k]));
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n\n_Alignas(16) const int16_t gomoku_hidden[TRAITS][HIDDEN][2] = {");
    for (int i = 0; i < TRAITS; i++) {
        fprintf(out, "\n    {");
        for (int k = 0; k < HIDDEN; k++)
            fprintf(out, "%s{%ld, %ld}", k ? ", " : "",
                    lrintf(HIDDEN_ONE * m->net.hidden[k][2 * i]),
                    lrintf(HIDDEN_ONE * m->net.hidden[k][2 * i + 1]));
        fprintf(out, "},");
    }
    fprintf(out, "\n};\n");
    fprintf(out, "\n_Alignas(16) const int32_t gomoku_hidden_bias[HIDDEN] = {");
    write_numbers(out, m->net.hidden_bias, HIDDEN, 8, TRAIT_ONE * HIDDEN_ONE);
    fprintf(out, "\n_Alignas(16) const int16_t gomoku_out[HIDDEN] = {");
    write_numbers(out, m->net.out, HIDDEN, 8, UNIT * OUT_ONE);
    fprintf(out, "\nconst int16_t gomoku_weight[CODE_KINDS][2] = {");
    for (int i = 0; i < CODE_KINDS; i++)
        fprintf(out, "%s{%ld, %ld},", i % 7 ? " " : "\n    ", lrintf(UNIT * m->row[i][TRAITS]),
                lrintf(UNIT * m->row[i][TRAITS + 1]));
    fprintf(out, "\n};\n\nconst traits gomoku_trait[CODE_KINDS] = {");
    for (int i = 0; i < CODE_KINDS; i++) {
        fprintf(out, "%s{", i % 2 ? " " : "\n    ");
        for (int k = 0; k < TRAITS; k++)
            fprintf(out, "%s%ld", k ? ", " : "", lrintf(TRAIT_ONE * m->row[i][k]));
        fprintf(out, "},");
    }
    fprintf(out, "\n};\n// clang-format on\n");
    fclose(out);
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
    struct model *m = need(calloc(1, sizeof *m));
    struct rng r = {1};
    const struct plan *plan = m->plan = t->plan;
    size_t learned = t->count - t->count / 12; // the last games are only asked about
    double steps = (double)learned * plan->epochs;
    set_patterns(m);
    if (plan->anew)
        begin_anew(m, &r);
    else
        begin_here(m);
    spread_rows(m);
    judge(m, t, learned);
    for (int epoch = 0; epoch < plan->epochs; epoch++) {
        double seen = 0;
        shuffle(t, learned, &r);
        for (size_t i = 0; i < learned; i++) {
            double done = (double)(learned * (size_t)epoch + i) / steps;
            seen += learn(m, t, &t->samples[i]);
            if ((int)(i % (size_t)plan->batch) == plan->batch - 1)
                step(m, plan->rate * pow(0.02, done));
        }
        printf("epoch %d: loss %.4f seen, ", epoch + 1, seen / (double)learned);
        judge(m, t, learned);
    }
    write_weights(m, path);
    free(m);
}

void fit_values(bool anew, const char *path, int files, char **names)
{
    struct set t = {.plan = anew ? &fit_plan : &refit_plan};
    read_games(files, names, take, &t);
    printf("%zu positions\n", t.count);
    if (t.count)
        fit(&t, path);
    free(t.samples);
    free(t.kinds);
}
