// SPDX-License-Identifier: MIT
// puzzle.h - positions with one best move, proven.
//
//      a game, played or made up --> its positions --> every move's value proven --> one is best alone
//
// What "best" means is one of these claims, each of them about every legal move:
//
//      PUZZLE_DISCS   its value is higher than any other's by `margin` discs at least
//      PUZZLE_WIN     it wins, and no other does
//      PUZZLE_DRAW    it draws, and every other loses
//      PUZZLE_FOURS   it begins a win by fours alone, and no other does
//
// The first three need the exact value of every move, which is what the solver gives. The last is for
// a game whose positions have no end in sight: fours leave no choice, so they can be searched to the
// last one.
//
// A puzzle is as hard as what it takes to see it: the depth from which on a search finds the move, or
// the number of fours.
#ifndef PROTOCOL_PUZZLE_H
#define PROTOCOL_PUZZLE_H

#include "engine/notation.h"
#include "engine/session.h"

enum puzzle_claim { PUZZLE_DISCS, PUZZLE_WIN, PUZZLE_DRAW, PUZZLE_FOURS };
enum puzzle_grade { PUZZLE_EASY, PUZZLE_MEDIUM, PUZZLE_HARD, PUZZLE_EXPERT, PUZZLE_GRADES };

extern const char *const puzzle_grades[]; // "easy" ..., ended by NULL

struct puzzle {
    const struct game *game;
    struct position position;
    enum puzzle_claim claim;
    move best;
    int score, next; // of the best and of the next best move: discs, or 1, 0, -1
    int depth;       // see above
    enum puzzle_grade grade;
    int count; // of the legal moves, best first, with what each is worth
    struct {
        move move;
        int score;
    } moves[CELLS_MAX];
    int line_length;
    move line[LINE_MAX_MOVES]; // the best move and what follows it
};

struct puzzle_maker;

struct puzzle_wishes {
    uint64_t seed;
    int margin; // discs
    int grade;  // enum puzzle_grade, -1 = any
    // Asked now and then: false ends the work.
    bool (*goes_on)(void *owner);
    void *owner;
};

// Makes puzzles of the game that `start` belongs to. NULL when memory is short.
struct puzzle_maker *puzzle_maker_new(const struct game *game, const struct position *start,
                                      struct puzzle_wishes wishes);
void puzzle_maker_free(struct puzzle_maker *m);

// Ends the thought at hand; any thread.
void puzzle_maker_stop(struct puzzle_maker *m);

// True when p is a puzzle as wished for, and neither it nor an image of it was one before.
bool puzzle_try(struct puzzle_maker *m, const struct position *p, struct puzzle *out);

// A puzzle from games made up for it. False when the work was ended, or no new one turns up.
bool puzzle_make(struct puzzle_maker *m, struct puzzle *out);

// Why the move is the best, in a sentence without its end: "f8 wins by 12, the next best by 6".
void puzzle_write_claim(const struct puzzle *z, struct writer *out);

// What some other move is worth, in the same words.
void puzzle_write_move(const struct puzzle *z, move m, struct writer *out);

// What is asked for: "X to move: the best move, by 4 discs or more".
void puzzle_write_task(const struct puzzle *z, int margin, struct writer *out);

// A move of the puzzle's position in its notation.
void puzzle_move_text(const struct puzzle *z, move m, char out[MOVE_TEXT_MAX]);

#endif
