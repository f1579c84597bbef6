// SPDX-License-Identifier: MIT
// session.h - one user's game: the position and how it came about, the options, the running search.
//
// The only maker of a struct search: whoever wants something searched, a protocol, a job, a tool or
// a test, has a session do it. Protocols read a line, call one of these, and print; the search runs
// on its own thread on its own copy of the position, so `position` may be sent while it thinks. News
// and the answer come back through the functions of a listener, on the search's thread:
//
//      session_go -> think_thread -> game_think -> session_done -> the listener's `done`
//
// Exactly one `done` follows each session_go that returned true. The stop flag belongs to the
// session and is cleared by session_go before the thread starts, so a stop sent right after `go` is
// never lost.
#ifndef ENGINE_SESSION_H
#define ENGINE_SESSION_H

#include "engine/game.h"
#include "engine/notation.h"
#include "engine/options.h"

struct session;

// Who hears of the search, and of things the user should know. Each function may be NULL.
struct listener {
    void *owner;
    void (*report)(void *owner, const struct report *news);
    void (*done)(void *owner, const struct thought *t);
    void (*say)(void *owner, const char *text);  // one sentence
    void (*ended)(void *owner);                  // after `done`, once session_thinking is false
    void (*book)(void *owner, const char *text); // the line of the book that is played
};

// A session at the start of the default game, or NULL when memory is short.
struct session *session_new(struct listener l);

// The same with so much memory and so many threads from the start, for tools that set no options.
struct session *session_new_sized(struct listener l, int hash_mib, int threads);
void session_free(struct session *s);

// ---- the position -------------------------------------------------------------------------------

const struct game *session_game(const struct session *s);
const struct position *session_position(const struct session *s);
const struct settings *session_settings(const struct session *s);
void session_grid(const struct session *s, struct grid *g);

// Changes the game to its start position. False says why and changes nothing.
bool session_set_game(struct session *s, struct word id, const char **why);

// Back to the start position of the current game.
void session_restart(struct session *s);

// A new game begins: restart, and forget what was searched.
void session_new_game(struct session *s);

// A position of this game that its own functions have made.
void session_set_position(struct session *s, const struct game *game, const struct position *p);

// A position from a grid of the current game's size. False says why and changes nothing.
bool session_set_grid(struct session *s, const struct grid *g, const char **why);

// A position from text: board text, OBF, "startpos", or moves in a row from the start ("f5d6c3",
// "4453"), where forced passes may be left out. False says why and changes nothing.
bool session_set_text(struct session *s, struct word text, const char **why);

// The same; false also tells at which byte of the text.
bool session_set_text_at(struct session *s, struct word text, size_t *offset, const char **why);

// Plays a move for the side to move. False when it is not legal; nothing has changed.
bool session_play(struct session *s, move m);

// Plays for either side, as GTP allows: when it is the other's turn the turn is handed over first
// (as a pass where that is forced). One undo takes both back. False changes nothing.
bool session_play_as(struct session *s, enum side side, move m);

// False when there is nothing to take back, or nothing taken back to play again.
bool session_undo(struct session *s);
bool session_redo(struct session *s);

// How many moves were played since the start position, the one played at a ply from 0 on, and the
// last (MOVE_NONE if none).
int session_ply(const struct session *s);
move session_move_at(const struct session *s, int ply);
move session_last_move(const struct session *s);

// A draft is a way to change the position all or nothing: what is played goes to the copy until it
// is kept. Used by UCI's `position`, whose move list must be legal to its last move.
void session_draft(struct session *s);
void session_keep(struct session *s);
void session_discard(struct session *s);

// ---- the search ---------------------------------------------------------------------------------

// The default limits: no clock, one line, play.
struct limits limits_none(void);

// Thinks about the current position as if `side` were to move. A running search is stopped first,
// with its answer. False says why (the side can't move now, the game can't prove the goal); then no
// answer follows.
bool session_go(struct session *s, enum side side, const struct limits *l, const char **why);

// Thinks here and now about the current position; `done` is not called. For the command-line jobs,
// which have nobody to listen to meanwhile. False says why: the game can't prove the goal.
bool session_think(struct session *s, const struct limits *l, struct thought *out,
                   const char **why);

// For tools and tests of what lies below game_think: the session's own search, set up for these
// limits and the current position and not begun. It lasts until the session thinks again.
struct search *session_search(struct session *s, const struct limits *l);

// Forgets what was searched.
void session_forget(struct session *s);

// Ends the running search and waits until its answer has been given. Harmless when none runs.
void session_stop(struct session *s);

// Asks the running search to end without waiting. Safe from a signal's aftermath or another thread.
void session_request_stop(struct session *s);

// The move pondered on was played: our clock starts.
void session_ponderhit(struct session *s);

// True while a search has not given its answer.
bool session_thinking(const struct session *s);

// Waits for the running search's answer.
void session_wait(struct session *s);

// ---- options ------------------------------------------------------------------------------------

// Sets an option by its row. A search in progress is stopped first where the option needs it. False
// says why and keeps the old value.
bool session_set_option(struct session *s, const struct option *o, struct word value,
                        const char **why);

// ---- text ---------------------------------------------------------------------------------------

// A move in the game's own notation.
void session_move_text(const struct session *s, move m, char out[MOVE_TEXT_MAX]);

// The chance to win that a score stands for, per mille, from the mover's side; a draw counts half.
int session_win_permille(const struct game *game, const struct report *r);

// The game's id, such as "othello:6x6".
void session_game_id(const struct session *s, char out[GAME_ID_MAX]);

#endif
