// SPDX-License-Identifier: MIT
// sigma.h - made by scripts/sigma from our own searches; see probcut.h.
//
// ln sigma = a + b * empties + c * ln(1 + deep) + d * ln(1 + shallow), in discs; against the exact
// result deep is the number of empties.
#define SIGMA_MIDGAME 1.526, -0.0253, 0.338, -0.395
#define SIGMA_ENDGAME 1.864, 0.0027, 0, -0.299
