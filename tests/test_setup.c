// SPDX-License-Identifier: MIT
// test_setup.c - `outflank setup`: what GUIs are given names this program, is well formed and works.
#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/bits.h"
#include "tests/process.h"

static const char *const guis[] = {"quarry", "cutechess", "gogui",        "piskvork",
                                   "yixin",  "nboard",    "c-gomoku-cli", "xboard"};

// What `outflank setup ...` writes to standard output and to the errors; the status.
static int setup(const char *const *words, char *out, char *err, size_t size)
{
    struct process p;
    FILE *to[2] = {tmpfile(), tmpfile()};
    char *text[2] = {out, err};
    cr_assert(to[0] && to[1]);
    process_start_on(&p, words, fileno(to[0]), fileno(to[1]));
    process_close_input(&p);
    int status = process_status(&p);
    for (int i = 0; i < 2; i++) {
        rewind(to[i]);
        text[i][fread(text[i], 1, size - 1, to[i])] = '\0';
        fclose(to[i]);
    }
    return status;
}

static void program(char path[PATH_MAX])
{
    const char *name = getenv("OUTFLANK");
    cr_assert_not_null(realpath(name ? name : "./outflank", path));
}

Test(setup, every_gui_is_given_the_path_of_this_program)
{
    char path[PATH_MAX], out[16384], err[16384], list[16384];
    program(path);
    cr_expect_eq(setup((const char *const[]){"setup", NULL}, list, err, sizeof out), 0);
    for (size_t i = 0; i < LENGTH(guis); i++) {
        int status = setup((const char *const[]){"setup", guis[i], NULL}, out, err, sizeof out);
        cr_expect_eq(status, 0, "%s: %d", guis[i], status);
        cr_expect(strstr(out, path), "%s: no %s in '%s'", guis[i], path, out);
        cr_expect(!strchr(out, '^'), "%s: '%s'", guis[i], out);
        cr_expect_gt(strlen(err), 20, "%s: where does it go?", guis[i]);
        cr_expect(strstr(list, guis[i]));
    }
    cr_expect_eq(setup((const char *const[]){"setup", "gogui", NULL}, out, err, sizeof out), 0);
    cr_expect(strstr(err, "7x7 and not on 7x6"));
}

Test(setup, an_unknown_gui_is_named_and_the_known_are_listed)
{
    char out[16384], err[16384];
    cr_expect_eq(setup((const char *const[]){"setup", "winmill", NULL}, out, err, sizeof out), 2);
    cr_expect_str_empty(out);
    cr_expect(strstr(err, "'winmill'"));
    for (size_t i = 0; i < LENGTH(guis); i++)
        cr_expect(strstr(err, guis[i]), "%s", guis[i]);
    cr_expect_eq(
        setup((const char *const[]){"setup", "xboard", "gogui", NULL}, out, err, sizeof out), 2);
}

// A JSON text up to its end, or NULL: enough of the language for a list of flat descriptions.
static const char *json(const char *at)
{
    at += strspn(at, " \n");
    if (*at == '"') {
        at += strcspn(at + 1, "\"\\\n") + 1;
        return *at == '"' ? at + 1 : NULL;
    }
    if (*at != '[' && *at != '{')
        return NULL;
    char open = *at++;
    for (;; at++) {
        at = json(at);
        if (at && open == '{') {
            at += strspn(at, " \n");
            at = *at == ':' ? json(at + 1) : NULL;
        }
        if (!at)
            return NULL;
        at += strspn(at, " \n");
        if (*at == (open == '[' ? ']' : '}'))
            return at + 1;
        if (*at != ',')
            return NULL;
    }
}

Test(setup, cutechess_is_given_json)
{
    char out[16384], err[16384];
    cr_assert_eq(setup((const char *const[]){"setup", "cutechess", NULL}, out, err, sizeof out), 0);
    const char *end = json(out);
    cr_assert(end, "not JSON: %s", out);
    cr_expect_str_eq(end, "\n");
    cr_expect_null(json("[\"a\",]"));
}

// The file is made, can be run and plays; a file that is there is never touched.
Test(setup, a_written_script_starts_the_engine)
{
    char folder[] = "/tmp/outflank-setup-XXXXXX", file[64], out[16384], err[16384];
    struct stat info;
    cr_assert_not_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/pbrain-outflank", folder);
    const char *const words[] = {"setup", "piskvork", "--write", file, NULL};
    cr_expect_eq(setup(words, out, err, sizeof out), 0);
    cr_expect_str_empty(out);
    cr_expect(stat(file, &info) == 0 && (info.st_mode & 0100));
    cr_expect_eq(setup(words, out, err, sizeof out), 1);
    cr_expect(strstr(err, "it is there already"), "%s", err);
    struct process p;
    char *before = getenv("OUTFLANK"), *kept = before ? strdup(before) : NULL;
    setenv("OUTFLANK", file, 1);
    process_start(&p, NULL, NULL, NULL);
    process_send(&p, "START 15\nEND\n");
    cr_expect_str_eq(process_line(&p), "OK");
    cr_expect_eq(process_status(&p), 0);
    if (kept)
        setenv("OUTFLANK", kept, 1);
    free(kept);
    unlink(file);
    rmdir(folder);
}
