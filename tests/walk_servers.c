// SPDX-License-Identifier: MIT
// walk_servers.c - walks in the protocols of one game: Gomocup, NBoard, xboard, Botzone, Saiblo.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/walk.h"

// ---- Gomocup ------------------------------------------------------------------------------------

static void gomocup_open(struct walk *w)
{
    process_start(&w->p, "gomocup", "--option", "Hash=2");
    walk_send(w, "INFO timeout_turn 0\n");
}

static void gomocup_begin(struct walk *w)
{
    walk_start(w, walk_shape(w, PLAIN_GOMOKU));
    walk_send(w, "INFO rule %d\nSTART %d\n", w->shape->exact, w->shape->width);
    walk_expect(w, WALK_LINE, "OK");
}

// The answer to a question for a move, past what is told of the thought.
static void gomocup_answer(struct walk *w)
{
    const char *line;
    char *end;
    int width = walk_board(w)->width;
    bool over = walk_over(w);
    while (strncmp(line = walk_line(w), "MESSAGE ", 8) == 0)
        continue;
    if (over) {
        cr_assert_str_eq(line, "ERROR the game is over");
        return;
    }
    long x = strtol(line, &end, 10), y = strtol(end + (*end == ','), NULL, 10);
    cr_assert(x >= 0 && x < width, "%s", line);
    walk_answered(w, (int)(y * width + x), true, line);
}

// Sends a list of the stones there are.
static void gomocup_board(struct walk *w, bool thinks)
{
    const struct plain *p = walk_board(w);
    walk_send(w, thinks ? "BOARD\n" : "YXBOARD\n");
    for (int cell = 0; cell < p->width * p->height; cell++)
        if (p->cells[cell] != '.')
            walk_send(w, "%d,%d,%d\n", cell % p->width, cell / p->width,
                      p->cells[cell] == p->to_move ? 1 : 2);
    walk_send(w, "DONE\n");
    w->past[0] = *p; // set up: nothing of it can be taken back as a move
    w->ply = 0;
    if (thinks)
        gomocup_answer(w);
}

static void gomocup_cell(struct walk *w, const char *command, int m, bool legal)
{
    int width = walk_board(w)->width;
    if (m == -2)
        return;
    walk_send(w, "%s %d,%d\n", command, m % width, m / width);
    if (!legal)
        walk_expect(w, WALK_LINE, "ERROR that cell cannot be played");
    else
        cr_assert(walk_play(w, m));
}

static void gomocup_takeback(struct walk *w)
{
    int width = walk_board(w)->width, m = w->ply ? w->moves[w->ply - 1] : 0;
    if (w->ply == 0)
        return;
    walk_send(w, "TAKEBACK %d,%d\n", m % width, m / width);
    walk_expect(w, WALK_LINE, "OK");
    walk_undo(w);
}

static void gomocup_step(struct walk *w)
{
    int choice = walk_choice(w, 24), m;
    if (choice < 9 && (m = walk_legal(w)) != -2) {
        gomocup_cell(w, "PLAY", m, true);
        walk_expect(w, WALK_LINE, "%d,%d", m % walk_board(w)->width, m / walk_board(w)->width);
    } else if (choice < 11) {
        gomocup_cell(w, "PLAY", walk_illegal(w), false);
    } else if (choice < 14) {
        gomocup_takeback(w);
    } else if (choice == 14 && (m = walk_legal(w)) != -2) {
        gomocup_cell(w, "TURN", m, true);
        gomocup_answer(w);
    } else if (choice == 15) {
        gomocup_cell(w, "TURN", walk_illegal(w), false);
    } else if (choice == 16) {
        walk_send(w, "BEGIN\n");
        gomocup_answer(w);
    } else if (choice == 17) {
        gomocup_board(w, walk_choice(w, 2));
    } else if (choice == 18) {
        walk_send(w, "ABOUT\n");
        walk_expect(w, WALK_BEGINS, "name=\"outflank\"");
    } else if (choice == 19) {
        walk_send(w, "xyzzy\n");
        walk_expect(w, WALK_BEGINS, "UNKNOWN ");
    } else if (choice == 20) {
        walk_send(w, "TURN 99,99\n");
        walk_expect(w, WALK_BEGINS, "ERROR ");
    } else if (choice == 21 && walk_choice(w, 6) == 0) {
        walk_start(w, w->shape);
        walk_send(w, "RESTART\n");
        walk_expect(w, WALK_LINE, "OK");
    } else if (choice == 22) {
        walk_send(w, "START 99\n");
        walk_expect(w, WALK_BEGINS, "ERROR ");
    }
}

const struct walker walk_gomocup = {"gomocup", gomocup_open, gomocup_begin, gomocup_step, false};

// ---- NBoard -------------------------------------------------------------------------------------

static void nboard_name(int m, char out[8])
{
    if (m == PLAIN_PASS)
        snprintf(out, 8, "PA");
    else
        snprintf(out, 8, "%c%d", 'A' + (m & 7), (m >> 3 & 7) + 1);
}

static void nboard_open(struct walk *w)
{
    process_start(&w->p, "nboard", "--option", "Hash=2");
    walk_start(w, plain_shapes);
    walk_send(w, "nboard 2\nset depth 1\n");
    walk_expect(w, WALK_LINE, "set myname outflank@21");
    walk_expect(w, WALK_LINE, "set myname outflank@1");
}

// A random game so far, in GGF.
static void nboard_begin(struct walk *w)
{
    char text[2048] = "", name[8];
    size_t n = 0;
    walk_start(w, plain_shapes);
    for (int i = walk_choice(w, 60); i > 0 && !walk_over(w); i--) {
        int m = walk_legal(w);
        nboard_name(m, name);
        n += (size_t)snprintf(text + n, sizeof text - n, "%c[%s]",
                              walk_board(w)->to_move == 'x' ? 'B' : 'W', name);
        cr_assert(walk_play(w, m));
    }
    walk_send(w,
              "set game (;GM[Othello]PC[x]TY[8]BO[8 ---------------------------O*------*O----------"
              "----------------- *]%s;)\n",
              text);
}

static void nboard_move(struct walk *w, int m, bool legal)
{
    char name[8];
    if (m == -2)
        return;
    nboard_name(m, name);
    walk_send(w, "move %s/0.5/1\n", name);
    if (legal)
        cr_assert(walk_play(w, m));
    else
        walk_expect(w, WALK_LINE, "status move '%s/0.5/1': it is not legal here", name);
}

static int nboard_read(const struct plain *p, const char *text)
{
    char copy[8] = "pass";
    if (strncmp(text, "PA", 2) != 0)
        snprintf(copy, sizeof copy, "%.2s", text);
    return plain_read(p, copy);
}

static void nboard_go(struct walk *w)
{
    bool over = walk_over(w);
    walk_send(w, "go\n");
    walk_expect(w, WALK_LINE, "status thinking");
    const char *line = walk_line(w);
    cr_assert_eq(strncmp(line, "=== ", 4), 0, "%s", line);
    if (!over)
        walk_answered(w, nboard_read(walk_board(w), line + 4), false, line);
    cr_assert_str_eq(walk_line(w), "status");
}

static void nboard_hint(struct walk *w)
{
    const char *line;
    if (walk_over(w))
        return;
    walk_send(w, "hint 2\n");
    walk_expect(w, WALK_LINE, "status thinking");
    while (strcmp(line = walk_line(w), "status ") != 0) {
        cr_assert(strncmp(line, "search ", 7) == 0 || strncmp(line, "nodestats ", 10) == 0, "%s",
                  line);
        if (line[0] == 's')
            walk_answered(w, nboard_read(walk_board(w), line + 7), false, line);
    }
}

static void nboard_step(struct walk *w)
{
    int choice = walk_choice(w, 16);
    if (choice < 7) {
        nboard_move(w, walk_legal(w), true);
    } else if (choice < 10) {
        nboard_move(w, walk_illegal(w), false);
    } else if (choice == 10) {
        nboard_go(w);
    } else if (choice == 11) {
        nboard_hint(w);
    } else if (choice == 12) {
        walk_send(w, "ping %d\n", ++w->number);
        walk_expect(w, WALK_LINE, "pong %d", w->number);
    } else if (choice == 13) {
        walk_send(w, "xyzzy\nset depth 0\n");
        walk_expect(w, WALK_BEGINS, "status set depth '0'");
    } else if (choice == 14) {
        walk_send(w, "set game (;GM[Othello]\n");
        walk_expect(w, WALK_BEGINS, "status ");
    } else if (walk_over(w) || walk_choice(w, 8) == 0) {
        nboard_begin(w);
    }
}

const struct walker walk_nboard = {"nboard", nboard_open, nboard_begin, nboard_step, false};

// ---- xboard -------------------------------------------------------------------------------------

static void xboard_open(struct walk *w)
{
    process_start(&w->p, "xboard", "--option", "Hash=2");
    walk_send(w, "xboard\nst 0\noption OwnBook=false\n");
}

static void xboard_begin(struct walk *w)
{
    bool drops = walk_choice(w, 2);
    walk_start(w, drops ? &plain_shapes[3] : &plain_shapes[6]);
    walk_send(w, "variant %s\nforce\n", drops ? "cfour" : "gomoku");
    walk_expect(w, WALK_BEGINS, "setup (P.");
    walk_expect(w, WALK_BEGINS, "piece P& @");
}

// The result is told after the move that ends the game.
static void xboard_result(struct walk *w)
{
    int margin;
    if (plain_over(walk_board(w), &margin))
        walk_expect(w, WALK_LINE,
                    margin > 0   ? "1-0 {White wins}"
                    : margin < 0 ? "0-1 {Black wins}"
                                 : "1/2-1/2 {Draw}");
}

static void xboard_move(struct walk *w, int m, bool legal)
{
    char name[8];
    if (m == -2)
        return;
    plain_name(walk_board(w), m, name);
    walk_send(w, "usermove P@%s\n", name);
    if (!legal) {
        walk_expect(w, WALK_LINE, "Illegal move: P@%s", name);
        return;
    }
    cr_assert(walk_play(w, m));
    xboard_result(w);
}

static void xboard_go(struct walk *w)
{
    bool over = walk_over(w);
    walk_send(w, "go\n");
    if (over) {
        xboard_result(w);
        walk_send(w, "force\n");
        return;
    }
    const char *line = walk_line(w);
    cr_assert_eq(strncmp(line, "move P@", 7), 0, "%s", line);
    walk_answered(w, plain_read(walk_board(w), line + 7), true, line);
    xboard_result(w);
    walk_send(w, "force\n");
}

static void xboard_back(struct walk *w, int moves)
{
    walk_send(w, moves == 1 ? "undo\n" : "remove\n");
    if (w->ply < moves)
        walk_expect(w, WALK_LINE, "Error (there is nothing to take back)");
    else
        w->ply -= moves;
}

static void xboard_step(struct walk *w)
{
    int choice = walk_choice(w, 18);
    if (choice < 8) {
        xboard_move(w, walk_legal(w), true);
    } else if (choice < 10) {
        xboard_move(w, walk_illegal(w), false);
    } else if (choice == 10) {
        xboard_go(w);
    } else if (choice < 13) {
        xboard_back(w, 1 + walk_choice(w, 2));
    } else if (choice == 13) {
        walk_send(w, "ping %d\n", ++w->number);
        walk_expect(w, WALK_LINE, "pong %d", w->number);
    } else if (choice == 14) {
        walk_send(w, "xyzzy\n");
        walk_expect(w, WALK_LINE, "Error (unknown command): xyzzy");
    } else if (choice == 15) {
        walk_send(w, "setboard x\n");
        walk_expect(w, WALK_BEGINS, "tellusererror Illegal position: ");
    } else if (choice == 16 && walk_choice(w, 8) == 0) {
        walk_start(w, w->shape);
        walk_send(w, "new\nforce\n");
    } else if (choice == 17 && walk_choice(w, 8) == 0) {
        xboard_begin(w);
    }
}

const struct walker walk_xboard = {"xboard", xboard_open, xboard_begin, xboard_step, false};

// ---- Botzone ------------------------------------------------------------------------------------

static void botzone_open(struct walk *w)
{
    process_start(&w->p, "botzone", "--option", "Level=0");
    walk_start(w, plain_shapes);
}

static void botzone_begin(struct walk *w)
{
    (void)w; // every question brings its game
}

static void write_call(char *text, size_t size, int m)
{
    size_t n = strlen(text);
    snprintf(text + n, size - n, "%s{\"x\":%d,\"y\":%d}", n ? "," : "", m < 0 ? -1 : m & 7,
             m < 0 ? -1 : m >> 3);
}

static void botzone_answer(struct walk *w)
{
    static const char begin[] = "{\"response\":{\"x\":";
    const char *line = walk_line(w);
    char *end;
    bool over = walk_over(w);
    cr_assert_eq(strncmp(line, begin, strlen(begin)), 0, "%s", line);
    long x = strtol(line + strlen(begin), &end, 10);
    cr_assert_eq(strncmp(end, ",\"y\":", 5), 0, "%s", line);
    long y = strtol(end + 5, &end, 10);
    cr_assert_str_eq(end, "}}", "%s", line);
    if (!over)
        walk_answered(w, x < 0 ? PLAIN_PASS : (int)(8 * y + x), true, line);
    cr_assert_str_eq(walk_line(w), ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
}

// A whole game: requests and responses in turn, the last one a request. Where we are the first
// player a request of -1,-1 comes before all.
static void botzone_game(struct walk *w, bool wrong)
{
    char requests[4096] = "", responses[4096] = "";
    bool first = walk_choice(w, 2);
    int plies = 2 * walk_choice(w, 28) + !first;
    walk_start(w, plain_shapes);
    if (first)
        write_call(requests, sizeof requests, -1);
    for (int i = 0; i < plies && !walk_over(w); i++) {
        int m = walk_legal(w);
        bool asked = (i % 2 == 0) != first;
        write_call(asked ? requests : responses, asked ? sizeof requests : sizeof responses, m);
        cr_assert(walk_play(w, m));
    }
    // A game that ends with our own move is asked about by nobody.
    if (walk_over(w) && (w->ply % 2 == 0) != first)
        return;
    if (wrong)
        write_call(requests, sizeof requests, 27); // d4 is taken
    walk_send(w, "{\"requests\":[%s],\"responses\":[%s]}\n", requests, responses);
    if (wrong)
        walk_expect(w, WALK_BEGINS, "{\"response\":{\"x\":-1,\"y\":-1},\"debug\":\"");
    else
        botzone_answer(w);
}

static void botzone_step(struct walk *w)
{
    int choice = walk_choice(w, 8);
    if (choice < 2) {
        botzone_game(w, choice == 1);
        if (choice == 1)
            botzone_game(w, false);
    } else if (choice == 2) {
        walk_send(w, "xyzzy\n");
        walk_expect(w, WALK_LINE,
                    "{\"response\":{\"x\":-1,\"y\":-1},\"debug\":\"expected a line of JSON, "
                    "or x y\"}");
    } else if (w->ply > 0 && !walk_over(w)) {
        char call[64] = "";
        int m = walk_legal(w);
        write_call(call, sizeof call, m);
        cr_assert(walk_play(w, m));
        walk_send(w, "%s\n", call);
        botzone_answer(w);
    } else {
        botzone_game(w, false);
    }
}

const struct walker walk_botzone = {"botzone", botzone_open, botzone_begin, botzone_step, false};

// ---- Saiblo -------------------------------------------------------------------------------------

static void saiblo_open(struct walk *w)
{
    static const char *const words[] = {"saiblo", "--option", "Level=0", NULL};
    process_start_on(&w->p, words, -1, STDOUT_FILENO);
}

static void saiblo_begin(struct walk *w)
{
    const struct plain_shape *s = walk_shape(w, PLAIN_CONNECT4);
    walk_start(w, s);
    walk_send(w, "%d %d %d %d\n", s->height, s->width, s->blocked < 0 ? -1 : s->blocked / s->width,
              s->blocked < 0 ? -1 : s->blocked % s->width);
}

// Four bytes of length, then "row column" without an end.
static void saiblo_answer(struct walk *w)
{
    unsigned char head[4];
    char text[16] = "", *end;
    if (walk_over(w)) {
        walk_expect(w, WALK_LINE, "outflank: the game is over");
        return;
    }
    walk_flush(w);
    process_bytes(&w->p, (char *)head, 4);
    cr_assert(head[0] == 0 && head[1] == 0 && head[2] == 0 && head[3] < sizeof text, "%d", head[3]);
    process_bytes(&w->p, text, head[3]);
    long row = strtol(text, &end, 10), column = strtol(end, &end, 10);
    cr_assert(*end == '\0' && column >= 0 && column < walk_board(w)->width, "%s", text);
    walk_answered(w, (int)(row * walk_board(w)->width + column), true, text);
}

static void saiblo_step(struct walk *w)
{
    int choice = walk_choice(w, 8), width = walk_board(w)->width, m;
    if (choice < 4 && (m = walk_legal(w)) != -2) {
        cr_assert(walk_play(w, m));
        walk_send(w, "%d %d\n", m / width, m % width);
        saiblo_answer(w);
    } else if (choice < 6 && (m = walk_illegal(w)) != -2) {
        walk_send(w, "%d %d\n", m / width, m % width);
        walk_expect(w, WALK_LINE, "outflank: the other side's move is not legal here");
    } else if (choice == 6) {
        walk_send(w, "xyzzy\n");
        walk_expect(w, WALK_LINE, "outflank: expected: lastX lastY");
    } else if (choice == 7) {
        walk_send(w, "-1 -1\n");
        saiblo_answer(w);
    }
}

const struct walker walk_saiblo = {"saiblo", saiblo_open, saiblo_begin, saiblo_step, true};
