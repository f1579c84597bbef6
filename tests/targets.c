// SPDX-License-Identifier: MIT
#include "tests/targets.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/probe.h"
#include "engine/bits.h"
#include "engine/games.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/eval/weights.h"
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

// Says nothing on standard error until it is given back.
static int silence(int sink)
{
    int held = dup(STDERR_FILENO);
    dup2(sink, STDERR_FILENO);
    return held;
}

// Holds a conversation of `opening` and the data; the input ends after it. What is asked for is
// thought about as little as can be.
static const char *converse(const struct protocol *p, const char *opening,
                            const char *const *leave_out, const uint8_t *data, size_t size)
{
    struct setup setup = {0};
    const char *why;
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
    if (p != &uci_protocol && p != &gtp_protocol &&
        (!setup_add(&setup, word_of("Hash"), word_of("1"), &why) ||
         !setup_add(&setup, word_of("Level"), word_of("0"), &why)))
        return why;
    int held = silence(sink);
    int status = dialogue_run(p, &connection, (struct word){"", 0}, &setup);
    dup2(held, STDERR_FILENO);
    close(held);
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

static const char *gomocup(const uint8_t *data, size_t size)
{
    static const char *const leave_out[] = {"time", "rule", "max", "hash", "thread", "swap", NULL};
    return converse(&gomocup_protocol, "INFO timeout_turn 0\n", leave_out, data, size);
}

static const char *nboard(const uint8_t *data, size_t size)
{
    static const char *const leave_out[] = {"depth", NULL};
    return converse(&nboard_protocol, "set depth 1\n", leave_out, data, size);
}

static const char *xboard(const uint8_t *data, size_t size)
{
    static const char *const leave_out[] = {"st ",    "level", "sd",     "hint",
                                            "memory", "cores", "option", NULL};
    return converse(&xboard_protocol, "st 0\n", leave_out, data, size);
}

static const char *botzone(const uint8_t *data, size_t size)
{
    static const char *const leave_out[] = {NULL};
    return converse(&botzone_protocol, "", leave_out, data, size);
}

static const char *saiblo(const uint8_t *data, size_t size)
{
    static const char *const leave_out[] = {NULL};
    return converse(&saiblo_protocol, "", leave_out, data, size);
}

// Nothing that names a file, and nothing that takes its time.
static const char *shell(const uint8_t *data, size_t size)
{
    static const char *const leave_out[] = {"save", "load", "set ", "level", "time",
                                            "hint", "auto", "go",   "score", "resume",
                                            "uci",  "gtp",  NULL};
    return converse(&shell_protocol, "level 0\n", leave_out, data, size);
}

// ---- books and weights --------------------------------------------------------------------------

// What a book that was accepted says must be harmless: keys that rise, moves that are legal.
static const char *check_book(const struct book *b)
{
    enum { LOOKED_AT = 4096 };
    const char *why = NULL;
    const struct game *game;
    struct position p;
    struct book_cursor at = {0};
    struct book_entry e;
    uint64_t last = 0;
    book_check(b, &why);
    for (int i = 0; i < LOOKED_AT && book_next(b, &at, &e); i++) {
        if (i > 0 && e.key <= last)
            return "the keys of a book do not rise";
        if (e.count < 0 || e.count > BOOK_MOVES_MAX)
            return "an entry has too many moves";
        last = e.key;
    }
    if (!game_find(word_of("connect4"), &game, &p, &why))
        return "a game is missing";
    for (int i = 0; i < 6 && book_probe(b, game, &p, &e) && e.count; i++)
        if (!game->play(&p, e.moves[0].m))
            return "a book plays an illegal move";
    return NULL;
}

// The first byte says whether the checksums are made right, so that what lies behind them is read.
static const char *book(const uint8_t *data, size_t size)
{
    const char *why = NULL, *broken = NULL;
    if (size < 1)
        return NULL;
    init_once();
    uint8_t *bytes = malloc(size);
    if (!bytes)
        return NULL;
    memcpy(bytes, data + 1, size - 1);
    for (size_t i = 0; data[0] & 1 && (i + 1) * BOOK_BLOCK <= size - 1; i++)
        book_seal(bytes + i * BOOK_BLOCK, i);
    struct book *b = book_of_bytes(bytes, size - 1, &why);
    broken = b ? check_book(b) : why ? NULL : "refused without a reason";
    book_close(b);
    free(bytes);
    return broken;
}

// The weights in the program with some bytes changed: three of data say where, one what. They are
// refused unless nothing differs.
static const char *weights(const uint8_t *data, size_t size)
{
    const size_t length = (size_t)(weights_end - weights_begin);
    const char *why = NULL;
    init_once();
    uint8_t *bytes = malloc(length);
    if (!bytes)
        return NULL;
    memcpy(bytes, weights_begin, length);
    for (size_t i = 0; i + 4 <= size; i += 4)
        bytes[(data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16) % length] =
            data[i + 3];
    bool same = memcmp(bytes, weights_begin, length) == 0;
    bool taken = eval_load(bytes, length - (size % 4 == 3), &why);
    free(bytes);
    return taken == (same && size % 4 != 3) && (taken || why) ? NULL : "damaged weights were taken";
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
    {"uci", uci},       {"gtp", gtp},         {"gomocup", gomocup},   {"nboard", nboard},
    {"xboard", xboard}, {"botzone", botzone}, {"saiblo", saiblo},     {"shell", shell},
    {"book", book},     {"weights", weights}, {"position", position}, {"sgf", sgf},
    {"ggf", ggf},       {"pgn", pgn},         {"psq", psq},           {"wthor", wthor},
    {"moves", moves},   {NULL, NULL},
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
