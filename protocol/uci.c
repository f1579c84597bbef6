// SPDX-License-Identifier: MIT
// uci.c - the Universal Chess Interface, spoken for our games.
//
//  command       while thinking       answer
//  uci           goes on              id, options, uciok
//  isready       goes on              readyok, at once
//  setoption     stops it where needed  nothing, or "info string" with what is wrong
//  ucinewgame    stops it             nothing
//  position      goes on              nothing, or "info string" and the old position stays
//  go            stops it, answered   info lines, then exactly one bestmove; "(none)", or 0000 in
//                                     Fairy-Stockfish's dialect, when the game is over; a go whose
//                                     numbers can't be read is refused and changes nothing
//  stop          stops it, answered   bestmove
//  ponderhit     our clock starts     nothing
//  debug         goes on              nothing
//  quit          stops it, answered   the end
//  d moves eval  goes on              for people and referees: the board, its moves, its evaluation
//  perft         goes on              the number of leaves; stop, quit and the end of input cut it
//  off
//
// A move is written in the game's own notation or, once UCI_Variant is set, in Fairy-Stockfish's.
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "protocol/fairy.h"
#include "protocol/protocol.h"
#include "engine/session.h"

struct uci {
    struct connection *connection;
    struct session *session;
    bool debug, quit;
    // Of the running search: the position and the dialect its moves are printed in.
    struct position start;
    struct grid grid;
    bool fairy, show_wdl;
    const struct game *game;
};

struct command {
    const char *name;
    void (*run)(struct uci *u, struct word args);
    const char *help;
};

// Names what was wrong, with as much of it as is readable: other bytes could be anything to a
// terminal.
static void complain(struct uci *u, const char *what, struct word where, const char *why)
{
    char shown[61];
    size_t n = where.length < sizeof shown - 1 ? where.length : sizeof shown - 1;
    for (size_t i = 0; i < n; i++)
        shown[i] = where.text[i] >= ' ' && where.text[i] <= '~' ? where.text[i] : '?';
    shown[n] = '\0';
    output_line(u->connection->out, "info string error: %s '%s': %s\n", what, shown, why);
}

// ---- moves and lines ----------------------------------------------------------------------------

// Writes a move played on board g.
static void write_move(const struct game *game, bool in_fairy, const struct grid *g, move m,
                       struct writer *out)
{
    char native[MOVE_TEXT_MAX], fairy[FAIRY_MOVE_MAX];
    in_fairy = in_fairy && !special_name(game, m);
    if (in_fairy)
        fairy_move_print(g, m, fairy);
    else
        game_move_print(game, g, m, native);
    write_text(out, "%s", in_fairy ? fairy : native);
}

// Writes a move of the running search.
static void print_move(const struct uci *u, const struct grid *g, move m, struct writer *out)
{
    write_move(u->game, u->fairy, g, m, out);
}

// Reads a move on the session's current board in either notation.
static bool read_move(const struct uci *u, struct word w, move *out)
{
    struct grid g;
    session_grid(u->session, &g);
    if (session_settings(u->session)->variant && fairy_move_parse(&g, w, out))
        return true;
    if (word_is(w, "0000"))
        return *out = MOVE_PASS, true;
    return game_move_parse(session_game(u->session), &g, w, out);
}

// Full moves to the end, as UCI counts a mate.
static int mate_moves(int win_in)
{
    return win_in > 0 ? (win_in + 1) / 2 : -((1 - win_in) / 2);
}

// Win, draw and loss per mille: certain when proven, else a logistic curve over the score.
static void write_wdl(const struct uci *u, const struct report *r, struct writer *out)
{
    int win = session_win_permille(u->game, r);
    int loss = 1000 - win, draw = 0;
    if (r->solved) {
        draw = r->win_in == 0 && r->score == 0 ? 1000 : 0;
        win = draw ? 0 : win;
        loss = 1000 - win - draw;
    }
    write_text(out, " wdl %d %d %d", win, draw, loss);
}

// A pass inside a line is written by Fairy-Stockfish as the square of a stone, so the line is
// played out on a board of its own.
static void write_line(const struct uci *u, const struct report *r, struct writer *out)
{
    struct position p = u->start;
    struct grid g = u->grid;
    for (int i = 0; i < r->line_length; i++) {
        write_text(out, i ? " " : " pv ");
        print_move(u, &g, r->line[i], out);
        if (u->fairy) {
            if (!u->game->play(&p, r->line[i]))
                return;
            u->game->to_grid(&p, &g);
        }
    }
}

static void uci_report(void *owner, const struct report *r)
{
    struct uci *u = owner;
    char buffer[2048];
    struct writer w = writer_on(buffer, sizeof buffer - 1);
    int64_t nps = r->elapsed > 0 ? (int64_t)(r->nodes * 1000 / (uint64_t)r->elapsed) : 0;
    write_text(&w, "info depth %d seldepth %d multipv %d", r->depth, r->seldepth, r->multipv);
    if (r->win_in)
        write_text(&w, " score mate %d", mate_moves(r->win_in));
    else
        write_text(&w, " score cp %d", r->score);
    if (r->bound != BOUND_EXACT)
        write_text(&w, " %s", r->bound == BOUND_LOWER ? "lowerbound" : "upperbound");
    if (u->show_wdl)
        write_wdl(u, r, &w);
    write_text(&w, " nodes %llu nps %lld hashfull %d time %lld", (unsigned long long)r->nodes,
               (long long)nps, r->hashfull, (long long)r->elapsed);
    write_line(u, r, &w);
    if (r->win_rate >= 0 && r->visits)
        write_text(&w, "\ninfo string multipv %d visits %llu wins %.1f%%", r->multipv,
                   (unsigned long long)r->visits, 100 * r->win_rate);
    buffer[w.length] = '\n';
    output_text(u->connection->out, buffer, w.length + 1);
}

static void uci_bestmove(void *owner, const struct thought *t)
{
    struct uci *u = owner;
    char buffer[64];
    struct writer w = writer_on(buffer, sizeof buffer);
    write_text(&w, "bestmove ");
    // After the end of the game there is no move: "(none)" as Stockfish writes it.
    if (t->best == MOVE_NONE && !u->fairy)
        write_text(&w, "(none)");
    else
        print_move(u, &u->grid, t->best, &w);
    if (t->ponder != MOVE_NONE) {
        struct position p = u->start;
        struct grid g;
        u->game->play(&p, t->best);
        u->game->to_grid(&p, &g);
        write_text(&w, " ponder ");
        print_move(u, &g, t->ponder, &w);
    }
    write_text(&w, "\n");
    output_text(u->connection->out, buffer, w.length);
}

static void uci_say(void *owner, const char *text)
{
    struct uci *u = owner;
    output_line(u->connection->out, "info string %s\n", text);
}

// The search has answered: whoever waits for input looks up.
static void uci_ended(void *owner)
{
    struct uci *me = owner;
    connection_wake(me->connection);
}

// ---- commands -----------------------------------------------------------------------------------

static void uci_uci(struct uci *u, struct word args)
{
    (void)args;
    char buffer[4096];
    struct writer w = writer_on(buffer, sizeof buffer);
    write_text(&w, "id name outflank " OUTFLANK_VERSION "\nid author " OUTFLANK_AUTHORS "\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        option_describe(&options[i], &w);
        write_text(&w, "\n");
    }
    write_text(&w, "uciok\n");
    output_text(u->connection->out, buffer, w.length);
}

static void uci_isready(struct uci *u, struct word args)
{
    (void)args;
    output_line(u->connection->out, "readyok\n");
}

static void uci_debug(struct uci *u, struct word args)
{
    args = word_trim(args);
    if (word_is(args, "on") || word_is(args, "off"))
        u->debug = word_is(args, "on");
    else
        complain(u, "debug", args, "expected on or off");
}

// Tells the board of a variant the way Fairy-Stockfish does.
static void announce_variant(struct uci *u)
{
    char fen[FAIRY_FEN_MAX];
    struct writer w = writer_on(fen, sizeof fen);
    struct grid g;
    session_grid(u->session, &g);
    fairy_fen_print(&g, session_game(u->session)->flips, &w);
    output_line(u->connection->out,
                "info string variant %s files %d ranks %d pocket 1 template fairy startpos %s\n",
                game_variant(session_settings(u->session)->variant - 1)->name, g.width, g.height,
                fen);
}

// Splits "name N value V" where N may hold blanks.
static bool split_option(struct word args, struct word *name, struct word *value)
{
    struct word word, rest = args;
    const char *start = NULL, *end = args.text + args.length;
    *value = (struct word){end, 0};
    if (!word_next(&rest, &word) || !word_is(word, "name"))
        return false;
    while (word_next(&rest, &word)) {
        if (start && word_is(word, "value")) {
            *value = word_trim(rest);
            end = word.text;
            break;
        }
        if (!start)
            start = word.text;
    }
    if (!start)
        return false;
    *name = word_trim((struct word){start, (size_t)(end - start)});
    return true;
}

static void uci_setoption(struct uci *u, struct word args)
{
    struct word name, value;
    const char *why;
    if (!split_option(args, &name, &value)) {
        complain(u, "setoption", args, "expected: setoption name NAME [value VALUE]");
        return;
    }
    const struct option *o = option_find(name);
    if (!o)
        complain(u, "option", name, "there is none of that name");
    else if (!session_set_option(u->session, o, value, &why))
        complain(u, o->name, value, why);
    else if (o == &options[OPTION_VARIANT] && session_settings(u->session)->variant)
        announce_variant(u);
}

static void uci_ucinewgame(struct uci *u, struct word args)
{
    (void)args;
    session_new_game(u->session);
}

// Everything of a position text up to the word "moves"; the rest begins after that word.
static struct word before_moves(struct word *rest)
{
    struct word word, scan = *rest, text = *rest;
    while (word_next(&scan, &word))
        if (word_is(word, "moves")) {
            text.length = (size_t)(word.text - rest->text);
            *rest = scan;
            return text;
        }
    *rest = scan;
    return text;
}

// The board of a `position` command; the draft holds it when true.
static bool set_board(struct uci *u, struct word kind, struct word text, const char **why)
{
    struct grid like, g;
    if (word_is(kind, "startpos") && word_trim(text).length) {
        *why = "expected nothing or moves after startpos";
        return false;
    }
    if (word_is(kind, "startpos")) {
        session_restart(u->session);
        return true;
    }
    if (!word_is(kind, "fen")) {
        *why = "expected startpos or fen";
        return false;
    }
    session_grid(u->session, &like);
    if (session_settings(u->session)->variant && fairy_fen_parse(&g, &like, text, why))
        return session_set_grid(u->session, &g, why);
    return session_set_text(u->session, text, why);
}

static bool play_moves(struct uci *u, struct word moves, struct word *bad, const char **why)
{
    struct word word;
    while (word_next(&moves, &word)) {
        move m;
        *bad = word;
        *why = "that is no move of this board";
        if (!read_move(u, word, &m))
            return false;
        *why = "the move is not legal; the old position stays";
        if (!session_play(u->session, m))
            return false;
    }
    return true;
}

static void uci_position(struct uci *u, struct word args)
{
    struct word kind, rest = args, bad = args;
    const char *why = "expected startpos or fen";
    word_next(&rest, &kind);
    struct word text = before_moves(&rest);
    session_draft(u->session);
    if (set_board(u, kind, text, &why) && play_moves(u, rest, &bad, &why))
        session_keep(u->session);
    else
        complain(u, "position", bad, why);
    session_discard(u->session);
}

// The words of `go` that take a number.
static const struct {
    const char *name;
    size_t offset;
    enum { NUMBER_TIME, NUMBER_COUNT, NUMBER_NODES } kind;
} go_numbers[] = {
    {"wtime", offsetof(struct limits, time[FIRST]), NUMBER_TIME},
    {"btime", offsetof(struct limits, time[SECOND]), NUMBER_TIME},
    {"winc", offsetof(struct limits, increment[FIRST]), NUMBER_TIME},
    {"binc", offsetof(struct limits, increment[SECOND]), NUMBER_TIME},
    {"movetime", offsetof(struct limits, move_time), NUMBER_TIME},
    {"movestogo", offsetof(struct limits, moves_to_go), NUMBER_COUNT},
    {"depth", offsetof(struct limits, depth), NUMBER_COUNT},
    {"nodes", offsetof(struct limits, nodes), NUMBER_NODES},
};

// Stores one number of `go`. A clock below zero is a clock at zero, a number beyond all bounds is
// the bound; what is not a number is refused.
static bool read_go_number(struct limits *l, size_t row, struct word value)
{
    void *field = (char *)l + go_numbers[row].offset;
    int64_t n;
    if (go_numbers[row].kind == NUMBER_TIME) {
        if (!word_int_clamped(value, 0, INT64_MAX / 16, &n))
            return false;
        *(int64_t *)field = n;
    } else if (go_numbers[row].kind == NUMBER_NODES) {
        if (!word_int_clamped(value, 1, INT64_MAX / 16, &n))
            return false;
        *(uint64_t *)field = (uint64_t)n;
    } else {
        if (!word_int_clamped(value, 1, 10000, &n))
            return false;
        *(int *)field = (int)n;
    }
    return true;
}

static int find_go_number(struct word word)
{
    for (size_t i = 0; i < LENGTH(go_numbers); i++)
        if (word_is(word, go_numbers[i].name))
            return (int)i;
    return -1;
}

// True when m is in the list already, or the list is full.
static bool is_listed(const struct moves *list, move m)
{
    for (int i = 0; i < list->count; i++)
        if (list->at[i] == m)
            return true;
    return list->count == CELLS_MAX;
}

// Reads the words of `go`; unknown ones are passed over, as UCI wants.
static bool read_limits(struct uci *u, struct word args, struct limits *l)
{
    struct word word, value;
    bool moves = false;
    while (word_next(&args, &word)) {
        int row = find_go_number(word);
        move m;
        if (row >= 0) {
            moves = false;
            if (!word_next(&args, &value) || !read_go_number(l, (size_t)row, value)) {
                complain(u, go_numbers[row].name, value, "expected a whole number");
                return false;
            }
        } else if (word_is(word, "infinite")) {
            l->infinite = true;
        } else if (word_is(word, "ponder")) {
            l->ponder = true;
        } else if (word_is(word, "searchmoves")) {
            moves = true;
        } else if (moves && read_move(u, word, &m) && !is_listed(&l->only, m)) {
            l->only.at[l->only.count++] = m;
        }
    }
    return true;
}

// True when what comes next asks for an end of the work at hand.
static bool hurried(struct uci *u)
{
    struct word line, word;
    line_listen(u->connection->in);
    if (connection_broken(u->connection) || line_at_end(u->connection->in))
        return true;
    return line_peek(u->connection->in, &line) && word_next(&line, &word) &&
           (word_is(word, "stop") || word_is(word, "quit"));
}

// Adds the leaves below p, counted in pieces of three plies with a look at the input every
// millisecond between them; a tree may also be deep and have no leaf at all. False when the input
// ended it.
static bool count_leaves(struct uci *u, const struct position *p, int depth, uint64_t *leaves,
                         int64_t *looked)
{
    const struct game *game = session_game(u->session);
    struct moves legal;
    if (clock_now() - *looked > 1000000) {
        *looked = clock_now();
        if (hurried(u))
            return false;
    }
    if (depth <= 3) {
        *leaves += game->perft(p, depth);
        return true;
    }
    game->moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct position next = *p;
        game->play(&next, legal.at[i]);
        if (!count_leaves(u, &next, depth - 1, leaves, looked))
            return false;
    }
    return true;
}

static void uci_perft(struct uci *u, struct word args)
{
    int64_t depth, looked = clock_now();
    uint64_t leaves = 0;
    if (!word_int(word_trim(args), 0, 60, &depth)) {
        complain(u, "perft", args, "expected a depth from 0 to 60");
        return;
    }
    if (count_leaves(u, session_position(u->session), (int)depth, &leaves, &looked))
        output_line(u->connection->out, "%llu\n", (unsigned long long)leaves);
    else
        output_line(u->connection->out, "info string error: perft was cut off\n");
}

// Remembers how the search's moves are to be printed, so that later commands can't change it.
static void remember_dialect(struct uci *u)
{
    const struct settings *s = session_settings(u->session);
    u->game = session_game(u->session);
    u->start = *session_position(u->session);
    session_grid(u->session, &u->grid);
    u->fairy = s->variant != 0;
    u->show_wdl = s->show_wdl;
}

static void uci_go(struct uci *u, struct word args)
{
    struct limits l = limits_none();
    const char *why;
    struct word rest = args, word;
    if (word_next(&rest, &word) && word_is(word, "perft")) {
        uci_perft(u, rest);
        return;
    }
    l.multipv = session_settings(u->session)->multipv;
    if (!read_limits(u, args, &l))
        return;
    // A clock told for one side alone is taken for both.
    for (int side = FIRST; side <= SECOND; side++)
        if (l.time[side] < 0)
            l.time[side] = l.time[1 - side];
    if (l.time[FIRST] < 0 && l.move_time < 0 && !l.depth && !l.nodes && !l.ponder)
        l.infinite = true;
    session_stop(u->session);
    remember_dialect(u);
    if (!session_go(u->session, u->grid.to_move, &l, &why))
        complain(u, "go", args, why);
}

static void uci_stop(struct uci *u, struct word args)
{
    (void)args;
    session_stop(u->session);
}

static void uci_ponderhit(struct uci *u, struct word args)
{
    (void)args;
    session_ponderhit(u->session);
}

static void uci_quit(struct uci *u, struct word args)
{
    (void)args;
    u->quit = true;
}

// The board for a person, with its texts and key.
static void uci_d(struct uci *u, struct word args)
{
    (void)args;
    char buffer[8192], id[GAME_ID_MAX];
    struct writer w = writer_on(buffer, sizeof buffer);
    struct moves legal;
    struct grid g;
    const struct game *game = session_game(u->session);
    const struct position *p = session_position(u->session);
    session_grid(u->session, &g);
    session_game_id(u->session, id);
    game->moves(p, &legal);
    board_draw(game->notation, &g, &legal, session_last_move(u->session), &w);
    write_text(&w, "\nGame: %s\nBoard: ", id);
    board_print(&g, &w);
    if (session_settings(u->session)->variant) {
        write_text(&w, "\nFen: ");
        fairy_fen_print(&g, game->flips, &w);
    }
    write_text(&w, "\nKey: %016llx\n", (unsigned long long)game->key(p));
    output_text(u->connection->out, buffer, w.length);
}

// The legal moves in the dialect of the moment, for referees and people.
static void uci_moves(struct uci *u, struct word args)
{
    (void)args;
    char buffer[8192];
    struct writer w = writer_on(buffer, sizeof buffer);
    struct moves legal;
    struct grid g;
    session_grid(u->session, &g);
    session_game(u->session)->moves(session_position(u->session), &legal);
    write_text(&w, "moves");
    for (int i = 0; i < legal.count; i++) {
        write_text(&w, " ");
        write_move(session_game(u->session), session_settings(u->session)->variant != 0, &g,
                   legal.at[i], &w);
    }
    write_text(&w, "\n");
    output_text(u->connection->out, buffer, w.length);
}

static void uci_eval(struct uci *u, struct word args)
{
    (void)args;
    int score = session_game(u->session)->evaluate(session_position(u->session));
    output_line(u->connection->out, "info string evaluation %+.2f for the side to move\n",
                score / 100.0);
}

static void uci_help(struct uci *u, struct word args);

static const struct command commands[] = {
    {"uci", uci_uci, "identify, list the options"},
    {"isready", uci_isready, "answer readyok"},
    {"setoption", uci_setoption, "setoption name NAME [value VALUE]"},
    {"ucinewgame", uci_ucinewgame, "forget the last game"},
    {"position", uci_position, "position startpos|fen BOARD [moves M...]"},
    {"go", uci_go, "go [movetime MS] [depth N] [nodes N] [wtime MS btime MS ...] [infinite]"},
    {"stop", uci_stop, "answer with the best move so far"},
    {"ponderhit", uci_ponderhit, "the expected move was played"},
    {"debug", uci_debug, "debug on|off"},
    {"quit", uci_quit, "end"},
    {"d", uci_d, "draw the board"},
    {"moves", uci_moves, "the legal moves"},
    {"eval", uci_eval, "the static evaluation"},
    {"perft", uci_perft, "count the leaves of the game tree: perft DEPTH"},
    {"help", uci_help, "this list"},
};

static void uci_help(struct uci *u, struct word args)
{
    (void)args;
    for (size_t i = 0; i < LENGTH(commands); i++)
        output_line(u->connection->out, "info string %-10s %s\n", commands[i].name,
                    commands[i].help);
}

static const struct command *find_command(struct word name)
{
    for (size_t i = 0; i < LENGTH(commands); i++)
        if (word_is(name, commands[i].name))
            return &commands[i];
    return NULL;
}

// Runs one line. Unknown words in front of a command are passed over, as UCI wants; a line without
// any command is named in an error.
static void run_line(struct uci *u, struct word line)
{
    struct word rest = line, name;
    while (word_next(&rest, &name)) {
        const struct command *c = find_command(name);
        if (c) {
            c->run(u, rest);
            return;
        }
    }
    if (word_trim(line).length)
        complain(u, "command", line, "unknown; 'help' lists the commands");
}

static bool uci_speaks(struct word command)
{
    return find_command(command) != NULL;
}

static int uci_run(struct connection *connection, struct word first)
{
    struct uci u = {.connection = connection};
    struct listener l = {&u, uci_report, uci_bestmove, uci_say, uci_ended};
    struct word line = first;
    enum line_event event = LINE_READY;
    u.session = session_new(l);
    if (!u.session) {
        output_line(connection->out, "info string error: not enough memory to start\n");
        return 1;
    }
    while (event != LINE_END && !u.quit) {
        if (event == LINE_TOO_LONG)
            output_line(connection->out,
                        "info string error: the line is too long and was passed over\n");
        else
            run_line(&u, line);
        if (!u.quit)
            event = connection_next(connection, &line);
    }
    session_free(u.session);
    return connection_status(connection);
}

const struct protocol uci_protocol = {"uci", uci_speaks, uci_run};
