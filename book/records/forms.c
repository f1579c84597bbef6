// SPDX-License-Identifier: MIT
#include "book/records/forms.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "engine/games.h"
#include "engine/notation.h"

// In the order in which bytes are tried; the last looks like anything.
const struct record_form *const record_forms[] = {
    &record_wthor, &record_ggf,   &record_sgf,      &record_pgn,
    &record_psq,   &record_fairy, &record_movetext, NULL,
};

const char *record_form_name(const struct record_form *f)
{
    return f->name;
}

const char *record_form_title(const struct record_form *f)
{
    return f->title;
}

const char *record_form_ending(const struct record_form *f)
{
    return f->ending;
}

const struct record_form *record_form_named(struct word name)
{
    for (int i = 0; record_forms[i]; i++)
        if (word_is_nocase(name, record_forms[i]->name))
            return record_forms[i];
    return NULL;
}

const struct record_form *record_form_of_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/'))
        return NULL;
    if (strcasecmp(dot, ".rec") == 0)
        return &record_psq;
    for (int i = 0; record_forms[i]; i++)
        if (strcasecmp(dot + 1, record_forms[i]->ending) == 0)
            return record_forms[i];
    return NULL;
}

struct word opening_of(struct word bytes)
{
    enum { OPENING = 4096 };
    size_t i = bytes.length >= 3 && memcmp(bytes.text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (i < bytes.length && (unsigned char)bytes.text[i] <= ' ')
        i++;
    size_t left = bytes.length - i;
    return (struct word){bytes.text + i, left < OPENING ? left : OPENING};
}

const struct record_form *records_detect(struct word bytes)
{
    int i = 0;
    while (record_forms[i + 1] && !record_forms[i]->looks_like(bytes))
        i++;
    return record_forms[i];
}

// ---- reading ------------------------------------------------------------------------------------

void record_reader_open(struct record_reader *r, const struct record_form *form, struct word bytes,
                        const struct game *game, const struct position *like)
{
    char shape[GAME_ID_MAX];
    const char *why;
    *r = (struct record_reader){.form = form ? form : records_detect(bytes),
                                .text = bytes.text,
                                .length = bytes.length,
                                .game = game,
                                .start = *like,
                                .line = 1};
    game->shape(like, shape);
    game->start(&r->start, shape, &why);
    if (bytes.length >= 3 && memcmp(bytes.text, "\xef\xbb\xbf", 3) == 0)
        r->at = r->line_begin = r->counted = 3;
}

enum record_status record_next(struct record_reader *r, struct game_record *out)
{
    r->failed = false;
    r->begun = r->at;
    record_reset(out, r->game, &r->start);
    bool found = !r->ended && r->form->next(r, out);
    r->ended = r->ended || !found;
    if (!found && r->any)
        return RECORD_END;
    r->any = true;
    if (!found)
        record_fail(r, r->begun, "there is no %s record in it", r->form->title);
    if (out->short_of_memory)
        record_fail(r, r->begun, "memory is short");
    if (r->failed)
        return RECORD_BAD;
    record_settle(out);
    return RECORD_GOOD;
}

// Counts the lines up to byte `at`. Complaints come in the order of the bytes but for those about
// what was read before, so that the counting goes on from where it stopped.
static void count_lines(struct record_reader *r, size_t at)
{
    for (; r->counted < at && r->counted < r->length; r->counted++)
        if (r->text[r->counted] == '\n') {
            r->line++;
            r->line_begin = r->counted + 1;
        }
}

void record_fail(struct record_reader *r, size_t at, const char *format, ...)
{
    va_list args;
    if (r->failed)
        return;
    r->failed = true;
    struct writer w = writer_on(r->error.why, sizeof r->error.why);
    va_start(args, format);
    write_text_args(&w, format, args);
    va_end(args);
    count_lines(r, at);
    r->error.line = r->line;
    r->error.column = at >= r->line_begin ? at - r->line_begin + 1 : 1;
}

// A piece of the bytes as it may be shown to people: short, and without control characters.
static void show(struct word text, char out[16])
{
    size_t n = 0;
    for (; n < text.length && n < 15; n++)
        out[n] = text.text[n] > ' ' && text.text[n] < 0x7f ? text.text[n] : '?';
    out[n] = '\0';
}

static void refuse_move(struct record_reader *r, struct game_record *out, size_t at,
                        struct word text)
{
    char shown[16];
    int margin;
    bool over = out->game->over(&out->end, &margin);
    show(text, shown);
    record_fail(r, at, "move %d, %s, %s", out->count + 1, shown,
                over ? "comes after the end of the game" : "is not legal");
}

void reader_play(struct record_reader *r, struct game_record *out, size_t at, struct word text,
                 move m)
{
    int margin;
    if (r->failed || record_play(out, m) || (m == MOVE_PASS && out->game->over(&out->end, &margin)))
        return;
    refuse_move(r, out, at, text);
}

void reader_play_for(struct record_reader *r, struct game_record *out, size_t at, struct word text,
                     enum side side, move m)
{
    if (!r->failed && !record_play_for(out, side, m) && m != MOVE_PASS)
        refuse_move(r, out, at, text);
}

bool reader_begin(struct record_reader *r, struct game_record *out, size_t at, const char *id)
{
    const struct game *game;
    struct position start;
    const char *why;
    if (!game_find(word_of(id), &game, &start, &why)) {
        record_fail(r, at, "%s: %s", id, why);
        return false;
    }
    record_begin_at(out, game, &start);
    return true;
}

void reader_skip_blanks(struct record_reader *r)
{
    while (r->at < r->length && (unsigned char)r->text[r->at] <= ' ')
        r->at++;
}

bool reader_line(struct record_reader *r, struct word *line)
{
    if (r->at >= r->length)
        return false;
    const char *begin = r->text + r->at;
    const char *end = memchr(begin, '\n', r->length - r->at);
    size_t n = end ? (size_t)(end - begin) : r->length - r->at;
    r->at += end ? n + 1 : n;
    while (n && (unsigned char)begin[n - 1] <= ' ')
        n--;
    *line = word_trim((struct word){begin, n});
    return true;
}

size_t reader_place(const struct record_reader *r, struct word piece)
{
    return (size_t)(piece.text - r->text);
}

bool word_is_pass(struct word w)
{
    static const char *const names[] = {"pass", "pa", "ps", "--", "@@", "@@@@", "0000"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is_nocase(w, names[i]))
            return true;
    return false;
}

bool word_hundredths(struct word w, int32_t *out)
{
    bool negative = w.length && w.text[0] == '-';
    int64_t value;
    if (negative || (w.length && w.text[0] == '+')) {
        w.text++;
        w.length--;
    }
    if (w.length && (w.text[0] == '+' || w.text[0] == '-'))
        return false;
    if (!word_thousandths(w, 10000000, &value))
        return false;
    value = (value + 5) / 10;
    *out = (int32_t)(negative ? -value : value);
    return true;
}

struct word word_before(struct word *rest, char mark)
{
    const char *found = memchr(rest->text, mark, rest->length);
    size_t n = found ? (size_t)(found - rest->text) : rest->length;
    struct word part = {rest->text, n};
    rest->text += found ? n + 1 : n;
    rest->length -= found ? n + 1 : n;
    return part;
}

// ---- dates --------------------------------------------------------------------------------------

static bool digits(struct word w, size_t from, size_t count)
{
    if (from + count > w.length)
        return false;
    for (size_t i = from; i < from + count; i++)
        if (w.text[i] < '0' || w.text[i] > '9')
            return false;
    return true;
}

void record_set_date(struct game_record *r, struct word text)
{
    char date[80];
    int64_t seconds;
    text = word_trim(text);
    if (r->text[RECORD_DATE] || (text.length && text.text[0] == '?'))
        return;
    if (text.length > 8 && word_int(text, 0, INT64_C(253402300799), &seconds)) {
        struct tm tm;
        time_t t = (time_t)seconds;
        if (gmtime_r(&t, &tm) && strftime(date, sizeof date, "%Y-%m-%d", &tm))
            record_set(r, RECORD_DATE, word_of(date));
        return;
    }
    bool dotted = digits(text, 0, 4) && digits(text, 5, 2) && text.text[4] == '.';
    if (!dotted || !word_copy(text, date, sizeof date)) {
        record_set(r, RECORD_DATE, text);
        return;
    }
    date[4] = '-';
    if (text.length > 7 && text.text[7] == '.')
        date[7] = '-';
    record_set(r, RECORD_DATE, word_of(date));
}

void record_date(const struct game_record *r, char out[RECORD_DATE_MAX])
{
    const char *date = record_get(r, RECORD_DATE);
    struct writer w = writer_on(out, RECORD_DATE_MAX);
    write_text(&w, "%s", date);
    for (size_t i = 0; i < w.length && i < 8; i++)
        if (out[i] == '-')
            out[i] = '.';
}

// ---- writing ------------------------------------------------------------------------------------

void out_bytes(struct record_out *out, const void *bytes, size_t length)
{
    if (out->room - out->length <= length) {
        size_t room = 2 * out->room + length + 256;
        char *more = realloc(out->text, room);
        if (!more) {
            out->short_of_memory = true;
            return;
        }
        out->text = more;
        out->room = room;
    }
    memcpy(out->text + out->length, bytes, length);
    out->length += length;
    out->text[out->length] = '\0';
}

void out_text(struct record_out *out, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0)
        out_bytes(out, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

bool record_refuse(struct record_out *out, const char *format, ...)
{
    struct writer w = writer_on(out->why, sizeof out->why);
    va_list args;
    va_start(args, format);
    write_text_args(&w, format, args);
    va_end(args);
    return false;
}

// Refuses a record with a move that is no cell, such as a swap.
static bool only_cells(const struct record_form *form, const struct game_record *r,
                       struct record_out *out)
{
    for (int i = 0; i < r->count; i++)
        if (!move_is_cell(r->moves[i].move) && r->moves[i].move != MOVE_PASS)
            return record_refuse(out, "%s has no word for %s", form->title,
                                 special_name(r->game, r->moves[i].move));
    return true;
}

bool record_write(const struct record_form *form, const struct game_record *r,
                  struct record_out *out, const char **why)
{
    size_t length = out->length;
    out->rule_untold = false;
    bool good = (form->has_special || only_cells(form, r, out)) && form->write(r, out);
    if (good && out->short_of_memory)
        good = record_refuse(out, "memory is short");
    if (!good) {
        out->length = length;
        if (out->text)
            out->text[length] = '\0';
        *why = out->why;
    }
    out->short_of_memory = false;
    return good;
}
