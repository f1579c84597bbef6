// SPDX-License-Identifier: MIT
// analyze.h - what is known of a played game, move by move, and the forms it is written in.
//
//      record --> value of every position, the last one first --> each move graded --> a form
//
//      position 0 --move 0--> position 1 --move 1--> ...  position n
//      value    0             value    1                  value    n       from the mover's side
//
// The best move of position i is worth its value; the move played is worth the value of position
// i + 1, negated. What lies between is the loss, never negative: where the search liked another
// move less than what was played turned out to be worth, the played one is the best that is known.
//
// In games counted in discs a loss is in hundredths of a disc. Elsewhere it is in hundredths of a
// point, of which a won game has 100, a drawn one 50 and a lost one none; what is not proven counts
// by its chance to win.
#ifndef PROTOCOL_JOBS_ANALYZE_H
#define PROTOCOL_JOBS_ANALYZE_H

#include <stdio.h>

#include "book/records/record.h"
#include "engine/session.h"
#include "protocol/jobs/interrupt.h"
#include "protocol/jobs/progress.h"
#include "protocol/jobs/resume.h"
#include "protocol/output.h"

enum grade { GRADE_GOOD, GRADE_INACCURACY, GRADE_MISTAKE, GRADE_BLUNDER, GRADE_COUNT };
enum phase { PHASE_OPENING, PHASE_MIDDLE, PHASE_END, PHASE_COUNT }; // thirds of a game's moves

extern const char *const grade_names[GRADE_COUNT]; // "mistake"
extern const char *const grade_marks[GRADE_COUNT]; // "?"
extern const char *const phase_names[PHASE_COUNT];

// What a position is worth to its mover: the last word of a search, or the end of the game.
struct value {
    bool known;
    struct report report;
};

// A move with what became of it.
struct annotation {
    bool known;  // both values are; nothing below is set otherwise
    bool choice; // there were others; only such moves count for a player
    bool exact;  // the loss is proven
    enum grade grade;
    enum phase phase;
    int loss;                  // hundredths
    int chance;                // of the side that moves first, per mille, after the move
    struct report best, given; // the best move's value and line, and the played one's
};

// A game and all about it. One at a time is held; it takes most of a MiB.
struct analysis {
    const char *file;
    int number; // of the game among all
    struct game_record *record;
    const char *opening; // NULL = no name
    int opening_plies;
    struct position at[RECORD_MOVES_MAX + 1];
    struct value values[RECORD_MOVES_MAX + 1];
    struct annotation moves[RECORD_MOVES_MAX];
    bool whole;  // no position is left out
    int turning; // the move that turned the game, -1 = none
};

// The sums of a player's moves.
struct player {
    char name[80];
    int games, moves; // moves where there was a choice
    int64_t loss;
    double accuracy; // the sum of the moves'
    int grades[GRADE_COUNT], phases[PHASE_COUNT];
};

struct players {
    struct player *at;
    int count, room;
};

struct analyze;

// A form the analysis is written in; `begin` and `end` may be NULL.
struct analyze_form {
    void (*begin)(struct analyze *z, FILE *out);
    void (*game)(struct analyze *z, const struct analysis *a, FILE *out);
    void (*end)(struct analyze *z, FILE *out);
};

extern const struct analyze_form analyze_text, analyze_json, analyze_sgf, analyze_svg, analyze_html;

// One run of the job.
struct analyze {
    struct session *session;
    const struct game *game; // what a record does not say
    struct position like;
    struct word names; // WTHOR's players
    struct limits limits;
    int64_t time; // ms a move on average
    int64_t bank; // ms the game at hand has not used
    const struct analyze_form *form;
    struct interrupt interrupt;
    struct output output;
    struct progress progress;
    bool news;
    struct analysis *analysis;
    struct players players;
    struct resume *resume; // the file to go on with; NULL = none
    const char *out_name;  // its name
    bool refused;          // it is about something else
    int resumed;           // games that stood there
    char *line;            // of that file
    size_t line_room;
    struct report heard; // the last report of the thought at hand
    FILE *picture;       // SVG: what was drawn so far, and its bytes
    char *kept;
    size_t kept_length;
    int games, positions, first, unreadable;
    double share, share_of_game; // of all the work, before this game, and in it
};

// ---- reading ------------------------------------------------------------------------------------

enum { ANALYZE_BYTES_MAX = 1 << 28 };

// A whole file, "-" being standard input; the caller frees it. NULL says why, or is the end of
// waiting for a pipe when a signal came.
char *analyze_read(const char *path, struct interrupt *i, size_t *length, const char **why);

// The names of the files to read, those in folders for the folders, ended by NULL; each and the list
// are the caller's to free. Of a folder only files with the ending of a record form are taken, in
// the order of their names. NULL when memory is short.
char **analyze_files(char **words, int count);

// ---- searching ----------------------------------------------------------------------------------

// Who hears of the session's search.
struct listener analyze_listener(struct analyze *z);

// Values every position of z's record from the last one backwards, until a signal comes, and judges
// every move.
void analyze_game(struct analyze *z);

// ---- judging ------------------------------------------------------------------------------------

// Judges every move whose values are known, and finds the turning point.
void analyze_judge(struct analysis *a);

// The value of a move: that of the position after it, seen from the other side.
struct report report_turned(const struct report *after, move m);

// A loss at which a grade begins, in hundredths.
int grade_threshold(const struct game *game, enum grade grade);

// Per cent; the formula is in accuracy_text.
double move_accuracy(const struct game *game, int loss);
const char *accuracy_text(const struct game *game);
double player_accuracy(const struct player *p);

// The sums of a side's moves in one game, and added to those of its name. False: memory is short.
void player_of(const struct analysis *a, enum side side, struct player *out);
bool players_add(struct players *p, const struct analysis *a);
bool players_add_one(struct players *p, const struct player *one);

// The name of a side: the player's, or the stone's.
const char *side_name(const struct analysis *a, enum side side);

// ---- going on with a file -----------------------------------------------------------------------

// Opens the file of results, or makes it. False says why not.
bool analyze_resume_open(struct analyze *z, const char *path, const char **why);
void analyze_resume_close(struct analyze *z);

// Whether the game at hand, read and not analyzed, stands there; then its players are added.
enum resume_found analyze_resume_take(struct analyze *z, const char **why);

// All games were read; false says why the file has more.
bool analyze_resume_end(struct analyze *z, const char **why);

// ---- words --------------------------------------------------------------------------------------

enum { VALUE_TEXT_MAX = 32 };

// A value as people read it: "+4" and "won in 7 moves" are proven, "+3.12" is an estimate.
void value_text(const struct game *game, const struct report *r, char out[VALUE_TEXT_MAX]);
void loss_text(const struct game *game, const struct annotation *j, char out[VALUE_TEXT_MAX]);

// The cells of a table's row; all but the move are "" where it was not judged.
struct row {
    char side, move[MOVE_TEXT_MAX], best[MOVE_TEXT_MAX];
    char given[VALUE_TEXT_MAX], score[VALUE_TEXT_MAX], loss[VALUE_TEXT_MAX];
    const char *mark, *book; // "?", and " (book)" when a book gave the best move
};
struct row row_of(const struct analysis *a, int i);

// A move of the game as its notation writes it.
void analyzed_move_text(const struct analysis *a, move m, char out[MOVE_TEXT_MAX]);

// Up to `most` moves of a line with blanks between.
void analyzed_line(const struct analysis *a, const struct report *r, int most, FILE *out);

// The turning point, the opening, the thresholds, each a sentence without its end.
void write_turning(const struct analysis *a, FILE *out);
void write_thresholds(const struct game *game, FILE *out);

// "Ann against Bob, 2024-05-31".
void write_title(const struct analysis *a, FILE *out);

// Where a player's mistakes lie: "12 of 20 in the ending", "" without any.
void write_habit(const struct player *p, FILE *out);

// A name, filled up with blanks to so many characters.
void write_padded(const char *text, int width, FILE *out);

// A text inside quotes of JSON, and in HTML or SVG: whole UTF-8 is kept, other bytes are Latin-1.
void write_json_string(const char *text, FILE *out);
void write_markup(const char *text, FILE *out);

// Closes what open_memstream made. False when memory was too short for the whole text.
bool close_text(FILE *f, char **text);

// What markup does to what `write` writes.
void write_marked_up(void (*write)(const struct analysis *a, FILE *out), const struct analysis *a,
                     FILE *out);

// The graph of a game, as wide and high as this.
enum { GRAPH_WIDTH = 720, GRAPH_HEIGHT = 220 };
void write_graph(const struct analysis *a, FILE *out);

#endif
