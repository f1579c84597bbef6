// SPDX-License-Identifier: MIT
// xboard.c - the Chess Engine Communication Protocol, as far as xboard and WinBoard need it for our
// games: Connect Four above all, which they draw and play as they are.
//
// Moves and boards are Fairy-Stockfish's (fairy.h): P@d1 drops a stone, @@@@ passes. The rules are
// ours, so xboard is started with -testLegality false. White moves first.
//
//      xboard, protover 2      -> feature lines
//      variant cfour           -> setup (P...p...) 7x6+1_fairy FEN, piece P& @6
//      usermove P@d1           -> move P@d2, when it is our side's turn, then the result if that ends it
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/fairy.h"
#include "engine/games.h"
#include "protocol/dialogue.h"

enum { DEFAULT_MOVE_MS = 1000 };

struct xboard {
    bool force; // watch only; else we play `ours`
    enum side ours;
    bool post;                          // tell what is thought
    int moves_each;                     // of the clock: moves a period, 0 = the whole game
    int64_t base, increment, move_time; // ms; move_time -1 = by the clock
    int64_t left[2];                    // ours and theirs, as given
    bool timed;                         // they were given in this game
    int depth;
};

// ---- words --------------------------------------------------------------------------------------

static void write_fairy(struct dialogue *d, move m, char out[FAIRY_MOVE_MAX])
{
    struct grid g;
    session_grid(d->session, &g);
    if (m == MOVE_PASS) {
        struct writer w = writer_on(out, FAIRY_MOVE_MAX);
        write_text(&w, "@@@@");
    } else {
        fairy_move_print(&g, m, out);
    }
}

static void xboard_error(struct dialogue *d, const char *why)
{
    output_line(d->out, "Error (%s)\n", why);
}

static void xboard_say(struct dialogue *d, const char *text)
{
    output_line(d->out, "# %s\n", text);
}

// ---- thinking -----------------------------------------------------------------------------------

static void xboard_report(struct dialogue *d, const struct report *r)
{
    const struct xboard *x = d->state;
    char line[1024];
    struct writer w = writer_on(line, sizeof line);
    struct grid g;
    if (!x->post || r->bound != BOUND_EXACT)
        return;
    session_grid(d->session, &g);
    for (int i = 0; i < r->line_length; i++) {
        char text[FAIRY_MOVE_MAX];
        fairy_move_print(&g, r->line[i], text);
        write_text(&w, " %s", text);
    }
    int score = r->win_in ? (r->win_in > 0 ? 100000 : -100000) +
                                (r->win_in > 0 ? 1 : -1) * (abs(r->win_in) + 1) / 2
                          : r->score;
    output_line(d->out, "%d %d %lld %llu%s\n", r->depth, score, (long long)r->elapsed / 10,
                (unsigned long long)r->nodes, line);
}

// Tells how the game ended, if it has.
static bool tell_result(struct dialogue *d)
{
    int margin;
    if (!session_game(d->session)->over(session_position(d->session), &margin))
        return false;
    output_line(d->out, margin > 0   ? "1-0 {White wins}\n"
                        : margin < 0 ? "0-1 {Black wins}\n"
                                     : "1/2-1/2 {Draw}\n");
    return true;
}

// The limits of a move: `made` of ours have been made.
static struct limits limits_now(const struct xboard *x, int made)
{
    struct limits l = limits_none();
    l.depth = x->depth;
    if (x->move_time >= 0) {
        l.move_time = x->move_time;
    } else if (x->base > 0 || x->increment > 0 || x->timed) {
        l.time[x->ours] = x->left[0];
        l.increment[x->ours] = x->increment;
        l.moves_to_go = x->moves_each ? x->moves_each - made % x->moves_each : 0;
    } else if (!x->depth) {
        l.move_time = DEFAULT_MOVE_MS;
    }
    return l;
}

static bool interrupts(struct word line)
{
    return command_urgency(&xboard_protocol, line) == LINE_INTERRUPTS;
}

// True when what has arrived leaves no turn to us: anything that interrupts but "move now". xboard
// passes over a move that comes after its `force`, and the boards would differ from then on.
static bool is_called_off(struct dialogue *d)
{
    struct word line;
    return line_find(d->connection->in, interrupts, &line) && word_trim(line).text[0] != '?';
}

// Moves for as long as it is our turn.
static void move_if_ours(struct dialogue *d)
{
    struct xboard *x = d->state;
    while (!x->force && !d->quit && dialogue_to_move(d) == x->ours) {
        struct limits l = limits_now(x, session_ply(d->session) / 2);
        char text[FAIRY_MOVE_MAX];
        const char *why;
        if (tell_result(d) || !dialogue_think(d, x->ours, &l, &why) ||
            d->thought.best == MOVE_NONE || is_called_off(d))
            return;
        write_fairy(d, d->thought.best, text);
        session_play(d->session, d->thought.best);
        output_line(d->out, "move %s\n", text);
        tell_result(d);
    }
}

// ---- commands -----------------------------------------------------------------------------------

static void xboard_protover(struct dialogue *d)
{
    char variants[256];
    struct writer w = writer_on(variants, sizeof variants);
    write_text(&w, "connect4");
    for (int i = 0; game_variant(i); i++)
        write_text(&w, ",%s", game_variant(i)->name);
    output_line(d->out,
                "feature done=0\nfeature myname=\"outflank %s\" variants=\"%s\"\n"
                "feature setboard=1 usermove=1 ping=1 colors=0 time=1 sigint=0 sigterm=0 reuse=1 "
                "analyze=0 memory=1 smp=1 debug=1 draw=0 name=0 playother=1\n"
                "feature option=\"Strength -string perfect\"\nfeature done=1\n",
                OUTFLANK_VERSION, variants);
}

// Tells xboard the board of the game at hand.
static void announce_setup(struct dialogue *d)
{
    char fen[FAIRY_FEN_MAX];
    struct writer w = writer_on(fen, sizeof fen);
    struct grid g;
    session_grid(d->session, &g);
    fairy_fen_print(&g, session_game(d->session)->flips, &w);
    output_line(d->out,
                "setup (P.................p.................) %dx%d+1_fairy %s\npiece P& @%d\n",
                g.width, g.height, fen, g.height);
}

static void begin_game(struct dialogue *d)
{
    struct xboard *x = d->state;
    session_new_game(d->session);
    x->force = false;
    x->ours = SECOND;
    x->depth = 0;
    x->left[0] = x->left[1] = x->base;
    x->timed = false;
}

static void xboard_new(struct dialogue *d)
{
    const char *why;
    session_set_game(d->session, word_of(session_settings(d->session)->game), &why);
    begin_game(d);
}

static void xboard_variant(struct dialogue *d)
{
    struct word name = word_trim(d->args);
    const char *why = "that is no variant of ours";
    const char *id = word_is(name, "connect4") ? "connect4" : NULL;
    for (int i = 0; game_variant(i) && !id; i++)
        id = word_is(name, game_variant(i)->name) ? game_variant(i)->id : NULL;
    if (!id || !session_set_option(d->session, &options[OPTION_GAME], word_of(id), &why)) {
        dialogue_complain(d, "variant", name, why);
        return;
    }
    begin_game(d);
    announce_setup(d);
}

static bool read_move(struct dialogue *d, struct word text, move *out)
{
    struct grid g;
    session_grid(d->session, &g);
    return fairy_move_parse(&g, text, out) ||
           game_move_parse(session_game(d->session), &g, text, out);
}

static void xboard_usermove(struct dialogue *d)
{
    struct word text = word_trim(d->args);
    char shown[READABLE_MAX];
    move m;
    if (!read_move(d, text, &m) || !session_play(d->session, m)) {
        dialogue_readable(text, shown);
        output_line(d->out, "Illegal move: %s\n", shown);
        return;
    }
    if (!tell_result(d))
        move_if_ours(d);
}

static void xboard_setboard(struct dialogue *d)
{
    struct grid like, g;
    const char *why;
    session_grid(d->session, &like);
    if (!fairy_fen_parse(&g, &like, d->args, &why) || !session_set_grid(d->session, &g, &why))
        output_line(d->out, "tellusererror Illegal position: %s\n", why);
}

enum { MODE_FORCE, MODE_GO, MODE_OTHER };

static void xboard_mode(struct dialogue *d)
{
    struct xboard *x = d->state;
    x->force = d->kind == MODE_FORCE;
    if (d->kind == MODE_GO)
        x->ours = dialogue_to_move(d);
    if (d->kind == MODE_OTHER)
        x->ours = other_side(dialogue_to_move(d));
    move_if_ours(d);
}

// Milliseconds of "5", "0:30" or "0.1"; false for anything else.
static bool read_seconds(struct word text, bool minutes, int64_t *out)
{
    const char *colon = text.length ? memchr(text.text, ':', text.length) : NULL;
    int64_t high = 0, low = 0;
    if (!colon)
        return word_thousandths(text, 1000000, out) && (*out *= minutes ? 60 : 1, true);
    size_t n = (size_t)(colon - text.text);
    bool good = word_int((struct word){text.text, n}, 0, 100000, &high) &&
                word_int((struct word){colon + 1, text.length - n - 1}, 0, 59, &low);
    *out = (high * 60 + low) * 1000;
    return good;
}

static void xboard_level(struct dialogue *d)
{
    struct xboard *x = d->state;
    struct word rest = d->args, moves, base, increment;
    int64_t n, main_time, plus;
    if (!word_next(&rest, &moves) || !word_next(&rest, &base) || !word_next(&rest, &increment) ||
        !word_int(moves, 0, 1000, &n) || !read_seconds(base, true, &main_time) ||
        !read_seconds(increment, false, &plus)) {
        dialogue_complain(d, "level", d->args, "expected: level MOVES TIME INCREMENT");
        return;
    }
    x->moves_each = (int)n, x->base = main_time, x->increment = plus, x->move_time = -1;
    x->left[0] = x->left[1] = main_time;
}

enum { NUMBER_ST, NUMBER_SD, NUMBER_TIME, NUMBER_OTIM };

static void xboard_number(struct dialogue *d)
{
    struct xboard *x = d->state;
    struct word text = word_trim(d->args);
    int64_t n;
    if (d->kind == NUMBER_ST && word_thousandths(text, 1000000, &n)) {
        x->move_time = n;
    } else if (d->kind == NUMBER_SD && word_int(text, 1, 200, &n)) {
        x->depth = (int)n;
    } else if (d->kind >= NUMBER_TIME && word_int_clamped(text, 0, INT64_MAX / 1000, &n)) {
        x->left[d->kind - NUMBER_TIME] = n * 10;
        x->timed |= d->kind == NUMBER_TIME;
    } else {
        dialogue_complain(d, "number", text, "expected a number");
    }
}

// One move, or two: both or none.
static void xboard_undo(struct dialogue *d)
{
    if (session_ply(d->session) <= d->kind)
        dialogue_error(d, "there is nothing to take back");
    else
        for (int i = 0; i <= d->kind; i++)
            session_undo(d->session);
}

static void xboard_option(struct dialogue *d)
{
    struct word text = word_trim(d->args);
    const char *equals = text.length ? memchr(text.text, '=', text.length) : NULL, *why;
    size_t n = equals ? (size_t)(equals - text.text) : text.length;
    struct word value = {text.text + n + (equals != NULL), text.length - n - (equals != NULL)};
    const struct option *o = option_find((struct word){text.text, n});
    if (!o)
        dialogue_complain(d, "option", text, "there is none of that name");
    else if (!session_set_option(d->session, o, value, &why))
        dialogue_complain(d, o->name, value, why);
}

static void xboard_resource(struct dialogue *d)
{
    const char *why;
    if (!session_set_option(d->session, &options[d->kind], word_trim(d->args), &why))
        dialogue_error(d, why);
}

static void xboard_post(struct dialogue *d)
{
    struct xboard *x = d->state;
    x->post = d->kind;
}

static void xboard_ping(struct dialogue *d)
{
    char shown[READABLE_MAX];
    dialogue_readable(word_trim(d->args), shown);
    output_line(d->out, "pong %s\n", shown);
}

static void xboard_hint(struct dialogue *d)
{
    struct limits l = limits_none();
    char text[FAIRY_MOVE_MAX];
    const char *why;
    l.move_time = DEFAULT_MOVE_MS / 2;
    if (!dialogue_think(d, dialogue_to_move(d), &l, &why) || d->thought.best == MOVE_NONE)
        return;
    write_fairy(d, d->thought.best, text);
    output_line(d->out, "Hint: %s\n", text);
}

static void xboard_unknown(struct dialogue *d, struct word line)
{
    char shown[READABLE_MAX];
    move m;
    line = word_trim(line);
    if (read_move(d, line, &m)) {
        d->args = line;
        xboard_usermove(d);
    } else {
        dialogue_readable(line, shown);
        output_line(d->out, "Error (unknown command): %s\n", shown);
    }
}

// clang-format off
static const struct command commands[] = {
    {"xboard", 0, NULL, "", "the first line"},
    {"protover", 0, xboard_protover, "N", "which version is spoken: feature lines"},
    {"new", COMMAND_INTERRUPTS, xboard_new, "", "a new game, we play second"},
    {"variant", COMMAND_INTERRUPTS, xboard_variant, "NAME", "which game: a setup line"},
    {"usermove", 0, xboard_usermove, "P@d1", "a move; ours follows when it is our turn"},
    {"force", COMMAND_INTERRUPTS | COMMAND_KIND(MODE_FORCE), xboard_mode, "", "watch only"},
    {"go", COMMAND_KIND(MODE_GO), xboard_mode, "", "play for the side to move"},
    {"playother", COMMAND_KIND(MODE_OTHER), xboard_mode, "", "play for the other side"},
    {"?", COMMAND_INTERRUPTS, NULL, "", "move now"},
    {"setboard", COMMAND_INTERRUPTS, xboard_setboard, "FEN", "set up a position"},
    {"level", 0, xboard_level, "MOVES TIME INC", "the clock"},
    {"st", COMMAND_KIND(NUMBER_ST), xboard_number, "S", "seconds a move"},
    {"sd", COMMAND_KIND(NUMBER_SD), xboard_number, "N", "plies a move"},
    {"time", COMMAND_KIND(NUMBER_TIME), xboard_number, "N", "hundredths of a second we have left"},
    {"otim", COMMAND_KIND(NUMBER_OTIM), xboard_number, "N", "and the other side"},
    {"undo", COMMAND_INTERRUPTS, xboard_undo, "", "take a move back"},
    {"remove", COMMAND_INTERRUPTS | COMMAND_KIND(1), xboard_undo, "", "take two moves back"},
    {"result", COMMAND_INTERRUPTS, NULL, "TEXT", "the game is over"},
    {"hint", 0, xboard_hint, "", "the move we would play"},
    {"post", COMMAND_KIND(1), xboard_post, "", "tell what is thought"},
    {"nopost", 0, xboard_post, "", "do not"},
    {"memory", COMMAND_KIND(OPTION_HASH), xboard_resource, "MIB", "memory for the search"},
    {"cores", COMMAND_KIND(OPTION_THREADS), xboard_resource, "N", "threads to think with"},
    {"option", 0, xboard_option, "NAME=VALUE", "set an option"},
    {"ping", 0, xboard_ping, "N", "pong N"},
    {"quit", COMMAND_ENDS, NULL, "", "end"},
    {"accepted", 0, NULL, "", NULL}, {"rejected", 0, NULL, "", NULL}, {"random", 0, NULL, "", NULL},
    {"hard", 0, NULL, "", NULL}, {"easy", 0, NULL, "", NULL}, {"computer", 0, NULL, "", NULL},
    {"name", 0, NULL, "", NULL}, {"rating", 0, NULL, "", NULL}, {"ics", 0, NULL, "", NULL},
    {"draw", 0, NULL, "", NULL}, {"bk", 0, NULL, "", NULL}, {".", 0, NULL, "", NULL},
    {0},
};
// clang-format on

static bool xboard_begin(struct dialogue *d, const char **why)
{
    struct xboard *x = d->state;
    (void)why;
    x->ours = SECOND;
    x->move_time = -1;
    return true;
}

static bool xboard_speaks(struct word command)
{
    return word_is(command, "xboard") || word_is(command, "protover");
}

const struct protocol xboard_protocol = {
    .name = "xboard",
    .title = "the Chess Engine Communication Protocol, for xboard and WinBoard",
    .commands = commands,
    .game = "connect4",
    .state_size = sizeof(struct xboard),
    .unknown = xboard_unknown,
    .error = xboard_error,
    .say = xboard_say,
    .begin = xboard_begin,
    .report = xboard_report,
    .speaks = xboard_speaks,
};
