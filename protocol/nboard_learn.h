// SPDX-License-Identifier: MIT
// nboard_learn.h - `learn` of the NBoard protocol: the game at hand goes into the book the option
// Book File names, its positions searched.
#ifndef PROTOCOL_NBOARD_LEARN_H
#define PROTOCOL_NBOARD_LEARN_H

#include "protocol/dialogue.h"

// Adds the game, searching each position to this depth. What arrives meanwhile ends it; what was
// learned till then is kept, and the game stands as it was. A sentence on how it went.
const char *nboard_learn_game(struct dialogue *d, int depth);

#endif
