// SPDX-License-Identifier: MIT
// tuner.h - what the parts of gomoku-tune share: games played, games read, and two fits to them.
#ifndef SCRIPTS_TUNER_TUNER_H
#define SCRIPTS_TUNER_TUNER_H

#include <stdio.h>

#include "engine/gomoku/field.h"
#include "engine/gomoku/view.h"
#include "engine/rng.h"

enum { GAME_LINE_MAX = 1 << 14 };

// Says why and ends the program.
_Noreturn void die(const char *why);

// The same memory; ends the program when there is none.
void *need(void *memory);

// Opens a file as fopen does; ends the program with its name and why when it can't be.
FILE *open_file(const char *path, const char *mode);

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

// Empty cells by the states of their four lines (engine/gomoku/view.h); those of a position follow
// each other.
struct spots {
    struct spot {
        uint16_t state[4];
    } * at;
    size_t used, room;
};

// Appends the empty cells of a position that see a stone, as the mover does; returns how many. Where
// `which` is given it is the place of `chosen` among them, or -1.
int spots_add(struct spots *s, const struct field *f, move chosen, int *which);

// How surprising a target is to who gives it this chance.
double surprise(float chance, float target);

// The step of this number, from 1 on, of every weight by its own scale (Adam: Kingma, Ba 2015); the
// gradient is then nothing.
void adam_step(float *weights, float *gradient, float *mean, float *square, int count, int number,
               float rate);

// Writes engine/gomoku/network.bin.
void fit_network(const char *path, int files, char **names);

// Writes engine/gomoku/policy.bin.
void fit_policy(const char *path, int files, char **names);

#endif
