// SPDX-License-Identifier: MIT
// play.c - choosing a move under a clock. Where the end is near enough the solver gets a share of
// the time first. Else, or when that was not enough, deepening with an evaluation.
#include "engine/clock.h"
#include "engine/connect4/proof.h"
#include "engine/deepen.h"
#include "engine/games.h"

enum { SOLVABLE = 44 }; // cells left below which the solver is tried

// Nodes of a proof that are searched whatever the clock says, about a millisecond: those where the
// book ends take half of them (book/make/connect4_lines.c), and on a busy machine the time of a move
// can be over before it has begun.
enum { SURE = 8192 };

// True when a move is wanted, not an analysis: then what is known may be played at once.
static bool play_for_move(const struct search *s)
{
    const struct limits *l = &s->limits;
    return !l->infinite && !l->ponder && !l->depth && !l->nodes && l->multipv <= 1;
}

// When a part of the thought ends that may take so many per cent of its time.
static int64_t play_deadline(const struct search *s, int percent)
{
    return atomic_load(&s->clock->started) + s->clock->soft / 100 * percent;
}

// The search with an evaluation, deeper and deeper.
static struct thought play_deepen(const struct connect4_kernel *kernel, const struct position *p,
                                  const struct moves *legal, struct search *s)
{
    const struct connect4 *c = connect4_of(p);
    const struct deepener d = {
        .owner = "connect4 play",
        .self_size = kernel->player_size,
        .begin = kernel->play_begin,
        .search = kernel->play_root,
        .max_depth = connect4_cells(c) - c->plies,
        .exact_at_max = true,
    };
    return deepen(&d, p, legal, s);
}

// One of the moves that are known to keep what the position is worth: the one that a short search
// likes best.
static move play_candidate(const struct connect4_kernel *kernel, const struct position *p,
                           const struct moves *legal, const struct search *s)
{
    struct search brief = *s;
    struct clock clock = {.begun = s->clock->begun, .fixed = true};
    atomic_init(&clock.started, clock_now());
    clock.soft = clock.hard = s->clock->soft / 8;
    brief.clock = &clock;
    brief.memory = memory_half(s->memory, 0); // the solver is using the other
    if (s->known.keep != MOVE_NONE && legal->count > 1 && !s->known.narrowed)
        return s->known.keep;
    return legal->count == 1 ? legal->at[0] : play_deepen(kernel, p, legal, &brief).best;
}

// Whatever the opponent answers to this move, the mover will be worth no less than now. That is
// noted for the next thought, which then only has to find a move that keeps it.
static void play_note(struct proof *p, const struct position *position, move m, int score)
{
    struct position next = *position;
    struct moves replies;
    connect4_game.play(&next, m);
    connect4_game.moves(&next, &replies); // none when it won
    for (int i = 0; i < replies.count; i++) {
        struct position after = next;
        int margin;
        connect4_game.play(&after, replies.at[i]);
        if (!connect4_game.over(&after, &margin) || margin == 0)
            connect4_proof_note(p, &after, (struct range){score, 127});
    }
}

// A proof in a part of the thought's time: of who wins, or of the score, and in a window where one
// is asked for.
static struct thought play_prove(struct proof *p, const struct position *position,
                                 const struct moves *legal, enum goal goal, struct range window,
                                 int percent)
{
    p->search->limits.goal = goal;
    p->search->limits.alpha = window.lo;
    p->search->limits.beta = window.hi;
    p->late = p->kept = false;
    p->sure = SURE;
    p->deadline = play_deadline(p->search, percent);
    return connect4_proof_think(p, position, legal);
}

// Tries to prove first who wins and then the score, each in a share of the time; the rest is for
// the search that follows when it fails. The solver keeps its table from move to move, so that what
// was proven stays so. Where the book knows who wins, a move that keeps it is chosen first and the
// time is spent on proving that it does: most of what comes after the book is then known before it
// is met. True when a move is found that is proven to be no worse than the position, unless that is
// lost.
static bool play_solved(const struct connect4_kernel *kernel, const struct position *position,
                        const struct moves *legal, struct search *s, struct thought *t)
{
    enum { KNOWN = 50, OUTCOME = 60, EXACT = 85 }; // per cent of the time
    const struct range none = {0, 0};
    struct search quiet = *s; // tells nobody of what it could not prove
    struct proof p;
    quiet.memory = memory_half(s->memory, 1); // the play table has the other
    quiet.report = NULL;
    if (!quiet.memory)
        return false;
    connect4_proof_begin(&p, kernel, position, &quiet);
    bool kept = s->known.set && s->known.low >= 0;
    struct thought outcome = {.ponder = MOVE_NONE, .proven = true};
    if (kept) {
        struct moves one = {1, {play_candidate(kernel, position, legal, s)}};
        const int least = s->known.low / 100;
        play_prove(&p, position, &one, GOAL_EXACT, (struct range){least - 1, least}, KNOWN);
        outcome.best = one.at[0];
        outcome.score = s->known.low;
        outcome.bound = s->known.low > 0 ? BOUND_LOWER : BOUND_EXACT;
        outcome.solved = outcome.bound == BOUND_EXACT;
    } else {
        outcome = play_prove(&p, position, legal, GOAL_OUTCOME, none, OUTCOME);
        kept = p.kept && outcome.proven && outcome.bound != BOUND_UPPER;
    }
    *t = outcome;
    if (outcome.proven) {
        *t = play_prove(&p, position, legal, GOAL_EXACT, none, EXACT);
        if (!t->solved || !p.kept)
            *t = outcome;
        kept |= t->solved && p.kept;
    }
    if (!kept)
        return false;
    t->nodes = atomic_load(&p.nodes);
    play_note(&p, position, t->best, t->score / 100);
    p.search = s;
    connect4_proof_report(&p, position, 1, (struct verdict){t->score / 100, t->bound, true},
                          &t->best, 1);
    return true;
}

// Answers GOAL_PLAY.
static struct thought play_think(const struct connect4_kernel *kernel, const struct position *p,
                                 const struct moves *legal, struct search *s)
{
    const struct connect4 *c = connect4_of(p);
    struct thought t;
    if (connect4_cells(c) - c->plies > SOLVABLE || !play_for_move(s) ||
        s->clock->soft >= CLOCK_NEVER)
        return play_deepen(kernel, p, legal, s);
    if (play_solved(kernel, p, legal, s, &t))
        return t;
    struct search half = *s;
    half.memory = memory_half(s->memory, 0);
    return play_deepen(kernel, p, legal, half.memory ? &half : s);
}

struct thought connect4_think(const struct connect4_kernel *kernel, const struct position *p,
                              const struct moves *legal, struct search *s)
{
    struct proof proof;
    if (s->limits.goal == GOAL_PLAY)
        return play_think(kernel, p, legal, s);
    connect4_proof_begin(&proof, kernel, p, s);
    return connect4_proof_think(&proof, p, legal);
}
