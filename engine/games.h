// SPDX-License-Identifier: MIT
// games.h - the list of games, and what can be asked of any of them by its traits.
//
// To add a game: fill a struct game in a folder of its own and put it into the list.
#ifndef ENGINE_GAMES_H
#define ENGINE_GAMES_H

#include "engine/game.h"
#include "engine/text.h"

extern const struct game othello_game, connect4_game, gomoku_game;

// All games, ended by NULL; the first is the one a session starts with.
extern const struct game *const games[];

// Fills every game's lookup tables, the first time it is called, from any thread; the tables are
// constant from then on. Comes before any other function of a game; session_new does it.
void games_init(void);

// Writes "othello, connect4 and gomoku" or the titles.
enum games_list { GAMES_NAMES, GAMES_TITLES };
void games_write_list(struct writer *out, enum games_list what);

// The game and start position of an id such as "othello:6x6". A game answers to its name, its title
// and its aliases, in any case, with blanks and hyphens as one likes, and the name of a UCI variant
// such as "renju" stands for a whole id. False says why and changes nothing.
bool game_find(struct word id, const struct game **game, struct position *start, const char **why);

// The canonical id of a position's game: "othello", "othello:6x6".
void game_id(const struct game *game, const struct position *p, char out[GAME_ID_MAX]);

// The id of p's game on a board of another size, with what else its shape says ("free") kept. False
// when the game's boards are square and this one is not; whether the size exists is for game_find
// to say.
bool game_id_of_size(const struct game *game, const struct position *p, int width, int height,
                     char out[GAME_ID_MAX]);

// The game of an SGF record's GM number, or NULL.
const struct game *game_of_sgf(int number);

// The UCI variants of all games in a row, by index from 0; NULL after the last.
const struct uci_variant *game_variant(int index);

// True when the game can prove this; playing is no proof and always possible. False says why.
bool game_can_prove(const struct game *game, enum goal goal, const char **why);

// The moves a thought is to consider: those asked for that are legal, or all when none is.
void game_root_moves(const struct game *game, const struct position *p, const struct moves *only,
                     struct moves *out);

// Thinks with the kind of search that is asked for about the moves asked for that are legal, or all
// when none is. Returns one of them, or MOVE_NONE when the game is over.
struct thought game_think(const struct game *game, const struct position *p, struct search *s);

#endif
