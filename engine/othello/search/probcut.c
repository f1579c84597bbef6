// SPDX-License-Identifier: MIT
#include "engine/othello/search/probcut.h"

#include <math.h>

#include "engine/othello/search/sigma.h"

const int selectivity_percent[SELECTIVITIES] = {73, 87, 95, 98, 99, 100};
const int selectivity_t[SELECTIVITIES] = {110, 150, 200, 260, 330, 9999};

struct probcut_tables probcut_tables;

static const double midgame[4] = {SIGMA_MIDGAME}, endgame[4] = {SIGMA_ENDGAME};

enum { GAP_MOST = 9 };

// The standard deviation between searches of two depths at so many empties, in discs. Depths
// further apart than any that were measured are taken for as far apart as those: left to grow, the
// errors take 30.0 M nodes to depth 24 from forty empties (`bench othello`), so 27.1 M, and hard-25
// stays as it is.
static double sigma_of(const double fit[4], int empties, int deep, int shallow)
{
    int gap = deep <= shallow ? 1 : deep - shallow < GAP_MOST ? deep - shallow : GAP_MOST;
    double sigma = exp(fit[0] + fit[1] * empties + fit[2] * log(gap) + fit[3] * log(1 + shallow));
    return sigma < 0.5 ? 0.5 : sigma > 30 ? 30 : sigma;
}

static uint16_t hundredths(double discs)
{
    return (uint16_t)lrint(discs * 100);
}

void probcut_init(void)
{
    struct probcut_tables *t = &probcut_tables;
    for (int empties = 0; empties <= PROBCUT_EMPTIES_MOST; empties++) {
        for (int depth = 0; depth < PROBCUT_DEPTHS; depth++)
            t->sigma[empties][depth] =
                hundredths(sigma_of(midgame, empties, depth, probcut_depth(depth)));
        t->sigma_end[empties] =
            hundredths(sigma_of(endgame, empties, empties, probcut_end_depth(empties)));
        t->sigma_warm[empties] =
            hundredths(sigma_of(endgame, empties, empties, probcut_warm_depth(empties)));
    }
}
