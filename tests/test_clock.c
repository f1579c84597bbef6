// SPDX-License-Identifier: MIT
// test_clock.c - time is planned within what is left, looked at often, and obeyed from the first
// thought on.
//
// Nothing here is measured on the wall: how often a search looks at the clock shows in nodes, how
// long it goes on in processor time. A busy machine fails nothing, a search that does not look
// does.
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/memory.h"
#include "engine/pool.h"
#include "engine/rng.h"
#include "engine/session.h"
#include "tests/sanitized.h"
#include "tests/talk.h"

TestSuite(clock, .init = games_init);

enum { MS = 1000000 };

// ---- the plan -----------------------------------------------------------------------------------

static struct clock planned(int64_t left, int64_t increment, int turns, int overhead)
{
    struct clock c;
    struct limits l = {
        .time = {left, left}, .increment = {increment, increment}, .move_time = -1, .multipv = 1};
    clock_plan(&c, &l, FIRST, turns, overhead, 1);
    return c;
}

// Whatever is on the clock: a search may not use more, and keeps the overhead back.
Test(clock, no_plan_uses_more_than_is_left)
{
    static const int64_t lefts[] = {0, 1, 5, 10, 11, 20, 50, 100, 500, 1000, 60000, 1 << 30};
    static const int64_t increments[] = {0, 1, 10, 100, 5000};
    static const int turns[] = {1, 2, 10, 26, 100}, overheads[] = {0, 1, 10, 100, 5000};
    for (size_t i = 0; i < LENGTH(lefts); i++)
        for (size_t k = 0; k < LENGTH(increments); k++)
            for (size_t n = 0; n < LENGTH(turns); n++)
                for (size_t o = 0; o < LENGTH(overheads); o++) {
                    struct clock c = planned(lefts[i], increments[k], turns[n], overheads[o]);
                    int64_t usable = lefts[i] > overheads[o] ? lefts[i] - overheads[o] : 0;
                    cr_expect(c.soft >= 0 && c.soft <= c.hard);
                    cr_expect_leq(c.hard, usable * MS, "%lld + %lld ms, %d turns, overhead %d",
                                  (long long)lefts[i], (long long)increments[k], turns[n],
                                  overheads[o]);
                    if (turns[n] > 1)
                        cr_expect_leq(c.hard, usable * MS / (turns[n] < 3 ? turns[n] : 3) +
                                                  increments[k] * MS);
                    else
                        cr_expect_leq(c.hard, usable * MS * 4 / 5);
                }
}

// The plan of a long game uses the time there is: with a minute and 30 turns to come, a search may
// take its share, about two seconds, and not a tenth of it.
Test(clock, a_plan_uses_its_share)
{
    struct clock c = planned(60000, 0, 30, 10);
    cr_expect_geq(c.soft, 1500 * (int64_t)MS);
    cr_expect_leq(c.soft, 2500 * (int64_t)MS);
    c = planned(60000, 1000, 30, 10);
    cr_expect_geq(c.soft, 2200 * (int64_t)MS);
}

// A clock of so much a move, as quarry's, saves nothing for the next: most of it is used, and the
// rest is enough for an answer that is late by more than the overhead.
Test(clock, a_clock_of_one_move_is_used)
{
    static const int64_t lefts[] = {100, 200, 500, 1000, 10000, 60000};
    for (size_t i = 0; i < LENGTH(lefts); i++) {
        struct clock c;
        struct limits l = {.time = {lefts[i], lefts[i]}, .move_time = -1, .moves_to_go = 1};
        clock_plan(&c, &l, FIRST, 30, 10, 1);
        cr_expect_geq(c.soft, (lefts[i] - 20) * 3 / 4 * MS);
        cr_expect_leq(c.hard, (lefts[i] - 20) * 4 / 5 * MS);
        l.moves_to_go = 2;
        clock_plan(&c, &l, FIRST, 30, 10, 1);
        cr_expect_leq(c.hard, lefts[i] * MS / 2);
        cr_expect_geq(c.hard, (lefts[i] - 22) * MS * 9 / 20);
    }
}

static struct clock planned_move(int64_t ms)
{
    struct clock c;
    struct limits l = {.time = {-1, -1}, .move_time = ms, .multipv = 1};
    clock_plan(&c, &l, FIRST, 30, 10, 1);
    return c;
}

Test(clock, a_time_for_the_move_is_used_and_kept)
{
    static const int64_t times[] = {0, 1, 2, 10, 100, 1000, 1 << 30};
    for (size_t i = 0; i < LENGTH(times); i++) {
        struct clock c = planned_move(times[i]);
        cr_expect_leq(c.hard, times[i] * MS);
        cr_expect_geq(c.hard, (times[i] - 1) * MS);
        cr_expect(c.hard >= 0 && c.soft == c.hard && c.fixed);
    }
}

// Games in which every thought takes all it may and is late now and then, by up to the overhead:
// no flag falls, however long the game.
Test(clock, no_game_is_lost_on_time)
{
    static const struct {
        int64_t time, increment;
        int turns;
    } games_played[] = {
        {1000, 0, 30},  {1000, 0, 112},  {1000, 10, 112}, {1000, 10, 30},
        {200, 10, 112}, {10000, 0, 242}, {100, 100, 60},
    };
    for (size_t i = 0; i < LENGTH(games_played); i++)
        for (uint64_t seed = 0; seed < 200; seed++) {
            struct rng rng = {seed};
            int64_t left = games_played[i].time * MS;
            for (int turn = games_played[i].turns; turn > 0; turn--) {
                struct clock c = planned(left / MS, games_played[i].increment, turn, 10);
                int64_t late = rng_below(&rng, 20) ? MS / 5 : rng_below(&rng, 10 * MS);
                left -= c.hard + late;
                cr_assert_geq(left, 0, "%lld + %lld ms, seed %llu: %d turns before the end",
                              (long long)games_played[i].time, (long long)games_played[i].increment,
                              (unsigned long long)seed, turn);
                left += games_played[i].increment * MS;
            }
        }
}

// ---- a busy machine -----------------------------------------------------------------------------

static void sleep_ms(int ms)
{
    struct timespec t = {0, ms * (long)MS};
    nanosleep(&t, NULL);
}

// A search that was kept off its core ends the sooner for it, also in the next thought, but never
// gives up more than half of its time; and it forgets.
Test(clock, a_search_that_was_away_stops_earlier)
{
    struct clock c;
    struct limits l = {.time = {-1, -1}, .move_time = 1000, .multipv = 1};
    clock_plan(&c, &l, FIRST, 30, 10, clock_now());
    clock_left(&c);
    cr_expect_lt(atomic_load(&c.away), 10 * MS);
    sleep_ms(12);
    clock_left(&c);
    int64_t away = atomic_load(&c.away);
    cr_expect_geq(away, 12 * MS);
    int64_t now = clock_now();
    clock_plan_next(&c, &l, FIRST, 30, 10, now);
    int64_t left = clock_left(&c), after = clock_now();
    cr_expect_leq(left, c.hard - 8 * MS);
    cr_expect_geq(left, c.hard - away - (after - now));
    l.move_time = 3;
    clock_plan_next(&c, &l, FIRST, 30, 10, clock_now());
    atomic_store(&c.away, 20 * MS);
    atomic_store(&c.started, clock_now() + 1000 * (int64_t)MS); // nothing of it is used yet
    left = clock_left(&c) - 1000 * (int64_t)MS;
    cr_expect_leq(left, c.hard / 2);
    cr_expect_geq(left, c.hard / 2 - 900 * (int64_t)MS);
    for (int i = 0; i < 400; i++)
        clock_plan_next(&c, &l, FIRST, 30, 10, clock_now());
    cr_expect_lt(atomic_load(&c.away), MS);
}

Test(clock, a_pause_is_not_a_gap)
{
    struct clock c = planned_move(1000);
    clock_left(&c);
    clock_pause(&c);
    sleep_ms(15);
    clock_left(&c);
    cr_expect_lt(atomic_load(&c.away), 15 * MS);
}

// ---- how often searches look --------------------------------------------------------------------

// A search of every kind. Positions are far from their end, so that there is much to search.
static const struct kind {
    const char *game, *moves;
    enum search_kind search;
    enum goal goal;
} kinds[] = {
    {"othello", "", SEARCH_NEGAMAX, GOAL_PLAY},
    {"othello", "f5d6c3d3c4f4f6f3e6e7", SEARCH_NEGAMAX, GOAL_PLAY},
    {"othello", "f5d6c3d3c4f4f6f3e6e7", SEARCH_NEGAMAX, GOAL_EXACT},
    {"othello:8x6", "", SEARCH_NEGAMAX, GOAL_PLAY},
    {"othello:6x6", "", SEARCH_NEGAMAX, GOAL_OUTCOME},
    {"connect4:12x12", "", SEARCH_NEGAMAX, GOAL_PLAY},
    {"connect4:8x8", "", SEARCH_NEGAMAX, GOAL_EXACT},
    {"gomoku", "h8i9g7f6i7", SEARCH_NEGAMAX, GOAL_PLAY},
    {"gomoku", "h8i9g7f6i7", SEARCH_NEGAMAX, GOAL_EXACT},
    {"othello", "", SEARCH_MCTS, GOAL_PLAY},
    {"connect4:12x12", "", SEARCH_MCTS, GOAL_PLAY},
    {"gomoku", "h8i9g7f6i7", SEARCH_MCTS, GOAL_PLAY},
};

// One search and when it is to end.
struct run {
    struct clock clock;
    struct memory *memory;
    struct pool *pool;
    struct session *session;
    struct search search;
    const struct game *game;
    struct position position;
    atomic_bool stop;
    uint64_t from;  // from so many nodes on the next report ends it, 0 = never
    bool by_clock;  // by taking its time away, else by the stop flag
    uint64_t ended; // nodes when it was told
};

static void hear(void *owner, const struct report *news)
{
    struct run *r = owner;
    if (!r->from || news->nodes < r->from || r->ended)
        return;
    r->ended = news->nodes;
    if (r->by_clock)
        r->clock.hard = 0;
    else
        atomic_store(&r->stop, true);
}

static void set_up(struct run *r, const struct kind *k)
{
    const char *why = "";
    memset(r, 0, sizeof *r);
    cr_assert(game_find(word_of(k->game), &r->game, &r->position, &why), "%s", why);
    struct word rest = word_of(k->moves);
    while (rest.length) {
        struct grid g;
        move m;
        r->game->to_grid(&r->position, &g);
        cr_assert(move_read(r->game->notation, &g, &rest, &m) && r->game->play(&r->position, m));
    }
    r->memory = memory_new(64);
    r->pool = pool_new(1);
    r->session = session_new_sized((struct listener){.owner = NULL}, 1, 1);
    cr_assert_not_null(r->session);
    struct limits l = limits_none();
    l.move_time = 3600 * 1000;
    l.goal = k->goal;
    session_set_position(r->session, r->game, &r->position);
    r->search =
        *session_search(r->session, &l); // the session's, with a clock and a stop of our own
    r->search.clock = &r->clock, r->search.stop = &r->stop, r->search.memory = r->memory;
    r->search.pool = r->pool, r->search.kind = k->search, r->search.book = NULL;
    r->search.report = hear, r->search.owner = r;
    clock_plan(&r->clock, &r->search.limits, FIRST, 30, 0, clock_now());
}

static void tear_down(struct run *r)
{
    session_free(r->session);
    pool_free(r->pool);
    memory_free(r->memory);
}

// The most nodes between two looks. The solvers count the many small nodes near the leaves, which
// are seen to only above them.
enum { LOOK = 4096, LOOK_SOLVER = 100000 };

static uint64_t look_of(const struct kind *k)
{
    return k->goal == GOAL_PLAY ? LOOK : LOOK_SOLVER;
}

// Stopped before it begins, or out of time: it is over after a look.
Test(clock, a_search_told_beforehand_does_next_to_nothing)
{
    for (size_t i = 0; i < LENGTH(kinds); i++)
        for (int by_clock = 0; by_clock < 2; by_clock++) {
            struct run r;
            struct moves legal;
            set_up(&r, &kinds[i]);
            if (by_clock)
                r.clock.hard = 0;
            else
                atomic_store(&r.stop, true);
            struct thought t = game_think(r.game, &r.position, &r.search);
            r.game->moves(&r.position, &legal);
            cr_expect_leq(t.nodes, look_of(&kinds[i]), "%s %s: %llu nodes", kinds[i].game,
                          by_clock ? "clock" : "stop", (unsigned long long)t.nodes);
            cr_expect(r.game->play(&r.position, t.best), "%s", kinds[i].game);
            tear_down(&r);
        }
}

// Told in the middle, at a report: it goes on for no more than a look.
Test(clock, a_search_told_in_the_middle_soon_ends)
{
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        if (kinds[i].goal != GOAL_PLAY)
            continue; // provers have nothing to report for long
        for (int by_clock = 0; by_clock < 2; by_clock++) {
            struct run r;
            set_up(&r, &kinds[i]);
            r.from = kinds[i].search == SEARCH_MCTS ? 3000 : 100000;
            r.by_clock = by_clock;
            struct thought t = game_think(r.game, &r.position, &r.search);
            cr_expect_geq(r.ended, r.from, "%s: it ended by itself", kinds[i].game);
            cr_expect_leq(t.nodes - r.ended, look_of(&kinds[i]), "%s %s: %llu nodes", kinds[i].game,
                          by_clock ? "clock" : "stop", (unsigned long long)(t.nodes - r.ended));
            tear_down(&r);
        }
    }
}

static int64_t cpu_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// A sanitized build takes ten times as long for everything, and what asks shared tables under the
// thread sanitizer a hundred times: the solver was seen to take 270 ms there.
static int64_t slack(int64_t ms)
{
#ifdef __SANITIZE_THREAD__
    ms *= 10;
#endif
    return ms * (process_cpu_limit_us() / 100000);
}

struct stopper {
    struct run *run;
    clockid_t thinker;
    int64_t cpu; // the thinker's processor time when it was told
};

// Waits until the search has worked for 30 ms and ends it: by the stop flag, or by a clock that has
// run out just now.
static void *stop_later(void *arg)
{
    struct stopper *s = arg;
    int64_t begun = cpu_of(s->thinker);
    while (cpu_of(s->thinker) < begun + 30 * MS)
        sleep_ms(1);
    if (s->run->by_clock)
        atomic_store(&s->run->clock.started, clock_now() - s->run->clock.hard);
    else
        atomic_store(&s->run->stop, true);
    s->cpu = cpu_of(s->thinker);
    return NULL;
}

// Told at any moment, in the middle of an iteration as a rule: every kind of search, the provers too,
// works on for less than 5 ms.
Test(clock, every_search_stops_within_5_ms_of_work)
{
    for (size_t i = 0; i < 2 * LENGTH(kinds); i++) {
        const struct kind *k = &kinds[i / 2];
        int64_t best = INT64_MAX;
        for (int attempt = 0; attempt < 3 && best > slack(5) * MS; attempt++) {
            struct run r;
            struct stopper s = {.run = &r};
            pthread_t thread;
            set_up(&r, k);
            r.by_clock = i % 2;
            cr_assert_eq(pthread_getcpuclockid(pthread_self(), &s.thinker), 0);
            cr_assert_eq(pthread_create(&thread, NULL, stop_later, &s), 0);
            game_think(r.game, &r.position, &r.search);
            int64_t ended = cpu_of(s.thinker);
            pthread_join(thread, NULL);
            best = ended - s.cpu < best ? ended - s.cpu : best;
            tear_down(&r);
        }
        cr_assert_leq(best, slack(5) * MS, "%s goal %d %s: %.1f ms", k->game, k->goal,
                      i % 2 ? "clock" : "stop", (double)best / MS);
    }
}

// ---- the first thought --------------------------------------------------------------------------

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// What comes before the thought that is measured, in a process of its own.
static const char *const befores[] = {
    "",
    "setoption name Hash value 32\ngo nodes 1000",
    "setoption name Game value connect4\ngo nodes 3000",
    "setoption name Search value mcts\ngo nodes 3000\nsetoption name Search value negamax",
    "ucinewgame",
};

// Processor ms of a process from `line` to its answer, after `before` and with this game and Hash.
static double work_of(const char *game, int hash, const char *before, const char *line,
                      const char *then)
{
    struct process p;
    clockid_t id;
    process_start(&p, "uci", "--option", "OwnBook=false");
    cr_assert_eq(clock_getcpuclockid(p.pid, &id), 0);
    free(talk(&p, &dialect_uci, "uci\nsetoption name Hash value %d", hash));
    if (before[0]) {
        free(talk(&p, &dialect_uci, "%s", before));
        if (strstr(before, "go "))
            free(talk(&p, &dialect_uci, "stop"));
    }
    free(talk(&p, &dialect_uci, "setoption name Hash value %d\nsetoption name Game value %s", hash,
              game));
    int64_t begun = cpu_of(id);
    process_send(&p, "%s\n", line);
    if (then) {
        sleep_us(300);
        begun = cpu_of(id);
        process_send(&p, "%s\n", then);
    }
    process_until(&p, "bestmove");
    double ms = (double)(cpu_of(id) - begun) / MS;
    process_end(&p);
    return ms;
}

// The middle one of five.
static double usual_work(const char *game, int hash, const char *before, const char *line,
                         const char *then)
{
    double ms[COUNT(5, 3)];
    for (size_t i = 0; i < LENGTH(ms); i++)
        ms[i] = work_of(game, hash, before, line, then);
    qsort(ms, LENGTH(ms), sizeof *ms, compare_doubles);
    return ms[LENGTH(ms) / 2];
}

// On memory nobody has touched, after a resize, another game or another search: the time given and
// at most 5 ms more.
Test(clock, the_first_thought_takes_no_longer_than_it_may)
{
    static const char *const ids[] = {"othello", "gomoku", "connect4:9x10,x=c4"};
    for (size_t i = 0; i < LENGTH(ids); i++)
        for (size_t k = 0; k < LENGTH(befores); k++) {
            int hash = k % 2 ? 1024 : 64;
            double ms = usual_work(ids[i], hash, befores[k], "go movetime 10", NULL);
            cr_expect_leq(ms, (double)(10 + slack(5)), "%s, Hash %d after '%s': %.1f ms", ids[i],
                          hash, befores[k], ms);
        }
    for (size_t i = 0; i < LENGTH(ids); i++) {
        double ms = usual_work(ids[i], 1024, befores[i], "go movetime 100", NULL);
        cr_expect_leq(ms, (double)(100 + slack(5)), "%s after '%s': %.1f ms", ids[i], befores[i],
                      ms);
    }
}

// "movestogo 0" is the whole game, not one move: of six seconds less than one is used.
Test(clock, no_moves_to_go_are_the_whole_game)
{
    double ms = work_of("gomoku", 16, "", "go wtime 6000 btime 6000 movestogo 0", NULL);
    cr_expect_leq(ms, (double)(900 + slack(5)), "%.1f ms", ms);
}

Test(clock, the_first_thought_can_be_stopped)
{
    static const char *const ids[] = {"othello", "gomoku", "connect4:9x10,x=c4"};
    for (size_t i = 0; i < LENGTH(ids); i++)
        for (size_t k = 0; k < LENGTH(befores); k++) {
            double ms = usual_work(ids[i], 1024, befores[k], "go infinite", "stop");
            cr_expect_leq(ms, (double)slack(5), "%s after '%s': %.1f ms", ids[i], befores[k], ms);
        }
}

// A new game at 1 GiB begins at once.
Test(clock, a_new_game_takes_no_time_whatever_the_hash)
{
    struct process p;
    clockid_t id;
    process_start(&p, "uci", "--option", "OwnBook=false");
    cr_assert_eq(clock_getcpuclockid(p.pid, &id), 0);
    free(talk(&p, &dialect_uci, "uci\nsetoption name Hash value 1024"));
    int64_t begun = cpu_of(id);
    for (int i = 0; i < 10; i++)
        free(talk(&p, &dialect_uci, "ucinewgame"));
    cr_expect_leq(cpu_of(id) - begun, slack(50) * MS);
    process_end(&p);
}
