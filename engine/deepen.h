// SPDX-License-Identifier: MIT
// deepen.h - iterative deepening at the root, shared by every game's negamax.
//
// A game supplies one call, "the value of this root move at this depth in this window"; here are
// the rest: principal variation search over the root moves, aspiration windows, MultiPV, reports,
// the decision to stop, and helper threads that fill the shared table (lazy SMP). One call a root
// move costs nothing, so the function pointer is harmless; everything below the root is the game's
// own inline code.
#ifndef ENGINE_DEEPEN_H
#define ENGINE_DEEPEN_H

#include "engine/clock.h"
#include "engine/game.h"
#include "engine/tt.h"

// A win at ply n from the root scores SCORE_WIN - n; anything beyond SCORE_WIN_MIN is a proven win.
enum { SCORE_WIN = 30000, SCORE_WIN_MIN = 29000, SCORE_INFINITE = 32000, DEPTH_MAX = 200 };

// Plies to the proven end a score stands for, 0 when it is no proven win or loss.
static inline int score_win_in(int score)
{
    return score >= SCORE_WIN_MIN    ? SCORE_WIN - score
           : score <= -SCORE_WIN_MIN ? -SCORE_WIN - score
                                     : 0;
}

// A line of play.
struct line {
    int length;
    move at[LINE_MAX_MOVES];
};

// One thread's share of a thought: what a game's search reads at every node.
struct worker {
    _Alignas(64) struct search *search;
    struct tt tt;
    const atomic_bool *finished; // the main thread has its answer
    _Atomic uint64_t nodes;      // written by this thread alone
    uint64_t node_limit;
    int seldepth;
    int root_place; // of the root move that is searched now, from 0 on in every window
    int thread;     // 0 = the main thread
    int threads;    // how many there are
    bool stopped;
};

// What a game supplies.
struct deepener {
    const char *owner; // names the table layout, see memory_claim
    size_t self_size;  // bytes of one thread's private search state, zeroed before begin
    void (*begin)(void *self, const struct position *p, struct worker *w);
    // The value of root move m from the root mover's side; fills *pv with m and what follows.
    // Whatever it returns once w->stopped is set is ignored.
    int (*search)(void *self, move m, int depth, int alpha, int beta, struct line *pv);
    // Sets the game up for the n-th iteration (from 1) and says what it is: NULL means depth n at
    // 100 per cent. A game that searches one depth at several selectivities spells them out here;
    // iterations end with the first at max_depth and 100 per cent.
    void (*plan)(void *self, int iteration, int *depth, int *selectivity);
    int max_depth;      // where nothing is left to search
    bool exact_at_max;  // a search to max_depth proves the value
    bool wins_unproven; // the search leaves replies out, so that a win it sees is not yet proof
};

// Counts a node; true when the search must unwind. The clock is read every 256 nodes, and more
// often at first, when each node may wait for a fresh page of memory.
bool worker_poll(struct worker *w);

static inline bool worker_count(struct worker *w)
{
    uint64_t n = atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&w->nodes, n, memory_order_relaxed);
    if ((n & (n < 4096 ? 15 : 255)) == 0 || n >= w->node_limit)
        return worker_poll(w);
    return w->stopped;
}

// Puts m in front of the line that follows it.
static inline void line_join(struct line *line, move m, const struct line *rest)
{
    line->at[0] = m;
    int n = rest->length < LINE_MAX_MOVES - 1 ? rest->length : LINE_MAX_MOVES - 1;
    for (int i = 0; i < n; i++)
        line->at[i + 1] = rest->at[i];
    line->length = n + 1;
}

// Thinks with the game's search on all threads of s->pool. `legal` must not be empty.
struct thought deepen(const struct deepener *d, const struct position *p, const struct moves *legal,
                      struct search *s);

#endif
