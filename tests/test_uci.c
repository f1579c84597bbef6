// SPDX-License-Identifier: MIT
// test_uci.c - conversations in UCI, as cutechess and other GUIs hold them, against the program.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "engine/fairy.h"
#include "tests/talk.h"

TestSuite(uci, .init = games_init);

static void start(struct process *p)
{
    talk_start(p, &dialect_uci);
    free(talk(p, &dialect_uci, "uci\nsetoption name Hash value 4"));
}

// Reads a move as the program writes it in this dialect.
static move read_move(const struct model *m, bool fairy, struct word w)
{
    move mv = MOVE_NONE;
    bool good = fairy ? fairy_move_parse(&m->grid, w, &mv)
                      : move_parse(m->game->notation, &m->grid, w, &mv);
    cr_assert(good, "'%.*s' is no move", (int)w.length, w.text);
    return mv;
}

// The words after one of this name in a line; the test fails when there is none.
static struct word after(const char *line, const char *name)
{
    struct word rest = word_of(line), word;
    while (word_next(&rest, &word))
        if (word_is(word, name))
            return rest;
    cr_assert(false, "no %s in '%s'", name, line);
    return rest;
}

static long long number_after(const char *line, const char *name)
{
    struct word rest = after(line, name), word;
    int64_t n = 0;
    word_next(&rest, &word);
    cr_assert(word_int(word, INT64_MIN, INT64_MAX, &n), "%s: '%.*s' in '%s'", name,
              (int)word.length, word.text, line);
    return n;
}

// A line of news has all its numbers, and a line of play that is legal to its end.
static void check_info(const struct model *m, bool fairy, const char *line)
{
    struct model at = *m;
    struct word rest, word;
    cr_assert_geq(number_after(line, "depth"), 0);
    cr_assert_geq(number_after(line, "seldepth"), 0);
    cr_assert_geq(number_after(line, "multipv"), 1);
    cr_assert_geq(number_after(line, "nodes"), 0);
    cr_assert_geq(number_after(line, "nps"), 0);
    cr_assert_geq(number_after(line, "time"), 0);
    long long full = number_after(line, "hashfull");
    cr_assert(full >= 0 && full <= 1000);
    number_after(line, strstr(line, " score mate ") ? "mate" : "cp");
    rest = after(line, "pv");
    int moves = 0;
    for (; word_next(&rest, &word); moves++)
        model_play(&at, read_move(&at, fairy, word));
    cr_assert_gt(moves, 0, "an empty line in '%s'", line);
}

// Reads news up to the answer and checks all of it. Returns the move.
static move read_answer(struct process *p, const struct model *m, bool fairy, int *news)
{
    const char *line;
    struct word rest, word;
    if (news)
        *news = 0;
    while ((line = process_line(p)) && strncmp(line, "bestmove ", 9) != 0) {
        if (strncmp(line, "info depth", 10) == 0) {
            check_info(m, fairy, line);
            if (news)
                ++*news;
        } else {
            cr_assert(strcmp(line, "readyok") == 0 || strncmp(line, "info string", 11) == 0, "%s",
                      line);
        }
    }
    cr_assert_not_null(line, "the output ended before a bestmove");
    rest = after(line, "bestmove");
    word_next(&rest, &word);
    move best = read_move(m, fairy, word);
    struct model next = *m;
    model_play(&next, best);
    if (word_next(&rest, &word)) {
        cr_assert(word_is(word, "ponder"), "%s", line);
        word_next(&rest, &word);
        model_play(&next, read_move(&next, fairy, word));
    }
    return best;
}

Test(uci, introduces_itself)
{
    struct process p;
    process_start(&p, NULL, NULL, NULL);
    process_send(&p, "uci\n");
    cr_expect_eq(strncmp(process_line(&p), "id name outflank", 16), 0);
    cr_expect_eq(strncmp(process_line(&p), "id author ", 10), 0);
    const char *line;
    int option_lines = 0;
    while ((line = process_line(&p)) && strcmp(line, "uciok") != 0) {
        cr_expect_eq(strncmp(line, "option name ", 12), 0, "%s", line);
        option_lines++;
    }
    cr_expect_geq(option_lines, 9);
    cr_expect_not_null(line);
    process_end(&p);
}

// Words in front of a command are passed over, as the protocol wants.
Test(uci, passes_over_unknown_words)
{
    struct process p;
    start(&p);
    process_send(&p, "joho isready\n");
    cr_expect_str_eq(process_line(&p), "readyok");
    process_end(&p);
}

// cutechess' names of the games, and ours.
static struct variant {
    char name[24], id[GAME_ID_MAX];
} variants[] = {
    {"cfour", "connect4"},   {"gomoku", "gomoku"},         {"gomokufreestyle", "gomoku:15,free"},
    {"flipello", "othello"}, {"flipello6", "othello:6x6"},
};

// Whole games driven as cutechess drives them: the position from the start each time, a clock.
static void play_whole_game(struct process *p, const struct variant *v, bool fairy, struct rng *rng)
{
    struct model m;
    char moves[1 << 13];
    struct writer w = writer_on(moves, sizeof moves);
    int random_plies = 2 + (int)rng_below(rng, 8), ply = 0;
    model_start(&m, v->id);
    process_send(p, "ucinewgame\nposition startpos\nisready\n");
    process_until(p, "readyok");
    for (; !model_over(&m); ply++) {
        struct moves legal;
        char text[FAIRY_MOVE_MAX];
        move mv;
        m.game->moves(&m.position, &legal);
        if (ply < random_plies) {
            mv = legal.at[rng_below(rng, (uint32_t)legal.count)];
        } else {
            process_send(p, "position startpos%s%s\n", ply ? " moves" : "", moves);
            process_send(p, ply % 2 ? "go wtime 60 btime 60 winc 1 binc 1\n" : "go movetime 1\n");
            mv = read_answer(p, &m, fairy, NULL);
        }
        if (fairy)
            fairy_move_print(&m.grid, mv, text);
        else
            move_print(m.game->notation, &m.grid, mv, text);
        write_text(&w, " %s", text);
        model_play(&m, mv);
    }
    // The end: nothing to answer with, and still alive.
    process_send(p, "position startpos moves%s\ngo movetime 1\n", moves);
    cr_expect_str_eq(process_until(p, "bestmove"), fairy ? "bestmove 0000" : "bestmove (none)");
    talk_expect(p, &dialect_uci, "stop", "");
}

ParameterizedTestParameters(uci, plays_whole_games)
{
    return cr_make_param_array(struct variant, variants, LENGTH(variants));
}

ParameterizedTest(struct variant *v, uci, plays_whole_games)
{
    struct process p;
    struct rng rng = {(uint64_t)v->name[1]};
    start(&p);
    process_send(&p, "setoption name UCI_Variant value %s\n", v->name);
    const char *line = process_until(&p, "info string variant ");
    cr_expect_eq(strncmp(line + 20, v->name, strlen(v->name)), 0, "%s", line);
    for (int i = 0; i < 4; i++)
        play_whole_game(&p, v, true, &rng);
    free(talk(&p, &dialect_uci, "setoption name Game value %s", v->id));
    play_whole_game(&p, v, false, &rng);
    process_end(&p);
}

// An opening from a file comes as a FEN with pockets, followed by moves.
Test(uci, reads_positions_with_pockets)
{
    struct process p;
    start(&p);
    free(talk(&p, &dialect_uci, "setoption name UCI_Variant value cfour"));
    process_send(&p, "position fen 7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] "
                     "w - - 0 1 moves P@d3 P@b1\nd\n");
    cr_expect_str_eq(process_until(&p, "Board:"), "Board: 7/7/7/3x3/3o3/1o1x3 x");
    process_until(&p, "Key:");
    talk_expect(&p, &dialect_uci, "position fen 7/7/7/7/3p3/3P3 w 0 1", "");
    free(talk(&p, &dialect_uci, "setoption name UCI_Variant value flipello"));
    // White (our second side) has no move: the pass is a square twice, in any form on input.
    const char *passes[] = {"a1a1", "0000", "pass", "@@@@"};
    for (size_t i = 0; i < LENGTH(passes); i++) {
        process_send(&p, "position fen 8/8/8/8/8/8/8/Pp5p[] w - - 0 1 moves P@c1 %s\n", passes[i]);
        process_send(&p, "isready\n");
        const char *line = process_line(&p);
        // c1 flips b1; the other side then can only pass or answer, never both.
        cr_expect(strcmp(line, "readyok") == 0 || strncmp(line, "info string error", 17) == 0);
        if (strcmp(line, "readyok") != 0)
            process_until(&p, "readyok");
    }
    process_end(&p);
}

Test(uci, a_forced_pass_is_answered_in_both_dialects)
{
    // h1 is all the second side has, and nothing of it can flip.
    struct process p;
    start(&p);
    process_send(&p, "position fen xxxxxxxo/8/8/8/8/8/8/8 x\nmoves\n");
    cr_expect_str_eq(process_until(&p, "moves"), "moves");
    process_send(&p, "position fen xxxxxxo1/8/8/8/8/8/8/8 o\nmoves\ngo depth 4\n");
    cr_expect_str_eq(process_until(&p, "moves"), "moves pass");
    cr_expect_eq(strncmp(process_until(&p, "bestmove"), "bestmove pass", 13), 0);
    free(talk(&p, &dialect_uci, "setoption name UCI_Variant value flipello"));
    process_send(&p, "position fen PPPPPPp1/8/8/8/8/8/8/8[] b - - 0 1\nmoves\ngo depth 4\n");
    cr_expect_str_eq(process_until(&p, "moves"), "moves g8g8");
    cr_expect_eq(strncmp(process_until(&p, "bestmove"), "bestmove g8g8", 13), 0);
    process_end(&p);
}

// Every way to limit a thought ends it, with a legal answer.
static const char *const limits[] = {
    "depth 1",
    "depth 3",
    "depth 0",
    "depth -5",
    "nodes 1",
    "nodes 0",
    "nodes 1000",
    "movetime 0",
    "movetime -1",
    "movetime 1",
    "movetime 20",
    "wtime 0 btime 0",
    "wtime -100 btime -100",
    "wtime 1 btime 1",
    "wtime 100",
    "btime 100",
    "wtime 100 btime 100 winc 9223372036854775807 binc 9223372036854775807 nodes 100",
    "wtime 9223372036854775808 btime 9223372036854775808 depth 2",
    "movetime 18446744073709551616 nodes 500",
    "wtime 200 btime 200 movestogo 1",
    "wtime 200 btime 200 movestogo 0",
    "depth 10000 nodes 300",
    "nodes 200 infinity",
    "depth 2 mate 3",
};

static const char *const shapes[] = {
    "othello", "othello:6x6",   "connect4",       "connect4:9x10,x=c4",
    "gomoku",  "gomoku:9,free", "gomoku:7,renju", "gomoku:9,caro"};

Test(uci, every_limit_ends_a_thought_with_a_legal_move)
{
    struct process p;
    start(&p);
    for (size_t g = 0; g < LENGTH(shapes); g++) {
        struct model m;
        char moves[64] = "";
        struct writer w = writer_on(moves, sizeof moves);
        model_start(&m, shapes[g]);
        free(talk(&p, &dialect_uci, "setoption name Game value %s", shapes[g]));
        for (size_t i = 0; i < LENGTH(limits); i++) {
            process_send(&p, "position startpos%s%s\ngo %s\n", moves[0] ? " moves" : "", moves,
                         limits[i]);
            read_answer(&p, &m, false, NULL);
            // Both sides are asked, since each has its own clock.
            if (i == LENGTH(limits) / 2 - 1) {
                struct moves legal;
                char text[MOVE_TEXT_MAX];
                m.game->moves(&m.position, &legal);
                move_print(m.game->notation, &m.grid, legal.at[0], text);
                write_text(&w, " %s", text);
                model_play(&m, legal.at[0]);
            }
        }
    }
    process_end(&p);
}

Test(uci, searchmoves_limits_the_answer)
{
    struct process p;
    struct model m;
    start(&p);
    model_start(&m, "othello");
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = {"d3", "c4", "f5", "e6"};
        process_send(&p, "go depth 3 searchmoves %s %s nonsense\n", names[i], names[i]);
        cr_expect_eq(read_answer(&p, &m, false, NULL), read_move(&m, false, word_of(names[i])));
        process_send(&p, "go searchmoves %s depth 3\n", names[i]);
        cr_expect_eq(read_answer(&p, &m, false, NULL), read_move(&m, false, word_of(names[i])));
    }
    process_end(&p);
}

// What `go` can't do as it is asked is refused by name, and a word it does not know is named; a win
// of N moves is looked for to its last ply.
Test(uci, go_names_what_it_does_not_do)
{
    struct process p;
    start(&p);
    static const char *const refused[] = {"searchmoves zz", "searchmoves a1 h8",
                                          "depth 3 searchmoves", "mate", "mate soon"};
    for (size_t i = 0; i < LENGTH(refused); i++) {
        char *text = talk(&p, &dialect_uci, "go %s", refused[i]);
        cr_expect_eq(count_lines(text, "info string error"), 1, "%s: %s", refused[i], text);
        cr_expect_eq(count_lines(text, "bestmove"), 0, "%s: %s", refused[i], text);
        free(text);
    }
    process_send(&p, "go foo depth 1 bar\n");
    cr_expect_str_eq(process_until(&p, "info string"),
                     "info string go: 'foo' is not known here and is passed over");
    process_until(&p, "bestmove ");
    process_send(&p, "go depth 1 searchmoves c4 a1\n");
    cr_expect_str_eq(process_until(&p, "info string"),
                     "info string go: 'a1' is not known here and is passed over");
    cr_expect(strncmp(process_until(&p, "bestmove "), "bestmove c4", 11) == 0);
    process_send(
        &p, "setoption name Game value connect4\nposition startpos moves d a d a\ngo mate 2\n");
    process_until(&p, "info depth");
    process_until(&p, "bestmove ");
    process_end(&p);
}

// With MultiPV n the last n lines are the n best, each with a first move of its own.
Test(uci, multipv_reports_that_many_lines)
{
    struct process p;
    start(&p);
    for (size_t g = 0; g < LENGTH(shapes); g++) {
        struct model m;
        bool reported[8] = {false};
        const char *line;
        struct moves legal;
        char text[MOVE_TEXT_MAX];
        model_start(&m, shapes[g]);
        free(talk(&p, &dialect_uci, "setoption name Game value %s\nsetoption name MultiPV value 3",
                  shapes[g]));
        // After a move, since an empty Gomoku board has one candidate.
        m.game->moves(&m.position, &legal);
        move_print(m.game->notation, &m.grid, legal.at[legal.count / 2], text);
        model_play(&m, legal.at[legal.count / 2]);
        process_send(&p, "position startpos moves %s\ngo depth 3\n", text);
        while (strncmp(line = process_line(&p), "bestmove", 8) != 0) {
            check_info(&m, false, line);
            long long place = number_after(line, "multipv");
            cr_assert(place >= 1 && place <= 3, "%s", line);
            reported[place] = true;
        }
        cr_expect(reported[1] && reported[2] && reported[3], "%s", shapes[g]);
    }
    process_end(&p);
}

Test(uci, wdl_is_told_when_asked_for)
{
    struct process p;
    start(&p);
    free(talk(&p, &dialect_uci, "setoption name UCI_ShowWDL value true"));
    process_send(&p, "go depth 2\n");
    struct word rest = after(process_until(&p, "info depth"), "wdl"), word;
    int64_t n, sum = 0;
    for (int i = 0; i < 3; i++) {
        cr_assert(word_next(&rest, &word) && word_int(word, 0, 1000, &n));
        sum += n;
    }
    cr_expect_eq(sum, 1000);
    process_end(&p);
}

// With Show Proof a line says how sure its search was, and that a score is proven only when it is.
Test(uci, proofs_are_told_when_asked_for)
{
    struct process p;
    start(&p);
    process_send(&p, "go depth 2\n");
    cr_expect_null(strstr(process_until(&p, "info depth"), "selectivity"));
    free(talk(&p, &dialect_uci, "stop\nsetoption name Show Proof value true"));
    process_send(&p, "go depth 2\n");
    const char *line = process_until(&p, "info depth 2");
    long long sure = number_after(line, "selectivity");
    cr_expect(sure >= 1 && sure <= 100, "%s", line);
    cr_expect_null(strstr(line, "proven"), "%s", line);
    process_until(&p, "bestmove");
    process_send(&p, "setoption name Game value othello:4x4\ngo depth 12\n");
    do
        line = process_until(&p, "");
    while (!strstr(line, " proven ") && strncmp(line, "bestmove", 8) != 0);
    cr_expect_eq(number_after(line, "selectivity"), 100, "%s", line);
    process_end(&p);
}

// Nothing is answered before the stop, however early the search is done.
Test(uci, infinite_waits_for_stop)
{
    static const char *const positions[] = {"startpos", "fen xxxxxxo1/8/8/8/8/8/8/8 x",
                                            "fen xxxxxxxx/8/8/8/8/8/8/8 x"};
    struct process p;
    start(&p);
    for (size_t i = 0; i < LENGTH(positions); i++) {
        char *text = talk(&p, &dialect_uci, "position %s\ngo infinite", positions[i]);
        cr_expect_eq(count_lines(text, "bestmove"), 0);
        free(text);
        sleep_us(20000);
        text = talk(&p, &dialect_uci, " ");
        cr_expect_eq(count_lines(text, "bestmove"), 0);
        free(text);
        text = talk(&p, &dialect_uci, "stop");
        cr_expect_eq(count_lines(text, "bestmove"), 1);
        free(text);
        talk_expect(&p, &dialect_uci, "stop", "");
    }
    process_end(&p);
}

Test(uci, ponder_waits_for_ponderhit_or_stop)
{
    static const char *const asks[] = {"go ponder depth 1", "go ponder wtime 100 btime 100",
                                       "go ponder movetime 5", "go ponder", "go ponder nodes 1"};
    struct process p;
    start(&p);
    for (size_t i = 0; i < LENGTH(asks); i++)
        for (int hit = 0; hit < 2; hit++) {
            char *text = talk(&p, &dialect_uci, "position startpos moves d3\n%s", asks[i]);
            cr_expect_eq(count_lines(text, "bestmove"), 0, "%s", asks[i]);
            free(text);
            sleep_us(10000);
            text = talk(&p, &dialect_uci, " ");
            cr_expect_eq(count_lines(text, "bestmove"), 0, "%s", asks[i]);
            free(text);
            // After ponderhit a bare "go ponder" has no limit at all and goes on until stop.
            process_send(&p, hit && strcmp(asks[i], "go ponder") != 0 ? "ponderhit\n" : "stop\n");
            process_until(&p, "bestmove ");
            talk_expect(&p, &dialect_uci, "stop\nponderhit", "");
        }
    process_end(&p);
}

// What may be sent while it thinks, and how many answers it brings before a final stop.
static const struct {
    const char *line;
    int bestmoves; // given by the line itself
    int errors;
    bool goes_on; // the search does
} meanwhile[] = {
    {"position startpos moves d3 c3", 0, 0, true},
    {"position startpos moves a1", 0, 1, true},
    {"setoption name MultiPV value 2", 0, 0, true},
    {"setoption name UCI_ShowWDL value true", 0, 0, true},
    {"setoption name Move Overhead value 20", 0, 0, true},
    {"setoption name Hash value 2", 1, 0, false},
    {"setoption name Hash value 0", 0, 1, true},
    {"setoption name Threads value 2", 1, 0, false},
    {"setoption name Threads value 1000000", 0, 1, true},
    {"setoption name Clear Hash", 1, 0, false},
    {"setoption name Game value connect4", 1, 0, false},
    {"setoption name Game value chess", 0, 1, true},
    {"setoption name UCI_Variant value gomoku", 1, 0, false},
    {"ucinewgame", 1, 0, false},
    {"go infinite", 1, 0, true},
    {"go depth x", 0, 1, true},
    {"ponderhit", 0, 0, true},
    {"debug on", 0, 0, true},
    {"d", 0, 0, true},
    {"eval", 0, 0, true},
    {"perft 3", 0, 0, true},
    {"uci", 0, 0, true},
    {"xyzzy", 0, 1, true},
};

Test(uci, anything_may_be_sent_while_it_thinks)
{
    for (size_t i = 0; i < LENGTH(meanwhile); i++) {
        struct process p;
        start(&p);
        char *text = talk(&p, &dialect_uci, "go infinite\n%s", meanwhile[i].line);
        cr_expect_eq(count_lines(text, "bestmove"), meanwhile[i].bestmoves, "%s: %s",
                     meanwhile[i].line, text);
        cr_expect_eq(count_lines(text, "info string error"), meanwhile[i].errors, "%s: %s",
                     meanwhile[i].line, text);
        free(text);
        text = talk(&p, &dialect_uci, "stop");
        cr_expect_eq(count_lines(text, "bestmove"), meanwhile[i].goes_on, "%s: %s",
                     meanwhile[i].line, text);
        free(text);
        process_end(&p);
    }
}

// The dialect of a search's lines is that of its beginning, even if the game changes meanwhile.
Test(uci, a_game_change_finds_the_old_search_answered_in_its_own_notation)
{
    struct process p;
    struct model m;
    start(&p);
    model_start(&m, "othello");
    for (int i = 0; i < 20; i++) {
        process_send(&p, "setoption name Game value othello\nposition startpos\ngo infinite\n");
        sleep_us(500 * i);
        process_send(&p, "setoption name UCI_Variant value cfour\n");
        read_answer(&p, &m, false, NULL);
        process_until(&p, "info string variant cfour");
    }
    process_end(&p);
}

// The counts of test_perft.c, asked for in the middle of a conversation.
Test(uci, perft_counts_and_can_be_cut_off)
{
    struct process p;
    start(&p);
    talk_expect(&p, &dialect_uci, "perft 1", "4\n");
    talk_expect(&p, &dialect_uci, "go perft 7", "55092\n");
    talk_expect(&p, &dialect_uci, "perft 0", "1\n");
    free(talk(&p, &dialect_uci, "setoption name Game value connect4"));
    talk_expect(&p, &dialect_uci, "perft 8", "5673234\n");
    process_send(&p, "perft 60\n");
    sleep_us(20000);
    process_send(&p, "stop\nisready\n");
    cr_expect_eq(strncmp(process_line(&p), "info string error: perft", 24), 0);
    cr_expect_str_eq(process_line(&p), "readyok");
    process_send(&p, "perft 60\nquit\n");
    cr_expect_eq(process_status(&p), 0);
}

// Two threads and a running clock: the whole tour under the thread sanitizer.
Test(uci, several_threads_answer_alike)
{
    struct process p;
    start(&p);
    free(talk(&p, &dialect_uci, "setoption name Threads value 3"));
    for (size_t g = 0; g < LENGTH(shapes); g++) {
        struct model m;
        model_start(&m, shapes[g]);
        free(talk(&p, &dialect_uci, "setoption name Game value %s", shapes[g]));
        for (int i = 0; i < 5; i++) {
            process_send(&p, "go movetime 10\n");
            read_answer(&p, &m, false, NULL);
            process_send(&p, "go infinite\n");
            sleep_us(1000 * i);
            process_send(&p, "stop\n");
            read_answer(&p, &m, false, NULL);
        }
    }
    process_end(&p);
}

Test(uci, a_new_game_and_the_options_leave_memory_where_it_was)
{
    struct process p;
    start(&p);
    long first = 0;
    for (int i = 0; i < 200; i++) {
        free(talk(&p, &dialect_uci, "setoption name Hash value %d\nucinewgame\ngo nodes 200",
                  1 + i % 8));
        if (i == 20)
            first = process_memory(&p);
    }
    free(talk(&p, &dialect_uci, "setoption name Hash value %d\nucinewgame", 1));
    // A sanitizer keeps what was freed for a while, so this is told by the plain build alone.
    if (!strstr(getenv("OUTFLANK") ? getenv("OUTFLANK") : "", "san"))
        cr_expect_leq(process_memory(&p), first + 8 * 1024);
    process_end(&p);
}
