// SPDX-License-Identifier: MIT
// play.c - games of the engine with itself.
#include <stdio.h>
#include <stdlib.h>

#include "engine/deepen.h"
#include "engine/games.h"
#include "engine/gomoku/eval.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "engine/session.h"
#include "scripts/tuner/tuner.h"

enum {
    STRAY_ONE_IN = 32,
    BALANCED = 100, // hundredths: of four openings three are those where nobody is further ahead
};

static const char *const shapes[] = {"15", "15,free", "15", "20,free"};

// A few stones scattered around the middle, the same number each or one more for the first.
static void random_opening(struct position *p, struct rng *r)
{
    struct grid g;
    gomoku_game.to_grid(p, &g);
    int stones = 2 + (int)rng_below(r, 6), span = 7, corner = (g.width - span) / 2;
    while (stones > 0)
        stones -= gomoku_game.play(p, move_at(corner + (int)rng_below(r, (uint32_t)span),
                                              corner + (int)rng_below(r, (uint32_t)span)));
}

// A move near the stones that nobody chose, so that the fit sees positions where one side erred.
static bool stray_move(const struct position *p, struct rng *r, move *out)
{
    static struct field f;
    struct gomoku b = gomoku_load(p);
    move list[CELLS_MAX];
    field_set(&f, &b);
    int count = eval_candidates(&f, list);
    if (count > 0)
        *out = list[rng_below(r, (uint32_t)count)];
    return count > 0;
}

// What a search of about so many nodes thinks.
static struct thought ask(struct session *s, const struct position *p, struct rng *r,
                          uint64_t nodes)
{
    struct limits l = limits_none();
    struct thought t;
    const char *why;
    l.nodes = nodes / 2 + rng_below(r, (uint32_t)nodes);
    session_set_position(s, &gomoku_game, p);
    if (!session_think(s, &l, &t, &why))
        die(why);
    return t;
}

static void play_game(FILE *out, const char *shape, struct rng *r, uint64_t nodes,
                      struct session *s)
{
    struct position p;
    const char *why;
    struct grid g;
    char text[MOVE_TEXT_MAX], line[GAME_LINE_MAX];
    struct writer w = writer_on(line, sizeof line);
    int margin;
    bool any = rng_below(r, 4) == 0;
    do {
        if (!gomoku_game.start(&p, shape, &why))
            die(why);
        random_opening(&p, r);
        session_forget(s);
    } while (!any && abs(ask(s, &p, r, nodes).score) > BALANCED);
    gomoku_game.to_grid(&p, &g);
    board_print(&g, &w);
    while (!gomoku_game.over(&p, &margin)) {
        struct thought t = ask(s, &p, r, nodes);
        if (abs(t.score) >= SCORE_WIN_MIN) { // the rest is known
            margin = (t.score > 0) == (gomoku_load(&p).to_move == FIRST) ? 1 : -1;
            break;
        }
        bool stray = rng_below(r, STRAY_ONE_IN) == 0 && stray_move(&p, r, &t.best);
        move_print(gomoku_game.notation, &g, t.best, text);
        write_text(&w, " %d%s %s", t.score, stray ? " ?" : "", text);
        gomoku_game.play(&p, t.best);
    }
    fprintf(out, "%s %d %s\n", shape, margin, line);
}

// Plays a move such as a search comes upon: the best of three drawn by lot, by what it makes and
// takes.
static void wander_on(struct position *p, struct rng *r)
{
    static struct field f;
    struct gomoku b = gomoku_load(p);
    move list[CELLS_MAX];
    field_set(&f, &b);
    int count = eval_candidates(&f, list);
    if (!count)
        return;
    move best = list[rng_below(r, (uint32_t)count)];
    for (int i = 0; i < 2; i++) {
        move m = list[rng_below(r, (uint32_t)count)];
        best = eval_move(&f, m) > eval_move(&f, best) ? m : best;
    }
    gomoku_game.play(p, best);
}

// Writes down what a position that a search may come upon from here is worth, and the best move: a
// game of one move, the result of which says nothing.
static void note_wandering(FILE *out, const char *shape, struct position p, struct rng *r,
                           uint64_t nodes, struct session *s)
{
    struct grid g;
    char text[MOVE_TEXT_MAX], line[GAME_LINE_MAX];
    struct writer w = writer_on(line, sizeof line);
    int margin;
    for (int plies = 1 + (int)rng_below(r, 4); plies > 0 && !gomoku_game.over(&p, &margin); plies--)
        wander_on(&p, r);
    if (gomoku_game.over(&p, &margin))
        return;
    struct thought t = ask(s, &p, r, nodes);
    if (abs(t.score) >= SCORE_WIN_MIN)
        return;
    gomoku_game.to_grid(&p, &g);
    board_print(&g, &w);
    move_print(gomoku_game.notation, &g, t.best, text);
    fprintf(out, "%s 0 %s %d ! %s\n", shape, line, t.score, text);
}

// A quick game, and from each of its positions a few that a search may come upon.
static void wander(FILE *out, const char *shape, struct rng *r, uint64_t nodes, struct session *s)
{
    struct position p;
    const char *why;
    int margin;
    if (!gomoku_game.start(&p, shape, &why))
        die(why);
    random_opening(&p, r);
    session_forget(s);
    while (!gomoku_game.over(&p, &margin)) {
        struct thought t = ask(s, &p, r, nodes / 8 + 1);
        if (abs(t.score) >= SCORE_WIN_MIN)
            break;
        for (int i = 0; i < 2; i++)
            note_wandering(out, shape, p, r, nodes, s);
        gomoku_game.play(&p, t.best);
    }
}

void generate(const char *path, int count, uint64_t seed, uint64_t nodes, bool wandering)
{
    FILE *out = open_file(path, "a");
    struct session *s = need(session_new_sized((struct listener){0}, 1, 1));
    struct rng r = {seed};
    for (int i = 0; i < count; i++) {
        const char *shape = shapes[i % (int)LENGTH(shapes)];
        if (wandering)
            wander(out, shape, &r, nodes, s);
        else
            play_game(out, shape, &r, nodes, s);
        fflush(out);
    }
    fclose(out);
    session_free(s);
}
