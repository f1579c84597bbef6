// SPDX-License-Identifier: MIT
// gomocup.c - the Gomocup (Piskvork) protocol for Gomoku, with the Yixin-Board extensions.
//
// Cells are X,Y from 0, X the column and Y the row from the top. Colours have no names here: the
// side that moved first is FIRST, and the brain plays whichever side is asked to move.
//
//  command                 answer
//  START N                 OK or ERROR; a new game on N x N
//  RECTSTART W,H           the same; only square boards are played
//  RESTART                 OK; a new game on the same board
//  BEGIN                   X,Y   we move first
//  TURN X,Y                X,Y   the other side moved there
//  BOARD ... DONE          X,Y   after lines X,Y,WHO: 1 ours, 2 theirs, 3 a cell nobody may use
//  SWAP2BOARD ... DONE     three stones, SWAP, one stone or two, see swap2.c
//  TAKEBACK X,Y            OK
//  PLAY X,Y                X,Y   we move there because the manager says so
//  INFO KEY VALUE          nothing; what is impossible is told with the next answer
//  ABOUT                   one line
//  END                     nothing; the end
//  YXBOARD ... DONE        nothing; as BOARD without thinking
//  YXNBEST N               X,Y   thinks about the N best moves and tells their lines
//  YXSTOP                  nothing; the move being thought about is due now
//  YXBLOCK/YXBLOCKUNDO ... DONE, YXBLOCKRESET    nothing; cells X,Y nobody may use
//  YXHASHCLEAR             nothing
//  YXSHOWINFO              what INFO may set
//
// While a move is thought about the reader keeps an ear on the input but takes nothing off it that
// it does not act on at once, so no command is ever lost.
#include "protocol/gomocup.h"

#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"

enum { DEFAULT_TURN_MS = 30000, FASTEST_NODES = 3000, ENDLESS_MS = 2147483647 };

struct command {
    const char *name;
    void (*run)(struct gomocup *g, struct word args);
};

// ---- words in and out ---------------------------------------------------------------------------

void gomocup_error(struct gomocup *g, const char *why)
{
    output_line(g->connection->out, "ERROR %s\n", why);
}

// Answers the last INFO that could not be obeyed, if there is one. True when it did.
static bool complain(struct gomocup *g)
{
    if (!g->complaint)
        return false;
    gomocup_error(g, g->complaint);
    g->complaint = NULL;
    return true;
}

// Takes the number up to the next comma off the front of *rest.
static bool next_number(struct word *rest, int64_t *out)
{
    const char *comma = memchr(rest->text, ',', rest->length);
    size_t n = comma ? (size_t)(comma - rest->text) : rest->length;
    bool good = word_int(word_trim((struct word){rest->text, n}), -1000000, 1000000, out);
    rest->text += comma ? n + 1 : n;
    rest->length -= comma ? n + 1 : n;
    return good;
}

// "X,Y" of a cell on the board.
static bool read_cell(const struct gomocup *g, struct word args, move *out)
{
    struct grid grid;
    int64_t x, y;
    session_grid(g->session, &grid);
    if (!next_number(&args, &x) || !next_number(&args, &y) || args.length || x < 0 || y < 0 ||
        x >= grid.width || y >= grid.height)
        return false;
    *out = move_at((int)x, (int)y);
    return true;
}

// ---- the board ----------------------------------------------------------------------------------

// A new game of the size and rule in force, blocked cells kept where they still are on the board.
static bool new_board(struct gomocup *g, int size, const char **why)
{
    char id[GAME_ID_MAX];
    struct writer w = writer_on(id, sizeof id);
    write_text(&w, "gomoku:%d,%s", size, g->exact ? "exact" : "free");
    if (!session_set_game(g->session, word_of(id), why))
        return false;
    g->size = size;
    return true;
}

// The grid of the board with the blocked cells on it.
static void blocked_grid(const struct gomocup *g, struct grid *grid)
{
    for (int i = 0; i < grid->width * grid->height; i++) {
        bool blocked = g->blocked[move_at(i % grid->width, i / grid->width)];
        if (blocked && grid->cell[i] == CELL_EMPTY)
            grid->cell[i] = CELL_BLOCKED;
        else if (!blocked && grid->cell[i] == CELL_BLOCKED)
            grid->cell[i] = CELL_EMPTY;
    }
}

// Brings the blocked cells and the rule to the board as it stands; the moves become its start.
static void refresh_board(struct gomocup *g)
{
    struct grid grid;
    const char *why;
    session_grid(g->session, &grid);
    blocked_grid(g, &grid);
    if (new_board(g, g->size, &why))
        session_set_grid(g->session, &grid, &why);
}

void gomocup_clear_board(struct gomocup *g)
{
    session_restart(g->session);
    if (memchr(g->blocked, 1, sizeof g->blocked))
        refresh_board(g);
}

// A fresh board; false has told why not.
static bool start_game(struct gomocup *g, int64_t size)
{
    const char *why = "the size is 5 to 22";
    if (size < 5 || size > BOARD_MAX || !new_board(g, (int)size, &why)) {
        gomocup_error(g, why);
        return false;
    }
    session_new_game(g->session);
    gomocup_clear_board(g);
    g->started = true;
    return true;
}

static void gomocup_start(struct gomocup *g, struct word args)
{
    int64_t size;
    if (!word_int_clamped(word_trim(args), -1, 1000, &size)) {
        gomocup_error(g, "START needs the size of the board");
        return;
    }
    if (start_game(g, size) && !complain(g))
        output_line(g->connection->out, "OK\n");
}

static void gomocup_rectstart(struct gomocup *g, struct word args)
{
    int64_t width, height;
    if (!next_number(&args, &width) || !next_number(&args, &height) || args.length)
        gomocup_error(g, "RECTSTART needs width,height");
    else if (width != height)
        gomocup_error(g, "only square boards are played");
    else if (start_game(g, width) && !complain(g))
        output_line(g->connection->out, "OK\n");
}

static void gomocup_restart(struct gomocup *g, struct word args)
{
    (void)args;
    if (start_game(g, g->size) && !complain(g))
        output_line(g->connection->out, "OK\n");
}

static void gomocup_takeback(struct gomocup *g, struct word args)
{
    struct grid grid;
    move m;
    const char *why;
    session_grid(g->session, &grid);
    if (!read_cell(g, args, &m)) {
        gomocup_error(g, "TAKEBACK needs a cell of the board");
        return;
    }
    uint8_t *cell = &grid.cell[move_y(m) * grid.width + move_x(m)];
    if (*cell != CELL_FIRST && *cell != CELL_SECOND) {
        gomocup_error(g, "no stone is there");
        return;
    }
    // The last move is taken back as it was played; any other stone is lifted off the board.
    if (session_last_move(g->session) == m) {
        session_undo(g->session);
    } else {
        grid.to_move = *cell == CELL_FIRST ? FIRST : SECOND;
        *cell = CELL_EMPTY;
        session_set_grid(g->session, &grid, &why);
    }
    output_line(g->connection->out, "OK\n");
}

// ---- thinking -----------------------------------------------------------------------------------

// The limits that the INFO keys add up to.
struct limits gomocup_limits(const struct gomocup *g, enum side side)
{
    struct limits l = limits_none();
    l.depth = g->max_depth;
    l.nodes = g->max_nodes;
    if (g->turn_ms == 0) {
        l.nodes = l.nodes && l.nodes < FASTEST_NODES ? l.nodes : FASTEST_NODES;
        l.move_time = 1000;
        return l;
    }
    // A twentieth, at most 50 ms, is kept back for the road to the manager's stopwatch.
    int64_t reserve = g->turn_ms / 20 < 50 ? g->turn_ms / 20 : 50;
    l.move_time = g->turn_ms - reserve;
    int64_t left = g->left_ms != ENDLESS_MS ? g->left_ms : g->match_ms > 0 ? g->match_ms : -1;
    if (left >= 0 || g->left_ms < 0)
        l.time[side] = left > 0 ? left : 0;
    return l;
}

// Acts on what has arrived while a move is thought about: what comes next may ask for the move now.
// An INFO or an empty line before it asks for nothing.
static void overhear(struct gomocup *g)
{
    static const char *const urgent[] = {"YXSTOP",  "END",       "START",
                                         "RESTART", "RECTSTART", "YXHASHCLEAR"};
    struct word line, word;
    size_t ahead = 0;
    if (connection_broken(g->connection) || line_at_end(g->connection->in))
        session_request_stop(g->session);
    while (line_look_ahead(g->connection->in, &ahead, &line)) {
        if (!word_next(&line, &word) || word_is_nocase(word, "INFO"))
            continue;
        for (size_t i = 0; i < LENGTH(urgent); i++)
            if (word_is_nocase(word, urgent[i]))
                session_request_stop(g->session);
        return;
    }
}

bool gomocup_think(struct gomocup *g, const struct limits *l)
{
    struct grid grid;
    const char *why;
    g->line_count = 0;
    session_grid(g->session, &grid);
    if (g->detail)
        output_line(g->connection->out, "MESSAGE REALTIME REFRESH\n");
    if (!session_go(g->session, grid.to_move, l, &why))
        return false;
    while (session_thinking(g->session)) {
        overhear(g);
        if (session_thinking(g->session))
            line_wait(g->connection->in);
    }
    session_wait(g->session);
    return g->thought.best != MOVE_NONE;
}

// Thinks for the side to move, plays and tells the move.
static void answer_move(struct gomocup *g, int lines)
{
    struct grid grid;
    session_grid(g->session, &grid);
    if (complain(g))
        return;
    struct limits l = gomocup_limits(g, grid.to_move);
    l.multipv = lines;
    if (!gomocup_think(g, &l)) {
        gomocup_error(g, "the game is over");
        return;
    }
    move m = g->thought.best;
    session_play(g->session, m);
    output_line(g->connection->out, "%d,%d\n", move_x(m), move_y(m));
}

static void gomocup_report(void *owner, const struct report *news)
{
    struct gomocup *g = owner;
    char text[1024];
    struct writer w = writer_on(text, sizeof text);
    if (news->multipv >= 1 && news->multipv <= GOMOCUP_LINES) {
        g->lines[news->multipv - 1] = (struct gomocup_line){news->line[0], news->score};
        if (news->multipv > g->line_count)
            g->line_count = news->multipv;
    }
    if (news->bound != BOUND_EXACT || news->line_length == 0)
        return;
    if (g->detail && news->multipv == 1)
        output_line(g->connection->out, "MESSAGE REALTIME BEST %d,%d\n", move_x(news->line[0]),
                    move_y(news->line[0]));
    write_text(&w, "MESSAGE Depth %d-%d | Eval ", news->depth, news->seldepth);
    if (news->win_in)
        write_text(&w, "%cM%d", news->win_in > 0 ? '+' : '-', abs(news->win_in));
    else
        write_text(&w, "%d", news->score);
    write_text(&w, " | Time %lldms |", (long long)news->elapsed);
    for (int i = 0; i < news->line_length && i < 40; i++)
        write_text(&w, " %d,%d", move_x(news->line[i]), move_y(news->line[i]));
    output_line(g->connection->out, "%s\n", text);
}

static void gomocup_done(void *owner, const struct thought *t)
{
    struct gomocup *g = owner;
    g->thought = *t;
}

static void gomocup_say(void *owner, const char *text)
{
    struct gomocup *g = owner;
    output_line(g->connection->out, "MESSAGE %s\n", text);
}

// ---- moves --------------------------------------------------------------------------------------

static bool ready(struct gomocup *g)
{
    if (!g->started)
        gomocup_error(g, "no game has been started");
    return g->started;
}

static void gomocup_begin(struct gomocup *g, struct word args)
{
    (void)args;
    if (ready(g))
        answer_move(g, 1);
}

// A complaint about an INFO comes before the stone: what is answered with ERROR changed nothing.
static void gomocup_turn(struct gomocup *g, struct word args)
{
    move m;
    if (!ready(g) || complain(g))
        return;
    if (!read_cell(g, args, &m))
        gomocup_error(g, "TURN needs a cell of the board");
    else if (!session_play(g->session, m))
        gomocup_error(g, "that cell cannot be played");
    else
        answer_move(g, 1);
}

static void gomocup_play(struct gomocup *g, struct word args)
{
    move m;
    if (!ready(g))
        return;
    if (!read_cell(g, args, &m))
        gomocup_error(g, "PLAY needs a cell of the board");
    else if (!session_play(g->session, m))
        gomocup_error(g, "that cell cannot be played");
    else
        output_line(g->connection->out, "%d,%d\n", move_x(m), move_y(m));
}

static void gomocup_nbest(struct gomocup *g, struct word args)
{
    int64_t n;
    if (!ready(g))
        return;
    if (!word_int_clamped(word_trim(args), 1, GOMOCUP_LINES, &n))
        gomocup_error(g, "YXNBEST needs a number");
    else
        answer_move(g, (int)n);
}

// The other commands end the search before they are read; here only the word is known.
static void gomocup_stop(struct gomocup *g, struct word args)
{
    (void)args;
    session_stop(g->session);
}

// ---- lists of cells, ended by DONE --------------------------------------------------------------

static void begin_list(struct gomocup *g, enum gomocup_list what)
{
    g->reading = what;
    g->listed_count = 0;
    g->list_fault = NULL;
    memset(g->listed, 0, sizeof g->listed);
}

static void gomocup_board(struct gomocup *g, struct word args)
{
    (void)args;
    begin_list(g, LIST_BOARD);
}

static void gomocup_yxboard(struct gomocup *g, struct word args)
{
    (void)args;
    begin_list(g, LIST_YXBOARD);
}

static void gomocup_swap2board(struct gomocup *g, struct word args)
{
    (void)args;
    begin_list(g, LIST_SWAP2);
}

static void gomocup_block(struct gomocup *g, struct word args)
{
    (void)args;
    begin_list(g, LIST_BLOCK);
}

static void gomocup_unblock(struct gomocup *g, struct word args)
{
    (void)args;
    begin_list(g, LIST_UNBLOCK);
}

static void gomocup_blockreset(struct gomocup *g, struct word args)
{
    (void)args;
    memset(g->blocked, 0, sizeof g->blocked);
    refresh_board(g);
}

// Takes one line of a list. A bad one is remembered and told when the list is complete.
static void add_to_list(struct gomocup *g, struct word line)
{
    bool board = g->reading == LIST_BOARD || g->reading == LIST_YXBOARD;
    int64_t x, y, who = 1;
    if (!next_number(&line, &x) || !next_number(&line, &y) ||
        (board && !next_number(&line, &who)) || line.length || x < 0 || y < 0 || x >= g->size ||
        y >= g->size || who < 1 || who > 3) {
        g->list_fault = "a line of the list is not a cell of the board";
        return;
    }
    move m = move_at((int)x, (int)y);
    if (g->listed[m]) {
        g->list_fault = "a cell is listed twice";
        return;
    }
    g->listed[m] = (uint8_t)who;
    g->order[g->listed_count++] = m;
}

// Puts the listed stones on the board. The side with fewer stones moves; we move, so with equal
// numbers we are FIRST.
static bool set_board(struct gomocup *g)
{
    struct grid grid;
    const char *why;
    int stones[4] = {0};
    for (int i = 0; i < g->listed_count; i++)
        stones[g->listed[g->order[i]]]++;
    enum side us = stones[1] < stones[2] ? SECOND : FIRST;
    session_restart(g->session);
    session_grid(g->session, &grid);
    memset(grid.cell, CELL_EMPTY, sizeof grid.cell);
    for (int i = 0; i < g->listed_count; i++) {
        move m = g->order[i];
        int who = g->listed[m];
        grid.cell[move_y(m) * grid.width + move_x(m)] = who == 3                      ? CELL_BLOCKED
                                                        : (who == 1) == (us == FIRST) ? CELL_FIRST
                                                                                      : CELL_SECOND;
    }
    for (int i = 0; i < grid.width * grid.height; i++)
        if (g->blocked[move_at(i % grid.width, i / grid.width)] && grid.cell[i] == CELL_EMPTY)
            grid.cell[i] = CELL_BLOCKED;
    grid.to_move = us;
    g->started = true;
    return session_set_grid(g->session, &grid, &why);
}

// A list is complete.
static void end_list(struct gomocup *g)
{
    enum gomocup_list what = g->reading;
    g->reading = LIST_NONE;
    if (g->list_fault) {
        gomocup_error(g, g->list_fault);
        return;
    }
    switch (what) {
    case LIST_BOARD:
        set_board(g);
        answer_move(g, 1);
        break;
    case LIST_YXBOARD:
        set_board(g);
        break;
    case LIST_SWAP2:
        if (!complain(g))
            gomocup_swap2(g);
        break;
    case LIST_BLOCK:
    case LIST_UNBLOCK:
        for (int i = 0; i < g->listed_count; i++)
            g->blocked[g->order[i]] = what == LIST_BLOCK;
        refresh_board(g);
        break;
    case LIST_NONE:
        break;
    }
}

// ---- the rest -----------------------------------------------------------------------------------

static void set_option(struct gomocup *g, enum option_id id, int64_t value)
{
    char text[32];
    const char *why;
    struct writer w = writer_on(text, sizeof text);
    const struct option *o = &options[id];
    value = value < o->min ? o->min : value > o->max ? o->max : value;
    write_text(&w, "%lld", (long long)value);
    if (!session_set_option(g->session, o, word_of(text), &why))
        g->complaint = "there is not that much memory or not that many threads";
}

// Bit 1 exactly five, bit 2 one game after another; renju and caro are other games.
static void set_rule(struct gomocup *g, int64_t rule)
{
    if (rule & 12 || rule < 0) {
        g->complaint = "renju and caro are not played here";
        return;
    }
    bool exact = rule & 1;
    if (exact != g->exact) {
        g->exact = exact;
        refresh_board(g);
    }
}

// The table must leave room for the program itself; a limit of 0 is none.
static void set_memory(struct gomocup *g, int64_t bytes)
{
    int64_t mib = bytes >> 20;
    if (bytes > 0 && mib < 24)
        g->complaint = "max_memory is too small";
    else if (bytes > 0 && session_settings(g->session)->hash_mib > mib - 16)
        set_option(g, OPTION_HASH, mib - 16);
}

static void gomocup_info(struct gomocup *g, struct word args)
{
    struct word key, value;
    int64_t n;
    if (!word_next(&args, &key) || !word_next(&args, &value) ||
        !word_int_clamped(value, -ENDLESS_MS, INT64_C(1) << 50, &n))
        return;
    int64_t count = n < 0 ? 0 : n;
    if (word_is_nocase(key, "timeout_turn"))
        g->turn_ms = count;
    else if (word_is_nocase(key, "timeout_match"))
        g->match_ms = count;
    else if (word_is_nocase(key, "time_left"))
        g->left_ms = n;
    else if (word_is_nocase(key, "max_memory"))
        set_memory(g, n);
    else if (word_is_nocase(key, "rule"))
        set_rule(g, n);
    else if (word_is_nocase(key, "max_depth"))
        g->max_depth = (int)(count > 200 ? 0 : count);
    else if (word_is_nocase(key, "max_node"))
        g->max_nodes = (uint64_t)count;
    else if (word_is_nocase(key, "hash_size") && n > 0)
        set_option(g, OPTION_HASH, n >> 10);
    else if (word_is_nocase(key, "thread_num") && n > 0)
        set_option(g, OPTION_THREADS, n);
    else if (word_is_nocase(key, "show_detail"))
        g->detail = n != 0;
}

static void gomocup_about(struct gomocup *g, struct word args)
{
    (void)args;
    output_line(g->connection->out,
                "name=\"outflank\", version=\"%s\", author=\"%s\", country=\"\", www=\"\", "
                "email=\"\"\n",
                OUTFLANK_VERSION, OUTFLANK_AUTHORS);
}

static void gomocup_end(struct gomocup *g, struct word args)
{
    (void)args;
    g->quit = true;
}

static void gomocup_hashclear(struct gomocup *g, struct word args)
{
    const char *why;
    (void)args;
    session_set_option(g->session, &options[OPTION_CLEAR_HASH], word_of(""), &why);
}

static void gomocup_showinfo(struct gomocup *g, struct word args)
{
    (void)args;
    output_line(g->connection->out,
                "MESSAGE INFO MAX_THREAD_NUM %d\nMESSAGE INFO MAX_HASH_SIZE %lld\n",
                options[OPTION_THREADS].max, (long long)options[OPTION_HASH].max << 10);
}

static const struct command commands[] = {
    {"START", gomocup_start},         {"TURN", gomocup_turn},
    {"BEGIN", gomocup_begin},         {"BOARD", gomocup_board},
    {"INFO", gomocup_info},           {"END", gomocup_end},
    {"ABOUT", gomocup_about},         {"RECTSTART", gomocup_rectstart},
    {"RESTART", gomocup_restart},     {"TAKEBACK", gomocup_takeback},
    {"PLAY", gomocup_play},           {"SWAP2BOARD", gomocup_swap2board},
    {"YXBOARD", gomocup_yxboard},     {"YXNBEST", gomocup_nbest},
    {"YXSTOP", gomocup_stop},         {"YXHASHCLEAR", gomocup_hashclear},
    {"YXSHOWINFO", gomocup_showinfo}, {"YXBLOCK", gomocup_block},
    {"YXBLOCKUNDO", gomocup_unblock}, {"YXBLOCKRESET", gomocup_blockreset},
};

static const struct command *find_command(struct word name)
{
    for (size_t i = 0; i < LENGTH(commands); i++)
        if (word_is_nocase(name, commands[i].name))
            return &commands[i];
    return NULL;
}

// Runs one line. A command in the middle of a list ends the list: the reader never loses its place.
static void run_line(struct gomocup *g, struct word line)
{
    struct word name, rest = line;
    if (!word_next(&rest, &name))
        return;
    const struct command *c = find_command(name);
    if (g->reading != LIST_NONE) {
        if (word_is_nocase(name, "DONE")) {
            end_list(g);
            return;
        }
        if (!c) {
            add_to_list(g, word_trim(line));
            return;
        }
        g->reading = LIST_NONE;
        gomocup_error(g, "the list was not ended by DONE");
    }
    if (c)
        c->run(g, rest);
    else
        output_line(g->connection->out, "UNKNOWN command\n");
}

// START and ABOUT alone are enough to know a manager; a board program may begin with its options.
static bool gomocup_speaks(struct word word)
{
    return !word_is_nocase(word, "PLAY") && find_command(word) != NULL;
}

// The search has answered: whoever waits for input looks up.
static void gomocup_ended(void *owner)
{
    struct gomocup *me = owner;
    connection_wake(me->connection);
}

static int gomocup_run(struct connection *connection, struct word first)
{
    struct gomocup *g = calloc(1, sizeof *g);
    struct word line = first;
    enum line_event event = LINE_READY;
    const char *why;
    int status = 1;
    if (g) {
        g->connection = connection;
        g->turn_ms = DEFAULT_TURN_MS;
        g->left_ms = ENDLESS_MS;
        g->session = session_new(
            (struct listener){g, gomocup_report, gomocup_done, gomocup_say, gomocup_ended});
    }
    if (!g || !g->session || !new_board(g, 15, &why)) {
        output_line(connection->out, "ERROR not enough memory to start\n");
        free(g);
        return status;
    }
    while (event != LINE_END && !g->quit) {
        if (event == LINE_TOO_LONG)
            gomocup_error(g, "the line is too long");
        else
            run_line(g, line);
        if (!g->quit)
            event = connection_next(connection, &line);
    }
    session_free(g->session);
    free(g);
    return connection_status(connection);
}

const struct protocol gomocup_protocol = {"gomocup", gomocup_speaks, gomocup_run};
