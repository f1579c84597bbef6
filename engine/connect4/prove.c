// SPDX-License-Identifier: MIT
// prove.c - what the solver is asked about a position: its score, its moves, the line of best play.
#include "engine/connect4/proof.h"

#include <string.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/pool.h"

// The table grows when so many nodes were searched for each of its buckets. What is thrown out by
// then was little work: the empty 7x6 board takes 65 M nodes instead of 64 M with two, and 18 s
// instead of 26, because a small table is a fast one.
enum { FILL = 8 };

static int score_clamp(int score, int low, int high)
{
    return score < low ? low : score > high ? high : score;
}

bool connect4_proof_late(const struct proof *p, uint64_t nodes)
{
    return atomic_load_explicit(p->search->stop, memory_order_relaxed) ||
           (nodes >= p->sure && (clock_expired(p->search->clock) || clock_now() >= p->deadline));
}

// The work of all threads at once.
static void prove_together(struct proof *p)
{
    _Atomic uint64_t searching[SEARCHING_SLOTS];
    for (int i = 0; i < SEARCHING_SLOTS; i++)
        atomic_init(&searching[i], 0);
    p->searching = searching;
    pool_run(p->search->pool, p->kernel->prove_work, p);
    p->searching = NULL;
}

// The same seen from the other side.
static struct range range_turned(struct range r)
{
    return (struct range){-r.hi, -r.lo};
}

// Proves bounds of a position's score for its mover: a single score, or that it is asked.lo or less
// or asked.hi or more. When the means run out first, what was proven by then.
static struct range prove(struct proof *p, const struct position *position, struct range asked)
{
    int score;
    atomic_store(&p->cut, -1);
    if (p->kernel->prove_root(p, connect4_of(position), &score))
        return (struct range){score, score};
    if (p->root.turned)
        asked = range_turned(asked);
    const int low = score_clamp(p->root.lo, asked.lo, asked.hi);
    const int high = score_clamp(p->root.hi, asked.lo, asked.hi);
    atomic_store(&p->lo, low);
    atomic_store(&p->hi, high);
    while (atomic_load(&p->lo) < atomic_load(&p->hi) && !p->late) {
        bool top = p->table.index_bits >= p->table.index_max;
        p->limit = top ? UINT64_MAX : (uint64_t)FILL << p->table.index_bits;
        atomic_store(&p->full, false);
        if (p->table.index_bits <= INDEX_MIN || pool_size(p->search->pool) == 1)
            p->kernel->prove_work(p, 0); // too little to share, or nobody to share with
        else
            prove_together(p);
        if (atomic_load(&p->lo) >= atomic_load(&p->hi))
            break;
        if (atomic_load(&p->full) && !top)
            connect4_table_grow(&p->table, p->search->memory, p);
        else
            p->late = true;
    }
    // A bound nobody moved is what was asked, not what was found.
    struct range known = {atomic_load(&p->lo), atomic_load(&p->hi)};
    if (known.lo == low)
        known.lo = p->root.lo;
    if (known.hi == high)
        known.hi = p->root.hi;
    return p->root.turned ? range_turned(known) : known;
}

// What the proven bounds say to what was asked: a score between the two, or a bound.
static struct verdict verdict_of(struct range known, struct range asked)
{
    if (known.lo >= asked.hi)
        return (struct verdict){asked.hi, BOUND_LOWER, true};
    if (known.hi <= asked.lo)
        return (struct verdict){asked.lo, BOUND_UPPER, true};
    if (known.lo == known.hi)
        return (struct verdict){known.lo, BOUND_EXACT, true};
    // Not answered, but perhaps it is known who wins.
    if (known.lo > 0)
        return (struct verdict){known.lo, BOUND_LOWER, true};
    if (known.hi < 0)
        return (struct verdict){known.hi, BOUND_UPPER, true};
    return (struct verdict){0, BOUND_EXACT, false};
}

static bool is_solved(struct verdict v)
{
    return v.proven && v.bound == BOUND_EXACT;
}

// Plies to the end, where the score is known: see struct report.
static int win_in_of(const struct proof *p, const struct position *position, struct verdict v)
{
    return is_solved(v) ? connect4_win_in(p->cells, connect4_of(position)->plies, v.score) : 0;
}

// Plays into this column. False when it is full or the game is over.
static bool play_column(const struct position *from, int x, struct position *next, move *m)
{
    struct moves legal;
    connect4_game.moves(from, &legal);
    for (int i = 0; i < legal.count; i++)
        if (move_x(legal.at[i]) == x) {
            *m = legal.at[i];
            *next = *from;
            return connect4_game.play(next, *m);
        }
    return false;
}

// A move that keeps the score: one whose position is worth no more than -score to the opponent.
// False when it could not be found with the means left.
static bool keeping_move(struct proof *p, const struct position *position, int score, move *m)
{
    const int first = atomic_load(&p->cut), width = connect4_of(position)->width;
    for (int i = -1; i < width && !p->late; i++) {
        struct position next;
        int x = i < 0 ? first : width / 2 + (i & 1 ? -(i + 1) / 2 : i / 2);
        x = x >= width ? 0 : x; // even widths have one column more on the left
        if (x < 0 || (i >= 0 && x == first) || !play_column(position, x, &next, m))
            continue;
        if (prove(p, &next, (struct range){-score, -score + 1}).hi <= -score)
            return true;
    }
    return false;
}

// The line of best play from a position with a known score: m first, then as far as the table and a
// little more work lead.
static int best_line(struct proof *p, struct position position, int score, move m, move *line)
{
    uint64_t nodes = atomic_load(&p->nodes), before = p->budget;
    int length = 0;
    p->budget = nodes + nodes / 8 < before ? nodes + nodes / 8 + 1 : before;
    for (int margin;; m = line[length]) {
        line[length++] = m;
        score = -score;
        if (!connect4_game.play(&position, m) || connect4_game.over(&position, &margin) ||
            length == LINE_MAX_MOVES || !keeping_move(p, &position, score, &line[length]))
            break;
    }
    p->budget = before;
    p->late = false;
    return length;
}

void connect4_proof_note(struct proof *p, const struct position *position, struct range known)
{
    p->kernel->prove_note(p, connect4_of(position), known);
}

void connect4_proof_report(struct proof *p, const struct position *position, int place,
                           struct verdict v, const move *line, int length)
{
    struct search *search = p->search;
    const int left = p->cells - connect4_of(position)->plies;
    if (!search->report)
        return;
    struct report news = {
        .depth = left,
        .seldepth = left,
        .selectivity = 100,
        .multipv = place,
        .bound = v.bound,
        .score = 100 * v.score,
        .win_in = win_in_of(p, position, v),
        .proven = v.proven,
        .solved = is_solved(v),
        .nodes = atomic_load(&p->nodes),
        .elapsed = clock_elapsed(search->clock),
        .hashfull = connect4_table_full(&p->table),
        .win_rate = -1,
        .line_length = length,
    };
    memcpy(news.line, line, (size_t)length * sizeof(move));
    search->report(search->owner, &news);
}

// What is asked: the score if it lies between these, which is always when there is no window; or
// who wins.
static struct range prove_asked(const struct proof *p, const struct position *position)
{
    const struct limits *l = &p->search->limits;
    const int most =
        (p->cells - connect4_of(position)->plies + 1) / 2 + 1; // more than there is to win
    if (l->goal == GOAL_OUTCOME)
        return (struct range){-1, 1};
    if (l->goal == GOAL_EXACT && l->alpha < l->beta)
        return (struct range){score_clamp(l->alpha, -most, most),
                              score_clamp(l->beta, -most, most)};
    return (struct range){-most, most};
}

void connect4_proof_begin(struct proof *p, const struct connect4_kernel *kernel,
                          const struct position *position, struct search *search)
{
    const struct connect4 *c = connect4_of(position);
    memset(p, 0, sizeof *p);
    p->search = search;
    p->kernel = kernel;
    p->cells = connect4_cells(c);
    p->budget = search->limits.nodes ? search->limits.nodes : UINT64_MAX;
    p->deadline = INT64_MAX;
    kernel->prove_board(p, c);
    connect4_table_open(&p->table, search->memory, c, kernel->bits);
}

// The thought that a verdict on the whole position makes; the line begins with the move to play.
static struct thought prove_thought(const struct proof *p, const struct position *position,
                                    struct verdict v, const move *line, int length)
{
    return (struct thought){.best = line[0],
                            .ponder = length > 1 ? line[1] : MOVE_NONE,
                            .score = 100 * v.score,
                            .win_in = win_in_of(p, position, v),
                            .bound = v.bound,
                            .proven = v.proven,
                            .solved = is_solved(v)};
}

// One root move with what is known of its score.
struct root_move {
    move m;
    struct range known;
    int length;
    move line[LINE_MAX_MOVES];
};

// True when a is the better move: more is proven of it, or less against it.
static bool is_better(const struct root_move *a, const struct root_move *b)
{
    return a->known.lo != b->known.lo ? a->known.lo > b->known.lo : a->known.hi > b->known.hi;
}

// Scores root moves one by one: all of them, or the best of those asked for.
static struct thought prove_each(struct proof *p, const struct position *position,
                                 const struct moves *legal)
{
    const bool several = p->search->limits.multipv > 1;
    const struct range asked = prove_asked(p, position);
    struct root_move list[C4_MAX] = {0};
    struct range whole = {-127, -127}; // of the position: of the best of its moves
    int count = 0;
    for (int i = 0; i < legal->count && i < C4_MAX; i++) {
        struct position next = *position;
        struct root_move r = {.m = legal->at[i], .length = 1, .line = {legal->at[i]}};
        // With one move to be found the others need only be shown to be no better.
        int floor = !several && whole.lo > asked.lo ? whole.lo : asked.lo;
        struct range ask = {floor < asked.hi ? floor : asked.hi, asked.hi};
        connect4_game.play(&next, r.m);
        r.known = range_turned(prove(p, &next, range_turned(ask)));
        if (p->search->report && r.known.lo == r.known.hi && (several || r.known.lo > whole.lo))
            r.length = best_line(p, *position, r.known.lo, r.m, r.line);
        whole.lo = r.known.lo > whole.lo ? r.known.lo : whole.lo;
        whole.hi = r.known.hi > whole.hi ? r.known.hi : whole.hi;
        int k = count++;
        for (; k > 0 && is_better(&r, &list[k - 1]); k--)
            list[k] = list[k - 1];
        list[k] = r;
    }
    for (int i = 0; i < count && i < p->search->limits.multipv; i++)
        connect4_proof_report(p, position, i + 1,
                              verdict_of(several ? list[i].known : whole, asked), list[i].line,
                              list[i].length);
    p->kept = list[0].known.lo == whole.lo;
    return prove_thought(p, position, verdict_of(whole, asked), list[0].line, list[0].length);
}

// The score and a best move of the whole position.
static struct thought prove_best(struct proof *p, const struct position *position,
                                 const struct moves *legal)
{
    const struct range asked = prove_asked(p, position);
    struct verdict v = verdict_of(prove(p, position, asked), asked);
    move m = legal->at[legal->count / 2], line[LINE_MAX_MOVES];
    struct position next;
    int length = 1;
    if (v.proven && v.bound != BOUND_UPPER && !p->late)
        p->kept = keeping_move(p, position, v.score, &m);
    else if (atomic_load(&p->cut) >= 0 && !p->root.turned &&
             p->root.plies == connect4_of(position)->plies)
        play_column(position, atomic_load(&p->cut), &next, &m);
    line[0] = m;
    if (p->kept && is_solved(v) && p->search->report)
        length = best_line(p, *position, v.score, m, line);
    connect4_proof_report(p, position, 1, v, line, length);
    return prove_thought(p, position, v, line, length);
}

struct thought connect4_proof_think(struct proof *p, const struct position *position,
                                    const struct moves *legal)
{
    struct moves all;
    connect4_game.moves(position, &all);
    bool each = p->search->limits.multipv > 1 || legal->count < all.count;
    struct thought t = each ? prove_each(p, position, legal) : prove_best(p, position, legal);
    t.nodes = atomic_load(&p->nodes);
    return t;
}
