// SPDX-License-Identifier: MIT
// shell.h - the parts of the prompt for people: shell.c talks, shell_think.c thinks and tells what
// was found, shell_board.c draws, shell_game.c begins, saves and finds games, shell_keep.c keeps
// those that are not finished, shell_options.c sets, shell_complete.c completes, shell_puzzle.c
// poses puzzles, shell_solve.c solves the positions of a file.
#ifndef PROTOCOL_SHELL_H
#define PROTOCOL_SHELL_H

#include "protocol/dialogue.h"
#include "protocol/reader.h"

struct shell {
    bool answers;                // the engine replies to a move typed alone
    bool resigned;               // the game was given up,
    enum side resigner;          // by this side
    bool is_puzzle;              // what stands on the board is a puzzle, or was
    bool asked_to_leave;         // ctrl-C at an idle prompt, the last thing that happened
    enum side person;            // who typed the last move
    int64_t move_time;           // ms
    struct limits asked;         // of the thought at hand
    struct shell_puzzle *puzzle; // the one posed last; NULL = none yet
    char *put_by;                // the games left unfinished, as they are kept; NULL = none
    bool put_by_changed;         // since they were read,
    char *found;                 // as the file had them then; NULL = none
    bool resumed;                // the game at hand was left unfinished before
    struct reader *reader;       // the line on the terminal; NULL = there is none to draw on
};

void shell_say(struct dialogue *d, const char *text);

// Draws the board, whose turn it is or how the game ended, and the opening's name.
void shell_draw(struct dialogue *d);

// Writes how a finished game ended, in words.
void shell_write_end(struct dialogue *d, const struct grid *g, int margin, struct writer *out);

// Writes a score for people: the win counted in moves, discs, or what the evaluation says.
void shell_write_score(const struct game *game, const struct report *r, struct writer *out);

// Writes words in lines of 79 columns that begin at `indent`, going on in the line at hand.
void shell_write_wrapped(const char *text, int indent, struct writer *out);

// The option a line begins with, whose name may be of several words; the line is left with the
// rest. NULL when it is none.
const struct option *shell_take_option(struct word *line);

// What may stand at the cursor; `owner` is the dialogue.
void shell_complete(void *owner, struct word before, struct candidates *out);

// True, and said, when the game was given up: nobody goes on with it.
bool shell_given_up(struct dialogue *d);

// ---- thinking, in shell_think.c -----------------------------------------------------------------

// The limits a thought has when nothing else is said.
struct limits shell_limits(const struct dialogue *d);

// Thinks, plays and tells the move for whoever's turn it is. False when there is none.
bool shell_move(struct dialogue *d, const struct limits *l);

// On a terminal the search shows where it is, in the line that is typed on.
void shell_report(struct dialogue *d, const struct report *r);

void shell_go(struct dialogue *d);
void shell_auto(struct dialogue *d);
void shell_hint(struct dialogue *d);
void shell_scores(struct dialogue *d);
void shell_analyze(struct dialogue *d);
void shell_book(struct dialogue *d);
void shell_eval(struct dialogue *d);

// ---- commands of shell_options.c ----------------------------------------------------------------

void shell_set(struct dialogue *d);
void shell_level(struct dialogue *d);

// ---- puzzles, in shell_puzzle.c -----------------------------------------------------------------

void shell_puzzle(struct dialogue *d);
void shell_solution(struct dialogue *d);

// Takes a legal move as the answer to the puzzle that is posed; false when none is, or another
// position is at hand.
bool shell_answer(struct dialogue *d, move m);

// No puzzle is posed any more; the memory is given back.
void shell_puzzle_leave(struct shell *s);
void shell_puzzle_free(struct shell *s);

// ---- commands of shell_game.c -------------------------------------------------------------------

void shell_new(struct dialogue *d);
void shell_setboard(struct dialogue *d);
void shell_copy(struct dialogue *d);
void shell_game(struct dialogue *d);
void shell_goto(struct dialogue *d);
void shell_save(struct dialogue *d);
void shell_load(struct dialogue *d);

// The command of shell_solve.c.
void shell_solve(struct dialogue *d);

// ---- unfinished games, in shell_keep.c ----------------------------------------------------------

// Reads the games kept from earlier visits, and offers them; keeps those that are not finished now.
void shell_offer_kept(struct dialogue *d);
void shell_keep(struct dialogue *d);

// The game at hand as it is kept, the caller's; NULL when it is not worth it or memory is short.
char *shell_unfinished(struct dialogue *d);

// A game has taken the place of what there was: nobody has resigned it, and it is no puzzle. What
// was left unfinished for it, which may be NULL, is put by for `resume` and freed.
void shell_game_begins(struct dialogue *d, char *left);

// Puts the game at hand by, for `resume`, when a puzzle takes its place.
void shell_put_by(struct dialogue *d);

void shell_resume(struct dialogue *d);

#endif
