// SPDX-License-Identifier: MIT
#include "protocol/reader.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "protocol/edit.h"
#include "protocol/files.h"

_Static_assert((int)EDIT_MAX <= (int)LINE_EDITED, "a line that is entered fits");

enum { PROMPT_MAX = 256, HISTORY_BYTES = 1 << 16, DRAWING_MAX = PROMPT_MAX + EDIT_MAX + 64 };

struct reader {
    struct connection *connection;
    struct completer completer;
    struct termios before; // as the terminal was
    struct edit edit;
    bool shown; // the line stands on the terminal
    bool dirty; // but is not drawn as it is
    bool list;  // the candidates are to be shown
    struct candidates candidates;
    char history_path[PATH_SPACE];
    pthread_mutex_t lock;     // guards what any thread may set:
    bool visible, new_prompt; // a prompt is to be shown; another than the one drawn
    char prompt[PROMPT_MAX];
};

// ---- the terminal -------------------------------------------------------------------------------

// Every key at once and no echo; signals and the translation of output stay.
static bool take_terminal(struct reader *r)
{
    struct termios raw = r->before;
    raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(r->connection->in->fd, TCSADRAIN, &raw) == 0;
}

static void give_terminal_back(struct reader *r)
{
    tcsetattr(r->connection->in->fd, TCSADRAIN, &r->before);
}

static int window_columns(const struct reader *r)
{
    struct winsize size;
    return ioctl(r->connection->out->fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 8 ? size.ws_col
                                                                                    : 80;
}

static void put(struct reader *r, const char *text)
{
    output_text(r->connection->out, text, strlen(text));
}

// Sequences that make the terminal mark what is pasted, and no longer.
static const char paste_on[] = "\033[?2004h", paste_off[] = "\033[?2004l";

// Stops, as ctrl-Z asks, with the terminal as it was.
static void suspend(struct reader *r)
{
    put(r, paste_off);
    give_terminal_back(r);
    r->connection->heed_terminal(false);
    raise(SIGTSTP);
    r->connection->heed_terminal(true);
    take_terminal(r);
    put(r, paste_on);
    r->dirty = true;
}

// ---- drawing ------------------------------------------------------------------------------------

// The part of the text that a window has room for, with the cursor in it.
static struct word part_shown(const struct edit *e, int room)
{
    size_t begin = 0, end = e->cursor;
    while (edit_columns(e->text + begin, e->cursor - begin) >= room && begin < e->cursor)
        begin = edit_next(e->text, e->length, begin);
    for (size_t next; end < e->length; end = next) {
        next = edit_next(e->text, e->length, end);
        if (edit_columns(e->text + begin, next - begin) >= room)
            break;
    }
    return (struct word){e->text + begin, end - begin};
}

// Draws prompt and text over what stands in the line. A prompt leaves half the window to the text,
// and ends in "> " where text follows.
static void draw(struct reader *r)
{
    const struct edit *e = &r->edit;
    char text[DRAWING_MAX];
    struct writer w = writer_on(text, sizeof text);
    int columns = window_columns(r), most = e->length ? columns / 2 : columns - 1;
    pthread_mutex_lock(&r->lock);
    int length = (int)strlen(r->prompt);
    bool ends = length >= 2 && length <= most && strcmp(r->prompt + length - 2, "> ") == 0;
    write_text(&w, "\r%.*s%s", most, r->prompt, e->length && !ends ? " > " : "");
    r->new_prompt = false;
    pthread_mutex_unlock(&r->lock);
    int prompt = (int)w.length - 1;
    struct word part = part_shown(e, columns - prompt);
    int column = prompt + edit_columns(part.text, (size_t)(e->text + e->cursor - part.text));
    write_text(&w, "%.*s\033[K\r", (int)part.length, part.text);
    if (column > 0)
        write_text(&w, "\033[%dC", column);
    put(r, text);
    r->shown = true;
    r->dirty = false;
}

static void wipe(struct reader *r)
{
    if (r->shown)
        put(r, "\r\033[K");
    r->shown = false;
}

// The candidates in columns, under the line.
static void draw_candidates(struct reader *r)
{
    const struct candidates *c = &r->candidates;
    int widest = 0, columns = window_columns(r);
    for (int i = 0; i < c->count; i++)
        widest = (int)strlen(c->name[i]) > widest ? (int)strlen(c->name[i]) : widest;
    int across = columns / (widest + 2) > 0 ? columns / (widest + 2) : 1;
    put(r, "\n");
    for (int i = 0; i < c->count; i++) {
        bool last = i % across == across - 1 || i == c->count - 1;
        output_line(r->connection->out, "%-*s%s", last ? 0 : widest + 2, c->name[i],
                    last ? "\n" : "");
    }
}

// Brings the terminal up to date; called by whoever is about to wait for a key.
static void on_show(void *owner)
{
    struct reader *r = owner;
    unsigned news = atomic_exchange(r->connection->terminal_news, 0);
    if (news & TERMINAL_STOPS)
        suspend(r);
    if (news & TERMINAL_CONTINUES)
        take_terminal(r);
    pthread_mutex_lock(&r->lock);
    bool visible = r->visible, fresh = r->new_prompt;
    pthread_mutex_unlock(&r->lock);
    if (r->list && visible) {
        draw(r);
        draw_candidates(r);
    }
    if (visible && (fresh || news || r->list || r->dirty || !r->shown))
        draw(r);
    r->list = false;
}

// ---- keys ---------------------------------------------------------------------------------------

void candidates_add(struct candidates *c, struct word typed, const char *name)
{
    size_t n = strlen(name);
    if (n < typed.length || n >= CANDIDATE_MAX || c->count == CANDIDATES_MAX ||
        !edit_is_text(word_of(name)))
        return;
    char front[CANDIDATE_MAX];
    word_copy((struct word){name, typed.length}, front, sizeof front);
    if (!word_is_nocase(typed, front))
        return;
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->name[i], name) == 0)
            return;
    memcpy(c->name[c->count++], name, n + 1);
}

// How many first bytes all candidates have in common, no character cut in two.
static size_t common_length(const struct candidates *c)
{
    size_t n = strlen(c->name[0]);
    for (int i = 1; i < c->count; i++)
        while (strncmp(c->name[0], c->name[i], n) != 0)
            n--;
    while (((unsigned char)c->name[0][n] & 0xc0) == 0x80)
        n--;
    return n;
}

// Completes as far as it is clear; where that is not at all, shows what there is.
static void complete(struct reader *r)
{
    struct edit *e = &r->edit;
    struct candidates *c = &r->candidates;
    c->count = 0;
    c->begin = e->cursor;
    r->completer.complete(r->completer.owner, (struct word){e->text, e->cursor}, c);
    if (c->count == 0)
        return;
    size_t common = common_length(c), typed = e->cursor - c->begin;
    if (e->length - typed + common + 1 >= EDIT_MAX)
        return; // there is no room for it
    if (common > typed || c->count == 1) {
        edit_erase_to_cursor(e, c->begin);
        edit_insert(e, (struct word){c->name[0], common});
        if (c->count == 1 && c->name[0][common - 1] != '/')
            edit_insert(e, word_of(" "));
    } else {
        r->list = true;
    }
}

static enum line_key on_key(void *owner, unsigned char byte, struct word *line)
{
    struct reader *r = owner;
    enum edit_event event = edit_byte(&r->edit, byte);
    r->dirty = true;
    if (event == EDIT_COMPLETE)
        complete(r);
    if (event == EDIT_CLEAR)
        put(r, "\033[H\033[2J"); // at once: a line that comes with it writes below
    if (event == EDIT_END)
        return LINE_KEY_END;
    if (event != EDIT_ENTERED)
        return LINE_KEY_TAKEN;
    *line = (struct word){r->edit.text, r->edit.length};
    history_add(&r->edit.history, word_trim(*line));
    edit_clear(&r->edit);
    return LINE_KEY_ENTERED;
}

// A line is about to be obeyed: it stays on the terminal behind its prompt.
static void on_taken(void *owner, struct word line)
{
    struct reader *r = owner;
    reader_hide(r);
    output_line(r->connection->out, "\r%s%.*s\033[K\n", r->prompt, (int)line.length, line.text);
}

// ---- the prompt ---------------------------------------------------------------------------------

static void set_prompt(struct reader *r, const char *prompt)
{
    pthread_mutex_lock(&r->lock);
    r->visible = prompt != NULL;
    r->new_prompt = true;
    if (prompt)
        word_copy((struct word){prompt, strnlen(prompt, PROMPT_MAX - 1)}, r->prompt, PROMPT_MAX);
    pthread_mutex_unlock(&r->lock);
}

void reader_prompt(struct reader *r, const char *prompt)
{
    set_prompt(r, prompt);
    connection_wake(r->connection);
}

void reader_hide(struct reader *r)
{
    set_prompt(r, NULL);
    wipe(r);
}

void reader_note(struct reader *r, const char *text)
{
    output_line(r->connection->out, "\r\033[K%s\n", text);
    pthread_mutex_lock(&r->lock);
    r->new_prompt = true;
    pthread_mutex_unlock(&r->lock);
    connection_wake(r->connection);
}

bool reader_drop(struct reader *r)
{
    r->edit.pasting = false;
    r->edit.key_length = 0;
    if (r->edit.length == 0)
        return false;
    put(r, "^C\n");
    edit_clear(&r->edit);
    return true;
}

// ---- beginning and end --------------------------------------------------------------------------

// The history is a line each, the newest last.
static void read_history(struct reader *r)
{
    char text[HISTORY_BYTES];
    size_t length;
    if (!files_read(r->history_path, text, sizeof text, &length))
        return;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t n = end ? (size_t)(end - (text + at)) : length - at;
        if (n < EDIT_MAX)
            history_add(&r->edit.history, (struct word){text + at, n});
        at += n + 1;
    }
    r->edit.at = r->edit.history.count;
}

// Writes as many of the newest lines as HISTORY_BYTES holds. Who can't keep them goes without.
static void write_history(struct reader *r)
{
    const struct history *h = &r->edit.history;
    char text[HISTORY_BYTES];
    struct writer w = writer_on(text, sizeof text);
    int first = h->count;
    for (size_t bytes = 0; first > 0; first--)
        if ((bytes += strlen(h->line[first - 1]) + 1) >= sizeof text)
            break;
    for (int i = first; i < h->count; i++)
        write_text(&w, "%s\n", h->line[i]);
    const char *why;
    if (r->history_path[0] && w.length)
        files_write(r->history_path, text, w.length, 0600, &why);
}

// True when a line can be drawn over on this terminal.
static bool can_draw(const struct connection *c)
{
    const char *term = getenv("TERM");
    return c->terminal && c->heed_terminal && isatty(c->in->fd) && isatty(c->out->fd) && term &&
           term[0] && strcmp(term, "dumb") != 0;
}

struct reader *reader_open(struct connection *c, struct completer completer,
                           const char *history_path)
{
    struct reader *r = can_draw(c) ? calloc(1, sizeof *r) : NULL;
    if (!r)
        return NULL;
    r->connection = c;
    r->completer = completer;
    if (tcgetattr(c->in->fd, &r->before) != 0 || !take_terminal(r)) {
        free(r);
        return NULL;
    }
    pthread_mutex_init(&r->lock, NULL);
    if (history_path && word_copy(word_of(history_path), r->history_path, PATH_SPACE))
        read_history(r);
    c->heed_terminal(true);
    put(r, paste_on);
    line_edit(c->in, (struct line_editor){r, pthread_self(), on_key, on_show, on_taken});
    return r;
}

void reader_close(struct reader *r)
{
    if (!r)
        return;
    put(r, r->shown ? "\n" : "");
    put(r, paste_off);
    line_edit(r->connection->in, (struct line_editor){0});
    give_terminal_back(r);
    r->connection->heed_terminal(false);
    write_history(r);
    history_free(&r->edit.history);
    pthread_mutex_destroy(&r->lock);
    free(r);
}
