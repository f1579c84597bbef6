// SPDX-License-Identifier: MIT
// Whole sets of positions with known scores, where ../shared/data/connect4 is present.
#include "tests/book_check.h"
#include "tests/connect4_perfect.h"

#include <stdio.h>

#include "engine/session.h"

TestSuite(long_connect4, .init = games_init);

static const char folder[] = "../shared/data/connect4";

// Sets of the 7x6 game (Pons), easiest first.
static const char *const sets[] = {"Test_L3_R1", "Test_L2_R1", "Test_L1_R1", "Test_L2_R2",
                                   "Test_L1_R2"};

// Boards of other sizes (Steininger); a decided game's score is written +-(31000 + score).
static const char *const sizes[] = {"4x4", "4x10", "5x5", "6x4", "6x6",  "7x4",
                                    "7x5", "7x7",  "8x5", "8x6", "8x7",  "9x5",
                                    "9x6", "10x4", "6x8", "8x8", "12x9", "11x10"};

static int score_of(int64_t written)
{
    return (int)(written > 30000 ? written - 31000 : written < -30000 ? written + 31000 : written);
}

// Solves a file of "moves score" lines, each for at most five seconds; counts what was solved.
static int check_file(struct thinker *b, const char *shape, const char *name)
{
    FILE *f = fopen(name, "r");
    char line[512];
    int solved = 0;
    if (!f) {
        cr_skip_test("%s is not here", name);
        return 0;
    }
    while (fgets(line, sizeof line, f)) {
        struct word rest = {line, strcspn(line, "\r\n")}, moves, score;
        int64_t want;
        struct position p = start_of(shape);
        int margin;
        if (!word_next(&rest, &moves) || !word_next(&rest, &score) ||
            !word_int(score, -40000, 40000, &want) || !play_digits(&p, moves) ||
            connect4_game.over(&p, &margin))
            continue;
        struct limits l = limits_of(GOAL_EXACT);
        l.move_time = 5000;
        struct thought t = thinker_think(b, &connect4_game, &p, &l);
        solved += t.solved;
        if (t.solved)
            cr_assert_eq(t.score, 100 * score_of(want), "%s: %.*s: %d", name, (int)moves.length,
                         moves.text, t.score / 100);
    }
    fclose(f);
    return solved;
}

Test(long_connect4, published_sets)
{
    struct thinker b;
    thinker_open(&b, 256, 1);
    for (size_t i = 0; i < LENGTH(sets); i++) {
        char name[256];
        struct writer w = writer_on(name, sizeof name);
        write_text(&w, "%s/%s", folder, sets[i]);
        cr_expect(check_file(&b, "", name) == 500, "%s", sets[i]);
    }
    thinker_close(&b);
}

Test(long_connect4, other_sizes)
{
    struct thinker b;
    thinker_open(&b, 256, 1);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        char name[256];
        struct writer w = writer_on(name, sizeof name);
        write_text(&w, "%s/sizes/positions_%s.txt", folder, sizes[i]);
        cr_expect(check_file(&b, sizes[i], name) > 0, "%s", sizes[i]);
    }
    thinker_close(&b);
}

// Every line of every size is read as a row of moves, and nobody has won before its end.
Test(long_connect4, every_size_is_read)
{
    struct session *session = session_new_sized((struct listener){0}, 1, 1);
    int files = 0, rows = 0;
    for (int width = C4_MIN; width <= C4_MAX; width++)
        for (int height = C4_MIN; height <= C4_MAX; height++) {
            char name[256], id[GAME_ID_MAX], line[512];
            const char *why = "";
            struct writer w = writer_on(name, sizeof name), game = writer_on(id, sizeof id);
            write_text(&w, "%s/sizes/positions_%dx%d.txt", folder, width, height);
            write_text(&game, "connect4:%dx%d", width, height);
            FILE *f = fopen(name, "r");
            if (!f)
                continue;
            files++;
            cr_assert(session_set_game(session, word_of(id), &why), "%s: %s", id, why);
            for (; fgets(line, sizeof line, f); rows++) {
                struct word rest = {line, strcspn(line, "\r\n")}, moves;
                cr_assert(word_next(&rest, &moves), "%s: an empty line", name);
                cr_assert(session_set_text(session, moves, &why), "%s: %.*s: %s", name,
                          (int)moves.length, moves.text, why);
                cr_assert_eq(session_ply(session), (int)moves.length);
            }
            fclose(f);
        }
    session_free(session);
    if (files == 0)
        cr_skip_test("%s/sizes is not here", folder);
    cr_log_info("%d rows of %d sizes", rows, files);
}

// A large sample of the shipped book against the solver.
Test(long_connect4, shipped_book)
{
    struct thinker b;
    thinker_open(&b, 256, 1);
    struct book *book = shipped_book("connect4");
    for (int plies = 5; plies <= 8; plies++)
        cr_expect_eq(check_book(&b, book, (uint64_t)plies, plies, 200), 200, "%d stones", plies);
    book_close(book);
    thinker_close(&b);
}

// Every line that the book's own moves and any answers lead to ends where the rest is easy.
Test(long_connect4, play_at_20_ms_is_perfect)
{
    struct book *book = shipped_book("connect4");
    int lost = games_out(book, 1, 200, 20);
    cr_expect_eq(lost, 0, "%d half points", lost);
    book_close(book);
}

// From positions that play by the book does not lead to, with time: most answers come in
// milliseconds, the hardest with nine stones in half a second.
Test(long_connect4, with_time_it_is_perfect_from_anywhere)
{
    cr_expect_eq(games_from_anywhere(2, 40, 5000), 0);
}
