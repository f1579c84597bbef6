// SPDX-License-Identifier: MIT
// edit.h - a line being typed: its text, the cursor in it, and what each key does to both.
//
// Bytes go in as the terminal sends them, in any pieces. The text is whole UTF-8 always; the cursor
// stands between characters, where a character is a base with the marks that combine with it.
//
//      text     the line, `length` bytes, the cursor before text[cursor]
//      key      bytes of a key or a character that is not whole yet: ESC [ 1 ; 5
//      history  the lines entered before, oldest first; `at` is the one shown, `count` the new one
//
// What is pasted (between the terminal's ESC[200~ and ESC[201~) is text and nothing else: its line
// ends become blanks, and it waits for the enter key like anything typed.
#ifndef PROTOCOL_EDIT_H
#define PROTOCOL_EDIT_H

#include "engine/text.h"

enum { EDIT_MAX = 1024, HISTORY_MAX = 500 };

enum edit_event {
    EDIT_NOTHING,  // the key is not whole, or did nothing
    EDIT_CHANGED,  // text or cursor have changed
    EDIT_ENTERED,  // the line is complete: the caller takes it
    EDIT_COMPLETE, // the user asks what may stand before the cursor
    EDIT_CLEAR,    // the user wants an empty screen
    EDIT_END,      // the user has nothing more to say
};

struct history {
    int count;
    char *line[HISTORY_MAX];
};

struct edit {
    size_t length, cursor, key_length;
    bool pasting;
    int at;
    struct history history;
    char text[EDIT_MAX], draft[EDIT_MAX]; // draft: the new line, while an older one is shown
    char key[16];
};

// Takes a byte of the terminal's.
enum edit_event edit_byte(struct edit *e, unsigned char byte);

// True when text may stand in a line: UTF-8, and no control characters.
bool edit_is_text(struct word text);

// Puts text in at the cursor; what is no such text, or does not fit, is left out whole.
void edit_insert(struct edit *e, struct word text);

// Removes the bytes from `begin` up to the cursor.
void edit_erase_to_cursor(struct edit *e, size_t begin);

// An empty new line; the one there was is forgotten.
void edit_clear(struct edit *e);

// Remembers a line: not an empty one, nor the one before again. The oldest goes when there are too
// many.
void history_add(struct history *h, struct word line);
void history_free(struct history *h);

// Columns of a terminal that text takes, and the byte after its first character.
int edit_columns(const char *text, size_t length);
size_t edit_next(const char *text, size_t length, size_t at);

#endif
