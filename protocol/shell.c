// SPDX-License-Identifier: MIT
// shell.c - a board and a prompt for a person at a terminal.
//
// A move typed alone is played and answered. Everything else is a command; `help` lists them.
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "protocol/dialogue.h"

struct shell {
    bool answers;      // the engine replies to a move typed alone
    enum side person;  // who typed the last move
    int64_t move_time; // ms
};

static void shell_say(struct dialogue *d, const char *text)
{
    output_line(d->out, "%s\n", text);
}

static void draw(struct dialogue *d)
{
    char text[8192];
    struct writer w = writer_on(text, sizeof text);
    struct grid g;
    struct moves legal;
    int margin;
    const struct game *game = session_game(d->session);
    const struct position *p = session_position(d->session);
    session_grid(d->session, &g);
    game->moves(p, &legal);
    write_text(&w, "\n");
    board_draw(game->notation, &g, game->flips ? &legal : NULL, session_last_move(d->session), &w);
    write_text(&w, "X %d  O %d", grid_count(&g, CELL_FIRST), grid_count(&g, CELL_SECOND));
    if (!game->over(p, &margin))
        write_text(&w, "   %c to move\n", g.to_move == FIRST ? 'X' : 'O');
    else if (margin == 0)
        write_text(&w, "   the game is a draw\n");
    else if (game->scoring == SCORING_DISCS)
        write_text(&w, "   %c wins by %d\n", margin > 0 ? 'X' : 'O', abs(margin));
    else
        write_text(&w, "   %c wins\n", margin > 0 ? 'X' : 'O');
    output_text(d->out, text, w.length);
}

// ---- thinking -----------------------------------------------------------------------------------

// Thinks for the side to move until the time is up, the input ends, or a line or ctrl-C comes.
// False when there is nothing to think about, which has been said then.
static bool think(struct dialogue *d, int lines)
{
    const struct shell *s = d->state;
    struct limits l = limits_none();
    const char *why = "the game is over; 'new' begins another";
    l.move_time = s->move_time;
    l.multipv = lines;
    if (dialogue_think(d, dialogue_to_move(d), &l, &why) && d->thought.best != MOVE_NONE)
        return true;
    shell_say(d, why);
    return false;
}

// One line of what was found: score, depth, the moves.
static void print_line(struct dialogue *d, const struct report *r)
{
    char text[1024], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    if (r->win_in)
        write_text(&w, "  %s in %d", r->win_in > 0 ? "win" : "loss", abs(r->win_in));
    else
        write_text(&w, "  %+.2f%s", r->score / 100.0, r->solved ? " exact" : "");
    if (r->win_rate >= 0 && r->visits)
        write_text(&w, "  wins %.1f%% of %llu", 100 * r->win_rate, (unsigned long long)r->visits);
    write_text(&w, "  depth %d  %.1f s ", r->depth, (double)r->elapsed / 1000);
    for (int i = 0; i < r->line_length && i < 12; i++) {
        session_move_text(d->session, r->line[i], name);
        write_text(&w, " %s", name);
    }
    shell_say(d, text);
}

// The engine moves for whoever's turn it is, and goes on while the other side must pass.
static void shell_go(struct dialogue *d)
{
    char name[MOVE_TEXT_MAX];
    if (!think(d, 1))
        return;
    session_move_text(d->session, d->thought.best, name);
    output_line(d->out, "\nI play %s\n", name);
    if (d->lines->count > 0)
        print_line(d, lines_get(d->lines, 0));
    session_play(d->session, d->thought.best);
    draw(d);
}

static void shell_hint(struct dialogue *d)
{
    int64_t lines = 3;
    struct word number = word_trim(d->args);
    if (number.length && !word_int(number, 1, CELLS_MAX, &lines)) {
        shell_say(d, "hint takes a number of moves");
        return;
    }
    if (!think(d, (int)lines))
        return;
    for (int i = 0; i < d->lines->count; i++)
        print_line(d, lines_get(d->lines, i));
}

// The score of every move on the board, the best first.
static void shell_scores(struct dialogue *d)
{
    char name[MOVE_TEXT_MAX];
    if (!think(d, CELLS_MAX))
        return;
    for (int i = 0; i < d->lines->count; i++) {
        const struct report *r = lines_get(d->lines, i);
        session_move_text(d->session, r->line[0], name);
        output_line(d->out, "  %-4s %+.*f%s\n", name, r->solved ? 0 : 2, r->score / 100.0,
                    r->solved ? "" : " (estimated)");
    }
}

// ---- playing ------------------------------------------------------------------------------------

// Plays a text as a move. False when it is none; the reason has been said when it looked like one.
static bool try_move(struct dialogue *d, struct word text)
{
    struct grid g;
    move m;
    session_grid(d->session, &g);
    if (!game_move_parse(session_game(d->session), &g, text, &m))
        return false;
    return session_play(d->session, m);
}

// True when the side to move can only pass.
static bool must_pass(struct dialogue *d)
{
    struct moves legal;
    session_game(d->session)->moves(session_position(d->session), &legal);
    return legal.count == 1 && legal.at[0] == MOVE_PASS;
}

// The engine's turn after a person's move; passes play themselves.
static void reply(struct dialogue *d)
{
    const struct shell *s = d->state;
    int margin;
    while (s->answers && !session_game(d->session)->over(session_position(d->session), &margin)) {
        if (must_pass(d)) {
            session_play(d->session, MOVE_PASS);
            shell_say(d, "I have no move and pass.");
            draw(d);
            return;
        }
        shell_go(d);
        if (!must_pass(d) || connection_broken(d->connection))
            return;
        session_play(d->session, MOVE_PASS);
        shell_say(d, "You have no move and pass.");
    }
}

static void shell_play(struct dialogue *d)
{
    if (try_move(d, word_trim(d->args)))
        draw(d);
    else
        shell_say(d, "that is not a legal move here; 'moves' lists them");
}

static void shell_d(struct dialogue *d)
{
    char board[BOARD_TEXT_MAX], id[GAME_ID_MAX];
    struct writer w = writer_on(board, sizeof board);
    struct grid g;
    draw(d);
    session_grid(d->session, &g);
    board_print(&g, &w);
    session_game_id(d->session, id);
    output_line(d->out, "%s  %s\n", id, board);
}

static void shell_moves(struct dialogue *d)
{
    char text[4096], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct moves legal;
    session_game(d->session)->moves(session_position(d->session), &legal);
    for (int i = 0; i < legal.count; i++) {
        session_move_text(d->session, legal.at[i], name);
        write_text(&w, "%s%s", i ? " " : "", name);
    }
    shell_say(d, legal.count ? text : "none: the game is over");
}

// Whether the person at the prompt is to choose a move.
static bool is_persons_turn(struct dialogue *d)
{
    const struct shell *s = d->state;
    return dialogue_to_move(d) == s->person && !must_pass(d);
}

// Goes a move back or forth, and on until the person may choose again.
static void go_along(struct dialogue *d, bool (*one)(struct session *), const char *none)
{
    const struct shell *s = d->state;
    if (!one(d->session)) {
        shell_say(d, none);
        return;
    }
    while (s->answers && !is_persons_turn(d) && one(d->session)) {
    }
    draw(d);
}

static void shell_undo(struct dialogue *d)
{
    go_along(d, session_undo, "nothing to take back");
}

static void shell_redo(struct dialogue *d)
{
    go_along(d, session_redo, "nothing to play again");
}

static void shell_new(struct dialogue *d)
{
    const char *why;
    struct word game = word_trim(d->args);
    if (game.length && !session_set_option(d->session, &options[OPTION_GAME], game, &why)) {
        shell_say(d, why);
        return;
    }
    session_new_game(d->session);
    draw(d);
}

static void shell_setboard(struct dialogue *d)
{
    const char *why;
    if (session_set_text(d->session, d->args, &why))
        draw(d);
    else
        shell_say(d, why);
}

static void shell_eval(struct dialogue *d)
{
    int score = session_game(d->session)->evaluate(session_position(d->session));
    output_line(d->out, "%+.2f for the side to move\n", score / 100.0);
}

static void shell_mode(struct dialogue *d)
{
    struct shell *s = d->state;
    s->answers = !s->answers;
    shell_say(d, s->answers ? "I answer your moves." : "I only watch; 'go' makes me move.");
}

static void shell_time(struct dialogue *d)
{
    struct shell *s = d->state;
    int64_t thousandths;
    if (!word_thousandths(word_trim(d->args), 3600, &thousandths) || thousandths < 1) {
        shell_say(d, "time takes seconds a move, such as 0.5 or 10");
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

static void shell_set(struct dialogue *d)
{
    const char *why;
    char text[64];
    struct writer w = writer_on(text, sizeof text);
    if (word_trim(d->args).length == 0) {
        for (int i = 0; i < OPTION_COUNT; i++) {
            w = writer_on(text, sizeof text);
            option_show(session_settings(d->session), &options[i], &w);
            output_line(d->out, "  %-14s %-10s %s\n", options[i].name, text, options[i].help);
        }
        return;
    }
    const struct option *o = take_option(&d->args);
    if (!o)
        shell_say(d, "there is no option of that name; 'set' lists them");
    else if (!session_set_option(d->session, o, word_trim(d->args), &why))
        shell_say(d, why);
}

static void shell_help(struct dialogue *d)
{
    char text[4096];
    struct writer w = writer_on(text, sizeof text);
    write_text(&w, "Type a move such as %s, or:\n", session_game(d->session)->move_example);
    protocol_help(d->protocol, "  ", &w);
    write_text(&w, "Typing 'uci' or 'protocol_version' turns this into a protocol.");
    shell_say(d, text);
}

static const struct command commands[] = {
    {"help", 0, shell_help, "", "this list"},
    {"d", 0, shell_d, "", "draw the board"},
    {"moves", 0, shell_moves, "", "the legal moves"},
    {"play", 0, shell_play, "MOVE", "play it, without an answer"},
    {"go", 0, shell_go, "", "let me move for whoever's turn it is"},
    {"hint", 0, shell_hint, "[N]", "the N best moves"},
    {"scores", 0, shell_scores, "", "the score of every move; exact where the time allows"},
    {"eval", 0, shell_eval, "", "the static evaluation"},
    {"undo", 0, shell_undo, "", "take back your move and my answer"},
    {"redo", 0, shell_redo, "", "play them again"},
    {"new", 0, shell_new, "[GAME]", "a new game, such as new connect4 or new othello:6x6"},
    {"setboard", 0, shell_setboard, "BOARD|MOVES", "set up a position"},
    {"mode", 0, shell_mode, "", "answer moves by myself, or not"},
    {"time", 0, shell_time, "SECONDS", "how long I think"},
    {"set", 0, shell_set, "[NAME VALUE]", "list or change options"},
    {"quit", COMMAND_ENDS, NULL, "", "end"},
    {0},
};

// The protocols one can go over to from here, and the word that does it.
static const struct {
    const char *word;
    const struct protocol *protocol;
} others[] = {{"uci", &uci_protocol}, {"protocol_version", &gtp_protocol}};

// Words of a protocol open it, or say what would.
static void shell_unknown(struct dialogue *d, struct word line)
{
    struct word name;
    word_next(&line, &name);
    for (size_t i = 0; i < LENGTH(others); i++) {
        if (word_is(name, others[i].word)) {
            d->next = others[i].protocol;
            d->quit = true;
            return;
        }
        if (protocol_speaks(others[i].protocol, name)) {
            output_line(d->out, "that is a command of another conversation, which '%s' begins\n",
                        others[i].word);
            return;
        }
    }
    shell_say(d, "that is neither a legal move nor a command; try 'moves' or 'help'");
}

// A legal move is played, even where a command has the same name.
static bool shell_line(struct dialogue *d, struct word line)
{
    struct shell *s = d->state;
    enum side mover = dialogue_to_move(d);
    if (!try_move(d, word_trim(line)))
        return false;
    s->person = mover;
    draw(d);
    reply(d);
    return true;
}

// Whatever is typed, a thought gives way to it.
static enum line_urgency shell_look(struct word line)
{
    return command_urgency(&shell_protocol, line) == LINE_ENDS ? LINE_ENDS : LINE_HURRIES;
}

static void shell_ready(struct dialogue *d)
{
    output_line(d->out, "> ");
}

static bool shell_begin(struct dialogue *d, const char **why)
{
    struct shell *s = d->state;
    (void)why;
    *s = (struct shell){.answers = true, .move_time = 1000};
    shell_say(d, "outflank " OUTFLANK_VERSION " - type a move to play, 'help' for more");
    draw(d);
    return true;
}

const struct protocol shell_protocol = {
    .name = "play",
    .title = "a board and a prompt for a person",
    .commands = commands,
    .any_case = true,
    .state_size = sizeof(struct shell),
    .unknown = shell_unknown,
    .error = shell_say,
    .say = shell_say,
    .begin = shell_begin,
    .ready = shell_ready,
    .line = shell_line,
    .look = shell_look,
};
