// SPDX-License-Identifier: MIT
// search.h - what the rest of the game asks of the search.
#ifndef ENGINE_GOMOKU_SEARCH_H
#define ENGINE_GOMOKU_SEARCH_H

#include "engine/gomoku/board.h"

// The static value in hundredths of a stone, from the mover's side.
int gomoku_evaluate(const struct gomoku *b);

// What it is made of (game.h, terms). How many terms.
int gomoku_terms(const struct gomoku *b, struct eval_term out[TERMS_MAX]);

// Fills the search's tables; called once.
void gomoku_search_init(void);

// True when a goal asks for proof: then a loss is only reported when every reply was tried.
static inline bool gomoku_proving(enum goal goal)
{
    return goal == GOAL_EXACT || goal == GOAL_OUTCOME;
}

// The table's owner for a goal. What a search for a move stores as lost may not be: such entries
// are kept from a search for proof.
static inline const char *gomoku_owner(enum goal goal)
{
    return gomoku_proving(goal) ? "gomoku proof" : "gomoku";
}

// Iterative deepening over the root moves in `list`, which is not empty.
struct thought gomoku_deepen(const struct position *p, const struct moves *list, struct search *s);

// Thinks about the moves in `legal`, which is not empty, and returns one of them: first the threat
// searches, then the main one. think.c says what it does for each goal.
struct thought gomoku_think(const struct position *p, const struct moves *legal, struct search *s);

#endif
