// SPDX-License-Identifier: MIT
// games.h - the list of games. To add one: fill a struct game and put it here.
#ifndef ENGINE_GAMES_H
#define ENGINE_GAMES_H

#include "engine/game.h"
#include "engine/text.h"

extern const struct game othello_game, connect4_game, gomoku_game;

// All games, ended by NULL.
extern const struct game *const games[];

// Fills every game's lookup tables. Called once, before any other function of a game and before any
// thread is started; the tables are constant from then on.
void games_init(void);

// The game and start position of an id such as "othello:6x6". False says why and changes nothing.
bool game_find(struct word id, const struct game **game, struct position *start, const char **why);

// The moves a thought is to consider: those asked for that are legal, or all when none is. False
// when the game is over.
bool game_roots(const struct game *game, const struct position *p, const struct limits *l,
                struct moves *out);

// Thinks with the kind of search that is asked for.
struct thought game_think(const struct game *game, const struct position *p, struct search *s);

// The canonical id of a position's game: "othello", "othello:6x6".
void game_id(const struct game *game, const struct position *p, char out[GAME_ID_MAX]);

#endif
