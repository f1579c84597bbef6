// SPDX-License-Identifier: MIT
// reader.h - the prompt's line on a terminal: drawn, edited, completed, remembered.
//
//      terminal --bytes--> line_reader --> edit.h --whole lines--> line_reader --> dialogue
//                                            |
//      terminal <--- one line, drawn over ---'   prompt and text; wider than the window: scrolled
//
// The terminal gives every key at once and echoes none as long as a reader is open; whoever leaves
// (end, signal, ctrl-Z) gets it back as it was. What is typed while the engine thinks is kept, shown
// behind the line of the search, and stands at the next prompt.
//
// Threads: all of it belongs to the one that takes the lines, but for reader_prompt and reader_note,
// which any may call.
#ifndef PROTOCOL_READER_H
#define PROTOCOL_READER_H

#include "protocol/protocol.h"

enum { CANDIDATES_MAX = 600, CANDIDATE_MAX = 64 };

// What may stand where the cursor is; `begin` is the byte of the line it would begin at.
struct candidates {
    size_t begin;
    int count;
    char name[CANDIDATES_MAX][CANDIDATE_MAX];
};

// Adds a name, unless it does not begin with `typed` (in any case), stands there already or could not
// be typed: a file's name may hold anything.
void candidates_add(struct candidates *c, struct word typed, const char *name);

struct completer {
    void *owner;
    void (*complete)(void *owner, struct word before_cursor, struct candidates *out);
};

struct reader;

// Takes the terminal over. NULL when the connection is none, or the terminal is dumb: then lines come
// as the terminal edits them. The history is read from `history_path`, which may be NULL.
struct reader *reader_open(struct connection *c, struct completer completer,
                           const char *history_path);

// Gives the terminal back, writes the history and ends the reader; NULL is harmless.
void reader_close(struct reader *r);

// Shows this prompt with what has been typed behind it, from now on; wipes the line off.
void reader_prompt(struct reader *r, const char *prompt);
void reader_hide(struct reader *r);

// Writes a line of text above the one being typed.
void reader_note(struct reader *r, const char *text);

// Forgets what has been typed, and that something is being pasted. False when nothing was typed.
bool reader_drop(struct reader *r);

#endif
