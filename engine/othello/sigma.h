// SPDX-License-Identifier: MIT
// sigma.h - made by scripts/sigma from our own searches; see probcut.h.
//
// ln sigma = a + b * empties + c * ln(1 + deep) + d * ln(1 + shallow), in discs; against the exact
// result deep is the number of empties.
#define SIGMA_MIDGAME 1.329, -0.0166, 0.407, -0.427
#define SIGMA_ENDGAME 1.477, 0.0353, 0, -0.218
