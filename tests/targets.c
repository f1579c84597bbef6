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
    struct connection connection = {&reader, &output, &signal, false};
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
        s = session_new((struct listener){NULL, NULL, on_done, on_say, NULL});
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
                    &error))
        return check_position(s);
    session_game_id(s, after);
    if (!error.why[0])
        return "refused without a reason";
    if (strcmp(before, after) != 0 || strcmp(session_settings(s)->game, before) != 0 ||
        session_game(s)->key(session_position(s)) != key)
        return "a refused record changed something";
    return NULL;
}

const struct target targets[] = {
    {"uci", uci}, {"gtp", gtp}, {"position", position}, {"sgf", sgf}, {NULL, NULL},
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
