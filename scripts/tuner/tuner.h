// SPDX-License-Identifier: MIT
// tuner.h - what the parts of gomoku-tune share: games played, games read, and two fits to them.
#ifndef SCRIPTS_TUNER_TUNER_H
#define SCRIPTS_TUNER_TUNER_H

#include "engine/gomoku/field.h"
#include "engine/rng.h"

enum { GAME_LINE_MAX = 1 << 14 };

// Says why and ends the program.
void die(const char *why);

// The same memory; ends the program when there is none.
void *need(void *memory);

// A number evenly spread over [-1, 1].
float spread(struct rng *r);

// Appends games, or with `wandering` single positions off the path of such games.
void generate(const char *path, int count, uint64_t seed, uint64_t nodes, bool wandering);

// A quiet position of a game, as the field has it.
struct lesson {
    const struct field *field;
    int score;    // what the search found it worth
    move chosen;  // what the search chose; MOVE_NONE where a stray move was played instead
    int result;   // 1 the mover won, 0 drawn, -1 lost
    bool strayed; // a stray move came later, so the result says little
};

// Calls `take` for every quiet position in these files of games.
void read_games(int files, char **names, void (*take)(void *owner, const struct lesson *l),
                void *owner);

// Writes weights of the evaluation as engine/gomoku/weights.c, `anew` or beginning at those in the
// tree.
void fit_values(bool anew, const char *path, int files, char **names);

// Writes engine/gomoku/policy.bin.
void fit_policy(const char *path, int files, char **names);

#endif
