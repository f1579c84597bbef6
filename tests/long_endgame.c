// SPDX-License-Identifier: MIT
// The endgame solver on the sets people measure with, and on many random positions. The sets are
// read from ../shared/data where that folder is there, and skipped by name where it is not.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/endgame_check.h"

TestSuite(long_endgame, .init = games_init);

// The score an OBF line gives a move ("A2:+38;"), or `none`.
static int score_in(const char *line, move m, int none)
{
    for (const char *at = strchr(line, ';'); at; at = strchr(at + 1, ';')) {
        while (*at == ';' || *at == ' ')
            at++;
        if (isalpha((unsigned char)at[0]) && isdigit((unsigned char)at[1]) && at[2] == ':' &&
            move_at(tolower((unsigned char)at[0]) - 'a', at[1] - '1') == m)
            return (int)strtol(at + 3, NULL, 10);
    }
    return none;
}

// Solves every position of a file and compares the score and the move.
static void check_file(const char *path, int first, int last, int threads)
{
    FILE *f = fopen(path, "r");
    if (!f)
        cr_skip_test("no %s", path);
    struct thinker b;
    thinker_open(&b, 256, threads);
    char line[1024];
    for (int i = 1; fgets(line, sizeof line, f); i++) {
        if (i < first || i > last || strlen(line) < 70)
            continue;
        struct position p = position_of("", (struct word){line, 66});
        int best = (int)strtol(strchr(line, ':') + 1, NULL, 10); // moves come best first
        struct thought t =
            think(&b, &p, (struct limits){.goal = GOAL_EXACT, .multipv = 1}, KERNEL_AUTO);
        cr_expect_eq(t.score, 100 * best, "%s line %d: %d, not %d", path, i, t.score / 100, best);
        cr_expect_eq(score_in(line, t.best, best), best, "%s line %d: not a best move", path, i);
        cr_expect(line_proves(&p, &b.last[0], best), "%s line %d: the line", path, i);
    }
    fclose(f);
    thinker_close(&b);
}

Test(long_endgame, ffo_1_to_19)
{
    check_file("../shared/data/othello/ffo-01-19.obf", 1, 19, 1);
    check_file("../shared/data/othello/ffo-01-19.obf", 1, 19, 2);
}

Test(long_endgame, ffo_40_to_59)
{
    check_file("../shared/data/othello/ffo-40-59.obf", 1, 20, 2);
}

Test(long_endgame, hard_20)
{
    check_file("../shared/data/othello/hard-20.obf", 1, 276, 2);
}

// Ten thousand positions with 6 to 14 empties, all shapes, all kernels, one and two threads.
Test(long_endgame, agrees_with_plain_alpha_beta)
{
    static const char *const shapes[] = {"", "6x6", "4x8", "8x4", "6x8", "8x6", "4x6", "4x4"};
    struct rng r = {7};
    for (int threads = 1; threads <= 2; threads++) {
        struct thinker b;
        thinker_open(&b, 16, threads);
        for (int i = 0; i < 5000; i++) {
            const char *shape = i & 1 ? "" : shapes[rng_below(&r, LENGTH(shapes))];
            int empties = i % 100 == 0 ? 13 + (int)rng_below(&r, 2) : 6 + (int)rng_below(&r, 6);
            if (strcmp(shape, "4x4") == 0)
                empties = 6 + (int)rng_below(&r, 6);
            struct position p = random_position(&r, shape, empties);
            struct othello o = othello_get(&p);
            int value = plain_value(o.board, o.mask, -64, 64);
            struct limits l = {.goal = GOAL_EXACT, .multipv = 1};
            struct thought t = think(&b, &p, l, kernel_turn(i));
            cr_assert(t.solved);
            cr_assert_eq(t.score, 100 * value, "%s %016lx %016lx: %d, not %d", shape,
                         (unsigned long)o.board.mover, (unsigned long)o.board.other, t.score / 100,
                         value);
            cr_assert(line_proves(&p, &b.last[0], value));
        }
        thinker_close(&b);
    }
}
