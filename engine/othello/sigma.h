// SPDX-License-Identifier: MIT
// sigma.h - made by scripts/sigma from our own searches; see probcut.h.
//
// ln sigma = a + b * empties + c * ln(1 + deep) + d * ln(1 + shallow), in discs; against the exact
// result deep is the number of empties.
#define SIGMA_MIDGAME 1.339, -0.0258, 0.445, -0.400
#define SIGMA_ENDGAME 1.815, 0.0172, 0, -0.259
