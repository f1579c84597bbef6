// SPDX-License-Identifier: MIT
// test_weights.c - damaged weights are refused by name, and the program plays on without them (rows
// E1 and E2).
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/games.h"
#include "tests/filter_check.h"
#include "tests/talk.h"
#include "tests/weights_check.h"

static void open_all(void)
{
    games_init();
    filter_open();
}

TestSuite(weights, .init = open_all, .fini = filter_close);

Test(weights, every_flipped_bit_is_seen)
{
    check_weights(100, 10);
}

// ---- the program with damage in it --------------------------------------------------------------

// Where the bytes of a weight file lie in the program.
static uint8_t *find(uint8_t *program, size_t size, const struct weight_file *f)
{
    size_t head = (size_t)f->header;
    for (uint8_t *at = program;
         (at = memchr(at, f->begin[0], size - head - (size_t)(at - program))); at++)
        if (memcmp(at, f->begin, head) == 0)
            return at;
    return NULL;
}

// A copy of the program, in the file "out", with one bit of each weight file turned; from now on
// that is the program.
static void damage_program(void)
{
    const char *name = getenv("OUTFLANK") ? getenv("OUTFLANK") : "./outflank";
    struct stat st;
    cr_assert_eq(stat(name, &st), 0);
    size_t size = (size_t)st.st_size;
    uint8_t *program = malloc(size);
    FILE *f = fopen(name, "rb");
    cr_assert(program && f && fread(program, 1, size, f) == size);
    fclose(f);
    for (size_t i = 0; i < WEIGHT_FILES; i++) {
        uint8_t *at = find(program, size, &weight_files[i]);
        cr_assert_not_null(at, "the weights are not in the program");
        at[(weight_files[i].end - weight_files[i].begin) / 2] ^= 16;
    }
    put_file("out", (const char *)program, size);
    free(program);
    cr_assert_eq(chmod(path_of("out"), 0700), 0);
    setenv("OUTFLANK", path_of("out"), 1);
}

// A whole game against itself, a legal move each turn.
static void play_game(const char *id)
{
    struct process p;
    struct model m;
    char moves[1024];
    struct writer w = writer_on(moves, sizeof moves);
    model_start(&m, id);
    start(&p, (const char *const[]){"uci", NULL});
    process_send(&p, "uci\nsetoption name Hash value 4\nsetoption name Game value %s\n", id);
    while (!model_over(&m)) {
        move mv;
        process_send(&p, "position startpos moves%s\ngo nodes 500\n", moves);
        struct word rest = word_of(process_until(&p, "bestmove")), best;
        cr_assert(word_next(&rest, &best) && word_next(&rest, &best));
        cr_assert(move_parse(m.game->notation, &m.grid, best, &mv));
        write_text(&w, " %.*s", (int)best.length, best.text);
        model_play(&m, mv);
    }
    process_send(&p, "quit\n");
    process_end(&p);
}

Test(weights, the_program_plays_on_without_them)
{
    char out[TEXT_MAX], err[TEXT_MAX];
    damage_program();
    play_game("othello");
    play_game("othello:6x6");
    cr_expect(strstr(get_file("err", err), "Othello: the weights are damaged"), "%s", err);
    cr_expect(strstr(err, "Othello: the 6x6 weights are damaged"), "%s", err);
    cr_expect(strstr(err, "Gomoku: the policy's weights are damaged"), "%s", err);
    cr_expect(strstr(err, "Gomoku: the network's weights are damaged"), "%s", err);
    play_game("gomoku:9");
    // The solver needs none: FFO #40 is +38 with a2, and a 6x6 position is solved as well.
    const char ffo[] = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X\n";
    cr_expect_eq(run(WORDS("--hash", "64"), ffo, sizeof ffo - 1, out), 0);
    cr_expect(strstr(out, "#1 20 empties +38 a2 "), "%s", out);
    const char six[] = "o1xx2/1o1x2/xxox2/oxox2/oxxxox/ox3o x\n";
    cr_expect_eq(run(WORDS("-g", "othello:6x6"), six, sizeof six - 1, out), 0);
    cr_expect(strstr(out, "#1 14 empties -36 "), "%s", out);
    // Its evaluation is another one, and there is one.
    cr_expect_eq(run((const char *const[]){"--version", NULL}, "", 0, out), 0);
    cr_expect(strstr(out, "checksum differs"), "%s", out);
}
