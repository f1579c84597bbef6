// SPDX-License-Identifier: MIT
#include "engine/text.h"

#include <stdio.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool word_next(struct word *rest, struct word *out)
{
    const char *at = rest->text, *end = rest->text + rest->length;
    while (at < end && is_blank(*at))
        at++;
    const char *start = at;
    while (at < end && !is_blank(*at))
        at++;
    *out = (struct word){start, (size_t)(at - start)};
    *rest = (struct word){at, (size_t)(end - at)};
    return out->length > 0;
}

struct word word_of(const char *text)
{
    return (struct word){text, strlen(text)};
}

struct word word_trim(struct word w)
{
    while (w.length && is_blank(w.text[0])) {
        w.text++;
        w.length--;
    }
    while (w.length && is_blank(w.text[w.length - 1]))
        w.length--;
    return w;
}

bool word_is(struct word w, const char *text)
{
    return w.length == strlen(text) && memcmp(w.text, text, w.length) == 0;
}

bool word_is_nocase(struct word w, const char *text)
{
    if (w.length != strlen(text))
        return false;
    for (size_t i = 0; i < w.length; i++)
        if (lower(w.text[i]) != lower(text[i]))
            return false;
    return true;
}

bool word_int_clamped(struct word w, int64_t min, int64_t max, int64_t *out)
{
    bool negative = w.length && w.text[0] == '-';
    size_t i = negative ? 1 : 0;
    if (w.length && w.text[0] == '+')
        i = 1;
    if (i == w.length)
        return false;
    int64_t value = 0;
    const int64_t ceiling =
        INT64_MAX / 16; // far beyond any limit used here, and safe to multiply by 10
    for (; i < w.length; i++) {
        if (w.text[i] < '0' || w.text[i] > '9')
            return false;
        value = value >= ceiling ? ceiling : value * 10 + (w.text[i] - '0');
    }
    if (negative)
        value = -value;
    *out = value < min ? min : value > max ? max : value;
    return true;
}

bool word_int(struct word w, int64_t min, int64_t max, int64_t *out)
{
    int64_t value;
    if (!word_int_clamped(w, INT64_MIN, INT64_MAX, &value) || value < min || value > max)
        return false;
    *out = value;
    return true;
}

bool word_thousandths(struct word w, int64_t max, int64_t *out)
{
    const char *dot = memchr(w.text, '.', w.length);
    struct word whole = {w.text, dot ? (size_t)(dot - w.text) : w.length};
    struct word part = {dot ? dot + 1 : w.text, dot ? w.length - whole.length - 1 : 0};
    int64_t units = 0, value = 0;
    if (whole.length == 0 && part.length == 0)
        return false;
    if (whole.length && !word_int(whole, 0, max, &units))
        return false;
    for (size_t i = 0; i < part.length; i++) {
        if (part.text[i] < '0' || part.text[i] > '9')
            return false;
        if (i < 3)
            value = value * 10 + (part.text[i] - '0');
    }
    for (size_t i = part.length; i < 3; i++)
        value *= 10;
    *out = units * 1000 + value;
    return true;
}

bool word_copy(struct word w, char *out, size_t size)
{
    if (w.length >= size || memchr(w.text, '\0', w.length))
        return false;
    memcpy(out, w.text, w.length);
    out[w.length] = '\0';
    return true;
}

struct writer writer_on(char *buffer, size_t size)
{
    buffer[0] = '\0';
    return (struct writer){buffer, size, 0, false};
}

void write_text_args(struct writer *w, const char *format, va_list args)
{
    size_t room = w->size - w->length;
    int wanted = vsnprintf(w->text + w->length, room, format, args);
    if (wanted < 0 || (size_t)wanted >= room) {
        w->cut = true;
        w->length = w->size - 1;
        w->text[w->length] = '\0';
    } else {
        w->length += (size_t)wanted;
    }
}

void write_text(struct writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_text_args(w, format, args);
    va_end(args);
}
