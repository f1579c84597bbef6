// SPDX-License-Identifier: MIT
// forms.h - a job's flags in the forms of others: a manual page, and completions of three shells.
// manual.h puts them together.
#ifndef PROTOCOL_JOBS_FORMS_H
#define PROTOCOL_JOBS_FORMS_H

#include "protocol/jobs/args.h"

enum help_form { HELP_TEXT, HELP_MAN, HELP_BASH, HELP_ZSH, HELP_FISH };

extern const char *const help_form_names[]; // "man"; the first is empty, NULL after the last

// The form of a word: "--help" and "-h" are text, "--help=man" a manual page. False when the word is
// no call for help.
bool help_asked(const char *word, enum help_form *form);

// Prints the flags of the job whose usage this is: "outflank book learn BOOK [flags]".
void help_flags(enum help_form form, const char *usage, const struct flag *flags);

// Prints the words that may follow another, "book" and "learn", in forms that are no text.
struct help_row {
    const char *word, *help;
};
void help_words(enum help_form form, const char *before, const struct help_row *rows, int count);

// Text for a manual page, and inside single quotes of a shell, where the characters of `also` take a
// backslash.
void put_roff(const char *text);
void put_quoted(const char *text, const char *also);

#endif
