// SPDX-License-Identifier: MIT
// poisoned.c - whole games with tables that lie (engine/poison.h): every move must still be legal.
//
//      poisoned [GAMES]     so many of each game, 60 unless told, on its boards in turn; exit 1 on an
//                           illegal move
//
// A game is played by searches of many sorts in turn, so that every table is asked: by nodes, by
// depth and under a clock, with one thread and two, one line and three, and by the provers. It is
// built with the address and undefined behaviour sanitizers, which end it where a wild index is
// used.
#include <stdio.h>
#include <stdlib.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/memory.h"
#include "engine/pool.h"
#include "engine/rng.h"
#include "engine/session.h"
#include "engine/text.h"

#ifndef TT_POISON
#error "built without TT_POISON this shows nothing"
#endif

enum { BOARDS = 5 };
static const char *const boards[][BOARDS] = {
    {"othello", "othello:6x6", "othello:8x6"},
    {"connect4", "connect4:6x5", "connect4:9x10,x=c4", "connect4:13x13"},
    {"gomoku", "gomoku:9", "gomoku:15,free", "gomoku:9,renju", "gomoku:9,caro"},
};

// One way to think about a move. A proof is asked for where few cells are left.
static const struct kind {
    uint64_t nodes;
    int depth, milliseconds, multipv, threads;
    enum goal goal;
} kinds[] = {
    {800, 0, -1, 1, 1, GOAL_PLAY},     {0, 4, -1, 1, 1, GOAL_PLAY},
    {0, 0, 3, 1, 1, GOAL_PLAY},        {800, 0, -1, 3, 1, GOAL_PLAY},
    {800, 0, -1, 1, 2, GOAL_PLAY},     {1500, 0, -1, 1, 1, GOAL_EXACT},
    {1500, 0, -1, 1, 2, GOAL_OUTCOME},
};

// What a game is played with.
struct table {
    struct session *session;
    struct memory *memory;
    struct pool *pools[2];
    uint64_t moves, lines;
    bool good;
};

// A reported line begins with a legal move.
struct line_check {
    const struct game *game;
    const struct position *position;
    struct table *table;
    const struct kind *kind;
};

static void hear(void *owner, const struct report *news)
{
    struct line_check *t = owner;
    struct position p = *t->position;
    t->table->lines++;
    if (news->line_length < 0 || news->line_length > LINE_MAX_MOVES ||
        (news->line_length > 0 && !t->game->play(&p, news->line[0]))) {
        printf("poisoned: a line of %d moves begins with %d at depth %d, place %d, way %d\n",
               news->line_length, news->line[0], news->depth, news->multipv,
               (int)(t->kind - kinds));
        t->table->good = false;
    }
}

static struct thought think(struct table *t, const struct game *game, const struct position *p,
                            const struct kind *k)
{
    struct line_check check = {game, p, t, k};
    struct limits l = limits_none();
    l.move_time = k->milliseconds;
    l.nodes = k->nodes;
    l.depth = k->depth;
    l.multipv = k->multipv;
    l.goal = k->goal;
    session_set_position(t->session, game, p);
    struct search s = *session_search(t->session, &l); // the session's, on the table's memory
    s.memory = t->memory, s.pool = t->pools[k->threads - 1], s.book = NULL;
    s.report = hear, s.owner = &check;
    return game_think(game, p, &s);
}

// Plays one game; a move in four is a random one, so that no two games are the same.
static void play_game(struct table *t, const char *id, uint64_t seed)
{
    const struct game *game;
    struct position p;
    struct moves legal;
    const char *why;
    struct rng rng = {seed};
    t->good &= game_find(word_of(id), &game, &p, &why);
    memory_clear(t->memory);
    for (game->moves(&p, &legal); t->good && legal.count; game->moves(&p, &legal)) {
        move m = legal.at[rng_below(&rng, (uint32_t)legal.count)];
        if (rng_below(&rng, 4) != 0)
            m = think(t, game, &p, &kinds[rng_below(&rng, LENGTH(kinds))]).best;
        t->moves++;
        if (!game->play(&p, m)) {
            printf("poisoned: %s: illegal move %d after %llu moves, seed %llu\n", id, m,
                   (unsigned long long)t->moves, (unsigned long long)seed);
            t->good = false;
        }
    }
}

// Plays so many games, on these boards in turn.
static void play_all(struct table *t, const char *const ids[BOARDS], int64_t asked)
{
    int count = 0;
    while (count < BOARDS && ids[count])
        count++;
    for (int i = 0; i < count && t->good; i++) {
        int64_t played = 0;
        t->moves = t->lines = 0;
        for (int64_t n = i; n < asked && t->good; n += count, played++)
            play_game(t, ids[i], (uint64_t)n);
        printf("poisoned: %-18s %s: %lld games, %llu moves, %llu lines reported\n", ids[i],
               t->good ? "all legal" : "FAILED", (long long)played, (unsigned long long)t->moves,
               (unsigned long long)t->lines);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    int64_t asked = 60;
    struct table t = {.session = session_new_sized((struct listener){.owner = NULL}, 1, 1),
                      .memory = memory_new(4),
                      .pools = {pool_new(1), pool_new(2)},
                      .good = true};
    if (argc > 2 || (argc == 2 && !word_int(word_of(argv[1]), 1, 1000000, &asked)) || !t.session ||
        !t.memory || !t.pools[0] || !t.pools[1]) {
        fputs("usage: poisoned [GAMES]\n", stderr);
        return 2;
    }
    games_init();
    for (size_t i = 0; i < LENGTH(boards); i++)
        play_all(&t, boards[i], asked);
    session_free(t.session);
    pool_free(t.pools[0]);
    pool_free(t.pools[1]);
    memory_free(t.memory);
    return t.good ? 0 : 1;
}
