// SPDX-License-Identifier: MIT
// long_soak.c - row H1: 100,000 new games in one process, and it is as it was.
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/figures.h"
#include "tests/talk.h"

enum { GAMES = 100000, TOGETHER = 100 };

// How many entries a folder of /proc about the process has: its threads, its descriptors.
static int entries(const struct process *p, const char *folder)
{
    char name[64];
    int n = 0;
    snprintf(name, sizeof name, "/proc/%d/%s", (int)p->pid, folder);
    DIR *d = opendir(name);
    cr_assert_not_null(d, "%s", name);
    for (struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

// Many new games with a short thought each, asked for together.
static void play(struct process *p, const char *moves)
{
    static char text[TOGETHER * 64];
    size_t n = 0;
    for (int i = 0; i < TOGETHER; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "ucinewgame\nposition startpos moves %s\ngo nodes 1\n", moves);
    process_send_bytes(p, text, n);
    for (int i = 0; i < TOGETHER; i++)
        process_until(p, "bestmove ");
    free(talk(p, &dialect_uci, "ucinewgame")); // the last thread has ended, too
}

static void soak(const char *game, const char *moves)
{
    struct process p;
    process_start(&p, "uci", "--option", "OwnBook=false");
    free(talk(&p, &dialect_uci, "setoption name Hash value 4\nsetoption name Game value %s", game));
    for (int i = 0; i < 1000; i += TOGETHER)
        play(&p, moves);
    long memory = process_memory(&p);
    int threads = entries(&p, "task"), descriptors = entries(&p, "fd");
    for (int i = 0; i < GAMES; i += TOGETHER)
        play(&p, moves);
    long more = process_memory(&p) - memory;
    cr_expect_leq(more, 256, "%s: %ld KiB more", game, more);
    cr_expect_eq(entries(&p, "task"), threads, "%s: threads", game);
    cr_expect_eq(entries(&p, "fd"), descriptors, "%s: descriptors", game);
    figure("H1", (double)more, "KiB", game);
    process_end(&p);
}

Test(soak, othello)
{
    soak("othello", "d3");
}

Test(soak, connect4)
{
    soak("connect4", "d");
}

Test(soak, gomoku)
{
    soak("gomoku", "h8");
}
