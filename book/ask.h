// SPDX-License-Identifier: MIT
// ask.h - the books a session asks before it thinks: the user's own, then the one in the program.
//
//      game_think -> book_seam.ask -> book_probe, book_value -> book_find
//
// Every kind of question is put to them, and answered when all that it asks for is known: the move
// to play, the values of several or all moves, an exact value or an outcome, among all moves or
// some. What a search of a given depth or number of nodes would find is not known. The user's own
// book is played as it stands; an estimate of the one in the program only where it looks further
// ahead than a search in the time at hand would (struct game's search_depth). Where a proven
// outcome is all there is, the moves that give it away are taken off the list and the search
// chooses among the rest.
#ifndef BOOK_ASK_H
#define BOOK_ASK_H

#include "book/format.h"
#include "engine/played.h"

struct books;

// No user's book; NULL when there is no memory.
struct books *books_new(void);
void books_free(struct books *b);

// Opens the user's own book, or with "" closes it. False says why and keeps the old one.
bool books_open(struct books *b, const char *path, const char **why);

// What may be played from a book.
struct book_choice {
    int variety;   // hundredths that the moves of a side may lose together so that games differ
    int depth;     // plies from the start after which no book is asked
    bool guess;    // the position is one that may come about
    uint64_t seed; // of the choice among several
};

// Who is to be asked about a position p of this game with this choice. Not to be called while a
// search runs.
const struct book_seam *books_seam(struct books *b, const struct played *g,
                                   const struct position *p, struct book_choice choice);

// Remembers what was thought about p, so that with variety another move may be played next time.
void books_note(struct books *b, const struct game *game, const struct position *p,
                const struct thought *t);

// A sentence the user has not heard yet, or NULL.
const char *books_news(struct books *b);

// The books that would be asked about this game, the user's own first; either may be NULL.
void books_of(struct books *b, const struct game *game, const struct position *p,
              const struct book *out[2]);

#endif
