// SPDX-License-Identifier: MIT
#include "tests/gomoku_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/games.h"
#include "engine/notation.h"

void bench_open(struct bench *b)
{
    memset(b, 0, sizeof *b);
    b->field = aligned_alloc(64, (sizeof *b->field + 63) & ~(size_t)63);
    cr_assert(b->field);
    thinker_open(&b->thinker, 16, 1);
    bench_begin(b);
}

void bench_begin(struct bench *b)
{
    struct limits none = limits_none();
    struct search *s = session_search(b->thinker.session, &none);
    b->worker = (struct worker){.search = s,
                                .finished = &b->never,
                                .node_limit = UINT64_MAX,
                                .tt = tt_on(s->memory, "gomoku check")};
}

void bench_close(struct bench *b)
{
    free(b->field);
    thinker_close(&b->thinker);
}

struct position gomoku_position(const char *shape, const char *text)
{
    struct position start, p;
    struct grid like, g;
    const char *why = "";
    cr_assert(gomoku_game.start(&start, shape, &why), "%s", why);
    gomoku_game.to_grid(&start, &like);
    cr_assert(board_parse(&g, &like, word_of(text), &why), "%s: %s", text, why);
    cr_assert(gomoku_game.from_grid(&p, &start, &g, &why), "%s: %s", text, why);
    return p;
}

int each_tactic(const char *kind, int most, void (*visit)(const struct tactic *t, void *owner),
                void *owner)
{
    char line[1024];
    int count = 0;
    FILE *in = fopen("tests/gomoku_tactics.txt", "r");
    cr_assert(in, "tests/gomoku_tactics.txt is not there");
    while (count < most && fgets(line, sizeof line, in)) {
        struct tactic t;
        struct word rest, word;
        int64_t number;
        line[strcspn(line, "\r\n")] = '\0';
        rest = word_of(line);
        if (!word_next(&rest, &word) || !word_is(word, kind))
            continue;
        cr_assert(word_copy(word, t.kind, sizeof t.kind) && word_next(&rest, &word) &&
                  word_copy(word, t.shape, sizeof t.shape) && word_next(&rest, &word) &&
                  word_int(word, 1, 1000, &number));
        t.number = (int)number;
        t.position = gomoku_position(t.shape, word_trim(rest).text);
        visit(&t, owner);
        count++;
    }
    fclose(in);
    return count;
}

// The move the threat search would play, MOVE_NONE when it sees no win.
static move winning_move(struct bench *b, const struct position *p, bool threes)
{
    struct gomoku board = gomoku_load(p);
    struct line line = {0};
    bool flag;
    field_set(b->field, &board);
    if (vcf_shortest(b->field, &b->worker, 100000, &flag, &line))
        return line.at[0];
    if (threes && vct_search(b->field, &b->worker, 100000, &flag, &line))
        return line.at[0];
    return MOVE_NONE;
}

// True when the side that has just moved has two cells that make five and the other side has none:
// one reply takes one cell and cannot spoil a five through the other.
static bool two_fives(struct bench *b, const struct position *p)
{
    struct gomoku board = gomoku_load(p);
    field_set(b->field, &board);
    return field_count(b->field, board.to_move, COUNT_FIVE) == 0 &&
           field_count(b->field, board.to_move ^ 1, COUNT_FIVE) > 1;
}

bool wins_against_all(struct bench *b, struct position *p, bool threes, int depth)
{
    struct moves replies;
    struct position after = *p;
    int margin;
    move m = winning_move(b, p, threes);
    if (m == MOVE_NONE || depth == 0 || !gomoku_game.play(&after, m))
        return false;
    if (gomoku_game.over(&after, &margin))
        return margin != 0;
    if (two_fives(b, &after))
        return true;
    gomoku_game.moves(&after, &replies);
    for (int i = 0; i < replies.count; i++) {
        struct position next = after;
        gomoku_game.play(&next, replies.at[i]);
        if (gomoku_game.over(&next, &margin) || !wins_against_all(b, &next, threes, depth - 1))
            return false;
    }
    return true;
}
