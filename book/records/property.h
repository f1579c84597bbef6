// SPDX-License-Identifier: MIT
// property.h - the brackets that SGF and GGF share:  NAME[value][value]
//
// A value ends at the first ] that no backslash guards.
#ifndef BOOK_RECORDS_PROPERTY_H
#define BOOK_RECORDS_PROPERTY_H

#include "book/records/forms.h"

enum { PROPERTY_NAME_MAX = 8 };

// Steps to the next "(;" and behind it. False when there is none.
bool property_open(struct record_reader *r);

// The name of a property, at most 7 capital letters; small letters inside it (SGF before FF[4]) are
// dropped. False when none stands here.
bool property_name(struct record_reader *r, char name[PROPERTY_NAME_MAX]);

// The next value of a property. False when none stands here, or when the bytes end inside it.
bool property_value(struct record_reader *r, struct word *value);

// Steps over everything to the ) that ends a record `depth` brackets deep. False when it is cut
// off.
bool property_close(struct record_reader *r, int depth);

// Adds a value to a text, its escapes resolved; line ends become blanks when it is to be one line.
void property_text(struct game_record *out, size_t *text, struct word value, bool one_line);

// Writes a property with its escapes; nothing when the value is empty.
void out_property(struct record_out *out, const char *name, const char *value);

// True when the bytes begin as such a record does; *root is then the beginning of what follows.
bool property_begins(struct word bytes, struct word *root);

#endif
