// SPDX-License-Identifier: MIT
#include "protocol/edit.h"

#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"

// ---- characters ---------------------------------------------------------------------------------

// How many bytes a character that begins so has; 0 = none begins so.
static size_t bytes_of(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xc2 ? 0
           : first < 0xe0 ? 2
           : first < 0xf0 ? 3
           : first < 0xf5 ? 4
                          : 0;
}

// The character at text[0], which is whole.
static uint32_t code_of(const char *text)
{
    unsigned char first = (unsigned char)text[0];
    size_t n = bytes_of(first);
    uint32_t code = n == 1 ? first : first & (0x7fu >> n);
    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3fu);
    return code;
}

// Columns of a character: none for marks that combine with the one before, two for the wide ones of
// East Asia and the pictures.
static int columns_of(uint32_t code)
{
    static const struct {
        uint32_t first, last;
        int columns;
    } ranges[] = {
        {0x300, 0x36f, 0},     {0x483, 0x489, 0},     {0x591, 0x5bd, 0},     {0x610, 0x61a, 0},
        {0x64b, 0x65f, 0},     {0x1100, 0x115f, 2},   {0x1ab0, 0x1aff, 0},   {0x1dc0, 0x1dff, 0},
        {0x200b, 0x200f, 0},   {0x20d0, 0x20ff, 0},   {0x2e80, 0x303e, 2},   {0x3041, 0xa4cf, 2},
        {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe20, 0xfe2f, 0},
        {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},   {0x1f300, 0x1f64f, 2},
        {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1f9ff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < LENGTH(ranges); i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}

int edit_columns(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i += bytes_of((unsigned char)text[i]))
        columns += columns_of(code_of(text + i));
    return columns;
}

size_t edit_next(const char *text, size_t length, size_t at)
{
    if (at < length)
        at += bytes_of((unsigned char)text[at]);
    while (at < length && columns_of(code_of(text + at)) == 0)
        at += bytes_of((unsigned char)text[at]);
    return at;
}

// The beginning of the character before `at`.
static size_t edit_previous(const struct edit *e, size_t at)
{
    size_t before = 0;
    for (size_t i = 0; i < at; i = edit_next(e->text, e->length, i))
        before = i;
    return before;
}

static bool is_blank(const struct edit *e, size_t at)
{
    return e->text[at] == ' ';
}

// Where the word before the cursor begins, and where the one after it ends.
static size_t word_begin(const struct edit *e)
{
    size_t at = e->cursor;
    while (at > 0 && is_blank(e, at - 1))
        at--;
    while (at > 0 && !is_blank(e, at - 1))
        at--;
    return at;
}

static size_t word_end(const struct edit *e)
{
    size_t at = e->cursor;
    while (at < e->length && is_blank(e, at))
        at++;
    while (at < e->length && !is_blank(e, at))
        at++;
    return at;
}

// A mark may have come to combine with the character before the cursor: then it stands behind both.
static void leave_character(struct edit *e)
{
    size_t at = 0;
    while (at < e->cursor)
        at = edit_next(e->text, e->length, at);
    e->cursor = at;
}

// ---- the text -----------------------------------------------------------------------------------

// True when these bytes are one whole character that may stand in a line.
static bool is_character(const char *text, size_t length)
{
    if (length == 0 || bytes_of((unsigned char)text[0]) != length)
        return false;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return false;
    uint32_t code = code_of(text);
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= ' ' && (code < 0x7f || code > 0x9f) && code >= least[length] &&
           (code < 0xd800 || code > 0xdfff) && code < 0x110000;
}

bool edit_is_text(struct word text)
{
    for (size_t i = 0, n; i < text.length; i += n) {
        n = bytes_of((unsigned char)text.text[i]);
        if (n == 0 || n > text.length - i || !is_character(text.text + i, n))
            return false;
    }
    return true;
}

void edit_insert(struct edit *e, struct word text)
{
    if (e->length + text.length >= EDIT_MAX || !edit_is_text(text))
        return;
    char *here = e->text + e->cursor;
    memmove(here + text.length, here, e->length - e->cursor);
    memcpy(here, text.text, text.length);
    e->length += text.length;
    e->cursor += text.length;
    leave_character(e);
}

// Removes the bytes between two places and leaves the cursor there.
static void erase(struct edit *e, size_t begin, size_t end)
{
    memmove(e->text + begin, e->text + end, e->length - end);
    e->length -= end - begin;
    e->cursor = begin;
    leave_character(e);
}

void edit_erase_to_cursor(struct edit *e, size_t begin)
{
    erase(e, begin, e->cursor);
}

void edit_clear(struct edit *e)
{
    e->length = e->cursor = 0;
    e->at = e->history.count;
}

// ---- history ------------------------------------------------------------------------------------

void history_add(struct history *h, struct word line)
{
    if (line.length == 0 || (h->count && word_is(line, h->line[h->count - 1])))
        return;
    char *copy = malloc(line.length + 1);
    if (!copy || !word_copy(line, copy, line.length + 1)) {
        free(copy);
        return;
    }
    if (h->count == HISTORY_MAX) {
        free(h->line[0]);
        memmove(h->line, h->line + 1, sizeof h->line - sizeof h->line[0]);
        h->count--;
    }
    h->line[h->count++] = copy;
}

void history_free(struct history *h)
{
    while (h->count > 0)
        free(h->line[--h->count]);
}

// Shows an older line, or the new one again.
static void go_through_history(struct edit *e, int step)
{
    int to = e->at + step;
    if (to < 0 || to > e->history.count)
        return;
    if (e->at == e->history.count) {
        e->text[e->length] = '\0';
        memcpy(e->draft, e->text, e->length + 1);
    }
    const char *line = to == e->history.count ? e->draft : e->history.line[to];
    e->at = to;
    e->length = e->cursor = 0;
    edit_insert(e, word_of(line));
}

// ---- keys ---------------------------------------------------------------------------------------

// clang-format off
enum key {
    KEY_NONE, KEY_LEFT, KEY_RIGHT, KEY_HOME, KEY_END, KEY_WORD_LEFT, KEY_WORD_RIGHT, KEY_BACKSPACE, KEY_DELETE,
    KEY_DELETE_OR_END, KEY_ERASE_END, KEY_ERASE_BEGIN, KEY_ERASE_WORD, KEY_ERASE_WORD_RIGHT, KEY_UP, KEY_DOWN,
    KEY_TAB, KEY_CLEAR, KEY_ENTER, KEY_PASTE, KEY_PASTE_END,
};

// What a control character means: ctrl-A is 1.
static const enum key controls[32] = {
    [1] = KEY_HOME, [2] = KEY_LEFT, [4] = KEY_DELETE_OR_END, [5] = KEY_END, [6] = KEY_RIGHT, [8] = KEY_BACKSPACE,
    [9] = KEY_TAB, [10] = KEY_ENTER, [11] = KEY_ERASE_END, [12] = KEY_CLEAR, [13] = KEY_ENTER, [14] = KEY_DOWN,
    [16] = KEY_UP, [21] = KEY_ERASE_BEGIN, [23] = KEY_ERASE_WORD,
};

// What follows ESC, as the usual terminals have it.
static const struct {
    const char *bytes;
    enum key key;
} escapes[] = {
    {"[A", KEY_UP},      {"OA", KEY_UP},      {"[B", KEY_DOWN},        {"OB", KEY_DOWN},
    {"[C", KEY_RIGHT},   {"OC", KEY_RIGHT},   {"[D", KEY_LEFT},        {"OD", KEY_LEFT},
    {"[H", KEY_HOME},    {"OH", KEY_HOME},    {"[1~", KEY_HOME},       {"[7~", KEY_HOME},
    {"[F", KEY_END},     {"OF", KEY_END},     {"[4~", KEY_END},        {"[8~", KEY_END},
    {"[1;5C", KEY_WORD_RIGHT}, {"[1;3C", KEY_WORD_RIGHT}, {"f", KEY_WORD_RIGHT},
    {"[1;5D", KEY_WORD_LEFT},  {"[1;3D", KEY_WORD_LEFT},  {"b", KEY_WORD_LEFT},
    {"d", KEY_ERASE_WORD_RIGHT}, {"\x7f", KEY_ERASE_WORD}, {"[3~", KEY_DELETE},
    {"[200~", KEY_PASTE}, {"[201~", KEY_PASTE_END},
};
// clang-format on

static enum edit_event moved(struct edit *e, size_t to)
{
    e->cursor = to;
    leave_character(e);
    return EDIT_CHANGED;
}

static enum edit_event erased(struct edit *e, size_t begin, size_t end)
{
    erase(e, begin, end);
    return EDIT_CHANGED;
}

static enum edit_event obey(struct edit *e, enum key key)
{
    size_t here = e->cursor, next = edit_next(e->text, e->length, here);
    switch (key) {
    case KEY_LEFT:
        return moved(e, edit_previous(e, here));
    case KEY_RIGHT:
        return moved(e, next);
    case KEY_HOME:
        return moved(e, 0);
    case KEY_END:
        return moved(e, e->length);
    case KEY_WORD_LEFT:
        return moved(e, word_begin(e));
    case KEY_WORD_RIGHT:
        return moved(e, word_end(e));
    case KEY_BACKSPACE:
        return erased(e, edit_previous(e, here), here);
    case KEY_DELETE_OR_END:
        return e->length == 0 ? EDIT_END : erased(e, here, next);
    case KEY_DELETE:
        return erased(e, here, next);
    case KEY_ERASE_END:
        return erased(e, here, e->length);
    case KEY_ERASE_BEGIN:
        return erased(e, 0, here);
    case KEY_ERASE_WORD:
        return erased(e, word_begin(e), here);
    case KEY_ERASE_WORD_RIGHT:
        return erased(e, here, word_end(e));
    case KEY_UP:
    case KEY_DOWN:
        go_through_history(e, key == KEY_UP ? -1 : 1);
        return EDIT_CHANGED;
    case KEY_TAB:
        return EDIT_COMPLETE;
    case KEY_CLEAR:
        return EDIT_CLEAR;
    case KEY_ENTER:
        return EDIT_ENTERED;
    case KEY_PASTE:
    case KEY_PASTE_END:
        e->pasting = key == KEY_PASTE;
        return EDIT_NOTHING;
    case KEY_NONE:
        break;
    }
    return EDIT_NOTHING;
}

// One more byte after ESC: ESC x, ESC O x, or ESC [ with parameters and a last byte from @ to ~.
static enum edit_event escape_byte(struct edit *e, unsigned char byte)
{
    bool whole = e->key_length == 1 ? byte != '[' && byte != 'O'
                 : e->key[1] == 'O' ? true
                                    : byte >= '@' && byte <= '~';
    e->key[e->key_length++] = (char)byte;
    if (!whole && e->key_length < sizeof e->key && byte >= ' ')
        return EDIT_NOTHING;
    struct word name = {e->key + 1, e->key_length - 1};
    e->key_length = 0;
    for (size_t i = 0; i < LENGTH(escapes); i++)
        if (word_is(name, escapes[i].bytes) && (!e->pasting || escapes[i].key == KEY_PASTE_END))
            return obey(e, escapes[i].key);
    return EDIT_NOTHING;
}

// One more byte of a character.
static enum edit_event text_byte(struct edit *e, unsigned char byte)
{
    if (e->key_length && (byte & 0xc0) != 0x80)
        e->key_length = 0; // the one before was cut short
    e->key[e->key_length++] = (char)byte;
    size_t n = bytes_of((unsigned char)e->key[0]);
    if (n > e->key_length)
        return EDIT_NOTHING;
    edit_insert(e, (struct word){e->key, e->key_length});
    e->key_length = 0;
    return EDIT_CHANGED;
}

enum edit_event edit_byte(struct edit *e, unsigned char byte)
{
    if (e->key_length && e->key[0] == '\033')
        return escape_byte(e, byte);
    if (byte == '\033') {
        e->key[0] = '\033';
        e->key_length = 1;
        return EDIT_NOTHING;
    }
    if (e->pasting && (byte < ' ' || byte == 0x7f))
        byte = ' ';
    if (byte < ' ' || byte == 0x7f)
        return obey(e, byte == 0x7f ? KEY_BACKSPACE : controls[byte]);
    return text_byte(e, byte);
}
