// SPDX-License-Identifier: MIT
// shell.c - a board and a prompt for a person at a terminal.
//
// A move typed alone is played and answered. Everything else is a command; `help` lists them.
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "protocol/files.h"
#include "protocol/shell.h"

void shell_say(struct dialogue *d, const char *text)
{
    output_line(d->out, "%s\n", text);
}

// The same for what the search has to tell, from its own thread.
static void shell_note(struct dialogue *d, const char *text)
{
    const struct shell *s = d->state;
    if (s && s->reader)
        reader_note(s->reader, text);
    else
        shell_say(d, text);
}

// ---- playing ------------------------------------------------------------------------------------

bool shell_given_up(struct dialogue *d)
{
    const struct shell *s = d->state;
    if (s->resigned)
        shell_say(d, "the game was given up; 'new' begins another, 'undo' takes that back");
    return s->resigned;
}

// Reads a text as a legal move. False when it is none.
static bool read_move(struct dialogue *d, struct word text, move *m)
{
    struct grid g;
    struct position after = *session_position(d->session);
    session_grid(d->session, &g);
    return game_move_parse(session_game(d->session), &g, text, m) &&
           session_game(d->session)->play(&after, *m);
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
            shell_draw(d);
            return;
        }
        struct limits l = shell_limits(d);
        if (!shell_move(d, &l) || !must_pass(d) || connection_broken(d->connection))
            return;
        session_play(d->session, MOVE_PASS);
        shell_say(d, "You have no move and pass.");
    }
}

// Plays a move, after a forced pass where that is left out. False, and nothing is played, when it is
// not legal.
static bool play_past_a_pass(struct session *s, move m)
{
    struct position after = *session_position(s);
    const struct game *game = session_game(s);
    if (session_play(s, m))
        return true;
    return game->play(&after, MOVE_PASS) && game->play(&after, m) && session_play(s, MOVE_PASS) &&
           session_play(s, m);
}

// Plays one move or several in a row, without an answer.
static void shell_play(struct dialogue *d)
{
    struct word rest = word_trim(d->args);
    const struct game *game = session_game(d->session);
    bool good = rest.length > 0;
    int played = 0;
    if (shell_given_up(d))
        return;
    while (rest.length && good) {
        struct grid g;
        move m;
        session_grid(d->session, &g);
        good = move_read(game->notation, &g, &rest, &m) && play_past_a_pass(d->session, m);
        played += good;
        rest = word_trim(rest);
    }
    if (played)
        shell_draw(d);
    if (!good)
        shell_say(d, "that is not a legal move here; 'moves' lists them");
}

static void shell_d(struct dialogue *d)
{
    char board[BOARD_TEXT_MAX], id[GAME_ID_MAX];
    struct writer w = writer_on(board, sizeof board);
    struct grid g;
    shell_draw(d);
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
    shell_draw(d);
}

static void shell_undo(struct dialogue *d)
{
    struct shell *s = d->state;
    if (s->resigned) {
        s->resigned = false;
        shell_say(d, "the game goes on");
        return;
    }
    go_along(d, session_undo, "nothing to take back");
}

static void shell_redo(struct dialogue *d)
{
    go_along(d, session_redo, "nothing to play again");
}

// Edax's modes: 0 the person moves first, 1 second, 2 the engine plays itself, 3 nobody answers.
static void shell_mode(struct dialogue *d)
{
    struct shell *s = d->state;
    int64_t mode;
    struct word text = word_trim(d->args);
    bool good = word_int(text, 0, 3, &mode);
    if (good) {
        s->answers = mode != 3;
        s->person = mode == 1 ? SECOND : FIRST;
        d->args.length = 0;
    }
    if (good || !text.length)
        shell_say(d, s->answers ? "I answer your moves." : "I only watch; 'go' makes me move.");
    if (!good)
        shell_say(d, "modes: 0 you are X, 1 you are O, 2 I play both sides, 3 I only watch");
    else if (mode == 2)
        shell_auto(d);
    else if (s->answers && dialogue_to_move(d) != s->person && !shell_given_up(d))
        reply(d);
}

// Which side the person plays; the engine moves at once when it is its turn then.
static void shell_side(struct dialogue *d)
{
    struct shell *s = d->state;
    struct word side = word_trim(d->args);
    bool first = word_is_nocase(side, "x") || word_is_nocase(side, "first") ||
                 word_is_nocase(side, "black"),
         second = word_is_nocase(side, "o") || word_is_nocase(side, "second") ||
                  word_is_nocase(side, "white");
    if (!first && !second && !word_is_nocase(d->args, "") && side.length) {
        shell_say(d, "side takes x or o");
        return;
    }
    s->person = first ? FIRST : second ? SECOND : other_side(dialogue_to_move(d));
    s->answers = true;
    output_line(d->out, "You play %c.\n", s->person == FIRST ? 'X' : 'O');
    if (dialogue_to_move(d) != s->person && !shell_given_up(d))
        reply(d);
}

static void shell_resign(struct dialogue *d)
{
    struct shell *s = d->state;
    int margin;
    if (session_game(d->session)->over(session_position(d->session), &margin)) {
        shell_say(d, "the game is over; 'new' begins another");
        return;
    }
    if (shell_given_up(d))
        return;
    s->resigned = true;
    s->resigner = dialogue_to_move(d);
    output_line(d->out, "%c resigns. 'new' begins another game.\n",
                s->resigner == FIRST ? 'X' : 'O');
}

static void shell_time(struct dialogue *d)
{
    struct shell *s = d->state;
    int64_t thousandths;
    if (word_thousandths(word_trim(d->args), 3600, &thousandths) && thousandths >= 1)
        s->move_time = thousandths;
    else if (word_trim(d->args).length)
        shell_say(d, "time takes seconds a move, such as 0.5 or 10");
    output_line(d->out, "I think %g s a move.\n", (double)s->move_time / 1000);
}

static void shell_version(struct dialogue *d)
{
    shell_say(d, "outflank " OUTFLANK_VERSION);
}

// A thought has ended by the time this is read.
static void shell_stop(struct dialogue *d)
{
    (void)d;
}

// What people's scripts for Edax and Egaroucid say, and what does it here.
static const struct {
    const char *theirs, *ours;
} edax[] = {
    {"init, new", "new"},
    {"play f5d6, force f5", "play f5d6"},
    {"f5", "f5: it is played, and answered as the mode says"},
    {"go", "go"},
    {"stop", "anything typed ends a thought"},
    {"hint n", "hint n"},
    {"undo, redo", "undo, redo"},
    {"setboard BOARD", "setboard BOARD: their 64 cells and side to move, too"},
    {"level n, set level n", "level n"},
    {"mode 0 to 3", "mode 0 to 3"},
    {"solve FILE, obftest FILE", "solve FILE"},
    {"analyze", "analyze; 'outflank analyze' judges whole games"},
    {"load FILE, save FILE", "load FILE, save FILE"},
    {"book on, book off", "book on, book off"},
    {"version", "version"},
    {"quit, exit, q", "quit"},
};

static void write_edax(struct writer *out)
{
    for (size_t i = 0; i < LENGTH(edax); i++)
        write_text(out, "  %-26s%s\n", edax[i].theirs, edax[i].ours);
}

// A command's own line, or the commands most people need and the names of the others.
static void shell_help(struct dialogue *d)
{
    enum { MOST_NEEDED = 15 };
    char text[4096];
    struct writer w = writer_on(text, sizeof text);
    struct word name = word_trim(d->args);
    int row = 0, column = 80;
    if (!name.length)
        write_text(&w, "Type a move such as %s, or:\n", session_game(d->session)->move_example);
    for (const struct command *c = d->protocol->commands; c->name; c++, row++) {
        const struct command one[] = {*c, {0}};
        const struct protocol of_one = {.commands = one};
        if (!c->help || (name.length && !word_is_nocase(name, c->name)))
            continue;
        if (name.length || row < MOST_NEEDED) {
            protocol_help(&of_one, "  ", &w);
            continue;
        }
        column += (int)strlen(c->name) + 2;
        if (column > 76) {
            column = 2 + (int)strlen(c->name);
            write_text(&w,
                       row == MOST_NEEDED ? "'help NAME' says what the others do:\n  " : "\n  ");
        }
        write_text(&w, "%s  ", c->name);
    }
    if (!name.length)
        write_text(
            &w, "\nThe tab key completes. 'help edax': its commands. 'uci' begins a protocol.\n");
    else if (word_is_nocase(name, "edax") || word_is_nocase(name, "egaroucid"))
        write_edax(&w);
    else if (w.length == 0)
        write_text(&w, "there is no command of that name; 'help' lists them\n");
    output_text(d->out, text, w.length);
}

// clang-format off
static const struct command commands[] = {
    {"help", 0, shell_help, "[NAME]", "this list, or what a command does"},
    {"new", 0, shell_new, "[GAME]", "begin: new connect4, new othello 6x6, new gomoku 19"},
    {"level", 0, shell_level, "[NAME|N]", "how well I play: beginner to perfect, or 0 to 60"},
    {"time", 0, shell_time, "[SECONDS]", "how long I think"},
    {"side", 0, shell_side, "[x|o]", "which side you play; alone it changes sides"},
    {"go", 0, shell_go, "[SECONDS|depth N]", "let me move for whoever's turn it is"},
    {"undo", 0, shell_undo, "", "take back your move and my answer"},
    {"hint", 0, shell_hint, "[N]", "the N best moves"},
    {"scores", 0, shell_scores, "", "the score of every move; exact where the time allows"},
    {"analyze", 0, shell_analyze, "", "think until you type something; the best three"},
    {"puzzle", 0, shell_puzzle, "[GRADE]", "find the one best move: easy, medium, hard or expert"},
    {"save", 0, shell_save, "FILE", "write it as .sgf .ggf .pgn .psq, or moves in a row"},
    {"load", 0, shell_load, "FILE", "read a game in any of these forms"},
    {"resume", 0, shell_resume, "", "go on with a game that was left unfinished"},
    {"quit", COMMAND_ENDS, NULL, "", "end; unfinished games are kept"},
    {"redo", 0, shell_redo, "", "play them again"},
    {"moves", 0, shell_moves, "", "the legal moves"},
    {"game", 0, shell_game, "", "the moves played so far"},
    {"goto", 0, shell_goto, "N", "the position after N moves"},
    {"auto", 0, shell_auto, "[SECONDS|depth N]", "I play both sides until you type something"},
    {"solve", 0, shell_solve, "FILE", "the exact value of every position of a file"},
    {"eval", 0, shell_eval, "", "the static evaluation by its terms, and after each move"},
    {"book", 0, shell_book, "[on|off]", "what the book says here; whether I play from it"},
    {"copy", 0, shell_copy, "", "the position in every notation"},
    {"board", 0, shell_d, "", "draw the board"},
    {"d", 0, shell_d, "", "the same, unless d is a move, as in Connect Four"},
    {"play", 0, shell_play, "MOVES", "play one or more moves, without an answer"},
    {"setboard", 0, shell_setboard, "BOARD|MOVES", "set up a position"},
    {"edit", 0, shell_setboard, "BOARD|MOVES", "the same: edit d3 c5, edit 8/8/8/3ox3/3xo3/8/8/8 x"},
    {"mode", 0, shell_mode, "[0-3]", "0 you are X, 1 you are O, 2 I play both, 3 I watch"},
    {"swap", 0, shell_side, "", "change sides"},
    {"resign", 0, shell_resign, "", "give the game up"},
    {"solution", 0, shell_solution, "", "what it was"},
    {"set", 0, shell_set, "[NAME VALUE]", "list or change options"},
    {"?", 0, shell_help, "", NULL}, {"h", 0, shell_help, "", NULL},
    {"force", 0, shell_play, "", NULL}, {"obftest", 0, shell_solve, "", NULL},
    {"version", 0, shell_version, "", NULL}, {"stop", 0, shell_stop, "", NULL},
    {"init", 0, shell_new, "", NULL},
    {"q", COMMAND_ENDS, NULL, "", NULL}, {"exit", COMMAND_ENDS, NULL, "", NULL},
    {0},
};
// clang-format on

// The protocols one can go over to from here, and the word that does it.
static const struct {
    const char *word;
    const struct protocol *protocol;
} others[] = {{"uci", &uci_protocol}, {"protocol_version", &gtp_protocol}};

// Where a move is a column: says where a stone dropped into this one falls. False when none can be.
static bool say_landing(struct dialogue *d, const struct grid *g, move m, const struct moves *legal)
{
    char named[MOVE_TEXT_MAX], name[MOVE_TEXT_MAX];
    session_move_text(d->session, m, named);
    for (int i = 0; i < legal->count; i++) {
        session_move_text(d->session, legal->at[i], name);
        if (strcmp(name, named) == 0) {
            output_line(d->out, "a stone dropped into column %s falls to %s%d: '%s' plays it\n",
                        name, name, g->height - move_y(legal->at[i]), name);
            return true;
        }
    }
    return false;
}

// Says what forbids a move to a cell that looks free. False when nothing does.
static bool say_why_not(struct dialogue *d, move m)
{
    char name[MOVE_TEXT_MAX];
    const struct game *game = session_game(d->session);
    const char *why = game->why_not ? game->why_not(session_position(d->session), m) : NULL;
    session_move_text(d->session, m, name);
    if (why)
        output_line(d->out, "%s is %s\n", name, why);
    return why;
}

// Says why a move is none here, or which there are instead. False when the text names no cell.
static bool refuse_move(struct dialogue *d, struct word text)
{
    enum { MOST = 16 };
    struct grid g;
    struct moves legal;
    move m;
    char said[256], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(said, sizeof said);
    session_grid(d->session, &g);
    session_game(d->session)->moves(session_position(d->session), &legal);
    if (!game_move_parse(session_game(d->session), &g, text, &m))
        return false;
    if (say_landing(d, &g, m, &legal) || say_why_not(d, m))
        return true;
    session_move_text(d->session, m, name);
    write_text(&w, "%s is not a legal move", name);
    for (int i = 0; i < legal.count && i < MOST; i++) {
        session_move_text(d->session, legal.at[i], name);
        write_text(&w, "%s%s", i ? " " : "; these are: ", name);
    }
    write_text(&w, "%s",
               legal.count == 0     ? ": the game is over"
               : legal.count > MOST ? " ..."
                                    : "");
    shell_say(d, said);
    return true;
}

// True for several legal moves in a row.
static bool several_moves(struct dialogue *d, struct word text)
{
    const struct game *game = session_game(d->session);
    struct position p = *session_position(d->session);
    while (text.length) {
        struct grid g;
        move m;
        game->to_grid(&p, &g);
        if (!move_read(game->notation, &g, &text, &m) || !game->play(&p, m))
            return false;
        text = word_trim(text);
    }
    return true;
}

// How many letters two words differ by: put in, left out, changed, or exchanged with the next.
static int letters_apart(struct word a, const char *b)
{
    enum { MOST = 16 };
    int n = (int)strlen(b), table[MOST + 1][MOST + 1];
    if (a.length > MOST || n > MOST)
        return MOST;
    for (int i = 0; i <= (int)a.length; i++)
        for (int k = 0; k <= n; k++) {
            if (i == 0 || k == 0) {
                table[i][k] = i + k;
                continue;
            }
            int least = table[i - 1][k - 1] + (a.text[i - 1] != b[k - 1]);
            least = table[i - 1][k] + 1 < least ? table[i - 1][k] + 1 : least;
            least = table[i][k - 1] + 1 < least ? table[i][k - 1] + 1 : least;
            if (i > 1 && k > 1 && a.text[i - 1] == b[k - 2] && a.text[i - 2] == b[k - 1])
                least = table[i - 2][k - 2] + 1 < least ? table[i - 2][k - 2] + 1 : least;
            table[i][k] = least;
        }
    return table[a.length][n];
}

// The command a word may have been meant for: one letter away, or two of a long one. NULL when none.
static const char *nearest_command(struct word name)
{
    const char *found = NULL;
    int nearest = name.length > 5 ? 3 : 2;
    for (const struct command *c = commands; c->name; c++) {
        int apart = c->help && strlen(c->name) > 2 ? letters_apart(name, c->name) : nearest;
        if (apart < nearest) {
            nearest = apart;
            found = c->name;
        }
    }
    return found;
}

// Words of a protocol open it, or say what would. A number alone, which GTP takes for a command's,
// was meant as a column.
static void shell_unknown(struct dialogue *d, struct word line)
{
    struct word name, whole = word_trim(line);
    int64_t number;
    if (refuse_move(d, whole))
        return;
    word_next(&line, &name);
    bool is_number = word_int_clamped(whole, 0, 0, &number);
    for (size_t i = 0; i < LENGTH(others) && !is_number; i++) {
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
    const char *meant = nearest_command(name);
    if (several_moves(d, whole))
        output_line(d->out, "one move at a time; 'play %.*s' plays them all\n", (int)whole.length,
                    whole.text);
    else if (meant)
        output_line(d->out, "there is no command of that name; did you mean '%s'?\n", meant);
    else
        shell_say(d, "that is neither a legal move nor a command; try 'moves' or 'help'");
}

// A cell as people write it, "h 8", "h, 8" or "8h", put together in `out`. False when it is none.
static bool join_cell(struct word text, char out[4])
{
    char letter = '\0', digits[2];
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (c >= '0' && c <= '9' && count < sizeof digits)
            digits[count++] = c;
        else if (((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) && !letter)
            letter = c;
        else if (c != ' ' && c != ',' && c != '-')
            return false;
    }
    if (!letter || !count)
        return false;
    out[0] = letter;
    memcpy(out + 1, digits, count);
    out[1 + count] = '\0';
    return true;
}

// A legal move is played, even where a command has the same name.
static bool shell_line(struct dialogue *d, struct word line)
{
    struct shell *s = d->state;
    enum side mover = dialogue_to_move(d);
    move m;
    int margin;
    char cell[4];
    s->asked_to_leave = false;
    if (!read_move(d, word_trim(line), &m)) {
        if (!join_cell(word_trim(line), cell))
            return false;
        if (!read_move(d, word_of(cell), &m))
            return refuse_move(d, word_of(cell));
    }
    if (shell_answer(d, m))
        return true;
    if (shell_given_up(d))
        return true;
    session_play(d->session, m);
    s->person = mover;
    // One board an exchange: the one after the answer, where there will be one.
    if (!s->answers || session_game(d->session)->over(session_position(d->session), &margin))
        shell_draw(d);
    reply(d);
    return true;
}

// Whatever is typed, a thought gives way to it. (The lines of a script are done one after another.)
static enum line_urgency shell_look(struct word line)
{
    return command_urgency(&shell_protocol, line) == LINE_ENDS ? LINE_ENDS : LINE_INTERRUPTS;
}

// Ctrl-C at an idle prompt: once it is only said how to leave.
static void shell_interrupt(struct dialogue *d)
{
    struct shell *s = d->state;
    bool dropped = s->reader && reader_drop(s->reader);
    if (!dropped && s->asked_to_leave)
        d->quit = true;
    else if (!dropped)
        shell_say(d, "\n'quit', or ctrl-C once more, ends; the game is kept.");
    s->asked_to_leave = !dropped;
}

static void shell_ready(struct dialogue *d)
{
    const struct shell *s = d->state;
    if (s->reader)
        reader_prompt(s->reader, "> ");
    else
        output_line(d->out, "> ");
}

static bool shell_begin(struct dialogue *d, const char **why)
{
    struct shell *s = d->state;
    (void)why;
    *s = (struct shell){.answers = true, .move_time = 1000};
    char path[PATH_SPACE];
    bool kept = d->connection->terminal && files_state_path("history", path, true);
    s->reader =
        reader_open(d->connection, (struct completer){d, shell_complete}, kept ? path : NULL);
    shell_say(d, "outflank " OUTFLANK_VERSION " - type a move to play, 'help' for more");
    shell_offer_kept(d);
    shell_draw(d);
    return true;
}

static void shell_end(struct dialogue *d)
{
    struct shell *s = d->state;
    reader_close(s->reader);
    s->reader = NULL;
    shell_puzzle_free(s);
    shell_keep(d);
}

const struct protocol shell_protocol = {
    .name = "play",
    .title = "a board and a prompt for a person",
    .patient = true,
    .commands = commands,
    .any_case = true,
    .tells_book = true,
    .state_size = sizeof(struct shell),
    .unknown = shell_unknown,
    .error = shell_say,
    .say = shell_note,
    .begin = shell_begin,
    .ready = shell_ready,
    .interrupt = shell_interrupt,
    .end = shell_end,
    .report = shell_report,
    .line = shell_line,
    .look = shell_look,
};
