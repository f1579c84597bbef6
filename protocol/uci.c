// SPDX-License-Identifier: MIT
// uci.c - the Universal Chess Interface, spoken for our games.
//
// The table of commands is at the end of the file. While a search runs the loop reads on: `position`
// and most options are taken without disturbing it; `go`, `stop`, `ucinewgame` and options that
// need its memory find it answered first. After a finished game the answer is "(none)", or 0000 in
// Fairy-Stockfish's dialect; a `go` whose numbers can't be read, or whose searchmoves name no legal
// move, is refused: an error line, no bestmove, and nothing is changed.
//
// A move is written in the game's own notation or, once UCI_Variant is set, in Fairy-Stockfish's.
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/fairy.h"
#include "engine/games.h"
#include "protocol/dialogue.h"

struct uci {
    // Of the running search: the position and the dialect its moves are printed in.
    struct position start;
    struct grid grid;
    bool fairy, show_wdl, show_proof;
    const struct game *game;
};

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
static bool read_move(const struct session *s, struct word w, move *out)
{
    struct grid g;
    session_grid(s, &g);
    if (session_settings(s)->variant && fairy_move_parse(&g, w, out))
        return true;
    if (word_is(w, "0000"))
        return *out = MOVE_PASS, true;
    return game_move_parse(session_game(s), &g, w, out);
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

static void uci_report(struct dialogue *d, const struct report *r)
{
    const struct uci *u = d->state;
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
    if (u->show_proof)
        write_text(&w, " selectivity %d%s", r->selectivity, r->solved ? " proven" : "");
    write_text(&w, " nodes %llu nps %lld hashfull %d time %lld", (unsigned long long)r->nodes,
               (long long)nps, r->hashfull, (long long)r->elapsed);
    write_line(u, r, &w);
    if (r->win_rate >= 0 && r->visits)
        write_text(&w, "\ninfo string multipv %d visits %llu wins %.1f%%", r->multipv,
                   (unsigned long long)r->visits, 100 * r->win_rate);
    buffer[w.length] = '\n';
    output_text(d->out, buffer, w.length + 1);
}

static void uci_bestmove(struct dialogue *d, const struct thought *t)
{
    const struct uci *u = d->state;
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
    output_text(d->out, buffer, w.length);
}

static void uci_say(struct dialogue *d, const char *text)
{
    output_line(d->out, "info string %s\n", text);
}

static void uci_error(struct dialogue *d, const char *why)
{
    output_line(d->out, "info string error: %s\n", why);
}

static void uci_unknown(struct dialogue *d, struct word line)
{
    dialogue_complain(d, "command", line, "unknown; 'help' lists the commands");
}

// ---- commands -----------------------------------------------------------------------------------

static void uci_uci(struct dialogue *d)
{
    char buffer[4096];
    struct writer w = writer_on(buffer, sizeof buffer);
    write_text(&w, "id name outflank " OUTFLANK_VERSION "\nid author " OUTFLANK_AUTHORS "\n");
    for (int i = 0; i < OPTION_COUNT; i++) {
        option_describe(&options[i], &w);
        write_text(&w, "\n");
    }
    write_text(&w, "uciok\n");
    output_text(d->out, buffer, w.length);
}

static void uci_isready(struct dialogue *d)
{
    output_line(d->out, "readyok\n");
}

static void uci_debug(struct dialogue *d)
{
    struct word args = word_trim(d->args);
    if (!word_is(args, "on") && !word_is(args, "off"))
        dialogue_complain(d, "debug", args, "expected on or off");
}

// Tells the board of a variant the way Fairy-Stockfish does.
static void announce_variant(struct dialogue *d)
{
    char fen[FAIRY_FEN_MAX];
    struct writer w = writer_on(fen, sizeof fen);
    struct grid g;
    session_grid(d->session, &g);
    fairy_fen_print(&g, session_game(d->session)->flips, &w);
    output_line(
        d->out, "info string variant %s files %d ranks %d pocket 1 template fairy startpos %s\n",
        game_variant(session_settings(d->session)->variant - 1)->name, g.width, g.height, fen);
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

static void uci_setoption(struct dialogue *d)
{
    struct word name, value;
    const char *why;
    if (!split_option(d->args, &name, &value)) {
        dialogue_complain(d, "setoption", d->args, "expected: setoption name NAME [value VALUE]");
        return;
    }
    const struct option *o = option_find(name);
    if (!o)
        dialogue_complain(d, "option", name, "there is none of that name");
    else if (!session_set_option(d->session, o, value, &why))
        dialogue_complain(d, o->name, value, why);
    else if (o == &options[OPTION_VARIANT] && session_settings(d->session)->variant)
        announce_variant(d);
}

static void uci_ucinewgame(struct dialogue *d)
{
    session_new_game(d->session);
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
static bool set_board(struct session *s, struct word kind, struct word text, const char **why)
{
    struct grid like, g;
    if (word_is(kind, "startpos") && word_trim(text).length) {
        *why = "expected nothing or moves after startpos";
        return false;
    }
    if (word_is(kind, "startpos")) {
        session_restart(s);
        return true;
    }
    if (!word_is(kind, "fen")) {
        *why = "expected startpos or fen";
        return false;
    }
    session_grid(s, &like);
    if (session_settings(s)->variant && fairy_fen_parse(&g, &like, text, why))
        return session_set_grid(s, &g, why);
    return session_set_text(s, text, why);
}

static bool play_moves(struct session *s, struct word moves, struct word *bad, const char **why)
{
    struct word word;
    while (word_next(&moves, &word)) {
        move m;
        *bad = word;
        *why = "that is no move of this board";
        if (!read_move(s, word, &m))
            return false;
        *why = "the move is not legal; the old position stays";
        if (!session_play(s, m))
            return false;
    }
    return true;
}

static void uci_position(struct dialogue *d)
{
    struct word kind, rest = d->args, bad = d->args;
    const char *why = "expected startpos or fen";
    word_next(&rest, &kind);
    struct word text = before_moves(&rest);
    session_draft(d->session);
    if (set_board(d->session, kind, text, &why) && play_moves(d->session, rest, &bad, &why))
        session_keep(d->session);
    else
        dialogue_complain(d, "position", bad, why);
    session_discard(d->session);
}

// The words of `go` that take a number.
static const struct {
    const char *name;
    size_t offset;
    enum { NUMBER_TIME, NUMBER_TURNS, NUMBER_COUNT, NUMBER_NODES, NUMBER_MATE } kind;
} go_numbers[] = {
    {"wtime", offsetof(struct limits, time[FIRST]), NUMBER_TIME},
    {"btime", offsetof(struct limits, time[SECOND]), NUMBER_TIME},
    {"winc", offsetof(struct limits, increment[FIRST]), NUMBER_TIME},
    {"binc", offsetof(struct limits, increment[SECOND]), NUMBER_TIME},
    {"movetime", offsetof(struct limits, move_time), NUMBER_TIME},
    {"movestogo", offsetof(struct limits, moves_to_go), NUMBER_TURNS}, // 0 = the whole game
    {"depth", offsetof(struct limits, depth), NUMBER_COUNT},
    {"nodes", offsetof(struct limits, nodes), NUMBER_NODES},
    {"mate", offsetof(struct limits, depth), NUMBER_MATE}, // its last move is ply 2 N - 1
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
    } else if (go_numbers[row].kind == NUMBER_MATE) {
        if (!word_int_clamped(value, 1, 5000, &n))
            return false;
        *(int *)field = 2 * (int)n - 1;
    } else {
        if (!word_int_clamped(value, go_numbers[row].kind == NUMBER_TURNS ? 0 : 1, 10000, &n))
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

static bool is_listed(const struct moves *list, move m)
{
    for (int i = 0; i < list->count; i++)
        if (list->at[i] == m)
            return true;
    return false;
}

// Adds a word to the moves to be searched. False when it is no legal one of these.
static bool add_search_move(const struct session *s, const struct moves *legal, struct word word,
                            struct moves *only)
{
    move m;
    if (!read_move(s, word, &m) || !is_listed(legal, m))
        return false;
    if (!is_listed(only, m))
        only->at[only->count++] = m;
    return true;
}

// Says that a word of `go` was passed over.
static void say_skipped(struct dialogue *d, struct word word)
{
    char shown[READABLE_MAX];
    dialogue_readable(word, shown);
    output_line(d->out, "info string go: '%s' is not known here and is passed over\n", shown);
}

// Reads the words of `go`. Unknown ones are passed over, as UCI wants, and the first is named.
static bool read_limits(struct dialogue *d, struct word args, struct limits *l)
{
    struct word word, value, skipped = {"", 0};
    struct moves legal;
    bool moves = false, asked = false;
    session_game(d->session)->moves(session_position(d->session), &legal);
    while (word_next(&args, &word)) {
        int row = find_go_number(word);
        if (row >= 0) {
            moves = false;
            if (!word_next(&args, &value) || !read_go_number(l, (size_t)row, value)) {
                dialogue_complain(d, go_numbers[row].name, value, "expected a whole number");
                return false;
            }
        } else if (word_is(word, "infinite")) {
            l->infinite = true;
        } else if (word_is(word, "ponder")) {
            l->ponder = true;
        } else if (word_is(word, "searchmoves")) {
            moves = asked = true;
        } else if (!moves || !add_search_move(d->session, &legal, word, &l->only)) {
            skipped = skipped.length ? skipped : word;
        }
    }
    if (asked && l->only.count == 0 && legal.count > 0) {
        dialogue_complain(d, "searchmoves", skipped, "expected a legal move");
        return false;
    }
    if (skipped.length)
        say_skipped(d, skipped);
    return true;
}

// A count of leaves under way.
struct count {
    uint64_t leaves;
    int64_t checked; // when the input was looked at last
    int checks;      // how often there was occasion to
};

// Adds the leaves below p, counted in pieces of three plies with a look at the input every
// millisecond between them; a tree may also be deep and have no leaf at all. What is counted in a
// few pieces is counted whole, however busy the machine. False when the input ended it.
static bool count_leaves(struct dialogue *d, const struct position *p, int depth, struct count *c)
{
    const struct game *game = session_game(d->session);
    struct moves legal;
    if (++c->checks > 8 && clock_now() - c->checked > 1000000) {
        c->checked = clock_now();
        if (dialogue_interrupted(d))
            return false;
    }
    if (depth <= 3) {
        c->leaves += game->perft(p, depth);
        return true;
    }
    game->moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct position next = *p;
        game->play(&next, legal.at[i]);
        if (!count_leaves(d, &next, depth - 1, c))
            return false;
    }
    return true;
}

static void uci_perft(struct dialogue *d)
{
    int64_t depth;
    struct count c = {.checked = clock_now()};
    if (!word_int(word_trim(d->args), 0, 60, &depth))
        dialogue_complain(d, "perft", d->args, "expected a depth from 0 to 60");
    else if (count_leaves(d, session_position(d->session), (int)depth, &c))
        output_line(d->out, "%llu\n", (unsigned long long)c.leaves);
    else
        dialogue_error(d, "perft was cut off");
}

// Remembers how the search's moves are to be printed, so that later commands can't change it.
static void remember_dialect(struct uci *u, const struct session *session)
{
    const struct settings *s = session_settings(session);
    u->game = session_game(session);
    u->start = *session_position(session);
    session_grid(session, &u->grid);
    u->fairy = s->variant != 0;
    u->show_wdl = s->show_wdl;
    u->show_proof = s->show_proof;
}

static void uci_go(struct dialogue *d)
{
    struct uci *u = d->state;
    struct limits l = limits_none();
    const char *why;
    struct word rest = d->args, word;
    if (word_next(&rest, &word) && word_is(word, "perft")) {
        d->args = rest;
        uci_perft(d);
        return;
    }
    l.multipv = session_settings(d->session)->multipv;
    if (!read_limits(d, d->args, &l))
        return;
    // A clock given for one side alone is taken for both.
    for (int side = FIRST; side <= SECOND; side++)
        if (l.time[side] < 0)
            l.time[side] = l.time[1 - side];
    if (l.time[FIRST] < 0 && l.move_time < 0 && !l.depth && !l.nodes && !l.ponder)
        l.infinite = true;
    session_stop(d->session);
    remember_dialect(u, d->session);
    if (!session_go(d->session, u->grid.to_move, &l, &why))
        dialogue_complain(d, "go", d->args, why);
}

static void uci_ponderhit(struct dialogue *d)
{
    session_ponderhit(d->session);
}

// The board for a person, with its texts and key.
static void uci_d(struct dialogue *d)
{
    char buffer[8192], id[GAME_ID_MAX];
    struct writer w = writer_on(buffer, sizeof buffer);
    struct moves legal;
    struct grid g;
    const struct game *game = session_game(d->session);
    const struct position *p = session_position(d->session);
    session_grid(d->session, &g);
    session_game_id(d->session, id);
    game->moves(p, &legal);
    move last = session_last_move(d->session);
    board_draw(game->notation, &g, &legal, &last, 1, &w);
    write_text(&w, "\nGame: %s\nBoard: ", id);
    board_print(&g, &w);
    if (session_settings(d->session)->variant) {
        write_text(&w, "\nFen: ");
        fairy_fen_print(&g, game->flips, &w);
    }
    write_text(&w, "\nKey: %016llx\n", (unsigned long long)game->key(p));
    const char *opening = dialogue_opening(d);
    if (opening)
        write_text(&w, "Opening: %s\n", opening);
    output_text(d->out, buffer, w.length);
}

// The legal moves in the dialect of the moment, for referees and people.
static void uci_moves(struct dialogue *d)
{
    char buffer[8192];
    struct writer w = writer_on(buffer, sizeof buffer);
    struct moves legal;
    struct grid g;
    session_grid(d->session, &g);
    session_game(d->session)->moves(session_position(d->session), &legal);
    write_text(&w, "moves");
    for (int i = 0; i < legal.count; i++) {
        write_text(&w, " ");
        write_move(session_game(d->session), session_settings(d->session)->variant != 0, &g,
                   legal.at[i], &w);
    }
    write_text(&w, "\n");
    output_text(d->out, buffer, w.length);
}

static void uci_eval(struct dialogue *d)
{
    int score = session_game(d->session)->evaluate(session_position(d->session));
    output_line(d->out, "info string evaluation %+.2f for the side to move\n", score / 100.0);
}

static void uci_help(struct dialogue *d)
{
    char text[8192];
    struct writer w = writer_on(text, sizeof text);
    protocol_help(d->protocol, "info string ", &w);
    output_text(d->out, text, w.length);
}

// clang-format off
static const struct command commands[] = {
    {"uci", 0, uci_uci, "", "identify, list the options"},
    {"isready", 0, uci_isready, "", "answer readyok, at once"},
    {"setoption", 0, uci_setoption, "name NAME [value VALUE]", "set an option; stops the search where needed"},
    {"ucinewgame", COMMAND_STOPS, uci_ucinewgame, "", "forget the last game"},
    {"position", 0, uci_position, "startpos|fen BOARD [moves M...]", "set the position; a wrong one changes nothing"},
    {"go", 0, uci_go, "[movetime MS] [depth N] [nodes N] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] "
                      "[mate N] [searchmoves M...] [ponder] [infinite]",
     "think, and answer with exactly one bestmove; a go that is refused has an error line and none"},
    {"stop", COMMAND_STOPS | COMMAND_INTERRUPTS, NULL, "", "answer with the best move so far"},
    {"ponderhit", 0, uci_ponderhit, "", "the expected move was played: our clock starts"},
    {"debug", 0, uci_debug, "on|off", "accepted"},
    {"quit", COMMAND_ENDS, NULL, "", "end"},
    {"d", 0, uci_d, "", "draw the board"},
    {"moves", 0, uci_moves, "", "the legal moves"},
    {"eval", 0, uci_eval, "", "the static evaluation"},
    {"perft", 0, uci_perft, "DEPTH", "count the leaves of the game tree; stop, quit and the end of input cut it off"},
    {"help", 0, uci_help, "", "this list"},
    {0},
};
// clang-format on

const struct protocol uci_protocol = {
    .name = "uci",
    .title = "the Universal Chess Interface, as cutechess-cli and other arenas speak it",
    .commands = commands,
    .skips_words = true,
    .state_size = sizeof(struct uci),
    .unknown = uci_unknown,
    .error = uci_error,
    .say = uci_say,
    .report = uci_report,
    .done = uci_bestmove,
};
