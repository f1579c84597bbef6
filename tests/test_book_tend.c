// SPDX-License-Identifier: MIT
// test_book_tend.c - `outflank book` on copies of the books in the tree: tending one loses nothing
// that is proven, and what is refused is refused before anything is written.
#include "tests/book_check.h"
#include "tests/process.h"

TestSuite(book_tend, .init = games_init);

// A copy of the book in the program for a game, as a file.
static void copy_shipped(const char *game, const char *path)
{
    size_t size;
    const uint8_t *bytes = book_shipped(game, &size);
    if (!bytes)
        cr_skip_test("this program is built without a book for %s", game);
    put_file(path, bytes, size);
}

// What `outflank book WORDS` says on both its outputs, and its status; the caller frees it.
static char *tend(const char *const *words, int *status)
{
    struct process p;
    process_start_on(&p, words, -1, STDOUT_FILENO);
    process_close_input(&p);
    char *text = process_rest(&p);
    *status = process_status(&p);
    return text;
}

// Runs a part on a book, which is to end well; the caller frees what it says.
static char *tend_one(const char *part, const char *path)
{
    int status;
    char *text = tend((const char *const[]){"book", part, path, NULL}, &status);
    cr_assert_eq(status, 0, "%s: %s", part, text);
    return text;
}

// Every entry that the program's book has is in the file, with its value and a move.
static void expect_whole(const char *game, const char *path)
{
    const char *why = "";
    struct book *was = shipped_book(game), *now = book_open(path, &why);
    struct book_cursor at = {0};
    struct book_entry e, f;
    cr_assert(now && book_check(now, &why), "%s: %s", path, why);
    cr_expect_eq(book_header(now)->entries, book_header(was)->entries, "%s", game);
    cr_expect_str_eq(book_header(now)->note, book_header(was)->note);
    while (book_next(was, &at, &e)) {
        cr_assert(book_find(now, e.key, &f), "%s: a position is lost", game);
        cr_assert(f.kind == e.kind && f.score == e.score, "%s: a value is lost", game);
        cr_assert((e.nth < 0 && e.count == 0) || f.nth >= 0 || f.count > 0, "%s: a move is lost",
                  game);
    }
    book_close(now);
    book_close(was);
}

static const char *const proven[] = {"othello:6x6", "connect4:6x6", "connect4:7x5", NULL};

// Without a limit nothing is taken out, and books whose positions are not linked keep them all, with
// their moves and their note.
Test(book_tend, without_a_limit_nothing_is_lost)
{
    static const char *const parts[] = {"prune", "fix", "link", NULL};
    struct folder f = folder_new();
    for (const char *const *game = proven; *game; game++)
        for (const char *const *part = parts; *part; part++) {
            copy_shipped(*game, f.path);
            char *said = tend_one(*part, f.path);
            cr_expect(strcmp(*part, "prune") != 0 ||
                          strncmp(said, "0 positions taken out, ", 23) == 0,
                      "%s: %s", *game, said);
            free(said);
            expect_whole(*game, f.path);
        }
    folder_free(&f);
}

// What is not linked to the start has no cost that could be too high, but it may lie too far.
Test(book_tend, limits_are_for_what_has_a_cost)
{
    struct folder f = folder_new();
    int status;
    copy_shipped("connect4:6x6", f.path);
    char *said =
        tend((const char *const[]){"book", "prune", f.path, "--error", "0", NULL}, &status);
    cr_expect(status == 0 && strstr(said, "0 positions taken out, 317 left"), "%s", said);
    free(said);
    said = tend((const char *const[]){"book", "prune", f.path, "--plies", "7", NULL}, &status);
    cr_expect(status == 0 && !strstr(said, "317 left") && !strstr(said, " 0 left"), "%s", said);
    free(said);
    folder_free(&f);
}

// Stones are counted where a position is reached through one that the book has not.
Test(book_tend, stats_count_the_stones)
{
    struct folder f = folder_new();
    for (const char *const *game = proven; *game; game++) {
        copy_shipped(*game, f.path);
        char *said = tend_one("stats", f.path);
        const char *none = strstr(said, "\n     0 "); // no stones has the start alone
        cr_expect(!none || strncmp(none, "\n     0          1 ", 19) == 0, "%s: %s", *game, said);
        cr_expect(!strstr(said, "\n     ? "), "%s: %s", *game, said);
        free(said);
    }
    folder_free(&f);
}

// All books are looked at before one is written, and the one that does not fit is named.
Test(book_tend, merge_looks_at_all_books_first)
{
    static const char *const bad[] = {"gomoku", "connect4", "/nowhere/at/all.book", NULL};
    struct folder f = folder_new();
    int status;
    for (const char *const *b = bad; *b; b++) {
        char *said =
            tend((const char *const[]){"book", "merge", f.path, "othello:6x6", *b, NULL}, &status);
        char begins[96];
        struct writer w = writer_on(begins, sizeof begins);
        write_text(&w, "outflank book merge: %s: ", *b);
        cr_expect(status == 1 && strncmp(said, begins, strlen(begins)) == 0, "%s", said);
        cr_expect_neq(access(f.path, F_OK), 0, "%s: half of the work is left", *b);
        free(said);
    }
    copy_shipped("connect4:6x6", f.path);
    char *said = tend((const char *const[]){"book", "merge", f.path, "othello:6x6", NULL}, &status);
    cr_expect(status == 1 && strstr(said, "a.book: the book is for another game"), "%s", said);
    free(said);
    expect_whole("connect4:6x6", f.path);
    unlink(f.path);
    free(tend((const char *const[]){"book", "merge", f.path, "connect4:6x6", "connect4:6x6", NULL},
              &status));
    cr_expect_eq(status, 0);
    expect_whole("connect4:6x6", f.path);
    folder_free(&f);
}

// Its moves are not those of a game from the start.
Test(book_tend, a_record_in_which_a_side_moves_twice_is_left_out)
{
    static const char record[] = "(;GM[2]SZ[8];B[fe];B[cc])";
    struct folder f = folder_new();
    char path[112];
    int status;
    struct writer w = writer_on(path, sizeof path);
    write_text(&w, "%s.sgf", f.path);
    put_file(path, (const uint8_t *)record, sizeof record - 1);
    char *text =
        tend((const char *const[]){"book", "import", f.path, path, "-d", "1", NULL}, &status);
    cr_expect(strstr(text, "a side moves twice is left out") && strstr(text, "0 games"), "%s",
              text);
    free(text);
    unlink(path);
    folder_free(&f);
}
