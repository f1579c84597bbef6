// SPDX-License-Identifier: MIT
// options.h - everything a user can set, as one table.
//
// A row says the name, the kind, the default, the range and what it does; the value lives in struct
// settings. UCI prints the table and sets from it, the shell lists it; what has to happen besides
// storing the value (a new table, another game) is done by the session.
#ifndef ENGINE_OPTIONS_H
#define ENGINE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/game.h"
#include "engine/text.h"

enum option_id {
    OPTION_HASH,
    OPTION_THREADS,
    OPTION_MULTIPV,
    OPTION_PONDER,
    OPTION_CLEAR_HASH,
    OPTION_MOVE_OVERHEAD,
    OPTION_GAME,
    OPTION_VARIANT,
    OPTION_SHOW_WDL,
    OPTION_SHOW_PROOF,
    OPTION_SEARCH,
    OPTION_PLAYOUT,
    OPTION_EXPLORATION,
    OPTION_KERNEL,
    OPTION_STRENGTH,
    OPTION_LIMIT_STRENGTH,
    OPTION_ELO,
    OPTION_LEVEL,
    OPTION_OWN_BOOK,
    OPTION_BOOK_FILE,
    OPTION_BOOK_VARIETY,
    OPTION_BOOK_DEPTH,
    OPTION_COUNT,
};

enum { BOOK_FILE_MAX = 1024 };

enum option_type { TYPE_SPIN, TYPE_CHECK, TYPE_COMBO, TYPE_BUTTON, TYPE_STRING };

struct settings {
    int hash_mib, threads, multipv, move_overhead;
    bool ponder, show_wdl, show_proof;
    int search, playout, kernel; // enum search_kind, enum playout_kind, enum kernel
    int exploration;
    int strength; // as in strength.h
    bool limit_strength;
    int elo;
    int level;   // -1 = none
    int variant; // 0 = none, else game_variant(variant - 1)
    char game[GAME_ID_MAX];
    bool own_book;
    char book_file[BOOK_FILE_MAX];
    int book_variety, book_depth;
};

struct option {
    const char *name;
    enum option_type type;
    int value, min, max; // default and range; a check's default is 0 or 1, a string's max its size
    const char *text;    // default of a string; NULL = the first game
    const char *(*word)(
        int i);    // the words of a combo, NULL after the last; the default is word(value)
    size_t offset; // of its field in struct settings
    const char *help;
};

extern const struct option options[OPTION_COUNT];

// Every option at its default.
struct settings settings_default(void);

// The default of a string.
const char *option_text(const struct option *o);

// The row of this name in any case, or NULL.
const struct option *option_find(struct word name);

// Stores a value. False leaves *s untouched and points *why at a sentence.
bool option_store(struct settings *s, const struct option *o, struct word value, const char **why);

// Writes the value as the user would set it; nothing for a button.
void option_show(const struct settings *s, const struct option *o, struct writer *out);

// Writes UCI's "option name ..." line.
void option_describe(const struct option *o, struct writer *out);

#endif
