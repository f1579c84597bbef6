// SPDX-License-Identifier: MIT
// sigma.h - made by scripts/sigma from our own searches; see probcut.h.
//
// ln sigma = a + b * empties + c * ln(1 + deep) + d * ln(1 + shallow), in discs; against the exact
// result deep is the number of empties.
#define SIGMA_MIDGAME 1.524, -0.0236, 0.413, -0.477
#define SIGMA_ENDGAME 2.121, -0.0019, 0, -0.371
