// SPDX-License-Identifier: MIT
// test_mcts.c - the Monte Carlo search finds forced wins for certain, keeps its tree, and repeats
// itself.
#include <criterion/criterion.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/deepen.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "engine/rng.h"
#include "tests/sanitized.h"
#include "tests/thinker.h"

TestSuite(mcts, .init = games_init);

static void set_up(const char *id, const char *board, const struct game **game, struct position *p)
{
    struct grid g, like;
    const char *why = "";
    cr_assert(game_find(word_of(id), game, p, &why), "%s: %s", id, why);
    if (!board)
        return;
    (*game)->to_grid(p, &like);
    cr_assert(board_parse(&g, &like, word_of(board), &why), "%s: %s", board, why);
    cr_assert((*game)->from_grid(p, p, &g, &why), "%s: %s", board, why);
}

// So many simulations with this kind of playouts.
static struct thought think(struct thinker *thinker, const struct game *game,
                            const struct position *p, int threads, enum playout_kind playout,
                            uint64_t simulations, int multipv)
{
    struct limits l = limits_of(GOAL_PLAY);
    l.nodes = simulations;
    l.multipv = multipv;
    thinker_set(thinker, OPTION_THREADS, threads == 1 ? "1" : "2");
    thinker_set(thinker, OPTION_SEARCH, "mcts");
    thinker_set(thinker, OPTION_PLAYOUT, options[OPTION_PLAYOUT].word((int)playout));
    return thinker_think(thinker, game, p, &l);
}

// Forced wins in one, two and three moves; any of `best` does.
static const struct {
    const char *game, *board, *best;
} wins[] = {
    // A row of three with one open end; two in the bottom row with both sides open; a win in three.
    {"connect4", "7/7/7/7/2o4/xxx1oo1 x", "d"},
    {"connect4", "7/7/7/7/o6/o1xx3 x", "e"},
    {"connect4", "7/7/7/2x1o2/oxoxo2/xooxxox x", "b d"},
    {"gomoku", "15/15/15/15/15/15/15/4xxxx7/4oooo7/15/15/15/15/15/15 x", "d8 i8"},
    {"gomoku", "15/15/15/15/15/15/15/5xxx7/4ooo8/15/15/15/15/15/15 x", "e8 i8 d8 j8"},
    // Four and four: a row of three stopped at one end and a column of three stopped at one end
    // meet.
    {"gomoku", "15/15/15/8o6/8x6/8x6/8x6/4oxxx7/15/15/15/6o8/15/15/15 x", "i8"},
    // Two open threes at once; no four of the other side is in sight.
    {"gomoku", "14o/15/15/15/15/8x6/8x6/5xx8/15/15/15/2o12/15/13o1/o14 x", "i8 f8 e8 h7 h9"},
    // A four that makes a three on the way, then an open four.
    {"gomoku", "14o/2o12/15/15/15/7x7/7x7/3oxxx8/15/15/15/15/15/13o1/o14 x", "h8 g9"},
};

static bool listed(const char *list, const char *text)
{
    struct word rest = word_of(list), w;
    while (word_next(&rest, &w))
        if (word_is(w, text))
            return true;
    return false;
}

Test(mcts, forced_wins_are_proven)
{
    struct thinker thinker;
    thinker_open(&thinker, 64, 1);
    for (size_t i = 0; i < LENGTH(wins); i++)
        for (int threads = 1; threads <= 2; threads++)
            for (int kind = PLAYOUT_UNIFORM; kind < PLAYOUT_KINDS; kind++) {
                const struct game *game;
                struct position p;
                struct grid g;
                char text[MOVE_TEXT_MAX];
                set_up(wins[i].game, wins[i].board, &game, &p);
                session_forget(thinker.session);
                struct thought t =
                    think(&thinker, game, &p, threads, (enum playout_kind)kind, 200000, 1);
                game->to_grid(&p, &g);
                move_print(game->notation, &g, t.best, text);
                cr_expect(listed(wins[i].best, text), "%s: %s", wins[i].board, text);
                cr_expect(t.proven && t.bound == BOUND_LOWER && !t.solved, "%s: not proven",
                          wins[i].board);
                cr_expect_gt(t.win_in, 0, "%s: win in %d", wins[i].board, t.win_in);
                cr_expect_eq(t.score, SCORE_WIN - t.win_in, "%s: %d", wins[i].board, t.score);
                cr_expect_lt(t.nodes, 200000, "%s: the proof did not end the search",
                             wins[i].board);
            }
    thinker_close(&thinker);
}

// The last moves of Othello games that only one move wins (solved by a plain search).
Test(mcts, the_only_winning_ending_is_found)
{
    static const char *const endings[][2] = {
        {"OOOOOOOOXOOXXXOOXO-XXOXO-XXOOOXOXOXOOXOOXXOXOOOOXX-XXOO-XXXXXX-O X", "c7"},
        {"-O-OOOOXXOOOOOX-OOXOOXO-OOXOXOOOOOOXOOO-OOXXOOOXOOXXXXOXOOXOOOOO X", "h5"},
        {"OOOOOO-XO-OOOOOOOXOXOOOOOXXXXOOOOOXOOOOOOOOXXXOOOXXOOO-OOXXOOO-- X", "h8"},
    };
    struct thinker thinker;
    thinker_open(&thinker, 8, 1);
    for (size_t i = 0; i < 2 * LENGTH(endings); i++) {
        enum playout_kind kind = i % 2 ? PLAYOUT_POLICY : PLAYOUT_UNIFORM;
        const struct game *game;
        struct position p;
        struct grid g;
        char text[MOVE_TEXT_MAX];
        set_up("othello", endings[i / 2][0], &game, &p);
        session_forget(thinker.session);
        struct thought t = think(&thinker, game, &p, 1, kind, 100000, 1);
        game->to_grid(&p, &g);
        move_print(game->notation, &g, t.best, text);
        cr_expect_str_eq(text, endings[i / 2][1]);
        cr_expect_lt(t.nodes, 100000, "the proof did not end the search");
    }
    thinker_close(&thinker);
}

// ---- forced wins against a plain search ---------------------------------------------------------

static enum side mover_of(const struct game *game, const struct position *p)
{
    struct grid g;
    game->to_grid(p, &g);
    return g.to_move;
}

// True when the game is over and won by `side`.
static bool won_by(const struct game *game, const struct position *p, enum side side)
{
    int margin;
    return game->over(p, &margin) && (side == FIRST ? margin : -margin) > 0;
}

// True when `side` wins within `plies` more plies whatever the other side does; `mine` says whether
// it is to move. A pass is a ply, so the sides take turns.
static bool forced(const struct game *game, const struct position *p, enum side side, bool mine,
                   int plies)
{
    struct moves list;
    int margin;
    if (game->over(p, &margin))
        return won_by(game, p, side);
    if (plies == 0)
        return false;
    game->moves(p, &list);
    for (int i = 0; i < list.count; i++) {
        struct position next = *p;
        cr_assert(game->play(&next, list.at[i]));
        if (forced(game, &next, side, !mine, plies - 1) == mine)
            return mine;
    }
    return !mine;
}

// The least number of the mover's moves, at most three, with which it forces a win; 0 when none.
static int win_in_moves(const struct game *game, const struct position *p)
{
    for (int moves = 1; moves <= 3; moves++)
        if (forced(game, p, mover_of(game, p), true, 2 * moves - 1))
            return moves;
    return 0;
}

// A position after some random moves; false when the game ended on the way.
static bool wander(const struct game *game, struct position *p, int plies, struct rng *rng)
{
    for (int i = 0; i < plies; i++) {
        struct moves list;
        int margin;
        if (game->over(p, &margin))
            return false;
        game->moves(p, &list);
        cr_assert(game->play(p, list.at[rng_below(rng, (uint32_t)list.count)]));
    }
    int margin;
    return !game->over(p, &margin);
}

// The search must prove the win and play a move that keeps it; how fast it wins is its own
// business.
static void expect_win(const struct game *game, const char *id, const struct position *p, int moves,
                       int threads, enum playout_kind kind, struct thinker *thinker)
{
    enum { SIMULATIONS = 100000, LATER = 9 };
    struct position next = *p;
    enum side side = mover_of(game, p);
    session_forget(thinker->session);
    struct thought t = think(thinker, game, p, threads, kind, SIMULATIONS, 1);
    cr_expect_lt(t.nodes, SIMULATIONS, "%s: a win in %d is not proven", id, moves);
    cr_expect_eq(thinker->last[0].win_rate, 1, "%s: a win in %d counts %f", id, moves,
                 thinker->last[0].win_rate);
    cr_assert(game->play(&next, t.best), "%s", id);
    bool kept = false;
    for (int plies = 2 * moves - 2; !kept && plies <= LATER; plies += 2)
        kept = forced(game, &next, side, false, plies);
    cr_expect(kept, "%s: a win in %d is thrown away", id, moves);
}

// Random positions with a win in one, two and three, in every game and on odd boards.
Test(mcts, no_win_in_three_is_missed)
{
    // Othello is won at the end only, so its games are played down to the last cells.
    static const struct {
        const char *id;
        int least, most; // random moves before
        int each;        // positions for each length of win
    } boards[] = {
        {"connect4", 8, 30, 12},      {"connect4:9x7,x=c4", 10, 30, 6},
        {"connect4:5x4", 4, 12, 6},   {"gomoku:7", 26, 38, 4},
        {"gomoku:6,free", 20, 30, 4}, {"gomoku:6,renju", 20, 30, 4},
        {"gomoku:6,caro", 20, 30, 4}, {"gomoku:6", 20, 30, 4},
        {"othello", 55, 59, 6},       {"othello:6x6", 27, 31, 6},
        {"othello:4x4", 6, 11, 6},
    };
    struct rng rng = {20261116};
    struct thinker thinker;
    thinker_open(&thinker, 64, 1);
    for (size_t i = 0; i < LENGTH(boards); i++) {
        int found[4] = {0}, tries = 0, each = COUNT(boards[i].each, 1);
        while (found[1] + found[2] + found[3] < 3 * each && tries++ < 60000) {
            const struct game *game;
            struct position p;
            set_up(boards[i].id, NULL, &game, &p);
            uint32_t span = (uint32_t)(boards[i].most - boards[i].least + 1);
            if (!wander(game, &p, boards[i].least + (int)rng_below(&rng, span), &rng))
                continue;
            int moves = win_in_moves(game, &p);
            if (moves == 0 || found[moves] == each)
                continue;
            int turn = found[moves]++;
            expect_win(game, boards[i].id, &p, moves, 1 + (turn + turn / PLAYOUT_KINDS) % 2,
                       (enum playout_kind)(turn % PLAYOUT_KINDS), &thinker);
        }
        for (int moves = 1; moves <= 3; moves++)
            cr_expect_eq(found[moves], each, "%s: %d wins in %d", boards[i].id, found[moves],
                         moves);
    }
    thinker_close(&thinker);
}

// ---- whole trees -------------------------------------------------------------------------------

// An exhausted tree gives the true outcome, and a proven draw is one.
Test(mcts, small_games_are_solved)
{
    struct thinker thinker;
    thinker_open(&thinker, 64, 1);
    const struct game *game;
    struct position p;
    set_up("connect4:4x4", "2xo/ooxx/xxoo/ooxx x", &game, &p);
    for (int kind = 0; kind < PLAYOUT_KINDS; kind++) {
        session_forget(thinker.session);
        struct thought t = think(&thinker, game, &p, 1, (enum playout_kind)kind, 1000000, 1);
        cr_expect(t.solved);
        cr_expect_eq(t.score, 0);
        cr_expect_lt(t.nodes, 1000000);
    }
    thinker_close(&thinker);
}

Test(mcts, one_thread_repeats_itself)
{
    static const char *const ids[] = {"othello", "connect4", "gomoku"};
    for (size_t i = 0; i < LENGTH(ids) * PLAYOUT_KINDS; i++) {
        const char *id = ids[i / PLAYOUT_KINDS];
        enum playout_kind kind = (enum playout_kind)(i % PLAYOUT_KINDS);
        const struct game *game;
        struct position p;
        set_up(id, NULL, &game, &p);
        struct thinker thinker;
        thinker_open(&thinker, 8, 1);
        struct thought first = think(&thinker, game, &p, 1, kind, 3000, 1);
        uint64_t visits = thinker.last[0].visits;
        session_forget(thinker.session);
        struct thought second = think(&thinker, game, &p, 1, kind, 3000, 1);
        cr_expect_eq(first.best, second.best, "%s %d", id, kind);
        cr_expect_eq(visits, thinker.last[0].visits, "%s %d", id, kind);
        cr_expect_eq(first.nodes, second.nodes, "%s %d", id, kind);
        thinker_close(&thinker);
    }
}

// After our move and the reply we expected, the visits of that part of the tree are there at once.
Test(mcts, the_tree_is_kept)
{
    static const char *const ids[] = {"othello", "connect4", "gomoku"};
    for (size_t i = 0; i < LENGTH(ids) * 2; i++) {
        const char *id = ids[i / 2];
        enum playout_kind kind = i % 2 ? PLAYOUT_POLICY : PLAYOUT_UNIFORM;
        const struct game *game;
        struct position p;
        set_up(id, NULL, &game, &p);
        struct thinker thinker;
        thinker_open(&thinker, 16, 1);
        struct thought t = think(&thinker, game, &p, 1, kind, i % 2 ? 4000 : 40000, 1);
        cr_assert(game->play(&p, t.best) && game->play(&p, t.ponder), "%s", id);
        think(&thinker, game, &p, 1, kind, 8, 1);
        cr_expect_gt(thinker.last[0].visits, 8, "%s: %d visits", id, (int)thinker.last[0].visits);
        thinker_close(&thinker);
    }
}

// A search among some of the moves leaves no tree that passes for one of them all: after one of c
// alone, which loses, the next thought still finds a.
Test(mcts, a_restricted_tree_is_not_kept)
{
    for (int kind = 0; kind < PLAYOUT_KINDS; kind++) {
        const struct game *game;
        struct position p;
        struct thinker thinker;
        struct limits l = limits_of(GOAL_PLAY);
        set_up("connect4", "7/7/7/x6/x5o/x5o o", &game, &p);
        thinker_open(&thinker, 8, 1);
        think(&thinker, game, &p, 1, (enum playout_kind)kind, 8, 1); // sets the options
        session_forget(thinker.session);
        l.nodes = 400;
        l.multipv = 1;
        l.only = (struct moves){.count = 1, .at = {move_at(2, 5)}};
        struct thought t = thinker_think(&thinker, game, &p, &l);
        cr_expect_eq(t.best, move_at(2, 5));
        t = think(&thinker, game, &p, 1, (enum playout_kind)kind, 400, 1);
        cr_expect_eq(t.best, move_at(0, 2), "playouts %d: %d", kind, t.best);
        cr_expect_geq(t.win_in, 0, "playouts %d: lost in %d", kind, -t.win_in);
        thinker_close(&thinker);
    }
}

// A tree that outgrows its memory goes on simulating, and can still be kept.
Test(mcts, a_full_arena_is_no_end)
{
    const struct game *game;
    struct position p;
    set_up("gomoku", NULL, &game, &p);
    struct thinker thinker;
    thinker_open(&thinker, 1, 1);
    for (int i = 0; i < COUNT(6, 1); i++) {
        struct thought t = think(&thinker, game, &p, 2, PLAYOUT_GUIDED, 20000, 1);
        cr_assert(game->play(&p, t.best));
    }
    thinker_close(&thinker);
}

Test(mcts, multipv_lines_are_different_moves)
{
    const struct game *game;
    struct position p;
    set_up("othello", NULL, &game, &p);
    struct thinker thinker;
    thinker_open(&thinker, 8, 1);
    think(&thinker, game, &p, 1, PLAYOUT_UNIFORM, 4000, 4);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++)
            cr_expect_neq(thinker.last[i].line[0], thinker.last[k].line[0]);
    thinker_close(&thinker);
}

// A depth that no line will reach ends a search all the same: with no exploration the tree has one line
// here, which ends with the game, and of the other moves nothing is ever known.
Test(mcts, a_depth_out_of_reach_ends_the_search, .timeout = 60)
{
    const struct game *game;
    struct position p;
    const char *why;
    for (int threads = 1; threads <= 2; threads++) {
        struct session *s = session_new_sized((struct listener){0}, 4, threads);
        struct limits l = limits_none();
        struct thought t;
        l.depth = 4;
        cr_assert(session_set_option(s, &options[OPTION_GAME], word_of("othello:4x4"), &why) &&
                  session_set_option(s, &options[OPTION_SEARCH], word_of("mcts"), &why) &&
                  session_set_option(s, &options[OPTION_PLAYOUT], word_of("eval"), &why) &&
                  session_set_option(s, &options[OPTION_EXPLORATION], word_of("0"), &why) &&
                  session_set_option(s, &options[OPTION_OWN_BOOK], word_of("false"), &why) &&
                  session_set_text(s, word_of("c4b4a4d4d3d2c1a3a2"), &why));
        cr_assert(session_think(s, &l, &t, &why));
        game = session_game(s);
        p = *session_position(s);
        cr_expect(game->play(&p, t.best));
        session_free(s);
    }
}
