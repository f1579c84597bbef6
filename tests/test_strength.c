// SPDX-License-Identifier: MIT
// test_strength.c - the levels for people: what is drawn, what is kept, and that every level plays.
#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/strength.h"
#include "tests/sanitized.h"
#include "tests/talk.h"
#include "tests/thinker.h"

enum { DRAWS = 20000, SCALE = 100 };

// How often each of the moves 0, 1, 2, ... is drawn.
static void count_draws(const struct valued_move *list, int count, int temperature, int *drawn)
{
    struct rng rng = {7};
    memset(drawn, 0, sizeof *drawn * (size_t)count);
    for (int i = 0; i < DRAWS; i++)
        drawn[strength_draw(list, count, temperature, SCALE, &rng)]++;
}

Test(strength, temperature_zero_draws_the_best)
{
    const struct valued_move list[] = {{0, -50, false, 0}, {1, 90, false, 0}, {2, 89, false, 0}};
    int drawn[3];
    count_draws(list, 3, 0, drawn);
    cr_expect_eq(drawn[1], DRAWS);
}

Test(strength, proven_wins_are_drawn_among_themselves)
{
    struct valued_move list[] = {{0, 500, false, 0},
                                 {1, 100, true, 0},
                                 {2, -900, true, 0},
                                 {3, 200, true, 0},
                                 {4, 0, true, 0}};
    int drawn[5];
    count_draws(list, 5, 10000, drawn);
    cr_expect_eq(drawn[0] + drawn[2] + drawn[4], 0, "a proven win was not kept");
    cr_expect(drawn[1] > DRAWS / 3 && drawn[3] > DRAWS / 3);
    list[1].proven = list[3].proven = false; // proven draws and losses forbid nothing
    count_draws(list, 5, 10000, drawn);
    for (int i = 0; i < 5; i++)
        cr_expect_gt(drawn[i], DRAWS / 8, "move %d was drawn %d times", i, drawn[i]);
}

// Who draws a win takes the soonest, whatever the temperature: a skilled player of Gomoku moved
// elsewhere with four in a row, since it won all the same. A proven win is not left for a seen one.
Test(strength, the_soonest_win_is_drawn)
{
    struct valued_move list[] = {
        {0, 29995, false, 5}, {1, 29999, false, 1}, {2, 29997, false, 3}, {3, 50, false, 0}};
    int drawn[4];
    count_draws(list, 4, 100000, drawn);
    cr_expect_eq(drawn[0] + drawn[2], 0);
    cr_expect_float_eq((double)drawn[1] / DRAWS, 0.75, 0.1);
    list[0].proven = list[2].proven = true;
    count_draws(list, 4, 100000, drawn);
    cr_expect_eq(drawn[2], DRAWS);
    list[2] = (struct valued_move){2, -29998, true, -2};
    count_draws(list, 4, 100000, drawn);
    cr_expect_eq(drawn[0], DRAWS);
}

// The value of a move that was drawn is not the position's where another is worth more.
Test(strength, a_drawn_move_is_not_the_positions_value)
{
    static const struct strength any[STRENGTHS] = {{.depth = 12, .temperature = 100000}};
    struct rng rng = {3};
    struct position p;
    struct moves legal;
    struct grid g;
    const char *why;
    int worse = 0;
    games_init();
    struct game weak = othello_game;
    weak.strengths = any;
    cr_assert(othello_game.start(&p, "4x6", &why));
    do { // a position with nine empty cells and a choice
        if (othello_game.over(&p, &(int){0}))
            cr_assert(othello_game.start(&p, "4x6", &why));
        othello_game.moves(&p, &legal);
        othello_game.play(&p, legal.at[rng_below(&rng, (uint32_t)legal.count)]);
        othello_game.to_grid(&p, &g);
        othello_game.moves(&p, &legal);
    } while (grid_count(&g, CELL_EMPTY) != 9 || legal.count < 4);
    struct session *s = session_new_sized((struct listener){0}, 4, 1);
    struct limits l = limits_none();
    struct thought value, t;
    l.goal = GOAL_EXACT;
    session_set_position(s, &othello_game, &p);
    cr_assert(session_think(s, &l, &value, &why) && value.solved);
    l.goal = GOAL_PLAY;
    for (int i = 0; i < 40; i++) {
        t = strength_think(&weak, &p, session_search(s, &l), 0, &rng);
        cr_expect(t.proven && t.solved == (t.score == value.score), "%d of %d", t.score,
                  value.score);
        cr_expect(t.score == value.score || t.bound == BOUND_LOWER);
        worse += t.score < value.score;
    }
    cr_expect_gt(worse, 0, "the best was always drawn");
    session_free(s);
}

// At temperature 100 a scale's difference in score makes a move e times as likely: of 0, 100 and
// 200 the chances are 0.0900, 0.2447 and 0.6652; five standard deviations of 20,000 draws are 0.017.
Test(strength, chances_follow_the_scores)
{
    const struct valued_move list[] = {{0, 0, false, 0}, {1, 100, false, 0}, {2, 200, false, 0}};
    int drawn[3];
    count_draws(list, 3, 100, drawn);
    cr_expect_float_eq((double)drawn[0] / DRAWS, 0.0900, 0.017);
    cr_expect_float_eq((double)drawn[1] / DRAWS, 0.2447, 0.017);
    cr_expect_float_eq((double)drawn[2] / DRAWS, 0.6652, 0.017);
}

Test(strength, tables_rise_to_the_full_strength)
{
    int highest = 0;
    for (int g = 0; games[g]; g++) {
        const struct strength *t = games[g]->strengths;
        cr_expect_eq(t[0].elo, ELO_MIN, "%s", games[g]->name);
        for (int i = 1; i < STRENGTHS; i++)
            cr_expect_gt(t[i].elo, t[i - 1].elo, "%s %s", games[g]->name, strength_names[i]);
        for (int i = 0; i < STRENGTH_FULL; i++)
            cr_expect(t[i].plies || t[i].depth, "%s %s has no limit", games[g]->name,
                      strength_names[i]);
        cr_expect(t[STRENGTH_FULL].elo <= ELO_MAX && !t[STRENGTH_FULL].plies &&
                  !t[STRENGTH_FULL].depth && !t[STRENGTH_FULL].temperature);
        highest = t[STRENGTH_FULL].elo > highest ? t[STRENGTH_FULL].elo : highest;
    }
    cr_expect_gt(highest, ELO_MAX - 100, "a rating of %d is the highest, %d may be asked for",
                 highest, ELO_MAX);
}

Test(strength, a_rating_between_two_levels_is_both)
{
    for (int g = 0; games[g]; g++) {
        const struct strength *t = games[g]->strengths;
        struct rng rng = {5};
        int upper = 0, quarter = t[3].elo + (t[4].elo - t[3].elo) / 4;
        for (int i = 0; i < STRENGTHS; i++)
            cr_expect_eq(strength_for_elo(games[g], t[i].elo, &rng), i);
        cr_expect_eq(strength_for_elo(games[g], ELO_MIN, &rng), 0);
        cr_expect_eq(strength_for_elo(games[g], ELO_MAX, &rng), STRENGTH_FULL);
        for (int i = 0; i < DRAWS; i++) {
            int level = strength_for_elo(games[g], quarter, &rng);
            cr_assert(level == 3 || level == 4);
            upper += level == 4;
        }
        cr_expect_float_eq((double)upper / DRAWS, 0.25, 0.03, "%s", games[g]->name);
    }
}

// ---- playing ------------------------------------------------------------------------------------

static void start_of(const char *id, const struct game **game, struct position *p)
{
    const char *why = "";
    games_init();
    cr_assert(game_find(word_of(id), game, p, &why), "%s: %s", id, why);
}

// A few moves at this level under limits that leave no time, in a game of this shape.
static void play_without_time(struct thinker *t, const char *id)
{
    const struct game *game;
    struct position p;
    struct moves legal;
    start_of(id, &game, &p);
    for (int ply = 0; ply < 6; ply++) {
        struct limits l = limits_none();
        game->moves(&p, &legal);
        if (!legal.count)
            return;
        l.move_time = 1;
        struct thought first = thinker_think(t, game, &p, &l);
        l.only = (struct moves){.count = 1, .at = {legal.at[legal.count / 2]}};
        cr_assert_eq(thinker_think(t, game, &p, &l).best, l.only.at[0], "%s", id);
        cr_assert(game->play(&p, first.best), "%s: an illegal move", id);
    }
}

Test(strength, every_level_moves_in_every_shape, .timeout = 120)
{
    static const char *const ids[] = {"othello",        "othello:6x6",  "othello:4x4",
                                      "connect4",       "connect4:4x4", "connect4:9x10,x=c4",
                                      "gomoku:5",       "gomoku",       "gomoku:22,free",
                                      "gomoku:9,renju", "gomoku:9,caro"};
    struct thinker t;
    thinker_open(&t, 4, 1);
    for (int level = 0; level < STRENGTHS; level++) {
        thinker_set(&t, OPTION_STRENGTH, strength_names[level]);
        for (size_t i = 0; i < LENGTH(ids); i++)
            play_without_time(&t, ids[i]);
    }
    thinker_close(&t);
}

Test(strength, a_stop_before_the_beginning_leaves_a_legal_move)
{
    struct thinker t;
    struct rng rng = {3};
    thinker_open(&t, 4, 1);
    for (int g = 0; games[g]; g++) {
        const struct game *game;
        struct position p, after;
        struct limits l = limits_none();
        start_of(games[g]->name, &game, &p);
        for (int level = 0; level < STRENGTHS; level++) {
            session_set_position(t.session, game, &p);
            struct search *s = session_search(t.session, &l);
            session_request_stop(t.session);
            after = p;
            cr_expect(game->play(&after, strength_think(game, &p, s, level, &rng).best), "%s %s",
                      game->name, strength_names[level]);
        }
    }
    thinker_close(&t);
}

// The full level is the engine itself, node for node.
Test(strength, perfect_is_the_search_itself)
{
    struct thinker t;
    struct rng rng = {3};
    thinker_open(&t, 4, 1);
    for (int g = 0; games[g]; g++) {
        const struct game *game;
        struct position p;
        struct limits l = limits_none();
        start_of(games[g]->name, &game, &p);
        l.depth = 5;
        session_set_position(t.session, game, &p);
        session_forget(t.session);
        struct thought plain = game_think(game, &p, session_search(t.session, &l));
        session_forget(t.session);
        struct thought full =
            strength_think(game, &p, session_search(t.session, &l), STRENGTH_FULL, &rng);
        cr_expect(plain.nodes == full.nodes && plain.best == full.best, "%s", game->name);
    }
    thinker_close(&t);
}

// What is best does not depend on how well one plays.
Test(strength, advice_is_at_full_strength)
{
    struct thinker t;
    thinker_open(&t, 4, 1);
    for (int g = 0; games[g]; g++) {
        const struct game *game;
        struct position p;
        struct limits l = limits_none();
        start_of(games[g]->name, &game, &p);
        l.depth = 5;
        l.advice = true;
        session_forget(t.session);
        struct thought best = thinker_think(&t, game, &p, &l);
        thinker_set(&t, OPTION_STRENGTH, "beginner");
        thinker_set(&t, OPTION_LEVEL, "1");
        session_forget(t.session);
        struct thought advice = thinker_think(&t, game, &p, &l);
        cr_expect(best.nodes == advice.nodes && best.best == advice.best, "%s", game->name);
        thinker_set(&t, OPTION_STRENGTH, "perfect");
        thinker_set(&t, OPTION_LEVEL, "-1");
    }
    thinker_close(&t);
}

// ---- endings ------------------------------------------------------------------------------------

// The value of p for its mover in discs, by playing everything out.
static int value_of(const struct game *game, const struct position *p, move *best)
{
    int margin, value = INT_MIN;
    struct moves legal;
    struct grid g;
    move ignored;
    game->to_grid(p, &g);
    if (game->over(p, &margin))
        return g.to_move == FIRST ? margin : -margin;
    game->moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct position after = *p;
        game->play(&after, legal.at[i]);
        int v = -value_of(game, &after, &ignored);
        if (v > value)
            value = v, *best = legal.at[i];
    }
    return value;
}

// Plays at random until six cells are empty. False when the game ended before.
static bool random_ending(const struct game *game, struct position *p, struct rng *rng)
{
    struct moves legal;
    struct grid g;
    int margin;
    do {
        if (game->over(p, &margin))
            return false;
        game->moves(p, &legal);
        game->play(p, legal.at[rng_below(rng, (uint32_t)legal.count)]);
        game->to_grid(p, &g);
    } while (grid_count(&g, CELL_EMPTY) > 6);
    return !game->over(p, &margin);
}

// The beginner to move in a won ending wins it against the best defence.
static void win_ending(struct thinker *t, const struct game *game, struct position p)
{
    struct limits l = limits_none();
    struct grid g;
    int margin;
    move best = MOVE_NONE;
    game->to_grid(&p, &g);
    enum side winner = g.to_move;
    while (!game->over(&p, &margin)) {
        game->to_grid(&p, &g);
        if (g.to_move == winner)
            best = thinker_think(t, game, &p, &l).best;
        else
            value_of(game, &p, &best);
        cr_assert(game->play(&p, best));
    }
    cr_expect_gt(winner == FIRST ? margin : -margin, 0, "a won ending was thrown away");
}

// Endings in which some moves win and others don't, as the beginner would draw them.
Test(strength, a_beginner_wins_won_endings, .timeout = 120)
{
    const struct game *game;
    struct position start;
    struct thinker t;
    struct rng rng = {11};
    int won = 0;
    start_of("othello", &game, &start);
    thinker_open(&t, 1, 1);
    thinker_set(&t, OPTION_STRENGTH, "beginner");
    for (int tries = 0; won < 20 && tries < 2000; tries++) {
        struct position p = start;
        struct moves legal;
        move best;
        int winning = 0;
        if (!random_ending(game, &p, &rng))
            continue;
        game->moves(&p, &legal);
        for (int i = 0; i < legal.count; i++) {
            struct position after = p;
            game->play(&after, legal.at[i]);
            winning += value_of(game, &after, &best) < 0;
        }
        if (winning == 0 || winning == legal.count)
            continue;
        win_ending(&t, game, p);
        won++;
    }
    cr_expect_eq(won, 20);
    thinker_close(&t);
}

// How many of three positions with one winning move, deep in the game, a level of this ending wins.
static int endings_won(int ending)
{
    static const struct {
        const char *board;
        int column;
    } puzzles[] = {{"4x2/3xo1o/3oo1x/3xo1o/x2ox1x/ooxox1x x", 0},
                   {"7/7/1o1x3/1x1oxox/1ooxoxx/1xoxoxo o", 5},
                   {"7/4o2/4oo1/x3xx1/o1x1oo1/x1oxxxo x", 6}};
    const struct strength row = {.depth = 1, .ending = ending};
    struct thinker t;
    struct rng rng = {3};
    int won = 0;
    thinker_open(&t, 4, 1);
    for (size_t i = 0; i < LENGTH(puzzles); i++) {
        const struct game *game;
        struct position start, p;
        struct grid like, g;
        struct limits l = limits_none();
        const char *why = "";
        start_of("connect4", &game, &start);
        game->to_grid(&start, &like);
        cr_assert(board_parse(&g, &like, word_of(puzzles[i].board), &why), "%s", why);
        cr_assert(game->from_grid(&p, &start, &g, &why), "%s", why);
        struct game with = *game;
        with.strengths = &row;
        session_set_position(t.session, game, &p);
        won += move_x(strength_think(&with, &p, session_search(t.session, &l), 0, &rng).best) ==
               puzzles[i].column;
    }
    thinker_close(&t);
    return won;
}

Test(strength, an_ending_is_played_as_well_as_can_be)
{
    cr_expect_eq(endings_won(26), 3);
    cr_expect_eq(endings_won(0), 0);
}

// What the lowest level says of the move it draws after these columns.
static int beginner_wins_in(const char *columns)
{
    const struct game *game;
    struct position p;
    struct thinker t;
    struct limits l = limits_none();
    start_of("connect4", &game, &p);
    for (const char *c = columns; *c; c++) {
        struct grid g;
        move m;
        game->to_grid(&p, &g);
        cr_assert(game_move_parse(game, &g, (struct word){c, 1}, &m) && game->play(&p, m));
    }
    thinker_open(&t, 1, 1);
    thinker_set(&t, OPTION_STRENGTH, "beginner");
    struct thought answer = thinker_think(&t, game, &p, &l);
    thinker_close(&t);
    cr_expect_eq(t.last[0].win_in, answer.win_in);
    return answer.win_in;
}

// Four in a row is said to be a win, not a number of points; so is the other's that can't be stopped.
Test(strength, a_beginner_says_that_it_wins)
{
    cr_expect_eq(beginner_wins_in("dacaea"), 1);
    cr_expect_eq(beginner_wins_in("dacag"), 0);
    cr_expect_eq(beginner_wins_in("dacae"), -2);
}

// How many different moves a level of this width draws, hot enough for any.
static int moves_drawn(int width)
{
    const struct strength row = {.depth = 1, .temperature = 1000000, .threats = 1, .width = width};
    const struct game *game;
    struct position p;
    struct thinker t;
    struct rng rng = {3};
    bool seen[CELLS_MAX] = {false};
    int count = 0;
    start_of("gomoku:9,free", &game, &p);
    cr_assert(game->play(&p, move_at(4, 4)) && game->play(&p, move_at(5, 4)));
    struct game wide = *game;
    wide.strengths = &row;
    thinker_open(&t, 1, 1);
    for (int i = 0; i < COUNT(300, 100); i++) {
        struct limits l = limits_none();
        session_set_position(t.session, game, &p);
        move m = strength_think(&wide, &p, session_search(t.session, &l), 0, &rng).best;
        int cell = move_y(m) * BOARD_MAX + move_x(m);
        count += !seen[cell];
        seen[cell] = true;
    }
    thinker_close(&t);
    return count;
}

Test(strength, the_width_is_how_many_are_drawn_among)
{
    cr_expect_eq(moves_drawn(3), 3);
    cr_expect_eq(moves_drawn(20), 20);
    cr_expect_gt(moves_drawn(0), COUNT(60, 40));
}

// ---- by option ----------------------------------------------------------------------------------

Test(strength, a_numbered_level_is_a_depth)
{
    struct thinker t;
    thinker_open(&t, 4, 1);
    for (int g = 0; games[g]; g++) {
        static const struct {
            const char *level;
            int depth;
        } levels[] = {{"0", 1}, {"1", 1}, {"3", 3}, {"5", 5}};
        for (size_t i = 0; i < LENGTH(levels); i++) {
            const struct game *game;
            struct position p;
            struct limits l = limits_none();
            start_of(games[g]->name, &game, &p);
            thinker_set(&t, OPTION_LEVEL, levels[i].level);
            thinker_think(&t, game, &p, &l);
            cr_expect(t.heard && t.last[0].depth <= levels[i].depth, "%s level %s: depth %d",
                      game->name, levels[i].level, t.last[0].depth);
        }
    }
    thinker_close(&t);
}

Test(strength, uci_offers_and_sets_them)
{
    struct process p;
    talk_start(&p, &dialect_uci);
    char *offer = talk(&p, &dialect_uci, "uci");
    cr_expect(strstr(offer, "option name Strength type combo default perfect var beginner var "));
    cr_expect(strstr(offer, "option name UCI_LimitStrength type check default false\n"));
    cr_expect(strstr(offer, "option name UCI_Elo type spin default 1500 min 800 max 3600\n"));
    cr_expect(strstr(offer, "option name Level type spin default -1 min -1 max 60\n"));
    free(offer);
    talk_expect(&p, &dialect_uci, "setoption name Strength value beginner", "");
    talk_expect(&p, &dialect_uci, "setoption name UCI_LimitStrength value true", "");
    talk_expect(&p, &dialect_uci, "setoption name UCI_Elo value 800", "");
    talk_expect(&p, &dialect_uci, "setoption name Level value 60", "");
    char *bad = talk(&p, &dialect_uci, "setoption name UCI_Elo value 799");
    cr_expect_eq(count_lines(bad, dialect_uci.error), 1, "%s", bad);
    free(bad);
    process_end(&p);
}
