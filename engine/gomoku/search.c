// SPDX-License-Identifier: MIT
// search.c - the main search: principal variation search over the cells near stones, with the
// threat search (threat.h) at every node.
#include "engine/gomoku/search.h"

#include <math.h>
#include <stdlib.h>

#include "engine/gomoku/eval.h"
#include "engine/gomoku/policy.h"
#include "engine/gomoku/threat.h"

enum {
    PLY_MAX = 120,
    HISTORY_MAX = 8192,
    VCF_FOURS = 10,
    VCF_BUDGET = 100,
    KNOWN_VALUES = 1 << 14,
};

// Entries of searches without a move stand under keys of their own.
#define EXCLUDED_KEY UINT64_C(0x9e3779b97f4a7c15)

struct self {
    struct field field;
    struct worker *worker;
    int16_t history[2][FIELD_CELLS];
    move killers[PLY_MAX + 2][2];
    move counter[2][FIELD_CELLS]; // the reply that last refuted a move
    int value[PLY_MAX + 3];       // the static value two plies before each ply
    move excluded[PLY_MAX + 2];   // the move a ply is searched without, see step 8
    int root_depth;
    uint64_t known[KNOWN_VALUES]; // see static_value
};

// A move list with the value each move is tried by.
struct candidates {
    int count;
    move at[CELLS_MAX];
    int value[CELLS_MAX];
};

// What the table's 48 bits hold: move 15..0, score 31..16, bound 33..32.
static uint64_t pack(move m, int score, enum bound bound)
{
    return m | (uint64_t)(uint16_t)score << 16 | (uint64_t)bound << 32;
}

// Scores of proven wins are stored as counted from the node, not from the root.
static int to_table(int score, int ply)
{
    return score >= SCORE_WIN_MIN ? score + ply : score <= -SCORE_WIN_MIN ? score - ply : score;
}

static int from_table(int score, int ply)
{
    return score >= SCORE_WIN_MIN ? score - ply : score <= -SCORE_WIN_MIN ? score + ply : score;
}

// Plies by which late moves are searched less, by depth and place in the list.
static uint8_t reduction[64][64];

void gomoku_search_init(void)
{
    for (int d = 1; d < 64; d++)
        for (int n = 1; n < 64; n++)
            reduction[d][n] = (uint8_t)(0.5 + log(d) * log(n));
}

// The order of the moves: the table's first, then by what they look like and what became of them
// elsewhere. From two plies on the policy says what they look like: won 386 - 354 of 840 games
// against eval_move at equal time, of which it takes 8 %. At the last ply too it lost 50 - 90 of
// 160, with twice the weight 56 - 80.
static void value_moves(struct self *s, struct candidates *list, move first, int depth, int ply)
{
    struct field *f = &s->field;
    move last = f->now->last;
    move counter = last == MOVE_NONE ? MOVE_NONE : s->counter[f->to_move][last];
    bool asked = depth >= 2 && policy_ask(f, list->at, list->count, list->value);
    for (int i = 0; i < list->count; i++) {
        move m = list->at[i];
        int looks = asked ? list->value[i] * (256 / POLICY_LOGIT) : eval_move(f, m) * 8;
        int v = looks + s->history[f->to_move][m] / 16;
        if (m == first)
            v += 1 << 24;
        if (m == s->killers[ply][0] || m == s->killers[ply][1])
            v += 400;
        if (m == counter)
            v += 300;
        list->value[i] = v;
    }
}

// Brings the best of the moves from place i on to place i.
static move pick(struct candidates *list, int i)
{
    int best = i, top = list->value[i];
    for (int k = i + 1; k < list->count; k++) // in vectors, and so without the place
        top = list->value[k] > top ? list->value[k] : top;
    while (list->value[best] != top)
        best++;
    move m = list->at[best];
    list->at[best] = list->at[i];
    list->value[best] = list->value[i];
    list->at[i] = m;
    list->value[i] = top;
    return m;
}

static void reward(int16_t *h, int bonus)
{
    *h = (int16_t)(*h + bonus - *h * abs(bonus) / HISTORY_MAX);
}

// A move refuted the node: remember it, and that those before it did not, but for one that was not
// tried.
static void note_cutoff(struct self *s, const struct candidates *list, int at, move excluded,
                        int depth, int ply)
{
    struct field *f = &s->field;
    move m = list->at[at], last = f->now->last;
    int bonus = depth * depth * 16 < 1600 ? depth * depth * 16 : 1600;
    if (s->killers[ply][0] != m) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = m;
    }
    if (last != MOVE_NONE)
        s->counter[f->to_move][last] = m;
    reward(&s->history[f->to_move][m], bonus);
    for (int i = 0; i < at; i++)
        if (list->at[i] != excluded)
            reward(&s->history[f->to_move][list->at[i]], -bonus);
}

static int search(struct self *s, int depth, int ply, int alpha, int beta, struct line *pv);

// Plays m and searches what follows; the value is the mover's.
static int descend(struct self *s, move m, int depth, int ply, int alpha, int beta, struct line *pv)
{
    struct line rest; // only its length is cleared: this is every node's path
    rest.length = 0;
    tt_prefetch(&s->worker->tt, field_key_after(s->field.now->key, s->field.to_move, m));
    field_play(&s->field, m);
    int v = -search(s, depth, ply + 1, -beta, -alpha, pv ? &rest : NULL);
    field_undo(&s->field);
    if (pv)
        line_join(pv, m, &rest);
    return v;
}

// Writes down how an open four wins.
static void open_four_line(struct field *f, struct line *pv)
{
    move open[CELLS_MAX];
    int me = f->to_move;
    field_list(f, me, CLASS_FOUR_OPEN, CLASS_FOUR_OPEN, open);
    field_play(f, open[0]);
    move reply = threat_reply(f);
    *pv = (struct line){.length = 1, .at = {open[0]}};
    if (reply != MOVE_NONE) {
        field_play(f, reply);
        *pv = (struct line){.length = 3, .at = {open[0], reply, field_five(f, me)}};
        field_undo(f);
    }
    field_undo(f);
}

// True and fills *score when the end is so near that counting cells shows it.
static bool settled(struct field *f, int ply, int *score, struct line *pv)
{
    int me = f->to_move, you = me ^ 1;
    if (field_count(f, me, COUNT_FIVE)) {
        *score = SCORE_WIN - ply - 1;
        if (pv)
            *pv = (struct line){.length = 1, .at = {field_five(f, me)}};
        return true;
    }
    if (field_count(f, you, COUNT_FIVE) > 1 && !rule_is_caro(f->rule)) {
        *score = -SCORE_WIN + ply + 2;
        return true;
    }
    if (!field_count(f, you, COUNT_FIVE) && field_count(f, me, COUNT_FOUR_OPEN)) {
        *score = SCORE_WIN - ply - 3;
        if (pv)
            open_four_line(f, pv);
        return true;
    }
    *score = 0;
    return f->now->empties == 0;
}

// Appends the empty cells that eval_candidates leaves out.
static void add_remote(const struct field *f, struct candidates *list)
{
    int from = list->count;
    list->count += eval_remote(f, list->at + from);
    for (int i = from; i < list->count; i++)
        list->value[i] = 0;
}

// The value where the other side is about to make five and there may be several replies, or none.
static int answer_five(struct self *s, int depth, int ply, int alpha, int beta, struct line *pv)
{
    move list[CELLS_MAX];
    int count = threat_answers(&s->field, list), best = -SCORE_WIN + ply + 2;
    for (int i = 0; i < count && best < beta && !s->worker->stopped; i++) {
        struct line line;
        line.length = 0;
        int low = best > alpha ? best : alpha;
        int v = descend(s, list[i], depth, ply, low, beta, pv ? &line : NULL);
        if (v > low && pv)
            *pv = line;
        best = v > best ? v : best;
    }
    return best;
}

// What the evaluation says of the position. Leaves store nothing in the table, and many are met
// again: their values are kept here, in the low 16 bits of the key. 4 % of all instructions less.
static int static_value(struct self *s)
{
    uint64_t key = s->field.now->key, *known = &s->known[key >> 20 & (KNOWN_VALUES - 1)];
    if ((*known ^ key) >> 16)
        *known = (key >> 16 << 16) | (uint16_t)eval_field(&s->field);
    return (int16_t)*known;
}

// The value of the position for the mover within the window, `depth` plies deep and deeper where
// moves are forced.
static int search(struct self *s, int depth, int ply, int alpha, int beta, struct line *pv)
{
    struct field *f = &s->field;
    struct worker *w = s->worker;
    int me = f->to_move, you = me ^ 1, score;
    bool open_window = beta - alpha > 1;
    if (pv)
        pv->length = 0;
    if (worker_count(w))
        return 0;
    if (ply > w->seldepth)
        w->seldepth = ply;

    // 1. Five next move, or two fives to stop at once.
    if (settled(f, ply, &score, pv))
        return score;
    if (ply >= PLY_MAX)
        return eval_field(f);

    // 2. No loss and no win can be quicker than this: a five that nothing stops, and a four that is
    //    stopped by making two.
    if (alpha < -SCORE_WIN + ply + 2)
        alpha = -SCORE_WIN + ply + 2;
    if (beta > SCORE_WIN - ply - 3)
        beta = SCORE_WIN - ply - 3;
    if (alpha >= beta)
        return alpha;

    // 3. A four is answered where it must be, for free. What stands here is worth what it was a ply
    //    ago: step 5 asks two plies later.
    if (field_count(f, you, COUNT_FIVE)) {
        s->value[ply + 2] = -s->value[ply + 1];
        if (UNLIKELY(!rule_is_plain(f->rule)))
            return answer_five(s, depth, ply, alpha, beta, pv);
        return descend(s, field_five(f, you), depth, ply, alpha, beta, pv);
    }

    // 4. What the table knows.
    uint64_t key = f->now->key, known;
    move first = MOVE_NONE, excluded = s->excluded[ply];
    int hash_value = 0, hash_depth = -1;
    enum bound hash_bound = BOUND_UPPER;
    s->excluded[ply] = MOVE_NONE;
    if (excluded != MOVE_NONE)
        key ^= EXCLUDED_KEY * (excluded + 1u);
    if (tt_probe(&w->tt, key, &known)) {
        uint64_t data = tt_payload(known);
        hash_value = from_table((int16_t)(data >> 16), ply);
        hash_bound = (enum bound)(data >> 32 & 3);
        hash_depth = tt_depth(known);
        first = (move)(data & 0xffff);
        if (hash_depth >= depth && !open_window &&
            (hash_bound == BOUND_EXACT ||
             (hash_bound == BOUND_LOWER ? hash_value >= beta : hash_value <= alpha)))
            return hash_value;
    }

    // 5. Far above the window; a side whose value has risen since its last move needs less. The
    //    table's value counts more than the evaluation: that and depths up to 12 instead of 6 won
    //    166 - 127 of 300 games at 8,000 nodes a move.
    bool threatened = field_count(f, you, COUNT_FOUR_OPEN) > 0;
    bool leaf = depth < 0 || (depth == 0 && !threatened);
    int value = static_value(s);
    s->value[ply + 2] = value;
    bool improving = value > s->value[ply];
    if (hash_depth >= 0 && abs(hash_value) < SCORE_WIN_MIN &&
        (hash_bound == BOUND_EXACT || (hash_value > value) == (hash_bound == BOUND_LOWER)))
        value = hash_value;
    bool prunable = excluded == MOVE_NONE && !open_window && !threatened;
    if ((leaf && value >= beta) || (prunable && depth <= 12 && beta < SCORE_WIN_MIN &&
                                    value - 70 * (depth - improving) >= beta))
        return value;

    // 6. A win by fours alone. Asked only after step 5 it is asked half as often: won 118 - 78 of
    //    200 games at 8,000 nodes a move.
    if (excluded == MOVE_NONE &&
        (field_count(f, me, COUNT_FOUR_STRONG) ||
         UNLIKELY(threat_drives(f) && field_count(f, me, COUNT_FOUR_PLAIN)))) {
        int fours = depth > 0 ? VCF_FOURS : VCF_FOURS - 1, most = w->search->limits.threats;
        fours = most && fours > most ? most : fours;
        int plies = vcf_quick(f, w, fours, depth > 0 ? VCF_BUDGET * 4 : VCF_BUDGET, pv);
        if (w->stopped)
            return 0;
        if (plies) {
            score = SCORE_WIN - ply - plies;
            tt_store(&w->tt, key, 100, pack(MOVE_NONE, to_table(score, ply), BOUND_LOWER));
            return score;
        }
    }

    // 7. Leaves, and far below the window near them. Where the other side is about to make an open
    //    four the replies are tried first: won 157 - 138 of 300 games at 10,000 nodes a move.
    if (leaf || (prunable && depth <= 3 && value + 100 * depth <= alpha && alpha > -SCORE_WIN_MIN))
        return value;

    // 8. A move of the table that stands alone, all others failing well below its value at half the
    //    depth, is searched a ply deeper. Steps 5, 7, 8 and 11 together as they were won 173 - 117
    //    of 300 games at 10,000 nodes a move. Where the table has no move the order is worth less,
    //    and so is a ply: all are searched a ply less deep. That won 139 - 122 of 300 games at
    //    20,000 nodes a move, step 13's two last words 144 - 129, both together 379 - 348 of 800.
    bool alone = false;
    if (depth >= 6 && first != MOVE_NONE && excluded == MOVE_NONE && hash_depth >= depth - 3 &&
        hash_bound != BOUND_UPPER && abs(hash_value) < SCORE_WIN_MIN) {
        int bar = hash_value - 10 * depth;
        s->excluded[ply] = first;
        alone = search(s, (depth - 1) / 2, ply, bar - 1, bar, NULL) < bar;
        s->excluded[ply] = MOVE_NONE;
        if (w->stopped)
            return 0;
    } else if (depth >= 4 && first == MOVE_NONE && excluded == MOVE_NONE && !threatened) {
        depth--;
    }

    // 9. The moves: every reply that stops an open four, or the cells near stones.
    struct candidates list;
    list.count = threatened ? threat_defences(f, list.at) : eval_candidates(f, list.at);
    if (UNLIKELY(list.count == 0) && !threatened)
        return -SCORE_WIN + ply; // black at renju may play nowhere
    value_moves(s, &list, first, depth, ply);

    // 10. An open three is answered for free, but not for ever. Won 233 - 208 of 460 games at 8,000
    //     and 25,000 nodes a move.
    bool free_reply = threatened && 2 * ply < 3 * s->root_depth;

    int best = threatened ? -SCORE_WIN + ply + 4 : -SCORE_INFINITE, low = alpha;
    move best_move = MOVE_NONE;
    struct line line;
    line.length = 0;
    bool complete = threatened || !gomoku_proving(w->search->limits.goal);
    for (int i = 0; i < list.count; i++) {
        move m = pick(&list, i);
        if (m == excluded)
            continue;
        bool forcing = f->class[me][m] >= CLASS_THREE;
        bool parry = f->class[you][m] >= CLASS_THREE;

        // 11. Late quiet moves are not tried. Cutting at 4 + 0.6 d^2 up to depth 8 won 145 - 123 of
        //     300 games at 20,000 nodes a move against 5 + 1.5 d^2, and with step 3's value 170 - 149
        //     of 360 at 60,000.
        if (!open_window && !threatened && best > -SCORE_WIN_MIN && depth <= 8 && !forcing &&
            !parry && i >= 4 + depth * depth * 3 / 5)
            break;

        // 12. A four that does not stop the open four it answers only puts off the question: not
        //     tried near the leaves, else with two plies less. Won 127 - 107 of 240 games at 8,000
        //     nodes a move.
        bool distracts =
            threatened && f->class[you][m] < CLASS_FOUR && f->class[me][m] >= CLASS_FOUR;
        if (distracts && depth < 3 && best > -SCORE_WIN_MIN)
            continue;

        // 13. Late moves are searched less deep first, more so of a side whose value has not risen,
        //     less so where the window is open.
        int next = depth - 1 + (alone && m == first) + free_reply, v;
        struct line *below = pv ? &line : NULL;
        if (i == 0) {
            v = descend(s, m, next, ply, low, beta, below);
        } else {
            int r = 0;
            if (distracts) {
                r = next < 2 ? (next > 0 ? next : 0) : 2;
            } else if (depth >= 2 && i >= 2 && !threatened) {
                r = reduction[depth < 63 ? depth : 63][i < 63 ? i : 63];
                r -= forcing + parry;
                r -= s->history[me][m] / 4096;
                r += !improving - open_window;
                r = r < 0 ? 0 : r > next ? next : r;
            }
            v = descend(s, m, next - r, ply, low, low + 1, NULL);
            if (v > low && r > 0 && !w->stopped)
                v = descend(s, m, next, ply, low, low + 1, NULL);
            if (v > low && v < beta && open_window && !w->stopped)
                v = descend(s, m, next, ply, low, beta, below);
        }
        if (w->stopped)
            return 0;
        if (v > best) {
            best = v;
            best_move = m;
            if (v > low) {
                low = v;
                if (pv && line.length > 0 && line.at[0] == m)
                    *pv = line;
                else if (pv)
                    *pv = (struct line){.length = 1, .at = {m}};
            }
            if (v >= beta) {
                note_cutoff(s, &list, i, excluded, depth, ply);
                break;
            }
        }

        // 14. A loss is a proof only when every reply was tried, so where proof is asked for the
        //     cells far from all stones follow once the others have lost.
        if (i + 1 == list.count && !complete && best <= -SCORE_WIN_MIN) {
            complete = true;
            add_remote(f, &list);
        }
    }
    enum bound bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    tt_store(&w->tt, key, depth, pack(best_move, to_table(best, ply), bound));
    return best;
}

static void begin(void *self, const struct position *p, struct worker *w)
{
    struct self *s = self;
    struct gomoku b = gomoku_load(p);
    field_set(&s->field, &b);
    s->field.network = KERNEL_PICK(w->search->kernel, network_kernels);
    s->worker = w;
    for (int i = 0; i < PLY_MAX + 2; i++)
        s->excluded[i] = s->killers[i][0] = s->killers[i][1] = MOVE_NONE;
    for (int i = 0; i < FIELD_CELLS; i++)
        s->counter[FIRST][i] = s->counter[SECOND][i] = MOVE_NONE;
    s->value[2] = eval_field(&s->field); // of the root, where ply 2 asks
    s->value[1] = -s->value[2];          // and for ply 1 before it, as in step 3
}

// Plies by which a late root move is searched less deep first: as in step 13, but for what it makes
// of a value that has risen.
static int root_reduction(const struct self *s, move m, int depth)
{
    const struct field *f = &s->field;
    const int me = f->to_move, you = me ^ 1, n = s->worker->root_place;
    if (depth < 3 || n < 4 || field_count(f, you, COUNT_FOUR_OPEN))
        return 0;
    int r = reduction[depth < 63 ? depth : 63][n < 63 ? n : 63];
    r -= (f->class[me][m] >= CLASS_THREE) + (f->class[you][m] >= CLASS_THREE);
    r -= s->history[me][m] / 4096;
    return r < 0 ? 0 : r > depth - 1 ? depth - 1 : r;
}

// The value of a root move; late ones are tried at a smaller depth first. One that makes five ends
// the game, and what follows is nobody's turn.
static int search_root(void *self, move m, int depth, int alpha, int beta, struct line *pv)
{
    struct self *s = self;
    if (s->field.class[s->field.to_move][m] == CLASS_FIVE) {
        *pv = (struct line){.length = 1, .at = {m}};
        return SCORE_WIN - 1;
    }
    const int r = beta - alpha == 1 ? root_reduction(s, m, depth) : 0;
    s->root_depth = depth;
    if (r > 0) {
        int v = descend(s, m, depth - 1 - r, 0, alpha, beta, pv);
        if (v <= alpha || s->worker->stopped)
            return v;
    }
    return descend(s, m, depth - 1, 0, alpha, beta, pv);
}

struct thought gomoku_deepen(const struct position *p, const struct moves *list, struct search *s)
{
    struct gomoku b = gomoku_load(p);
    struct deepener d = {.owner = gomoku_owner(s->limits.goal),
                         .self_size = sizeof(struct self),
                         .begin = begin,
                         .search = search_root,
                         .wins_unproven = !gomoku_proving(s->limits.goal),
                         .max_depth = b.empties < PLY_MAX ? b.empties : PLY_MAX};
    return deepen(&d, p, list, s);
}
