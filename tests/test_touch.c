// SPDX-License-Identifier: MIT
// test_touch.c - what the program touches of the system, as strace sees it (SECURITY.md).
//
// A game over UCI, a solve, a shell that saves and a book that is merged: no socket, no other
// program, no process but threads, nothing written or removed but what was named, nothing read but
// that, the C library and what tells how much memory there is. Skipped where strace is missing or
// may not trace.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "tests/process.h"

static char folder[] = "/tmp/outflank-touch-XXXXXX";
static char trace[64], named[64];

static void open_folder(void)
{
    const char *program = getenv("OUTFLANK");
    if (access("/usr/bin/strace", X_OK) != 0)
        cr_skip_test("no strace");
    if (program && strstr(program, "san"))
        cr_skip_test("a sanitizer touches more");
    cr_assert_not_null(mkdtemp(folder));
    snprintf(trace, sizeof trace, "%s/trace", folder);
    snprintf(named, sizeof named, "%s/named", folder);
}

static void close_folder(void)
{
    unlink(trace);
    unlink(named);
    rmdir(folder);
}

TestSuite(touch, .init = open_folder, .fini = close_folder);

// Runs the program under strace; the caller frees what was traced.
static char *run(const char *const *words, const char *input)
{
    const char *program = getenv("OUTFLANK"),
               *all[20] = {"-f",
                           "-qq",
                           "-o",
                           trace,
                           "-e",
                           "trace=%network,%process,%file,fsync,fdatasync,ftruncate",
                           program ? program : "./outflank"};
    size_t n = 7;
    struct process p;
    for (; *words; words++)
        all[n++] = *words;
    setenv("OUTFLANK", "/usr/bin/strace", 1);
    process_start_on(&p, all, -1, -1);
    if (program)
        setenv("OUTFLANK", program, 1);
    process_send(&p, "%s", input);
    process_close_input(&p);
    int status = process_status(&p);
    FILE *f = fopen(trace, "r");
    char *text = calloc(1, 1 << 20);
    cr_assert(f && text);
    cr_assert_lt(fread(text, 1, (1 << 20) - 1, f), (1 << 20) - 1);
    fclose(f);
    if (!strstr(text, "execve("))
        cr_skip_test("strace may not trace here");
    cr_expect_eq(status, 0);
    return text;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

// True when the first name in quotes of a call begins with one of these.
static bool names_one(const char *call, const char *const *names)
{
    const char *quote = strchr(call, '"');
    for (; quote && *names; names++)
        if (begins(quote + 1, *names))
            return true;
    return false;
}

static bool begins_with_one(const char *call, const char *const *names)
{
    for (; *names; names++)
        if (begins(call, *names))
            return true;
    return false;
}

// What asks and changes nothing, what ends a thread, and strace's own marks.
static const char *const harmless[] = {
    "newfstatat(", "stat",    "fstat",  "lstat(", "access(", "faccessat",
    "readlink",    "getcwd(", "fsync(", "exit",   "wait",    "kill(",
    "tgkill(",     "arch_",   "<...",   "+++",    "---",     NULL,
};
static const char *const changes[] = {"unlink", "rename", "truncate", "ftruncate", "mkdir",
                                      "rmdir",  "link",   "symlink",  "chmod",     "chown",
                                      "mknod",  "utime",  NULL};

// One call is one that was promised.
static void expect_call(const char *call, int *programs)
{
    static const char *const read[] = {"/etc/ld.so",     "/lib",  "/usr/lib",
                                       "/proc/",         "/sys/", "/dev/null",
                                       "/etc/localtime", folder,  NULL};
    static const char *const write[] = {"/dev/null", named, NULL};
    if (begins(call, "execve"))
        cr_expect_eq(++*programs, 1, "%s", call);
    else if (begins(call, "clone"))
        cr_expect(strstr(call, "CLONE_THREAD"), "%s", call);
    else if (begins(call, "open"))
        cr_expect(
            names_one(call, strstr(call, "O_RDONLY") && !strstr(call, "O_CREAT") ? read : write),
            "%s", call);
    else if (begins_with_one(call, changes))
        cr_expect(names_one(call, write), "%s", call);
    else
        cr_expect(begins_with_one(call, harmless), "%s", call);
}

static void expect_promised(char *text)
{
    int programs = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        expect_call(line + strspn(line, "0123456789 "), &programs);
    }
    cr_expect_eq(programs, 1);
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

Test(touch, a_game_touches_nothing)
{
    char *text =
        run(WORDS("uci"), "uci\nsetoption name Threads value 2\nsetoption name Hash value 64\n"
                          "position startpos moves d3 c3\ngo depth 6\nsetoption name Game value "
                          "connect4\nposition startpos\ngo depth 8\nsetoption name Search value "
                          "mcts\ngo nodes 500\nsetoption name Game value gomoku\ngo depth 4\n");
    cr_expect_null(strstr(text, "fsync"));
    expect_promised(text);
    free(text);
}

Test(touch, a_solve_reads_what_was_named)
{
    FILE *f = fopen(named, "w");
    cr_assert(f && fputs("4455\n12\n", f) >= 0 && fclose(f) == 0);
    char *text = run(WORDS("solve", "-g", "connect4:5x4", "--threads", "2", named), "");
    cr_expect(strstr(text, named));
    expect_promised(text);
    free(text);
}

Test(touch, a_shell_writes_what_was_named)
{
    char line[256];
    setenv("XDG_STATE_HOME", named, 1); // where an unfinished game of a person would be kept
    snprintf(line, sizeof line, "play d3 c3\nsave %s.sgf\nload %s.sgf\nundo\nquit\n", named, named);
    char *text = run(WORDS("play"), line);
    expect_promised(text);
    free(text);
    snprintf(line, sizeof line, "%s.sgf", named);
    cr_expect_eq(unlink(line), 0);
}

// A save is fsync, rename, fsync of the folder, in that order.
Test(touch, a_book_is_saved_whole)
{
    char *text = run(WORDS("book", "merge", named, "book/connect4.book"), "");
    const char *first = strstr(text, "fsync("), *renamed = strstr(text, "rename(");
    cr_assert(first && renamed, "%s", text);
    cr_expect_lt(first, renamed);
    cr_expect(strstr(renamed, "fsync("), "the folder is not synced");
    free(text);
}
