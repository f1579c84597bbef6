// SPDX-License-Identifier: MIT
// read.c - the quiet positions of games that were played.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/deepen.h"
#include "engine/games.h"
#include "engine/gomoku/threat.h"
#include "engine/notation.h"
#include "engine/session.h"
#include "scripts/tuner/tuner.h"

struct reading {
    struct field *field;
    struct worker worker;
    void (*take)(void *owner, const struct lesson *l);
    void *owner;
};

// True when nobody has a win that the threat search sees: what the evaluation is asked about.
static bool quiet(struct field *f, struct worker *w)
{
    bool cut;
    int me = f->to_move;
    if (field_count(f, me, COUNT_FIVE) || field_count(f, me ^ 1, COUNT_FIVE) ||
        field_count(f, me, COUNT_FOUR_OPEN))
        return false;
    return vcf_search(f, w, 10, 500, &cut, NULL) == 0;
}

// Reads the head of a line: shape, result, board. *rest is what follows.
static int64_t read_head(struct word *rest, struct position *p, struct grid *g)
{
    struct word shape, margin, board, side;
    struct grid like;
    const char *why;
    char shape_text[GAME_ID_MAX], board_text[BOARD_TEXT_MAX];
    int64_t result;
    if (!word_next(rest, &shape) || !word_copy(shape, shape_text, sizeof shape_text) ||
        !gomoku_game.start(p, shape_text, &why) || !word_next(rest, &margin) ||
        !word_int(margin, -1, 1, &result) || !word_next(rest, &board) || !word_next(rest, &side))
        die("a line of the games file cannot be read");
    gomoku_game.to_grid(p, &like);
    struct writer b = writer_on(board_text, sizeof board_text);
    write_text(&b, "%.*s %.*s", (int)board.length, board.text, (int)side.length, side.text);
    if (!board_parse(g, &like, word_of(board_text), &why) || !gomoku_game.from_grid(p, p, g, &why))
        die(why);
    return result;
}

// Replays one line of a games file and hands over its quiet positions.
static void read_game(struct reading *r, const char *text)
{
    struct word rest = word_of(text), name;
    struct position p;
    struct grid g;
    int64_t result = read_head(&rest, &p, &g), score;
    const char *stray = strrchr(text, '?'); // before it the result says little
    while (word_next(&rest, &name)) {
        move m;
        struct gomoku position = gomoku_load(&p);
        if (!word_int(name, -SCORE_INFINITE, SCORE_INFINITE, &score) || !word_next(&rest, &name))
            die("a score of the games file cannot be read");
        bool here = word_is(name, "?"), alone = word_is(name, "!");
        if (((here || alone) && !word_next(&rest, &name)) ||
            !move_parse(gomoku_game.notation, &g, name, &m))
            die("a move of the games file cannot be read");
        field_set(r->field, &position);
        if (quiet(r->field, &r->worker))
            r->take(r->owner,
                    &(struct lesson){.field = r->field,
                                     .score = (int)score,
                                     .chosen = here ? MOVE_NONE : m,
                                     .result = (int)result * (position.to_move == FIRST ? 1 : -1),
                                     .strayed = alone || (stray && name.text < stray + 3)});
        if (!gomoku_game.play(&p, m))
            die("a move of the games file cannot be played");
    }
}

void read_games(int files, char **names, void (*take)(void *owner, const struct lesson *l),
                void *owner)
{
    struct field *f = need(aligned_alloc(64, (sizeof *f + 63) & ~(size_t)63));
    struct session *session = need(session_new_sized((struct listener){0}, 16, 1));
    struct limits none = limits_none();
    struct search *s = session_search(session, &none);
    atomic_bool never = false;
    struct reading r = {.field = f, .take = take, .owner = owner};
    r.worker = (struct worker){.search = s, .finished = &never, .node_limit = UINT64_MAX};
    r.worker.tt = tt_on(s->memory, "gomoku tune");
    char line[GAME_LINE_MAX];
    for (int i = 0; i < files; i++) {
        FILE *in = open_file(names[i], "r");
        while (fgets(line, sizeof line, in)) {
            line[strcspn(line, "\r\n")] = '\0';
            read_game(&r, line);
        }
        fclose(in);
    }
    free(f);
    session_free(session);
}
