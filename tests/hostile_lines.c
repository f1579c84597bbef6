// SPDX-License-Identifier: MIT
#include "tests/hostile_lines.h"

#include "engine/bits.h"

#define TEN "1234567890"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static const struct bad_line uci_lines[] = {
    {"xyzzy", 0},
    {"ISREADY", 0},
    BYTES("is\0ready"),
    BYTES("\0"),
    {"\x01\x02\x03", 0},
    {"\xff\xfe\xfd", 0},
    {"%s%s%n%n%x", 0},
    {"\x1b[2J", 0},
    {"POSITION startpos", 0},
    {"position", 0},
    {"position foo", 0},
    {"position start pos", 0},
    {"position startpos d3", 0},
    {"position startpos move d3", 0},
    {"position startpos moves z9", 0},
    {"position startpos moves a1", 0},
    {"position startpos moves d3 d3", 0},
    {"position startpos moves pass", 0},
    {"position startpos moves 0000", 0},
    {"position startpos moves none", 0},
    {"position startpos moves (none)", 0},
    {"position startpos moves d3 c3 zz", 0},
    {"position startpos moves d3c3", 0},
    {"position startpos moves e2e4 e7e5", 0},
    {"position startpos moves P@d6", 0},
    BYTES("position startpos moves d\0"),
    {"position startpos moves d33333333333333333333", 0},
    {"position fen", 0},
    {"position fen ", 0},
    {"position fen 8/8", 0},
    {"position fen 8/8/8/3ox3/3xo3/8/8/8", 0},
    {"position fen 8/8/8/3ox3/3xo3/8/8/8 q", 0},
    {"position fen 8/8/8/3ox3/3xo3/8/8/8 x extra", 0},
    {"position fen 9/8/8/3ox3/3xo3/8/8/8 x", 0},
    {"position fen 8/8/8/3ox3/3xo3/8/8/8/8 x", 0},
    {"position fen 8/8/8/3ox3/3xo3/8/8 x", 0},
    {"position fen 08/8/8/3ox3/3xo3/8/8/0 x", 0},
    {"position fen -8/8/8/3ox3/3xo3/8/8/8 x", 0},
    {"position fen 4294967296/8/8/8/8/8/8/8 x", 0},
    {"position fen ////////////// x", 0},
    {"position fen " HUNDRED HUNDRED " x", 0},
    {"position fen xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 0},
    {"position fen xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx? x", 0},
    {"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
    {"position fen 7/7/7/7/7/7 x", 0},
    {"position fen d3c3z9", 0},
    {"position fen d3c3a1", 0},
    {"position fen startpos moves a1", 0},
    {"setoption", 0},
    {"setoption Hash 5", 0},
    {"setoption name", 0},
    {"setoption name value 5", 0},
    {"setoption name Foo value 1", 0},
    {"setoption name Hash", 0},
    {"setoption name Hash value", 0},
    {"setoption name Hash value 16 MB", 0},
    {"setoption name Hash value 1048576", 0},
    {"setoption name Threads value 1.5", 0},
    {"setoption name Threads value 1000000", 0},
    {"setoption name Ponder value maybe", 0},
    {"setoption name UCI_ShowWDL value 1", 0},
    {"setoption name UCI_Variant value chess", 0},
    {"setoption name UCI_Variant", 0},
    {"setoption name Game value chess", 0},
    {"setoption name Game value", 0},
    {"setoption name Game value othello:7x7", 0},
    {"setoption name Game value othello:10x10", 0},
    {"setoption name Game value othello:8x", 0},
    {"setoption name Game value othello:8x8x8", 0},
    {"setoption name Game value othello:-8x8", 0},
    {"setoption name Game value othello:4294967304x8", 0},
    BYTES("setoption name Game value othello\0x"),
    {"setoption name Game value connect4:3x3", 0},
    {"setoption name Game value connect4:14x6", 0},
    {"setoption name Game value connect4:7x6,x=z9", 0},
    {"setoption name Game value connect4:7x6,x=", 0},
    {"setoption name Game value connect4:7x6,y=a1", 0},
    {"setoption name Game value gomoku:4", 0},
    {"setoption name Game value gomoku:23", 0},
    {"setoption name Game value gomoku:15,foo", 0},
    {"setoption name Game value gomoku:15,15", 0},
    {"setoption name Game value " HUNDRED, 0},
    {"go depth", 0},
    {"go depth two", 0},
    {"go depth 2 movetime", 0},
    {"go movetime 1e3", 0},
    {"go nodes 0x10", 0},
    {"go wtime depth 2", 0},
    {"go mate", 0},
    {"go searchmoves zz", 0},
    {"debug", 0},
    {"debug maybe", 0},
    {"perft", 0},
    {"perft 61", 0},
    {"go perft x", 0},
    {NULL, 0},
};

static const struct bad_line gtp_lines[] = {
    {"xyzzy", 0},
    {"PLAY b c3", 0},
    {"uci", 0},
    {"5", 0},
    {"5 6", 0},
    {"5 xyzzy", 0},
    {"-1 name", 0},
    {"99999999999999999999999999 name", 0},
    {"\xff\xfe\xfd", 0},
    {"%s%s%n%n%x", 0},
    {"= name", 0},
    {"? name", 0},
    {"play", 0},
    {"play w", 0},
    {"play c3", 0},
    {"play x c3", 0},
    {"play w z9", 0},
    {"play w c0", 0},
    {"play w c9", 0},
    {"play w c33333333333333", 0},
    {"play w c-3", 0},
    {"play w 3c", 0},
    {"play w d3", 0},
    {"play w a1", 0},
    {"play w d4", 0},
    {"play w pass", 0},
    {"play w resign", 0},
    {"play w PASSS", 0},
    {"play whitee c3", 0},
    {"play 1 c3", 0},
    {"play w c3c3", 0},
    {"genmove", 0},
    {"genmove x", 0},
    {"genmove c3", 0},
    {"reg_genmove", 0},
    {"reg_genmove blackwhite", 0},
    {"boardsize", 0},
    {"boardsize x", 0},
    {"boardsize 7", 0},
    {"boardsize 9", 0},
    {"boardsize 10", 0},
    {"boardsize 2", 0},
    {"boardsize 8x8", 0},
    {"boardsize 8 7", 0},
    {"boardsize 8 x", 0},
    {"boardsize 999999999999", 0},
    {"boardsize " HUNDRED, 0},
    {"set_game", 0},
    {"set_game Chess", 0},
    {"set_game othello:7x7", 0},
    {"set_game connect4:3x3", 0},
    {"set_game gomoku:23", 0},
    {"set_game " HUNDRED, 0},
    {"set_game othello:" HUNDRED, 0},
    {"time_settings", 0},
    {"time_settings 1", 0},
    {"time_settings 1 2", 0},
    {"time_settings a b c", 0},
    {"time_settings -1 0 0", 0},
    {"time_settings 1 2 x", 0},
    {"time_settings 1 2 -3", 0},
    {"time_settings 99999999999999999999 0 0", 0},
    {"time_left", 0},
    {"time_left w", 0},
    {"time_left w 10", 0},
    {"time_left x 10 0", 0},
    {"time_left w ten 0", 0},
    {"time_left w -x 0", 0},
    {"time_left w 10 -1", 0},
    {"time_left w 10 1001", 0},
    {"final_score", 0},
    {"loadsgf", 0},
    {"loadsgf /nowhere/at/all.sgf", 0},
    {"loadsgf /", 0},
    {"loadsgf Makefile", 0},
    {"loadsgf Makefile x", 0},
    {"loadsgf Makefile 0", 0},
    {"loadsgf /dev/zero", 0},
    {"loadsgf /dev/null", 0},
    {"gogui-rules_foo", 0},
    {"showboard2", 0},
    {"list", 0},
    {NULL, 0},
};

static const struct bad_line gomocup_lines[] = {
    {"xyzzy", 0},
    {"uci", 0},
    {"\x01\x02\x03", 0},
    {"\xff\xfe\xfd", 0},
    BYTES("\0"),
    {"%s%s%n%n%x", 0},
    {"DONE", 0},
    {"7,7", 0},
    {"7,7,1", 0},
    {"OK", 0},
    {"START", 0},
    {"START x", 0},
    {"START 4", 0},
    {"START 23", 0},
    {"START -1", 0},
    {"START 0", 0},
    {"START 15x", 0},
    {"START 15,15", 0},
    {"START 9223372036854775808", 0},
    {"START " HUNDRED, 0},
    {"RECTSTART", 0},
    {"RECTSTART 15", 0},
    {"RECTSTART 15,", 0},
    {"RECTSTART ,15", 0},
    {"RECTSTART 15,16", 0},
    {"RECTSTART 99,99", 0},
    {"RECTSTART 15,15,15", 0},
    {"RECTSTART a,b", 0},
    {"TURN", 0},
    {"TURN 7", 0},
    {"TURN 7,", 0},
    {"TURN ,7", 0},
    {"TURN 7 7", 0},
    {"TURN 15,15", 0},
    {"TURN -1,0", 0},
    {"TURN 0,-1", 0},
    {"TURN 7,7,7", 0},
    {"TURN 7,x", 0},
    {"TURN h8", 0},
    {"TURN 4294967303,7", 0},
    {"TURN 1e1,7", 0},
    {"PLAY", 0},
    {"PLAY 15,0", 0},
    {"PLAY -1,-1", 0},
    {"PLAY 7", 0},
    {"PLAY x,y", 0},
    {"TAKEBACK", 0},
    {"TAKEBACK 7", 0},
    {"TAKEBACK 7,7", 0},
    {"TAKEBACK 15,15", 0},
    {"TAKEBACK x,y", 0},
    {"BOARD\n7,7,9\nDONE", 0},
    {"BOARD\n99,99,1\nDONE", 0},
    {"BOARD\n7,7,1\n7,7,2\nDONE", 0},
    {"BOARD\nnonsense\nDONE", 0},
    {"BOARD\n7,7\nDONE", 0},
    {"BOARD\n7,7,1,1\nDONE", 0},
    {"YXNBEST", 0},
    {"YXNBEST x", 0},
    {"YXBLOCK\n99,99\nDONE", 0},
    {"YXBLOCK\nx\nDONE", 0},
    {NULL, 0},
};

static const struct number_row uci_numbers[] = {
    {"go depth $", 1, "2", "10001", true, true, false},
    {"go mate $", 1, "1", "5001", true, true, false},
    {"go nodes $", 1, "100", "9223372036854775807", true, true, false},
    {"go movetime $", 0, "1", "9223372036854775807", true, true, false},
    {"go wtime $", 0, "10", "9223372036854775807", true, true, false},
    {"go wtime 10 btime 10 winc $", 0, "1", "9223372036854775807", true, true, false},
    {"go wtime 10 btime 10 binc $", 0, "1", "9223372036854775807", true, true, false},
    {"go wtime 10 btime 10 movestogo $", 1, "1", "10001", true, true, false},
    {"go btime $", 0, "10", "9223372036854775807", true, true, false},
    {"setoption name Hash value $", 1, "64", "1048577", false, false, false},
    {"setoption name Threads value $", 1, "4", "257", false, false, false},
    {"setoption name MultiPV value $", 1, "500", "501", false, false, false},
    {"setoption name Move Overhead value $", 0, "5000", "5001", false, false, false},
    {"setoption name Game value gomoku:$", 5, "22", "23", false, false, true},
    {"setoption name Game value othello:$x8", 4, "8", "10", false, false, false},
    {"setoption name Game value connect4:7x$", 4, "13", "14", false, false, false},
    {"perft $", 0, "3", "61", false, false, false},
    {NULL, 0, NULL, NULL, false, false, false},
};

static const struct number_row gtp_numbers[] = {
    {"boardsize $", 4, "8", "10", false, false, false},
    {"boardsize 8 $", 4, "6", "10", false, false, true},
    {"time_settings $ 0 0", 0, "1000000", "1000001", false, false, false},
    {"time_settings 0 $ 1", 0, "1000000", "1000001", false, false, false},
    {"time_settings 0 1 $", 0, "1000", "1000001", false, false, false},
    {"time_left w $ 0", -1, "1000000", "1000001", false, false, false},
    {"time_left w 1 $", 0, "1000", "1001", false, false, false},
    {NULL, 0, NULL, NULL, false, false, false},
};

static const struct number_row gomocup_numbers[] = {
    {"START $", 5, "22", "23", false, false, false},
    {"RECTSTART $,15", 15, "15", "16", false, false, false},
    {NULL, 0, NULL, NULL, false, false, false},
};

static const char *const uci_work[] = {"go infinite", "perft 40", "go perft 40", NULL};
static const char *const gtp_work[] = {"genmove w", "1 reg_genmove w", "outflank-scores w", NULL};
static const char *const gomocup_work[] = {"BEGIN",
                                           "TURN 7,7",
                                           "YXNBEST 3",
                                           "BOARD\n7,7,1\n8,8,2\nDONE",
                                           "SWAP2BOARD\n7,7\n8,8\n9,7\nDONE",
                                           NULL};

static const char *const uci_waiting[] = {"",
                                          "isready",
                                          "xyzzy",
                                          "d\nmoves\neval\n\nisready",
                                          "position startpos\nperft 40",
                                          "setoption name MultiPV value 2",
                                          NULL};
static const char *const gtp_waiting[] = {
    "", "# a comment", "name", "7 showboard\n\n8 xyzzy", "play b e3\ngenmove b\ngenmove w", NULL};
static const char *const gomocup_waiting[] = {"",
                                              "ABOUT",
                                              "INFO time_left 1000000000\nABOUT",
                                              "xyzzy",
                                              "TURN 0,0\nTURN 0,1",
                                              "BOARD\n1,1,1\n2,2,2\nDONE",
                                              NULL};
static const char *const none[] = {NULL};

static const struct hostile_lines hostile_uci = {
    .dialect = &dialect_uci,
    .bad = uci_lines,
    .ignored = none,
    .numbers = uci_numbers,
    .script = "uci\r\nisready\nposition startpos moves d3 c3\nd\nmoves\n\n  \nsetoption name "
              "UCI_Variant value cfour\nposition fen 7/7/7/7/3p3/3P3 w - - 0 1 moves P@d3\nd\n"
              "xyzzy\nsetoption name Hash value 0\nposition startpos moves P@d1 P@d2\nd\nperft 4\n"
              "eval\nhelp\nisready",
    .work = uci_work,
    .waiting = uci_waiting,
};

static const struct hostile_lines hostile_gtp = {
    .dialect = &dialect_gtp,
    .bad = gtp_lines,
    .ignored = none,
    .numbers = gtp_numbers,
    .script = "1 protocol_version\r\nname\nset_game othello\nplay b D3\n# comment\n\n2 play w C3\n"
              "showboard\nundo\nxyzzy\ngogui-rules_board\ngogui-rules_legal_moves\nset_game "
              "gomoku\nplay b J9\nshowboard\nlist_commands\n7 final_score\n8 name",
    .work = gtp_work,
    .waiting = gtp_waiting,
};

static const struct hostile_lines hostile_gomocup = {
    .dialect = &dialect_gomocup,
    .bad = gomocup_lines,
    .ignored = none,
    .numbers = gomocup_numbers,
    .script = "ABOUT\r\nSTART 15\nxyzzy\nSTART 99\nRECTSTART 15,15\nTAKEBACK 1,1\nYXBOARD\n7,7,1\n"
              "8,8,2\nDONE\n\nTURN x\nYXSHOWINFO\nRESTART\nABOUT",
    .work = gomocup_work,
    .waiting = gomocup_waiting,
};

static const struct hostile_lines *lines_of(const struct dialect *d)
{
    static const struct hostile_lines *const all[] = {
        &hostile_uci,    &hostile_gtp,     &hostile_gomocup, &hostile_nboard,
        &hostile_xboard, &hostile_botzone, &hostile_saiblo,
    };
    size_t i = 0;
    while (all[i]->dialect != d)
        i++;
    return all[i];
}

const struct bad_line *hostile_bad_lines_of(const struct dialect *d)
{
    return lines_of(d)->bad;
}

const char *const *hostile_ignored_of(const struct dialect *d)
{
    return lines_of(d)->ignored;
}

const struct number_row *hostile_numbers_of(const struct dialect *d)
{
    return lines_of(d)->numbers;
}

const char *hostile_script_of(const struct dialect *d)
{
    return lines_of(d)->script;
}

const char *const *hostile_work_of(const struct dialect *d)
{
    return lines_of(d)->work;
}

const char *const *hostile_waiting_of(const struct dialect *d)
{
    return lines_of(d)->waiting;
}

static const struct meanwhile meanwhile[] = {
    {"position startpos moves d3 c3", 0, 0, true},
    {"position startpos moves d3", 0, 0, true},
    {"position startpos moves a1", 0, 1, true},
    {"setoption name MultiPV value 2", 0, 0, true},
    {"setoption name MultiPV value 1", 0, 0, true},
    {"setoption name Hash value 2", 1, 0, false},
    {"setoption name Hash value 3", 1, 0, false},
    {"setoption name Hash value 0", 0, 1, true},
    {"setoption name Threads value 1", 1, 0, false},
    {"setoption name Threads value 2", 1, 0, false},
    {"setoption name Threads value 1000000", 0, 1, true},
    {"setoption name Clear Hash", 1, 0, false},
    {"setoption name Game value connect4\nposition startpos", 1, 0, false},
    {"setoption name Game value gomoku", 1, 0, false},
    {"setoption name Game value othello", 1, 0, false},
    {"setoption name Game value chess", 0, 1, true},
    {"ucinewgame", 1, 0, false},
    {"go infinite", 1, 0, true},
    {"go infinite\ngo infinite", 2, 0, true},
    {"go depth x", 0, 1, true},
    {"ponderhit", 0, 0, true},
    {"stop\ngo infinite", 1, 0, true},
    {"d", 0, 0, true},
    {"perft 2", 0, 0, true},
};

const struct meanwhile *hostile_meanwhile_of(int n)
{
    return &meanwhile[n % (int)LENGTH(meanwhile)];
}
