// SPDX-License-Identifier: MIT
// gtp.c - the Go Text Protocol, version 2, spoken for our games.
//
// Black is the first player. Othello names cells from the top left without skipping a letter, as
// its GTP programs do; Gomoku and Connect Four count rows from the bottom and skip the letter I, as
// Go does.
//
// The table of commands is near the end of the file. While genmove thinks, the line "# interrupt"
// makes it answer now; so do quit and the end of input, whatever stands in front of them.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "protocol/gtp.h"
#include "protocol/load.h"

enum {
    DEFAULT_MOVE_MS = 1000,
    CLOCK_MAX_SECONDS = 1000000,
    TURNS_MANY = 1000, // more than any game has
};

// ---- answers ------------------------------------------------------------------------------------

static void answer(struct dialogue *d, char sign, const char *text)
{
    const struct gtp *g = d->state;
    struct word id = g ? g->id : word_of("");
    char buffer[ANSWER_MAX + 64];
    struct writer w = writer_on(buffer, sizeof buffer);
    write_text(&w, "%c%.*s%s%s\n\n", sign, (int)id.length, id.text, text[0] ? " " : "", text);
    output_text(d->out, buffer, w.length);
}

void gtp_ok(struct dialogue *d, const char *text)
{
    answer(d, '=', text);
}

void gtp_fail(struct dialogue *d, const char *text)
{
    answer(d, '?', text);
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
bool gtp_skips_i(const struct session *s)
{
    return session_game(s)->gtp_skips_i;
}

void gtp_vertex(const struct session *s, move m, struct writer *out)
{
    struct grid grid;
    const struct game *game = session_game(s);
    const char *special = special_name(game, m);
    if (!move_is_cell(m)) {
        write_text(out, "%s", special ? special : "PASS");
        return;
    }
    session_grid(s, &grid);
    int x = move_x(m), row = row_number(game->notation, &grid, move_y(m));
    write_text(out, "%c%d", 'A' + x + (gtp_skips_i(s) && x >= 8), row);
}

// A vertex, "pass", or for Connect Four a column alone. The letter I can only mean the ninth column
// of a board that was lettered without the skip, so it is taken as that.
static bool read_vertex(const struct session *s, struct word w, move *out)
{
    struct grid grid;
    char text[MOVE_TEXT_MAX];
    session_grid(s, &grid);
    const struct game *game = session_game(s);
    if (game_move_parse(game, &grid, w, out) && !move_is_cell(*out))
        return true;
    if (!word_copy(w, text, sizeof text) || text[0] == '\0')
        return false;
    char letter = (char)(text[0] | 32);
    if (gtp_skips_i(s) && letter > 'i' && letter <= 'z')
        text[0] = (char)(letter - 1);
    return game_move_parse(game, &grid, word_of(text), out);
}

// ---- the search ---------------------------------------------------------------------------------

// Gives both sides their main time or, where there is none, a period.
static void reset_clocks(struct gtp *g)
{
    for (int side = FIRST; side <= SECOND; side++) {
        g->left[side] = g->main_time > 0 ? g->main_time : g->period;
        g->left_stones[side] = g->main_time > 0 ? 0 : g->stones;
        g->left_given[side] = false;
    }
}

// Takes what a move cost off a side's clock, for controllers that never send time_left. Main time
// that is used up is followed by a period, of which the move that used it up takes the rest of its
// time and a stone; and so is a period whose moves were made.
static void run_clock(struct gtp *g, enum side side, int64_t spent)
{
    int64_t left = g->left[side] - spent;
    int stones = g->left_stones[side];
    if (g->stones > 0 && stones == 0 && left <= 0) {
        left += g->period;
        stones = g->stones;
    }
    if (g->stones > 0 && stones > 0 && --stones == 0) {
        left = g->period;
        stones = g->stones;
    }
    g->left[side] = left > 0 ? left : 0;
    g->left_stones[side] = stones;
}

// Main time and the period behind it as one clock: both together are there for the moves of the
// period and as many more as main time has at the period's pace. A move that outlasts main time is
// the first of the period.
static void limit_both(const struct gtp *g, int64_t left, struct limits *l, enum side side)
{
    int64_t more = left > 0 ? left * g->stones / g->period : 0;
    l->time[side] = left + g->period > 0 ? left + g->period : 0;
    l->moves_to_go = g->stones + (int)(more < TURNS_MANY ? more : TURNS_MANY);
}

// The limits that the clock commands add up to for one side. A period without stones is no limit to
// GTP: we take our usual time, and never more than the period, which is what some mean by it.
static struct limits limits_for(const struct gtp *g, enum side side)
{
    struct limits l = limits_none();
    bool periods = g->period > 0 && g->stones > 0;
    bool limited = g->clock_set && (g->period == 0 || periods);
    if ((limited || g->left_given[side]) && periods && g->left_stones[side] == 0) {
        limit_both(g, g->left[side], &l, side);
    } else if (limited || g->left_given[side]) {
        l.time[side] = g->left[side] > 0 ? g->left[side] : 0;
        l.moves_to_go = g->left_stones[side];
    } else {
        l.move_time = g->period > 0 && g->period < DEFAULT_MOVE_MS ? g->period : DEFAULT_MOVE_MS;
    }
    return l;
}

// Thinks for a side. False when it can't; that the game is over is no failure, the answer is a pass.
static bool think(struct dialogue *d, enum side side, int lines)
{
    struct limits l = limits_for(d->state, side);
    const char *why;
    l.multipv = lines;
    l.advice = lines > 1;
    bool good = dialogue_think(d, side, &l, &why);
    return good || session_game(d->session)->over(session_position(d->session), &(int){0});
}

// Reads the colour of a genmove and thinks for it. False has answered why not.
static bool think_for_color(struct dialogue *d, int lines, enum side *side)
{
    struct word color;
    if (!word_next(&d->args, &color) || !read_color(color, side)) {
        gtp_fail(d, "syntax error");
        return false;
    }
    if (!think(d, *side, lines)) {
        gtp_fail(d, "illegal move");
        return false;
    }
    return true;
}

// Thinks, and plays unless it is asked as a question of regression tests.
enum { GENMOVE, REG_GENMOVE };

static void gtp_genmove(struct dialogue *d)
{
    char text[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    enum side side;
    int64_t begun = clock_now();
    if (!think_for_color(d, 1, &side))
        return;
    move best = d->thought.best;
    gtp_vertex(d->session, best, &w);
    if (d->kind == GENMOVE && best != MOVE_NONE) {
        session_play_as(d->session, side, best);
        run_clock(d->state, side, (clock_now() - begun) / 1000000);
    }
    gtp_ok(d, text);
}

// Every move's score; on 6x6 Othello exact from the first move on.
static void gtp_scores(struct dialogue *d)
{
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    enum side side;
    if (!think_for_color(d, CELLS_MAX, &side))
        return;
    for (int i = 0; i < d->lines->count; i++) {
        const struct report *r = lines_get(d->lines, i);
        write_text(&w, "%s", i ? "\n" : "");
        gtp_vertex(d->session, r->line[0], &w);
        write_text(&w, " %+.2f%s", r->score / 100.0, r->solved ? " exact" : "");
    }
    gtp_ok(d, text);
}

// ---- commands -----------------------------------------------------------------------------------

static void gtp_protocol_version(struct dialogue *d)
{
    gtp_ok(d, "2");
}

static void gtp_name(struct dialogue *d)
{
    gtp_ok(d, "outflank");
}

static void gtp_version(struct dialogue *d)
{
    gtp_ok(d, OUTFLANK_VERSION);
}

// Nothing to do but to say so: komi means nothing in our games, interrupts are heard by genmove.
static void gtp_accept(struct dialogue *d)
{
    gtp_ok(d, "");
}

static void gtp_list_games(struct dialogue *d)
{
    char text[128];
    struct writer w = writer_on(text, sizeof text);
    for (int i = 0; games[i]; i++)
        write_text(&w, "%s%s", i ? "\n" : "", games[i]->title);
    gtp_ok(d, text);
}

// Takes any name of a game, or an id with its shape: "Othello", "othello:6x6".
static void gtp_set_game(struct dialogue *d)
{
    struct word name = word_trim(d->args);
    const char *why;
    if (session_set_game(d->session, name, &why))
        gtp_ok(d, "");
    else
        gtp_fail(d, why);
}

// A square board, or with two numbers a rectangular one. The width of the board in use keeps its
// height, so that a GUI that knows only squares can confirm a 7x6 board.
static void gtp_boardsize(struct dialogue *d)
{
    struct word first, second;
    int64_t width, height;
    char id[GAME_ID_MAX];
    struct grid grid;
    const char *why;
    session_grid(d->session, &grid);
    if (!word_next(&d->args, &first) || !word_int(first, 0, 1000, &width)) {
        gtp_fail(d, "syntax error");
        return;
    }
    height = width == grid.width ? grid.height : width;
    if (word_next(&d->args, &second) && !word_int(second, 0, 1000, &height)) {
        gtp_fail(d, "syntax error");
        return;
    }
    if (game_id_of_size(session_game(d->session), session_position(d->session), (int)width,
                        (int)height, id) &&
        session_set_game(d->session, word_of(id), &why))
        gtp_ok(d, "");
    else
        gtp_fail(d, "unacceptable size");
}

static void gtp_clear_board(struct dialogue *d)
{
    session_new_game(d->session);
    reset_clocks(d->state);
    gtp_ok(d, "");
}

// Plays a move for either side. A pass is taken when it is forced, and after the end.
static void gtp_play(struct dialogue *d)
{
    struct word color, vertex;
    enum side side;
    move m;
    int margin;
    if (!word_next(&d->args, &color) || !read_color(color, &side) ||
        !word_next(&d->args, &vertex) || !read_vertex(d->session, vertex, &m)) {
        gtp_fail(d, "syntax error");
        return;
    }
    bool over = session_game(d->session)->over(session_position(d->session), &margin);
    if (session_play_as(d->session, side, m) || (m == MOVE_PASS && over))
        gtp_ok(d, "");
    else
        gtp_fail(d, "illegal move");
}

static void gtp_undo(struct dialogue *d)
{
    if (session_undo(d->session))
        gtp_ok(d, "");
    else
        gtp_fail(d, "cannot undo");
}

// "M B S": main time, then S moves in every B seconds; fractions are understood. 0 0 0 is no time
// at all, B > 0 with S = 0 no limit.
static void gtp_time_settings(struct dialogue *d)
{
    struct gtp *g = d->state;
    struct word time, period, stones;
    int64_t main_time, period_time, count;
    if (!word_next(&d->args, &time) || !word_thousandths(time, CLOCK_MAX_SECONDS, &main_time) ||
        !word_next(&d->args, &period) ||
        !word_thousandths(period, CLOCK_MAX_SECONDS, &period_time) ||
        !word_next(&d->args, &stones) || !word_int(stones, 0, 1000, &count)) {
        gtp_fail(d, "syntax error");
        return;
    }
    g->main_time = main_time;
    g->period = period_time;
    g->stones = (int)count;
    g->clock_set = true;
    reset_clocks(g);
    gtp_ok(d, "");
}

static void gtp_time_left(struct dialogue *d)
{
    struct gtp *g = d->state;
    struct word color, time, stones;
    enum side side;
    int64_t left, count;
    if (!word_next(&d->args, &color) || !read_color(color, &side) || !word_next(&d->args, &time) ||
        !word_next(&d->args, &stones) || !word_int(stones, 0, 1000, &count)) {
        gtp_fail(d, "syntax error");
        return;
    }
    bool over = time.text[0] == '-'; // a clock that has run over
    time.text += over;
    time.length -= over;
    if (!word_thousandths(time, CLOCK_MAX_SECONDS, &left)) {
        gtp_fail(d, "syntax error");
        return;
    }
    g->left[side] = over ? -left : left;
    g->left_stones[side] = (int)count;
    g->left_given[side] = true;
    gtp_ok(d, "");
}

static void gtp_final_score(struct dialogue *d)
{
    int margin;
    char text[16];
    struct writer w = writer_on(text, sizeof text);
    if (!session_game(d->session)->over(session_position(d->session), &margin)) {
        gtp_fail(d, "cannot score");
        return;
    }
    if (margin == 0)
        write_text(&w, "0");
    else
        write_text(&w, "%c+%d", margin > 0 ? 'B' : 'W', abs(margin));
    gtp_ok(d, text);
}

static void gtp_showboard(struct dialogue *d)
{
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct grid grid;
    int margin;
    move last = session_last_move(d->session);
    session_grid(d->session, &grid);
    write_text(&w, "\n");
    board_draw(gtp_skips_i(d->session) ? NOTATION_GO : session_game(d->session)->notation, &grid,
               NULL, &last, 1, &w);
    if (!session_game(d->session)->over(session_position(d->session), &margin))
        write_text(&w, "%s to move", gtp_color(grid.to_move));
    else if (margin == 0)
        write_text(&w, "a draw");
    else
        write_text(&w, "%s wins", gtp_color(margin > 0 ? FIRST : SECOND));
    gtp_ok(d, text);
}

static void gtp_loadsgf(struct dialogue *d)
{
    struct word name, number;
    char file[4096];
    int64_t move_number = 0;
    struct record_error error;
    if (!word_next(&d->args, &name) || !word_copy(name, file, sizeof file) ||
        (word_next(&d->args, &number) && !word_int(number, 1, 10000, &move_number))) {
        gtp_fail(d, "syntax error");
        return;
    }
    if (load_file(d->session, file, &record_sgf, (int)move_number, &error))
        gtp_ok(d, "");
    else
        gtp_fail(d, "cannot load file");
}

static void gtp_list_commands(struct dialogue *d)
{
    char text[ANSWER_MAX];
    struct writer w = writer_on(text, sizeof text);
    for (const struct command *c = d->protocol->commands; c->name; c++)
        write_text(&w, "%s%s", w.length ? "\n" : "", c->name);
    gtp_ok(d, text);
}

static void gtp_known_command(struct dialogue *d)
{
    gtp_ok(d, command_find(d->protocol, &d->args) ? "true" : "false");
}

// clang-format off
static const struct command commands[] = {
    {"protocol_version", 0, gtp_protocol_version, "", "2"},
    {"name", 0, gtp_name, "", "outflank"},
    {"version", 0, gtp_version, "", "its version"},
    {"known_command", 0, gtp_known_command, "COMMAND", "true or false"},
    {"list_commands", 0, gtp_list_commands, "", "every command, one a line"},
    {"quit", COMMAND_ENDS, gtp_accept, "", "end"},
    {"list_games", 0, gtp_list_games, "", "the games set_game takes, one a line"},
    {"set_game", 0, gtp_set_game, "GAME", "a title such as Othello, or an id such as othello:6x6"},
    {"boardsize", 0, gtp_boardsize, "N [M]", "a new board; M is the height of a rectangular one"},
    {"clear_board", 0, gtp_clear_board, "", "a new game on the same board"},
    {"komi", 0, gtp_accept, "K", "accepted; it means nothing in our games"},
    {"play", 0, gtp_play, "COLOR VERTEX", "play a move; either side may move twice in a row, which is how GUIs leave out passes"},
    {"genmove", COMMAND_KIND(GENMOVE), gtp_genmove, "COLOR", "think and play; PASS when there is no move or the game is over"},
    {"reg_genmove", COMMAND_KIND(REG_GENMOVE), gtp_genmove, "COLOR", "the same, not played"},
    {"outflank-scores", 0, gtp_scores, "COLOR", "every move with its score, best first, \"exact\" where it is proven"},
    {"undo", 0, gtp_undo, "", "take a move back"},
    {"time_settings", 0, gtp_time_settings, "MAIN PERIOD STONES", "seconds for the game, then for every so many moves; 0 0 0 is no time, PERIOD without STONES no limit"},
    {"time_left", 0, gtp_time_left, "COLOR SECONDS STONES", "what is left, for so many moves; 0 = of the main time"},
    {"final_score", 0, gtp_final_score, "", "B+12, W+4 or 0"},
    {"showboard", 0, gtp_showboard, "", "draw the board"},
    {"loadsgf", 0, gtp_loadsgf, "FILE [MOVE]", "load a record, up to before this move"},
    {"gogui-interrupt", 0, gtp_accept, "", "GoGui may send the line \"# interrupt\" for an answer now"},
    {"gogui-rules_game_id", 0, gtp_rules_game_id, "", "the game, for GoGui to be its board"},
    {"gogui-rules_board_size", 0, gtp_rules_board_size, "", "its size"},
    {"gogui-rules_board", 0, gtp_rules_board, "", "its rows of . X O, ? where nobody may play"},
    {"gogui-rules_legal_moves", 0, gtp_rules_legal_moves, "", "the legal moves"},
    {"gogui-rules_side_to_move", 0, gtp_rules_side_to_move, "", "black or white"},
    {"gogui-rules_final_result", 0, gtp_rules_final_result, "", "the result in words"},
    {0},
};
// clang-format on

// ---- lines --------------------------------------------------------------------------------------

// What GTP asks of every line: control characters dropped, tabs made blanks, comments cut off. Of a
// line too long for the buffer the beginning is cleaned.
static struct word clean(struct word line, char *buffer, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < line.length && line.text[i] != '#' && n < size; i++) {
        unsigned char c = (unsigned char)line.text[i];
        if (c == '\t')
            buffer[n++] = ' ';
        else if (c >= 32 && c != 127)
            buffer[n++] = (char)c;
    }
    return word_trim((struct word){buffer, n});
}

// True for the number that may stand in front of a command.
static bool is_id(struct word w)
{
    int64_t number;
    return w.length <= 20 && word_int(w, 0, INT64_MAX / 32, &number);
}

// Takes the number off the front of a line. Empty when there is none.
static struct word take_id(struct word *line)
{
    struct word rest = *line, id;
    if (!word_next(&rest, &id) || !is_id(id))
        return (struct word){line->text, 0};
    *line = rest;
    return id;
}

static bool gtp_line(struct dialogue *d, struct word raw)
{
    struct gtp *g = d->state;
    struct word line = clean(raw, g->line, sizeof g->line);
    g->id = take_id(&line);
    if (line.length)
        dialogue_obey(d, line);
    else if (g->id.length)
        gtp_fail(d, "syntax error");
    g->id.length = 0;
    return true;
}

static enum line_urgency gtp_look(struct word raw)
{
    char text[64]; // a command that is urgent is short
    struct word line = clean(raw, text, sizeof text);
    take_id(&line);
    return word_is(word_trim(raw), "# interrupt") ? LINE_INTERRUPTS
                                                  : command_urgency(&gtp_protocol, line);
}

static void gtp_unknown(struct dialogue *d, struct word line)
{
    (void)line;
    gtp_fail(d, "unknown command");
}

static bool gtp_speaks(struct word command)
{
    return is_id(command) || command_find(&gtp_protocol, &command);
}

const struct protocol gtp_protocol = {
    .name = "gtp",
    .title = "the Go Text Protocol, version 2, as quarry, GoGui and gogui-twogtp speak it",
    .commands = commands,
    .state_size = sizeof(struct gtp),
    .unknown = gtp_unknown,
    .error = gtp_fail,
    .line = gtp_line,
    .look = gtp_look,
    .speaks = gtp_speaks,
};
