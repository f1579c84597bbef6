// SPDX-License-Identifier: MIT
#include "tests/figures.h"

#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct figures figures_of(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (struct figures){values[count / 2], values[count * 99 / 100], values[count * 999 / 1000],
                            values[count - 1]};
}

void figures_print(const char *row, const char *what, struct figures ms)
{
    fprintf(stderr, "figure %s %.2f ms %s: p50 %.2f, p99 %.2f, p99.9 %.2f\n", row, ms.most, what,
            ms.half, ms.p99, ms.p999);
}

void figure(const char *row, double value, const char *unit, const char *what)
{
    fprintf(stderr, "figure %s %.2f %s %s\n", row, value, unit, what);
}
