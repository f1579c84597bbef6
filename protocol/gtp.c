// SPDX-License-Identifier: MIT
// gtp.c - the Go Text Protocol, version 2, spoken for our games.
//
// Black is the first player. Othello names cells from the top left without skipping a letter, as
// its GTP programs do; Gomoku and Connect Four count rows from the bottom and skip the letter I, as
// Go does.
//
//  command            answer
//  play C V           empty, or "? illegal move" and nothing changed; either side may move twice in
//  a
//                     row, which is how Othello GUIs leave out passes
//  genmove C          the move, PASS when there is none or the game is over; its time comes off the
//                     clock until time_left says better
//  reg_genmove C      the same, not played
//  undo               empty, or "? cannot undo"
//  boardsize N [M]    empty, or "? unacceptable size"; M is the height of a rectangular board
//  final_score        B+12, W+4, 0; "? cannot score" before the end
//  outflank-scores C  every move with its score, best first, "exact" where it is proven
//  gogui-rules_*      what GoGui needs to be a board for any game
//
// While genmove thinks, the line "# interrupt" makes it answer now; so do quit and the end of input
// when they come next.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "protocol/gtp.h"
#include "protocol/protocol.h"
#include "protocol/sgf.h"

enum {
    DEFAULT_MOVE_MS = 1000,
    CLOCK_MAX_SECONDS = 1000000,
    SGF_BYTES_MAX = 1 << 20,
};

struct command {
    const char *name;
    void (*run)(struct gtp *g, struct word args);
};

// ---- answers ------------------------------------------------------------------------------------

static void answer(struct gtp *g, char sign, const char *text)
{
    char buffer[ANSWER_MAX + 64];
    struct writer w = writer_on(buffer, sizeof buffer);
    write_text(&w, "%c%.*s%s%s\n\n", sign, (int)g->id.length, g->id.text, text[0] ? " " : "", text);
    output_text(g->connection->out, buffer, w.length);
}

void gtp_ok(struct gtp *g, const char *text)
{
    answer(g, '=', text);
}

static void gtp_fail(struct gtp *g, const char *text)
{
    answer(g, '?', text);
}

// ---- vertices and colours -----------------------------------------------------------------------

const char *gtp_color(enum side s)
{
    return s == FIRST ? "black" : "white";
}

static bool read_color(struct word w, enum side *out)
{
    bool black = word_is_nocase(w, "b") || word_is_nocase(w, "black");
    bool white = word_is_nocase(w, "w") || word_is_nocase(w, "white");
    *out = white ? SECOND : FIRST;
    return black || white;
}

// True when columns are lettered as in Go, without the I.
bool gtp_skips_i(const struct gtp *g)
{
    return session_game(g->session)->gtp_skips_i;
}

void gtp_vertex(const struct gtp *g, move m, struct writer *out)
{
    struct grid grid;
    const struct game *game = session_game(g->session);
    const char *special = special_name(game, m);
    if (!move_is_cell(m)) {
        write_text(out, "%s", special ? special : "PASS");
        return;
    }
    session_grid(g->session, &grid);
    int x = move_x(m), row = row_number(game->notation, &grid, move_y(m));
    write_text(out, "%c%d", 'A' + x + (gtp_skips_i(g) && x >= 8), row);
}

// A vertex, "pass", or for Connect Four a column alone. The letter I can only mean the ninth column
// of a board that was lettered without the skip, so it is taken as that.
static bool read_vertex(const struct gtp *g, struct word w, move *out)
{
    struct grid grid;
    char text[MOVE_TEXT_MAX];
    session_grid(g->session, &grid);
    const struct game *game = session_game(g->session);
    if (game_move_parse(game, &grid, w, out) && !move_is_cell(*out))
        return true;
    if (!word_copy(w, text, sizeof text) || text[0] == '\0')
        return false;
    char letter = (char)(text[0] | 32);
    if (gtp_skips_i(g) && letter > 'i' && letter <= 'z')
        text[0] = (char)(letter - 1);
    return game_move_parse(game, &grid, word_of(text), out);
}

// ---- the search ---------------------------------------------------------------------------------

static void gtp_done(void *owner, const struct thought *t)
{
    struct gtp *g = owner;
    g->thought = *t;
}

static void gtp_report(void *owner, const struct report *news)
{
    struct gtp *g = owner;
    if (news->multipv < 1 || news->multipv > NEWS_MAX || news->bound != BOUND_EXACT)
        return;
    g->news[news->multipv - 1] = *news;
    if (news->multipv > g->places)
        g->places = news->multipv;
}

static void gtp_say(void *owner, const char *text)
{
    (void)owner;
    (void)text; // nothing but answers may be written here
}

// Gives a side its main time or, where there is none, a period.
static void wind_clock(struct gtp *g, enum side side)
{
    g->left[side] = g->main_time > 0 ? g->main_time : g->period;
    g->left_stones[side] = g->main_time > 0 ? 0 : g->stones;
}

// Takes what a move cost off a side's clock, for controllers that never send time_left. Main time
// that is used up is followed by a period, and so is a period whose moves were made.
static void run_clock(struct gtp *g, enum side side, int64_t spent)
{
    bool main_time = g->left_stones[side] == 0;
    g->left[side] = g->left[side] > spent ? g->left[side] - spent : 0;
    if (g->period > 0 && (main_time ? g->left[side] == 0 : --g->left_stones[side] == 0)) {
        g->left[side] = g->period;
        g->left_stones[side] = g->stones;
    }
}

// The limits that the clock commands add up to for one side.
static struct limits limits_for(const struct gtp *g, enum side side)
{
    struct limits l = limits_none();
    if (!g->clock_set) {
        l.move_time = DEFAULT_MOVE_MS;
        return l;
    }
    l.time[side] = g->left[side];
    l.moves_to_go = g->left_stones[side];
    return l;
}

// True for the number that may stand in front of a command.
static bool is_id(struct word w)
{
    int64_t number;
    return w.length <= 20 && word_int(w, 0, INT64_MAX / 32, &number);
}

// True when what comes next asks for the answer now.
static bool hurried(const struct gtp *g)
{
    struct word line, word;
    if (connection_broken(g->connection) || line_at_end(g->connection->in))
        return true;
    if (!line_peek(g->connection->in, &line))
        return false;
    if (word_is(word_trim(line), "# interrupt"))
        return true;
    if (!word_next(&line, &word))
        return false;
    return word_is(word, "quit") ||
           (is_id(word) && word_next(&line, &word) && word_is(word, "quit"));
}

// Thinks for a side and waits for the move, with an ear on the input. After the end of the game
// either side is told to pass.
static bool think(struct gtp *g, enum side side, int places)
{
    struct limits l = limits_for(g, side);
    l.multipv = places;
    g->places = 0;
    const char *why;
    int margin;
    g->thought = (struct thought){.best = MOVE_NONE};
    if (session_game(g->session)->over(session_position(g->session), &margin))
        return true;
    if (!session_go(g->session, side, &l, &why))
        return false;
    while (session_thinking(g->session)) {
        if (hurried(g))
            session_request_stop(g->session);
        line_wait(g->connection->in);
    }
    session_wait(g->session);
    return true;
}

static void genmove(struct gtp *g, struct word args, bool play)
{
    char text[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct word color;
    enum side side;
    int64_t begun = clock_now();
    if (!word_next(&args, &color) || !read_color(color, &side)) {
        gtp_fail(g, "syntax error");
        return;
    }
    if (!think(g, side, 1)) {
        gtp_fail(g, "illegal move");
        return;
    }
    gtp_vertex(g, g->thought.best, &w);
    if (play && g->thought.best != MOVE_NONE) {
        session_play_as(g->session, side, g->thought.best);
        run_clock(g, side, (clock_now() - begun) / 1000000);
    }
    gtp_ok(g, text);
}

// Every move's score; on 6x6 Othello exact from the first move on.
static void gtp_scores(struct gtp *g, struct word args)
{
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct word color;
    enum side side;
    if (!word_next(&args, &color) || !read_color(color, &side)) {
        gtp_fail(g, "syntax error");
        return;
    }
    if (!think(g, side, NEWS_MAX)) {
        gtp_fail(g, "illegal move");
        return;
    }
    for (int i = 0; i < g->places; i++) {
        const struct report *r = &g->news[i];
        write_text(&w, "%s", i ? "\n" : "");
        gtp_vertex(g, r->line[0], &w);
        write_text(&w, " %+.2f%s", r->score / 100.0, r->solved ? " exact" : "");
    }
    gtp_ok(g, text);
}

// ---- commands -----------------------------------------------------------------------------------

static void gtp_protocol_version(struct gtp *g, struct word args)
{
    (void)args;
    gtp_ok(g, "2");
}

static void gtp_name(struct gtp *g, struct word args)
{
    (void)args;
    gtp_ok(g, "outflank");
}

static void gtp_version(struct gtp *g, struct word args)
{
    (void)args;
    gtp_ok(g, OUTFLANK_VERSION);
}

static void gtp_quit(struct gtp *g, struct word args)
{
    (void)args;
    g->quit = true;
    gtp_ok(g, "");
}

// Nothing to do, but known: komi means nothing in our games, and interrupts are heard by genmove.
static void gtp_accept(struct gtp *g, struct word args)
{
    (void)args;
    gtp_ok(g, "");
}

static void gtp_list_games(struct gtp *g, struct word args)
{
    (void)args;
    char text[128];
    struct writer w = writer_on(text, sizeof text);
    for (int i = 0; games[i]; i++)
        write_text(&w, "%s%s", i ? "\n" : "", games[i]->title);
    gtp_ok(g, text);
}

// Takes any name of a game, or an id with its shape: "Othello", "othello:6x6".
static void gtp_set_game(struct gtp *g, struct word args)
{
    struct word name = word_trim(args);
    const char *why;
    if (session_set_game(g->session, name, &why))
        gtp_ok(g, "");
    else
        gtp_fail(g, why);
}

// A square board, or with two numbers a rectangular one. The width of the board in use keeps its
// height, so that a GUI that knows only squares can confirm a 7x6 board.
static void gtp_boardsize(struct gtp *g, struct word args)
{
    struct word first, second;
    int64_t width, height;
    char id[GAME_ID_MAX];
    struct grid grid;
    const char *why;
    session_grid(g->session, &grid);
    if (!word_next(&args, &first) || !word_int(first, 0, 1000, &width)) {
        gtp_fail(g, "syntax error");
        return;
    }
    height = width == grid.width ? grid.height : width;
    if (word_next(&args, &second) && !word_int(second, 0, 1000, &height)) {
        gtp_fail(g, "syntax error");
        return;
    }
    if (game_id_of_size(session_game(g->session), session_position(g->session), (int)width,
                        (int)height, id) &&
        session_set_game(g->session, word_of(id), &why))
        gtp_ok(g, "");
    else
        gtp_fail(g, "unacceptable size");
}

static void gtp_clear_board(struct gtp *g, struct word args)
{
    (void)args;
    session_new_game(g->session);
    wind_clock(g, FIRST);
    wind_clock(g, SECOND);
    gtp_ok(g, "");
}

// Plays a move for either side. A pass is taken when it is forced, and after the end.
static void gtp_play(struct gtp *g, struct word args)
{
    struct word color, vertex;
    enum side side;
    move m;
    int margin;
    if (!word_next(&args, &color) || !read_color(color, &side) || !word_next(&args, &vertex) ||
        !read_vertex(g, vertex, &m)) {
        gtp_fail(g, "syntax error");
        return;
    }
    bool over = session_game(g->session)->over(session_position(g->session), &margin);
    if (session_play_as(g->session, side, m) || (m == MOVE_PASS && over))
        gtp_ok(g, "");
    else
        gtp_fail(g, "illegal move");
}

static void gtp_genmove(struct gtp *g, struct word args)
{
    genmove(g, args, true);
}

static void gtp_reg_genmove(struct gtp *g, struct word args)
{
    genmove(g, args, false);
}

static void gtp_undo(struct gtp *g, struct word args)
{
    (void)args;
    if (session_undo(g->session))
        gtp_ok(g, "");
    else
        gtp_fail(g, "cannot undo");
}

// "M B S": main time, then S moves in every B seconds; fractions are understood. 0 0 0 is no time
// at all, B > 0 with S = 0 no limit.
static void gtp_time_settings(struct gtp *g, struct word args)
{
    struct word time, period, stones;
    int64_t main_time, period_time, count;
    if (!word_next(&args, &time) || !word_thousandths(time, CLOCK_MAX_SECONDS, &main_time) ||
        !word_next(&args, &period) || !word_thousandths(period, CLOCK_MAX_SECONDS, &period_time) ||
        !word_next(&args, &stones) || !word_int(stones, 0, 1000, &count)) {
        gtp_fail(g, "syntax error");
        return;
    }
    g->main_time = main_time;
    g->period = period_time;
    g->stones = (int)count;
    g->clock_set = !(period_time > 0 && count == 0);
    wind_clock(g, FIRST);
    wind_clock(g, SECOND);
    gtp_ok(g, "");
}

static void gtp_time_left(struct gtp *g, struct word args)
{
    struct word color, time, stones;
    enum side side;
    int64_t left, count;
    if (!word_next(&args, &color) || !read_color(color, &side) || !word_next(&args, &time) ||
        !word_next(&args, &stones) || !word_int(stones, 0, 1000, &count)) {
        gtp_fail(g, "syntax error");
        return;
    }
    bool over = time.text[0] == '-'; // a clock that has run over
    time.text += over;
    time.length -= over;
    if (!word_thousandths(time, CLOCK_MAX_SECONDS, &left)) {
        gtp_fail(g, "syntax error");
        return;
    }
    g->left[side] = over ? 0 : left;
    g->left_stones[side] = (int)count;
    gtp_ok(g, "");
}

static void gtp_final_score(struct gtp *g, struct word args)
{
    (void)args;
    int margin;
    char text[16];
    struct writer w = writer_on(text, sizeof text);
    if (!session_game(g->session)->over(session_position(g->session), &margin)) {
        gtp_fail(g, "cannot score");
        return;
    }
    if (margin == 0)
        write_text(&w, "0");
    else
        write_text(&w, "%c+%d", margin > 0 ? 'B' : 'W', abs(margin));
    gtp_ok(g, text);
}

static void gtp_showboard(struct gtp *g, struct word args)
{
    (void)args;
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct grid grid;
    session_grid(g->session, &grid);
    write_text(&w, "\n");
    board_draw(gtp_skips_i(g) ? NOTATION_GO : session_game(g->session)->notation, &grid, NULL,
               session_last_move(g->session), &w);
    write_text(&w, "%s to move", gtp_color(grid.to_move));
    gtp_ok(g, text);
}

// Reads a whole small file. NULL when it can't be read or is no small one; the caller frees it.
static char *read_file(const char *name, size_t *length)
{
    char *text = malloc(SGF_BYTES_MAX);
    int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    *length = 0;
    while (text && fd >= 0 && *length < SGF_BYTES_MAX) {
        ssize_t n = read(fd, text + *length, SGF_BYTES_MAX - *length);
        if (n <= 0)
            break;
        *length += (size_t)n;
    }
    if (fd >= 0)
        close(fd);
    if (*length > 0 && *length < SGF_BYTES_MAX)
        return text;
    free(text);
    return NULL;
}

static void gtp_loadsgf(struct gtp *g, struct word args)
{
    struct word name, number;
    char file[4096], *text;
    int64_t move_number = 0;
    size_t length;
    const char *why;
    if (!word_next(&args, &name) || !word_copy(name, file, sizeof file) ||
        (word_next(&args, &number) && !word_int(number, 1, 10000, &move_number))) {
        gtp_fail(g, "syntax error");
        return;
    }
    text = read_file(file, &length);
    bool good = text && sgf_load(g->session, (struct word){text, length}, (int)move_number, &why);
    free(text);
    if (good)
        gtp_ok(g, "");
    else
        gtp_fail(g, "cannot load file");
}

static void gtp_list_commands(struct gtp *g, struct word args);
static void gtp_known_command(struct gtp *g, struct word args);

static const struct command commands[] = {
    {"protocol_version", gtp_protocol_version},
    {"name", gtp_name},
    {"version", gtp_version},
    {"known_command", gtp_known_command},
    {"list_commands", gtp_list_commands},
    {"quit", gtp_quit},
    {"list_games", gtp_list_games},
    {"set_game", gtp_set_game},
    {"boardsize", gtp_boardsize},
    {"clear_board", gtp_clear_board},
    {"komi", gtp_accept},
    {"play", gtp_play},
    {"genmove", gtp_genmove},
    {"reg_genmove", gtp_reg_genmove},
    {"outflank-scores", gtp_scores},
    {"undo", gtp_undo},
    {"time_settings", gtp_time_settings},
    {"time_left", gtp_time_left},
    {"final_score", gtp_final_score},
    {"showboard", gtp_showboard},
    {"loadsgf", gtp_loadsgf},
    {"gogui-interrupt", gtp_accept},
    {"gogui-rules_game_id", gtp_rules_game_id},
    {"gogui-rules_board_size", gtp_rules_board_size},
    {"gogui-rules_board", gtp_rules_board},
    {"gogui-rules_legal_moves", gtp_rules_legal_moves},
    {"gogui-rules_side_to_move", gtp_rules_side_to_move},
    {"gogui-rules_final_result", gtp_rules_final_result},
};

static const struct command *find_command(struct word name)
{
    for (size_t i = 0; i < LENGTH(commands); i++)
        if (word_is(name, commands[i].name))
            return &commands[i];
    return NULL;
}

static void gtp_list_commands(struct gtp *g, struct word args)
{
    (void)args;
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    for (size_t i = 0; i < LENGTH(commands); i++)
        write_text(&w, "%s%s", i ? "\n" : "", commands[i].name);
    gtp_ok(g, text);
}

static void gtp_known_command(struct gtp *g, struct word args)
{
    gtp_ok(g, find_command(word_trim(args)) ? "true" : "false");
}

// ---- lines --------------------------------------------------------------------------------------

// What GTP asks of every line: control characters dropped, tabs made blanks, comments cut off.
static struct word clean(struct word line, char *buffer)
{
    size_t n = 0;
    for (size_t i = 0; i < line.length && line.text[i] != '#'; i++) {
        unsigned char c = (unsigned char)line.text[i];
        if (c == '\t')
            buffer[n++] = ' ';
        else if (c >= 32 && c != 127)
            buffer[n++] = (char)c;
    }
    return word_trim((struct word){buffer, n});
}

static void run_line(struct gtp *g, struct word raw, char *buffer)
{
    struct word line = clean(raw, buffer), name;
    if (!word_next(&line, &name))
        return;
    if (is_id(name)) {
        g->id = name;
        if (!word_next(&line, &name)) {
            gtp_fail(g, "syntax error");
            return;
        }
    }
    const struct command *c = find_command(name);
    if (c)
        c->run(g, line);
    else
        gtp_fail(g, "unknown command");
}

static bool gtp_speaks(struct word command)
{
    return find_command(command) != NULL || is_id(command);
}

// The search has answered: whoever waits for input looks up.
static void gtp_ended(void *owner)
{
    struct gtp *me = owner;
    connection_wake(me->connection);
}

static int gtp_run(struct connection *connection, struct word first)
{
    struct gtp g = {.connection = connection};
    struct listener l = {&g, gtp_report, gtp_done, gtp_say, gtp_ended};
    struct word line = first;
    enum line_event event = LINE_READY;
    char *buffer = malloc(LINE_BYTES);
    g.session = buffer ? session_new(l) : NULL;
    if (!g.session) {
        free(buffer);
        output_line(connection->out, "? not enough memory to start\n\n");
        return 1;
    }
    while (event != LINE_END && !g.quit) {
        g.id = (struct word){buffer, 0};
        if (event == LINE_TOO_LONG)
            gtp_fail(&g, "line too long");
        else
            run_line(&g, line, buffer);
        if (!g.quit)
            event = connection_next(connection, &line);
    }
    session_free(g.session);
    free(buffer);
    return connection_status(connection);
}

const struct protocol gtp_protocol = {"gtp", gtp_speaks, gtp_run};
