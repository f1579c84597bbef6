// SPDX-License-Identifier: MIT
// movetext.c - moves in a row, one game a line:  f5d6c3   4453   h8i9   F5D6C3D3C4F4 +2
//
// The game is the one that is given: a line does not name it. Between moves may stand blanks, commas
// and hyphens, and numbers as in "1. f5 2. d6"; columns of Connect Four are digits (a to d after
// 9) or letters. Forced passes may be left out, and written as pass, PA, ps, -- or @@. A result for
// the first player may end the line: a word with a sign, or behind a colon; after Connect Four's
// digits any second word. It is kept as text: some lists mean the score for the side to move. XOT's
// lists of openings are of this form. Empty lines and what follows a # are passed over.
#include <string.h>

#include "book/records/forms.h"
#include "engine/games.h"
#include "engine/notation.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool looks_like(struct word bytes)
{
    (void)bytes;
    return true;
}

static void step(struct word *w, size_t n)
{
    w->text += n;
    w->length -= n;
}

// Steps over what may stand between two moves. A hyphen joins two moves when it stands close to the
// first.
static void skip_between(struct word *rest, bool after_move)
{
    if (after_move && rest->length > 1 && rest->text[0] == '-' && rest->text[1] != '-')
        step(rest, 1);
    while (rest->length && rest->text[0] && strchr(" \t,", rest->text[0]))
        step(rest, 1);
    size_t n = 0;
    while (n < rest->length && is_digit(rest->text[n]))
        n++;
    if (n && n < rest->length && rest->text[n] == '.') {
        step(rest, n + 1);
        *rest = word_trim(*rest);
    }
}

// A pass off the front: two letters or signs, or "pass", which move_read knows.
static bool read_pass(struct word *rest)
{
    struct word two = {rest->text, 2};
    if (rest->length < 2 || !word_is_pass(two) ||
        (rest->length >= 4 && word_is_nocase((struct word){rest->text, 4}, "pass")))
        return false;
    step(rest, 2);
    return true;
}

// The end of a line that is no move: a result.
static bool is_result(struct word rest)
{
    char c = rest.text[0];
    return c == ':' || c == '+' || c == '=' ||
           (c == '-' && rest.length > 1 && is_digit(rest.text[1]));
}

// Whether a line names columns by digits. From the tenth on they are letters, so that on a wide
// board a line may begin with one.
static bool in_digits(const struct game_record *out, struct word line)
{
    struct grid g;
    out->game->to_grid(&out->start, &g);
    if (out->game->notation != NOTATION_COLUMN)
        return false;
    for (size_t i = 0; i < line.length && line.text[i] > ' '; i++)
        if (is_digit(line.text[i]))
            return i == 0 || g.width > 9;
    return false;
}

// What is on a line: moves, and perhaps a result.
static void read_line(struct record_reader *r, struct game_record *out, struct word line)
{
    bool digits = in_digits(out, line);
    bool one_word = digits && line.length > 1 && !strchr(" \t,-.", line.text[1]);
    enum notation how = digits ? NOTATION_COLUMN_DIGITS : out->game->notation;
    struct word rest = line;
    for (skip_between(&rest, false); rest.length && !r->failed; skip_between(&rest, true)) {
        struct grid g;
        struct word before = rest;
        bool new_word = out->count && rest.text[-1] <= ' ';
        move m = MOVE_PASS;
        if (is_result(rest) || (one_word && new_word)) {
            step(&rest, rest.text[0] == ':' || rest.text[0] == '=');
            record_set(out, RECORD_RESULT, rest);
            return;
        }
        out->game->to_grid(&out->end, &g);
        size_t at = reader_place(r, before);
        if (!read_pass(&rest) && !special_read(out->game, &rest, &m) &&
            !move_read(how, &g, &rest, &m)) {
            record_fail(r, at, "move %d is not on the board, or is none", out->count + 1);
            return;
        }
        before.length -= rest.length;
        reader_play(r, out, at, before, m);
    }
}

static bool next(struct record_reader *r, struct game_record *out)
{
    struct word line;
    do {
        if (!reader_line(r, &line))
            return false;
        line = word_trim(word_before(&line, '#'));
    } while (line.length == 0);
    r->begun = reader_place(r, line);
    read_line(r, out, line);
    return true;
}

static bool write(const struct game_record *r, struct record_out *out)
{
    enum notation how = r->game->notation;
    struct grid g;
    if (record_is_set_up(r))
        return record_refuse(out, "moves in a row begin at the usual start");
    if (record_hands_over(r))
        return record_refuse(out, "moves in a row have no way to say that a side moves twice");
    if (r->count == 0)
        return record_refuse(out, "there is no move to write in a row");
    r->game->to_grid(&r->start, &g);
    if (how == NOTATION_COLUMN && g.width <= 9)
        how = NOTATION_COLUMN_DIGITS;
    for (int i = 0; i < r->count; i++) {
        char text[MOVE_TEXT_MAX];
        if (move_is_cell(r->moves[i].move))
            move_print(how, &g, r->moves[i].move, text);
        else
            game_move_print(r->game, &g, r->moves[i].move, text);
        out_text(out, "%s", text);
    }
    out_text(out, "\n");
    return true;
}

const struct record_form record_movetext = {"moves", "moves", "txt", true, looks_like, next, write};
