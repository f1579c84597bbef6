// SPDX-License-Identifier: MIT
// record.h - the record of a game: where it began, every move, and what was said about it.
//
//      bytes of a file  --->  record_reader  --->  struct game_record  --->  record_write
//      SGF, GGF, WTHOR, PGN, Piskvork's .psq, moves in a row
//
// A record is legal by construction: a move gets into it only by being played (record_play), so who
// holds one need not check it again. It is the same value for every form; what a form does not say
// is left at "not given", what it says and no other form has a word for is left out.
//
// Passes always stand in the record, also where the form leaves them out. Most games alternate; but
// Quarry's and edited SGF records let one side move twice, so every move says whose it is, and
// record_step hands the turn over where that is needed.
//
// Nothing here knows a protocol, prints or opens a file.
#ifndef BOOK_RECORDS_RECORD_H
#define BOOK_RECORDS_RECORD_H

#include "engine/game.h"
#include "engine/text.h"

enum {
    RECORD_MOVES_MAX = 2 * CELLS_MAX, // every cell filled, with a pass after each
    RECORD_NO_EVAL = INT32_MIN,
};

// A move with what the form says about it.
struct record_move {
    move move;
    uint8_t side;   // enum side: whose move it is
    bool implied;   // a forced pass the form left out
    int32_t eval;   // hundredths of the game's unit, from the mover's side; RECORD_NO_EVAL
    int32_t depth;  // the search's, 0 = not given
    int64_t time;   // ms spent on it, -1 = not given
    size_t comment; // for record_comment
};

// The texts of a record, all of them one line but the comment on the game.
enum record_text {
    RECORD_FIRST, // who moved first: Black, or White in PGN's tags
    RECORD_SECOND,
    RECORD_EVENT,
    RECORD_PLACE,
    RECORD_ROUND,
    RECORD_DATE,    // 2024-05-31 where it can be read, with whatever follows it
    RECORD_RESULT,  // as the form wrote it; what it means is in `outcome`, `margin` and `ending`
    RECORD_COMMENT, // on the game as a whole
    RECORD_TEXTS,
};

enum record_outcome { OUTCOME_UNKNOWN, OUTCOME_FIRST, OUTCOME_SECOND, OUTCOME_DRAW };
enum record_ending { ENDING_PLAYED, ENDING_RESIGNED, ENDING_TIME, ENDING_FORFEIT, ENDING_AGREED };

struct game_record {
    const struct game *game;
    struct position start, end; // before the first move and after the last
    enum side to_move;          // at the end
    int count;
    struct record_move moves[RECORD_MOVES_MAX];

    enum record_outcome outcome;
    enum record_ending ending;
    bool has_margin;
    int margin; // for the first player, as struct game's `over` counts

    // The result had both played on perfectly from the position with `solved_empties` empty cells
    // (WTHOR has it of every game); solved_empties is 0 when it is not given.
    int solved_margin, solved_empties;

    // The texts lie in one block, each ended by 0; the first is the empty one.
    size_t text[RECORD_TEXTS];
    char *block;
    size_t used, room, last; // `last` is the text that lies at the end
    bool short_of_memory;    // a text is missing
};

// An empty record of Othello, or NULL when memory is short.
struct game_record *record_new(void);
void record_free(struct game_record *r);

// Forgets all and begins a game at a position; the memory is kept for the next.
void record_reset(struct game_record *r, const struct game *game, const struct position *start);

// ---- moves --------------------------------------------------------------------------------------

// Plays a move for the side to move, after the pass that is forced if it is one for the other.
// False when it is not legal, and then nothing has changed.
bool record_play(struct game_record *r, move m);

// The same for this side. When it is the other's turn and no pass is forced, the turn is handed
// over where the game's rules allow such a board.
bool record_play_for(struct game_record *r, enum side side, move m);

// Plays move i of the record on *p, which is the position before it.
bool record_step(const struct game_record *r, int i, struct position *p);

// True when some side moves twice in a row and no pass stands between.
bool record_hands_over(const struct game_record *r);

// True when the game does not begin as its board usually does.
bool record_is_set_up(const struct game_record *r);

// Fills outcome and margin from the last position when the game is over there and nothing that is
// known contradicts it.
void record_settle(struct game_record *r);

// ---- texts --------------------------------------------------------------------------------------

// A text of the record, "" when there is none.
const char *record_get(const struct game_record *r, enum record_text which);
const char *record_comment(const struct game_record *r, int i);

// Sets a text; bytes that are no text are made blanks.
void record_set(struct game_record *r, enum record_text which, struct word text);
void record_set_comment(struct game_record *r, int i, struct word text);

// ---- forms --------------------------------------------------------------------------------------

struct record_form; // see forms.h

extern const struct record_form record_sgf, record_ggf, record_wthor, record_pgn, record_fairy,
    record_psq, record_movetext;

// All forms, ended by NULL.
extern const struct record_form *const record_forms[];

// A form's name ("sgf"), title ("SGF") and the usual ending of its files, without the dot.
const char *record_form_name(const struct record_form *f);
const char *record_form_title(const struct record_form *f);
const char *record_form_ending(const struct record_form *f);

// The form of this name, or the one a file's name says. NULL when there is none.
const struct record_form *record_form_named(struct word name);
const struct record_form *record_form_of_file(const char *path);

// The form these bytes look like; moves in a row when they look like none other.
const struct record_form *records_detect(struct word bytes);

// ---- reading ------------------------------------------------------------------------------------

// Where and why a record was refused. Lines and columns count from 1; of WTHOR's games the line is
// the game and the column the byte in it.
struct record_error {
    size_t line, column;
    char why[160];
};

// Reads one record after another from bytes that must stay where they are. Takes time in proportion
// to the bytes and no memory but for the texts of one record.
struct record_reader {
    const struct record_form *form;
    const char *text;
    size_t length, at;
    const struct game *game;          // what a record does not say: the game
    struct position start;            // and its board and rule
    struct word players, tournaments; // WTHOR's files of names, .jou and .trn; may be empty
    struct record_error error;        // of the last record that was refused
    bool ended;                       // what is left can't be read: there is no next record

    size_t begun, counted, line, line_begin; // private: this record, and lines counted so far
    bool failed, any;
};

enum record_status {
    RECORD_GOOD,
    RECORD_BAD, // refused: `error` says why, the record holds what came before, reading goes on
    RECORD_END,
};

// Begins to read; `form` NULL = the form they look like. `like` is a position of `game`, whose
// board and rule hold for what the records do not say.
void record_reader_open(struct record_reader *r, const struct record_form *form, struct word bytes,
                        const struct game *game, const struct position *like);

// The next record. Bytes without any record at all are refused once.
enum record_status record_next(struct record_reader *r, struct game_record *out);

// ---- writing ------------------------------------------------------------------------------------

// Names by number, as WTHOR's .jou and .trn files have them (wthor.c).
struct wthor_names;
enum wthor_kind { WTHOR_PLAYERS, WTHOR_TOURNAMENTS };
struct wthor_names *wthor_names_new(enum wthor_kind kind);
void wthor_names_free(struct wthor_names *n);
struct word wthor_names_file(const struct wthor_names *n); // the file they make

// Bytes that grow. Zero is empty; free `text` when done.
struct record_out {
    char *text;
    size_t length, room;
    bool short_of_memory;
    char why[160];    // the reason of a refusal
    bool rule_untold; // the form does not tell the rule, and that is not the usual one
    struct wthor_names *players, *tournaments; // what WTHOR's numbers mean; NULL = all are 0
};

// Adds a record to what was written. False says why the form can't hold it, and then nothing was
// added. What a form has no word for (comments in WTHOR) is left out; a game, a board, a turn it
// can't hold is refused.
bool record_write(const struct record_form *form, const struct game_record *r,
                  struct record_out *out, const char **why);

#endif
