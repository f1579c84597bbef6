// SPDX-License-Identifier: MIT
// strength.h - weaker play for people: ten named levels, from beginner to perfect.
//
// A weaker player sees less and is less sure of what it sees. So each level has a depth, and a
// temperature by which one of the moves it has looked at is drawn:
//
//      chance of a move  ~  exp(-(best score - its score) / (temperature * the game's win_scale))
//
// The lowest levels look a few plies ahead with the plain rules and the static evaluation: they see
// no threat that lies deeper, where the engine's own searches play out forced moves for free. The
// upper ones are the engine's search to a depth, and some know how to play endings. One without a
// temperature asks for the best move alone, so that it looks for wins by force first, as deep as the
// engine does: `threats` bounds only the search after that. Whatever the draw, a move that throws
// away a win the level has proven is never drawn, so won endings are won.
//
// Each game has its own table (struct game), made by scripts/calibrate-levels: a level scores 65 to
// 90 per cent against the one below.
#ifndef ENGINE_STRENGTH_H
#define ENGINE_STRENGTH_H

#include "engine/game.h"
#include "engine/rng.h"

// The ratings a GUI may ask for: from the lowest level's to a little above the highest of all games.
enum { STRENGTHS = 10, STRENGTH_FULL = STRENGTHS - 1, ELO_MIN = 800, ELO_MAX = 3600 };

// The names of the levels, ended by NULL.
extern const char *const strength_names[];

struct strength {
    int elo;         // measured against the other levels of this game; the lowest is 800
    int plies;       // looked ahead by the rules and the evaluation alone, 0 = not so
    int depth;       // of the engine's search, 0 = no limit
    int temperature; // hundredths, see above
    int threats;     // forcing moves in a row its main search foresees, 0 = no limit
    int width;       // moves that are drawn among, the best by its search, 0 = all
    int ending;      // empty cells from which on it plays as well as it can
};

// A move and what it was found to be worth, in hundredths for the mover.
struct valued_move {
    move m;
    int score;
    bool proven; // at least so much
    int win_in;  // plies in which the mover has won, negative: has lost; 0 = not known
};

// Draws one of the moves, of which there is at least one. Proven wins are drawn among themselves.
// Where a win is drawn it is the soonest seen: who means to win does not toy with the other.
move strength_draw(const struct valued_move *list, int count, int temperature, int win_scale,
                   struct rng *rng);

// The level for a rating: the one of that rating, or one of the two around it by chance.
int strength_for_elo(const struct game *game, int elo, struct rng *rng);

// Thinks about p as a player of this level does, and reports the move drawn.
struct thought strength_think(const struct game *game, const struct position *p, struct search *s,
                              int level, struct rng *rng);

#endif
