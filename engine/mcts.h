// SPDX-License-Identifier: MIT
// mcts.h - Monte Carlo tree search for every game: UCT, or PUCT where moves have priors, with proven
// results, kept from move to move.
//
// The tree lies in one arena over the session's memory (Hash). A node is 24 bytes and knows its
// children as a run of neighbours, so choosing among them reads memory in order:
//
//      node   sum of results | visits | first child | children | move | proof | state | prior
//             for the side that moved here, a win counting MCTS_ONE
//
// Node 0 holds what is needed to find the tree again (struct tree in mcts_tree.h). When the position of
// the next thought lies in the tree, its part is kept and the rest given back. Results that are
// certain are backed up as proofs: a move that wins is taken at once, one that loses is never
// chosen while another remains.
//
// A game supplies one call a simulation, with its own inline playout loop, and a few calls a node.
#ifndef ENGINE_MCTS_H
#define ENGINE_MCTS_H

#include "engine/game.h"
#include "engine/rng.h"

enum {
    MCTS_ONE = 256,          // a won playout; a lost one is -MCTS_ONE
    MCTS_STATE_MAX = 512,    // most bytes of a game's playing state
    MCTS_CONTEXT_MAX = 2048, // and of what stays the same while playing (masks, rule)
};

// The result of a playout cut short by an evaluation in hundredths: the game's scale bends it to a
// share of points.
static inline int mcts_squash(int score, int win_scale)
{
    // x / (1 + |x|) has the slope of tanh at 0 and needs no library.
    float x = (float)score / (2 * (float)win_scale);
    return (int)(MCTS_ONE * x / (1 + (x < 0 ? -x : x)));
}

// The moves of a node.
struct mcts_moves {
    int count;
    bool complete; // every move not listed loses at once, so all listed lost means lost
    int result;    // for the mover when count is 0: the game is over
    move at[CELLS_MAX];
    int score[CELLS_MAX]; // what the game makes of each before any is tried, see weigh
};

struct mcts_rules {
    const struct game *game;
    const char *owner;        // names the arena's layout, see memory_claim
    size_t state_size;        // bytes of the playing state, at most MCTS_STATE_MAX
    size_t scratch_size;      // bytes that each thread gets for weigh and simulate to work in
    int batch[PLAYOUT_KINDS]; // playouts each time a leaf is reached
    int temperature;          // a move that weigh scores so much higher has e times the prior
    bool points;              // results are points, so a proof of winning is not the exact value

    void (*begin)(void *context, void *state, const struct position *p);
    void (*expand)(const void *context, const void *state, struct mcts_moves *out);
    void (*play)(const void *context, void *state, move m);

    // Scores the moves listed for the state, two or more, higher where the mover should look first.
    // Asked for PLAYOUT_POLICY alone.
    void (*weigh)(const void *context, const void *state, void *scratch, struct mcts_moves *moves);

    // Plays `count` games on from the state and returns the sum of their results for the side to
    // move there, each from -MCTS_ONE to MCTS_ONE. The state may be that of a finished game.
    int (*simulate)(const void *context, const void *state, void *scratch, enum playout_kind kind,
                    struct rng *rng, int count);
};

// Thinks with simulations on all threads of s->pool. `legal` must not be empty.
struct thought mcts_think(const struct mcts_rules *rules, const struct position *p,
                          const struct moves *legal, struct search *s);

#endif
