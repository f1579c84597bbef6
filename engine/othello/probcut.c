// SPDX-License-Identifier: MIT
#include "engine/othello/probcut.h"

#include <math.h>

const int selectivity_percent[SELECTIVITIES] = {73, 87, 95, 98, 99, 100};
const int selectivity_t[SELECTIVITIES] = {110, 150, 200, 260, 330, 9999};

struct probcut_tables probcut_tables;

// The standard deviation between searches of two depths at so many empties, in discs.
static double sigma_of(int empties, int deep, int shallow)
{
    double x = 1.0 + 0.10 * (60 - empties) * 0.5 + 0.02 * deep - 0.28 * shallow * 0.5 + 1.2;
    return x < 0.7 ? 0.7 : x;
}

static uint16_t hundredths(double discs)
{
    return (uint16_t)lrint(discs * 100);
}

void probcut_init(void)
{
    struct probcut_tables *t = &probcut_tables;
    for (int empties = 0; empties <= 60; empties++) {
        for (int depth = 0; depth < PROBCUT_DEPTHS; depth++) {
            t->sigma[empties][depth] = hundredths(sigma_of(empties, depth, probcut_depth(depth)));
            t->sigma_static[empties][depth] = hundredths(sigma_of(empties, depth, 0));
        }
        t->sigma_end[empties] =
            hundredths(sigma_of(empties, empties, probcut_end_depth(empties)) + 1);
        t->sigma_end_static[empties] = hundredths(sigma_of(empties, empties, 0) + 1);
    }
}
