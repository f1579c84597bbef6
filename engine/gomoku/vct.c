// SPDX-License-Identifier: MIT
// vct.c - victory by continuous threats: depth-first proof-number search (Nagai 2002).
//
// Attacker's nodes (one proven move is enough) offer his fours and open threes; defender's nodes
// (every reply must be refuted) the forced answer to a four, or everything that stops an open four
// together with the defender's own fours. A reply that is not offered loses to the open four, so
// the proof covers it. A node's proof number is the least number of leaves that must still be
// proven to win, its disproof number the same for refuting; the search always works at the leaf
// that is cheapest for both.
#include "engine/gomoku/threat.h"

#define VCT_KEY UINT64_C(0x5643545643545643)

enum { ENDLESS = (1 << 20) - 1, VCF_INSIDE = 8, VCF_BUDGET = 200 };

// Proof and disproof numbers, and when proven the plies the win takes.
struct proof {
    uint32_t pn, dn;
    int plies;
};

static const struct proof unknown = {1, 1, 0}, refuted = {ENDLESS, 0, 0};

struct prover {
    struct field *f;
    struct worker *w;
    int attacker;
    uint64_t end;
    bool cut;
};

struct children {
    int count;
    move at[CELLS_MAX];
    struct proof proof[CELLS_MAX];
};

static struct proof proven(int plies)
{
    return (struct proof){0, ENDLESS, plies < 255 ? plies : 255};
}

// The same stones with other roles are another question.
static uint64_t key_of(const struct prover *v, uint64_t key)
{
    return key ^ (VCT_KEY + (uint64_t)v->attacker);
}

static struct proof vct_probe(const struct prover *v, uint64_t key)
{
    uint64_t known;
    if (!tt_probe(&v->w->tt, key_of(v, key), &known))
        return unknown;
    uint64_t data = tt_payload(known);
    return (struct proof){data >> 20 & ENDLESS, data & ENDLESS, (int)(data >> 40)};
}

static void vct_store(const struct prover *v, struct proof p)
{
    int weight = p.pn == 0 || p.dn == 0 ? 200 : 50; // what is decided stays longest
    tt_store(&v->w->tt, key_of(v, v->f->now->key), weight,
             (uint64_t)p.plies << 40 | (uint64_t)p.pn << 20 | p.dn);
}

static uint32_t add(uint32_t a, uint32_t b)
{
    return a + b < ENDLESS ? a + b : ENDLESS;
}

// The attacker's node: decided at once, or his threats.
static bool expand_attack(struct prover *v, struct children *c, struct proof *p)
{
    struct field *f = v->f;
    int me = f->to_move, you = me ^ 1, plies;
    bool cut;
    if (field_count(f, me, COUNT_FIVE))
        return *p = proven(1), true;
    int fives = field_count(f, you, COUNT_FIVE);
    if (fives > 1 && !rule_is_caro(f->rule))
        return *p = refuted, true;
    if (!fives && field_count(f, me, COUNT_FOUR_OPEN))
        return *p = proven(3), true;
    if ((plies = vcf_search(f, v->w, VCF_INSIDE, VCF_BUDGET, &cut, NULL)) > 0)
        return *p = proven(plies), true;
    c->count =
        fives ? threat_answers(f, c->at) : field_list(f, me, CLASS_THREE, CLASS_FOUR_THREE, c->at);
    *p = refuted;
    return c->count == 0;
}

// The defender's node: decided at once, or the replies that can matter.
static bool expand_defence(struct prover *v, struct children *c, struct proof *p)
{
    struct field *f = v->f;
    int me = f->to_move, you = me ^ 1, fives = field_count(f, you, COUNT_FIVE);
    if (field_count(f, me, COUNT_FIVE))
        return *p = refuted, true;
    if (fives) {
        c->count = threat_answers(f, c->at);
        *p = proven(2);
        return c->count == 0;
    }
    if (field_count(f, me, COUNT_FOUR_OPEN) || !field_count(f, you, COUNT_FOUR_OPEN))
        return *p = refuted, true;
    c->count = threat_defences(f, c->at);
    *p = proven(4);
    return c->count == 0;
}

static bool expand(struct prover *v, struct children *c, struct proof *p)
{
    return v->f->to_move == v->attacker ? expand_attack(v, c, p) : expand_defence(v, c, p);
}

// A node's numbers from its children's; *best is the child to work on next and *second the best
// number among the others. Seen from the defender the two numbers change places.
static struct proof combine(const struct children *c, bool attack, int *best, uint32_t *second)
{
    uint32_t least = ENDLESS + 1, sum = 0;
    int shortest = 255, longest = 0;
    *second = ENDLESS;
    for (int i = 0; i < c->count; i++) {
        uint32_t own = attack ? c->proof[i].pn : c->proof[i].dn;
        sum = add(sum, attack ? c->proof[i].dn : c->proof[i].pn);
        if (c->proof[i].pn == 0) {
            shortest = c->proof[i].plies < shortest ? c->proof[i].plies : shortest;
            longest = c->proof[i].plies > longest ? c->proof[i].plies : longest;
        }
        if (own < least) {
            *second = least < ENDLESS ? least : ENDLESS;
            least = own;
            *best = i;
        } else if (own < *second) {
            *second = own;
        }
    }
    if (attack)
        return least == 0 ? proven(shortest + 1) : (struct proof){least, sum, 0};
    return least != 0 && sum == 0 ? proven(longest + 1) : (struct proof){sum, least, 0};
}

// Works below a node until one of its numbers reaches its limit.
static struct proof work(struct prover *v, uint32_t pn_limit, uint32_t dn_limit)
{
    struct children c;
    struct proof p;
    bool attack = v->f->to_move == v->attacker;
    if (worker_count(v->w) || atomic_load_explicit(&v->w->nodes, memory_order_relaxed) >= v->end) {
        v->cut = true;
        return unknown;
    }
    if (expand(v, &c, &p)) {
        if (!v->w->stopped)
            vct_store(v, p);
        return p;
    }
    for (int i = 0; i < c.count; i++)
        c.proof[i] = vct_probe(v, v->f->now->key ^ gomoku_zobrist_turn ^
                                      gomoku_zobrist[v->f->to_move][c.at[i]]);
    for (;;) {
        int best = 0;
        uint32_t second;
        p = combine(&c, attack, &best, &second);
        if (p.pn == 0 || p.dn == 0 || p.pn >= pn_limit || p.dn >= dn_limit || v->cut)
            break;
        uint32_t own_limit = attack ? pn_limit : dn_limit, sum_limit = attack ? dn_limit : pn_limit;
        uint32_t sum = attack ? p.dn : p.pn;
        uint32_t share = attack ? c.proof[best].dn : c.proof[best].pn;
        uint32_t own = add(second, 1) < own_limit ? add(second, 1) : own_limit;
        uint32_t rest = sum_limit >= ENDLESS ? ENDLESS : sum_limit - (sum - share);
        field_play(v->f, c.at[best]);
        c.proof[best] = attack ? work(v, own, rest) : work(v, rest, own);
        field_undo(v->f);
    }
    if (!v->cut)
        vct_store(v, p);
    return p;
}

// The child a line follows: the attacker's shortest proven move, the defender's longest reply.
static int choose(const struct children *c, bool attack)
{
    int best = -1;
    for (int i = 0; i < c->count; i++) {
        int plies = c->proof[i].plies;
        if (c->proof[i].pn == 0 &&
            (best < 0 || (attack ? plies < c->proof[best].plies : plies > c->proof[best].plies)))
            best = i;
    }
    return best;
}

// What the defender plays where nothing helps: he stops one of the cells that win if he may.
// MOVE_NONE when he may play nowhere.
static move hopeless_reply(const struct field *f)
{
    move open[CELLS_MAX];
    int you = f->to_move ^ 1;
    if (field_count(f, you, COUNT_FIVE))
        return threat_reply(f);
    int opens = field_list(f, you, CLASS_FOUR_OPEN, CLASS_FOUR_OPEN, open);
    for (int i = 0; i < opens; i++)
        if (field_allows(f, open[i]))
            return open[i];
    return field_any(f);
}

// Writes down the proof's main line, proving again what the table has forgotten.
static void trace(struct prover *v, struct line *line)
{
    struct field *f = v->f;
    struct children c;
    struct proof p;
    int played = 0;
    bool cut;
    line->length = 0;
    while (line->length < LINE_MAX_MOVES - 1 && !v->w->stopped) {
        bool attack = f->to_move == v->attacker;
        if (expand(v, &c, &p)) {
            struct line rest = {0};
            if (attack && vcf_search(f, v->w, VCF_INSIDE, VCF_BUDGET, &cut, &rest))
                for (int i = 0; i < rest.length && line->length < LINE_MAX_MOVES; i++)
                    line->at[line->length++] = rest.at[i];
            if (attack || p.pn != 0)
                break;
            move reply = hopeless_reply(f);
            if (reply == MOVE_NONE)
                break;
            line->at[line->length++] = reply;
            field_play(f, reply);
            played++;
            continue;
        }
        for (int i = 0; i < c.count; i++)
            c.proof[i] = vct_probe(v, f->now->key ^ gomoku_zobrist_turn ^
                                          gomoku_zobrist[f->to_move][c.at[i]]);
        for (int i = 0; i < c.count && !v->cut && (!attack || choose(&c, attack) < 0); i++)
            if (c.proof[i].pn != 0) {
                field_play(f, c.at[i]);
                c.proof[i] = work(v, ENDLESS, ENDLESS);
                field_undo(f);
            }
        int i = choose(&c, attack);
        if (i < 0)
            break;
        line->at[line->length++] = c.at[i];
        field_play(f, c.at[i]);
        played++;
    }
    while (played-- > 0)
        field_undo(f);
}

static uint64_t nodes_used(const struct prover *v)
{
    return atomic_load_explicit(&v->w->nodes, memory_order_relaxed);
}

int vct_search(struct field *f, struct worker *w, uint64_t budget, bool *disproved,
               struct line *line)
{
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    struct prover v = {.f = f, .w = w, .attacker = f->to_move};
    v.end = budget > UINT64_MAX - nodes ? UINT64_MAX : nodes + budget;
    struct proof p = work(&v, ENDLESS, ENDLESS);
    *disproved = !v.cut && p.dn == 0;
    if (v.cut || p.pn != 0)
        return 0;
    if (line) {
        v.end = nodes_used(&v) + (nodes_used(&v) - nodes) +
                1000; // as much again for what was forgotten
        trace(&v, line);
    }
    return p.plies;
}
