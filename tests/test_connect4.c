// SPDX-License-Identifier: MIT
// Connect Four: rules, counts, and the solver against a plain one and against published values.
#include "engine/clock.h"
#include "tests/connect4_check.h"

TestSuite(connect4, .init = games_init);

// Distinct positions after each ply of the 7x6 game, ended games included (Tromp; OEIS A212693).
static const uint64_t distinct[] = {1, 7, 49, 238, 1120, 4263, 16422, 54859};

struct set {
    uint64_t *slot;
    uint64_t mask, count;
};

// True when the key was not there yet.
static bool set_add(struct set *s, uint64_t key)
{
    uint64_t i = key & s->mask;
    for (; s->slot[i] != 0; i = (i + 1) & s->mask)
        if (s->slot[i] == key)
            return false;
    s->slot[i] = key;
    s->count++;
    return true;
}

Test(connect4, keys_tell_positions_apart)
{
    static uint64_t slots[1 << 18];
    static struct position now[54859], next[54859];
    size_t count = 1;
    now[0] = start_of("");
    for (size_t ply = 1; ply < LENGTH(distinct); ply++) {
        struct set seen = {slots, LENGTH(slots) - 1, 0};
        memset(slots, 0, sizeof slots);
        for (size_t i = 0; i < count; i++) {
            struct moves list;
            connect4_game.moves(&now[i], &list);
            for (int k = 0; k < list.count; k++) {
                struct position p = now[i];
                connect4_game.play(&p, list.at[k]);
                if (set_add(&seen, connect4_game.key(&p)))
                    next[seen.count - 1] = p;
            }
        }
        cr_assert_eq(seen.count, distinct[ply], "ply %zu: %lu", ply, (unsigned long)seen.count);
        count = seen.count;
        memcpy(now, next, count * sizeof *now);
    }
}

Test(connect4, shapes_read_and_write)
{
    static const struct {
        const char *text, *canonical;
    } good[] = {{"", ""},
                {"7x6", ""},
                {"x=d1", "7x6,x=d1"},
                {"4x13", "4x13"},
                {"13X4", "13x4"},
                {"9x10,x=c4", "9x10,x=c4"},
                {"13x13,x=m13", "13x13,x=m13"}};
    static const char *const bad[] = {"3x6",      "7x14",      "7",        "x6",       "7x",
                                      "7x6,",     "7x6,x=",    "7x6,x=h1", "7x6,x=a7", "7x6,x=a0",
                                      "7x6,y=a1", "7x6,x=a1b", "99999x6",  "x=",       "7x6x7",
                                      "-7x6",     "7x6,x=1a",  "7x6 ",     "\xff\xfe"};
    for (size_t i = 0; i < LENGTH(good); i++) {
        struct position p = start_of(good[i].text);
        char text[GAME_ID_MAX];
        connect4_game.shape(&p, text);
        cr_expect_str_eq(text, good[i].canonical);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct position p, before;
        const char *why = NULL;
        memset(&p, 7, sizeof p);
        before = p;
        cr_expect_not(connect4_game.start(&p, bad[i], &why), "%s", bad[i]);
        cr_expect(why != NULL);
        cr_expect_eq(memcmp(&p, &before, sizeof p), 0);
    }
}

// Boards that no game leads to are refused with a reason.
Test(connect4, impossible_boards_are_refused)
{
    static const struct {
        const char *shape, *board;
        bool good;
    } rows[] = {
        {"", "7/7/7/7/7/7 x", true},
        {"", "7/7/7/7/7/3x3 o", true},
        {"", "7/7/7/7/7/3x3 x", false},            // the numbers of stones
        {"", "7/7/7/7/7/2xx3 o", false},           // two first moves
        {"", "7/7/7/7/3x3/7 o", false},            // floats
        {"", "7/7/7/7/ooo4/xxxx3 o", true},        // won
        {"", "7/7/7/7/oooo3/xxxx3 x", false},      // won twice
        {"", "7/7/7/7/7/oooo3 x", false},          // nobody else moved
        {"", "7/7/xo5/xo5/xo5/xo5 x", false},      // both have four
        {"", "7/7/7/7/7/3#3 x", false},            // no blocked cell on this board
        {"7x6,x=d1", "7/7/7/7/7/3#3 x", true},     //
        {"7x6,x=d1", "7/7/7/7/7/7 x", false},      // the blocked cell is missing
        {"7x6,x=d1", "7/7/7/7/3x3/3#3 o", true},   // lies on the blocked cell
        {"7x6,x=d2", "7/7/7/3x3/3#3/7 o", false},  // the cell below comes first
        {"7x6,x=d2", "7/7/7/3o3/3#3/3x3 x", true}, //
        {"5x4", "5/oo3/oooxx/xxxxx o", false}, // five in a row is fine, but not with these counts
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct position shape = start_of(rows[i].shape), out, before;
        struct grid like, g;
        const char *why = "";
        connect4_game.to_grid(&shape, &like);
        cr_assert(board_parse(&g, &like, word_of(rows[i].board), &why), "%s: %s", rows[i].board,
                  why);
        memset(&out, 7, sizeof out);
        before = out;
        cr_expect_eq(connect4_game.from_grid(&out, &shape, &g, &why), rows[i].good, "%s %s",
                     rows[i].board, why);
        if (!rows[i].good)
            cr_expect_eq(memcmp(&out, &before, sizeof out), 0);
    }
}

// A stone dropped on the blocked cell lies above it; below it the column fills first.
Test(connect4, stones_jump_over_the_blocked_cell)
{
    struct position p = start_of("5x5,x=b3");
    static const int rows[] = {1, 2, 4, 5};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct moves list;
        connect4_game.moves(&p, &list);
        cr_assert_eq(list.count, 5);
        cr_assert_eq(list.at[1], move_at(1, 5 - rows[i]));
        cr_assert_not(connect4_game.play(&p, move_at(1, 2)));
        cr_assert(connect4_game.play(&p, list.at[1]));
    }
    struct moves list;
    connect4_game.moves(&p, &list);
    cr_assert_eq(list.count, 4);
}

// Every kernel that can hold a board says the same, with and without special instructions.
Test(connect4, widths_agree)
{
    const struct connect4_kernel *all[4 * KERNEL_FORMS]; // by width, the usual board's first
    for (int i = 0; i < KERNEL_FORMS; i++) {
        enum kernel form = (enum kernel)(KERNEL_WIDE + i);
        all[i] = KERNEL_PICK(form, connect4_7x6);
        all[KERNEL_FORMS + i] = KERNEL_PICK(form, connect4_64);
        all[2 * KERNEL_FORMS + i] = KERNEL_PICK(form, connect4_128);
        all[3 * KERNEL_FORMS + i] = KERNEL_PICK(form, connect4_192);
    }
    static const char *const shapes[] = {"", "", "6x6", "7x6,x=d3", "5x7,x=a2", "8x7", "10x8"};
    struct thinker b;
    thinker_open(&b, 1, 1);
    struct rng r = {11};
    for (int i = 0; i < 150; i++) {
        const char *shape = shapes[rng_below(&r, LENGTH(shapes))];
        struct position p = random_position(&r, shape, 18);
        const struct connect4 *c = connect4_of(&p);
        struct moves list;
        connect4_game.moves(&p, &list);
        int value = 0, score = 0;
        uint64_t leaves = 0;
        bool any = false;
        for (size_t k = shape[0] ? KERNEL_FORMS : 0; k < LENGTH(all); k++) {
            if (c->width * (c->height + 1) > all[k]->bits)
                continue;
            struct limits l = limits_of(GOAL_EXACT);
            session_forget(b.session);
            session_set_position(b.session, &connect4_game, &p);
            struct thought t = connect4_think(all[k], &p, &list, session_search(b.session, &l));
            cr_assert(t.solved);
            if (any) {
                cr_assert_eq(t.score, score, "kernel %zu of %s", k, shape);
                cr_assert_eq(all[k]->perft(c, 4), leaves);
                cr_assert_eq(all[k]->evaluate(c), value);
            }
            any = true;
            score = t.score;
            leaves = all[k]->perft(c, 4);
            value = all[k]->evaluate(c);
        }
        cr_assert(any);
    }
    thinker_close(&b);
}

// Solves one position in every way and compares with the plain solver.
static void check_plain(struct thinker *b, const struct position *p, const char *shape)
{
    struct plain board = plain_of(p);
    int value = plain_score(&board, -1000, 1000);
    struct thought t = think(b, p, GOAL_EXACT);
    cr_assert(t.solved);
    cr_assert_eq(t.score, 100 * value, "%s: %d, not %d", shape, t.score / 100, value);
    // win_in counts the plies to the last stone.
    if (value != 0) {
        int before = board.plies + abs(t.win_in) - 1;
        cr_assert_eq((t.win_in > 0) - (t.win_in < 0), (value > 0) - (value < 0));
        cr_assert_eq((board.cells + 1 - before) / 2, abs(value));
    }
    // The best move keeps the score.
    struct position next = *p;
    int margin;
    cr_assert(connect4_game.play(&next, t.best));
    if (!connect4_game.over(&next, &margin)) {
        struct plain after = plain_of(&next);
        cr_assert_eq(plain_score(&after, -1000, 1000), -value, "%s: best move", shape);
    }
    t = think(b, p, GOAL_OUTCOME);
    cr_assert_eq(t.score, 100 * ((value > 0) - (value < 0)), "%s: outcome", shape);
}

// Small boards, most of them with a blocked cell, drawn at random.
static void random_shape(struct rng *r, char out[GAME_ID_MAX])
{
    int width = 4 + (int)rng_below(r, 3), height = 4 + (int)rng_below(r, 3);
    struct writer w = writer_on(out, GAME_ID_MAX);
    write_text(&w, "%dx%d", width, height);
    if (rng_below(r, 4) != 0)
        write_text(&w, ",x=%c%d", 'a' + (int)rng_below(r, (uint32_t)width),
                   1 + (int)rng_below(r, (uint32_t)height));
}

Test(connect4, solver_agrees_with_a_plain_one)
{
    struct thinker b;
    thinker_open(&b, 1, 1);
    struct rng r = {7};
    for (int i = 0; i < 1000; i++) {
        char shape[GAME_ID_MAX];
        random_shape(&r, shape);
        struct position p = random_position(&r, shape, 4 + (int)rng_below(&r, 9));
        check_plain(&b, &p, shape);
    }
    thinker_close(&b);
}

// All moves of a position at once are each right, best first; fewer are asked for by `only`.
Test(connect4, every_move_is_scored)
{
    struct thinker b;
    thinker_open(&b, 1, 1);
    struct rng r = {5};
    for (int i = 0; i < 200; i++) {
        char shape[GAME_ID_MAX];
        random_shape(&r, shape);
        struct position p = random_position(&r, shape, 10);
        struct moves list;
        connect4_game.moves(&p, &list);
        struct limits l = limits_of(GOAL_EXACT);
        l.multipv = list.count;
        thinker_think(&b, &connect4_game, &p, &l);
        cr_assert(list.count == 1 || b.heard == list.count);
        for (int k = 0; k < b.heard; k++) {
            struct position next = p;
            struct plain before = plain_of(&p);
            int margin, value = (before.cells + 1 - before.plies) / 2;
            cr_assert(connect4_game.play(&next, b.last[k].line[0]));
            if (connect4_game.over(&next, &margin)) {
                value = margin == 0 ? 0 : value;
            } else {
                struct plain after = plain_of(&next);
                value = -plain_score(&after, -1000, 1000);
            }
            cr_assert_eq(b.last[k].score, 100 * value, "%s", shape);
            cr_assert(k == 0 || b.last[k - 1].score >= b.last[k].score);
        }
        l = limits_of(GOAL_EXACT);
        l.only = (struct moves){.count = 1, .at = {list.at[list.count - 1]}};
        cr_assert_eq(thinker_think(&b, &connect4_game, &p, &l).best, list.at[list.count - 1]);
    }
    thinker_close(&b);
}

// Values of empty boards (Tromp 2006, Steininger): who wins and the ply that ends the game.
static const struct {
    const char *shape;
    int winner, last; // 1 first, -1 second, 0 draw
} empty_boards[] = {{"4x4", 0, 16}, {"5x4", 0, 20}, {"4x5", 0, 20}, {"6x4", -1, 24}, {"5x5", 0, 25},
                    {"4x6", 0, 24}, {"7x4", 0, 28}, {"4x7", 0, 28}, {"6x5", 0, 30}};

// Positions of the 7x6 game: column digits and score, found by solvers that share no code with ours
// (Pons' test sets).
static const struct {
    const char *moves;
    int score;
} known[] = {{"2252576253462244111563365343671351441", -1},
             {"23163416124767223154467471272416755633", 0},
             {"65214673556155731566316327373221417", -1},
             {"5554224333234511764415115", 4},
             {"1233722555341451114725221333", -1},
             {"6672375354252731116762237724", -2},
             {"274552224131661", 0},
             {"2531276566711153", 2},
             {"6614446666373154", -4},
             {"32164625", 11},
             {"243335424257", 12},
             {"22144426444", 15},
             {"32751571231557", -3},
             {"1616621455211", 6}};

Test(connect4, published_values)
{
    struct thinker b;
    thinker_open(&b, 64, 2);
    for (size_t i = 0; i < LENGTH(empty_boards); i++) {
        struct position p = start_of(empty_boards[i].shape);
        struct thought t = think(&b, &p, GOAL_EXACT);
        cr_assert(t.solved);
        cr_expect_eq((t.score > 0) - (t.score < 0), empty_boards[i].winner, "%s",
                     empty_boards[i].shape);
        if (empty_boards[i].winner)
            cr_expect_eq(abs(t.win_in), empty_boards[i].last, "%s", empty_boards[i].shape);
    }
    for (size_t i = 0; i < LENGTH(known); i++) {
        struct position p = start_of("");
        cr_assert(play_digits(&p, word_of(known[i].moves)));
        struct thought t = think(&b, &p, GOAL_EXACT);
        cr_expect_eq(t.score, 100 * known[i].score, "%s: %d", known[i].moves, t.score / 100);
        // The line of best play ends where the score says.
        cr_expect(b.last[0].line_length >= 1);
        for (int k = 0; k < b.last[0].line_length; k++)
            cr_assert(connect4_game.play(&p, b.last[0].line[k]), "%s: line", known[i].moves);
    }
    thinker_close(&b);
}

// Any board, a moment to think: the answer is a legal move.
Test(connect4, plays_legal_moves_everywhere)
{
    static const char *const shapes[] = {"", "9x10,x=c4", "12x12,x=f6", "13x13", "4x4,x=b2", "8x8"};
    struct thinker b;
    thinker_open(&b, 4, 1);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        struct position p = start_of(shapes[i]);
        int margin;
        while (!connect4_game.over(&p, &margin)) {
            struct limits l = limits_of(GOAL_PLAY);
            l.nodes = 300;
            struct thought t = thinker_think(&b, &connect4_game, &p, &l);
            cr_assert(connect4_game.play(&p, t.best), "%s", shapes[i]);
        }
    }
    thinker_close(&b);
}

// What the solver knows within a few thousand nodes is played, though the time was over before the
// thought began, as it is where others have the processor.
Test(connect4, what_is_easy_needs_no_clock)
{
    struct thinker b, fresh;
    struct rng r = {5};
    int met = 0;
    thinker_open(&b, 16, 1);
    thinker_open(&fresh, 16, 1);
    while (met < 20) {
        struct position p = random_position(&r, "", 26);
        struct limits few = limits_of(GOAL_OUTCOME), brief = limits_of(GOAL_PLAY);
        few.nodes = 4096;
        brief.move_time = 1;
        session_forget(fresh.session);
        session_forget(b.session);
        if (!thinker_think(&fresh, &connect4_game, &p, &few).proven)
            continue;
        int worth = think(&fresh, &p, GOAL_OUTCOME).score;
        session_set_position(b.session, &connect4_game, &p);
        struct search *s = session_search(b.session, &brief);
        atomic_store(&s->clock->started, clock_now() - INT64_C(1000000000));
        struct thought t = game_think(&connect4_game, &p, s);
        if (worth < 0)
            continue;
        cr_expect(t.proven && (t.score > 0) == (worth > 0), "%d: %d, not %d", met, t.score, worth);
        met++;
    }
    thinker_close(&b);
    thinker_close(&fresh);
}

// A limit of nodes is one for all threads together, but for what each counts before it looks.
Test(connect4, threads_share_a_limit_of_nodes)
{
    enum { LIMIT = 100000, LOOK = 1024 };
    static const enum goal goals[] = {GOAL_EXACT, GOAL_OUTCOME, GOAL_PLAY};
    for (size_t i = 0; i < LENGTH(goals); i++)
        for (int threads = 1; threads <= 4; threads *= 2) {
            struct thinker b;
            struct position p = start_of("8x8");
            struct limits l = limits_of(goals[i]);
            thinker_open(&b, 16, threads);
            l.nodes = LIMIT;
            struct thought t = thinker_think(&b, &connect4_game, &p, &l);
            cr_expect_geq(t.nodes, (uint64_t)LIMIT, "goal %d, %d threads", goals[i], threads);
            cr_expect_leq(t.nodes, (uint64_t)(LIMIT + threads * LOOK),
                          "goal %d, %d threads: %llu nodes", goals[i], threads,
                          (unsigned long long)t.nodes);
            thinker_close(&b);
        }
}

// What a search for a move has kept of one board is nothing to it on one where another cell is
// blocked: it counts as many nodes there as one that knows nothing.
Test(connect4, boards_do_not_read_each_others_tables)
{
    static const char *const shapes[] = {"7x6", "7x6,x=c4", "7x6,x=d2"};
    struct thinker b, fresh;
    struct limits l = limits_of(GOAL_PLAY);
    l.depth = 9;
    thinker_open(&b, 4, 1);
    thinker_open(&fresh, 4, 1);
    for (size_t i = 0; i < LENGTH(shapes); i++)
        for (size_t k = 0; k < LENGTH(shapes); k++) {
            struct position first = start_of(shapes[i]), then = start_of(shapes[k]);
            if (k == i)
                continue;
            session_forget(b.session);
            session_forget(fresh.session);
            thinker_think(&b, &connect4_game, &first, &l);
            struct thought t = thinker_think(&b, &connect4_game, &then, &l),
                           alone = thinker_think(&fresh, &connect4_game, &then, &l);
            cr_expect(t.nodes == alone.nodes && t.score == alone.score,
                      "%s after %s: %llu, not %llu nodes, %d, not %d", shapes[k], shapes[i],
                      (unsigned long long)t.nodes, (unsigned long long)alone.nodes, t.score,
                      alone.score);
        }
    thinker_close(&b);
    thinker_close(&fresh);
}
