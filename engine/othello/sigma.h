// SPDX-License-Identifier: MIT
// sigma.h - made by scripts/sigma from our own searches; see probcut.h.
//
// ln sigma = a + b * empties + c * ln(1 + deep) + d * ln(1 + shallow), in discs; against the exact
// result deep is the number of empties.
#define SIGMA_MIDGAME 1.535, -0.0243, 0.393, -0.463
#define SIGMA_ENDGAME 2.082, -0.0044, 0, -0.336
