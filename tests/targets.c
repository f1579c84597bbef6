// SPDX-License-Identifier: MIT
#include "tests/targets.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "protocol/dialogue.h"
#include "protocol/load.h"

enum { INPUT_MAX = 1 << 15 }; // a pipe takes it whole

static void init_once(void)
{
    static bool done;
    if (!done)
        games_init();
    done = true;
}

// ---- conversations ------------------------------------------------------------------------------

// True when a line holds one of these words; such lines are left out, since they ask for more time
// or memory than one run may take.
static bool holds_any(struct word line, const char *const *words)
{
    for (; *words; words++) {
        size_t n = strlen(*words);
        for (size_t i = 0; i + n <= line.length; i++)
            if (word_is_nocase((struct word){line.text + i, n}, *words))
                return true;
    }
    return false;
}

// Copies the lines that may stay. Returns the length.
static size_t keep_lines(const uint8_t *data, size_t size, const char *const *leave_out, char *out)
{
    const char *at = (const char *)data, *end = at + size;
    size_t n = 0;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
        if (!holds_any((struct word){at, length}, leave_out)) {
            memcpy(out + n, at, length);
            n += length;
        }
        at += length;
    }
    return n;
}

// Holds a conversation of `opening` and the data; the input ends after it.
static const char *converse(const struct protocol *p, const char *opening,
                            const char *const *leave_out, const uint8_t *data, size_t size)
{
    static struct line_reader reader;
    static char input[INPUT_MAX + 256];
    atomic_int signal = 0;
    struct output output;
    struct wake wake;
    int fds[2], sink = open("/dev/null", O_WRONLY);
    if (size > INPUT_MAX || sink < 0 || !wake_open(&wake) || pipe(fds) != 0)
        return sink >= 0 && close(sink) == 0 ? NULL : "no descriptors left";
    init_once();
    size_t n = strlen(opening);
    memcpy(input, opening, n);
    n += keep_lines(data, size, leave_out, input + n);
    bool sent = write(fds[1], input, n) == (ssize_t)n;
    close(fds[1]);
    line_open(&reader, fds[0], -1, &wake);
    output_open(&output, sink, &reader, &signal);
    struct connection connection = {
        .in = &reader, .out = &output, .signal = &signal, .terminal = false};
    int status = dialogue_run(p, &connection, (struct word){"", 0}, NULL);
    output_close(&output);
    line_close(&reader);
    wake_close(&wake);
    close(fds[0]);
    close(sink);
    return !sent ? "the pipe is too small" : status != 0 ? "a bad end" : NULL;
}

static const char *uci(const uint8_t *data, size_t size)
{
    static const char *const leave_out[] = {"hash", "threads", "perft", NULL};
    return converse(&uci_protocol, "setoption name Hash value 1\n", leave_out, data, size);
}

static const char *gtp(const uint8_t *data, size_t size)
{
    static const char *const leave_out[] = {"time_", "clear_board", "loadsgf", NULL};
    return converse(&gtp_protocol, "time_settings 0 0 0\n", leave_out, data, size);
}

// ---- positions and records ----------------------------------------------------------------------

static void on_done(void *owner, const struct thought *t)
{
    (void)owner;
    (void)t;
}

static void on_say(void *owner, const char *text)
{
    (void)owner;
    (void)text;
}

// One session serves all runs.
static struct session *the_session(void)
{
    static struct session *s;
    init_once();
    if (!s)
        s = session_new((struct listener){.done = on_done, .say = on_say});
    return s;
}

// What must hold of any position that was accepted.
static const char *check_position(const struct session *s)
{
    const struct game *game = session_game(s);
    const struct position *p = session_position(s);
    char text[BOARD_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct grid g, back;
    struct position again;
    struct moves legal;
    const char *why;
    int margin;
    game->to_grid(p, &g);
    board_print(&g, &w);
    if (!board_parse(&back, &g, word_of(text), &why) || !game->from_grid(&again, p, &back, &why))
        return "a board that was printed does not read back";
    if (game->key(&again) != game->key(p))
        return "a board that was read back has another key";
    game->moves(p, &legal);
    if (game->over(p, &margin) != (legal.count == 0))
        return "over and moves disagree";
    for (int i = 0; i < legal.count; i++) {
        struct position next = *p;
        if (!game->play(&next, legal.at[i]))
            return "a listed move was refused";
    }
    return NULL;
}

// The first byte picks the game, every line is a position.
static const char *position(const uint8_t *data, size_t size)
{
    static const char *const ids[] = {
        "othello",        "othello:6x6", "othello:4x8",   "connect4",  "connect4:9x10,x=c4",
        "connect4:13x13", "gomoku",      "gomoku:5,free", "gomoku:22",
    };
    struct session *s = the_session();
    const char *why = "", *broken = NULL;
    if (!s || size == 0)
        return s ? NULL : "no session";
    if (!session_set_game(s, word_of(ids[data[0] % LENGTH(ids)]), &why))
        return "a game is missing";
    const char *at = (const char *)data + 1, *end = (const char *)data + size;
    while (at < end && !broken) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = newline ? (size_t)(newline - at) : (size_t)(end - at);
        uint64_t key = session_game(s)->key(session_position(s));
        int ply = session_ply(s);
        if (session_set_text(s, (struct word){at, length}, &why))
            broken = check_position(s);
        else if (session_game(s)->key(session_position(s)) != key || session_ply(s) != ply)
            broken = "a refused text changed the position";
        at += length + 1;
    }
    return broken;
}

// ---- game records -------------------------------------------------------------------------------

// A record written in another form and read back ends where it ended. A form that can't hold it
// says so; a pass at the very end has no trace in some of them.
static const char *round_trip(const struct record_form *form, const struct game_record *r)
{
    struct record_out out = {0};
    struct record_reader reader;
    struct game_record *back = record_new();
    const char *why = NULL, *broken = NULL;
    if (!record_write(form, r, &out, &why)) {
        broken = why && why[0] && out.length == 0 ? NULL : "not written without a reason";
    } else if (r->count == 0 || r->moves[r->count - 1].move != MOVE_PASS) {
        record_reader_open(&reader, form, (struct word){out.text, out.length}, r->game, &r->start);
        if (record_next(&reader, back) != RECORD_GOOD)
            broken = "what was written is refused";
        else if (back->game != r->game || r->game->key(&back->end) != r->game->key(&r->end))
            broken = "what was written is another game";
    }
    free(out.text);
    record_free(back);
    return broken;
}

// What must hold of a record that was read.
static const char *check_record(const struct game_record *r)
{
    struct position p = r->start;
    const char *broken = NULL;
    for (int i = 0; i < r->count; i++)
        if (!record_step(r, i, &p))
            return "a move of the record does not play again";
    if (r->game->key(&p) != r->game->key(&r->end))
        return "the record ends elsewhere";
    for (int i = 0; record_forms[i] && !broken; i++)
        broken = round_trip(record_forms[i], r);
    return broken;
}

static const char *records(const struct record_form *form, const uint8_t *data, size_t size)
{
    enum { LOOKED_AT = 8 };
    static const char *const ids[] = {"othello", "connect4", "gomoku:9,free"};
    struct session *s = the_session();
    struct record_reader reader;
    struct game_record *r = record_new();
    enum record_status status = RECORD_END;
    const char *why, *broken = NULL;
    if (!s || !r || !session_set_game(s, word_of(ids[size % LENGTH(ids)]), &why))
        return "no session";
    record_reader_open(&reader, form, (struct word){(const char *)data, size}, session_game(s),
                       session_position(s));
    for (int i = 0; !broken; i++) {
        size_t before = reader.at;
        reader.error = (struct record_error){0};
        status = record_next(&reader, r);
        if (status == RECORD_END)
            break;
        if (reader.at > size || (reader.at == before && !reader.ended))
            broken = "the reader does not move on";
        else if (status == RECORD_BAD && !reader.error.why[0])
            broken = "refused without a reason";
        else if (status == RECORD_GOOD && i < LOOKED_AT)
            broken = check_record(r);
    }
    record_free(r);
    return broken;
}

static const char *sgf(const uint8_t *data, size_t size)
{
    struct session *s = the_session();
    const char *why = NULL;
    char before[GAME_ID_MAX], after[GAME_ID_MAX];
    if (!s || !session_set_game(s, word_of(size % 2 ? "othello" : "gomoku:9,free"), &why))
        return "no session";
    session_game_id(s, before);
    uint64_t key = session_game(s)->key(session_position(s));
    struct record_error error = {0};
    if (load_record(s, &record_sgf, (struct word){(const char *)data, size}, (int)(size % 7),
                    &error)) {
        const char *broken = check_position(s);
        return broken ? broken : records(&record_sgf, data, size);
    }
    session_game_id(s, after);
    if (!error.why[0])
        return "refused without a reason";
    if (strcmp(before, after) != 0 || strcmp(session_settings(s)->game, before) != 0 ||
        session_game(s)->key(session_position(s)) != key)
        return "a refused record changed something";
    return NULL;
}

static const char *ggf(const uint8_t *data, size_t size)
{
    return records(&record_ggf, data, size);
}

static const char *pgn(const uint8_t *data, size_t size)
{
    return records(&record_pgn, data, size);
}

static const char *psq(const uint8_t *data, size_t size)
{
    return records(&record_psq, data, size);
}

static const char *wthor(const uint8_t *data, size_t size)
{
    return records(&record_wthor, data, size);
}

static const char *moves(const uint8_t *data, size_t size)
{
    return records(&record_movetext, data, size);
}

const struct target targets[] = {
    {"uci", uci}, {"gtp", gtp}, {"position", position}, {"sgf", sgf},     {"ggf", ggf},
    {"pgn", pgn}, {"psq", psq}, {"wthor", wthor},       {"moves", moves}, {NULL, NULL},
};

int target_fuzz(const char *name, const uint8_t *data, size_t size)
{
    for (const struct target *t = targets; t->name; t++) {
        const char *broken = strcmp(t->name, name) == 0 ? t->run(data, size) : NULL;
        if (broken) {
            fprintf(stderr, "%s: %s\n", name, broken);
            abort();
        }
    }
    return 0;
}
