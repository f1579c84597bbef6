// SPDX-License-Identifier: MIT
// learn.h - growing a book: positions behind the cheapest moves that lead out of it are searched
// and added, for as long as the caller wants.
//
// A position is searched once for its best move when it is added, and once more each time one of
// its moves is followed, for the best of those that are left. Whoever learns supplies the search.
// The book on the disk is written now and then, merged with what others have written meanwhile, so
// that several processes can learn into one book; whatever ends the process, what was saved is
// there.
#ifndef BOOK_LEARN_H
#define BOOK_LEARN_H

#include "book/graph.h"
#include "engine/rng.h"

// What a search says of a position and some of its moves.
struct judgement {
    move best;
    int score; // hundredths for the mover
    int depth, selectivity;
    bool exact; // the score of the best of these moves is proven
};

struct learn_rules {
    struct graph_rules graph;
    int plies;    // positions with more moves behind them are not followed
    int max_cost; // nor those that cost more
};

struct learner {
    struct graph graph;
    struct learn_rules rules;
    const char *path;         // of the book
    char note[BOOK_NOTE_MAX]; // and what it says of how it was made
    struct rng rng;
    uint64_t added, searched, saved;

    // Searches p among these moves. False when the search was stopped.
    bool (*search)(void *owner, const struct position *p, const struct moves *among,
                   struct judgement *out);
    void *owner;
};

// Reads the book, if there is one, and sets the learner up (path, rules, search and owner are the
// caller's). False says why.
bool learn_open(struct learner *l, const struct game *game, const struct position *root,
                const char **why);
void learn_close(struct learner *l);

// Adds some positions: the cheapest there are to add. Returns false when nothing is left to add or
// the search was stopped (`stopped`).
bool learn_some(struct learner *l, bool *stopped);

// Searches again some positions that were searched to less than this depth, the cheapest first.
// False when none is left or the search was stopped.
bool learn_deepen(struct learner *l, int depth, bool *stopped);

// Takes out the positions that cost more, or lie further from the root, than the rules allow. Those
// that are not linked to the root have no cost and stay: books for a side that plays by them hold
// proven values there. Returns how many. The next learn_replace takes them out on the disk, too, where
// it keeps what others have added meanwhile within the same rules.
int learn_prune(struct learner *l);
bool learn_replace(struct learner *l, const char **why);

// Adds a line of moves from the root, each position searched, and goes on from its end with the best
// moves until it is so many plies long. False when a move is not legal or the search was stopped.
bool learn_line(struct learner *l, const move *moves, int count, int plies);

// Writes the book, merged with what is on the disk, and takes over what others have added. False
// says why; nothing is lost, neither here nor there.
bool learn_save(struct learner *l, const char **why);

#endif
