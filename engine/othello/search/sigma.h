// SPDX-License-Identifier: MIT
// sigma.h - made by scripts/sigma from our own searches; see probcut.h.
//
// ln sigma = a + b * empties + c * ln(deep - shallow) + d * ln(1 + shallow),
// in discs; against the exact result c is 0.
#define SIGMA_MIDGAME 1.650, -0.0289, 0.342, -0.216
#define SIGMA_ENDGAME 1.864, 0.0027, 0, -0.299
