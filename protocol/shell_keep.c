// SPDX-License-Identifier: MIT
// shell_keep.c - games that are not finished at the prompt: those left for another or for a puzzle,
// and between visits, in $XDG_STATE_HOME/outflank or ~/.local/state/outflank.
//
// They are a list in text, the game left last in front, that `resume` goes round. A game is two
// lines or three, and an empty one:
//
//      gomoku:15,free          its id
//      h8 i9 g7                the moves played, "startpos" for none, or a board that was set up
//      f6 i7                   the moves that were taken back, where there are some
#include "protocol/shell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/file.h"
#include "protocol/files.h"
#include "protocol/load.h"

enum { KEPT_MAX = 1 << 16, KEPT_GAMES = 8 };

// A game of the list.
struct kept {
    struct word id, game, undone;
};

// ---- the list -----------------------------------------------------------------------------------

// Takes a line off the front of a text, without its end.
static struct word take_line(const char **text)
{
    size_t length = strcspn(*text, "\n");
    struct word line = {*text, length};
    *text += length + ((*text)[length] == '\n');
    return line;
}

// Takes a game off the front of a list. False when there is none.
static bool take_game(const char **list, struct kept *out)
{
    *out = (struct kept){.id = take_line(list)};
    if (out->id.length == 0)
        return false;
    out->game = take_line(list);
    out->undone = take_line(list);
    while (**list && out->undone.length && take_line(list).length)
        continue;
    return true;
}

// As much of a game's id as is shown, for "%.*s".
static int shown(const struct kept *game)
{
    return game->id.length < 40 ? (int)game->id.length : 40;
}

static int count_games(const char *list)
{
    struct kept game;
    int count = 0;
    while (list && take_game(&list, &game))
        count++;
    return count;
}

// Makes the list of two. False when memory is short; then it is as it was.
static bool set_list(struct shell *s, const char *front, const char *back)
{
    size_t size = strlen(front) + strlen(back) + 1;
    char *list = malloc(size);
    if (!list)
        return false;
    struct writer w = writer_on(list, size);
    write_text(&w, "%s%s", front, back);
    free(s->put_by);
    s->put_by = list;
    s->put_by_changed = true;
    return true;
}

// Cuts off the game of the list that was left first, where there are too many, and says so.
static void cut_list(struct dialogue *d)
{
    struct shell *s = d->state;
    const char *at = s->put_by, *last = at;
    struct kept game;
    if (count_games(s->put_by) <= KEPT_GAMES)
        return;
    for (int i = 0; i <= KEPT_GAMES; i++) {
        last = at;
        take_game(&at, &game);
    }
    output_line(d->out, "More than %d games are not finished; that of %.*s is kept no longer.\n",
                KEPT_GAMES, shown(&game), game.id.text);
    s->put_by[last - s->put_by] = '\0';
}

// Puts a game that was left in front of the list.
static void put_in_front(struct dialogue *d, const char *left)
{
    struct shell *s = d->state;
    if (set_list(s, left, s->put_by ? s->put_by : ""))
        cut_list(d);
    else
        shell_say(d, "memory is short; the game you leave is lost");
}

// ---- a game as it is kept -----------------------------------------------------------------------

// Writes the moves from one ply up to another, in the game's own notation.
static void write_plies(const struct session *s, int from, int to, struct writer *out)
{
    char name[MOVE_TEXT_MAX];
    for (int i = from; i < to; i++) {
        session_move_text(s, session_move_at(s, i), name);
        write_text(out, "%s%s", i > from ? " " : "", name);
    }
}

// Whether a side moved twice in the game up to here, which a row of moves does not tell.
static bool moves_twice(struct session *s)
{
    struct game_record *r = record_of_session(s);
    bool twice = !r || record_hands_over(r);
    record_free(r);
    return twice;
}

// Writes what leads to the position at hand: its moves, or its board where they alone do not.
static void write_position(struct session *s, struct writer *out)
{
    struct game_record *r = record_of_session(s);
    if (!r || record_is_set_up(r) || record_hands_over(r)) {
        struct grid g;
        session_grid(s, &g);
        board_print(&g, out);
    } else if (session_ply(s) == 0) {
        write_text(out, "startpos");
    } else {
        write_plies(s, 0, session_ply(s), out);
    }
    record_free(r);
}

// Writes the game at hand as it is kept. False when there is nothing worth keeping.
static bool write_kept(struct dialogue *d, struct writer *out)
{
    const struct shell *s = d->state;
    char id[GAME_ID_MAX];
    int ply = session_ply(d->session), margin;
    if (s->resigned || s->is_puzzle ||
        session_game(d->session)->over(session_position(d->session), &margin))
        return false;
    session_game_id(d->session, id);
    write_text(out, "%s\n", id);
    write_position(d->session, out);
    write_text(out, "\n");
    while (session_redo(d->session))
        continue;
    int last = session_ply(d->session);
    bool undone = last > ply && !moves_twice(d->session);
    write_plies(d->session, ply, undone ? last : ply, out);
    while (session_ply(d->session) > ply && session_undo(d->session))
        continue;
    write_text(out, undone ? "\n\n" : "\n");
    return (last > 0 || s->resumed) && !out->cut;
}

char *shell_unfinished(struct dialogue *d)
{
    char text[KEPT_MAX];
    struct writer w = writer_on(text, sizeof text);
    return write_kept(d, &w) ? strdup(text) : NULL;
}

// Plays moves and takes them back. False says why one can't be.
static bool play_undone(struct session *s, struct word moves, const char **why)
{
    struct word name;
    int ply = session_ply(s);
    while (word_next(&moves, &name)) {
        struct grid g;
        move m;
        session_grid(s, &g);
        *why = "a move that was taken back is not legal";
        if (!game_move_parse(session_game(s), &g, name, &m) ||
            !(session_play(s, m) || (session_play(s, MOVE_PASS) && session_play(s, m))))
            return false;
    }
    while (session_ply(s) > ply && session_undo(s))
        continue;
    return true;
}

// Makes a game of the list the one at hand. False says why it can't be, and changes nothing.
static bool take_up(struct session *s, const struct kept *game, const char **why)
{
    session_draft(s);
    bool good = session_set_game(s, game->id, why) && session_set_text(s, game->game, why) &&
                play_undone(s, game->undone, why);
    if (good)
        session_keep(s);
    session_discard(s);
    return good;
}

// ---- leaving and going back ---------------------------------------------------------------------

// Nothing that was true of the game before is true of this one.
static void begin_anew(struct shell *s)
{
    s->resigned = s->is_puzzle = s->resumed = false;
    shell_puzzle_leave(s);
}

void shell_game_begins(struct dialogue *d, char *left)
{
    begin_anew(d->state);
    if (left) {
        shell_say(d, "The game you leave is put by: 'resume' goes back to it.");
        put_in_front(d, left);
    }
    free(left);
}

void shell_put_by(struct dialogue *d)
{
    struct shell *s = d->state;
    char *left = shell_unfinished(d);
    if (left)
        put_in_front(d, left);
    free(left);
    begin_anew(s);
    s->is_puzzle = true;
}

// The first game of the list becomes the one at hand, and what is left for it the last of the list.
// One that can't be read goes to the end, so that those behind it can be reached.
void shell_resume(struct dialogue *d)
{
    struct shell *s = d->state;
    struct kept game;
    const char *why, *rest = s->put_by;
    if (!rest || !take_game(&rest, &game)) {
        shell_say(d, "no unfinished game was kept");
        return;
    }
    char *left = shell_unfinished(d);
    char *first = strndup(s->put_by, (size_t)(rest - s->put_by));
    bool good = first && take_up(d->session, &game, &why);
    const char *last = !good ? first : left ? left : "";
    if (!first || !set_list(s, rest, last))
        shell_say(d, "memory is short");
    if (good) {
        begin_anew(s);
        s->resumed = true;
        s->person = dialogue_to_move(d);
        if (left)
            shell_say(d, count_games(s->put_by) == 1
                             ? "The game you leave is put by: 'resume' goes back to it."
                             : "The game you leave is put by, behind the others.");
        shell_draw(d);
    } else if (first) {
        shell_say(d, why);
    }
    free(first);
    free(left);
}

// ---- between visits -----------------------------------------------------------------------------

// Reads the list on the disk, "" when there is none; one that was cut short ends as others do. False
// when it can't be read.
static bool read_file(const char *path, char list[KEPT_MAX + 3])
{
    size_t length;
    bool good = files_read(path, list, KEPT_MAX, &length) || errno == ENOENT;
    list[length] = '\0';
    length = strlen(list);
    if (count_games(list) == 0)
        list[0] = '\0';
    else if (list[length - 1] != '\n')
        memcpy(list + length, "\n\n", 3);
    else if (length > 1 && list[length - 2] != '\n')
        memcpy(list + length, "\n", 2);
    return good;
}

// Reads the list of the last visit.
static void read_list(struct shell *s)
{
    char path[PATH_SPACE], list[KEPT_MAX + 3];
    if (!files_state_path("unfinished", path, false) || !read_file(path, list) || !list[0])
        return;
    set_list(s, list, "");
    s->found = strdup(list);
    s->put_by_changed = false;
}

// Takes a game off the front of a list as it stands there; an empty one when there is none.
static struct word take_whole(const char **list)
{
    const char *begin = *list;
    struct kept game;
    bool good = take_game(list, &game);
    return (struct word){begin, good ? (size_t)(*list - begin) : 0};
}

static bool has_game(const char *list, struct word game)
{
    for (struct word one; list && (one = take_whole(&list)).length;)
        if (one.length == game.length && memcmp(one.text, game.text, game.length) == 0)
            return true;
    return false;
}

// Brings what another prompt has done to the list on the disk, since it was read, into ours: the
// games put by there are added, those gone on with there are taken out.
static void merge_list(struct shell *s, const char *disk)
{
    const char *ours = s->put_by ? s->put_by : "", *at = ours, *theirs = disk;
    size_t size = strlen(ours) + strlen(disk) + 1;
    char *list = malloc(size);
    if (!list)
        return; // ours alone
    struct writer w = writer_on(list, size);
    for (struct word game; (game = take_whole(&at)).length;)
        if (has_game(disk, game) || !has_game(s->found, game))
            write_text(&w, "%.*s", (int)game.length, game.text);
    for (struct word game; (game = take_whole(&theirs)).length;)
        if (!has_game(s->found, game) && !has_game(ours, game))
            write_text(&w, "%.*s", (int)game.length, game.text);
    free(s->put_by);
    s->put_by = list;
}

void shell_offer_kept(struct dialogue *d)
{
    struct shell *s = d->state;
    struct kept game;
    read_list(s);
    const char *list = s->put_by;
    if (!d->connection->terminal || !list || !take_game(&list, &game))
        return;
    output_line(d->out, "\nYour last game of %.*s is not finished: 'resume' goes on with it.\n",
                shown(&game), game.id.text);
    if (*list)
        output_line(d->out, "Of those before %d are kept, too: 'resume' again goes to the next.\n",
                    count_games(list));
}

// Writes the list for the next visit, or takes away what was kept when nothing is. The folder is
// locked meanwhile: of two prompts neither writes over what the other has put by.
static bool write_file(struct dialogue *d, const char *path, const char **why)
{
    struct shell *s = d->state;
    char list[KEPT_MAX + 3];
    struct file *f = file_lock(path, why);
    if (!f)
        return false;
    if (read_file(path, list))
        merge_list(s, list);
    cut_list(d);
    bool good = true;
    if (count_games(s->put_by) == 0)
        unlink(path);
    else
        good = file_begin(f, 0600, why) && file_append(f, s->put_by, strlen(s->put_by), why) &&
               file_commit(f, why);
    file_unlock(f);
    return good;
}

// Writes the list, and says what became of it.
static void write_list(struct dialogue *d)
{
    const struct shell *s = d->state;
    char path[PATH_SPACE];
    const char *why = "the system names no folder for it";
    bool some = count_games(s->put_by) > 0;
    bool good = files_state_path("unfinished", path, some) && write_file(d, path, &why);
    int count = count_games(s->put_by);
    if (!good && some)
        output_line(d->out, "\nNo unfinished game is kept: %s.\n", why);
    else if (good && count == 1)
        shell_say(d, "\nThe game is kept: 'outflank', then 'resume', goes on with it.");
    else if (good && count > 1)
        output_line(d->out,
                    "\n%d games are kept: 'outflank', then 'resume', goes on with the last.\n",
                    count);
}

void shell_keep(struct dialogue *d)
{
    struct shell *s = d->state;
    char *left = shell_unfinished(d);
    if (left && d->connection->terminal)
        put_in_front(d, left);
    if (s->put_by_changed && d->connection->terminal)
        write_list(d);
    free(left);
    free(s->put_by);
    free(s->found);
    s->put_by = s->found = NULL;
}
