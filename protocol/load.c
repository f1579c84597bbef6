// SPDX-License-Identifier: MIT
#include "protocol/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games.h"

// Sets up the start and plays the moves. Passes the form left out are left out here too: whoever
// moves next may do so.
static bool replay(struct session *s, const struct game_record *r, int stop_before,
                   const char **why)
{
    char id[GAME_ID_MAX];
    struct grid g;
    int moves = 0;
    game_id(r->game, &r->start, id);
    r->game->to_grid(&r->start, &g);
    if (!session_set_game(s, word_of(id), why) ||
        (record_is_set_up(r) && !session_set_grid(s, &g, why)))
        return false;
    for (int i = 0; i < r->count; i++) {
        const struct record_move *m = &r->moves[i];
        if (m->implied)
            continue;
        if (stop_before && ++moves >= stop_before)
            break;
        if (!session_play_as(s, (enum side)m->side, m->move)) {
            *why = "a move of the record is not legal";
            return false;
        }
    }
    return true;
}

// Plays the record in a draft, which is kept when all of it is legal.
static bool replay_all(struct session *s, const struct game_record *r, int stop_before,
                       const char **why)
{
    session_draft(s);
    bool good = replay(s, r, stop_before, why);
    if (good)
        session_keep(s);
    session_discard(s);
    return good;
}

bool load_game(struct session *s, const struct game_record *r, const char **why)
{
    return replay_all(s, r, 0, why);
}

// An error in this line, the first or none.
static void fail(struct record_error *error, size_t line, const char *why)
{
    *error = (struct record_error){.line = line, .column = line};
    struct writer w = writer_on(error->why, sizeof error->why);
    write_text(&w, "%s", why);
}

// The first record of a text, the caller's. NULL says where and why.
static struct game_record *read_first(const struct session *s, const struct record_form *form,
                                      struct word text, struct record_error *error)
{
    struct record_reader reader;
    struct game_record *record = record_new();
    if (!record) {
        fail(error, 1, "memory is short");
        return NULL;
    }
    record_reader_open(&reader, form, text, session_game(s), session_position(s));
    if (record_next(&reader, record) == RECORD_GOOD)
        return record;
    *error = reader.error;
    record_free(record);
    return NULL;
}

bool load_record(struct session *s, const struct record_form *form, struct word text,
                 int stop_before, struct record_error *error)
{
    struct game_record *record = read_first(s, form, text, error);
    const char *why;
    bool good = record && replay_all(s, record, stop_before, &why);
    if (record && !good)
        fail(error, 1, why);
    record_free(record);
    return good;
}

char *load_text(const char *path, size_t *length, const char **why)
{
    char *text = malloc(LOAD_BYTES_MAX);
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t n = 1;
    *why = fd < 0 ? strerror(errno) : "memory is short";
    for (*length = 0; text && fd >= 0 && n > 0 && *length < LOAD_BYTES_MAX; *length += (size_t)n) {
        n = read(fd, text + *length, LOAD_BYTES_MAX - *length);
        if (n < 0) {
            *why = strerror(errno);
            break;
        }
    }
    if (text && fd >= 0 && n == 0)
        *why = "the file is empty";
    if (text && *length == LOAD_BYTES_MAX)
        *why = "the file is too large to be a game";
    if (fd >= 0)
        close(fd);
    if (text && fd >= 0 && n == 0 && *length > 0)
        return text;
    free(text);
    return NULL;
}

bool load_file(struct session *s, const char *path, const struct record_form *form, int stop_before,
               struct record_error *error)
{
    const char *why;
    size_t length;
    char *text = load_text(path, &length, &why);
    bool good = text && load_record(s, form, (struct word){text, length}, stop_before, error);
    if (!text)
        fail(error, 0, why);
    free(text);
    return good;
}

struct game_record *load_first(const struct session *s, const char *path,
                               struct record_error *error)
{
    const char *why;
    size_t length;
    char *text = load_text(path, &length, &why);
    struct game_record *r = text ? read_first(s, NULL, (struct word){text, length}, error) : NULL;
    if (!text)
        fail(error, 0, why);
    free(text);
    return r;
}

// Who played the last move.
static enum side last_mover(const struct session *s)
{
    struct grid g;
    session_grid(s, &g);
    return other_side(g.to_move);
}

struct game_record *record_of_session(struct session *s)
{
    struct game_record *r = record_new();
    int ply = session_ply(s);
    while (session_undo(s))
        continue;
    if (r)
        record_reset(r, session_game(s), session_position(s));
    for (int i = 0; i < ply && session_redo(s); i++)
        if (r && !record_play_for(r, last_mover(s), session_last_move(s))) {
            record_free(r);
            r = NULL;
        }
    if (r)
        record_settle(r);
    return r;
}
