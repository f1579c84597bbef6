// SPDX-License-Identifier: MIT
// forms.h - what a form of record is made of, for those who write one.
//
// A form is one struct record_form in a file of its own, listed in forms.c: how its bytes are
// recognised, how one record is read from them, how one is written. `next` reads with the functions
// below, which never go beyond the bytes; it stops for nothing that it can read past, so that the
// record after a bad one is found: the first complaint (record_fail) is kept, and moves after it
// are not played.
#ifndef BOOK_RECORDS_FORMS_H
#define BOOK_RECORDS_FORMS_H

#include "book/records/record.h"

struct record_form {
    const char *name, *title, *ending;
    // True when it can write moves that are no cell, such as a swap.
    bool has_special;
    // True when the bytes look like this form.
    bool (*looks_like)(struct word bytes);
    // Reads the record that comes next; false when there is none. A true one has moved r->at.
    bool (*next)(struct record_reader *r, struct game_record *out);
    // Writes a record. False when the form can't hold it; out->why then says why (record_refuse).
    bool (*write)(const struct game_record *r, struct record_out *out);
};

// ---- the record ---------------------------------------------------------------------------------

// Begins at another position and keeps the texts.
void record_begin_at(struct game_record *r, const struct game *game, const struct position *start);

// A result by its margin.
void record_set_margin(struct game_record *r, int margin);

// A date in any of the forms' ways: 2024.05.31, 2024-05-31_12:00, ????.??.??, seconds since 1970.
// The first is kept.
void record_set_date(struct game_record *r, struct word text);

// Adds to a text of the block, character by character; 0 is a text that was not begun.
void text_begin(struct game_record *r, size_t *text);
void text_put(struct game_record *r, char c);
void text_end(struct game_record *r, size_t *text);

// Makes `more` the end of *text, on a line of its own. Costs nothing: it must lie right behind it,
// which it does when *text is `before`, the last text when `more` was begun; else a text that is
// there already stays alone.
void text_join(struct game_record *r, size_t *text, size_t more, size_t before);

// ---- reading ------------------------------------------------------------------------------------

// Refuses the record for something at byte `at`; only the first complaint counts.
void record_fail(struct record_reader *r, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Plays a move that stands at byte `at` as `text`, or refuses the record. A pass after the end of
// the game is let go by. The second form plays for a side, and lets every pass go by that is none.
void reader_play(struct record_reader *r, struct game_record *out, size_t at, struct word text,
                 move m);
void reader_play_for(struct record_reader *r, struct game_record *out, size_t at, struct word text,
                     enum side side, move m);

// Begins the record at the start of a game's board, or refuses it.
bool reader_begin(struct record_reader *r, struct game_record *out, size_t at, const char *id);

// Steps over blanks, line ends and other bytes below them.
void reader_skip_blanks(struct record_reader *r);

// The next line without its end, and steps over it. False at the end of the bytes.
bool reader_line(struct record_reader *r, struct word *line);

// Where in the bytes a piece of them lies.
size_t reader_place(const struct record_reader *r, struct word piece);

// The pass in the words of many programs: pass, pa, ps, --, @@, @@@@, 0000.
bool word_is_pass(struct word w);

// A decimal number with or without a sign as hundredths. False when it is none.
bool word_hundredths(struct word w, int32_t *out);

// Takes what stands before the next `mark` off the front of *rest; the whole when there is none.
struct word word_before(struct word *rest, char mark);

// The first part of the bytes after a byte order mark and blanks, for looks_like.
struct word opening_of(struct word bytes);

// ---- writing ------------------------------------------------------------------------------------

void out_bytes(struct record_out *out, const void *bytes, size_t length);
void out_text(struct record_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Refuses; always false.
bool record_refuse(struct record_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The date with dots instead of hyphens, as PGN and GGF write it; what is too long is cut.
enum { RECORD_DATE_MAX = 64 };
void record_date(const struct game_record *r, char out[RECORD_DATE_MAX]);

#endif
