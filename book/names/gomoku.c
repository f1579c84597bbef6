// SPDX-License-Identifier: MIT
// gomoku.c - the 26 openings of Renju: Black in the centre, White beside it (direct, the second
// stone above it) or at its corner (indirect), and Black's second within two of the centre.
//
//      direct         f g h i j        indirect       f g h i j
//                10   . . 1 2 3                  10   . . . . 1
//                 9   . . o 4 5                   9   . . . o 2
//                 8   . . x 6 7                   8   . . x 6 3
//                 7   . . 8 9 10                  7   . 11 9 7 4
//                 6   . . 11 12 13                6  13 12 10 8 5
//
// The names are of the stones; whether black may play somewhere is the rule's business.
#include "book/names/tables.h"

const struct opening gomoku_openings[] = {
    {"h8h9h10", "Kansei (1D)"},    {"h8h9i10", "Keigetsu (2D)"}, {"h8h9j10", "Sosei (3D)"},
    {"h8h9i9", "Kagetsu (4D)"},    {"h8h9j9", "Zangetsu (5D)"},  {"h8h9i8", "Ugetsu (6D)"},
    {"h8h9j8", "Kinsei (7D)"},     {"h8h9h7", "Shogetsu (8D)"},  {"h8h9i7", "Kyugetsu (9D)"},
    {"h8h9j7", "Shingetsu (10D)"}, {"h8h9h6", "Zuisei (11D)"},   {"h8h9i6", "Sangetsu (12D)"},
    {"h8h9j6", "Yusei (13D)"},     {"h8i9j10", "Chosei (1I)"},   {"h8i9j9", "Kyogetsu (2I)"},
    {"h8i9j8", "Kosei (3I)"},      {"h8i9j7", "Suigetsu (4I)"},  {"h8i9j6", "Ryusei (5I)"},
    {"h8i9i8", "Ungetsu (6I)"},    {"h8i9i7", "Hogetsu (7I)"},   {"h8i9i6", "Rangetsu (8I)"},
    {"h8i9h7", "Gingetsu (9I)"},   {"h8i9h6", "Myojo (10I)"},    {"h8i9g7", "Shagetsu (11I)"},
    {"h8i9g6", "Meigetsu (12I)"},  {"h8i9f6", "Suisei (13I)"},   {NULL, NULL},
};
