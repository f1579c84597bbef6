// SPDX-License-Identifier: MIT
// connect4_perfect.h - games of the 7x6 board from positions where the book's exact scores end, by
// the engine under a clock against the solver: nothing that is won or drawn may be given away.
#ifndef TESTS_CONNECT4_PERFECT_H
#define TESTS_CONNECT4_PERFECT_H

#include "tests/connect4_check.h"

// Who wins, for the mover.
static inline int outcome_of(struct thinker *solver, const struct position *p)
{
    struct thought t = think(solver, p, GOAL_OUTCOME);
    cr_assert(t.proven);
    return (t.score > 0) - (t.score < 0);
}

// The engine's move in so many milliseconds.
static inline move move_in(struct thinker *engine, const struct position *p, int ms)
{
    struct limits l = limits_none();
    l.move_time = ms;
    return thinker_think(engine, &connect4_game, p, &l).best;
}

// Plays on from p, the engine first or second. Returns how many half points it gave away.
static inline int play_out(struct thinker *engine, struct thinker *solver, struct position p,
                           bool engine_first, int ms)
{
    int margin, lost = 0;
    bool ours = engine_first;
    int worth = outcome_of(solver, &p) * (ours ? 1 : -1);
    for (; !connect4_game.over(&p, &margin) && worth >= 0; ours = !ours) {
        move m = ours ? move_in(engine, &p, ms) : think(solver, &p, GOAL_OUTCOME).best;
        cr_assert(connect4_game.play(&p, m));
        if (!ours || connect4_game.over(&p, &margin))
            continue;
        int now = -outcome_of(solver, &p);
        lost += worth > now ? worth - now : 0;
        worth = now;
    }
    return lost;
}

// So many games from random positions with eight or nine stones in which there is something to keep.
static inline int games_out(uint64_t seed, int count, int ms)
{
    struct thinker engine, solver;
    struct rng r = {seed};
    int lost = 0;
    thinker_open(&engine, 16, 1);
    thinker_set(&engine, OPTION_OWN_BOOK, "true");
    thinker_open(&solver, 64, 1);
    for (int i = 0; i < count;) {
        struct position p = random_opening(&r, 8 + i % 2);
        bool first = i / 2 % 2;
        if (outcome_of(&solver, &p) * (first ? 1 : -1) < 0)
            continue;
        lost += play_out(&engine, &solver, p, first, ms);
        i++;
    }
    thinker_close(&solver);
    thinker_close(&engine);
    return lost;
}

#endif
