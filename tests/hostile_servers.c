// SPDX-License-Identifier: MIT
// hostile_servers.c - the tables of hostile_lines.h for NBoard, xboard, Botzone and Saiblo.
#include "tests/hostile_lines.h"

#define TEN "1234567890"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static const char *const none[] = {NULL};

// ---- NBoard -------------------------------------------------------------------------------------

#define GGF(moves)                                                                                 \
    "(;GM[Othello]PC[x]TY[8]BO[8 ---------------------------O*------*O-------------------------"   \
    "-- *]" moves ";)"

static const struct bad_line nboard_lines[] = {
    {"move", 0},
    {"move ", 0},
    {"move zz", 0},
    {"move a1", 0},
    {"move F5", 0},
    {"move PA", 0},
    {"move pass", 0},
    {"move D6D6", 0},
    {"move D6 x", 0},
    {"move D", 0},
    {"move 6D", 0},
    {"move D0", 0},
    {"move D9", 0},
    {"move I6", 0},
    {"move -1", 0},
    {"move /1/2", 0},
    {"move \x1b[2J", 0},
    {"move \xff\xfe", 0},
    BYTES("move D\0"),
    {"move " HUNDRED, 0},
    {"set depth", 0},
    {"set depth x", 0},
    {"set depth 0", 0},
    {"set depth 61", 0},
    {"set depth -1", 0},
    {"set depth 1.5", 0},
    {"set depth 1 2", 0},
    {"set depth " HUNDRED, 0},
    {"set contempt", 0},
    {"set contempt x", 0},
    {"set contempt 1 2", 0},
    {"set contempt 1.5", 0},
    {"set game", 0},
    {"set game x", 0},
    {"set game (", 0},
    {"set game (;", 0},
    {"set game ()", 0},
    {"set game (;GM[Othello]", 0},
    {"set game (;GM[Go]BO[8 x];)", 0},
    {"set game (;GM[Othello]BO[8 x *];)", 0},
    {"set game (;GM[Othello]BO[9 ---------------------------O*------*O--------------------------- "
     "*];)",
     0},
    {"set game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- "
     "];)",
     0},
    {"set game (;GM[Othello]BO[8 --------------------------?O*------*O--------------------------- "
     "*];)",
     0},
    {"set game " GGF("B[A1]"), 0},
    {"set game " GGF("B[F5]W[F5]"), 0},
    {"set game " GGF("B[F5]W["), 0},
    {"set game " GGF("B[" HUNDRED "]"), 0},
    BYTES("set game (;GM[Othello]\0"),
    {"nboard", 0},
    {"nboard x", 0},
    {"nboard 0", 0},
    {"nboard -1", 0},
    {"nboard 2 2", 0},
    {"nboard 1001", 0},
    {"nboard " HUNDRED, 0},
    {"hint", 0},
    {"hint x", 0},
    {"hint 1 2", 0},
    {"hint 1.5", 0},
    {NULL, 0},
};

static const char *const nboard_ignored[] = {
    "xyzzy",  "NBOARD 2",  "isready", "\x01\x02\x03", "\xff\xfe\xfd",
    "%s%s%n", "set foo 1", "set",     NULL,
};

static const struct number_row nboard_numbers[] = {
    {"nboard $", 1, "1000", "1001", false, false, false},
    {"set depth $", 1, "60", "61", false, false, false},
    {"set contempt $", -1, "6400", "9223372036854775807", true, false, false},
    {NULL, 0, NULL, NULL, false, false, false},
};

static const char *const nboard_work[] = {"go", "hint 1", "hint 8", "analyze", NULL};
static const char *const nboard_waiting[] = {"",
                                             "ping 7",
                                             "xyzzy",
                                             "move D6\ngo",
                                             "set depth 60\nhint 4",
                                             "set game " GGF("B[F5]") "\nanalyze",
                                             NULL};

const struct hostile_lines hostile_nboard = {
    .dialect = &dialect_nboard,
    .bad = nboard_lines,
    .ignored = nboard_ignored,
    .numbers = nboard_numbers,
    .script = "nboard 2\r\nset depth 1\nping 1\nset game " GGF(
        "B[F5]W[D6]") "\nping 2\nmove A1\n\n"
                      "move C3/1.5/2\nxyzzy\nset depth 99\nset contempt x\nping 3\nset game "
                      "(;\nping 4",
    .work = nboard_work,
    .waiting = nboard_waiting,
};

// ---- xboard -------------------------------------------------------------------------------------

static const struct bad_line xboard_lines[] = {
    {"xyzzy", 0},
    {"XBOARD", 0},
    {"uci", 0},
    {"\x01\x02\x03", 0},
    {"\xff\xfe\xfd", 0},
    {"\x1b[2J", 0},
    {"%s%s%n%n%x", 0},
    BYTES("us\0ermove"),
    BYTES("\0"),
    {"e2e4", 0},
    {"P@", 0},
    {"P@z1", 0},
    {"P@h8", 0},
    {"P@h99", 0},
    {"Q@h9", 0},
    {"@@@@", 0},
    {"usermove", 0},
    {"usermove ", 0},
    {"usermove z9", 0},
    {"usermove h8", 0},
    {"usermove P@h8", 0},
    {"usermove P@h16", 0},
    {"usermove P@h0", 0},
    {"usermove P@p1", 0},
    {"usermove P@h9P@h10", 0},
    {"usermove @@@@", 0},
    {"usermove pass", 0},
    {"usermove \x1b[2J", 0},
    {"usermove " HUNDRED, 0},
    BYTES("usermove P@h\0"),
    {"variant", 0},
    {"variant chess", 0},
    {"variant CFOUR", 0},
    {"variant gomoku x", 0},
    {"variant " HUNDRED, 0},
    {"setboard", 0},
    {"setboard x", 0},
    {"setboard 15/15", 0},
    {"setboard 8/8/8/8/8/8/8/8 w - - 0 1", 0},
    {"setboard 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 q", 0},
    {"setboard " HUNDRED HUNDRED, 0},
    {"level", 0},
    {"level 1", 0},
    {"level 40 5", 0},
    {"level x 5 0", 0},
    {"level -1 5 0", 0},
    {"level 40 x 0", 0},
    {"level 40 5:99 0", 0},
    {"level 40 -5 0", 0},
    {"level 40 5 x", 0},
    {"level 40 5 -1", 0},
    {"st", 0},
    {"st x", 0},
    {"st -1", 0},
    {"sd", 0},
    {"sd 0", 0},
    {"sd x", 0},
    {"sd 201", 0},
    {"time", 0},
    {"time x", 0},
    {"otim", 0},
    {"otim 1x", 0},
    {"memory", 0},
    {"memory 0", 0},
    {"memory x", 0},
    {"cores", 0},
    {"cores 0", 0},
    {"cores 1000000", 0},
    {"option", 0},
    {"option Foo=1", 0},
    {"option Hash", 0},
    {"option Hash=", 0},
    {"option Hash=0", 0},
    {"option =1", 0},
    {"option Game=chess", 0},
    {"remove", 0}, // one move was made: none is taken back
    {NULL, 0},
};

static const struct number_row xboard_numbers[] = {
    {"level $ 5 0", 0, "1000", "1001", false, false, false},
    {"level 40 $ 0", 0, "1000000", "1000001", false, false, false},
    {"level 40 5 $", 0, "1000000", "1000001", false, false, false},
    {"st $", 0, "1000000", "1000001", false, false, false},
    {"sd $", 1, "200", "201", false, false, false},
    {"time $", 0, "100", "9223372036854775807", true, false, false},
    {"otim $", 0, "100", "9223372036854775807", true, false, false},
    {"memory $", 1, "64", "1048577", false, false, false},
    {"cores $", 1, "4", "257", false, false, false},
    {"option MultiPV=$", 1, "500", "501", false, false, false},
    {NULL, 0, NULL, NULL, false, false, false},
};

static const char *const xboard_work[] = {"go", "go\nhint", NULL};
static const char *const xboard_waiting[] = {
    "", "ping 7", "xyzzy", "usermove P@a1", "time 100000\notim 100000\nhint", "undo\ngo", NULL};

const struct hostile_lines hostile_xboard = {
    .dialect = &dialect_xboard,
    .bad = xboard_lines,
    .ignored = none,
    .numbers = xboard_numbers,
    .script =
        "xboard\r\nprotover 2\nvariant cfour\nforce\nusermove P@d1\nusermove P@d1\nundo\nundo\n"
        "\nremove\nsetboard x\nsetboard 7/7/7/7/3p3/3P3 w - - 0 1\nusermove P@d3\nxyzzy\nsd x\n"
        "level 40 5 0\noption Foo=1\nvariant gomoku\nping 7",
    .work = xboard_work,
    .waiting = xboard_waiting,
};

// ---- Botzone ------------------------------------------------------------------------------------

#define ASKS(requests, responses) "{\"requests\":[" requests "],\"responses\":[" responses "]}"
#define CALL(x, y) "{\"x\":" #x ",\"y\":" #y "}"

static const struct bad_line botzone_lines[] = {
    {"xyzzy", 0},
    {"uci", 0},
    {"\x01\x02\x03", 0},
    {"\xff\xfe\xfd", 0},
    {"%s%s%n", 0},
    BYTES("\0"),
    {"\x1b[2J", 0},
    {"-5", 0},
    {"0", 0},
    {"1x", 0},
    {"1 x", 0},
    {"1 2 3", 0},
    {"1,2", 0},
    {"-2 0", 0},
    {"1001 0", 0},
    {"0 1001", 0},
    {"9223372036854775808 0", 0},
    {HUNDRED, 0},
    {HUNDRED " " HUNDRED, 0},
    {"nan nan", 0},
    {"[]", 0},
    {"\"x\"", 0},
    {"null", 0},
    {"{", 0},
    {"}", 0},
    {"{}", 0},
    {"{{{{{{{{", 0},
    {"{\"requests\"", 0},
    {"{\"requests\":", 0},
    {"{\"requests\":[", 0},
    {"{\"requests\":[]", 0},
    {"{\"requests\":[]}", 0},
    {"{\"responses\":[]}", 0},
    {"{\"requests\":1,\"responses\":2}", 0},
    {"{\"requests\":[1],\"responses\":[]}", 0},
    {"{\"requests\":[{}],\"responses\":[]}", 0},
    {"{\"requests\":[{\"x\":1}],\"responses\":[]}", 0},
    {"{\"requests\":[{\"y\":1}],\"responses\":[]}", 0},
    {"{\"requests\":[{\"x\":\"a\",\"y\":0}],\"responses\":[]}", 0},
    {"{\"requests\":[{\"x\":1.5,\"y\":0}],\"responses\":[]}", 0},
    {"{\"requests\":[{\"x\":1001,\"y\":0}],\"responses\":[]}", 0},
    {"{\"requests\":[{\"x\":-2,\"y\":0}],\"responses\":[]}", 0},
    {"{\"requests\":[{\"x\":" HUNDRED ",\"y\":0}],\"responses\":[]}", 0},
    {ASKS(CALL(0, 0), ""), 0},
    {ASKS(CALL(7, 7), ""), 0},
    {ASKS(CALL(8, 0), ""), 0},
    {ASKS(CALL(31, 31), ""), 0},
    {ASKS(CALL(1000, 1000), ""), 0},
    {ASKS(CALL(3, 3), ""), 0},
    {ASKS(CALL(-1, -1), CALL(2, 3)), 0},
    {ASKS(CALL(-1, -1) "," CALL(-1, -1), CALL(-1, -1)), 0},
    {ASKS(CALL(-1, -1) "," CALL(-1, -1), CALL(2, 3)), 0},
    {ASKS(CALL(-1, -1) "," CALL(2, 2), ""), 0},
    {ASKS(CALL(-1, -1) "," CALL(2, 2), CALL(2, 2)), 0},
    {ASKS(CALL(-1, -1) "," CALL(2, 3), CALL(2, 3)), 0},
    {ASKS(CALL(-1, -1) "," CALL(2, 2) "," CALL(0, 0), CALL(2, 3)), 0},
    {ASKS("", CALL(2, 3)), 0},
    {ASKS(CALL(2, 3), CALL(2, 2) "," CALL(2, 1)), 0},
    BYTES("{\"requests\":[{\"x\":\0,\"y\":0}],\"responses\":[]}"),
    {"{\"requests\":\x1b[2J}", 0},
    {NULL, 0},
};

static const struct number_row no_numbers[] = {
    {NULL, 0, NULL, NULL, false, false, false},
};

static const char *const botzone_work[] = {ASKS(CALL(-1, -1), ""), ASKS(CALL(2, 3), ""), NULL};
static const char *const botzone_waiting[] = {
    "", "xyzzy", CALL(2, 2), "2 2", ASKS(CALL(-1, -1), "") "\n" CALL(2, 2), NULL};

#define OVER                                                                                       \
    ASKS(CALL(4, 5) "," CALL(4, 2) "," CALL(6, 4) "," CALL(4, 6) "," CALL(2, 4),                   \
         CALL(5, 3) "," CALL(5, 5) "," CALL(3, 5) "," CALL(5, 4))

const struct hostile_lines hostile_botzone = {
    .dialect = &dialect_botzone,
    .bad = botzone_lines,
    .ignored = none,
    .numbers = no_numbers,
    .script = OVER "\r\nxyzzy\n\n{}\n" OVER "\n" ASKS(CALL(0, 0), "") "\n1 2 3\n" OVER,
    .work = botzone_work,
    .waiting = botzone_waiting,
};

// ---- Saiblo -------------------------------------------------------------------------------------

static const struct bad_line saiblo_lines[] = {
    {"xyzzy", 0},
    {"uci", 0},
    {"\x01\x02\x03", 0},
    {"\xff\xfe\xfd", 0},
    {"\x1b[2J", 0},
    {"%s%s%n", 0},
    BYTES("\0"),
    BYTES("1\0 2"),
    {"3", 0},
    {"3 x", 0},
    {"x 3", 0},
    {"3 4 5", 0},
    {"3,4", 0},
    {"10 9 6 2", 0},
    {"-2 0", 0},
    {"0 -2", 0},
    {"1001 0", 0},
    {"0 1001", 0},
    {"1.5 0", 0},
    {"0x1 0", 0},
    {"1e1 0", 0},
    {"nan nan", 0},
    {"- 1", 0},
    {"9223372036854775808 0", 0},
    {"18446744073709551616 0", 0},
    {HUNDRED, 0},
    {HUNDRED " 0", 0},
    {"0 " HUNDRED, 0},
    {"{}", 0},
    {NULL, 0},
};

static const char *const saiblo_work[] = {"-1 -1", "9 4", NULL};
static const char *const saiblo_waiting[] = {"", "xyzzy", "9 3", "1000 1000", "-1 -1\n-1 -1", NULL};

const struct hostile_lines hostile_saiblo = {
    .dialect = &dialect_saiblo,
    .bad = saiblo_lines,
    .ignored = none,
    .numbers = no_numbers,
    .script = "x\r\n3 3 0 0\n99 99 0 0\n10 9 6\n\n10 9 6 2\nxyzzy\n1000 1000\n3\n5 5\n1 2 3",
    .work = saiblo_work,
    .waiting = saiblo_waiting,
};
