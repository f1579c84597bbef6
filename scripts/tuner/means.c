// SPDX-License-Identifier: MIT
// means.c - what both fits need: files, the cells of a position, and a step of the weights.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text.h"
#include "scripts/tuner/tuner.h"

FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    char why[512];
    struct writer w = writer_on(why, sizeof why);
    if (file)
        return file;
    write_text(&w, "%s: %s", path, strerror(errno));
    die(why);
}

// True when a cell has a stone within four cells in sight of the board's lines.
static bool sees_stones(const struct field *f, int x, int y)
{
    for (int d = 0; d < 4; d++)
        if (!view_tables.vacant[view_at(f->line, FIRST, x, y, d)])
            return true;
    return false;
}

int spots_add(struct spots *s, const struct field *f, move chosen, int *which)
{
    size_t first = s->used;
    if (which)
        *which = -1;
    if (s->used + CELLS_MAX > s->room) {
        s->room = s->room ? s->room * 2 : 1 << 22;
        s->at = need(realloc(s->at, s->room * sizeof *s->at));
    }
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y]; row;) {
            int x = bit_take(&row);
            if (!sees_stones(f, x, y))
                continue;
            if (which && move_at(x, y) == chosen)
                *which = (int)(s->used - first);
            for (int d = 0; d < 4; d++)
                s->at[s->used].state[d] = (uint16_t)view_at(f->line, f->to_move, x, y, d);
            s->used++;
        }
    return (int)(s->used - first);
}

double surprise(float chance, float target)
{
    double c = (double)chance, t = (double)target;
    return -t * log(c > 1e-7 ? c : 1e-7) - (1 - t) * log(1 - c > 1e-7 ? 1 - c : 1e-7);
}

void adam_step(float *weights, float *gradient, float *mean, float *square, int count, int number,
               float rate)
{
    float scale = rate * sqrtf(1 - powf(0.999F, (float)number)) / (1 - powf(0.9F, (float)number));
    for (int i = 0; i < count; i++) {
        mean[i] += 0.1F * (gradient[i] - mean[i]);
        square[i] += 0.001F * (gradient[i] * gradient[i] - square[i]);
        weights[i] -= scale * mean[i] / (sqrtf(square[i]) + 1e-8F);
    }
    memset(gradient, 0, (size_t)count * sizeof *gradient);
}
