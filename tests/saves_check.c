// SPDX-License-Identifier: MIT
#include "tests/saves_check.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/rng.h"
#include "tests/process.h"

enum { RECORD_MAX = 1 << 12 };

// A folder, the file saved in it, what an aborted save may leave beside it, and a fault's trace.
struct saves {
    char folder[40], file[64], beside[72], log[64];
    char games[2][RECORD_MAX]; // the file after each of two saves
};

// The lines that make each game.
static const char *const games[2] = {"new othello\nmode 3\nplay d3 c3 c4 c5",
                                     "new othello\nmode 3\nplay f5 d6 c3 d3 c4 f4 f6"};

static void read_all(const char *name, char text[RECORD_MAX])
{
    FILE *f = fopen(name, "rb");
    size_t n = f ? fread(text, 1, RECORD_MAX - 1, f) : 0;
    text[n] = '\0';
    if (f)
        fclose(f);
}

// Saves one of the games; the status.
static int save(const struct saves *s, int which)
{
    struct process p;
    process_start(&p, "play", NULL, NULL);
    process_send(&p, "%s\nsave %s\nquit\n", games[which], s->file);
    process_close_input(&p);
    return process_status(&p);
}

static struct saves begin(void)
{
    struct saves s = {.folder = "/tmp/outflank-saves-XXXXXX"};
    cr_assert_not_null(mkdtemp(s.folder));
    snprintf(s.file, sizeof s.file, "%s/g.ggf", s.folder);
    snprintf(s.beside, sizeof s.beside, "%s.new", s.file);
    snprintf(s.log, sizeof s.log, "%s/log", s.folder);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(save(&s, i), 0);
        read_all(s.file, s.games[i]);
        cr_assert_gt(strlen(s.games[i]), 20);
    }
    cr_assert_neq(strcmp(s.games[0], s.games[1]), 0);
    return s;
}

static void end(const struct saves *s)
{
    unlink(s->file);
    unlink(s->beside);
    unlink(s->log);
    cr_expect_eq(rmdir(s->folder), 0, "something else was left in %s", s->folder);
}

// Which game the file holds, whole; -1 for neither.
static int which(const struct saves *s)
{
    char text[RECORD_MAX];
    read_all(s->file, text);
    return strcmp(text, s->games[0]) == 0 ? 0 : strcmp(text, s->games[1]) == 0 ? 1 : -1;
}

void check_killed_saves(int kills)
{
    struct saves s = begin();
    struct rng rng = {77};
    for (int i = 0; i < kills; i++) {
        struct process p;
        process_start(&p, "play", NULL, NULL);
        for (int k = 0; k < 20; k++)
            process_send(&p, "%s\nsave %s\n", games[k % 2], s.file);
        process_until(&p, "> "); // it has begun
        sleep_us((long)rng_below(&rng, 4000));
        kill(p.pid, SIGKILL);
        cr_assert_eq(process_status(&p), 128 + SIGKILL);
        cr_assert_geq(which(&s), 0, "kill %d: a game that is neither", i);
    }
    end(&s);
}

void check_failing_saves(const char *kind)
{
    struct saves s = begin();
    int faults = 0;
    if (!getenv("FAULT") || access(getenv("FAULT"), R_OK) != 0)
        cr_skip_test("no shim: FAULT names none");
    for (int n = 1;; n++) {
        char at[16];
        snprintf(at, sizeof at, "%d", n);
        cr_assert_eq(save(&s, 0), 0);
        unlink(s.log);
        setenv("LD_PRELOAD", getenv("FAULT"), 1);
        setenv("FAULT_AT", at, 1);
        setenv("FAULT_KIND", kind, 1);
        setenv("FAULT_LOG", s.log, 1);
        cr_expect_leq(save(&s, 1), 2);
        unsetenv("LD_PRELOAD");
        unsetenv("FAULT_AT");
        cr_assert_geq(which(&s), 0, "%s at call %d: a game that is neither", kind, n);
        cr_expect_neq(access(s.beside, F_OK), 0, "%s at call %d leaves a file", kind, n);
        if (access(s.log, F_OK) != 0)
            break;
        faults++;
    }
    cr_expect_gt(faults, 2, "the shim was not loaded?");
    end(&s);
}

// What the prompt says to a save under this name in the folder.
static void expect_save(const struct saves *s, const char *name, const char *wanted)
{
    struct process p;
    char line[128];
    process_start(&p, "play", NULL, NULL);
    process_send(&p, "%s\nsave %s/%s\n", games[1], s->folder, name);
    snprintf(line, sizeof line, "> %s", wanted);
    process_until(&p, line);
    process_end(&p);
}

void check_saves_over_what_is_no_file(void)
{
    struct saves s = begin();
    struct stat st;
    char pipe[64], folder[64], link[64];
    snprintf(pipe, sizeof pipe, "%s/pipe", s.folder);
    snprintf(folder, sizeof folder, "%s/folder", s.folder);
    snprintf(link, sizeof link, "%s/link.ggf", s.folder);
    cr_assert(mkfifo(pipe, 0600) == 0 && mkdir(folder, 0700) == 0 && symlink("g.ggf", link) == 0);
    expect_save(&s, "pipe", "not saved: it is not a regular file");
    cr_expect(lstat(pipe, &st) == 0 && S_ISFIFO(st.st_mode));
    expect_save(&s, "folder", "not saved: it is a folder");
    // A link stays one, and the file it names keeps its mode, whatever the mask for new ones.
    cr_assert(save(&s, 0) == 0 && which(&s) == 0 && chmod(s.file, 0664) == 0);
    mode_t mask = umask(027);
    expect_save(&s, "link.ggf", "saved as ");
    umask(mask);
    cr_expect(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    cr_expect_eq(which(&s), 1);
    cr_expect(stat(s.file, &st) == 0 && (st.st_mode & 0777) == 0664);
    cr_expect(unlink(pipe) == 0 && rmdir(folder) == 0 && unlink(link) == 0);
    end(&s);
}
