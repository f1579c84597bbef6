// SPDX-License-Identifier: MIT
#include "scripts/trainer/fit.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/othello/eval/eval.h"
#include "engine/rng.h"
#include "scripts/trainer/data.h"
#include "scripts/trainer/recorded.h"

enum { HELD_OUT = 32, W = EVAL_WIDTH };

// All records of all files, one after another.
struct records {
    struct record *at;
    size_t count;
};

// What an output weight of one disc is in a weight file.
static const double DISC = (double)EVAL_UNITS * (1 << EVAL_SHIFT);

// What an output weight of one makes of a square of one.
static const float SQUARE = 0.05f;

// A number for each sum, and the squares of all it was moved by.
struct learned {
    float value[W], squares[W];
};

// One phase's net while it is fitted.
struct net {
    const struct fit *how;
    const struct records *all;
    int phase;
    bool rounded;                      // rows count as what they will be rounded to,
    float step[W];                     // to multiples of these
    struct learned *row;               // by packed state
    struct learned bias;               // of the sums
    struct learned output[EVAL_PLIES]; // in discs
    float output_bias[EVAL_PLIES], output_bias_squares[EVAL_PLIES];
};

// A position as the net sees it.
struct seen {
    struct learned *row[EVAL_ROWS];
    int ply;
    float target; // discs
    float sum[W];
};

static bool records_read(struct records *r, const char *const *paths, int files)
{
    *r = (struct records){0};
    struct recorded_sum recorded = {0};
    for (int i = 0; i < files; i++) {
        if (recorded_is(paths[i])) {
            if (!recorded_read(paths[i], &r->at, &r->count, &recorded)) {
                fprintf(stderr, "train: %s is no whole WTHOR file\n", paths[i]);
                return false;
            }
            continue;
        }
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
    if (recorded.games)
        fprintf(stderr, "%zu recorded games, %zu with a move against the rules\n", recorded.games,
                recorded.broken);
    return true;
}

// The share of a search's score in the targets falls off with every ply until it was made: a target
// is lambda of the next position's and the rest what was searched here (Sutton's TD(lambda)). Less
// noisy than the outcome, which suffers from every later mistake, and less blind than the search.
// What was solved, and what stands alone, is its own target. Writes the targets over the searched
// scores.
static void records_look_ahead(struct records *all, double lambda)
{
    for (size_t i = all->count; i-- > 0;) {
        struct record *r = &all->at[i], *next = r + 1;
        if (r->depth == 0)
            r->searched = (int16_t)(r->outcome * 100);
        if (r->depth == 0 || (r->depth & RECORD_ALONE))
            continue;
        double ahead = r->outcome * 100.0;
        if (i + 1 < all->count && next->game == r->game)
            ahead = (r->mover & ~next->other) == 0 ? -next->searched : next->searched;
        r->searched = (int16_t)lrint(lambda * ahead + (1 - lambda) * r->searched);
    }
}

static void records_shuffle(struct records *all)
{
    struct rng rng = {1};
    for (size_t i = all->count; i > 1; i--) {
        size_t other = (size_t)(rng_next(&rng) % i);
        struct record r = all->at[i - 1];
        all->at[i - 1] = all->at[other];
        all->at[other] = r;
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

// Finds the rows of a position and asks for them early: they lie all over the memory.
static void find(const struct net *n, const struct record *r, struct seen *s)
{
    struct eval e;
    int state[EVAL_ROWS];
    eval_fresh(&e, r->mover, r->other);
    eval_states(&e, (struct board){r->mover, r->other}, state);
    s->ply = ply_of(r);
    s->target = (float)r->searched / 100;
    for (int i = 0; i < EVAL_ROWS; i++) {
        s->row[i] = &n->row[eval_packed(state[i])];
        __builtin_prefetch(s->row[i]->value);
        __builtin_prefetch(s->row[i]->squares);
    }
}

// What the output weights multiply: the squares of the sums, or the plain sums.
static inline void terms_of(const struct seen *s, float terms[W])
{
    for (int i = 0; i < W; i++)
        terms[i] = i % EVAL_LINEAR ? SQUARE * s->sum[i] * s->sum[i] : s->sum[i];
}

// A number in whole steps, at most `most` of them, as a weight file holds it.
static inline float in_steps(float value, float step, float most)
{
    float steps = rintf(value / step);
    return steps > most ? most : steps < -most ? -most : steps;
}

// The sums of a position's rows.
static void add_rows(const struct net *n, struct seen *s)
{
    memcpy(s->sum, n->bias.value, sizeof s->sum);
    for (int f = 0; f < EVAL_ROWS; f++)
        for (int i = 0; i < W; i++)
            s->sum[i] += s->row[f]->value[i];
}

// The same of the rows as they will be rounded.
static void add_rounded_rows(const struct net *n, struct seen *s)
{
    for (int i = 0; i < W; i++)
        s->sum[i] = in_steps(n->bias.value[i], n->step[i], EVAL_BIAS_MOST);
    for (int f = 0; f < EVAL_ROWS; f++)
        for (int i = 0; i < W; i++)
            s->sum[i] += in_steps(s->row[f]->value[i], n->step[i], EVAL_ROW_MOST);
    for (int i = 0; i < W; i++)
        s->sum[i] *= n->step[i];
}

// Works out the sums and the value; returns how many discs it is above the target.
static float miss_of(const struct net *n, struct seen *s)
{
    (n->rounded ? add_rounded_rows : add_rows)(n, s);
    float value = n->output_bias[s->ply], terms[W];
    terms_of(s, terms);
    for (int i = 0; i < W; i++)
        value += terms[i] * n->output[s->ply].value[i];
    return value - s->target;
}

// Moves numbers down their slopes.
static inline void descend(struct learned *l, const float slope[W], float rate)
{
    for (int i = 0; i < W; i++) {
        l->squares[i] += slope[i] * slope[i];
        l->value[i] -= rate * slope[i] / sqrtf(l->squares[i]);
    }
}

// Learns from one position that was missed by so many discs.
static void learn(struct net *n, const struct seen *s, float miss, float rate)
{
    float slope[W], output_slope[W], terms[W];
    struct learned *output = &n->output[s->ply];
    terms_of(s, terms);
    for (int i = 0; i < W; i++) {
        slope[i] = miss * output->value[i] * (i % EVAL_LINEAR ? 2 * SQUARE * s->sum[i] : 1);
        output_slope[i] = i > 0 ? miss * terms[i] : 0; // the first stays one
    }
    descend(output, output_slope, rate);
    descend(&n->bias, slope, rate);
    for (int f = 0; f < EVAL_ROWS; f++)
        descend(s->row[f], slope, rate);
    n->output_bias_squares[s->ply] += miss * miss;
    n->output_bias[s->ply] -= rate * miss / sqrtf(n->output_bias_squares[s->ply]);
}

// Whether the plies of a phase, or those around it that it also learns from, have a position.
static bool concerns(const struct net *n, const struct record *r, int reach)
{
    int ply = ply_of(r);
    return eval_phase(ply + reach) >= n->phase && eval_phase(ply - reach) <= n->phase;
}

// Goes through the fitted positions once and learns from them, the rate falling from `rate` to
// `last_rate`, or through the held-out ones. Returns how many there were, and their errors.
static size_t pass_over(struct net *n, bool held_out, int reach, float rate, float last_rate,
                        double *rms, double *mean)
{
    struct seen seen[2];
    size_t found = 0;
    double squares = 0, absolute = 0;
    for (size_t i = 0; i <= n->all->count; i++) {
        const struct record *r = &n->all->at[i];
        bool more = i < n->all->count;
        if (more && (is_held_out(r) != held_out || !concerns(n, r, reach)))
            continue;
        if (more)
            find(n, r, &seen[found % 2]);
        if (found > 0) {
            struct seen *s = &seen[(found - 1) % 2];
            float miss = miss_of(n, s);
            if (!held_out)
                learn(n, s, miss, rate + (last_rate - rate) * (float)i / (float)n->all->count);
            squares += miss * miss;
            absolute += fabsf(miss);
        }
        found += more;
    }
    *rms = sqrt(squares / (double)(found ? found : 1));
    *mean = absolute / (double)(found ? found : 1);
    return found;
}

// Everything begins at nothing, but for a little chance in the rows so that no two sums are alike.
static void net_chance(struct net *n)
{
    size_t rows = (size_t)eval_packed_count();
    struct rng rng = {2};
    for (size_t r = 0; r < rows; r++)
        for (int i = 0; i < W; i++) {
            float chance = (float)((double)rng_below(&rng, 2001) / 1000 - 1);
            n->row[r].value[i] = i > 0 ? 0.1f * chance : 0;
            n->row[r].squares[i] = 1;
        }
    for (int ply = 0; ply < EVAL_PLIES; ply++) {
        n->output_bias_squares[ply] = 1;
        for (int i = 0; i < W; i++) {
            n->output[ply].value[i] = i == 0 ? 1 : i % 2 ? 0.5f : -0.5f;
            n->output[ply].squares[i] = 100;
        }
    }
    for (int i = 0; i < W; i++) {
        n->bias.value[i] = i > 0 ? 0.5f - (float)rng_below(&rng, 1001) / 1000 : 0;
        n->bias.squares[i] = 1;
    }
}

// What an output weight of one is in a weight file, where one in a sum's rows stands for `step`.
static double output_unit(int i, double step)
{
    return i % EVAL_LINEAR ? DISC * EVAL_SQUARE * SQUARE * step * step : DISC * step;
}

// What one stands for in a sum's loaded rows, so that its output weights are about those chance begins
// with: one for the first sum, half of that in the mean for the others.
static double loaded_step(int phase, int i)
{
    int plies = 0, weights = 0;
    for (int ply = 0; ply < EVAL_PLIES; ply++)
        if (eval_phase(ply) == phase) {
            weights += abs(eval_tables.output[ply].weight[i]);
            plies++;
        }
    double mean = (weights > 0 ? weights : 1) / (double)plies / (i > 0 ? 0.5 : 1);
    return i % EVAL_LINEAR ? sqrt(mean / output_unit(i, 1)) : mean / output_unit(i, 1);
}

// The ply of a phase that is nearest to a ply.
static int nearest_ply(int phase, int ply)
{
    while (eval_phase(ply) != phase)
        ply += eval_phase(ply) < phase ? 1 : -1;
    return ply;
}

// Everything begins as it is loaded; the plies of other phases as the nearest of this one. What
// the squares begin with is as good as any: 1 and 300 fitted alike.
static void net_loaded(struct net *n)
{
    const float firm = 30;
    const struct eval_output *output[EVAL_PLIES];
    for (int ply = 0; ply < EVAL_PLIES; ply++) {
        output[ply] = &eval_tables.output[nearest_ply(n->phase, ply)];
        n->output_bias[ply] = (float)(output[ply]->bias / DISC);
        n->output_bias_squares[ply] = firm;
    }
    for (int i = 0; i < W; i++) {
        const double step = loaded_step(n->phase, i);
        for (int s = 0; s < EVAL_STATES; s++) {
            struct learned *row = &n->row[eval_packed(s)];
            row->value[i] = (float)(eval_tables.row[n->phase][s].at[i] * step);
            row->squares[i] = firm;
        }
        for (int ply = 0; ply < EVAL_PLIES; ply++) {
            n->output[ply].value[i] = (float)(output[ply]->weight[i] / output_unit(i, step));
            n->output[ply].squares[i] = 100 * firm;
        }
        n->bias.value[i] = (float)(eval_tables.bias[n->phase][i] * step);
        n->bias.squares[i] = firm;
    }
}

static bool net_new(struct net *n)
{
    n->row = malloc((size_t)eval_packed_count() * sizeof *n->row);
    if (!n->row)
        return false;
    if (n->how->loaded)
        net_loaded(n);
    else
        net_chance(n);
    return true;
}

// The rate after so many epochs: it falls to a fiftieth.
static float rate_after(const struct fit *how, int epochs)
{
    return (float)how->rate * (1 - 0.98f * (float)epochs / (float)how->epochs);
}

// Finds the steps that a row's numbers are rounded to. The largest are far from the others: where all
// fit, most lie within three steps, and what is rounded off is worth 0.8 discs rms. So the largest
// are cut off, as many as make the error least.
static void choose_steps(struct net *n)
{
    static const float shares[] = {1, 0.7F, 0.5F, 0.35F, 0.25F, 0.18F};
    const size_t rows = (size_t)eval_packed_count(), every = n->all->count / 200000 + 1;
    float most[W], best_share = 1;
    double best = HUGE_VAL;
    for (int i = 0; i < W; i++) {
        most[i] = 1e-3F;
        for (size_t r = 0; r < rows; r++)
            most[i] = fmaxf(most[i], fabsf(n->row[r].value[i]));
    }
    n->rounded = true;
    for (size_t k = 0; k <= LENGTH(shares); k++) {
        float share = k < LENGTH(shares) ? shares[k] : best_share;
        double squares = 0;
        for (int i = 0; i < W; i++)
            n->step[i] = share * most[i] / EVAL_ROW_MOST;
        for (size_t at = 0; k < LENGTH(shares) && at < n->all->count; at += every) {
            struct seen s;
            if (!concerns(n, &n->all->at[at], 0))
                continue;
            find(n, &n->all->at[at], &s);
            float miss = miss_of(n, &s);
            squares += miss * miss;
        }
        if (k < LENGTH(shares) && squares < best) {
            best = squares;
            best_share = share;
        }
    }
    fprintf(stderr, "phase %d: rows are rounded to 31 steps of %.2f of the largest\n", n->phase,
            best_share);
}

// Fits one phase; a thread's work. In the last two epochs rows count as they will be rounded, and are
// moved as if they were not, so that each makes up for what the others lose.
static void *fit_phase(void *arg)
{
    struct net *n = arg;
    const struct fit *how = n->how;
    for (int epoch = how->loaded ? 0 : 1; epoch <= how->epochs; epoch++) {
        double rms, mean, held_rms;
        if (epoch > how->epochs - 2 && epoch > 0 && !n->rounded)
            choose_steps(n);
        float rate = epoch > 0 ? rate_after(how, epoch - 1) : 0;
        float last_rate = epoch > 0 ? rate_after(how, epoch) : 0;
        size_t fitted = pass_over(n, false, how->reach, rate, last_rate, &rms, &mean);
        size_t held = pass_over(n, true, 0, 0, 0, &held_rms, &mean);
        fprintf(stderr,
                "phase %d, epoch %d: %8zu positions, rms %.3f; %6zu held out, rms %.3f, mean error "
                "%.3f\n",
                n->phase, epoch, fitted, rms, held, held_rms, mean);
    }
    return NULL;
}

// Rounds a number, to `most` at the most.
static int16_t short_of(double x, int most)
{
    return (int16_t)lrint(x > most ? most : x < -most ? -most : x);
}

// A ply of which nothing was seen has the weights of the last one that was, the first plies those
// of the first.
static void fill_gaps(struct net *n)
{
    int seen = 0;
    while (seen < EVAL_PLIES - 1 && n->output_bias_squares[seen] == 1)
        seen++;
    for (int ply = 0; ply < EVAL_PLIES; ply++) {
        if (n->output_bias_squares[ply] > 1)
            seen = ply;
        n->output[ply] = n->output[seen];
        n->output_bias[ply] = n->output_bias[seen];
    }
}

// Rounds a net to the integers of a weight file.
static void round_net(struct net *n, struct eval_weights *w)
{
    int rows = eval_packed_count();
    fill_gaps(n);
    for (int i = 0; i < W; i++) {
        for (int r = 0; r < rows; r++)
            w->row[n->phase * rows + r].at[i] =
                (int8_t)in_steps(n->row[r].value[i], n->step[i], EVAL_ROW_MOST);
        w->bias[n->phase][i] = (int16_t)in_steps(n->bias.value[i], n->step[i], EVAL_BIAS_MOST);
    }
    for (int ply = 0; ply < EVAL_PLIES; ply++) {
        if (eval_phase(ply) != n->phase)
            continue;
        struct eval_output *h = &w->output[ply];
        h->bias = (int32_t)lrint(n->output_bias[ply] * DISC);
        for (int i = 0; i < W; i++)
            h->weight[i] =
                short_of(n->output[ply].value[i] * output_unit(i, n->step[i]), INT16_MAX);
    }
}

static bool write_weights(const char *path, const struct eval_weights *w)
{
    size_t size = eval_file_size();
    uint8_t *bytes = malloc(size);
    FILE *file = bytes ? fopen(path, "wb") : NULL;
    if (!file) {
        perror(path);
        free(bytes);
        return false;
    }
    eval_save(bytes, w);
    bool sound = fwrite(bytes, 1, size, file) == size;
    sound = fclose(file) == 0 && sound;
    free(bytes);
    return sound;
}

bool fit(const struct fit *how)
{
    struct records all;
    if (!records_read(&all, how->paths, how->files))
        return false;
    fprintf(stderr, "%zu positions\n", all.count);
    records_look_ahead(&all, how->lambda);
    records_shuffle(&all);
    size_t rows = EVAL_PHASES * (size_t)eval_packed_count();
    struct eval_output output[EVAL_PLIES] = {0};
    int16_t bias[EVAL_PHASES][W];
    struct eval_weights w = {output, bias, aligned_alloc(32, rows * sizeof *w.row)};
    struct net *nets = calloc(EVAL_PHASES, sizeof *nets);
    pthread_t threads[EVAL_PHASES];
    bool sound = w.row && nets;
    int started = 0;
    for (; sound && started < EVAL_PHASES; started++) {
        nets[started].how = how;
        nets[started].all = &all;
        nets[started].phase = started;
        sound = net_new(&nets[started]) &&
                pthread_create(&threads[started], NULL, fit_phase, &nets[started]) == 0;
        if (!sound)
            break;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        round_net(&nets[i], &w);
    }
    sound = sound && write_weights(how->out, &w);
    for (int i = 0; nets && i < EVAL_PHASES; i++)
        free(nets[i].row);
    free(nets);
    free(w.row);
    free(all.at);
    return sound;
}

bool fit_measure(const char *const *paths, int files, bool held_out_only)
{
    enum { PLIES = 4, GROUPS = (EVAL_PLIES + PLIES - 1) / PLIES };
    struct records all;
    if (!records_read(&all, paths, files))
        return false;
    double absolute[GROUPS] = {0}, squares[GROUPS] = {0}, sum[GROUPS] = {0};
    size_t count[GROUPS] = {0};
    for (size_t i = 0; i < all.count; i++) {
        const struct record *r = &all.at[i];
        if (held_out_only && !is_held_out(r))
            continue;
        struct eval e;
        eval_fresh(&e, r->mover, r->other);
        int group = ply_of(r) / PLIES;
        double miss =
            eval_value(&e, (struct board){r->mover, r->other}, ply_of(r)) / (double)EVAL_UNITS -
            r->outcome;
        absolute[group] += fabs(miss);
        squares[group] += miss * miss;
        sum[group] += ply_of(r) % 2 ? miss : -miss;
        count[group]++;
    }
    for (int s = 0; s < GROUPS; s++)
        if (count[s] > 0)
            printf(
                "from ply %2d: %8zu positions, mean error %5.2f, rms %5.2f, odd less even %5.2f\n",
                PLIES * s, count[s], absolute[s] / (double)count[s],
                sqrt(squares[s] / (double)count[s]), 2 * sum[s] / (double)count[s]);
    free(all.at);
    return true;
}
