// SPDX-License-Identifier: MIT
// The Gomocup protocol on the real program: what each command answers, what bad input does, and
// that no command is lost.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/game.h"
#include "engine/text.h"
#include "tests/process.h"

// Starts the program with quick thoughts.
static void start(struct process *p)
{
    process_start(p, "gomocup", "--option", "OwnBook=false");
    process_send(p, "INFO max_node 2000\r\nINFO timeout_turn 60000\r\n");
}

// The next line that is not a message.
static const char *answer(struct process *p)
{
    for (;;) {
        const char *line = process_line(p);
        cr_assert_not_null(line, "the program ended");
        if (strncmp(line, "MESSAGE", 7) != 0 && strncmp(line, "DEBUG", 5) != 0)
            return line;
    }
}

static void expect(struct process *p, const char *text)
{
    const char *line = answer(p);
    cr_assert_eq(strncmp(line, text, strlen(text)), 0, "'%s' instead of '%s'", line, text);
}

// Reads "X,Y" and fails unless it is a cell of a board this wide.
static void read_move(struct process *p, int size, int *x, int *y)
{
    const char *line = answer(p);
    char *end;
    *x = (int)strtol(line, &end, 10);
    cr_assert(end != line && *end == ',', "'%s' is no move", line);
    const char *second = end + 1;
    *y = (int)strtol(second, &end, 10);
    cr_assert(end != second && *end == '\0', "'%s' is no move", line);
    cr_assert(*x >= 0 && *y >= 0 && *x < size && *y < size, "'%s' is off the board", line);
}

static void expect_move(struct process *p, int size)
{
    int x, y;
    read_move(p, size, &x, &y);
}

// END is answered by nothing but the end.
static void finish(struct process *p)
{
    process_send(p, "END\r\n");
    cr_expect_eq(process_status(p), 0);
}

Test(gomocup, commands_are_answered_as_the_protocol_says)
{
    static const struct {
        const char *send, *answer;
    } talk[] = {
        {"ABOUT", "name=\"outflank\", version="},
        {"START 20", "OK"},
        {"start 15", "OK"},
        {"START 4", "ERROR"},
        {"START 23", "ERROR"},
        {"START", "ERROR"},
        {"START 99999999999999999999", "ERROR"},
        {"RECTSTART 15,15", "OK"},
        {"RECTSTART 15,14", "ERROR"},
        {"RECTSTART 15", "ERROR"},
        {"RESTART", "OK"},
        {"TURN", "ERROR"},
        {"TURN 15,0", "ERROR"},
        {"TURN -1,0", "ERROR"},
        {"TURN 1,2,3", "ERROR"},
        {"TAKEBACK 0,0", "ERROR"},
        {"PLAY 3,4", "3,4"},
        {"PLAY 3,4", "ERROR"},
        {"TURN 3,4", "ERROR"},
        {"TAKEBACK 3,4", "OK"},
        {"PLAY 3,4", "3,4"},
        {"HELLO", "UNKNOWN"},
        {"DONE", "UNKNOWN"},
        // A value that cannot be is reported with the next answer, once.
        {"INFO rule 12\r\nRESTART", "ERROR"},
        {"RESTART", "OK"},
        {"INFO max_memory 1000\r\nTURN 7,7", "ERROR"},
        {"PLAY 7,7", "7,7"}, // so the stone was not placed
        {"INFO nonsense 7\r\nINFO rule\r\nINFO\r\nRESTART", "OK"},
        // Lists that are wrong are read to their end and change nothing.
        {"BOARD\r\n1,1,1\r\n1,1,2\r\nDONE", "ERROR"},
        {"BOARD\r\n1,1,9\r\nDONE", "ERROR"},
        {"BOARD\r\n1;1\r\nDONE", "ERROR"},
        {"BOARD\r\n99,1,1\r\nDONE", "ERROR"},
        {"SWAP2BOARD\r\n1,1\r\nDONE", "ERROR"},
        {"BOARD\r\n1,1,1\r\nABOUT", "ERROR"}, // a command ends the list, and is answered too
    };
    struct process p;
    start(&p);
    for (size_t i = 0; i < LENGTH(talk); i++) {
        process_send(&p, "%s\r\n", talk[i].send);
        expect(&p, talk[i].answer);
    }
    expect(&p, "name=");
    finish(&p);
}

// What is answered with ERROR changed nothing, for whichever command the INFO was complained of.
Test(gomocup, an_error_leaves_the_board_as_it_was)
{
    static const char *const asks[] = {
        "BOARD\n1,1,1\n2,2,2\nDONE",
        "SWAP2BOARD\n1,1\n2,2\n3,3\nDONE",
        "TAKEBACK 7,7",
        "PLAY 1,1",
        "TURN 1,1",
        "BEGIN",
        "YXNBEST 2",
        "START 10",
        "RECTSTART 10,10",
        "RESTART",
    };
    struct process p;
    start(&p);
    process_send(&p, "START 15\nPLAY 7,7\nPLAY 8,8\n");
    expect(&p, "OK");
    expect(&p, "7,7");
    expect(&p, "8,8");
    for (size_t i = 0; i < LENGTH(asks); i++) {
        process_send(&p, "INFO rule 12\n%s\n", asks[i]);
        expect(&p, "ERROR that rule");
        process_send(&p, "PLAY 7,7\nPLAY 8,8\n"); // they still stand
        expect(&p, "ERROR that cell");
        expect(&p, "ERROR that cell");
        process_send(&p, "PLAY 1,1\nTAKEBACK 1,1\nPLAY 14,14\nTAKEBACK 14,14\n"); // on 15 x 15
        expect(&p, "1,1");
        expect(&p, "OK");
        expect(&p, "14,14");
        expect(&p, "OK");
    }
    process_send(&p, "TAKEBACK 7,7\nPLAY 7,7\n"); // not the last one, and free again
    expect(&p, "OK");
    expect(&p, "7,7");
    finish(&p);
}

// Yixin-Board's extensions: what is not served is passed over whole, and never unknown to us.
Test(gomocup, extensions_of_yixin_board_are_passed_over)
{
    static const char *const silent[] = {
        "yxquerydatabaseallt\n7,7\n8,8\ndone",
        "yxquerydatabaseall\ndone",
        "yxquerydatabaseone\n7,7\ndone",
        "yxquerydatabasetext\n7,7\ndone",
        "INFO usedatabase 1",
        "info database_readonly 0",
        "INFO caution_factor 2",
        "INFO thread_split_depth 8",
        "INFO pondering 0",
        "INFO vcthread 0",
        "INFO nbestsym 0",
        "INFO start_depth 2",
        "INFO checkmate 0",
        "yxsetdatabase\n/home/somebody/rapfi.db",
        "yxsavedatabase",
        "yxdbtotxt\n/tmp/a file",
        "yxdbtotxtall\nout.txt",
        "yxtxttodb\nin.txt",
        "yxlibtodb\nbook.lib",
        "yxdbtopos\nout.pos",
        "yxdbsplit\nout.db",
        "yxdbmerge\nin.db",
        "yxdbcheck",
        "yxdbfix",
        "yxhashdump\nhash.bin",
        "yxhashload\nhash.bin",
        "yxshowhashusage",
        "yxsetbestmovedatabase\n7,7\ndone",
        "yxclearbestmovedatabase\n7,7\ndone",
        "yxeditlabeldatabase 1\n7,7\ndone",
        "yxedittvddatabase 1 87 0 0\n7,7\ndone",
        "yxedittextdatabase\n7,7\ndone\nsome text of a comment",
        "yxdeletedatabaseone\n7,7\ndone",
        "yxdeletedatabaseall nonwl\n7,7\ndone",
        "yxblockpath\n7,7\n8,8\ndone",
        "yxblockpathundo\n7,7\n8,8\ndone",
        "yxblockpathreset",
        "yxforbid add 7 7 1",
        "yxdraw",
        "yxresign",
        "yxprintfeature",
    };
    struct process p;
    start(&p);
    process_send(&p, "START 15\nPLAY 7,7\n");
    expect(&p, "OK");
    expect(&p, "7,7");
    for (size_t i = 0; i < LENGTH(silent); i++) {
        process_send(&p, "%s\nABOUT\n", silent[i]);
        const char *line = process_line(&p);
        cr_expect_eq(strncmp(line, "name=", 5), 0, "%s: %s", silent[i], line);
        if (strncmp(line, "name=", 5) != 0)
            process_until(&p, "name=");
    }
    // No cell is forbidden where renju is not played.
    process_send(&p, "yxshowforbid\n");
    expect(&p, "FORBID .");
    // A block that a command interrupts, or a file name that never comes, hides no command.
    process_send(&p, "yxquerydatabaseall\n7,7\nABOUT\nyxhashdump\nABOUT\nPLAY 7,7\n");
    expect(&p, "name=");
    expect(&p, "name=");
    expect(&p, "ERROR that cell");
    finish(&p);
}

// Reads a stone "MESSAGE <what> X Y ..." that must stand on a free cell of 15 x 15.
static void expect_stone(struct process *p, const char *what, int *x, int *y)
{
    char text[64];
    const char *line = process_until(p, "MESSAGE S");
    snprintf(text, sizeof text, "MESSAGE %s ", what);
    cr_assert_eq(strncmp(line, text, strlen(text)), 0, "%s: %s", what, line);
    struct word rest = word_of(line + strlen(text)), word;
    int64_t cell[2];
    for (int i = 0; i < 2; i++)
        cr_assert(word_next(&rest, &word) && word_int(word, 0, 14, &cell[i]), "%s", line);
    *x = (int)cell[0];
    *y = (int)cell[1];
    cr_expect_lt(*x, 15);
}

// Swap2 and soosorv-8 step by step, as Yixin-Board asks for them.
Test(gomocup, openings_of_yixin_board)
{
    struct process p;
    int x[5], y[5];
    start(&p);
    process_send(&p, "start 15 15\nINFO timeout_turn 100000\nINFO max_node 4000\nyxswap2step1\n");
    expect(&p, "OK");
    expect_stone(&p, "SWAP2 MOVE1", &x[0], &y[0]);
    expect_stone(&p, "SWAP2 MOVE2", &x[1], &y[1]);
    expect_stone(&p, "SWAP2 MOVE3", &x[2], &y[2]);
    for (int i = 0; i < 3; i++) { // they stand
        process_send(&p, "PLAY %d,%d\n", x[i], y[i]);
        expect(&p, "ERROR that cell");
    }
    // Black is about to win: we take him. White is: we stay.
    process_send(&p, "start 15 15\nyxboard\n7,7,2\n0,0,1\n7,8,2\ndone\nyxswap2step2\n");
    expect(&p, "OK");
    cr_expect_str_eq(process_until(&p, "MESSAGE S"), "MESSAGE SWAP2 SWAP1 YES");
    process_send(&p, "yxboard\n0,0,2\n7,7,1\n14,0,2\n7,8,1\n0,14,2\ndone\nyxswap2step3\n");
    cr_expect_str_eq(process_until(&p, "MESSAGE S"), "MESSAGE SWAP2 SWAP2 NO");
    process_send(&p, "yxboard\n7,7,2\n0,0,1\n7,8,2\n0,2,1\n7,9,2\ndone\nyxswap2step3\n");
    cr_expect_str_eq(process_until(&p, "MESSAGE S"), "MESSAGE SWAP2 SWAP2 YES");
    process_send(&p, "yxswap2step2\n");
    expect(&p, "ERROR three stones");

    // Rule 2 is renju for who speaks like this.
    process_send(&p, "INFO rule 2\nstart 15 15\nyxsoosorvstep1\n");
    expect(&p, "OK");
    expect_stone(&p, "SOOSORV MOVE1", &x[0], &y[0]);
    expect_stone(&p, "SOOSORV MOVE2", &x[1], &y[1]);
    expect_stone(&p, "SOOSORV MOVE3", &x[2], &y[2]);
    cr_expect(x[0] == 7 && y[0] == 7, "the first stone at %d,%d", x[0], y[0]);
    cr_expect(abs(x[1] - 7) <= 1 && abs(y[1] - 7) <= 1, "the second at %d,%d", x[1], y[1]);
    cr_expect(abs(x[2] - 7) <= 2 && abs(y[2] - 7) <= 2, "the third at %d,%d", x[2], y[2]);
    process_send(&p, "yxsoosorvstep2\n7,7\n0,0\n7,8\ndone\n");
    cr_expect_str_eq(process_until(&p, "MESSAGE S"), "MESSAGE SOOSORV SWAP1 YES");
    process_send(&p, "yxsoosorvstep3\n7,7\n8,6\n9,8\ndone\n");
    expect_stone(&p, "SOOSORV MOVE4", &x[3], &y[3]);
    process_send(&p, "yxsoosorvstep4 8\n7,7\n7,6\n7,8\n0,0\ndone\n");
    cr_expect_eq(strncmp(process_until(&p, "MESSAGE S"), "MESSAGE SOOSORV SWAP2 ", 22), 0);
    // Two fifth moves, not the same in a mirror: the stones are symmetric to the column.
    process_send(&p, "yxsoosorvstep5 2\n7,7\n7,6\n7,8\n7,9\ndone\n");
    cr_expect_str_eq(process_until(&p, "MESSAGE S"), "MESSAGE SOOSORV MOVE5 REFRESH");
    expect_stone(&p, "SOOSORV MOVE5", &x[0], &y[0]);
    expect_stone(&p, "SOOSORV MOVE5", &x[1], &y[1]);
    cr_expect_str_eq(process_until(&p, "MESSAGE S"), "MESSAGE SOOSORV MOVE5 DONE");
    cr_expect(y[0] != y[1] || (x[0] != x[1] && x[0] != 14 - x[1]), "%d,%d and %d,%d", x[0], y[0],
              x[1], y[1]);
    process_send(&p, "yxsoosorvstep6\n7,7\n7,6\n8,8\n6,6\n6,8\n0,0\ndone\n");
    cr_expect_str_eq(process_until(&p, "MESSAGE S"), "MESSAGE SOOSORV MOVE5C 0 0");
    static const char *const wrong[] = {
        "yxsoosorvstep2\n7,7\ndone",
        "yxsoosorvstep5 9\n7,7\n7,6\n7,8\n7,9\ndone",
        "yxsoosorvstep5 x\n7,7\n7,6\n7,8\n7,9\ndone",
        "yxsoosorvstep6\n7,7\n7,6\n7,8\n7,9\ndone",
        "yxsoosorvstep4 2\n7,7\n7,7\n7,8\n7,9\ndone",
        "yxbalanceone",
        "yxbalancetwo x",
        "START 15 14",
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        process_send(&p, "%s\n", wrong[i]);
        expect(&p, "ERROR");
    }
    finish(&p);
}

// A move that keeps the game even is not the best one: the open three is not made a four.
Test(gomocup, balanced_moves)
{
    struct process p;
    start(&p);
    process_send(&p, "START 15\nINFO timeout_turn 100000\nINFO max_node 4000\nBOARD\n");
    expect(&p, "OK");
    process_send(&p, "DONE\n");
    process_until(&p, "7,7");
    process_send(&p, "yxboard\n7,7,1\n0,0,2\n7,8,1\n0,3,2\n7,9,1\n14,14,2\ndone\nyxbalanceone 0\n");
    const char *line = process_line(&p);
    while (strncmp(line, "MESSAGE", 7) == 0)
        line = process_line(&p);
    cr_expect(strcmp(line, "7,6") != 0 && strcmp(line, "7,10") != 0, "%s", line);
    process_send(&p, "yxbalancetwo 0\n");
    line = process_line(&p);
    while (strncmp(line, "MESSAGE", 7) == 0)
        line = process_line(&p);
    cr_expect_not_null(strchr(line, ' '), "%s", line);
    finish(&p);
}

// Rules 4, 8 and 9 as Piskvork numbers them; forbidden cells are told and refused.
Test(gomocup, renju_and_caro_are_played)
{
    struct process p;
    start(&p);
    process_send(&p, "START 15\nINFO rule 4\n");
    expect(&p, "OK");
    // Black, who began, has two and two stones that meet at 7,7; white's are far away.
    process_send(&p, "YXBOARD\n7,5,1\n0,0,2\n7,6,1\n14,0,2\n5,7,1\n0,14,2\n6,7,1\n14,14,2\nDONE\n"
                     "yxshowforbid\nPLAY 7,7\n");
    expect(&p, "FORBID 0707.");
    expect(&p, "ERROR that cell");
    process_send(&p,
                 "INFO rule 1\nyxshowforbid\nINFO rule 4\nyxshowforbid\nPLAY 9,9\nyxshowforbid\n");
    expect(&p, "FORBID .");
    expect(&p, "FORBID 0707.");
    expect(&p, "9,9");
    expect(&p, "FORBID ."); // white may play anywhere
    // Five between two stones of the other side is nothing in caro, six of either kind are.
    process_send(
        &p, "INFO rule 8\nBOARD\n2,7,2\n3,7,1\n4,7,1\n5,7,1\n6,7,1\n8,7,2\n12,3,2\n12,9,2\nDONE\n");
    int x, y;
    read_move(&p, 15, &x, &y);
    cr_expect(x != 7 || y != 7, "a shut five does not win");
    process_send(
        &p,
        "BOARD\n2,7,2\n3,7,1\n4,7,1\n5,7,1\n6,7,1\n8,7,1\n9,7,2\n12,3,2\n12,9,2\n1,1,2\nDONE\n");
    expect(&p, "7,7");
    finish(&p);
}

Test(gomocup, a_move_before_a_game_is_refused)
{
    struct process p;
    process_start(&p, NULL, NULL, NULL);
    process_send(&p, "ABOUT\nBEGIN\nTURN 1,1\n");
    expect(&p, "name=");
    expect(&p, "ERROR");
    expect(&p, "ERROR");
    finish(&p);
}

Test(gomocup, five_is_taken_and_stopped)
{
    struct process p;
    start(&p);
    process_send(&p, "START 15\nINFO rule 1\n");
    expect(&p, "OK");
    // Ours at 3..6 of row 7, blocked on the left.
    process_send(&p, "BOARD\n3,7,1\n4,7,1\n5,7,1\n6,7,1\n2,7,2\n9,9,2\n10,9,2\n12,3,2\nDONE\n");
    expect(&p, "7,7");
    process_send(&p, "BOARD\n3,7,2\n4,7,2\n5,7,2\n6,7,2\n2,7,1\n9,9,1\n10,2,1\nDONE\n");
    expect(&p, "7,7");
    // Six is nothing under the exact rule, and five under the other.
    process_send(
        &p, "BOARD\n3,7,1\n4,7,1\n5,7,1\n7,7,1\n8,7,1\n2,7,2\n9,9,2\n1,9,2\n12,3,2\n9,7,2\nDONE\n");
    int x, y;
    read_move(&p, 15, &x, &y);
    cr_expect(x != 6 || y != 7, "six does not win");
    process_send(&p, "INFO rule 0\nBOARD\n3,7,1\n4,7,1\n5,7,1\n7,7,1\n8,7,1\n2,7,2\n9,9,2\n1,9,2\n"
                     "12,3,2\n9,7,2\nDONE\n");
    expect(&p, "6,7");
    finish(&p);
}

Test(gomocup, a_whole_game_is_played_on_every_way_to_set_it_up)
{
    for (int size = 5; size <= 22; size += 17) {
        struct process p;
        bool over = false;
        char board[CELLS_MAX * 16] = "";
        size_t used = 0;
        start(&p);
        process_send(&p, "START %d\nINFO rule 0\nINFO max_node 200\n", size);
        expect(&p, "OK");
        // The program plays both sides from the whole board each time, until it says there is
        // nothing more to play.
        for (int ply = 0; !over && ply <= size * size; ply++) {
            int x, y;
            process_send(&p, "BOARD\n");
            for (size_t at = 0; at < used; at += 3)
                process_send(&p, "%d,%d,%d\n", board[at], board[at + 1],
                             board[at + 2] == (ply & 1) ? 1 : 2);
            process_send(&p, "DONE\n");
            const char *line = answer(&p);
            over = strncmp(line, "ERROR", 5) == 0;
            if (over)
                continue;
            cr_assert_eq(sscanf(line, "%d,%d", &x, &y), 2);
            board[used++] = (char)x;
            board[used++] = (char)y;
            board[used++] = (char)(ply & 1);
        }
        cr_expect(over);
        finish(&p);
    }
}

Test(gomocup, blocked_cells_are_not_played)
{
    struct process p;
    start(&p);
    process_send(&p, "START 5\n");
    expect(&p, "OK");
    process_send(&p, "YXBLOCK\n");
    for (int i = 0; i < 24; i++)
        process_send(&p, "%d,%d\n", i % 5, i / 5);
    process_send(&p, "DONE\nBEGIN\n");
    expect(&p, "4,4");
    process_send(&p, "YXBLOCKUNDO\n2,2\nDONE\nTURN 2,2\n");
    expect(&p, "ERROR"); // the board is full after it
    process_send(&p, "YXBLOCKRESET\nRESTART\n");
    expect(&p, "OK");
    process_send(&p, "BEGIN\n");
    expect(&p, "2,2");
    finish(&p);
}

Test(gomocup, swap2_answers_in_its_three_forms)
{
    struct process p;
    int cells = 0;
    start(&p);
    process_send(&p, "START 15\n");
    expect(&p, "OK");
    process_send(&p, "SWAP2BOARD\nDONE\n");
    for (const char *c = answer(&p); *c; c++)
        cells += *c == ',';
    cr_expect_eq(cells, 3);
    for (int stones = 3; stones <= 5; stones += 2) {
        process_send(&p, "SWAP2BOARD\n7,7\n8,8\n9,7\n%sDONE\n", stones == 5 ? "6,6\n2,2\n" : "");
        const char *line = answer(&p);
        cr_expect(strcmp(line, "SWAP") == 0 || strchr(line, ','), "%s", line);
    }
    finish(&p);
}

// The three stones it proposes are three cells of the board, which others may then judge.
Test(gomocup, swap2_proposes_cells_of_the_board)
{
    struct process p;
    start(&p);
    for (int size = 5; size <= 22; size++) {
        int x[3], y[3];
        process_send(&p, "START %d\n", size);
        expect(&p, "OK");
        process_send(&p, "SWAP2BOARD\nDONE\n");
        const char *line = answer(&p);
        cr_assert_eq(sscanf(line, "%d,%d %d,%d %d,%d", &x[0], &y[0], &x[1], &y[1], &x[2], &y[2]), 6,
                     "%d: %s", size, line);
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3;
            cr_expect(x[i] >= 0 && y[i] >= 0 && x[i] < size && y[i] < size, "%d: %s", size, line);
            cr_expect(x[i] != x[j] || y[i] != y[j], "%d: %s", size, line);
        }
    }
    finish(&p);
}

// Cells nobody may use are kept through SWAP2BOARD: neither taken from it nor given.
Test(gomocup, swap2_leaves_blocked_cells_alone)
{
    struct process p;
    start(&p);
    process_send(&p, "START 15\n");
    expect(&p, "OK");
    process_send(&p, "SWAP2BOARD\nDONE\n");
    expect(&p, "13,14 12,12 10,13");
    process_send(&p, "YXBLOCK\n12,12\nDONE\nSWAP2BOARD\nDONE\n");
    const char *line = answer(&p);
    cr_expect(!strstr(line, "12,12") && strchr(line, ','), "%s", line);
    process_send(&p, "SWAP2BOARD\n7,7\n12,12\n8,8\nDONE\nTURN 12,12\nTURN 7,7\n");
    expect(&p, "ERROR");
    expect(&p, "ERROR");
    expect_move(&p, 15); // the stones before the bad one were not placed
    finish(&p);
}

// On a board where nobody can win, three stones are answered with two more: twelve plies see it.
Test(gomocup, swap2_answers_three_even_stones_with_two)
{
    struct process p;
    int cells = 0;
    process_start(&p, "gomocup", "--option", "OwnBook=false");
    process_send(&p, "START 5\nINFO rule 1\nINFO timeout_turn 3600000\nINFO max_depth 12\n");
    expect(&p, "OK");
    process_send(&p, "SWAP2BOARD\n0,0\n2,2\n4,0\nDONE\n");
    for (const char *c = answer(&p); *c; c++)
        cells += *c == ',';
    cr_expect_eq(cells, 2);
    finish(&p);
}

// A stop that comes while a move is thought about gives the move at once, and what was sent behind
// it is still answered.
Test(gomocup, a_thought_is_stopped_and_nothing_is_lost)
{
    struct process p;
    process_start(&p, "gomocup", "--option", "OwnBook=false");
    process_send(&p, "START 15\nINFO timeout_turn 3600000\nINFO rule 1\n");
    expect(&p, "OK");
    process_send(&p, "BEGIN\nYXSTOP\nTURN 0,0\nYXSTOP\nTURN 14,14\nYXSTOP\nABOUT\n");
    for (int i = 0; i < 3; i++)
        expect_move(&p, 15);
    expect(&p, "name=");
    process_send(&p, "TURN 7,0\nINFO evaluate 3,3\n\nINFO time_left 1000000\nYXSTOP\n");
    expect_move(&p, 15);
    process_send(&p, "TURN 0,14\nEND\n");
    expect_move(&p, 15);
    cr_expect_eq(process_status(&p), 0);
}

Test(gomocup, endless_lists_and_lines_are_survived)
{
    struct process p;
    start(&p);
    process_send(&p, "START 15\n");
    expect(&p, "OK");
    process_send(&p, "BOARD\n");
    for (int i = 0; i < 10000; i++)
        process_send(&p, "%d,%d,%d\n", i % 15, i / 15 % 15, 1 + i % 2);
    process_send(&p, "DONE\nABOUT\n");
    expect(&p, "ERROR");
    expect(&p, "name=");
    for (int i = 0; i < 200; i++)
        process_send(&p, "%0999d", 7);
    process_send(&p, "\nABOUT\n");
    const char *line = answer(&p);
    cr_expect(strncmp(line, "ERROR", 5) == 0 || strncmp(line, "UNKNOWN", 7) == 0, "%s", line);
    expect(&p, "name=");
    finish(&p);
}

// The text behind a list of Yixin-Board's may be any word, also the one that ends lists.
Test(gomocup, a_comment_may_say_done)
{
    struct process p;
    start(&p);
    process_send(&p, "START 15\nYXEDITTEXTDATABASE\n7,7,1\nDONE\ndone\nYXHASHLOAD\nDONE\nABOUT\n");
    expect(&p, "OK");
    expect(&p, "name=");
    finish(&p);
}
