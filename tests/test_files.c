// SPDX-License-Identifier: MIT
// test_files.c - rows A8 and E8: what is no game is named by whoever is asked to read one, and soon.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/bits.h"
#include "tests/talk.h"

static char folder[] = "/tmp/outflank-files-XXXXXX";
static char fifo[64], cut[64], nul[64], empty[64], noise[64], zero[64];

static void put(char name[64], const char *ends, const char *bytes, size_t n)
{
    snprintf(name, 64, "%s/%s", folder, ends);
    FILE *f = fopen(name, "wb");
    cr_assert(f && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

static void open_folder(void)
{
    char bytes[1 << 12];
    cr_assert_not_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * 2654435761U >> 7);
    snprintf(fifo, sizeof fifo, "%s/fifo.sgf", folder);
    snprintf(zero, sizeof zero, "%s/zero.sgf", folder);
    cr_assert(mkfifo(fifo, 0600) == 0 && symlink("/dev/zero", zero) == 0);
    put(cut, "cut.sgf", "(;GM[2]SZ[8];B[d3];W[c", 22);
    put(nul, "nul.sgf", "(;GM[2]SZ[8];B[d\0];W[c3])", 25);
    put(empty, "empty.sgf", "", 0);
    put(noise, "noise.sgf", bytes, sizeof bytes);
}

static void close_folder(void)
{
    const char *const names[] = {fifo, cut, nul, empty, noise, zero};
    for (size_t i = 0; i < LENGTH(names); i++)
        unlink(names[i]);
    rmdir(folder);
}

TestSuite(files, .init = open_folder, .fini = close_folder);

// What no reader may take for a game.
static const char *const kinds[] = {
    "/nowhere/at/all.sgf", folder, fifo, zero, cut, nul, empty, noise};

// A job says what is wrong with the file on standard error and ends with a status.
static void expect_named(const char *const *words, const char *file)
{
    struct process p;
    char said[1 << 12] = "";
    int err[2];
    cr_assert_eq(pipe(err), 0);
    process_start_on(&p, words, -1, err[1]);
    close(err[1]);
    process_close_input(&p);
    ssize_t n = read(err[0], said, sizeof said - 1);
    int status = process_status(&p);
    close(err[0]);
    cr_expect(status == 1 || status == 2, "%s %s %s: status %d", words[0], words[1], file, status);
    cr_expect(n > 0 && strstr(said, file), "%s %s %s: '%s'", words[0], words[1], file, said);
    cr_expect_leq(p.cpu_us, 5 * process_cpu_limit_us(), "%s %s: %lld us", words[0], file, p.cpu_us);
}

Test(files, jobs_name_what_is_no_game)
{
    char book[80];
    snprintf(book, sizeof book, "%s/b.book", folder);
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        expect_named((const char *const[]){"book", "import", book, kinds[i], NULL}, kinds[i]);
        expect_named((const char *const[]){"book", "info", kinds[i], NULL}, kinds[i]);
        expect_named((const char *const[]){"book", "check", kinds[i], NULL}, kinds[i]);
        if (kinds[i] != folder && kinds[i] != noise)
            expect_named((const char *const[]){"analyze", "--depth", "1", kinds[i], NULL},
                         kinds[i]);
        if (kinds[i] != empty)
            expect_named((const char *const[]){"solve", kinds[i], NULL}, kinds[i]);
        unlink(book); // it was named, so it was made
    }
}

// Whatever looks into a book or tends it names one that is not there or is none, and makes no new one.
Test(files, parts_of_book_name_what_is_no_book)
{
    static const char *const parts[] = {"info", "check", "stats",  "export",    "fix",
                                        "link", "prune", "deepen", "serve-text"};
    char none[80];
    snprintf(none, sizeof none, "%s/none.book", folder);
    for (size_t i = 0; i < LENGTH(parts); i++) {
        expect_named((const char *const[]){"book", parts[i], none, NULL}, none);
        cr_expect_neq(access(none, F_OK), 0, "%s made a book", parts[i]);
        expect_named((const char *const[]){"book", parts[i], noise, NULL}, noise);
    }
    expect_named((const char *const[]){"book", "probe", none, "startpos", NULL}, none);
    expect_named((const char *const[]){"book", "merge", cut, noise, NULL}, noise);
}

Test(files, conversations_name_what_is_no_game_and_go_on)
{
    struct process gtp, shell;
    talk_start(&gtp, &dialect_gtp);
    process_start(&shell, "play", NULL, NULL);
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        char line[128];
        snprintf(line, sizeof line, "loadsgf %s", kinds[i]);
        talk_expect(&gtp, &dialect_gtp, line, "? cannot load file\n\n");
        process_send(&shell, "load %s\n", kinds[i]);
        cr_expect(strstr(process_until(&shell, "> /"), kinds[i]));
    }
    process_send(&shell, "moves\n");
    process_until(&shell, "> d3 c4 f5 e6");
    process_end(&gtp);
    process_end(&shell);
}

Test(files, a_bad_book_is_refused_and_play_goes_on)
{
    struct process p;
    talk_start(&p, &dialect_uci);
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        char *said = talk(&p, &dialect_uci, "setoption name Book File value %s", kinds[i]);
        cr_expect_eq(count_lines(said, "info string error"), 1, "%s: %s", kinds[i], said);
        free(said);
        process_send(&p, "go nodes 100\n");
        process_until(&p, "bestmove ");
    }
    process_end(&p);
}
