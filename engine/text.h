// SPDX-License-Identifier: MIT
// text.h - the only place that turns text into numbers, and text into words.
//
// Everything here is bounded and total: any bytes in, false or an empty word out.
#ifndef ENGINE_TEXT_H
#define ENGINE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A piece of somebody else's text; not terminated.
struct word {
    const char *text;
    size_t length;
};

// A text being built in a fixed buffer; what does not fit is cut and `cut` says so.
struct writer {
    char *text;
    size_t size, length;
    bool cut;
};

// Takes the next blank-separated word off the front of *rest. False when none is left.
bool word_next(struct word *rest, struct word *out);

// The whole of a terminated string as a word.
struct word word_of(const char *text);

// Blanks removed from both ends.
struct word word_trim(struct word w);

// True when the word is exactly this text; the second form ignores ASCII case.
bool word_is(struct word w, const char *text);
bool word_is_nocase(struct word w, const char *text);

// A whole number in [min, max]. False for anything else: empty, trailing characters, out of range.
bool word_int(struct word w, int64_t min, int64_t max, int64_t *out);

// A whole number clamped into [min, max]; false only when it is not a number at all, however long.
bool word_int_clamped(struct word w, int64_t min, int64_t max, int64_t *out);

// A decimal number such as "0.25" in [0, max], as thousandths. False for anything else.
bool word_thousandths(struct word w, int64_t max, int64_t *out);

// Copies the word as a terminated string. False when it does not fit or holds a NUL, and then *out
// is untouched.
bool word_copy(struct word w, char *out, size_t size);

// Starts a writer on a buffer of `size` bytes, at least 1; it is always terminated.
struct writer writer_on(char *buffer, size_t size);

// Appends formatted text.
void write_text(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void write_text_args(struct writer *w, const char *format, va_list args);

#endif
