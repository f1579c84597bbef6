// SPDX-License-Identifier: MIT
#include "tests/faults_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "tests/process.h"

// A short conversation; $ stands for the name of a file that is saved.
static const struct script {
    const char *words, *lines; // a conversation has one word, and a small table
} scripts[] = {
    {"uci", "uci\nsetoption name Threads value 2\nsetoption name Hash value 4\nucinewgame\n"
            "position startpos moves d3\ngo depth 3\nisready\nsetoption name OwnBook value false\n"
            "go depth 3\nisready\nsetoption name Search value mcts\ngo nodes "
            "200\nisready\nsetoption name Game value connect4\ngo depth 3\nisready\n"
            "setoption name Game value gomoku\ngo depth 2\nisready\nquit\n"},
    {"gtp", "time_settings 0 0 0\ngenmove b\nundo\nset_game gomoku:9\ngenmove b\nquit\n"},
    {"gomocup", "START 9\nINFO timeout_turn 0\nBEGIN\nBOARD\n1,1,1\n2,2,2\nDONE\nEND\n"},
    {"play", "play d3 c3\nsave $\nload $\nundo\nquit\n"},
    {"nboard", "nboard 2\nset depth 2\nset game (;GM[Othello]BO[8 "
               "---------------------------O*------*O--------------------------- *]B[F5];)\n"
               "go\nping 1\nquit\n"},
    {"xboard", "xboard\nprotover 2\nvariant connect4\nst 0\ngo\nping 1\nquit\n"},
    {"botzone", "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n"},
    {"saiblo", "9 10 3 4\n-1 -1\n"},
    {"solve -g othello:4x4 --all-moves --threads 2 --hash 1", "b1a1\nb1a1a2\n"},
    {"analyze -g othello:4x4 --depth 2 --hash 1 --json", "b1a1\n"},
    {"analyze -g othello:4x4 --depth 2 --hash 1 --html", "b1a1\n"},
    {"puzzle -g othello:4x4", ""},
    {"play -g othello:4x4", "puzzle easy\npuzzle easy\nquit\n"},
};

// A file with the fault's trace, one for the saved game.
struct place {
    char folder[40], log[64], save[64];
};

static void run(const struct script *s, const struct place *at, const char *call, int n, bool on)
{
    struct process p;
    char number[16], whole[1 << 10], command[128];
    const char *hole, *from = s->lines;
    size_t length = 0;
    snprintf(number, sizeof number, "%d", n);
    setenv("LD_PRELOAD", getenv("FAULT_MEMORY"), 1);
    setenv("FAULT_CALL", call, 1);
    setenv("FAULT_AT", number, 1);
    setenv("FAULT_LOG", at->log, 1);
    if (on)
        setenv("FAULT_ON", "1", 1);
    const char *words[16] = {command, "--option", "Hash=2"};
    snprintf(command, sizeof command, "%s", s->words);
    for (int i = 1; (hole = strchr(words[i - 1], ' ')); i++) {
        command[hole - command] = '\0';
        words[i] = hole + 1;
        words[i + 1] = NULL;
    }
    process_start_on(&p, words, -1, -1);
    unsetenv("LD_PRELOAD");
    unsetenv("FAULT_ON");
    for (; (hole = strchr(from, '$')); from = hole + 1)
        length += (size_t)snprintf(whole + length, sizeof whole - length, "%.*s%s",
                                   (int)(hole - from), from, at->save);
    length += (size_t)snprintf(whole + length, sizeof whole - length, "%s", from);
    process_send_bytes(&p, whole, length);
    process_close_input(&p);
    int status = process_status(&p);
    cr_expect(status <= 2, "%s: %s fails at call %d%s: status %d", s->words, call, n,
              on ? " and on" : "", status);
}

// The saved game is whole, or is not there.
static void expect_whole(const struct place *at, const char *call, int n)
{
    char text[256] = "";
    FILE *f = fopen(at->save, "r");
    if (!f)
        return;
    size_t length = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    unlink(at->save);
    cr_expect(length > 8 && strstr(text, "C3") && strchr(text, ')'),
              "%s at call %d: a save of '%s'", call, n, text);
}

int check_faults(const char *call, int step)
{
    struct place at = {.folder = "/tmp/outflank-short-XXXXXX"};
    int faults = 0;
    if (!getenv("FAULT_MEMORY") || access(getenv("FAULT_MEMORY"), R_OK) != 0)
        cr_skip_test("no shim: FAULT_MEMORY names none");
    if (getenv("OUTFLANK") && strstr(getenv("OUTFLANK"), "san"))
        cr_skip_test("a sanitizer has a malloc of its own");
    cr_assert_not_null(mkdtemp(at.folder));
    snprintf(at.log, sizeof at.log, "%s/log", at.folder);
    snprintf(at.save, sizeof at.save, "%s/game.ggf", at.folder);
    for (size_t i = 0; i < LENGTH(scripts); i++)
        for (int n = 1; n < 100000; n += step) {
            unlink(at.log);
            run(&scripts[i], &at, call, n, false);
            expect_whole(&at, call, n);
            if (n / step % 4 == 3) { // and none from there on
                run(&scripts[i], &at, call, n, true);
                expect_whole(&at, call, n);
            }
            if (access(at.log, F_OK) != 0)
                break; // it has not so many calls
            faults++;
        }
    unlink(at.log);
    rmdir(at.folder);
    return faults;
}
