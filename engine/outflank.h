// SPDX-License-Identifier: MIT
// outflank.h - outflank as a library: the one header a program outside needs, for C and C++.
//
//      struct outflank *engine = outflank_open("othello:6x6", &why);
//      outflank_play(engine, "d2", &why);
//      outflank_think(engine, &limits, NULL, &answer, &why);        answer.best is "c2" or so
//      outflank_close(engine);
//
// An engine is a game, its position and how it came about, options, and one search. Any number of
// engines live side by side in a process; they share nothing that changes.
//
// Text.   Everything in and out is text as people write it. A game is an id: "othello",
//         "connect4:9x10,x=c4", "gomoku:15,free". A move is what the game calls it: "f5", "d",
//         "pass". A position is board text ("8/8/8/3ox3/3xo3/8/8/8 x": rows from the top, x the
//         first player, o the second, # blocked, then who is to move), OBF, a row of moves from the
//         start ("f5d6c3", "4453"), or "startpos".
// Errors. A function that can be refused returns false, points *why at a sentence for the user, and
//         has changed nothing. The sentence is constant and needs no freeing; why may be NULL, and
//         so may any text in, which is then empty, and any answer out.
// Texts   out go into a buffer of the caller's, always terminated and cut where it ends. The length
//         of the whole text is returned, as snprintf does.
// Threads. One thread at a time uses an engine. outflank_stop and outflank_ponderhit alone may be
//         called from any thread at any time. Callbacks come on a thread of the search's; they may
//         call outflank_stop, and nothing else of this engine.
#ifndef OUTFLANK_H
#define OUTFLANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OUTFLANK_VERSION "0.1"

#if defined(__GNUC__)
#define OUTFLANK_API __attribute__((visibility("default")))
#else
#define OUTFLANK_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    OUTFLANK_MOVE_MAX = 8,        // bytes of a move's text, with its end
    OUTFLANK_ID_MAX = 48,         // of a game's id
    OUTFLANK_BOARD_MAX = 1200,    // of a board text
    OUTFLANK_MOVES_MAX = 8 * 992, // of any list of moves
    OUTFLANK_LINE_MAX = 8 * 128   // of a principal variation
};

struct outflank;

// The version of the library that is running, which a program may compare with OUTFLANK_VERSION.
OUTFLANK_API const char *outflank_version(void);

// The name of a game, "othello", by its number from 0 on; NULL after the last. The title is the
// same for people, "Othello", the help says what may follow the name and a colon.
OUTFLANK_API const char *outflank_game_name(int number);
OUTFLANK_API const char *outflank_game_title(int number);
OUTFLANK_API const char *outflank_game_help(int number);

// An engine at the start of a game; NULL says why. A NULL game is the first there is.
OUTFLANK_API struct outflank *outflank_open(const char *game, const char **why);

// Ends the search, if one runs, with its answer, and frees everything. NULL is harmless.
OUTFLANK_API void outflank_close(struct outflank *engine);

// ---- the position ----------------------------------------------------------------------------

// Another game, at its start.
OUTFLANK_API bool outflank_set_game(struct outflank *engine, const char *id, const char **why);

// A new game begins: back to the start, and what was searched is forgotten.
OUTFLANK_API void outflank_new_game(struct outflank *engine);

// A position of the current game from any text; the moves of a row can be taken back.
OUTFLANK_API bool outflank_set_position(struct outflank *engine, const char *text,
                                        const char **why);

// The game's id; the position as board text; the legal moves, and the moves played, with blanks
// between.
OUTFLANK_API size_t outflank_game(const struct outflank *engine, char *out, size_t size);
OUTFLANK_API size_t outflank_position(const struct outflank *engine, char *out, size_t size);
OUTFLANK_API size_t outflank_moves(const struct outflank *engine, char *out, size_t size);
OUTFLANK_API size_t outflank_played(const struct outflank *engine, char *out, size_t size);

// The board: its edges, and a cell by column from the left and row from the top. 0 is empty, 1 the
// first player's, 2 the second's, 3 blocked, -1 not on the board.
OUTFLANK_API int outflank_width(const struct outflank *engine);
OUTFLANK_API int outflank_height(const struct outflank *engine);
OUTFLANK_API int outflank_cell(const struct outflank *engine, int x, int y);

// Who is to move: 1 the first player, 2 the second.
OUTFLANK_API int outflank_turn(const struct outflank *engine);

// True when the game is over. The margin, if asked for, is the first player's result: discs, or +1,
// 0, -1 where a win is a win.
OUTFLANK_API bool outflank_over(const struct outflank *engine, int *margin);

// Plays a move, takes the last back, plays again what was taken back. Nothing to undo or to redo is
// false.
OUTFLANK_API bool outflank_play(struct outflank *engine, const char *move, const char **why);
OUTFLANK_API bool outflank_undo(struct outflank *engine);
OUTFLANK_API bool outflank_redo(struct outflank *engine);

// The static evaluation in hundredths (of a disc where discs are counted), for who is to move.
OUTFLANK_API int outflank_evaluate(const struct outflank *engine);

// ---- the search ------------------------------------------------------------------------------

// What to find out: a move to play, or something to prove. A game refuses what it can't prove.
enum outflank_goal {
    OUTFLANK_PLAY,
    OUTFLANK_EXACT,   // the exact value
    OUTFLANK_OUTCOME, // win, draw or loss only
    OUTFLANK_VCF,     // a win by fours alone
    OUTFLANK_VCT      // a win by fours and threes
};

// How long and how deep to think. What is 0 is not given, so that {0} has no limit at all: the
// search ends when it knows everything or is stopped. Times are milliseconds.
struct outflank_limits {
    int64_t move_time;
    int64_t time[2], increment[2]; // the clocks, first player's first; one that ran out is 1
    int moves_to_go;               // until the next time control
    int depth;
    uint64_t nodes;
    int multipv;   // how many best moves to report
    bool infinite; // give the answer only when stopped
    bool ponder;   // the same until outflank_ponderhit
    enum outflank_goal goal;
    int alpha, beta;  // the window of OUTFLANK_EXACT in the game's points, if they differ
    const char *only; // the moves to consider, with blanks between; NULL = all
};

enum outflank_bound { OUTFLANK_VALUE, OUTFLANK_LOWER, OUTFLANK_UPPER };

// News of a search. Scores are hundredths from the mover's side. The line lives until the callback
// returns.
struct outflank_report {
    int depth, seldepth;
    int selectivity; // per cent; 100 = nothing was cut on a guess
    int multipv;     // 1 = best
    enum outflank_bound bound;
    int score;
    int win_in;       // plies to a win at the latest, negative to a loss, 0 = not known
    bool proven;      // what score and bound say is proven, not estimated
    bool solved;      // and it is the value
    int win_permille; // the chance to win, a draw counts half
    uint64_t nodes;
    int64_t elapsed;  // ms
    int hashfull;     // per mille
    uint64_t visits;  // tree search: simulations through the first move
    const char *line; // the principal variation, with blanks between
};

// The answer. After a search for a window, or for the outcome, the value is proven to be the score,
// at least the score, or at most the score, as `bound` says.
struct outflank_answer {
    char best[OUTFLANK_MOVE_MAX];   // a legal move, always; "none" when the game is over
    char ponder[OUTFLANK_MOVE_MAX]; // the expected reply, or "none"
    enum outflank_bound bound;
    int score, win_in; // as in a report
    bool proven, solved;
    uint64_t nodes;
    char line[OUTFLANK_LINE_MAX];
};

// Who hears of a search. Each function may be NULL.
struct outflank_listener {
    void *owner;
    void (*report)(void *owner, const struct outflank_report *news);
    void (*done)(void *owner, const struct outflank_answer *answer);
};

// Thinks about the position and waits for the answer. A NULL for the limits is none, a NULL for the
// listener is nobody. A search that runs already is stopped first, with its answer.
OUTFLANK_API bool outflank_think(struct outflank *engine, const struct outflank_limits *limits,
                                 const struct outflank_listener *listener,
                                 struct outflank_answer *answer, const char **why);

// Starts to think and returns; exactly one `done` follows. The position may be changed meanwhile:
// the search has its own.
OUTFLANK_API bool outflank_go(struct outflank *engine, const struct outflank_limits *limits,
                              const struct outflank_listener *listener, const char **why);

// Proves the value of the position, however long it takes: think with this goal and no limit. When
// answer->proven is false nothing was proven: a win by fours that is not found may be won otherwise.
OUTFLANK_API bool outflank_solve(struct outflank *engine, enum outflank_goal goal,
                                 struct outflank_answer *answer, const char **why);

// Asks the running search to end and does not wait. Harmless when none runs.
OUTFLANK_API void outflank_stop(struct outflank *engine);

// The move pondered on was played: the clock starts.
OUTFLANK_API void outflank_ponderhit(struct outflank *engine);

// Waits for the running search's answer; `done` has returned then.
OUTFLANK_API void outflank_wait(struct outflank *engine);

// ---- options ---------------------------------------------------------------------------------

enum outflank_type {
    OUTFLANK_SPIN,
    OUTFLANK_CHECK,
    OUTFLANK_COMBO,
    OUTFLANK_BUTTON,
    OUTFLANK_STRING
};

struct outflank_option {
    const char *name, *help;
    enum outflank_type type;
    int value, min, max; // default and range of a spin; a check's default is 0 or 1
    const char *text;    // default of a string or a combo, else NULL
};

// An option by its number from 0 on; false after the last.
OUTFLANK_API bool outflank_option_at(int number, struct outflank_option *out);

// A word of a combo by its number from 0 on; NULL after the last.
OUTFLANK_API const char *outflank_option_word(int number, int word);

// Sets an option by its name in any case: "Hash", "Threads", ... A search is stopped first where
// the option needs it.
OUTFLANK_API bool outflank_set_option(struct outflank *engine, const char *name, const char *value,
                                      const char **why);

// An option's value as text. False when there is no such option.
OUTFLANK_API bool outflank_get_option(const struct outflank *engine, const char *name, char *out,
                                      size_t size);

#ifdef __cplusplus
}
#endif

#endif
