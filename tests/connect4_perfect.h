// SPDX-License-Identifier: MIT
// connect4_perfect.h - games of the 7x6 board from the positions where the book ends, by the engine
// under a clock against the solver: nothing that is won or drawn may be given away.
#ifndef TESTS_CONNECT4_PERFECT_H
#define TESTS_CONNECT4_PERFECT_H

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/connect4_check.h"
#include "tests/process.h"

// Who wins, for the mover.
static inline int outcome_of(struct thinker *solver, const struct position *p)
{
    struct thought t = think(solver, p, GOAL_OUTCOME);
    cr_assert(t.proven);
    return (t.score > 0) - (t.score < 0);
}

// While this is set the engine's clock runs only while this process does: what others take of the
// machine is then no time lost.
static bool own_time;

// Stands before that of the C library.
int clock_gettime(clockid_t id, struct timespec *t)
{
    bool ours = own_time && id == CLOCK_MONOTONIC;
    return (int)syscall(SYS_clock_gettime, ours ? CLOCK_PROCESS_CPUTIME_ID : id, t);
}

// The engine's move in so many milliseconds of processor time.
static inline move move_in(struct thinker *engine, const struct position *p, int ms)
{
    struct limits l = limits_none();
    l.move_time = ms;
    own_time = true;
    struct thought t = thinker_think(engine, &connect4_game, p, &l);
    own_time = false;
    return t.best;
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

// Two engines that ask the book and a solver that does not.
struct players {
    struct thinker engine, other, solver;
};

static inline void players_open(struct players *p)
{
    thinker_open(&p->engine, 16, 1);
    thinker_set(&p->engine, OPTION_OWN_BOOK, "true");
    thinker_open(&p->other, 16, 1);
    thinker_set(&p->other, OPTION_OWN_BOOK, "true");
    thinker_open(&p->solver, 64, 1);
}

static inline void players_close(struct players *p)
{
    thinker_close(&p->engine);
    thinker_close(&p->other);
    thinker_close(&p->solver);
}

// Plays from the start to a position that is not in the book, the engine to move: it plays by the
// book, the other side well three times of four, else anything. False when the game ends first.
static inline bool play_to_exit(struct players *t, const struct book *book, struct rng *r,
                                bool engine_first, int ms, struct position *p)
{
    int margin;
    *p = start_of("");
    for (bool ours = engine_first; !connect4_game.over(p, &margin); ours = !ours) {
        struct book_entry e;
        struct moves list;
        if (ours && connect4_of(p)->plies > 8 && !book_probe(book, &connect4_game, p, &e))
            return true;
        connect4_game.moves(p, &list);
        move m = ours              ? move_in(&t->engine, p, ms)
                 : rng_below(r, 4) ? move_in(&t->other, p, ms)
                                   : list.at[rng_below(r, (uint32_t)list.count)];
        cr_assert(connect4_game.play(p, m));
    }
    return false;
}

// So many games from the book's ends in which there is something to keep, the engine first and
// second in turn. Returns how many half points it gave away.
static inline int games_out(const struct book *book, uint64_t seed, int count, int ms)
{
    struct players t;
    struct rng r = {seed};
    int lost = 0;
    players_open(&t);
    for (int i = 0; i < count;) {
        struct position p;
        if (!play_to_exit(&t, book, &r, i % 2 == 0, ms, &p) || outcome_of(&t.solver, &p) < 0)
            continue;
        lost += play_out(&t.engine, &t.solver, p, true, ms);
        i++;
    }
    players_close(&t);
    return lost;
}

// The same from random positions with eight or nine stones, whoever may have played them.
static inline int games_from_anywhere(uint64_t seed, int count, int ms)
{
    struct players t;
    struct rng r = {seed};
    int lost = 0;
    players_open(&t);
    for (int i = 0; i < count;) {
        struct position p = random_opening(&r, 8 + i % 2);
        bool first = i / 2 % 2;
        if (outcome_of(&t.solver, &p) * (first ? 1 : -1) < 0)
            continue;
        lost += play_out(&t.engine, &t.solver, p, first, ms);
        i++;
    }
    players_close(&t);
    return lost;
}

#endif
