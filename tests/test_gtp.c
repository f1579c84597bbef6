// SPDX-License-Identifier: MIT
// test_gtp.c - conversations in GTP as quarry, gogui-twogtp and GoGui hold them.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/rng.h"
#include "tests/talk.h"

TestSuite(gtp, .init = games_init);

static void expect(struct process *p, const char *line, const char *answer)
{
    talk_expect(p, &dialect_gtp, line, answer);
}

// Sends a command and copies the first line of its answer.
static void ask(struct process *p, const char *line, char out[256])
{
    char *text = talk(p, &dialect_gtp, "%s", line);
    struct writer w = writer_on(out, 256);
    write_text(&w, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
}

// The cell a vertex names: letters with or without the I, rows from the top or from the bottom.
static move read_vertex(const struct model *m, const char *vertex)
{
    bool othello = m->game->notation == NOTATION_ROW_ONE_TOP;
    int x = vertex[0] - 'A', row = 0;
    if (strcmp(vertex, "PASS") == 0)
        return MOVE_PASS;
    for (const char *c = vertex + 1; *c; c++) {
        cr_assert(*c >= '0' && *c <= '9', "%s", vertex);
        row = row * 10 + (*c - '0');
    }
    cr_assert(othello || vertex[0] != 'I', "%s", vertex);
    x -= !othello && x > 8;
    cr_assert(x >= 0 && x < m->grid.width && row >= 1 && row <= m->grid.height, "%s", vertex);
    return move_at(x, othello ? row - 1 : m->grid.height - row);
}

static void print_vertex(const struct model *m, move mv, char out[8])
{
    bool othello = m->game->notation == NOTATION_ROW_ONE_TOP;
    struct writer w = writer_on(out, 8);
    int x = move_x(mv), y = move_y(mv);
    if (mv == MOVE_PASS)
        write_text(&w, "PASS");
    else
        write_text(&w, "%c%d", 'A' + x + (!othello && x >= 8),
                   othello ? y + 1 : m->grid.height - y);
}

Test(gtp, introduces_itself_to_quarry)
{
    struct process p;
    process_start(&p, NULL, NULL, NULL);
    expect(&p, "protocol_version", "= 2\n\n");
    expect(&p, "name", "= outflank\n\n");
    char *text = talk(&p, &dialect_gtp, "version");
    cr_expect_eq(count_lines(text, "= "), 1);
    free(text);
    text = talk(&p, &dialect_gtp, "list_commands");
    static const char *const needed[] = {
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "time_settings",
        "time_left",
        "final_score",
        "showboard",
        "loadsgf",
        "reg_genmove",
        "list_games",
        "set_game",
        "gogui-interrupt",
        "gogui-rules_game_id",
        "gogui-rules_board_size",
        "gogui-rules_board",
        "gogui-rules_legal_moves",
        "gogui-rules_side_to_move",
        "gogui-rules_final_result",
    };
    for (size_t i = 0; i < LENGTH(needed); i++) {
        char line[64];
        cr_expect(strstr(text, needed[i]), "%s is not listed", needed[i]);
        snprintf(line, sizeof line, "known_command %s", needed[i]);
        expect(&p, line, "= true\n\n");
    }
    free(text);
    expect(&p, "known_command xyzzy", "= false\n\n");
    text = talk(&p, &dialect_gtp, "list_games");
    cr_expect(strstr(text, "Othello"));
    free(text);
    process_end(&p);
}

// Its traffic in a game: colours in full, no passes, the same colour twice where one must pass.
Test(gtp, plays_against_quarry)
{
    static const char *const clocks[] = {"time_settings 600 0 0", "time_settings 0 1 1",
                                         "time_settings 600 30 10", "time_settings 0 1 0"};
    struct process p;
    struct rng rng = {3};
    talk_start(&p, &dialect_gtp);
    for (int game = 0; game < 4; game++) {
        struct model m;
        char line[64], answer[256], vertex[8];
        enum side human = game % 2 ? FIRST : SECOND;
        int size = game < 2 ? 8 : 6;
        model_start(&m, size == 8 ? "othello" : "othello:6x6");
        expect(&p, "set_game Othello", "=\n\n");
        snprintf(line, sizeof line, "boardsize %d", size);
        expect(&p, line, "=\n\n");
        expect(&p, "clear_board", "=\n\n");
        expect(&p, clocks[game], "=\n\n");
        while (!model_over(&m)) {
            struct moves legal;
            const char *color = m.grid.to_move == FIRST ? "black" : "white";
            m.game->moves(&m.position, &legal);
            if (legal.at[0] == MOVE_PASS) {
                model_play(&m, MOVE_PASS); // and nothing is said about it
                continue;
            }
            if (m.grid.to_move == human) {
                move mv = legal.at[rng_below(&rng, (uint32_t)legal.count)];
                print_vertex(&m, mv, vertex);
                snprintf(line, sizeof line, "play %s %s", color, vertex);
                expect(&p, line, "=\n\n");
                model_play(&m, mv);
            } else {
                // Little time, so that the test is short.
                snprintf(line, sizeof line, "time_left %s 0 1", color);
                expect(&p, line, "=\n\n");
                snprintf(line, sizeof line, "genmove %s", color);
                if (game == 3) { // no limit: interrupted instead
                    process_send(&p, "%s\n# interrupt\n", line);
                    snprintf(answer, sizeof answer, "%s", process_line(&p));
                    process_line(&p);
                } else {
                    ask(&p, line, answer);
                }
                cr_assert_eq(strncmp(answer, "= ", 2), 0, "%s: %s", line, answer);
                model_play(&m, read_vertex(&m, answer + 2));
            }
        }
    }
    process_end(&p);
}

static const char *const titles[] = {
    "othello", "othello:6x6",   "connect4",       "connect4:9x10,x=c4",
    "gomoku",  "gomoku:9,free", "gomoku:7,renju", "gomoku:9,caro"};

// Two programs under twogtp: passes are sent and answered, two of them end the game, the score.
Test(gtp, plays_a_match_under_twogtp)
{
    struct process p[2];
    talk_start(&p[0], &dialect_gtp);
    talk_start(&p[1], &dialect_gtp);
    for (size_t i = 0; i < LENGTH(titles); i++) {
        struct model m;
        char line[64], answer[256], scores[2][256];
        int passes = 0, side = 0, plies = 0;
        model_start(&m, titles[i]);
        for (int k = 0; k < 2; k++) {
            snprintf(line, sizeof line, "set_game %s", titles[i]);
            expect(&p[k], line, "=\n\n");
            expect(&p[k], "clear_board", "=\n\n");
            expect(&p[k], "komi 0", "=\n\n");
            expect(&p[k], "time_settings 0 0 0", "=\n\n");
        }
        for (; passes < 2; side = 1 - side, plies++) {
            snprintf(line, sizeof line, "genmove %c", "bw"[side]);
            ask(&p[side], line, answer);
            cr_assert_eq(strncmp(answer, "= ", 2), 0, "%s: %s", line, answer);
            passes = strcmp(answer, "= PASS") == 0 ? passes + 1 : 0;
            bool over = model_over(&m);
            cr_assert(!over || passes, "%s after the end", answer);
            if (!over)
                model_play(&m, read_vertex(&m, answer + 2));
            snprintf(line, sizeof line, "play %c %.8s", "BW"[side], answer + 2);
            expect(&p[1 - side], line, "=\n\n");
            cr_assert_lt(plies, 1000);
        }
        cr_assert(model_over(&m), "%s: two passes before the end", titles[i]);
        int margin;
        m.game->over(&m.position, &margin);
        snprintf(answer, sizeof answer, margin == 0 ? "= 0" : "= %c+%d", margin > 0 ? 'B' : 'W',
                 abs(margin));
        for (int k = 0; k < 2; k++) {
            ask(&p[k], "final_score", scores[k]);
            cr_expect_str_eq(scores[k], answer, "%s", titles[i]);
        }
    }
    process_end(&p[0]);
    process_end(&p[1]);
}

// GoGui can't be told of a game but by the command line: its first questions are answered for that
// game, and clearing the board leaves it.
Test(gtp, plays_the_game_of_the_command_line)
{
    struct process p;
    process_start(&p, "gtp", "-g", "gomoku");
    expect(&p, "gogui-rules_game_id", "= Gomoku\n\n");
    expect(&p, "gogui-rules_board_size", "= 15\n\n");
    expect(&p, "boardsize 15", "=\n\n");
    expect(&p, "clear_board", "=\n\n");
    expect(&p, "gogui-rules_side_to_move", "= black\n\n");
    expect(&p, "play b H8", "=\n\n");
    expect(&p, "gogui-rules_game_id", "= Gomoku\n\n");
    process_end(&p);
    process_start(&p, "gtp", "-g", "connect4:9x10,x=c4");
    expect(&p, "gogui-rules_game_id", "= Connect Four\n\n");
    expect(&p, "gogui-rules_board_size", "= 9 10\n\n");
    process_end(&p);
}

// GoGui's rules: the board and the legal moves it shows are those of the game, all the way.
Test(gtp, is_a_ruler_for_gogui)
{
    struct process p;
    struct rng rng = {5};
    talk_start(&p, &dialect_gtp);
    for (size_t i = 0; i < LENGTH(titles); i++) {
        struct model m;
        char line[64], want[4096];
        model_start(&m, titles[i]);
        snprintf(line, sizeof line, "set_game %s", titles[i]);
        expect(&p, line, "=\n\n");
        snprintf(want, sizeof want, "= %s\n\n", m.game->title);
        expect(&p, "gogui-rules_game_id", want);
        if (m.grid.width == m.grid.height)
            snprintf(want, sizeof want, "= %d\n\n", m.grid.width);
        else
            snprintf(want, sizeof want, "= %d %d\n\n", m.grid.width, m.grid.height);
        expect(&p, "gogui-rules_board_size", want);
        for (int ply = 0; ply < 20 && !model_over(&m); ply++) {
            struct moves legal;
            struct writer w = writer_on(want, sizeof want);
            bool flip = m.game->notation == NOTATION_ROW_ONE_TOP;
            write_text(&w, "= ");
            for (int k = 0; k < m.grid.height; k++) {
                int y = flip ? m.grid.height - 1 - k : k;
                for (int x = 0; x < m.grid.width; x++)
                    write_text(&w, "%s%c", x ? " " : "", ".XO?"[m.grid.cell[y * m.grid.width + x]]);
                write_text(&w, "\n");
            }
            write_text(&w, "\n");
            expect(&p, "gogui-rules_board", want);
            w = writer_on(want, sizeof want);
            m.game->moves(&m.position, &legal);
            write_text(&w, "=");
            for (int k = 0; k < legal.count; k++) {
                char vertex[8];
                print_vertex(&m, legal.at[k], vertex);
                write_text(&w, " %s", vertex);
            }
            write_text(&w, "\n\n");
            expect(&p, "gogui-rules_legal_moves", want);
            expect(&p, "gogui-rules_side_to_move",
                   m.grid.to_move == FIRST ? "= black\n\n" : "= white\n\n");
            expect(&p, "gogui-rules_final_result", "= the game goes on\n\n");
            move mv = legal.at[rng_below(&rng, (uint32_t)legal.count)];
            print_vertex(&m, mv, want);
            snprintf(line, sizeof line, "play %c %.8s", "BW"[m.grid.to_move], want);
            expect(&p, line, "=\n\n");
            model_play(&m, mv);
        }
    }
    process_end(&p);
}

Test(gtp, ids_comments_and_control_characters)
{
    struct process p;
    talk_start(&p, &dialect_gtp);
    expect(&p, "5 name", "=5 outflank\n\n");
    expect(&p, "0 name", "=0 outflank\n\n");
    expect(&p, "123456789012345678 name", "=123456789012345678 outflank\n\n");
    expect(&p, "7 xyzzy", "?7 unknown command\n\n");
    expect(&p, "7", "?7 syntax error\n\n");
    expect(&p, "", "");
    expect(&p, "   \t ", "");
    expect(&p, "# a comment", "");
    expect(&p, "name # a comment", "= outflank\n\n");
    expect(&p, "8 name#", "=8 outflank\n\n");
    expect(&p, "\x01na\x02me\x7f\r", "= outflank\n\n");
    expect(&p, "\tname\t", "= outflank\n\n");
    expect(&p, "5\tknown_command\tname", "=5 true\n\n");
    expect(&p, "NAME", "? unknown command\n\n");
    expect(&p, "play B d3", "=\n\n");
    expect(&p, "play WHITE C3", "=\n\n");
    char *text = talk_bytes(&p, &dialect_gtp, "na\0me", 5);
    cr_expect_str_eq(text, "= outflank\n\n");
    free(text);
    process_end(&p);
}

Test(gtp, undo_goes_back_to_the_start)
{
    struct process p;
    char before[256], after[256];
    talk_start(&p, &dialect_gtp);
    ask(&p, "gogui-rules_legal_moves", before);
    expect(&p, "undo", "? cannot undo\n\n");
    expect(&p, "play b d3", "=\n\n");
    expect(&p, "play w c3", "=\n\n");
    expect(&p, "play w e3", "=\n\n"); // twice the same colour, one undo each
    expect(&p, "undo", "=\n\n");
    expect(&p, "undo", "=\n\n");
    expect(&p, "gogui-rules_side_to_move", "= white\n\n");
    expect(&p, "undo", "=\n\n");
    expect(&p, "undo", "? cannot undo\n\n");
    ask(&p, "gogui-rules_legal_moves", after);
    cr_expect_str_eq(before, after);
    process_end(&p);
}

// After the end: PASS for either colour in every game, a score, and undo leads back into the game.
Test(gtp, the_end_of_a_game)
{
    static const struct {
        const char *game, *moves[8], *score, *result;
    } ends[] = {
        {"connect4", {"A", "B", "A", "B", "A", "B", "A"}, "= B+1\n\n", "= Black wins\n\n"},
        {"gomoku:5",
         {"A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"}, // the fifth is played below
         NULL,
         NULL},
        {"othello:4x4", {NULL}, NULL, NULL},
    };
    struct process p;
    talk_start(&p, &dialect_gtp);
    for (size_t i = 0; i < LENGTH(ends); i++) {
        char line[64], score[256];
        snprintf(line, sizeof line, "set_game %s", ends[i].game);
        expect(&p, line, "=\n\n");
        expect(&p, "time_settings 0 0 0", "=\n\n");
        for (int k = 0; k < 8 && ends[i].moves[k]; k++) {
            snprintf(line, sizeof line, "play %c %s", "bw"[k % 2], ends[i].moves[k]);
            expect(&p, line, "=\n\n");
        }
        if (i == 1)
            expect(&p, "play b E1", "=\n\n");
        if (i == 2) // play it out
            for (int passes = 0, k = 0; passes < 2; k++) {
                snprintf(line, sizeof line, "genmove %c", "bw"[k % 2]);
                ask(&p, line, score);
                passes = strcmp(score, "= PASS") == 0 ? passes + 1 : 0;
            }
        for (int k = 0; k < 4; k++) {
            snprintf(line, sizeof line, "genmove %c", "bw"[k % 2]);
            expect(&p, line, "= PASS\n\n");
            snprintf(line, sizeof line, "play %c pass", "bw"[k % 2]);
            expect(&p, line, "=\n\n");
        }
        expect(&p, "gogui-rules_legal_moves", "=\n\n");
        expect(&p, "play b A1", "? illegal move\n\n");
        ask(&p, "final_score", score);
        cr_expect_eq(score[0], '=', "%s", score);
        if (ends[i].score) {
            expect(&p, "final_score", ends[i].score);
            expect(&p, "gogui-rules_final_result", ends[i].result);
        }
        expect(&p, "undo", "=\n\n");
        expect(&p, "final_score", "? cannot score\n\n");
    }
    process_end(&p);
}

Test(gtp, board_sizes)
{
    struct process p;
    talk_start(&p, &dialect_gtp);
    expect(&p, "boardsize 6", "=\n\n");
    expect(&p, "gogui-rules_board_size", "= 6\n\n");
    expect(&p, "boardsize 7", "? unacceptable size\n\n");
    expect(&p, "boardsize 10", "? unacceptable size\n\n");
    expect(&p, "gogui-rules_board_size", "= 6\n\n");
    expect(&p, "boardsize 8 6", "=\n\n");
    expect(&p, "gogui-rules_board_size", "= 8 6\n\n");
    expect(&p, "set_game Connect Four", "=\n\n");
    expect(&p, "gogui-rules_board_size", "= 7 6\n\n");
    expect(&p, "boardsize 7", "=\n\n"); // a GUI that knows only squares confirms the width
    expect(&p, "gogui-rules_board_size", "= 7 6\n\n");
    expect(&p, "boardsize 9 10", "=\n\n");
    expect(&p, "gogui-rules_board_size", "= 9 10\n\n");
    expect(&p, "set_game gomoku:15,free", "=\n\n");
    expect(&p, "boardsize 9 8", "? unacceptable size\n\n");
    expect(&p, "boardsize 9", "=\n\n");
    expect(&p, "gogui-rules_board_size", "= 9\n\n");
    process_end(&p);
}

Test(gtp, loads_records)
{
    struct process p;
    char name[] = "/tmp/outflank-test-XXXXXX", line[128];
    int fd = mkstemp(name);
    cr_assert(fd >= 0);
    const char *record = "(;GM[2]SZ[8];B[dc];W[cc])";
    cr_assert_eq(write(fd, record, strlen(record)), (ssize_t)strlen(record));
    close(fd);
    talk_start(&p, &dialect_gtp);
    snprintf(line, sizeof line, "loadsgf %s", name);
    expect(&p, line, "=\n\n");
    expect(&p, "gogui-rules_side_to_move", "= black\n\n");
    expect(&p, "undo", "=\n\n");
    snprintf(line, sizeof line, "loadsgf %s 2", name);
    expect(&p, line, "=\n\n");
    expect(&p, "gogui-rules_side_to_move", "= white\n\n");
    expect(&p, "play b e6", "=\n\n");
    unlink(name);
    expect(&p, line, "? cannot load file\n\n");
    expect(&p, "loadsgf /", "? cannot load file\n\n");
    expect(&p, "loadsgf /dev/zero", "? cannot load file\n\n");
    process_end(&p);
}

// A thought without end is cut short by "# interrupt", by quit, by the end of input, by a signal.
Test(gtp, a_thought_can_be_interrupted)
{
    struct process p;
    talk_start(&p, &dialect_gtp);
    expect(&p, "time_settings 1000000 0 0", "=\n\n");
    process_send(&p, "1 genmove b\n");
    sleep_us(5000);
    process_send(&p, "# interrupt\n2 name\n");
    cr_expect_eq(strncmp(process_line(&p), "=1 ", 3), 0);
    cr_expect_str_eq(process_line(&p), "");
    cr_expect_str_eq(process_line(&p), "=2 outflank");
    process_line(&p);
    process_send(&p, "3 genmove w\n4 quit\n");
    cr_expect_eq(strncmp(process_line(&p), "=3 ", 3), 0);
    process_line(&p);
    cr_expect_str_eq(process_line(&p), "=4");
    cr_expect_eq(process_status(&p), 0);

    for (int how = 0; how < 3; how++) {
        talk_start(&p, &dialect_gtp);
        expect(&p, "time_settings 1000000 0 0", "=\n\n");
        process_send(&p, "1 genmove b\n");
        sleep_us(5000);
        if (how == 0)
            process_close_input(&p);
        else
            kill(p.pid, how == 1 ? SIGTERM : SIGINT);
        char *rest = process_rest(&p);
        cr_expect_leq(count_lines(rest, "=1 "), 1);
        free(rest);
        cr_expect_eq(process_status(&p), 0);
    }
}

// Every way to say how much time there is, and what one move may take of it in milliseconds. With
// one thread processor time is at most the time of the clock, and a busy machine changes nothing.
static const struct {
    const char *clock;
    int most;
} clocks[] = {
    {"time_left b 0 0", 0},
    {"time_left b -3 0", 0},
    {"time_left b 0.05 1", 50},
    {"time_left b 0.1 0", 100},
    {"time_settings 0 0 0", 0},
    {"time_settings 0 10 0\ntime_left b 0 0", 0},
    {"time_settings 0 10 0\ntime_left b 0.05 1", 50},
    {"time_settings 0 0.05 0", 50},
    {"time_settings 0 0.05 1", 50},
    {"time_settings 0 0.1 2", 100},
    {"time_settings 0.1 0 0", 100},
    {"time_settings 0.05 0.05 1", 100},
    {"time_settings 600 0.1 1\ntime_left b 0 0", 100},
    {"time_settings 600 0.1 1\ntime_left b -0.05 0", 50},
    {"time_settings 600 0.1 1\ntime_left b -3 0", 0},
    {"time_settings 600 0.1 1\ntime_left b 0 1", 0},
    {"time_settings 600 0 0\ntime_left b 0 0", 0},
    {"time_settings 600 30 10\ntime_left b 0.05 5", 50},
    {"time_settings 600 0 0\ntime_left w 0 0\ntime_left b 0 0\nclear_board\ntime_left b 0 0", 0},
};

Test(gtp, the_time_is_obeyed_in_every_form)
{
    for (size_t i = 0; i < LENGTH(clocks); i++) {
        struct process p;
        talk_start_with(&p, &dialect_gtp, "Hash=4");
        free(talk(&p, &dialect_gtp, "play b d3\nplay w c3\n%s", clocks[i].clock));
        long long before = process_cpu_us(&p);
        free(talk(&p, &dialect_gtp, "genmove b"));
        long long used = process_cpu_us(&p) - before;
        cr_expect_leq(used, clocks[i].most * 1000 + process_cpu_limit_us(), "%s: %lld us",
                      clocks[i].clock, used);
        process_end(&p);
    }
}

// Where a period of so many stones follows main time, a move may count on both: the least that one
// takes, in milliseconds, after some moves that run on the program's own clock. Main time alone would
// be shared out among the thirty moves of a game.
static const struct {
    const char *clock;
    int least;
} both[] = {
    {"time_settings 600 1 1\ntime_left b 0.1 0", 400},
    {"time_settings 600 2 2\ntime_left b 0.1 0", 300},
    {"time_settings 600 1 1\ntime_left b -0.1 0", 300},
    {"time_settings 600 1 1\ntime_left b 0 0", 400},
    {"time_settings 0.1 1 1", 400},
    {"time_settings 0.01 0.5 1\ngenmove b\nundo\ngenmove b\nundo", 200},
};

Test(gtp, main_time_counts_on_the_period_behind_it)
{
    for (size_t i = 0; i < LENGTH(both); i++) {
        struct process p;
        talk_start_with(&p, &dialect_gtp, "Hash=4");
        free(talk(&p, &dialect_gtp, "play b d3\nplay w c3\n%s", both[i].clock));
        long long begun = now_ns();
        free(talk(&p, &dialect_gtp, "genmove b"));
        long long took = now_ns() - begun;
        cr_expect_geq(took, both[i].least * 1000000LL, "%s: %lld ms", both[i].clock,
                      took / 1000000);
        process_end(&p);
    }
}

// Where there is no limit a move takes a second, whatever the period; a new game forgets what was
// left of the last one.
Test(gtp, no_limit_is_a_second)
{
    struct process p;
    talk_start(&p, &dialect_gtp);
    free(talk(&p, &dialect_gtp, "time_settings 0 10 0\ntime_left b 0 0\nclear_board"));
    long long begun = now_ns();
    free(talk(&p, &dialect_gtp, "genmove b"));
    cr_expect_geq(now_ns() - begun, 900000000);
    process_end(&p);
}

// Whose turn it is; after the end, who has won.
Test(gtp, the_board_says_how_it_ended)
{
    struct process p;
    process_start(&p, "gtp", "-g", "gomoku:5");
    char *before = talk(&p, &dialect_gtp, "play b a1\nplay b b2\nplay b c3\nplay b d4\nshowboard");
    char *after = talk(&p, &dialect_gtp, "play b e5\nshowboard");
    cr_expect(strstr(before, "white to move\n") && !strstr(before, "wins"), "%s", before);
    cr_expect(strstr(after, "black wins\n") && !strstr(after, "to move"), "%s", after);
    free(before);
    free(after);
    process_end(&p);
}

// Every move has its score, however weak the play.
Test(gtp, scores_do_not_depend_on_the_strength)
{
    struct process p;
    process_start(&p, "gtp", "--option", "Strength=beginner");
    char *scores = talk(&p, &dialect_gtp, "time_settings 0 0.05 1\noutflank-scores b");
    for (const char *const *m = (const char *const[]){"D3", "C4", "F5", "E6", NULL}; *m; m++)
        cr_expect(strstr(scores, *m), "%s: %s", *m, scores);
    free(scores);
    process_end(&p);
}

// Without time_left the program keeps its own clock: a game's worth of moves stays inside it.
Test(gtp, keeps_its_own_clock)
{
    struct process p;
    char answer[256], line[32];
    talk_start(&p, &dialect_gtp);
    expect(&p, "time_settings 1 0 0", "=\n\n");
    int moves = 0;
    for (int passes = 0; passes < 2; moves++) {
        snprintf(line, sizeof line, "genmove %c", "bw"[moves % 2]);
        ask(&p, line, answer);
        cr_assert_eq(answer[0], '=');
        passes = strcmp(answer, "= PASS") == 0 ? passes + 1 : 0;
    }
    cr_expect_gt(moves, 9);
    process_end(&p);
}

// Every move's exact score on the board that quarry offers beside 8x8.
Test(gtp, shows_the_scores_of_6x6)
{
    struct process p;
    process_start(&p, "gtp", NULL, NULL); // with the book, which knows them
    expect(&p, "set_game Othello", "=\n\n");
    expect(&p, "boardsize 6", "=\n\n");
    expect(&p, "outflank-scores b",
           "= C2 -4.00 exact\nB3 -4.00 exact\nE4 -4.00 exact\nD5 -4.00 exact\n\n");
    expect(&p, "play b c2", "=\n\n");
    expect(&p, "outflank-scores w", "= B4 +4.00 exact\nD2 +2.00 exact\nB2 -20.00 exact\n\n");
    expect(&p, "outflank-scores", "? syntax error\n\n");
    process_end(&p);
}

// The moves of the side asked about, not of the one whose turn it is: eight here, white has four.
Test(gtp, scores_are_those_of_the_side_asked_about)
{
    struct process p;
    talk_start(&p, &dialect_gtp);
    free(talk(&p, &dialect_gtp,
              "set_game Othello\ntime_settings 0 1 1\nplay b f5\nplay w f4\nplay b e3"));
    char *text = talk(&p, &dialect_gtp, "outflank-scores b");
    int scores = 0;
    for (const char *c = text; *c; c++)
        scores += *c == '.';
    cr_expect_eq(scores, 8, "%s", text);
    free(text);
    process_end(&p);
}
