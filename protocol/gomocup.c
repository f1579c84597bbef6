// SPDX-License-Identifier: MIT
// gomocup.c - the Gomocup (Piskvork) protocol for Gomoku, with the Yixin-Board extensions.
//
// Cells are X,Y from 0, X the column and Y the row from the top. Colours have no names here: the
// side that moved first is FIRST, and the brain plays whichever side is asked to move.
//
// The table of commands is near the end of the file. While a move is thought about the reader takes
// nothing off the input that it does not act on at once, so no command is ever lost.
#include "protocol/gomocup.h"

#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"

enum { DEFAULT_TURN_MS = 30000, FASTEST_NODES = 3000, ENDLESS_MS = 2147483647 };

// ---- words in and out ---------------------------------------------------------------------------

static void gomocup_error(struct dialogue *d, const char *why)
{
    output_line(d->out, "ERROR %s\n", why);
}

static void gomocup_say(struct dialogue *d, const char *text)
{
    output_line(d->out, "MESSAGE %s\n", text);
}

static void say_cell(struct dialogue *d, move m)
{
    output_line(d->out, "%d,%d\n", move_x(m), move_y(m));
}

// Answers the last INFO that could not be obeyed, if there is one. True when it did.
static bool complain(struct dialogue *d)
{
    struct gomocup *g = d->state;
    if (!g->complaint)
        return false;
    dialogue_error(d, g->complaint);
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

// "X,Y" of a cell on the board, the arguments of a command. False has answered that there is none.
static bool read_cell(struct dialogue *d, move *out)
{
    const struct gomocup *g = d->state;
    struct word args = d->args;
    int64_t x, y;
    if (!next_number(&args, &x) || !next_number(&args, &y) || args.length || x < 0 || y < 0 ||
        x >= g->size || y >= g->size) {
        dialogue_error(d, "a cell of the board is needed, as column,row");
        return false;
    }
    *out = move_at((int)x, (int)y);
    return true;
}

// ---- the board ----------------------------------------------------------------------------------

// A new game of the size and rule in force, blocked cells kept where they still are on the board.
static bool new_board(struct dialogue *d, int size, const char **why)
{
    struct gomocup *g = d->state;
    char id[GAME_ID_MAX];
    struct writer w = writer_on(id, sizeof id);
    write_text(&w, "gomoku:%d,%s", size, g->rule);
    if (!session_set_game(d->session, word_of(id), why))
        return false;
    g->size = size;
    return true;
}

// Blocks the empty cells that nobody may use.
static void block_cells(const struct gomocup *g, struct grid *grid)
{
    for (int i = 0; i < grid->width * grid->height; i++)
        if (g->blocked[move_at(i % grid->width, i / grid->width)] && grid->cell[i] == CELL_EMPTY)
            grid->cell[i] = CELL_BLOCKED;
}

// Brings the blocked cells and the rule to the board as it stands; the moves become its start.
static void refresh_board(struct dialogue *d)
{
    struct gomocup *g = d->state;
    struct grid grid;
    const char *why;
    session_grid(d->session, &grid);
    for (int i = 0; i < grid.width * grid.height; i++)
        grid.cell[i] = grid.cell[i] == CELL_BLOCKED ? CELL_EMPTY : grid.cell[i];
    block_cells(g, &grid);
    if (new_board(d, g->size, &why))
        session_set_grid(d->session, &grid, &why);
}

void gomocup_clear_board(struct dialogue *d)
{
    const struct gomocup *g = d->state;
    session_restart(d->session);
    if (memchr(g->blocked, 1, sizeof g->blocked))
        refresh_board(d);
}

// A fresh board, answered.
static void start_game(struct dialogue *d, int64_t size)
{
    struct gomocup *g = d->state;
    const char *why = "the size is 5 to 22";
    if (complain(d))
        return;
    if (size < 5 || size > BOARD_MAX || !new_board(d, (int)size, &why)) {
        dialogue_error(d, why);
        return;
    }
    session_new_game(d->session);
    gomocup_clear_board(d);
    g->started = true;
    output_line(d->out, "OK\n");
}

static void gomocup_start(struct dialogue *d)
{
    struct gomocup *g = d->state;
    struct word width, height;
    int64_t size, other;
    if (!word_next(&d->args, &width) || !word_int_clamped(width, -1, 1000, &size)) {
        dialogue_error(d, "START needs the size of the board");
        return;
    }
    if (word_next(&d->args, &height)) { // Yixin-Board says both edges
        g->yixin = true;
        if (!word_int_clamped(height, -1, 1000, &other) || other != size) {
            dialogue_error(d, "only square boards are played");
            return;
        }
    }
    start_game(d, size);
}

static void gomocup_rectstart(struct dialogue *d)
{
    int64_t width, height;
    if (!next_number(&d->args, &width) || !next_number(&d->args, &height) || d->args.length)
        dialogue_error(d, "RECTSTART needs width,height");
    else if (width != height)
        dialogue_error(d, "only square boards are played");
    else
        start_game(d, width);
}

static void gomocup_restart(struct dialogue *d)
{
    const struct gomocup *g = d->state;
    start_game(d, g->size);
}

static void gomocup_takeback(struct dialogue *d)
{
    struct grid grid;
    move m;
    const char *why;
    if (complain(d) || !read_cell(d, &m))
        return;
    session_grid(d->session, &grid);
    uint8_t *cell = &grid.cell[move_y(m) * grid.width + move_x(m)];
    if (*cell != CELL_FIRST && *cell != CELL_SECOND) {
        dialogue_error(d, "no stone is there");
        return;
    }
    // The last move is taken back as it was played; any other stone is lifted off the board.
    grid.to_move = *cell == CELL_FIRST ? FIRST : SECOND;
    *cell = CELL_EMPTY;
    if ((session_last_move(d->session) == m && session_undo(d->session)) ||
        session_set_grid(d->session, &grid, &why))
        output_line(d->out, "OK\n");
    else
        dialogue_error(d, why);
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
    l.increment[side] = g->increment_ms;
    return l;
}

bool gomocup_think(struct dialogue *d, const struct limits *l)
{
    const struct gomocup *g = d->state;
    const char *why;
    if (g->detail)
        output_line(d->out, "MESSAGE REALTIME REFRESH\n");
    return dialogue_think(d, dialogue_to_move(d), l, &why) && d->thought.best != MOVE_NONE;
}

// Thinks for the side to move, plays and tells the move.
static void answer_move(struct dialogue *d, int lines)
{
    struct limits l = gomocup_limits(d->state, dialogue_to_move(d));
    l.multipv = lines;
    if (!gomocup_think(d, &l)) {
        dialogue_error(d, "the game is over");
        return;
    }
    session_play(d->session, d->thought.best);
    say_cell(d, d->thought.best);
}

static void gomocup_report(struct dialogue *d, const struct report *news)
{
    const struct gomocup *g = d->state;
    char text[1024];
    struct writer w = writer_on(text, sizeof text);
    if (news->bound != BOUND_EXACT || news->line_length == 0)
        return;
    if (g->detail && news->multipv == 1)
        output_line(d->out, "MESSAGE REALTIME BEST %d,%d\n", move_x(news->line[0]),
                    move_y(news->line[0]));
    write_text(&w, "MESSAGE Depth %d-%d | Eval ", news->depth, news->seldepth);
    if (news->win_in)
        write_text(&w, "%cM%d", news->win_in > 0 ? '+' : '-', abs(news->win_in));
    else
        write_text(&w, "%d", news->score);
    write_text(&w, " | Time %lldms |", (long long)news->elapsed);
    for (int i = 0; i < news->line_length && i < 40; i++)
        write_text(&w, " %d,%d", move_x(news->line[i]), move_y(news->line[i]));
    output_line(d->out, "%s\n", text);
}

// ---- moves --------------------------------------------------------------------------------------

// False has answered why no move can be made. A complaint about an INFO comes before anything is
// done: what is answered with ERROR changed nothing.
bool gomocup_ready(struct dialogue *d)
{
    const struct gomocup *g = d->state;
    if (!g->started)
        dialogue_error(d, "no game has been started");
    return g->started && !complain(d);
}

static void gomocup_begin(struct dialogue *d)
{
    if (gomocup_ready(d))
        answer_move(d, 1);
}

// Puts a stone on the cell of the command. False has answered why not.
static bool play_cell(struct dialogue *d, move *m)
{
    if (!gomocup_ready(d) || !read_cell(d, m))
        return false;
    if (session_play(d->session, *m))
        return true;
    dialogue_error(d, "that cell cannot be played");
    return false;
}

static void gomocup_turn(struct dialogue *d)
{
    move m;
    if (play_cell(d, &m))
        answer_move(d, 1);
}

static void gomocup_play(struct dialogue *d)
{
    move m;
    if (play_cell(d, &m))
        say_cell(d, m);
}

static void gomocup_nbest(struct dialogue *d)
{
    int64_t n;
    if (!gomocup_ready(d))
        return;
    if (!word_int_clamped(word_trim(d->args), 1, CELLS_MAX, &n))
        dialogue_error(d, "YXNBEST needs a number");
    else
        answer_move(d, (int)n);
}

// ---- lists of cells, ended by DONE --------------------------------------------------------------

static void gomocup_list(struct dialogue *d)
{
    struct gomocup *g = d->state;
    g->reading = (enum gomocup_list)d->kind;
    g->listed_count = 0;
    g->list_fault = NULL;
    memset(g->listed, 0, sizeof g->listed);
}

// A step of soosorv-8 with a list of stones, and how many fifth moves there are to be.
static void gomocup_soosorv_list(struct dialogue *d)
{
    struct gomocup *g = d->state;
    int64_t offers = 1;
    struct word args = word_trim(d->args);
    if (args.length && !word_int_clamped(args, 0, 1000, &offers))
        offers = 0;
    g->offers = (int)offers;
    gomocup_list(d);
}

static void gomocup_soosorv_begin(struct dialogue *d)
{
    gomocup_soosorv(d, 1);
}

static void gomocup_searchdefend(struct dialogue *d)
{
    if (gomocup_ready(d))
        answer_move(d, CELLS_MAX);
}

static void gomocup_blockreset(struct dialogue *d)
{
    struct gomocup *g = d->state;
    memset(g->blocked, 0, sizeof g->blocked);
    refresh_board(d);
}

// Takes one line of a list. A bad one is remembered and reported when the list is complete.
static void add_to_list(struct gomocup *g, struct word line)
{
    if (g->reading >= LIST_IGNORED)
        return;
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
// numbers we are FIRST. False has answered why not, and changed nothing.
static bool set_board(struct dialogue *d)
{
    struct gomocup *g = d->state;
    struct grid grid;
    const char *why;
    int stones[4] = {0};
    for (int i = 0; i < g->listed_count; i++)
        stones[g->listed[g->order[i]]]++;
    enum side us = stones[1] < stones[2] ? SECOND : FIRST;
    const enum cell cells[] = {CELL_EMPTY, us == FIRST ? CELL_FIRST : CELL_SECOND,
                               us == FIRST ? CELL_SECOND : CELL_FIRST, CELL_BLOCKED};
    session_grid(d->session, &grid);
    for (int i = 0; i < grid.width * grid.height; i++)
        grid.cell[i] = (uint8_t)cells[g->listed[move_at(i % grid.width, i / grid.width)]];
    block_cells(g, &grid);
    grid.to_move = us;
    if (!session_set_grid(d->session, &grid, &why)) {
        dialogue_error(d, why);
        return false;
    }
    g->started = true;
    return true;
}

// A list is complete.
static void end_list(struct dialogue *d)
{
    struct gomocup *g = d->state;
    enum gomocup_list what = g->reading;
    g->reading = what == LIST_COMMENT ? LIST_LINE : LIST_NONE;
    if (what >= LIST_IGNORED)
        return;
    if (g->list_fault) {
        dialogue_error(d, g->list_fault);
        return;
    }
    switch (what) {
    case LIST_BOARD:
        if (!complain(d) && set_board(d))
            answer_move(d, 1);
        break;
    case LIST_YXBOARD:
        set_board(d);
        break;
    case LIST_SWAP2:
        if (!complain(d))
            gomocup_swap2(d);
        break;
    case LIST_BLOCK:
    case LIST_UNBLOCK:
        for (int i = 0; i < g->listed_count; i++)
            g->blocked[g->order[i]] = what == LIST_BLOCK;
        refresh_board(d);
        break;
    default:
        if (!complain(d))
            gomocup_soosorv(d, (int)what - LIST_SOOSORV);
        break;
    }
}

// ---- the rest -----------------------------------------------------------------------------------

static void set_option(struct dialogue *d, enum option_id id, int64_t value)
{
    struct gomocup *g = d->state;
    char text[32];
    const char *why;
    struct writer w = writer_on(text, sizeof text);
    const struct option *o = &options[id];
    value = value < o->min ? o->min : value > o->max ? o->max : value;
    write_text(&w, "%lld", (long long)value);
    if (!session_set_option(d->session, o, word_of(text), &why))
        g->complaint = "there is not that much memory or not that many threads";
}

// The rules by what INFO makes of them: bit 1 exactly five, bit 4 renju, bit 8 caro; bit 2, one game
// after another, changes nothing for us.
static const struct rule {
    int bits;
    const char *name;
} rules[] = {{0, "free"}, {1, "exact"}, {4, "renju"}, {5, "renju"}, {8, "caro"}, {9, "caro,exact"}};

static void set_rule(struct dialogue *d, int64_t bits)
{
    struct gomocup *g = d->state;
    for (size_t i = 0; i < LENGTH(rules); i++)
        if (rules[i].bits == (bits & ~2) && bits >= 0) {
            bool same = strcmp(rules[i].name, g->rule) == 0;
            g->rule = rules[i].name;
            if (!same)
                refresh_board(d);
            return;
        }
    g->complaint = "that rule is not played here: 0, 1, 4, 8 and 9 are";
}

// The table must leave room for the program itself; a limit of 0 is none.
static void set_memory(struct dialogue *d, int64_t bytes)
{
    struct gomocup *g = d->state;
    int64_t mib = bytes >> 20;
    if (bytes > 0 && mib < 24)
        g->complaint = "max_memory is too small";
    else if (bytes > 0 && session_settings(d->session)->hash_mib > mib - 16)
        set_option(d, OPTION_HASH, mib - 16);
}

static void gomocup_info(struct dialogue *d)
{
    struct gomocup *g = d->state;
    struct word key, value;
    int64_t n;
    if (!word_next(&d->args, &key) || !word_next(&d->args, &value) ||
        !word_int_clamped(value, -ENDLESS_MS, INT64_C(1) << 50, &n))
        return;
    int64_t count = n < 0 ? 0 : n;
    if (word_is_nocase(key, "timeout_turn"))
        g->turn_ms = count;
    else if (word_is_nocase(key, "timeout_match"))
        g->match_ms = count;
    else if (word_is_nocase(key, "time_left"))
        g->left_ms = n;
    else if (word_is_nocase(key, "time_increment"))
        g->increment_ms = count;
    else if (word_is_nocase(key, "max_memory"))
        set_memory(d, n);
    else if (word_is_nocase(key, "rule"))
        set_rule(d, n == 2 && g->yixin ? 4 : n); // Yixin-Board's number for renju
    else if (word_is_nocase(key, "max_depth"))
        g->max_depth = (int)(count > 200 ? 0 : count);
    else if (word_is_nocase(key, "max_node"))
        g->max_nodes = (uint64_t)count;
    else if (word_is_nocase(key, "hash_size") && n > 0)
        set_option(d, OPTION_HASH, n >> 10);
    else if (word_is_nocase(key, "thread_num") && n > 0)
        set_option(d, OPTION_THREADS, n);
    else if (word_is_nocase(key, "show_detail"))
        g->detail = n != 0;
}

static void gomocup_about(struct dialogue *d)
{
    output_line(d->out,
                "name=\"outflank\", version=\"%s\", author=\"%s\", country=\"\", www=\"\", "
                "email=\"\"\n",
                OUTFLANK_VERSION, OUTFLANK_AUTHORS);
}

static void gomocup_hashclear(struct dialogue *d)
{
    const char *why;
    session_set_option(d->session, &options[OPTION_CLEAR_HASH], word_of(""), &why);
}

static void gomocup_showinfo(struct dialogue *d)
{
    output_line(d->out, "MESSAGE INFO MAX_THREAD_NUM %d\nMESSAGE INFO MAX_HASH_SIZE %lld\n",
                options[OPTION_THREADS].max, (long long)options[OPTION_HASH].max << 10);
}

// The cells that the side to move may not play on, two digits a coordinate: none but for black at
// renju.
static void gomocup_showforbid(struct dialogue *d)
{
    char text[4 * CELLS_MAX + 16];
    struct writer w = writer_on(text, sizeof text);
    struct grid grid;
    struct position p = *session_position(d->session), after;
    int margin;
    session_grid(d->session, &grid);
    write_text(&w, "FORBID ");
    for (int i = 0; i < grid.width * grid.height && !gomoku_game.over(&p, &margin); i++) {
        move m = move_at(i % grid.width, i / grid.width);
        after = p;
        if (grid.cell[i] == CELL_EMPTY && !gomoku_game.play(&after, m))
            write_text(&w, "%02d%02d", move_x(m), move_y(m));
    }
    output_line(d->out, "%s.\n", text);
}

// clang-format off
#define IGNORED(name, list) {name, COMMAND_KIND(list), list ? gomocup_list : NULL, "", NULL}
static const struct command commands[] = {
    {"START", COMMAND_INTERRUPTS, gomocup_start, "N", "a new game on N x N: OK; N N is taken, too"},
    {"RECTSTART", COMMAND_INTERRUPTS, gomocup_rectstart, "W,H", "the same; only square boards are played"},
    {"RESTART", COMMAND_INTERRUPTS, gomocup_restart, "", "a new game on the same board: OK"},
    {"BEGIN", 0, gomocup_begin, "", "we move first: X,Y"},
    {"TURN", 0, gomocup_turn, "X,Y", "the other side moved there: X,Y"},
    {"BOARD", COMMAND_KIND(LIST_BOARD), gomocup_list, "", "lines X,Y,WHO (1 ours, 2 theirs, 3 nobody's) up to DONE: X,Y"},
    {"SWAP2BOARD", COMMAND_KIND(LIST_SWAP2), gomocup_list, "", "lines X,Y up to DONE: three stones, SWAP, one stone or two"},
    {"TAKEBACK", 0, gomocup_takeback, "X,Y", "take that stone off the board: OK"},
    {"PLAY", 0, gomocup_play, "X,Y", "we move there because the manager says so: X,Y"},
    {"INFO", 0, gomocup_info, "KEY VALUE", "no answer; what is impossible is reported with the next one"},
    {"ABOUT", 0, gomocup_about, "", "who we are, one line"},
    {"END", COMMAND_ENDS, NULL, "", "end"},
    {"YXBOARD", COMMAND_KIND(LIST_YXBOARD), gomocup_list, "", "as BOARD, without thinking"},
    {"YXNBEST", 0, gomocup_nbest, "N", "think about the N best moves and tell their lines: X,Y"},
    {"YXSTOP", COMMAND_STOPS | COMMAND_INTERRUPTS, NULL, "", "the move being thought about is due now"},
    {"YXBLOCK", COMMAND_KIND(LIST_BLOCK), gomocup_list, "", "lines X,Y up to DONE: cells nobody may use"},
    {"YXBLOCKUNDO", COMMAND_KIND(LIST_UNBLOCK), gomocup_list, "", "lines X,Y up to DONE: cells that may be used again"},
    {"YXBLOCKRESET", 0, gomocup_blockreset, "", "all cells may be used again"},
    {"YXHASHCLEAR", COMMAND_INTERRUPTS, gomocup_hashclear, "", "forget what was searched"},
    {"YXSHOWINFO", 0, gomocup_showinfo, "", "what INFO may set"},
    {"YXSHOWFORBID", 0, gomocup_showforbid, "", "the cells forbidden to black at renju: FORBID XXYY..."},

    {"YXSEARCHDEFEND", 0, gomocup_searchdefend, "", "think about every move and tell all lines: X,Y"},
    {"YXBALANCEONE", COMMAND_KIND(1), gomocup_balance, "BIAS", "the move that leaves its side nearest to BIAS: X,Y"},
    {"YXBALANCETWO", COMMAND_KIND(2), gomocup_balance, "BIAS", "the best move and the reply that leaves us nearest to BIAS: X,Y X,Y"},
    {"YXSWAP2STEP1", COMMAND_KIND(1), gomocup_swap2_step, "", "swap2: MESSAGE SWAP2 MOVE1 X Y, MOVE2, MOVE3"},
    {"YXSWAP2STEP2", COMMAND_KIND(2), gomocup_swap2_step, "", "with three stones: SWAP1 YES or NO, or MOVE4 X Y and MOVE5 X Y"},
    {"YXSWAP2STEP3", COMMAND_KIND(3), gomocup_swap2_step, "", "with five stones: SWAP2 YES or NO"},
    {"YXSOOSORVSTEP1", 0, gomocup_soosorv_begin, "", "soosorv-8: MESSAGE SOOSORV MOVE1 X Y, MOVE2, MOVE3"},
    {"YXSOOSORVSTEP2", COMMAND_KIND(LIST_SOOSORV + 2), gomocup_soosorv_list, "", "three stones up to DONE: SWAP1 YES or NO"},
    {"YXSOOSORVSTEP3", COMMAND_KIND(LIST_SOOSORV + 3), gomocup_soosorv_list, "", "three stones up to DONE: MOVE4 X Y N"},
    {"YXSOOSORVSTEP4", COMMAND_KIND(LIST_SOOSORV + 4), gomocup_soosorv_list, "N", "four stones up to DONE: SWAP2 YES or NO"},
    {"YXSOOSORVSTEP5", COMMAND_KIND(LIST_SOOSORV + 5), gomocup_soosorv_list, "N", "four stones up to DONE: N times MOVE5 X Y"},
    {"YXSOOSORVSTEP6", COMMAND_KIND(LIST_SOOSORV + 6), gomocup_soosorv_list, "", "four stones and fifth moves up to DONE: MOVE5C X Y"},

    // Yixin-Board's database, of which we have none, and other things that need no answer.
    IGNORED("YXQUERYDATABASEALL", LIST_IGNORED), IGNORED("YXQUERYDATABASEALLT", LIST_IGNORED),
    IGNORED("YXQUERYDATABASEONE", LIST_IGNORED), IGNORED("YXQUERYDATABASETEXT", LIST_IGNORED),
    IGNORED("YXSETBESTMOVEDATABASE", LIST_IGNORED), IGNORED("YXCLEARBESTMOVEDATABASE", LIST_IGNORED),
    IGNORED("YXEDITLABELDATABASE", LIST_IGNORED), IGNORED("YXEDITTVDDATABASE", LIST_IGNORED),
    IGNORED("YXEDITTEXTDATABASE", LIST_COMMENT), IGNORED("YXDELETEDATABASEONE", LIST_IGNORED),
    IGNORED("YXDELETEDATABASEALL", LIST_IGNORED), IGNORED("YXBLOCKPATH", LIST_IGNORED),
    IGNORED("YXBLOCKPATHUNDO", LIST_IGNORED), IGNORED("YXBLOCKPATHRESET", LIST_NONE),
    IGNORED("YXSETDATABASE", LIST_LINE), IGNORED("YXSAVEDATABASE", LIST_NONE),
    IGNORED("YXDBTOTXT", LIST_LINE), IGNORED("YXDBTOTXTALL", LIST_LINE),
    IGNORED("YXTXTTODB", LIST_LINE), IGNORED("YXLIBTODB", LIST_LINE),
    IGNORED("YXDBTOPOS", LIST_LINE), IGNORED("YXDBSPLIT", LIST_LINE),
    IGNORED("YXDBMERGE", LIST_LINE), IGNORED("YXDBCHECK", LIST_NONE), IGNORED("YXDBFIX", LIST_NONE),
    IGNORED("YXHASHDUMP", LIST_LINE), IGNORED("YXHASHLOAD", LIST_LINE),
    IGNORED("YXSHOWHASHUSAGE", LIST_NONE), IGNORED("YXFORBID", LIST_NONE),
    IGNORED("YXDRAW", LIST_NONE), IGNORED("YXRESIGN", LIST_NONE), IGNORED("YXPRINTFEATURE", LIST_NONE),
    {0},
};
// clang-format on

// Lists are read here. A command in the middle of one ends it: the reader never loses its place.
static bool gomocup_line(struct dialogue *d, struct word line)
{
    struct gomocup *g = d->state;
    struct word rest = line;
    g->yixin |= line.length > 2 && word_is_nocase((struct word){line.text, 2}, "YX");
    if (g->reading == LIST_NONE)
        return false;
    if (word_is_nocase(word_trim(line), "DONE")) {
        end_list(d);
        return true;
    }
    enum gomocup_list what = g->reading;
    bool command = command_find(d->protocol, &rest);
    if (!command)
        add_to_list(g, word_trim(line));
    if (command || what == LIST_LINE)
        g->reading = LIST_NONE;
    if (command && what < LIST_IGNORED)
        dialogue_error(d, "the list was not ended by DONE");
    return !command;
}

static void gomocup_unknown(struct dialogue *d, struct word line)
{
    (void)line;
    output_line(d->out, "UNKNOWN command\n");
}

// START and ABOUT alone are enough to know a manager; a board program may begin with its options.
static bool gomocup_speaks(struct word word)
{
    return !word_is_nocase(word, "PLAY") && command_find(&gomocup_protocol, &word);
}

// The board of the command line, or the usual one.
static bool gomocup_open(struct dialogue *d, const char **why)
{
    struct gomocup *g = d->state;
    struct grid grid;
    char shape[GAME_ID_MAX];
    *why = "this protocol plays gomoku alone";
    if (session_game(d->session) != &gomoku_game)
        return false;
    session_grid(d->session, &grid);
    gomoku_game.shape(session_position(d->session), shape);
    const char *rule = strchr(shape, ',');
    g->rule = "exact";
    for (size_t i = 0; rule && i < LENGTH(rules); i++)
        if (strcmp(rule + 1, rules[i].name) == 0)
            g->rule = rules[i].name;
    g->size = grid.width;
    g->turn_ms = DEFAULT_TURN_MS;
    g->left_ms = ENDLESS_MS;
    return true;
}

const struct protocol gomocup_protocol = {
    .name = "gomocup",
    .title = "the Gomocup protocol, as Piskvork, Yixin-Board and c-gomoku-cli speak it",
    .commands = commands,
    .any_case = true,
    .game = "gomoku:15,free",
    .state_size = sizeof(struct gomocup),
    .unknown = gomocup_unknown,
    .error = gomocup_error,
    .say = gomocup_say,
    .begin = gomocup_open,
    .line = gomocup_line,
    .report = gomocup_report,
    .speaks = gomocup_speaks,
};
