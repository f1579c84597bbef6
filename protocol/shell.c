// SPDX-License-Identifier: MIT
// shell.c - a board and a prompt for a person at a terminal.
//
// A move typed alone is played and answered. Everything else is a command; `help` lists them.
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "protocol/protocol.h"
#include "engine/session.h"

enum { HINTS_MAX = 32 };

struct shell {
    struct connection *connection;
    struct session *session;
    bool quit, answers; // answers: the engine replies to a move typed alone
    enum side person;   // who typed the last move
    int64_t move_time;  // ms
    struct thought thought;
    struct report news[HINTS_MAX]; // the last line heard for each place
    int places;
};

struct command {
    const char *name;
    void (*run)(struct shell *s, struct word args);
    const char *help;
};

static void draw(struct shell *s)
{
    char text[8192];
    struct writer w = writer_on(text, sizeof text);
    struct grid g;
    struct moves legal;
    int margin;
    const struct game *game = session_game(s->session);
    const struct position *p = session_position(s->session);
    session_grid(s->session, &g);
    game->moves(p, &legal);
    write_text(&w, "\n");
    board_draw(game->notation, &g, game->flips ? &legal : NULL, session_last_move(s->session), &w);
    write_text(&w, "X %d  O %d", grid_count(&g, CELL_FIRST), grid_count(&g, CELL_SECOND));
    if (!game->over(p, &margin))
        write_text(&w, "   %c to move\n", g.to_move == FIRST ? 'X' : 'O');
    else if (margin == 0)
        write_text(&w, "   the game is a draw\n");
    else if (game->scoring == SCORING_DISCS)
        write_text(&w, "   %c wins by %d\n", margin > 0 ? 'X' : 'O', abs(margin));
    else
        write_text(&w, "   %c wins\n", margin > 0 ? 'X' : 'O');
    output_text(s->connection->out, text, w.length);
}

// ---- thinking -----------------------------------------------------------------------------------

static void shell_report(void *owner, const struct report *news)
{
    struct shell *s = owner;
    if (news->multipv < 1 || news->multipv > HINTS_MAX || news->bound != BOUND_EXACT)
        return;
    s->news[news->multipv - 1] = *news;
    if (news->multipv > s->places)
        s->places = news->multipv;
}

static void shell_done(void *owner, const struct thought *t)
{
    struct shell *s = owner;
    s->thought = *t;
}

static void shell_say(void *owner, const char *text)
{
    struct shell *s = owner;
    output_line(s->connection->out, "%s\n", text);
}

// Thinks for the side to move until the time is up, the input ends, or a key line or ctrl-C comes.
// False when there is nothing to think about, which has been said then.
static bool think(struct shell *s, int places)
{
    struct limits l = limits_none();
    struct grid g;
    struct word line;
    const char *why;
    session_grid(s->session, &g);
    l.move_time = s->move_time;
    l.multipv = places;
    s->places = 0;
    if (!session_go(s->session, g.to_move, &l, &why)) {
        shell_say(s, why);
        return false;
    }
    while (session_thinking(s->session)) {
        if (connection_broken(s->connection) || line_at_end(s->connection->in) ||
            line_peek(s->connection->in, &line))
            session_request_stop(s->session);
        line_wait(s->connection->in);
    }
    session_wait(s->session);
    if (s->thought.best == MOVE_NONE)
        shell_say(s, "the game is over; 'new' begins another");
    return s->thought.best != MOVE_NONE;
}

// One line of what was found: score, depth, the moves.
static void print_news(struct shell *s, int place)
{
    char text[1024], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    const struct report *r = &s->news[place];
    if (r->win_in)
        write_text(&w, "  %s in %d", r->win_in > 0 ? "win" : "loss", abs(r->win_in));
    else
        write_text(&w, "  %+.2f%s", r->score / 100.0, r->solved ? " exact" : "");
    if (r->win_rate >= 0 && r->visits)
        write_text(&w, "  wins %.1f%% of %llu", 100 * r->win_rate, (unsigned long long)r->visits);
    write_text(&w, "  depth %d  %.1f s ", r->depth, (double)r->elapsed / 1000);
    for (int i = 0; i < r->line_length && i < 12; i++) {
        session_move_text(s->session, r->line[i], name);
        write_text(&w, " %s", name);
    }
    output_line(s->connection->out, "%s\n", text);
}

// The engine moves for whoever's turn it is, and goes on while the other side must pass.
static void shell_go(struct shell *s, struct word args)
{
    (void)args;
    char name[MOVE_TEXT_MAX];
    if (!think(s, 1))
        return;
    session_move_text(s->session, s->thought.best, name);
    output_line(s->connection->out, "\nI play %s\n", name);
    if (s->places > 0)
        print_news(s, 0);
    session_play(s->session, s->thought.best);
    draw(s);
}

static void shell_hint(struct shell *s, struct word args)
{
    int64_t places = 3;
    args = word_trim(args);
    if (args.length && !word_int(args, 1, HINTS_MAX, &places)) {
        shell_say(s, "hint takes a number of moves from 1 to 32");
        return;
    }
    if (!think(s, (int)places))
        return;
    for (int i = 0; i < s->places; i++)
        print_news(s, i);
}

// The score of every move on the board, the best first.
static void shell_scores(struct shell *s, struct word args)
{
    (void)args;
    char name[MOVE_TEXT_MAX];
    struct moves legal;
    session_game(s->session)->moves(session_position(s->session), &legal);
    if (!think(s, legal.count < HINTS_MAX ? legal.count : HINTS_MAX))
        return;
    for (int i = 0; i < s->places; i++) {
        const struct report *r = &s->news[i];
        session_move_text(s->session, r->line[0], name);
        output_line(s->connection->out, "  %-4s %+.*f%s\n", name, r->solved ? 0 : 2,
                    r->score / 100.0, r->solved ? "" : " (estimated)");
    }
}

// ---- playing ------------------------------------------------------------------------------------

// Plays a text as a move. False when it is none; the reason has been said when it looked like one.
static bool try_move(struct shell *s, struct word text)
{
    struct grid g;
    move m;
    session_grid(s->session, &g);
    if (!game_move_parse(session_game(s->session), &g, text, &m))
        return false;
    return session_play(s->session, m);
}

// True when the side to move can only pass.
static bool must_pass(const struct shell *s)
{
    struct moves legal;
    session_game(s->session)->moves(session_position(s->session), &legal);
    return legal.count == 1 && legal.at[0] == MOVE_PASS;
}

// The engine's turn after a person's move; passes play themselves.
static void reply(struct shell *s)
{
    int margin;
    while (s->answers && !session_game(s->session)->over(session_position(s->session), &margin)) {
        if (must_pass(s)) {
            session_play(s->session, MOVE_PASS);
            shell_say(s, "I have no move and pass.");
            draw(s);
            return;
        }
        shell_go(s, (struct word){"", 0});
        if (!must_pass(s) || connection_broken(s->connection))
            return;
        session_play(s->session, MOVE_PASS);
        shell_say(s, "You have no move and pass.");
    }
}

static void shell_play(struct shell *s, struct word args)
{
    if (try_move(s, word_trim(args)))
        draw(s);
    else
        shell_say(s, "that is not a legal move here; 'moves' lists them");
}

static void shell_d(struct shell *s, struct word args)
{
    (void)args;
    char board[BOARD_TEXT_MAX], id[GAME_ID_MAX];
    struct writer w = writer_on(board, sizeof board);
    struct grid g;
    draw(s);
    session_grid(s->session, &g);
    board_print(&g, &w);
    session_game_id(s->session, id);
    output_line(s->connection->out, "%s  %s\n", id, board);
}

static void shell_moves(struct shell *s, struct word args)
{
    (void)args;
    char text[4096], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct moves legal;
    session_game(s->session)->moves(session_position(s->session), &legal);
    for (int i = 0; i < legal.count; i++) {
        session_move_text(s->session, legal.at[i], name);
        write_text(&w, "%s%s", i ? " " : "", name);
    }
    shell_say(s, legal.count ? text : "none: the game is over");
}

// Whether the person at the prompt is to choose a move.
static bool is_persons_turn(const struct shell *s)
{
    struct grid g;
    session_grid(s->session, &g);
    return g.to_move == s->person && !must_pass(s);
}

// Goes a move back or forth, and on until the person may choose again.
static void go_along(struct shell *s, bool (*one)(struct session *), const char *none)
{
    if (!one(s->session)) {
        shell_say(s, none);
        return;
    }
    while (s->answers && !is_persons_turn(s) && one(s->session)) {
    }
    draw(s);
}

static void shell_undo(struct shell *s, struct word args)
{
    (void)args;
    go_along(s, session_undo, "nothing to take back");
}

static void shell_redo(struct shell *s, struct word args)
{
    (void)args;
    go_along(s, session_redo, "nothing to play again");
}

static void shell_new(struct shell *s, struct word args)
{
    const char *why;
    args = word_trim(args);
    if (args.length && !session_set_option(s->session, &options[OPTION_GAME], args, &why)) {
        shell_say(s, why);
        return;
    }
    session_new_game(s->session);
    draw(s);
}

static void shell_setboard(struct shell *s, struct word args)
{
    const char *why;
    if (session_set_text(s->session, args, &why))
        draw(s);
    else
        shell_say(s, why);
}

static void shell_eval(struct shell *s, struct word args)
{
    (void)args;
    int score = session_game(s->session)->evaluate(session_position(s->session));
    output_line(s->connection->out, "%+.2f for the side to move\n", score / 100.0);
}

static void shell_mode(struct shell *s, struct word args)
{
    (void)args;
    s->answers = !s->answers;
    shell_say(s, s->answers ? "I answer your moves." : "I only watch; 'go' makes me move.");
}

static void shell_time(struct shell *s, struct word args)
{
    int64_t thousandths;
    if (!word_thousandths(word_trim(args), 3600, &thousandths) || thousandths < 1) {
        shell_say(s, "time takes seconds a move, such as 0.5 or 10");
        return;
    }
    s->move_time = thousandths;
}

// The option a line begins with, whose name may be of several words; the line is left with the
// rest.
static const struct option *take_option(struct word *line)
{
    const struct option *found = NULL;
    struct word rest = *line, name = word_trim(*line), next;
    while (word_next(&rest, &next)) {
        name.length = (size_t)(next.text + next.length - name.text);
        const struct option *o = option_find(name);
        if (o) {
            found = o;
            *line = rest;
        }
    }
    return found;
}

static void shell_set(struct shell *s, struct word args)
{
    const char *why;
    char text[64];
    struct writer w = writer_on(text, sizeof text);
    if (word_trim(args).length == 0) {
        for (int i = 0; i < OPTION_COUNT; i++) {
            w = writer_on(text, sizeof text);
            option_show(session_settings(s->session), &options[i], &w);
            output_line(s->connection->out, "  %-14s %-10s %s\n", options[i].name, text,
                        options[i].help);
        }
        return;
    }
    const struct option *o = take_option(&args);
    if (!o)
        shell_say(s, "there is no option of that name; 'set' lists them");
    else if (!session_set_option(s->session, o, word_trim(args), &why))
        shell_say(s, why);
}

static void shell_quit(struct shell *s, struct word args)
{
    (void)args;
    s->quit = true;
}

static void shell_help(struct shell *s, struct word args);

static const struct command commands[] = {
    {"help", shell_help, "this list"},
    {"d", shell_d, "draw the board"},
    {"moves", shell_moves, "the legal moves"},
    {"play", shell_play, "play MOVE: play it, without an answer"},
    {"go", shell_go, "let me move for whoever's turn it is"},
    {"hint", shell_hint, "hint [N]: the N best moves"},
    {"scores", shell_scores, "the score of every move; exact where the time allows"},
    {"eval", shell_eval, "the static evaluation"},
    {"undo", shell_undo, "take back your move and my answer"},
    {"redo", shell_redo, "play them again"},
    {"new", shell_new, "new [GAME]: a new game, such as new connect4 or new othello:6x6"},
    {"setboard", shell_setboard, "setboard BOARD or MOVES: set up a position"},
    {"mode", shell_mode, "answer moves by myself, or not"},
    {"time", shell_time, "time SECONDS: how long I think"},
    {"set", shell_set, "set [NAME VALUE]: list or change options"},
    {"quit", shell_quit, "end"},
};

static void shell_help(struct shell *s, struct word args)
{
    (void)args;
    output_line(s->connection->out, "Type a move such as %s, or:\n",
                session_game(s->session)->move_example);
    for (size_t i = 0; i < LENGTH(commands); i++)
        output_line(s->connection->out, "  %-9s %s\n", commands[i].name, commands[i].help);
    shell_say(s, "Typing 'uci' or 'protocol_version' turns this into a protocol.");
}

// Runs one line. True when it opened a protocol instead, whose status is then in *status.
static bool run_line(struct shell *s, struct word line, int *status)
{
    struct word rest = line, name;
    if (!word_next(&rest, &name))
        return false;
    for (size_t i = 0; i < LENGTH(commands); i++)
        if (word_is_nocase(name, commands[i].name)) {
            commands[i].run(s, rest);
            return false;
        }
    bool uci = word_is(name, "uci"), gtp = word_is(name, "protocol_version");
    if (uci || gtp) {
        *status = (uci ? &uci_protocol : &gtp_protocol)->run(s->connection, line);
        return true;
    }
    struct grid g;
    session_grid(s->session, &g);
    if (try_move(s, word_trim(line))) {
        s->person = g.to_move;
        draw(s);
        reply(s);
    } else {
        shell_say(s, "that is neither a legal move nor a command; try 'moves' or 'help'");
    }
    return false;
}

static bool shell_speaks(struct word command)
{
    (void)command;
    return false;
}

// The search has answered: whoever waits for input looks up.
static void shell_ended(void *owner)
{
    struct shell *me = owner;
    connection_wake(me->connection);
}

static int shell_run(struct connection *connection, struct word first)
{
    (void)first;
    struct shell s = {.connection = connection, .answers = true, .move_time = 1000};
    struct word line;
    int status = 0;
    s.session =
        session_new((struct listener){&s, shell_report, shell_done, shell_say, shell_ended});
    if (!s.session) {
        shell_say(&s, "not enough memory to start");
        return 1;
    }
    shell_say(&s, "outflank " OUTFLANK_VERSION " - type a move to play, 'help' for more");
    draw(&s);
    while (!s.quit) {
        output_line(connection->out, "> ");
        enum line_event event = connection_next(connection, &line);
        if (event == LINE_END || (event == LINE_READY && run_line(&s, line, &status)))
            break;
        if (event == LINE_TOO_LONG)
            shell_say(&s, "that line is too long");
    }
    session_free(s.session);
    return status;
}

const struct protocol shell_protocol = {"shell", shell_speaks, shell_run};
