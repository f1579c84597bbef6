// SPDX-License-Identifier: MIT
// connect4.c - Connect Four's openings have no names of their own: they are called by the columns.
#include "book/names/tables.h"

const struct opening connect4_openings[] = {
    {"4", "Centre"},
    {"44", "Centre, on top"},
    {"43", "Centre, beside it"},
    {"42", "Centre, two off"},
    {"41", "Centre, edge"},
    {"3", "Beside the centre"},
    {"2", "Two off the centre"},
    {"1", "Edge"},
    {NULL, NULL},
};
