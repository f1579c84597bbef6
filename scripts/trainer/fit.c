// SPDX-License-Identifier: MIT
#include "scripts/trainer/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/othello/eval.h"
#include "scripts/trainer/data.h"

enum { HELD_OUT = 32 };

// All records of all files, one after another.
struct records {
    struct record *at;
    size_t count;
};

// The rows of one stage: packed states by feature (within their kind), the target and the weight.
struct rows {
    size_t count, room;
    uint16_t (*state)[EVAL_FEATURES];
    uint8_t *ply;
    float *target, *weight;
};

// What a fit works with. A vector has the packed weights of a stage and then one bias a ply.
struct fitter {
    const struct fit *how;
    int packed, columns;
    int base[EVAL_FEATURES]; // where each feature's kind begins in a vector
    uint16_t *packed_of;     // by state of all kinds, within its kind
    float *gradient, *direction, *product, *diagonal, *best;
};

static bool records_read(struct records *r, const char *const *paths, int files)
{
    *r = (struct records){0};
    for (int i = 0; i < files; i++) {
        FILE *f = fopen(paths[i], "rb");
        if (!f || fseek(f, 0, SEEK_END) != 0) {
            perror(paths[i]);
            return false;
        }
        size_t n = (size_t)ftell(f) / sizeof(struct record);
        rewind(f);
        struct record *more = realloc(r->at, (r->count + n) * sizeof *more);
        if (!more || fread(more + r->count, sizeof *more, n, f) != n) {
            perror(paths[i]);
            return false;
        }
        r->at = more;
        r->count += n;
        fclose(f);
    }
    return true;
}

// The share of a search's score in the targets falls off with every ply until it was made: a target
// is lambda of the next position's and the rest what was searched here (Sutton's TD(lambda)). Less
// noisy than the outcome, which suffers from every later mistake, and less blind than the search.
// Writes the targets over the searched scores.
static void records_look_ahead(struct records *all, double lambda)
{
    for (size_t i = all->count; i-- > 0;) {
        struct record *r = &all->at[i], *next = r + 1;
        double ahead = r->outcome * 100.0;
        if (i + 1 < all->count && next->game == r->game)
            ahead = (r->mover & ~next->other) == 0 ? -next->searched : next->searched;
        double here = r->depth > 0 ? r->searched : r->outcome * 100.0;
        r->searched = (int16_t)lrint(lambda * ahead + (1 - lambda) * here);
    }
}

static int ply_of(const struct record *r)
{
    return bit_count(r->mover | r->other) - 4;
}

static bool is_held_out(const struct record *r)
{
    return r->game % HELD_OUT == 0;
}

// Adds a position to the rows.
static void rows_add(struct fitter *f, struct rows *rows, const struct record *r, double weight)
{
    struct eval e;
    eval_fresh(&e, r->mover, r->other);
    uint16_t *state = rows->state[rows->count];
    for (int i = 0; i < EVAL_FEATURES; i++) {
        const struct eval_kind *k = &eval_kinds[eval_kind_of(i)];
        int middle = 0;
        for (int c = 0; c < k->cells; c++)
            middle = 3 * middle + 1;
        state[i] = f->packed_of[k->begin + middle + e.at[i]];
    }
    rows->target[rows->count] = (float)(r->searched / 100.0);
    rows->weight[rows->count] = (float)weight;
    rows->ply[rows->count++] = (uint8_t)ply_of(r);
}

static bool rows_new(struct rows *rows, size_t room)
{
    *rows = (struct rows){.room = room,
                          .state = malloc(room * sizeof *rows->state),
                          .ply = malloc(room),
                          .target = malloc(room * sizeof(float)),
                          .weight = malloc(room * sizeof(float))};
    return rows->state && rows->ply && rows->target && rows->weight;
}

static void rows_free(struct rows *rows)
{
    free(rows->state);
    free(rows->ply);
    free(rows->target);
    free(rows->weight);
}

// The value a vector of weights gives a row.
static inline float row_value(const struct fitter *f, const struct rows *rows, size_t i,
                              const float *v)
{
    const uint16_t *state = rows->state[i];
    float sum = v[f->packed + rows->ply[i]];
    for (int k = 0; k < EVAL_FEATURES; k++)
        sum += v[f->base[k] + state[k]];
    return sum;
}

static inline void row_add(const struct fitter *f, const struct rows *rows, size_t i, float what,
                           float *v)
{
    const uint16_t *state = rows->state[i];
    v[f->packed + rows->ply[i]] += what;
    for (int k = 0; k < EVAL_FEATURES; k++)
        v[f->base[k] + state[k]] += what;
}

static double dot(const float *a, const float *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)a[i] * b[i];
    return sum;
}

// The mean squared and mean absolute error of a vector on rows.
static double error_of(const struct fitter *f, const struct rows *rows, const float *v, double *mae)
{
    double squares = 0, absolute = 0, weights = 1e-9;
    for (size_t i = 0; i < rows->count; i++) {
        double miss = row_value(f, rows, i, v) - rows->target[i];
        squares += rows->weight[i] * miss * miss;
        absolute += rows->weight[i] * fabs(miss);
        weights += rows->weight[i];
    }
    *mae = absolute / weights;
    return squares / weights;
}

// How many plies a ply is from the nearest of a stage.
static int plies_away(int ply, int stage)
{
    for (int away = 0; away < EVAL_PLIES; away++)
        if ((ply >= away && eval_stage(ply - away) == stage) || eval_stage(ply + away) == stage)
            return away;
    return EVAL_PLIES;
}

// Sorts the records of one stage into rows to fit and rows held out.
static bool rows_of_stage(struct fitter *f, const struct records *all, int stage,
                          struct rows *fitted, struct rows *held)
{
    size_t most = 1;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < all->count; i++) {
            const struct record *r = &all->at[i];
            int away = plies_away(ply_of(r), stage);
            if (away > f->how->reach)
                continue;
            if (pass == 0)
                most++;
            else if (!is_held_out(r))
                rows_add(f, fitted, r, pow(f->how->beside, away));
            else if (away == 0)
                rows_add(f, held, r, 1);
        }
        if (pass == 0 && (!rows_new(fitted, most) || !rows_new(held, most / 8 + 1000)))
            return false;
    }
    return true;
}

// Sets the bias of every ply so that the mean error of its rows is nil. Few steps of conjugate
// gradients leave it behind: what one ply has over the next (who moves last) shows in no pattern.
static void fit_bias(const struct fitter *f, const struct rows *rows, float *v)
{
    double miss[EVAL_PLIES] = {0}, weights[EVAL_PLIES] = {0};
    for (size_t i = 0; i < rows->count; i++) {
        miss[rows->ply[i]] += rows->weight[i] * (rows->target[i] - row_value(f, rows, i, v));
        weights[rows->ply[i]] += rows->weight[i];
    }
    for (int ply = 0; ply < EVAL_PLIES; ply++)
        if (weights[ply] > 0)
            v[f->packed + ply] += (float)(miss[ply] / weights[ply]);
}

// Fits one stage: on entry `v` holds what it is drawn towards, on return the weights.
static void fit_stage(struct fitter *f, int stage, const struct rows *rows, const struct rows *held,
                      float *v)
{
    int n = f->columns;
    float *g = f->gradient, *d = f->direction, *q = f->product;
    float pull = (float)f->how->pull;
    fit_bias(f, rows, v);
    memset(g, 0, (size_t)n * sizeof *g);
    for (int i = 0; i < n; i++)
        f->diagonal[i] = pull + 1e-3f;
    for (size_t i = 0; i < rows->count; i++) {
        row_add(f, rows, i, rows->weight[i] * (rows->target[i] - row_value(f, rows, i, v)), g);
        row_add(f, rows, i, rows->weight[i], f->diagonal);
    }
    for (int i = 0; i < n; i++)
        d[i] = g[i] / f->diagonal[i];
    double mae, best_error = error_of(f, held, v, &mae), rho = dot(g, d, n);
    memcpy(f->best, v, (size_t)n * sizeof *v);
    int best_at = 0, step = 0;
    for (step = 1; step <= f->how->iterations && step - best_at < 8 && rows->count > 0; step++) {
        for (int i = 0; i < n; i++)
            q[i] = pull * d[i];
        for (size_t i = 0; i < rows->count; i++)
            row_add(f, rows, i, rows->weight[i] * row_value(f, rows, i, d), q);
        float alpha = (float)(rho / (dot(d, q, n) + 1e-30));
        for (int i = 0; i < n; i++) {
            v[i] += alpha * d[i];
            g[i] -= alpha * q[i];
        }
        double error = error_of(f, held, v, &mae);
        if (error < best_error * 0.9999) {
            best_error = error;
            best_at = step;
            memcpy(f->best, v, (size_t)n * sizeof *v);
        }
        for (int i = 0; i < n; i++)
            q[i] = g[i] / f->diagonal[i];
        double next = dot(g, q, n);
        float beta = (float)(next / (rho + 1e-30));
        rho = next;
        for (int i = 0; i < n; i++)
            d[i] = q[i] + beta * d[i];
    }
    memcpy(v, f->best, (size_t)n * sizeof *v);
    fit_bias(f, rows, v);
    double seen = sqrt(error_of(f, rows, v, &mae)), unseen = sqrt(error_of(f, held, v, &mae));
    fprintf(
        stderr,
        "stage %2d: %8zu rows, rms %5.2f; %6zu held out, rms %5.2f, mean error %5.2f; %2d steps\n",
        stage, rows->count, seen, held->count, unseen, mae, best_at);
}

static bool write_weights(const char *path, const float *weight, const float *bias)
{
    size_t size = eval_file_size();
    uint8_t *bytes = malloc(size);
    FILE *file = bytes ? fopen(path, "wb") : NULL;
    if (!file) {
        perror(path);
        free(bytes);
        return false;
    }
    eval_save(bytes, weight, bias);
    bool sound = fwrite(bytes, 1, size, file) == size;
    sound = fclose(file) == 0 && sound;
    free(bytes);
    return sound;
}

// Works out where each feature's packed states lie.
static bool fitter_new(struct fitter *f, const struct fit *how)
{
    *f = (struct fitter){.how = how, .packed = eval_packed_count()};
    f->columns = f->packed + EVAL_PLIES;
    f->packed_of = malloc(EVAL_STATES * sizeof *f->packed_of);
    size_t n = (size_t)f->columns;
    f->gradient = calloc(n, sizeof(float));
    f->direction = calloc(n, sizeof(float));
    f->product = calloc(n, sizeof(float));
    f->diagonal = calloc(n, sizeof(float));
    f->best = calloc(n, sizeof(float));
    if (!f->packed_of || !f->gradient || !f->direction || !f->product || !f->diagonal || !f->best)
        return false;
    for (int kind = 0; kind < EVAL_KINDS; kind++) {
        const struct eval_kind *k = &eval_kinds[kind];
        int middle = 0;
        for (int c = 0; c < k->cells; c++)
            middle = 3 * middle + 1;
        int first = eval_packed(kind, -middle); // the lowest state is its own image
        for (int s = -middle; s <= middle; s++)
            f->packed_of[k->begin + middle + s] = (uint16_t)(eval_packed(kind, s) - first);
        for (int i = 0; i < EVAL_FEATURES; i++)
            if (eval_kind_of(i) == kind)
                f->base[i] = first;
    }
    return true;
}

static void fitter_free(struct fitter *f)
{
    free(f->packed_of);
    free(f->gradient);
    free(f->direction);
    free(f->product);
    free(f->diagonal);
    free(f->best);
}

bool fit(const struct fit *how)
{
    struct records all;
    struct fitter f;
    if (!records_read(&all, how->paths, how->files) || !fitter_new(&f, how))
        return false;
    fprintf(stderr, "%zu positions\n", all.count);
    records_look_ahead(&all, how->lambda);
    float *weight = calloc((size_t)EVAL_STAGES * (size_t)f.packed, sizeof *weight);
    float *v = calloc((size_t)f.columns, sizeof *v), bias[EVAL_PLIES] = {0};
    bool sound = weight && v;
    for (int stage = EVAL_STAGES - 1; stage >= how->down_to && sound; stage--) {
        struct rows rows = {0}, held = {0};
        sound = rows_of_stage(&f, &all, stage, &rows, &held);
        if (sound) {
            for (int ply = 0; ply < EVAL_PLIES; ply++)
                v[f.packed + ply] = 0;
            fit_stage(&f, stage, &rows, &held, v);
            memcpy(weight + (size_t)stage * (size_t)f.packed, v, (size_t)f.packed * sizeof *v);
            for (int ply = 0; ply < EVAL_PLIES; ply++)
                if (eval_stage(ply) == stage)
                    bias[ply] = v[f.packed + ply];
        }
        rows_free(&rows);
        rows_free(&held);
    }
    sound = sound && write_weights(how->out, weight, bias);
    free(weight);
    free(v);
    free(all.at);
    fitter_free(&f);
    return sound;
}

bool fit_measure(const char *const *paths, int files, bool held_out_only)
{
    struct records all;
    if (!records_read(&all, paths, files))
        return false;
    double absolute[EVAL_STAGES] = {0}, squares[EVAL_STAGES] = {0}, sum[EVAL_STAGES] = {0};
    size_t count[EVAL_STAGES] = {0};
    for (size_t i = 0; i < all.count; i++) {
        const struct record *r = &all.at[i];
        if (held_out_only && !is_held_out(r))
            continue;
        struct eval e;
        eval_fresh(&e, r->mover, r->other);
        int stage = eval_stage(ply_of(r));
        double miss = eval_value(&e, ply_of(r)) / (double)EVAL_UNITS - r->outcome;
        absolute[stage] += fabs(miss);
        squares[stage] += miss * miss;
        sum[stage] += ply_of(r) % 2 ? miss : -miss;
        count[stage]++;
    }
    for (int s = 0; s < EVAL_STAGES; s++)
        if (count[s] > 0)
            printf("stage %2d: %8zu positions, mean error %5.2f, rms %5.2f, odd less even %5.2f\n",
                   s, count[s], absolute[s] / (double)count[s], sqrt(squares[s] / (double)count[s]),
                   2 * sum[s] / (double)count[s]);
    free(all.at);
    return true;
}
