// SPDX-License-Identifier: MIT
// shell_game.c - beginning, saving and finding games at the prompt.
#include "protocol/shell.h"

#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/fairy.h"
#include "engine/games.h"
#include "protocol/files.h"
#include "protocol/load.h"

// ---- a new game ---------------------------------------------------------------------------------

// Writes the first word of a shape as the game has it: "8" for a board of 8x8, "19x19" for one of 19.
static void write_size(const struct game *game, struct word size, struct writer *out)
{
    const char *x = memchr(size.text, 'x', size.length);
    struct word width = {size.text, x ? (size_t)(x - size.text) : size.length};
    struct word height = x ? (struct word){x + 1, size.length - width.length - 1} : width;
    int64_t w, h;
    if (!word_int(width, 1, BOARD_MAX, &w) || !word_int(height, 1, BOARD_MAX, &h))
        write_text(out, "%.*s", (int)size.length, size.text);
    else if (game->square && w == h)
        write_text(out, "%d", (int)w);
    else
        write_text(out, "%dx%d", (int)w, (int)h);
}

// Writes a game's id with a shape in words, "9x10 x=c4", and with the rules of `like`, which hold
// together with those of the shape or are refused with them.
static void write_id(const struct game *game, const struct position *like, struct word shape,
                     struct writer *out)
{
    char usual[GAME_ID_MAX];
    struct word word;
    int words = 0;
    game->shape(like, usual);
    const char *rules = strchr(usual, ',');
    write_text(out, "%s", game->name);
    for (; word_next(&shape, &word); words++) {
        write_text(out, words ? "," : ":");
        write_size(game, word, out);
    }
    write_text(out, "%s", words && rules ? rules : "");
}

// An id from what people type: "reversi", "othello 6x6", "6x6", "connect four 9x10 x=c4", "gomoku
// renju", "renju 19". False when it is too long to be one.
static bool friendly_id(struct dialogue *d, struct word text, char out[GAME_ID_MAX])
{
    struct writer w = writer_on(out, GAME_ID_MAX);
    struct word name = text;
    struct position start;
    const struct game *game;
    const char *why;
    if (memchr(text.text, ':', text.length) || game_find(text, &game, &start, &why)) {
        write_text(&w, "%.*s", (int)text.length, text.text);
        return !w.cut;
    }
    if (text.text[0] >= '0' && text.text[0] <= '9') {
        game = session_game(d->session);
        game->start(&start, "", &why);
        write_id(game, &start, text, &w);
        return !w.cut;
    }
    while (name.length) { // the longest beginning that names a game; the shape is the rest
        while (name.length && name.text[name.length - 1] != ' ')
            name.length--;
        name = word_trim(name);
        if (name.length && game_find(name, &game, &start, &why)) {
            struct word shape = {name.text + name.length, text.length - name.length};
            write_id(game, &start, shape, &w);
            return !w.cut;
        }
    }
    write_text(&w, "%.*s", (int)text.length, text.text);
    return !w.cut;
}

void shell_new(struct dialogue *d)
{
    char id[GAME_ID_MAX];
    const char *why = "that is too long for a game";
    struct word game = word_trim(d->args);
    char *left = shell_unfinished(d);
    if (game.length &&
        (!friendly_id(d, game, id) ||
         !session_set_option(d->session, &options[OPTION_GAME], word_of(id), &why))) {
        shell_say(d, why);
        for (int i = 0; games[i]; i++) {
            char line[512];
            struct writer w = writer_on(line, sizeof line);
            write_text(&w, "  new %-10s", games[i]->name);
            shell_write_wrapped(games[i]->shape_help, 17, &w);
            shell_say(d, line);
        }
        free(left);
        return;
    }
    session_new_game(d->session);
    shell_game_begins(d, left);
    shell_draw(d);
}

void shell_setboard(struct dialogue *d)
{
    const char *why;
    if (!word_trim(d->args).length) {
        shell_say(d, "type a board or moves after it; 'copy' shows this position as both");
        return;
    }
    char *left = shell_unfinished(d);
    if (!session_set_text(d->session, d->args, &why)) {
        shell_say(d, why);
        free(left);
        return;
    }
    shell_game_begins(d, left);
    shell_draw(d);
}

// ---- the game so far ----------------------------------------------------------------------------

// The moves played, in the game's own notation.
enum row { ROW_PLAIN, ROW_NUMBERED, ROW_TIGHT };

static void write_moves(struct dialogue *d, int count, enum row row, struct writer *out)
{
    char name[MOVE_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        move m = session_move_at(d->session, i);
        session_move_text(d->session, m, name);
        if (row == ROW_NUMBERED && i % 2 == 0)
            write_text(out, "%s%d. %s", i ? "  " : "", i / 2 + 1, name);
        else if (row != ROW_TIGHT || m != MOVE_PASS) // in a row without blanks passes are left out
            write_text(out, "%s%s", i && row != ROW_TIGHT ? " " : "", name);
    }
}

void shell_game(struct dialogue *d)
{
    char text[8192];
    struct writer w = writer_on(text, sizeof text);
    write_moves(d, session_ply(d->session), ROW_NUMBERED, &w);
    shell_say(d, w.length ? text : "no move has been played");
}

// The position in every notation, for other programs.
void shell_copy(struct dialogue *d)
{
    char id[GAME_ID_MAX], text[FAIRY_FEN_MAX], moves[8192];
    struct writer w = writer_on(text, sizeof text);
    struct grid g;
    const struct game *game = session_game(d->session);
    session_game_id(d->session, id);
    session_grid(d->session, &g);
    board_print(&g, &w);
    output_line(d->out, "game    %s\nboard   %s\n", id, text);
    w = writer_on(text, sizeof text);
    for (int i = 0; game->flips && i < g.width * g.height; i++)
        write_text(&w, "%c", "-XO#"[g.cell[i]]);
    if (game->flips)
        output_line(d->out, "OBF     %s %c\n", text, g.to_move == FIRST ? 'X' : 'O');
    w = writer_on(text, sizeof text);
    fairy_fen_print(&g, game->flips, &w);
    output_line(d->out, "FEN     %s\n", text);
    w = writer_on(moves, sizeof moves);
    write_moves(d, session_ply(d->session), ROW_PLAIN, &w);
    output_line(d->out, "moves   %s\n", moves);
    w = writer_on(moves, sizeof moves);
    write_moves(d, session_ply(d->session), ROW_TIGHT, &w);
    output_line(d->out, "row     %s\n", moves);
    if (w.length == 0 || (int)w.length > session_ply(d->session))
        return;
    w = writer_on(moves, sizeof moves); // a move is a column: others count them from 1
    for (int i = 0; i < session_ply(d->session); i++) {
        char name[MOVE_TEXT_MAX];
        move_print(NOTATION_COLUMN_DIGITS, &g, session_move_at(d->session, i), name);
        write_text(&w, "%s", name);
    }
    output_line(d->out, "digits  %s\n", moves);
}

void shell_goto(struct dialogue *d)
{
    int64_t ply;
    if (!word_int(word_trim(d->args), 0, 10000, &ply)) {
        shell_say(d, "goto takes the number of a move; 0 is the start");
        return;
    }
    while (session_ply(d->session) > ply && session_undo(d->session))
        continue;
    while (session_ply(d->session) < ply && session_redo(d->session))
        continue;
    shell_draw(d);
    if (session_ply(d->session) < ply)
        output_line(d->out, "the game has %d moves\n", session_ply(d->session));
}

// ---- files --------------------------------------------------------------------------------------

// The record of the game at hand; who gave it up has lost it. NULL when memory is short.
static struct game_record *record_at_hand(struct dialogue *d)
{
    const struct shell *s = d->state;
    struct game_record *r = record_of_session(d->session);
    if (r && s->resigned && r->outcome == OUTCOME_UNKNOWN) {
        r->outcome = s->resigner == FIRST ? OUTCOME_SECOND : OUTCOME_FIRST;
        r->ending = ENDING_RESIGNED;
    }
    return r;
}

// Writes which forms can hold a record, "; .pgn and .txt can hold it"; nothing when none can.
static void write_holders(const struct game_record *r, struct writer *out)
{
    static const struct record_form *const forms[] = {&record_sgf, &record_ggf, &record_pgn,
                                                      &record_psq, &record_movetext};
    const char *endings[LENGTH(forms)];
    size_t count = 0;
    for (size_t i = 0; i < LENGTH(forms); i++) {
        struct record_out trial = {0};
        const char *why;
        if (record_write(forms[i], r, &trial, &why))
            endings[count++] = record_form_ending(forms[i]);
        free(trial.text);
    }
    for (size_t i = 0; i < count; i++)
        write_text(out, "%s.%s", i == 0 ? "; " : i + 1 < count ? ", " : " and ", endings[i]);
    write_text(out, "%s", count ? " can hold it" : "");
}

// Says that a game was saved, and what whoever loads it has to know that the form does not tell.
static void say_saved(struct dialogue *d, const char *path, const struct record_form *form,
                      const struct game_record *r, bool rule_untold)
{
    char id[GAME_ID_MAX];
    game_id(r->game, &r->start, id);
    if (rule_untold)
        output_line(d->out,
                    "saved as %s; %s does not tell the rule: begin with 'new %s' before you load "
                    "it\n",
                    path, record_form_title(form), id);
    else
        output_line(d->out, "saved as %s\n", path);
}

void shell_save(struct dialogue *d)
{
    char path[PATH_SPACE], holders[64] = "";
    const char *why = "memory is short";
    struct record_out out = {0};
    struct writer w = writer_on(holders, sizeof holders);
    if (!files_named(word_trim(d->args), path)) {
        shell_say(d, "save takes a file name; its ending says the form: .sgf .ggf .pgn .psq .txt");
        return;
    }
    const struct record_form *named = record_form_of_file(path);
    const struct record_form *form = named ? named : &record_movetext;
    struct game_record *r = record_at_hand(d);
    bool held = r && record_write(form, r, &out, &why);
    if (r && !held)
        write_holders(r, &w);
    if (!held)
        output_line(d->out, "not saved: %s%s\n", why, holders);
    else if (!files_write(path, out.text, out.length, 0644, &why))
        output_line(d->out, "not saved: %s\n", why);
    else
        say_saved(d, path, form, r, out.rule_untold);
    free(out.text);
    record_free(r);
}

// Whoever gave the game up in the record has done so here.
static void take_resignation(struct dialogue *d, const struct game_record *r)
{
    struct shell *s = d->state;
    int margin;
    if (r->ending != ENDING_RESIGNED || r->game->over(&r->end, &margin) ||
        (r->outcome != OUTCOME_FIRST && r->outcome != OUTCOME_SECOND))
        return;
    s->resigned = true;
    s->resigner = r->outcome == OUTCOME_FIRST ? SECOND : FIRST;
    output_line(d->out, "%c resigned; 'undo' takes that back.\n", s->resigner == FIRST ? 'X' : 'O');
}

// Makes the game of a record the one at hand. False says why, and changes nothing.
static bool take_record(struct dialogue *d, const struct game_record *r, const char **why)
{
    char *left = shell_unfinished(d);
    if (!load_game(d->session, r, why)) {
        free(left);
        return false;
    }
    shell_game_begins(d, left);
    shell_draw(d);
    take_resignation(d, r);
    return true;
}

void shell_load(struct dialogue *d)
{
    char path[PATH_SPACE];
    struct record_error error;
    const char *why;
    if (!files_named(word_trim(d->args), path)) {
        shell_say(d, "load takes a file name");
        return;
    }
    struct game_record *r = load_first(d->session, path, &error);
    if (r && !take_record(d, r, &why))
        output_line(d->out, "%s: %s\n", path, why);
    else if (!r && error.line)
        output_line(d->out, "%s, line %zu, column %zu: %s\n", path, error.line, error.column,
                    error.why);
    else if (!r)
        output_line(d->out, "%s: %s\n", path, error.why);
    record_free(r);
}
