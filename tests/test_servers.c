// SPDX-License-Identifier: MIT
// test_servers.c - NBoard, xboard, Botzone and Saiblo: whole games in each, held against a model.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/fairy.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "tests/talk.h"

TestSuite(servers, .init = games_init);

// A legal move of the model, drawn.
static move draw(struct model *m, struct rng *rng)
{
    struct moves list;
    m->game->moves(&m->position, &list);
    return list.at[rng_below(rng, (uint32_t)list.count)];
}

// ---- NBoard -------------------------------------------------------------------------------------

// The cell of "=== F5/1.20/0.10" or "move F5"; MOVE_PASS for PA.
static move nboard_cell(const char *text)
{
    if (strncmp(text, "PA", 2) == 0)
        return MOVE_PASS;
    cr_assert(text[0] >= 'A' && text[0] <= 'H' && text[1] >= '1' && text[1] <= '8', "%s", text);
    return move_at(text[0] - 'A', text[1] - '1');
}

static void nboard_text(move m, char out[3])
{
    snprintf(out, 3, "%c%c", m == MOVE_PASS ? 'P' : 'A' + move_x(m),
             m == MOVE_PASS ? 'A' : '1' + move_y(m));
}

#define START_GGF                                                                                  \
    "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00//2:00]TY[8]BO[8 -------- -------- -------- "    \
    "---O*--- ---*O--- -------- -------- -------- *]"

// A game against ourselves: every move named is told back, as a GUI does, and is legal.
Test(servers, nboard_plays_a_whole_game_with_passes_as_pa)
{
    struct process p;
    struct model m;
    struct rng rng = {7};
    process_start(&p, "nboard", "--option", "OwnBook=false");
    process_send(&p, "nboard 2\nset depth 2\nset game " START_GGF ";)\nping 1\n");
    process_until(&p, "set myname outflank@21");
    cr_expect_str_eq(process_until(&p, "set myname"), "set myname outflank@2");
    process_until(&p, "pong 1");
    model_start(&m, "othello");
    for (int turn = 0; !model_over(&m); turn++) {
        char cell[3];
        move mv;
        if (turn & 1) {
            process_send(&p, "go\n");
            mv = nboard_cell(process_until(&p, "=== ") + 4);
        } else {
            mv = draw(&m, &rng);
        }
        nboard_text(mv, cell);
        model_play(&m, mv);
        process_send(&p, "move %s/0.00/0.01\n", cell);
    }
    process_send(&p, "ping 9\n");
    process_until(&p, "pong 9");
    process_end(&p);
}

// Two seconds for the game are obeyed, however deep it may think; a clock that is not read would
// let it think for ever.
Test(servers, nboard_keeps_to_the_clock_of_the_game)
{
    struct process p;
    process_start(&p, "nboard", "--option", "OwnBook=false");
    process_send(&p, "nboard 2\nset depth 60\nset game (;GM[Othello]PC[x]TI[2]TY[8]BO[8 "
                     "---------------------------O*------*O--------------------------- *]"
                     "B[F5//0.5]W[D6//0.5];)\n");
    process_until(&p, "set myname outflank@60");
    long long cpu = process_cpu_us(&p);
    process_send(&p, "go\n");
    process_until(&p, "=== ");
    cr_expect_leq(process_cpu_us(&p) - cpu, 20 * process_cpu_limit_us());
    process_end(&p);
}

// After d3 in this position White has no move.
// A clock of more digits than fit any number is a long one, not one that has run out: the answer is
// that of the whole depth.
Test(servers, nboard_reads_a_clock_of_any_length)
{
    static const char *const clocks[] = {"", "TI[307445734561826:]", "TI[9999999999999999]",
                                         "TI[9999999999999:99:]"};
    char first[64] = "";
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct process p;
        process_start(&p, "nboard", "--option", "OwnBook=false");
        process_send(
            &p,
            "nboard 2\nset depth 9\nset game (;GM[Othello]PB[a]PW[b]RE[?]%sTY[8]BO[8 "
            "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *];)\n"
            "move F5//9\nmove D6//9\nmove C3//9\nmove D3//9\nmove C4//9\ngo\n",
            clocks[i]);
        const char *line = process_until(&p, "=== ");
        const char *eval = strchr(line, '/');
        size_t length = eval ? (size_t)(strrchr(line, '/') - line) : 0;
        cr_assert(length && length < sizeof first, "%s", line);
        if (i == 0)
            memcpy(first, line, length);
        cr_expect(strncmp(line, first, length) == 0 && !first[length], "%s: %s, without a clock %s",
                  clocks[i], line, first);
        process_end(&p);
    }
}

Test(servers, nboard_names_a_forced_pass)
{
    struct process p;
    process_start(&p, "nboard", "--option", "OwnBook=false");
    process_send(&p,
                 "nboard 2\nset game (;GM[Othello]TY[8]BO[8 O******* O******* O******* O******* "
                 "O******* O******* O******* -O*****O O];)\ngo\n");
    cr_expect_eq(strncmp(process_until(&p, "=== "), "=== PA/", 7), 0);
    process_send(&p, "move PA\ngo\n");
    cr_expect_eq(strncmp(process_until(&p, "=== "), "=== A8/", 7), 0);
    process_end(&p);
}

Test(servers, nboard_hints_until_the_next_line)
{
    struct process p;
    process_start(&p, "nboard", "--option", "OwnBook=false");
    process_send(&p, "nboard 2\nset depth 60\nset game " START_GGF "B[F5]W[D6];)\nhint 3\n");
    for (int i = 0; i < 3; i++)
        process_until(&p, "search ");
    process_send(&p, "ping 5\n");
    process_until(&p, "pong 5");
    // The next question is answered about the same game.
    process_send(&p, "set depth 1\nanalyze\n");
    const char *line = process_until(&p, "analysis ");
    cr_expect_eq(strncmp(line, "analysis 2 ", 11), 0, "%s", line);
    cr_expect_eq(strncmp(process_until(&p, "analysis "), "analysis 1 ", 11), 0);
    cr_expect_eq(strncmp(process_until(&p, "analysis "), "analysis 0 ", 11), 0);
    process_end(&p);
}

Test(servers, nboard_tells_what_it_cannot_do_and_ignores_what_it_does_not_know)
{
    struct process p;
    process_start(&p, "nboard", "--option", "OwnBook=false");
    process_send(
        &p, "nboard 2\nfrobnicate\nset depth 99\nmove A1\nset game (;GM[Othello\nhint x\nping 1\n");
    cr_expect(strstr(process_until(&p, "status set depth"), "1 to 60"));
    cr_expect(strstr(process_until(&p, "status move"), "not legal"));
    process_until(&p, "status ");
    process_until(&p, "status hint");
    process_until(&p, "pong 1");
    process_end(&p);
}

// ---- xboard -------------------------------------------------------------------------------------

Test(servers, xboard_plays_connect_four_to_the_end)
{
    struct process p;
    struct model m;
    struct rng rng = {3};
    process_start(&p, "xboard", "--option", "OwnBook=false");
    process_send(&p, "xboard\nprotover 2\nping 1\n");
    cr_expect(strstr(process_until(&p, "feature myname"), "cfour"));
    process_until(&p, "feature done=1");
    process_until(&p, "pong 1");
    process_send(&p, "variant cfour\nsd 2\n");
    cr_expect(strstr(process_until(&p, "setup "), "7x6+1_fairy 7/7/7/7/7/7["));
    model_start(&m, "connect4");
    while (!model_over(&m)) {
        char text[FAIRY_MOVE_MAX];
        move mv = draw(&m, &rng);
        fairy_move_print(&m.grid, mv, text);
        model_play(&m, mv);
        process_send(&p, "usermove %s\n", text);
        if (model_over(&m))
            break;
        const char *line = process_until(&p, "move ") + 5;
        cr_assert(fairy_move_parse(&m.grid, word_of(line), &mv), "%s", line);
        model_play(&m, mv);
    }
    int margin;
    m.game->over(&m.position, &margin);
    process_until(&p, margin > 0 ? "1-0" : margin < 0 ? "0-1" : "1/2-1/2");
    process_send(&p, "new\nusermove P@d9\nping 2\n");
    cr_expect_str_eq(process_until(&p, "Illegal move"), "Illegal move: P@d9");
    process_until(&p, "pong 2");
    process_end(&p);
}

// Only "move now" brings a move out of a thought; whatever else ends it, xboard expects none, and a
// move made all the same would leave the boards different.
Test(servers, xboard_makes_no_move_once_it_is_to_watch)
{
    static const char *const ends[] = {
        "force", "result * {adjourned}\nforce",
        "setboard 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 w\nforce"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct process p;
        const char *line;
        process_start(&p, "xboard", "--option", "OwnBook=false");
        process_send(&p,
                     "xboard\nvariant gomoku\nst 100000\nforce\nusermove P@h8\ngo\n%s\nping 1\n",
                     ends[i]);
        while ((line = process_line(&p)) && strcmp(line, "pong 1") != 0)
            cr_expect_neq(strncmp(line, "move ", 5), 0, "%s: %s", ends[i], line);
        process_send(&p, "new\nforce\nusermove P@h8\ngo\n?\nping 2\n");
        process_until(&p, "move P@");
        process_until(&p, "pong 2");
        process_end(&p);
    }
}

// What a move took, on the clock and of processor time, in microseconds.
static long long xboard_takes(const char *lines, bool cpu)
{
    struct process p;
    struct timespec begun, ended;
    process_start(&p, "xboard", "--option", "OwnBook=false");
    process_send(&p, "xboard\nvariant gomoku\nforce\n");
    for (int i = 0; i < 18; i++) // stones far apart
        process_send(&p, "usermove P@%c%d\n", 'a' + i % 8 * 2, 1 + i / 8 * 3);
    process_send(&p, "ping 1\n");
    process_until(&p, "pong 1");
    long long used = process_cpu_us(&p);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    process_send(&p, "%s\n", lines);
    process_until(&p, "move P@");
    clock_gettime(CLOCK_MONOTONIC, &ended);
    used = process_cpu_us(&p) - used;
    process_end(&p);
    return cpu ? used
               : (ended.tv_sec - begun.tv_sec) * 1000000LL + (ended.tv_nsec - begun.tv_nsec) / 1000;
}

// A time that is all that was told is a clock; the last move of a period saves nothing; a new game
// begins with all the time.
Test(servers, xboard_keeps_to_the_clock_in_every_form)
{
    cr_expect_leq(xboard_takes("time 10\notim 10\ngo", true), 100000 + process_cpu_limit_us());
    cr_expect_geq(xboard_takes("level 10 0:02 0\ntime 200\ngo", false), 800000);
    cr_expect_geq(xboard_takes("level 0 0:20 0\ntime 0\nnew\nusermove P@h8", false), 300000);
}

Test(servers, xboard_is_known_from_its_first_word)
{
    struct process p;
    process_start(&p, NULL, NULL, NULL);
    process_send(&p, "xboard\nprotover 2\n");
    process_until(&p, "feature done=1");
    process_send(&p, "force\nusermove P@d1\nst 0.05\ngo\n");
    process_until(&p, "move P@");
    process_send(&p, "undo\nundo\nundo\nquit\n");
    process_until(&p, "Error (there is nothing to take back)");
    cr_expect_eq(process_status(&p), 0);
}

// ---- Botzone ------------------------------------------------------------------------------------

// Reads {"response":{"x":3,"y":2}} and the line after it.
static move botzone_answer(struct process *p)
{
    int x, y;
    const char *line = process_until(p, "{\"response\"");
    const char *at = strchr(line + 12, '{');
    cr_assert_not_null(at);
    x = (int)strtol(at + 5, (char **)&at, 10);
    y = (int)strtol(strchr(at, ':') + 1, NULL, 10);
    cr_expect_str_eq(process_line(p), ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
    return x < 0 ? MOVE_PASS : move_at(x, y);
}

Test(servers, botzone_goes_on_with_a_long_running_game)
{
    struct process p;
    struct model m;
    struct rng rng = {11};
    process_start(&p, "botzone", "--option", "Level=1");
    process_send(&p, "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[],\"data\":\"\"}\n");
    model_start(&m, "othello");
    model_play(&m, botzone_answer(&p));
    while (!model_over(&m)) {
        move mv = draw(&m, &rng);
        model_play(&m, mv);
        if (model_over(&m))
            break;
        process_send(&p, "{\"x\":%d,\"y\":%d}\n", mv == MOVE_PASS ? -1 : move_x(mv),
                     mv == MOVE_PASS ? -1 : move_y(mv));
        model_play(&m, botzone_answer(&p));
    }
    process_end(&p);
}

Test(servers, botzone_reads_whole_games_in_both_forms)
{
    struct process p;
    struct model m;
    // f5 d6 c3 in columns and rows from 0.
    process_start(&p, "botzone", "--option", "Level=1");
    process_send(&p, "{\"requests\": [{\"x\": -1, \"y\": -1}, {\"y\": 5, \"x\": 3}], "
                     "\"responses\": [{\"x\": 5, \"y\": 4}]}\n");
    model_start(&m, "othello");
    model_play(&m, move_at(5, 4));
    model_play(&m, move_at(3, 5));
    model_play(&m, botzone_answer(&p));
    process_end(&p);
    process_start(&p, "botzone", "--option", "Level=1");
    process_send(&p, "2\n-1 -1\n5 4\n3 5\n");
    const char *line = process_line(&p);
    cr_expect(strchr(line, ' ') && line[0] >= '0' && line[0] <= '7', "%s", line);
    process_end(&p);
    process_start(&p, "botzone", NULL, NULL);
    process_send(&p, "{\"requests\":[{\"x\":0,\"y\":0}],\"responses\":[]}\n{\"requests\":oops\n");
    cr_expect(strstr(process_until(&p, "{"), "not legal"));
    cr_expect(strstr(process_until(&p, "{"), "debug"));
    process_end(&p);
}

// The second player may take the first stone over instead of playing; either way the game goes on.
Test(servers, botzone_gomoku_follows_a_swap)
{
    struct process p;
    struct model m;
    process_start_on(
        &p, (const char *const[]){"botzone", "-g", "gomoku", "--option", "Level=1", NULL}, -1, -1);
    process_send(&p, "{\"requests\":[{\"x\":-1,\"y\":-1},{\"x\":-1,\"y\":-1}],"
                     "\"responses\":[{\"x\":7,\"y\":7}]}\n");
    model_start(&m, "gomoku");
    model_play(&m, move_at(7, 7));
    model_play(&m, botzone_answer(&p)); // swapped: we hold the second stone now
    process_end(&p);
    process_start_on(
        &p, (const char *const[]){"botzone", "-g", "gomoku", "--option", "Level=1", NULL}, -1, -1);
    process_send(&p, "{\"requests\":[{\"x\":7,\"y\":7}],\"responses\":[]}\n");
    cr_expect_eq(botzone_answer(&p), MOVE_PASS, "a stone in the middle is worth having");
    process_end(&p);
}

// ---- Saiblo -------------------------------------------------------------------------------------

// Reads four bytes of length and the text "x y".
static move saiblo_answer(struct process *p)
{
    unsigned char length[4];
    char text[32] = {0}, *end;
    for (size_t got = 0; got < 4;)
        got += (size_t)read(p->out, length + got, 4 - got);
    cr_assert(length[0] == 0 && length[1] == 0 && length[2] == 0 && length[3] < sizeof text);
    for (size_t got = 0; got < length[3];)
        got += (size_t)read(p->out, text + got, length[3] - got);
    long x = strtol(text, &end, 10), y = strtol(end, &end, 10);
    cr_assert(*end == '\0', "%s", text);
    return move_at((int)y, (int)x);
}

Test(servers, saiblo_plays_around_a_blocked_cell)
{
    struct process p;
    struct model m;
    struct rng rng = {5};
    process_start(&p, "saiblo", "--option", "Level=2");
    process_send(&p, "9 10 5 2\n-1 -1\n");
    model_start(&m, "connect4:10x9,x=c4"); // row 5 from the top of nine is row 4 from the bottom
    model_play(&m, saiblo_answer(&p));
    while (!model_over(&m)) {
        move mv = draw(&m, &rng);
        model_play(&m, mv);
        if (model_over(&m))
            break;
        process_send(&p, "%d %d\n", move_y(mv), move_x(mv));
        model_play(&m, saiblo_answer(&p));
    }
    process_end(&p);
}
