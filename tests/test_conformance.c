// SPDX-License-Identifier: MIT
// test_conformance.c - one suite that every game must pass, on several shapes of board.
//
// 10,000 random games a shape: what is printed reads back, undo leads home, the key kept along the
// way is the key of the position set up afresh, and `over` and `moves` agree. The rules themselves
// are held against plain ones in test_rules.c.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "tests/thinker.h"
#include "tests/sanitized.h"

enum { PLIES_MAX = 2 * CELLS_MAX };

// Games with boards that fill up slowly are played fewer times: the number keeps each near a
// second.
static struct shape {
    char id[GAME_ID_MAX];
    int games;
} shapes[] = {
    {"othello", 10000},        {"othello:6x6", 10000},        {"othello:4x4", 10000},
    {"othello:4x8", 10000},    {"othello:8x4", 10000},        {"othello:6x8", 10000},
    {"connect4", 10000},       {"connect4:4x4", 10000},       {"connect4:9x10,x=c4", 10000},
    {"connect4:13x13", 10000}, {"connect4:8x7,x=a1", 10000},  {"connect4:5x12,x=e12", 10000},
    {"gomoku", 10000},         {"gomoku:5", 10000},           {"gomoku:9,free", 10000},
    {"gomoku:22", 10000},      {"gomoku:7,renju", 2000},      {"gomoku:15,renju", 500},
    {"gomoku:9,caro", 2000},   {"gomoku:8,caro,exact", 2000},
};

static struct rng rng_of(const char *id)
{
    struct rng r = {0x0f1a2b3c};
    for (; *id; id++)
        r.state = rng_mix(r.state + (uint64_t)*id);
    return r;
}

static void begin(const struct shape *s, const struct game **game, struct position *p)
{
    const char *why = "";
    cr_assert(game_find(word_of(s->id), game, p, &why), "%s: %s", s->id, why);
}

// The position written as board text and read back is the same position with the same key.
static void check_round_trip(const struct game *game, const struct position *p, const char *id)
{
    char text[BOARD_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct grid g, back;
    struct position again;
    const char *why = "";
    game->to_grid(p, &g);
    board_print(&g, &w);
    cr_assert(board_parse(&back, &g, word_of(text), &why), "%s: %s: %s", id, text, why);
    cr_assert(game->from_grid(&again, p, &back, &why), "%s: %s: %s", id, text, why);
    cr_assert_eq(game->key(&again), game->key(p), "%s: key of %s", id, text);
}

// A move written in the game's notation reads back as itself.
static void check_notation(const struct game *game, const struct position *p, const char *id)
{
    struct moves legal;
    struct grid g;
    game->moves(p, &legal);
    game->to_grid(p, &g);
    for (int i = 0; i < legal.count; i++) {
        char text[MOVE_TEXT_MAX];
        move m;
        move_print(game->notation, &g, legal.at[i], text);
        cr_assert(move_parse(game->notation, &g, word_of(text), &m), "%s: %s", id, text);
        cr_assert_eq(m, legal.at[i], "%s: %s", id, text);
    }
}

// Plays one random game; the costly checks are made at one random ply of it.
static void play_game(const struct shape *s, const struct game *game, const struct position *start,
                      struct rng *rng, struct position *path)
{
    struct moves legal;
    int ply = 0, margin;
    uint32_t look_at = rng_below(rng, 40);
    path[0] = *start;
    for (;; ply++) {
        game->moves(&path[ply], &legal);
        bool over = game->over(&path[ply], &margin);
        cr_assert_eq(over, legal.count == 0, "%s: over and moves disagree", s->id);
        if ((uint32_t)ply == look_at || (over && look_at > (uint32_t)ply)) {
            check_round_trip(game, &path[ply], s->id);
            check_notation(game, &path[ply], s->id);
        }
        if (over)
            break;
        cr_assert_lt(ply + 1, PLIES_MAX, "%s: the game does not end", s->id);
        path[ply + 1] = path[ply];
        move m = legal.at[rng_below(rng, (uint32_t)legal.count)];
        cr_assert(game->play(&path[ply + 1], m), "%s: a listed move was refused", s->id);
        cr_assert_neq(game->key(&path[ply + 1]), game->key(&path[ply]), "%s: same key", s->id);
    }
    cr_assert_eq(game->key(&path[0]), game->key(start), "%s: the start has changed", s->id);
}

ParameterizedTestParameters(conformance, random_games)
{
    return cr_make_param_array(struct shape, shapes, LENGTH(shapes));
}

ParameterizedTest(struct shape *s, conformance, random_games)
{
    static struct position path[PLIES_MAX];
    const struct game *game;
    struct position start;
    struct rng rng = rng_of(s->id);
    games_init();
    begin(s, &game, &start);
    for (int i = 0; i < COUNT(s->games, (s->games + 15) / 16); i++)
        play_game(s, game, &start, &rng, path);
}

ParameterizedTestParameters(conformance, ids_are_canonical)
{
    return cr_make_param_array(struct shape, shapes, LENGTH(shapes));
}

ParameterizedTest(struct shape *s, conformance, ids_are_canonical)
{
    const struct game *game;
    struct position start;
    char id[GAME_ID_MAX];
    games_init();
    begin(s, &game, &start);
    game_id(game, &start, id);
    cr_expect_str_eq(id, s->id);
}

// Thinks from random positions with tiny limits: the answer must be listed, whatever the limit.
ParameterizedTestParameters(conformance, thoughts_are_legal)
{
    return cr_make_param_array(struct shape, shapes, LENGTH(shapes));
}

ParameterizedTest(struct shape *s, conformance, thoughts_are_legal)
{
    static const struct limits limits[] = {
        {.time = {-1, -1}, .move_time = -1, .depth = 2, .multipv = 1},
        {.time = {-1, -1}, .move_time = 0, .multipv = 1},
        {.time = {-1, -1}, .move_time = -1, .nodes = 1, .multipv = 3},
        {.time = {-1, -1}, .move_time = -1, .infinite = true, .multipv = 1}, // already stopped
    };
    const struct game *game;
    struct position start;
    struct rng rng = rng_of(s->id);
    games_init();
    begin(s, &game, &start);
    struct thinker thinkers[2];
    thinker_open(&thinkers[0], 2, 1);
    thinker_open(&thinkers[1], 2, 2);
    for (int i = 0; i < 40; i++) {
        struct position p = start;
        struct moves legal;
        int plies = (int)rng_below(&rng, 40);
        for (int k = 0; k < plies; k++) {
            struct position next = p;
            game->moves(&p, &legal);
            game->play(&next, legal.at[rng_below(&rng, (uint32_t)legal.count)]);
            game->moves(&next, &legal);
            if (legal.count == 0)
                break;
            p = next;
        }
        struct limits l = limits[i % (int)LENGTH(limits)];
        struct thinker *b = &thinkers[i / 4 % 2];
        struct thought t =
            l.infinite ? thinker_think_stopped(b, game, &p, &l) : thinker_think(b, game, &p, &l);
        cr_assert(game->play(&p, t.best), "%s: an illegal answer %d", s->id, t.best);
    }
    thinker_close(&thinkers[0]);
    thinker_close(&thinkers[1]);
}

// What the evaluation is told to be made of adds up to it, but for what is rounded: half a hundredth
// a term, and in Othello the value to a unit. That is cut off at the most one can win, too.
ParameterizedTestParameters(conformance, terms_add_up_to_the_evaluation)
{
    return cr_make_param_array(struct shape, shapes, LENGTH(shapes));
}

ParameterizedTest(struct shape *s, conformance, terms_add_up_to_the_evaluation)
{
    const struct game *game;
    struct position p;
    struct moves legal;
    struct eval_term terms[TERMS_MAX];
    struct rng rng = rng_of(s->id);
    int margin;
    games_init();
    begin(s, &game, &p);
    while (game->terms && !game->over(&p, &margin)) {
        int count = game->terms(&p, terms), sum = 0;
        for (int i = 0; i < count; i++)
            sum += terms[i].value;
        if (count && abs(game->evaluate(&p)) < 6400)
            cr_assert(abs(sum - game->evaluate(&p)) <= TERMS_MAX, "%s: %d, not %d", s->id, sum,
                      game->evaluate(&p));
        game->moves(&p, &legal);
        game->play(&p, legal.at[rng_below(&rng, (uint32_t)legal.count)]);
    }
}
