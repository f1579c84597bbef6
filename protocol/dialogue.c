// SPDX-License-Identifier: MIT
#include "protocol/dialogue.h"

#include <stdlib.h>
#include <string.h>

#include "book/names/names.h"
#include "engine/bits.h"
#include "engine/games.h"

// ---- the table ----------------------------------------------------------------------------------

static const struct command *find_name(const struct protocol *p, struct word name)
{
    for (const struct command *c = p->commands; c->name; c++)
        if (p->any_case ? word_is_nocase(name, c->name) : word_is(name, c->name))
            return c;
    return NULL;
}

const struct command *command_find(const struct protocol *p, struct word *line)
{
    struct word rest = *line, name;
    while (word_next(&rest, &name)) {
        const struct command *c = find_name(p, name);
        if (c)
            *line = rest;
        if (c || !p->skips_words)
            return c;
    }
    return NULL;
}

enum line_urgency command_urgency(const struct protocol *p, struct word line)
{
    const struct command *c = command_find(p, &line);
    if (!c)
        return LINE_ORDINARY;
    return c->flags & COMMAND_ENDS         ? LINE_ENDS
           : c->flags & COMMAND_INTERRUPTS ? LINE_INTERRUPTS
                                           : LINE_ORDINARY;
}

bool protocol_speaks(const struct protocol *p, struct word word)
{
    return p->speaks ? p->speaks(word) : find_name(p, word) != NULL;
}

void protocol_help(const struct protocol *p, const char *prefix, struct writer *out)
{
    enum { COLUMN = 24 };
    for (const struct command *c = p->commands; c->name; c++) {
        if (!c->help)
            continue;
        size_t begun = out->length;
        write_text(out, "%s%s%s%s", prefix, c->name, c->args[0] ? " " : "", c->args);
        int used = (int)(out->length - begun - strlen(prefix));
        if (used >= COLUMN)
            write_text(out, "\n%s%*s", prefix, used = 0, "");
        write_text(out, "%*s%s\n", COLUMN - used, "", c->help);
    }
}

// ---- answers ------------------------------------------------------------------------------------

void dialogue_error(struct dialogue *d, const char *why)
{
    d->protocol->error(d, why);
}

void dialogue_readable(struct word text, char out[READABLE_MAX])
{
    size_t n = text.length < READABLE_MAX - 1 ? text.length : READABLE_MAX - 1;
    for (size_t i = 0; i < n; i++)
        out[i] = text.text[i] >= ' ' && text.text[i] <= '~' ? text.text[i] : '?';
    out[n] = '\0';
}

void dialogue_complain(struct dialogue *d, const char *what, struct word where, const char *why)
{
    char shown[READABLE_MAX], text[256];
    struct writer w = writer_on(text, sizeof text);
    dialogue_readable(where, shown);
    write_text(&w, "%s '%s': %s", what, shown, why);
    dialogue_error(d, text);
}

// ---- the search ---------------------------------------------------------------------------------

static void on_report(void *owner, const struct report *news)
{
    struct dialogue *d = owner;
    lines_add(d->lines, news);
    if (d->protocol->report)
        d->protocol->report(d, news);
}

static void on_done(void *owner, const struct thought *t)
{
    struct dialogue *d = owner;
    d->thought = *t;
    if (d->protocol->done)
        d->protocol->done(d, t);
}

static void on_say(void *owner, const char *text)
{
    struct dialogue *d = owner;
    if (d->protocol->say)
        d->protocol->say(d, text);
}

// The line of a book, where it is not told with the others.
static void on_book(void *owner, const char *text)
{
    const struct dialogue *d = owner;
    if (!d->protocol->tells_book)
        on_say(owner, text);
}

// The search has answered: whoever waits for input looks up.
static void on_ended(void *owner)
{
    struct dialogue *d = owner;
    connection_wake(d->connection);
}

// What a line that has just arrived asks for.
static enum line_urgency on_arrival(void *owner, struct word line)
{
    const struct protocol *p = ((struct dialogue *)owner)->protocol;
    return p->look ? p->look(line) : command_urgency(p, line);
}

// True when the lines that wait, and the end of input, can wait until the work at hand is done.
static bool lines_wait(const struct dialogue *d)
{
    return d->patient && !atomic_load_explicit(&d->endless, memory_order_relaxed);
}

static void on_alarm(void *owner)
{
    struct dialogue *d = owner;
    if (!lines_wait(d))
        session_request_stop(d->session);
}

enum side dialogue_to_move(const struct dialogue *d)
{
    struct grid g;
    session_grid(d->session, &g);
    return g.to_move;
}

const char *dialogue_opening(const struct dialogue *d)
{
    const struct session *s = d->session;
    const struct game *game = session_game(s);
    struct position start;
    move moves[CELLS_MAX];
    char shape[GAME_ID_MAX];
    const char *why;
    int count = 0, plies;
    game->shape(session_position(s), shape);
    if (!game->start(&start, shape, &why))
        return NULL;
    struct position p = start;
    for (; count < session_ply(s) && count < CELLS_MAX; count++) {
        moves[count] = session_move_at(s, count);
        if (!game->play(&p, moves[count]))
            return NULL;
    }
    return game->key(&p) == game->key(session_position(s))
               ? opening_name(game, &start, moves, count, &plies)
               : NULL;
}

bool dialogue_interrupted(struct dialogue *d)
{
    line_listen(d->connection->in);
    if (connection_broken(d->connection) || connection_is_interrupted(d->connection))
        return true;
    return lines_wait(d) ? line_deserted(d->connection->in)
                         : line_urgency(d->connection->in) != LINE_ORDINARY;
}

bool dialogue_think(struct dialogue *d, enum side side, const struct limits *l, const char **why)
{
    lines_begin(d->lines, l->multipv);
    d->thought = (struct thought){.best = MOVE_NONE, .ponder = MOVE_NONE};
    if (!session_go(d->session, side, l, why))
        return false;
    atomic_store_explicit(&d->endless, l->infinite, memory_order_relaxed);
    while (session_thinking(d->session)) {
        if (dialogue_interrupted(d))
            session_request_stop(d->session);
        line_wait(d->connection->in);
    }
    session_wait(d->session);
    atomic_store_explicit(&d->endless, false, memory_order_relaxed);
    d->interrupted = connection_interrupted(d->connection); // it was about this thought
    lines_finish(d->lines);
    return true;
}

// ---- the loop -----------------------------------------------------------------------------------

void dialogue_obey(struct dialogue *d, struct word line)
{
    struct word args = line;
    const struct command *c = command_find(d->protocol, &args);
    if (!c) {
        d->protocol->unknown(d, line);
        return;
    }
    if (c->flags & (COMMAND_STOPS | COMMAND_ENDS))
        session_stop(d->session);
    d->args = args;
    d->kind = (int)(c->flags >> 8);
    if (c->run)
        c->run(d);
    if (c->flags & COMMAND_ENDS)
        d->quit = true;
}

static void dialogue_line(struct dialogue *d, struct word line)
{
    if (word_trim(line).length == 0 || (d->protocol->line && d->protocol->line(d, line)))
        return;
    dialogue_obey(d, line);
}

// Reads and runs lines to the end. Returns the last one, for a protocol that goes on with it.
static struct word converse(struct dialogue *d, struct word line)
{
    enum line_event event = LINE_READY;
    for (;;) {
        if (event == LINE_TOO_LONG)
            dialogue_error(d, "the line is too long and was passed over");
        else if (event == LINE_READY)
            dialogue_line(d, line);
        if (d->quit)
            return line;
        if (d->protocol->ready)
            d->protocol->ready(d);
        event = connection_next(d->connection, &line);
        if (event == LINE_INTERRUPTED)
            d->protocol->interrupt(d);
        if (event == LINE_END || d->quit)
            return line;
    }
}

bool setup_add(struct setup *s, struct word name, struct word value, const char **why)
{
    struct settings scratch = settings_default();
    const struct option *o = option_find(name);
    const struct game *game;
    struct position start;
    *why = "there is no option of that name";
    if (!o)
        return false;
    *why = "there are too many options";
    if (s->count == (int)LENGTH(s->at) || !option_store(&scratch, o, value, why))
        return false;
    if (o == &options[OPTION_GAME] && !game_find(value, &game, &start, why))
        return false;
    s->at[s->count].option = o;
    s->at[s->count++].value = value;
    return true;
}

// Sets the options of the command line and lets the protocol begin. False says why in the set-up.
static bool set_up(struct dialogue *d, struct setup *s)
{
    const struct protocol *p = d->protocol;
    if (p->game &&
        !session_set_option(d->session, &options[OPTION_GAME], word_of(p->game), &s->why))
        return false;
    for (s->refused = 0; s->refused < s->count; s->refused++)
        if (!session_set_option(d->session, s->at[s->refused].option, s->at[s->refused].value,
                                &s->why))
            return false;
    return !p->begin || p->begin(d, &s->why);
}

// Everything a conversation needs, or false: there is not enough memory.
static bool open_dialogue(struct dialogue *d)
{
    d->state = calloc(1, d->protocol->state_size + 1);
    d->lines = malloc(sizeof *d->lines);
    if (d->state && d->lines) {
        lines_begin(d->lines, 0);
        d->session =
            session_new((struct listener){d, on_report, on_done, on_say, on_ended, on_book});
    }
    return d->session != NULL;
}

static void close_dialogue(struct dialogue *d)
{
    if (d->session)
        session_free(d->session);
    free(d->lines);
    free(d->state);
}

struct dialogue *dialogue_open(const struct protocol *p, struct connection *c)
{
    struct dialogue *d = malloc(sizeof *d);
    struct setup none = {0};
    if (!d)
        return NULL;
    *d = (struct dialogue){.protocol = p, .connection = c, .out = c->out};
    if (open_dialogue(d) && set_up(d, &none))
        return d;
    dialogue_close(d);
    return NULL;
}

bool dialogue_take(struct dialogue *d, struct word line)
{
    dialogue_line(d, line);
    return !d->quit;
}

void dialogue_close(struct dialogue *d)
{
    if (!d)
        return;
    close_dialogue(d);
    free(d);
}

int dialogue_run(const struct protocol *p, struct connection *c, struct word first,
                 struct setup *setup)
{
    struct dialogue d = {
        .protocol = p, .connection = c, .out = c->out, .patient = p->patient && !c->terminal};
    struct setup none = {0};
    int status = 2;
    setup = setup ? setup : &none;
    if (!open_dialogue(&d)) {
        dialogue_error(&d, "not enough memory to start");
        status = 1;
    } else if (set_up(&d, setup)) {
        line_watch(c->in, (struct line_watcher){&d, on_arrival, on_alarm});
        c->heeds_interrupts = p->interrupt != NULL;
        first = converse(&d, first);
        if (p->end)
            p->end(&d);
        c->heeds_interrupts = false;
        session_stop(d.session);
        line_watch(c->in, (struct line_watcher){NULL, NULL, NULL});
        status = connection_status(c);
    }
    close_dialogue(&d);
    return d.next ? dialogue_run(d.next, c, first, setup) : status;
}
