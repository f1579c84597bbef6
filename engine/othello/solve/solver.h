// SPDX-License-Identifier: MIT
// solver.h - what the endgame solver carries, shared by its parts.
//
// The tree is cut into layers by the number of empty cells, each with its own economy:
//
//      empties
//       1..4    last       by hand: no move lists, cells ordered by parity through a table
//       5       solve_5    moves from the kernel, odd regions first, nothing stored
//       6..11   solve_mid  moves ordered by the replies they leave; a small table of the thread's
//      12..     solve_full the shared table, cut-offs from children's entries, ordering by the
//                          evaluation where it pays, split among threads
//
// All layers search a null window (alpha, alpha + 1) and return a bound that may lie outside it
// (fail soft). Scores are discs: the difference at the end of the game, empties to the winner.
//
// The upper layers are written once and compiled for two evaluations (upper.h): usual_hot.c for
// 8x8, small_hot.c for every other board.
//
// A node is a position entered; positions made only to order moves are not counted.
#ifndef ENGINE_OTHELLO_SOLVE_SOLVER_H
#define ENGINE_OTHELLO_SOLVE_SOLVER_H

#include "engine/clock.h"
#include "engine/deepen.h"
#include "engine/othello/board/last_flip.h"
#include "engine/tt.h"

enum {
    NO_CELL = 64,
    BOARD_MOVES_MOST = 62, // a move needs a disc of either side; 35 have been seen
    LAST_EMPTIES = 4,
    SHALLOW_EMPTIES = 5,
    MID_EMPTIES = 11,
    PROBCUT_EMPTIES = 13, // fewer are never left to a shallow search
    SPLIT_EMPTIES = 13,   // fewer are not worth sharing
    LOCAL_BITS = 14,      // log2 of the entries of a thread's own table: 128 KiB, which stay near
    POLL_NODES = 8192,
};

// Ordering weights; the highest sum is tried first. Halving or doubling any of them costs 1 to 10 %
// of the nodes on hard-20 #1-10; a finer tuning on twelve positions did not carry over to others.
enum {
    WORTH_REPLY = 64,        // a reply the move leaves
    WORTH_CORNER_REPLY = 64, // and more if it takes a corner
    WORTH_NEAR = 4,          // an empty cell next to our discs
    WORTH_CORNER_NEAR = 4,   // and more if it is a corner
    WORTH_ODD = 16,          // a move into a region with an odd number of empties
    WORTH_DISC = 24,         // a disc by the evaluation
    WORTH_TABLE = 1 << 20,
    RANK_PLACES = 16, // a rank is a worth times this and a place in the list
};

// The cells of a board that the solver's ordering knows by kind, and the quadrants that stand for
// the regions of the board in parity.
struct geometry {
    struct shape shape;
    uint64_t corners;
    bool has_eval;                // the evaluation knows this board
    bool has_six_eval;            // that of the 6x6 board does
    int cells;                    // how many the board has: 64, 36, ...
    uint8_t quadrant[64];         // 0..3
    uint8_t quadrant_bit[64];     // 1 << quadrant
    uint64_t odd_cells[16];       // cells of the quadrants in a set of quadrants
    uint64_t neighbours[64];      // cells next to a cell
    int8_t square_worth[64];      // what a cell is worth in ordering, by kind
    int16_t parity_worth[16][64]; // the same and the parity of its quadrant, by the odd quadrants
    int8_t stability_alpha[65];   // by empties: try stability when alpha is at least this
};

// An entry of a thread's own table near the leaves. What is found there was mostly stored a moment
// ago: 2^16 entries save 2 % of the nodes 2^14 take, but leave the second cache to nothing else, and
// waiting for them took a quarter of the time.
//
//      63..16  low bits of the key      15..8  64 - upper bound      7..0  64 + lower bound
//
// So 0 says that nothing is known.
struct local_entry {
    uint64_t word;
};

// A move, the position after it and the replies to it.
struct child {
    struct board after;
    uint64_t replies;
    int worth; // how good it looks; higher is tried sooner
    int cell;
};

struct split;
struct team;

// One thread's solver.
struct solver {
    _Alignas(64) const struct geometry *geometry;
    uint64_t nodes, next_poll;
    struct tt tt;
    uint64_t key_word;            // shape and purpose, in every key
    struct local_entry *local;    // 1 << LOCAL_BITS entries
    struct split *split;          // the split point this thread works under, or NULL
    struct team *team;            // all threads of this thought
    _Atomic uint64_t shown_nodes; // as of the last poll, for the others to add up
    int selectivity;              // index as in probcut.h; the last is exact
    int thread;
    bool stopped; // unwind and store nothing
};

// The most the mover can still get, by the other side's stable discs. Apart: in the callers' code
// it would take the room of what is asked for ten times as often.
static NOINLINE int stability_most(const struct geometry *g, struct board b)
{
    return g->cells - 2 * stable_count(b.other, b.mover, &g->shape);
}

// True when that is no more than alpha; worked out only where alpha is high enough for it to bite,
// and where the other side has enough discs to be stable at all.
static inline bool stability_cut(const struct solver *e, struct board b, int n, int alpha,
                                 int *score)
{
    const struct geometry *g = e->geometry;
    if (LIKELY(alpha < g->stability_alpha[n]) || g->cells - 2 * bit_count(b.other) > alpha)
        return false;
    *score = stability_most(g, b);
    return *score <= alpha;
}

// Fills the geometry of a board.
void geometry_init(struct geometry *g, int width, int height);

// Gives a zeroed solver its board, the shared table and 1 << LOCAL_BITS zeroed entries of its own.
void solver_init(struct solver *e, const struct geometry *g, int width, int height, struct tt tt,
                 struct local_entry *local);

#endif
