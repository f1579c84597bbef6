// SPDX-License-Identifier: MIT
// shell_game.c - beginning, keeping and finding games at the prompt.
#include "protocol/shell.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/fairy.h"
#include "engine/games.h"
#include "protocol/files.h"
#include "protocol/load.h"

enum { KEPT_MAX = 1 << 16 };

// ---- a new game ---------------------------------------------------------------------------------

// An id from what people type: "reversi", "othello 6x6", "6x6", "gomoku 19 free". False when it is
// too long to be one.
static bool friendly_id(struct dialogue *d, struct word text, char out[GAME_ID_MAX])
{
    struct writer w = writer_on(out, GAME_ID_MAX);
    struct word rest = text, word;
    bool digit = text.length && text.text[0] >= '0' && text.text[0] <= '9';
    if (digit)
        write_text(&w, "%s:", session_game(d->session)->name);
    for (int i = 0; word_next(&rest, &word); i++) {
        bool shape = word.text[0] >= '0' && word.text[0] <= '9';
        bool after_shape = w.length && out[w.length - 1] >= '0' && out[w.length - 1] <= '9';
        const char *between = i == 0 ? "" : shape && !after_shape ? ":" : after_shape ? "," : " ";
        write_text(&w, "%s%.*s", between, (int)word.length, word.text);
    }
    return !w.cut;
}

// A game has taken the place of what there was: nobody has resigned it, and it is no puzzle.
static void game_begins(struct dialogue *d)
{
    struct shell *s = d->state;
    s->resigned = s->is_puzzle = false;
    shell_puzzle_leave(s);
}

void shell_new(struct dialogue *d)
{
    char id[GAME_ID_MAX];
    const char *why = "that is too long for a game";
    struct word game = word_trim(d->args);
    if (game.length &&
        (!friendly_id(d, game, id) ||
         !session_set_option(d->session, &options[OPTION_GAME], word_of(id), &why))) {
        shell_say(d, why);
        for (int i = 0; games[i]; i++)
            output_line(d->out, "  new %s%-16s %s\n", games[i]->name, games[i]->shape_form,
                        games[i]->shape_help);
        return;
    }
    session_new_game(d->session);
    game_begins(d);
    shell_draw(d);
}

void shell_setboard(struct dialogue *d)
{
    const char *why;
    if (!session_set_text(d->session, d->args, &why)) {
        shell_say(d, why);
        return;
    }
    game_begins(d);
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

void shell_save(struct dialogue *d)
{
    char path[PATH_SPACE];
    const char *why = "memory is short";
    struct record_out out = {0};
    if (!word_copy(word_trim(d->args), path, sizeof path) || !path[0]) {
        shell_say(d, "save takes a file name; its ending says the form: .sgf .ggf .pgn .psq .txt");
        return;
    }
    const struct record_form *form = record_form_of_file(path);
    struct game_record *r = record_of_session(d->session);
    if (!r || !record_write(form ? form : &record_movetext, r, &out, &why))
        output_line(d->out, "not saved: %s\n", why);
    else if (!files_write(path, out.text, out.length, 0644, &why))
        output_line(d->out, "not saved: %s\n", why);
    else
        output_line(d->out, "saved as %s\n", path);
    free(out.text);
    record_free(r);
}

void shell_load(struct dialogue *d)
{
    char path[PATH_SPACE];
    struct record_error error;
    if (!word_copy(word_trim(d->args), path, sizeof path) || !path[0]) {
        shell_say(d, "load takes a file name");
        return;
    }
    if (load_file(d->session, path, NULL, 0, &error))
        game_begins(d), shell_draw(d);
    else if (error.line)
        output_line(d->out, "%s, line %zu, column %zu: %s\n", path, error.line, error.column,
                    error.why);
    else
        output_line(d->out, "%s: %s\n", path, error.why);
}

// ---- kept between visits ------------------------------------------------------------------------

// Writes a game as it is kept: its id, and its moves or its board, a line each. False when there is
// nothing worth keeping.
static bool write_kept(struct dialogue *d, struct writer *out)
{
    const struct shell *s = d->state;
    char id[GAME_ID_MAX];
    int margin;
    if (session_ply(d->session) == 0 || s->resigned || s->is_puzzle ||
        session_game(d->session)->over(session_position(d->session), &margin))
        return false;
    session_game_id(d->session, id);
    write_text(out, "%s\n", id);
    struct game_record *r = record_of_session(d->session);
    if (r && !record_is_set_up(r)) {
        write_moves(d, session_ply(d->session), ROW_PLAIN, out);
    } else {
        struct grid g;
        session_grid(d->session, &g);
        board_print(&g, out);
    }
    record_free(r);
    write_text(out, "\n");
    return !out->cut;
}

// Finds the id and the game in a kept text.
static bool read_kept_text(const char *text, size_t length, struct word *id, struct word *game)
{
    const char *line = memchr(text, '\n', length);
    if (!line)
        return false;
    *id = (struct word){text, (size_t)(line - text)};
    *game = (struct word){line + 1, length - (size_t)(line + 1 - text)};
    const char *end = memchr(game->text, '\n', game->length);
    game->length = end ? (size_t)(end - game->text) : game->length;
    return true;
}

// Reads the game kept from the last visit.
static bool read_kept(char *text, struct word *id, struct word *game)
{
    char path[PATH_SPACE];
    size_t length;
    return files_state_path("unfinished", path, false) &&
           files_read(path, text, KEPT_MAX, &length) && read_kept_text(text, length, id, game);
}

void shell_offer_kept(struct dialogue *d)
{
    char text[KEPT_MAX];
    struct word id, game;
    if (d->connection->terminal && read_kept(text, &id, &game))
        output_line(d->out, "\nYour last game of %.*s is not finished: 'resume' goes on with it.\n",
                    (int)(id.length < 40 ? id.length : 40), id.text);
}

void shell_put_by(struct dialogue *d)
{
    struct shell *s = d->state;
    char text[KEPT_MAX];
    struct writer w = writer_on(text, sizeof text);
    if (write_kept(d, &w)) {
        free(s->put_by);
        s->put_by = strdup(text);
    }
    s->is_puzzle = true;
}

void shell_resume(struct dialogue *d)
{
    struct shell *s = d->state;
    char text[KEPT_MAX];
    struct word id, game;
    const char *why = "no unfinished game was kept";
    bool found = s->put_by ? read_kept_text(s->put_by, strlen(s->put_by), &id, &game)
                           : read_kept(text, &id, &game);
    if (found && session_set_option(d->session, &options[OPTION_GAME], id, &why) &&
        session_set_text(d->session, game, &why)) {
        game_begins(d);
        s->person = dialogue_to_move(d);
        shell_draw(d);
    } else {
        shell_say(d, why);
    }
    free(s->put_by);
    s->put_by = NULL;
}

void shell_keep(struct dialogue *d)
{
    struct shell *s = d->state;
    char path[PATH_SPACE], text[KEPT_MAX];
    const char *why;
    struct writer w = writer_on(text, sizeof text);
    bool worth = s->put_by || write_kept(d, &w);
    if (s->put_by)
        write_text(&w, "%s", s->put_by);
    free(s->put_by);
    s->put_by = NULL;
    if (!d->connection->terminal)
        return;
    if (worth) {
        if (files_state_path("unfinished", path, true) &&
            files_write(path, text, w.length, 0600, &why))
            shell_say(d, "\nThe game is kept: 'outflank', then 'resume', goes on with it.");
    } else if (session_ply(d->session) > 0 && !s->is_puzzle &&
               files_state_path("unfinished", path, false)) {
        unlink(path);
    }
}
