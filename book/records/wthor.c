// SPDX-License-Identifier: MIT
// wthor.c - the WTHOR database of the French Othello Federation: one file a year, bytes.
//
//      header, 16 bytes                        game, 68 bytes
//       0  century, year, month, day made       0  tournament   number in the .trn file
//       4  games              32 bits           2  black        number in the .jou file
//       8  names (.jou, .trn) 16 bits           4  white
//      10  year played        16 bits           6  black's discs at the end, empties to the winner
//      12  board size, 0 = 8                    7  the same had both played on perfectly
//      13  1 = solitaires                       8  60 moves: 10 x row + column, from 1; 0 = none
//      14  empties from which that was solved      passes are left out
//
// Numbers are little-endian. The files of names have the same header; a player has 20 bytes, a
// tournament 26, ended by 0, in Latin-1, which becomes UTF-8 here and goes back. Only 8x8 games from
// the usual start fit, and they must have a result.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/records/forms.h"
#include "engine/games.h"

enum {
    HEADER = 16,
    GAME = 68,
    MOVES = 60,
    DISCS = 6,
    PERFECT = 7,
    FIRST_MOVE = 8,
    PLAYER = 20,
    TOURNAMENT = 26,
    NAMES_MAX = 65535,
};

static unsigned two_bytes(const char *at)
{
    return (unsigned)(uint8_t)at[0] | (unsigned)(uint8_t)at[1] << 8;
}

static void put_two(char *at, unsigned value)
{
    at[0] = (char)(value & 255);
    at[1] = (char)(value >> 8 & 255);
}

static size_t games_in(const char *header)
{
    return two_bytes(header + 4) | (size_t)two_bytes(header + 6) << 16;
}

// A header has no mark of its own; a date, a size and the length of the file must fit together.
static bool looks_like(struct word bytes)
{
    const uint8_t *h = (const uint8_t *)bytes.text;
    return bytes.length >= HEADER && h[0] >= 18 && h[0] <= 21 && h[1] < 100 && h[2] <= 12 &&
           h[3] <= 31 && h[15] == 0 && (h[12] == 0 || h[12] == 8 || h[12] == 10) &&
           (bytes.length - HEADER) / GAME <= games_in(bytes.text) + 1 &&
           games_in(bytes.text) < 1 << 24;
}

// ---- reading ------------------------------------------------------------------------------------

// A name from a file of names; none when the file has no such number.
static void read_name(struct game_record *out, enum record_text which, struct word file,
                      size_t size, unsigned number)
{
    size_t at = HEADER + size * number;
    if (file.length < size || at > file.length - size)
        return;
    text_begin(out, &out->text[which]);
    for (size_t i = at; i < at + size && file.text[i]; i++) {
        unsigned c = (uint8_t)file.text[i];
        if (c >= 0x80)
            text_put(out, (char)(0xc0 | c >> 6));
        text_put(out, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c == '\n' ? ' ' : c));
    }
    text_end(out, &out->text[which]);
}

// A result from black's discs: the winner has the empties already.
static int margin_of(char discs)
{
    int n = (uint8_t)discs;
    return 2 * (n > 64 ? 64 : n) - 64;
}

// Says where a complaint belongs: the line is the game, the column the byte in it.
static void place(struct record_reader *r, size_t byte)
{
    r->error.line = r->begun < HEADER ? 0 : (r->begun - HEADER) / GAME + 1;
    r->error.column = byte + 1;
}

static void read_moves(struct record_reader *r, struct game_record *out, const char *game)
{
    for (int i = 0; i < MOVES && game[FIRST_MOVE + i]; i++) {
        int code = (uint8_t)game[FIRST_MOVE + i], row = code / 10 - 1, column = code % 10 - 1;
        bool inside = row >= 0 && row < 8 && column >= 0 && column < 8;
        if (inside && record_play(out, move_at(column, row)))
            continue;
        record_fail(r, r->begun, "move %d, %d, is not legal", i + 1, code);
        place(r, (size_t)(FIRST_MOVE + i));
        return;
    }
}

static void read_game(struct record_reader *r, struct game_record *out)
{
    const char *header = r->text, *game = r->text + r->begun;
    char year[16];
    snprintf(year, sizeof year, "%u", two_bytes(header + 10));
    if (two_bytes(header + 10))
        record_set(out, RECORD_DATE, word_of(year));
    read_name(out, RECORD_EVENT, r->tournaments, TOURNAMENT, two_bytes(game));
    read_name(out, RECORD_FIRST, r->players, PLAYER, two_bytes(game + 2));
    read_name(out, RECORD_SECOND, r->players, PLAYER, two_bytes(game + 4));
    record_set_margin(out, margin_of(game[DISCS]));
    if (header[14]) {
        out->solved_margin = margin_of(game[PERFECT]);
        out->solved_empties = (uint8_t)header[14];
    }
    read_moves(r, out, game);
}

// That a file ends before its last game is reported once.
static bool cut_off(struct record_reader *r, const char *where)
{
    r->ended = true;
    record_fail(r, r->begun, "the file is cut off in %s", where);
    place(r, r->length - r->begun);
    r->at = r->length;
    return true;
}

static bool next(struct record_reader *r, struct game_record *out)
{
    const char *header = r->text;
    if (r->length < HEADER)
        return r->length && cut_off(r, "its header");
    if (r->at < HEADER)
        r->at = r->begun = HEADER;
    if ((r->at - HEADER) / GAME >= games_in(header))
        return false;
    reader_begin(r, out, r->begun, othello_game.name);
    if (header[12] != 0 && header[12] != 8) {
        r->ended = true;
        r->at = r->length;
        record_fail(r, 0, "the board of these games is %dx%d", header[12], header[12]);
        return true;
    }
    if (r->length - r->at < GAME)
        return cut_off(r, "the middle of its games");
    r->at += GAME;
    read_game(r, out);
    return true;
}

// ---- names to write -----------------------------------------------------------------------------

// A file of names that grows, and where each name stands in it: a hash table of numbers, 0 empty.
struct wthor_names {
    size_t size; // of a name
    unsigned count;
    struct record_out file;
    uint16_t slot[1 << 17];
};

struct wthor_names *wthor_names_new(enum wthor_kind kind)
{
    struct wthor_names *n = calloc(1, sizeof *n);
    char header[HEADER] = {20};
    if (!n)
        return NULL;
    n->size = kind == WTHOR_PLAYERS ? PLAYER : TOURNAMENT;
    out_bytes(&n->file, header, HEADER);
    return n;
}

void wthor_names_free(struct wthor_names *n)
{
    if (n)
        free(n->file.text);
    free(n);
}

struct word wthor_names_file(const struct wthor_names *n)
{
    return (struct word){n->file.text, n->file.length};
}

// A name in the file's own bytes: Latin-1, cut to its place; what Latin-1 has no letter for is '?'.
static void to_latin(const char *name, size_t size, char *out)
{
    memset(out, 0, size);
    for (size_t n = 0; *name && n + 1 < size; n++) {
        unsigned c = (uint8_t)*name++;
        if (c >= 0x80 && ((uint8_t)*name & 0xc0) == 0x80) {
            bool latin = c == 0xc2 || c == 0xc3;
            unsigned low = (uint8_t)*name & 0x3f;
            while (((uint8_t)*name & 0xc0) == 0x80)
                name++;
            c = latin ? (c & 3) << 6 | low : '?';
        }
        out[n] = (char)c;
    }
}

// The number of a name, which is added when it is new. "???" is number 0, and so is no name.
static bool number_of(struct wthor_names *n, const char *name, unsigned *number)
{
    char text[TOURNAMENT];
    *number = 0;
    if (!n)
        return true;
    if (n->count == 0) {
        to_latin("???", n->size, text);
        out_bytes(&n->file, text, n->size);
        n->count = 1;
    }
    to_latin(name, n->size, text);
    if (!text[0] || strcmp(text, "???") == 0)
        return !n->file.short_of_memory;
    uint32_t at = 0;
    for (size_t i = 0; i < n->size; i++)
        at = (at ^ (uint8_t)text[i]) * UINT32_C(16777619);
    for (at >>= 15; n->slot[at]; at = (at + 1) & ((1 << 17) - 1))
        if (memcmp(n->file.text + HEADER + n->slot[at] * n->size, text, n->size) == 0) {
            *number = n->slot[at];
            return true;
        }
    if (n->count > NAMES_MAX)
        return false;
    out_bytes(&n->file, text, n->size);
    if (n->file.short_of_memory)
        return false;
    *number = n->count++;
    n->slot[at] = (uint16_t)*number;
    put_two(n->file.text + 8, n->count & 0xffff);
    return true;
}

// ---- writing ------------------------------------------------------------------------------------

// What can't be said in 68 bytes, or NULL.
static const char *what_does_not_fit(const struct game_record *r)
{
    struct grid g;
    r->game->to_grid(&r->start, &g);
    if (r->game != &othello_game || g.width != 8 || g.height != 8)
        return "WTHOR holds Othello on 8x8 only";
    if (record_is_set_up(r))
        return "WTHOR holds games from the usual start only";
    if (record_hands_over(r))
        return "WTHOR has no way to say that a side moves twice";
    if (r->outcome == OUTCOME_UNKNOWN)
        return "WTHOR needs a result";
    return NULL;
}

// Black's discs of a margin.
static char discs_of(int margin)
{
    int discs = (margin + 64) / 2;
    return (char)(discs < 0 ? 0 : discs > 64 ? 64 : discs);
}

static int year_of(const struct game_record *r)
{
    const char *date = record_get(r, RECORD_DATE);
    int64_t year = 0;
    word_int((struct word){date, strlen(date) < 4 ? strlen(date) : 4}, 1, 9999, &year);
    return (int)year;
}

static void write_header(struct record_out *out, const struct game_record *r)
{
    char header[HEADER] = {20};
    int year = year_of(r);
    header[1] = (char)(year % 100);
    header[0] = (char)(year >= 1800 && year < 2200 ? year / 100 : 20);
    header[2] = header[3] = 1;
    put_two(header + 10, (unsigned)year);
    header[12] = 8;
    header[14] = (char)r->solved_empties;
    out_bytes(out, header, HEADER);
}

// One more game in the header.
static bool count_game(struct record_out *out)
{
    if (out->short_of_memory)
        return true; // said by record_write
    size_t count = games_in(out->text) + 1;
    if (count >= 1 << 24)
        return record_refuse(out, "there are too many games for one WTHOR file");
    put_two(out->text + 4, (unsigned)(count & 0xffff));
    put_two(out->text + 6, (unsigned)(count >> 16));
    return true;
}

static bool write(const struct game_record *r, struct record_out *out)
{
    char game[GAME] = {0};
    unsigned event, first, second;
    const char *why = what_does_not_fit(r);
    if (why)
        return record_refuse(out, "%s", why);
    if (!number_of(out->tournaments, record_get(r, RECORD_EVENT), &event) ||
        !number_of(out->players, record_get(r, RECORD_FIRST), &first) ||
        !number_of(out->players, record_get(r, RECORD_SECOND), &second))
        return record_refuse(out, "there are too many names for WTHOR");
    if (out->length == 0)
        write_header(out, r);
    else if ((uint8_t)out->text[14] != r->solved_empties)
        return record_refuse(out, "WTHOR needs all games to be solved from the same empties");
    put_two(game, event);
    put_two(game + 2, first);
    put_two(game + 4, second);
    int margin = r->has_margin ? r->margin : r->outcome == OUTCOME_FIRST ? 64 : -64;
    game[DISCS] = discs_of(margin);
    game[PERFECT] = discs_of(r->solved_empties ? r->solved_margin : margin);
    int n = 0;
    for (int i = 0; i < r->count; i++) {
        move m = r->moves[i].move;
        if (m != MOVE_PASS)
            game[FIRST_MOVE + n++] = (char)(10 * (move_y(m) + 1) + move_x(m) + 1);
    }
    out_bytes(out, game, GAME);
    return count_game(out);
}

const struct record_form record_wthor = {"wthor", "WTHOR", "wtb", false, looks_like, next, write};
