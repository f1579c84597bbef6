// SPDX-License-Identifier: MIT
// walk_games.c - walks in the protocols that know every game: UCI, GTP, the shell.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/walk.h"

// ---- UCI ----------------------------------------------------------------------------------------

static void uci_open(struct walk *w)
{
    process_start(&w->p, "uci", "--option", "Hash=2");
    walk_send(w, "setoption name OwnBook value false\n");
}

static void uci_begin(struct walk *w)
{
    walk_start(w, walk_shape(w, -1));
    walk_send(w, "setoption name Game value %s\n", w->shape->id);
}

// Another position: some random moves from the start, perhaps with a wrong one at the end, which
// leaves the old position.
static void uci_position(struct walk *w, bool wrong)
{
    static struct walk other;
    char text[4096] = "position startpos moves";
    size_t n = strlen(text);
    other.rng = w->rng;
    walk_start(&other, w->shape);
    for (int i = walk_choice(w, 30); i >= 0 && !walk_over(&other); i--) {
        char name[8];
        int m = walk_legal(&other);
        plain_name(walk_board(&other), m, name);
        n += (size_t)snprintf(text + n, sizeof text - n, " %s", name);
        walk_play(&other, m);
    }
    w->rng.state ^= other.rng.state;
    walk_send(w, "%s%s\n", text, wrong ? " zz" : "");
    if (wrong)
        walk_expect(w, WALK_LINE,
                    "info string error: position 'zz': that is no move of this board");
    for (w->ply = wrong ? w->ply : 0; !wrong && w->ply < other.ply;)
        walk_play(w, other.moves[w->ply]);
}

static void uci_show(struct walk *w)
{
    char board[PLAIN_TEXT];
    plain_board(walk_board(w), board);
    walk_send(w, "d\nisready\n");
    walk_expect(w, WALK_AMONG, "Board: %s", board);
    walk_expect(w, WALK_AMONG, "readyok");
}

static void uci_moves(struct walk *w)
{
    const struct plain *p = walk_board(w);
    char text[2048] = "moves", name[8];
    int list[PLAIN_CELLS], count = plain_moves(p, list);
    size_t n = strlen(text);
    for (int i = 0; i < count; i++) {
        plain_name(p, list[i], name);
        if (p->kind != PLAIN_CONNECT4)
            n += (size_t)snprintf(text + n, sizeof text - n, " %s", name);
    }
    for (int x = 0; count && p->kind == PLAIN_CONNECT4 && x < p->width; x++)
        if (plain_landing(p, x) >= 0)
            n += (size_t)snprintf(text + n, sizeof text - n, " %c", 'a' + x);
    walk_send(w, "moves\n");
    walk_expect(w, WALK_LINE, "%s", text);
    if (count == 0)
        return; // what a finished game counts differs between games
    walk_send(w, "perft 1\n");
    walk_expect(w, WALK_LINE, "%d", count);
}

// A thought without end is stopped; whether the answer to isready or the move comes first is open,
// since stop is heard as it arrives.
static void uci_go(struct walk *w, const char *limits)
{
    bool endless = strcmp(limits, "infinite") == 0;
    char move[16] = "";
    walk_send(w, "go %s\n%s", limits, endless ? "isready\nstop\n" : "");
    for (int answers = 1 + endless; answers > 0;) {
        const char *line = walk_line(w);
        bool best = strncmp(line, "bestmove ", 9) == 0, ready = strcmp(line, "readyok") == 0;
        cr_assert(best ? !move[0] : ready ? endless : strncmp(line, "info ", 5) == 0, "%s", line);
        if (best)
            snprintf(move, sizeof move, "%.*s", (int)strcspn(line + 9, " "), line + 9);
        answers -= best || ready;
    }
    if (walk_over(w))
        cr_assert_str_eq(move, "(none)");
    else
        walk_answered(w, plain_read(walk_board(w), move), false, move);
}

static void uci_step(struct walk *w)
{
    static const char *const limits[] = {"depth 1", "nodes 20", "movetime 0", "infinite",
                                         "wtime 0 btime 0"};
    switch (walk_choice(w, 14)) {
    case 0:
        walk_start(w, w->shape);
        walk_send(w, "ucinewgame\n");
        break;
    case 1:
        uci_begin(w);
        break;
    case 2:
        uci_position(w, true);
        break;
    case 3:
        uci_go(w, limits[walk_choice(w, 5)]);
        break;
    case 4:
        walk_send(w, "xyzzy\n");
        walk_expect(w, WALK_BEGINS, "info string error: command 'xyzzy'");
        break;
    case 5:
        walk_send(w, "setoption name Hash value 0\n");
        walk_expect(w, WALK_BEGINS, "info string error: Hash '0'");
        break;
    case 6:
        walk_send(w, "isready\n");
        walk_expect(w, WALK_LINE, "readyok");
        break;
    case 7:
        walk_send(w, "stop\n"); // nothing to stop: no answer
        break;
    case 8:
    case 9:
        uci_moves(w);
        break;
    case 10:
        uci_show(w);
        break;
    default:
        uci_position(w, false);
    }
}

const struct walker walk_uci = {"uci", uci_open, uci_begin, uci_step, false};

// ---- GTP ----------------------------------------------------------------------------------------

static const char gtp_columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

static void gtp_name(const struct plain *p, int m, char out[8])
{
    plain_name(p, m, out);
    if (m == PLAIN_PASS)
        snprintf(out, 8, "PASS");
    else
        out[0] = gtp_columns[m % p->width];
}

static int gtp_read(const struct plain *p, const char *text)
{
    char copy[8];
    const char *column = strchr(gtp_columns, text[0]);
    snprintf(copy, sizeof copy, "%s", text);
    if (column && strcmp(text, "PASS") != 0)
        copy[0] = (char)('a' + (column - gtp_columns));
    return plain_read(p, copy);
}

// A numbered request, with the first line of its answer; an empty line ends it.
static void gtp_ask(struct walk *w, const char *command, const char *answer)
{
    walk_send(w, "%d %s\n", ++w->number, command);
    walk_expect(w, WALK_LINE, "%c%d%s%s", answer[0], w->number, answer[1] ? " " : "", answer + 1);
    walk_expect(w, WALK_LINE, "%s", "");
}

static void gtp_open(struct walk *w)
{
    process_start(&w->p, "gtp", "--option", "Hash=2");
    w->number = 0;
    walk_start(w, plain_shapes);
    gtp_ask(w, "time_settings 0 0 0", "=");
}

static void gtp_begin(struct walk *w)
{
    char text[64];
    walk_start(w, walk_shape(w, -1));
    snprintf(text, sizeof text, "set_game %s", w->shape->id);
    gtp_ask(w, text, "=");
}

static void gtp_play(struct walk *w, int m, bool legal)
{
    char name[8], text[32];
    if (m == -2)
        return;
    gtp_name(walk_board(w), m, name);
    snprintf(text, sizeof text, "play %c %s", walk_board(w)->to_move == 'x' ? 'b' : 'w', name);
    gtp_ask(w, text, legal ? "=" : "?illegal move");
    if (legal)
        cr_assert(walk_play(w, m));
}

static void gtp_think(struct walk *w, bool plays)
{
    char begin[16], name[8];
    bool over = walk_over(w);
    walk_send(w, "%d %sgenmove %c\n", ++w->number, plays ? "" : "reg_",
              walk_board(w)->to_move == 'x' ? 'b' : 'w');
    const char *line = walk_line(w);
    int n = snprintf(begin, sizeof begin, "=%d ", w->number);
    cr_assert_eq(strncmp(line, begin, (size_t)n), 0, "%s", line);
    snprintf(name, sizeof name, "%s", line + n);
    if (over)
        cr_assert_str_eq(name, "PASS");
    else
        walk_answered(w, gtp_read(walk_board(w), name), plays, line);
    cr_assert_str_eq(walk_line(w), "");
}

// The board, the moves and who is to move.
static void gtp_show(struct walk *w)
{
    const struct plain *p = walk_board(w);
    char text[2048], name[8];
    int list[PLAIN_CELLS], count = plain_moves(p, list);
    size_t n = 1;
    walk_send(w, "%d gogui-rules_board\n", ++w->number);
    for (int y = 0; y < p->height; y++) {
        n = y ? 0 : (size_t)snprintf(text, sizeof text, "=%d ", w->number);
        for (int x = 0; x < p->width; x++) {
            // GoGui counts rows from the bottom, in Othello too.
            int row = p->kind == PLAIN_OTHELLO ? p->height - 1 - y : y;
            char c = p->cells[row * p->width + x];
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%c", x ? " " : "",
                                  c == 'x'   ? 'X'
                                  : c == 'o' ? 'O'
                                  : c == '#' ? '?'
                                             : '.');
        }
        walk_flush(w);
        walk_expect(w, WALK_LINE, "%s", text);
    }
    walk_expect(w, WALK_LINE, "%s", "");
    gtp_ask(w, "gogui-rules_side_to_move", p->to_move == 'x' ? "=black" : "=white");
    text[0] = '=', text[1] = '\0', n = 1;
    for (int i = 0; i < count; i++) {
        gtp_name(p, list[i], name);
        if (p->kind != PLAIN_CONNECT4)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n > 1 ? " " : "", name);
    }
    for (int x = 0; count && p->kind == PLAIN_CONNECT4 && x < p->width; x++)
        if (plain_landing(p, x) >= 0) {
            gtp_name(p, plain_landing(p, x), name);
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n > 1 ? " " : "", name);
        }
    gtp_ask(w, "gogui-rules_legal_moves", text);
}

static void gtp_score(struct walk *w)
{
    char text[32];
    int margin;
    if (!plain_over(walk_board(w), &margin))
        snprintf(text, sizeof text, "?cannot score");
    else if (margin == 0)
        snprintf(text, sizeof text, "=0");
    else
        snprintf(text, sizeof text, "=%c+%d", margin > 0 ? 'B' : 'W',
                 margin > 0 ? margin : -margin);
    gtp_ask(w, "final_score", text);
}

static void gtp_step(struct walk *w)
{
    int choice = walk_choice(w, 32);
    if (choice < 14)
        gtp_play(w, walk_legal(w), true);
    else if (choice < 17)
        gtp_play(w, walk_illegal(w), false);
    else if (choice < 19)
        gtp_ask(w, "undo", walk_undo(w) ? "=" : "?cannot undo");
    else if (choice == 19)
        gtp_think(w, true);
    else if (choice == 20)
        gtp_think(w, false);
    else if (choice == 21)
        gtp_show(w);
    else if (choice == 22)
        gtp_score(w);
    else if (choice == 23)
        gtp_ask(w, "xyzzy", "?unknown command");
    else if (choice == 24)
        gtp_ask(w, "boardsize 99", "?unacceptable size");
    else if (choice == 25)
        gtp_ask(w, "play q a1", "?syntax error");
    else if (choice == 26)
        gtp_ask(w, "name", "=outflank");
    else if (choice == 27)
        gtp_ask(w, "known_command play", "=true");
    else if (choice == 28)
        walk_send(w, "# a comment\n\n");
    else if (choice == 29 && walk_choice(w, 8) == 0)
        gtp_begin(w);
    else if (choice == 30 && walk_choice(w, 8) == 0) {
        walk_start(w, w->shape);
        gtp_ask(w, "clear_board", "=");
    }
}

const struct walker walk_gtp = {"gtp", gtp_open, gtp_begin, gtp_step, false};

// ---- the shell ----------------------------------------------------------------------------------

static const char shell_unknown[] =
    "that is neither a legal move nor a command; try 'moves' or 'help'";

static void shell_open(struct walk *w)
{
    process_start(&w->p, "play", "--option", "Hash=2");
    walk_start(w, plain_shapes);
    walk_send(w, "mode 3\n");
}

// The position in every notation; what other commands draw before it is passed over.
static void shell_show(struct walk *w)
{
    char board[PLAIN_TEXT], moves[2048] = "", name[8];
    size_t n = 0;
    for (int i = 0; i < w->ply; i++) {
        plain_name(&w->past[i], w->moves[i], name);
        if (w->shape->kind == PLAIN_CONNECT4)
            name[1] = '\0';
        n += (size_t)snprintf(moves + n, sizeof moves - n, "%s%s", i ? " " : "", name);
    }
    plain_board(walk_board(w), board);
    walk_send(w, "copy\nwalked\n"); // a word that is none ends what is shown
    walk_expect(w, WALK_AMONG, "game    %s", w->shape->id);
    walk_expect(w, WALK_AMONG, "board   %s", board);
    walk_expect(w, WALK_AMONG, "moves   %s", moves);
    walk_expect(w, WALK_AMONG, "%s", shell_unknown);
    walk_flush(w);
}

static void shell_begin(struct walk *w)
{
    walk_start(w, walk_shape(w, -1));
    walk_send(w, "new %s\nmode 3\n", w->shape->id);
    shell_show(w);
}

static void shell_play(struct walk *w, int m, bool legal)
{
    char name[8];
    if (m == -2)
        return;
    plain_name(walk_board(w), m, name);
    walk_send(w, "play %s\n", name);
    if (legal) {
        cr_assert(walk_play(w, m));
        return;
    }
    bool passed = walk_play(w, PLAIN_PASS); // a forced pass may be left out
    if (passed && walk_play(w, m))
        return;
    w->ply -= passed;
    walk_expect(w, WALK_AMONG, "that is not a legal move here; 'moves' lists them");
}

static void shell_step(struct walk *w)
{
    int choice = walk_choice(w, 16);
    if (choice < 7) {
        shell_play(w, walk_legal(w), true);
    } else if (choice < 9 && !walk_over(w)) {
        shell_play(w, walk_illegal(w), false);
    } else if (choice < 11 && w->ply > 0) {
        int back = walk_choice(w, w->ply + 1);
        walk_send(w, "goto %d\n", back);
        w->ply = back;
    } else if (choice == 11) {
        walk_send(w, "xyzzy\n");
        walk_expect(w, WALK_AMONG, "%s", shell_unknown);
    } else if (choice == 12 && walk_choice(w, 8) == 0) {
        shell_begin(w);
    }
    shell_show(w);
}

const struct walker walk_shell = {"shell", shell_open, shell_begin, shell_step, false};
