// SPDX-License-Identifier: MIT
// test_policy.c - the priors of the playout kind "policy": shares that follow the games' scores, which
// like what players like, and a search that looks where they say first.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/mcts_tree.h"
#include "engine/notation.h"
#include "tests/thinker.h"

TestSuite(policy, .init = games_init);

// ---- shares -------------------------------------------------------------------------------------

// The priors of these scores at a temperature of 100.
static void priors_of(const int *scores, int count, struct node *children)
{
    struct mcts_moves *moves = calloc(1, sizeof *moves);
    cr_assert(moves);
    moves->count = count;
    for (int i = 0; i < count; i++)
        moves->score[i] = scores[i];
    mcts_set_priors(moves, 100, children);
    free(moves);
}

Test(policy, priors_are_shares_that_grow_with_the_score)
{
    static const int scores[] = {-150, 0, -150, 100, 200, -90000};
    struct node child[LENGTH(scores)];
    int sum = 0;
    priors_of(scores, LENGTH(scores), child);
    for (size_t i = 0; i < LENGTH(scores); i++)
        sum += child[i].prior;
    cr_expect(sum >= 252 && sum <= 258, "%d", sum);
    cr_expect_eq(child[0].prior, child[2].prior);
    cr_expect_eq(child[5].prior, 1, "all may be tried: %d", child[5].prior);
    cr_expect(child[5].prior < child[0].prior && child[0].prior < child[1].prior);
    cr_expect_float_eq((double)child[4].prior / child[3].prior, 2.718, 0.05);
    cr_expect_float_eq((double)child[3].prior / child[1].prior, 2.718, 0.1);
}

Test(policy, equal_scores_of_many_moves_are_equal_shares)
{
    enum { MANY = 300 };
    int scores[MANY];
    struct node *child = calloc(MANY, sizeof *child);
    cr_assert(child);
    for (int i = 0; i < MANY; i++)
        scores[i] = 1000000;
    priors_of(scores, 1, child);
    cr_expect_eq(child[0].prior, 255);
    priors_of(scores, MANY, child);
    for (int i = 0; i < MANY; i++)
        cr_expect_eq(child[i].prior, 1);
    free(child);
}

// ---- selection ----------------------------------------------------------------------------------

enum { CHILDREN = 4 };

// A node whose children have these priors; the caller frees it.
static struct uct *family_of(const uint8_t prior[CHILDREN])
{
    struct uct *u = aligned_alloc(_Alignof(struct uct), sizeof *u);
    struct node *nodes = calloc(2 + CHILDREN, sizeof *nodes);
    cr_assert(u && nodes);
    *u = (struct uct){.nodes = nodes, .root = 1, .policy = true, .explore = 1};
    STORE(nodes[1].first, 2);
    STORE(nodes[1].count, CHILDREN);
    for (int i = 0; i < CHILDREN; i++)
        nodes[2 + i].prior = prior[i];
    return u;
}

static void family_free(struct uct *u)
{
    free(u->nodes);
    free(u);
}

// Gives a node visits with this mean result for the side that moved there.
static void visit(struct node *n, int visits, double mean)
{
    STORE(n->visits, (uint32_t)visits);
    STORE(n->sum, (int64_t)(mean * visits * MCTS_ONE));
}

Test(policy, almost_all_of_the_prior_is_gone_to_first)
{
    struct uct *u = family_of((const uint8_t[]){1, 1, 250, 3});
    struct node *node = u->nodes;
    cr_expect_eq(mcts_select_by_prior(u, &node[1]), 4);
    visit(&node[1], 40, 0.05);
    visit(&node[4], 40, -0.05);
    cr_expect_eq(mcts_select_by_prior(u, &node[1]), 4, "still, while it is as good as thought");
    visit(&node[4], 40, -0.95);
    cr_expect_eq(mcts_select_by_prior(u, &node[1]), 5, "the next, when it is bad");
    family_free(u);
}

Test(policy, proofs_come_before_priors)
{
    struct uct *u = family_of((const uint8_t[]){1, 1, 250, 3});
    struct node *node = u->nodes;
    STORE(node[4].proof, PROOF_LOST);
    cr_expect_eq(mcts_select_by_prior(u, &node[1]), 5);
    STORE(node[3].proof, PROOF_WON);
    cr_expect_eq(mcts_select_by_prior(u, &node[1]), 3);
    for (int i = 0; i < CHILDREN; i++)
        STORE(node[2 + i].proof, PROOF_LOST);
    cr_expect_eq(mcts_select_by_prior(u, &node[1]), 0, "nothing is left to try");
    family_free(u);
}

// Neither a good nor a bad position makes moves of little prior be tried as soon as there is one
// visit.
Test(policy, an_untried_move_counts_as_its_parent_less_a_little)
{
    for (int good = 0; good < 2; good++) {
        struct uct *u = family_of((const uint8_t[]){100, 100, 53, 2});
        struct node *node = u->nodes;
        double mean = good ? 0.6 : -0.9;
        visit(&node[1], 12, -mean);
        visit(&node[2], 6, mean);
        visit(&node[3], 6, mean);
        cr_expect_eq(mcts_select_by_prior(u, &node[1]), 4);
        visit(&node[1], 400, -mean);
        for (int i = 2; i < 5; i++)
            visit(&node[i], 133, mean);
        cr_expect_neq(mcts_select_by_prior(u, &node[1]), 5, "the mean is %f", mean);
        family_free(u);
    }
}

// ---- what games like ----------------------------------------------------------------------------

// A position's moves with their scores; the caller frees them.
static struct mcts_moves *weighed(const struct game *game, const struct position *p)
{
    const struct mcts_rules *rules = game->playouts(p, KERNEL_AUTO);
    size_t scratch_size = (rules->scratch_size + 63) / 64 * 64;
    struct mcts_moves *moves = malloc(sizeof *moves);
    uint8_t *work = aligned_alloc(64, MCTS_CONTEXT_MAX + MCTS_STATE_MAX + scratch_size);
    cr_assert(moves && work);
    uint8_t *state = work + MCTS_CONTEXT_MAX, *scratch = state + MCTS_STATE_MAX;
    rules->begin(work, state, p);
    rules->expand(work, state, moves);
    if (moves->count > 1)
        rules->weigh(work, state, scratch, moves);
    free(work);
    return moves;
}

static int score_of(const struct mcts_moves *moves, move m)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->at[i] == m)
            return moves->score[i];
    cr_assert(false, "move %d is not listed", m);
    return 0;
}

// A position of some random moves; false when the game ended on the way.
static bool wander(const struct game *game, struct position *p, int plies, struct rng *rng)
{
    int margin;
    for (int i = 0; i < plies && !game->over(p, &margin); i++) {
        struct moves list;
        game->moves(p, &list);
        cr_assert(game->play(p, list.at[rng_below(rng, (uint32_t)list.count)]));
    }
    return !game->over(p, &margin);
}

static const struct game *started(const char *id, struct position *p)
{
    const struct game *game;
    const char *why = "";
    cr_assert(game_find(word_of(id), &game, p, &why), "%s: %s", id, why);
    return game;
}

// After the move the other side has one that wins at once.
static bool gives_a_win(const struct game *game, struct position p, move m)
{
    struct moves replies;
    int margin;
    cr_assert(game->play(&p, m));
    if (game->over(&p, &margin))
        return false;
    game->moves(&p, &replies);
    for (int i = 0; i < replies.count; i++) {
        struct position next = p;
        cr_assert(game->play(&next, replies.at[i]));
        if (game->over(&next, &margin) && margin != 0)
            return true;
    }
    return false;
}

Test(policy, connect4_likes_the_middle_and_gives_no_win_away)
{
    static const char *const ids[] = {"connect4", "connect4:9x10,x=c4", "connect4:13x13"};
    for (size_t i = 0; i < LENGTH(ids); i++) {
        struct position p;
        struct rng rng = {7};
        int seen = 0;
        const struct game *game = started(ids[i], &p);
        struct mcts_moves *moves = weighed(game, &p);
        for (int k = 0; k < moves->count && i != 1; k++)
            cr_expect_leq(moves->score[k], moves->score[moves->count / 2], "%s", ids[i]);
        free(moves);
        for (int tries = 0; seen < 20 && tries < 4000; tries++) {
            started(ids[i], &p);
            if (!wander(game, &p, 12 + (int)rng_below(&rng, 20), &rng))
                continue;
            moves = weighed(game, &p);
            int best_bad = INT32_MIN, worst_good = INT32_MAX;
            for (int k = 0; k < moves->count && moves->count > 1; k++)
                if (gives_a_win(game, p, moves->at[k]))
                    best_bad = moves->score[k] > best_bad ? moves->score[k] : best_bad;
                else if (moves->score[k] < worst_good)
                    worst_good = moves->score[k];
            free(moves);
            if (best_bad == INT32_MIN || worst_good == INT32_MAX)
                continue;
            seen++;
            cr_expect_lt(best_bad, worst_good, "%s: try %d", ids[i], tries);
        }
        cr_expect_eq(seen, 20, "%s", ids[i]);
    }
}

// On the usual board, where they are counted from features that are played on, the scores are the
// other side's evaluation after the move.
Test(policy, othello_scores_are_the_evaluation_of_what_is_left)
{
    struct rng rng = {3};
    int seen = 0;
    for (int i = 0; i < 100; i++) {
        struct position p;
        int margin;
        const struct game *game = started("othello", &p);
        if (!wander(game, &p, (int)rng_below(&rng, 56), &rng))
            continue;
        struct mcts_moves *moves = weighed(game, &p);
        for (int k = 0; k < moves->count && moves->count > 1; k++) {
            struct position next = p;
            cr_assert(game->play(&next, moves->at[k]));
            if (game->over(&next, &margin))
                continue;
            cr_expect_eq(moves->score[k], -game->evaluate(&next), "%d", i);
            seen++;
        }
        free(moves);
    }
    cr_expect_gt(seen, 400);
}

// True when the move is to a corner of a board of so many columns and rows.
static bool is_corner(move m, int size)
{
    return move_x(m) % (size - 1) == 0 && move_y(m) % (size - 1) == 0;
}

// A corner mostly scores higher than the moves there are do on average; in random games, which leave
// much else to be won, the network says so of two in three.
Test(policy, othello_likes_corners)
{
    static const char *const ids[] = {"othello", "othello:6x6"};
    for (size_t i = 0; i < LENGTH(ids); i++) {
        struct position p;
        struct rng rng = {11};
        int seen = 0, liked = 0;
        const struct game *game = started(ids[i], &p);
        for (int tries = 0; seen < 100 && tries < 4000; tries++) {
            started(ids[i], &p);
            if (!wander(game, &p, 8 + (int)rng_below(&rng, 14), &rng))
                continue;
            struct mcts_moves *moves = weighed(game, &p);
            int64_t sum = 0;
            for (int k = 0; k < moves->count && moves->count > 1; k++)
                sum += moves->score[k];
            for (int k = 0; k < moves->count && moves->count > 1; k++)
                if (is_corner(moves->at[k], i ? 6 : 8)) {
                    seen++;
                    liked += (int64_t)moves->score[k] * moves->count > sum;
                }
            free(moves);
        }
        cr_expect_geq(seen, 100, "%s", ids[i]);
        cr_expect_geq(liked * 100, seen * 60, "%s: %d of %d corners", ids[i], liked, seen);
    }
}

// A third stone in an open row is liked better for what it makes than one that makes nothing, one
// that takes it away less, and both better than the rest.
Test(policy, gomoku_likes_what_a_stone_makes_and_takes)
{
    static const char *const boards[] = {
        "15/15/15/15/15/15/15/5xx8/15/15/9oo4/15/15/15/15 x",
        "15/15/15/15/15/15/15/5oo8/15/15/9xx4/15/15/15/15 x",
    };
    int made[2], idle[2];
    for (int i = 0; i < 2; i++) {
        struct position p;
        struct grid g, like;
        const char *why = "";
        const struct game *game = started("gomoku", &p);
        game->to_grid(&p, &like);
        cr_assert(board_parse(&g, &like, word_of(boards[i]), &why), "%s", why);
        cr_assert(game->from_grid(&p, &p, &g, &why), "%s", why);
        struct mcts_moves *moves = weighed(game, &p);
        made[i] = score_of(moves, move_at(7, 7));
        idle[i] = score_of(moves, move_at(5, 5));
        free(moves);
    }
    cr_expect_gt(made[0], made[1]);
    cr_expect_gt(made[1], idle[1]);
    cr_expect_gt(made[0], idle[0]);
}

// ---- whole thoughts -----------------------------------------------------------------------------

// The first simulation goes to the move that scored best, or to one that scored almost as high.
Test(policy, the_first_simulation_follows_the_priors)
{
    static const char *const ids[] = {"othello", "othello:6x6", "connect4", "gomoku"};
    struct rng rng = {5};
    for (size_t i = 0; i < 10 * LENGTH(ids); i++) {
        struct position p;
        const struct game *game = started(ids[i / 10], &p);
        struct thinker thinker;
        struct limits l = limits_of(GOAL_PLAY);
        l.nodes = 1;
        cr_assert(wander(game, &p, 5, &rng));
        struct mcts_moves *moves = weighed(game, &p);
        int best = 0;
        thinker_open(&thinker, 8, 1);
        thinker_set(&thinker, OPTION_SEARCH, "mcts");
        thinker_set(&thinker, OPTION_PLAYOUT, "policy");
        struct thought t = thinker_think(&thinker, game, &p, &l);
        for (int k = 1; k < moves->count; k++)
            best = moves->score[k] > moves->score[best] ? k : best;
        if (moves->count > 1)
            cr_expect_leq(moves->score[best] - score_of(moves, t.best),
                          game->playouts(&p, KERNEL_AUTO)->temperature / 4, "%s", ids[i / 10]);
        thinker_close(&thinker);
        free(moves);
    }
}
