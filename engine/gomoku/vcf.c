// SPDX-License-Identifier: MIT
// vcf.c - victory by continuous fours, and the replies to an open three.
#include "engine/gomoku/threat.h"

// Entries of this search stand in the common table under keys of their own.
#define VCF_KEY UINT64_C(0x5643465643465643)
#define VCF_QUICK_KEY UINT64_C(0x7143465643465671)

struct seek {
    struct field *f;
    struct worker *w;
    uint64_t end; // the node count at which to give up
    uint64_t salt;
    int weakest; // class of the least four that is tried
    bool cut;
};

// What the table holds: the fours allowed are the depth, the plies to the win (0 = none) and
// the winning move the payload.
static void vcf_store(const struct seek *s, uint64_t key, int fours, int plies, move m)
{
    tt_store(&s->w->tt, key, fours, (uint64_t)plies << 16 | m);
}

// The strongest four first; among equals the cell that makes more.
static void sort_fours(const struct field *f, move *list, int count)
{
    int worth[CELLS_MAX];
    for (int i = 0; i < count; i++) {
        int value = (int)field_cell(f, f->to_move, list[i]), k = i; // class, then attack
        move m = list[i];
        for (; k > 0 && worth[k - 1] < value; k--) {
            worth[k] = worth[k - 1];
            list[k] = list[k - 1];
        }
        worth[k] = value;
        list[k] = m;
    }
}

static int seek_win(struct seek *s, int fours);

// Plies to the win after a four, where several replies or none at all may be possible.
static int try_answers(struct seek *s, int fours)
{
    move list[CELLS_MAX];
    int count = threat_answers(s->f, list), longest = 1;
    for (int i = 0; i < count; i++) {
        field_play(s->f, list[i]);
        int plies = seek_win(s, fours - 1);
        field_undo(s->f);
        if (!plies)
            return 0;
        longest = plies > longest ? plies : longest;
    }
    return longest;
}

// Plays a four and its forced reply; plies to the win from before the four, 0 when none was found.
static int try_four(struct seek *s, move m, int fours)
{
    struct field *f = s->f;
    int side = f->to_move, plies;
    field_play(f, m);
    if (UNLIKELY(!rule_is_plain(f->rule))) {
        plies = try_answers(s, fours);
    } else if (field_count(f, side, COUNT_FIVE) > 1) {
        plies = 1;
    } else {
        field_play(f, field_five(f, side));
        plies = seek_win(s, fours - 1);
        field_undo(f);
    }
    field_undo(f);
    return plies ? plies + 2 : 0;
}

// Lists the mover's replies to a five that make a four too.
static int counter_fours(const struct field *f, move *list)
{
    int count = 0;
    if (LIKELY(rule_is_plain(f->rule))) {
        list[0] = field_five(f, f->to_move ^ 1);
        return f->class[f->to_move][list[0]] >= CLASS_FOUR;
    }
    for (int i = 0, all = threat_answers(f, list); i < all; i++)
        if (f->class[f->to_move][list[i]] >= CLASS_FOUR)
            list[count++] = list[i];
    return count;
}

// Plies to the mover's win with at most `fours` fours before the last.
static int seek_win(struct seek *s, int fours)
{
    struct field *f = s->f;
    int me = f->to_move, you = me ^ 1;
    if (field_count(f, me, COUNT_FIVE))
        return 1;
    int fives = field_count(f, you, COUNT_FIVE);
    if (fives > 1 && !rule_is_caro(f->rule))
        return 0;
    if (!fives && field_count(f, me, COUNT_FOUR_OPEN))
        return 3;
    move list[CELLS_MAX];
    int count = 0;
    if (fives) {
        count = counter_fours(f, list);
        if (!count)
            return 0;
    } else if (field_count(f, me, COUNT_FOUR_STRONG) == 0 &&
               (s->weakest > CLASS_FOUR || field_count(f, me, COUNT_FOUR_PLAIN) == 0)) {
        return 0;
    }
    if (fours <= 0) {
        s->cut = true;
        return 0;
    }
    uint64_t key = f->now->key ^ s->salt, known;
    bool won = false; // more fours than allowed here are known to win
    if (tt_probe(&s->w->tt, key, &known)) {
        int plies = (int)(tt_payload(known) >> 16 & 0xff);
        won = plies > 0;
        if (won && plies <= 2 * fours + 3)
            return plies;
        // A depth below the maximum says that more fours might have helped.
        if (!won && tt_depth(known) >= fours) {
            s->cut |= tt_depth(known) < VCF_FOURS_MAX;
            return 0;
        }
    }
    if (worker_count(s->w) || atomic_load_explicit(&s->w->nodes, memory_order_relaxed) >= s->end) {
        s->cut = true;
        return 0;
    }
    if (!fives) {
        count = field_list(f, me, s->weakest, CLASS_FOUR_THREE, list);
        sort_fours(f, list, count);
    }
    bool outer = s->cut;
    s->cut = false;
    for (int i = 0; i < count; i++) {
        int plies = try_four(s, list[i], fours);
        if (plies) {
            vcf_store(s, key, fours, plies, list[i]);
            s->cut = outer;
            return plies;
        }
        if (s->w->stopped)
            break;
    }
    bool exhausted = atomic_load_explicit(&s->w->nodes, memory_order_relaxed) >= s->end;
    s->cut |= won;
    if (!s->w->stopped && !exhausted && !won)
        vcf_store(s, key, s->cut ? fours : VCF_FOURS_MAX, 0, MOVE_NONE);
    s->cut |= outer;
    return 0;
}

// True and fills *known when the table has a win for the mover here.
static bool vcf_probe(const struct seek *s, uint64_t *known)
{
    return tt_probe(&s->w->tt, s->f->now->key ^ s->salt, known) && tt_payload(*known) >> 16 & 0xff;
}

// Follows the table's moves of a win in so many plies, found with so many fours, and writes them
// down, the defender's forced ones between them; what the table has forgotten is found again, with no
// more fours than are left.
static void trace(struct seek *s, int plies, int fours, struct line *line)
{
    struct field *f = s->f;
    int me = f->to_move, played = 0;
    line->length = 0;
    while (line->length + 3 < LINE_MAX_MOVES) {
        move m = MOVE_NONE;
        uint64_t known;
        int left = (plies / 2 < fours ? plies / 2 : fours) - played / 2;
        if (field_count(f, me, COUNT_FIVE)) {
            line->at[line->length++] = field_five(f, me);
            break;
        }
        if (!field_count(f, me ^ 1, COUNT_FIVE) && field_count(f, me, COUNT_FOUR_OPEN)) {
            move open[CELLS_MAX];
            field_list(f, me, CLASS_FOUR_OPEN, CLASS_FOUR_OPEN, open);
            m = open[0];
        } else if (vcf_probe(s, &known) || (seek_win(s, left) && vcf_probe(s, &known))) {
            m = (move)(tt_payload(known) & 0xffff);
        }
        // The table may have mixed up; what is left of the line is then not reported.
        if (m == MOVE_NONE || move_y(m) >= f->size || f->class[me][m] < CLASS_FOUR)
            break;
        field_play(f, m);
        played++;
        line->at[line->length++] = m;
        if (!field_count(f, me, COUNT_FIVE))
            break;
        move reply = threat_reply(f);
        if (reply == MOVE_NONE)
            break;
        field_play(f, reply);
        played++;
        line->at[line->length++] = reply;
    }
    while (played-- > 0)
        field_undo(f);
}

static int run(struct field *f, struct worker *w, bool quick, int fours, uint64_t budget, bool *cut,
               struct line *line)
{
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    struct seek s = {.f = f,
                     .w = w,
                     .end = budget > UINT64_MAX - nodes ? UINT64_MAX : nodes + budget,
                     .salt = quick ? VCF_QUICK_KEY : VCF_KEY,
                     .weakest = quick && !threat_drives(f) ? CLASS_FOUR_PLUS : CLASS_FOUR};
    int plies = seek_win(&s, fours);
    *cut = s.cut;
    // A quick search that gave up is not begun again from the same position, unless a longer win is
    // known there.
    uint64_t now = atomic_load_explicit(&w->nodes, memory_order_relaxed), known;
    if (quick && !plies && now >= s.end && !w->stopped && !vcf_probe(&s, &known))
        vcf_store(&s, f->now->key ^ s.salt, fours, 0, MOVE_NONE);
    if (plies && line) {
        s.end = now + (now - nodes) + 1000; // as much again for what was forgotten
        trace(&s, plies, fours, line);
    }
    return plies;
}

int vcf_search(struct field *f, struct worker *w, int fours, uint64_t budget, bool *cut,
               struct line *line)
{
    return run(f, w, false, fours, budget, cut, line);
}

int vcf_quick(struct field *f, struct worker *w, int fours, uint64_t budget, struct line *line)
{
    bool cut;
    return run(f, w, true, fours, budget, &cut, line);
}

int vcf_shortest(struct field *f, struct worker *w, uint64_t budget, bool *cut, struct line *line)
{
    uint64_t begun = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    for (int fours = 0; fours <= VCF_FOURS_MAX; fours++) {
        uint64_t used = atomic_load_explicit(&w->nodes, memory_order_relaxed) - begun;
        if (used >= budget)
            return 0;
        int plies = vcf_search(f, w, fours, budget - used, cut, line);
        if (plies || !*cut || w->stopped)
            return plies;
    }
    return 0;
}

// The class `side` has on cell c when the other side has a stone on e too; e lies on line d of c.
static int class_with(const struct field *f, int side, move c, move e, int d)
{
    int x = move_x(c), y = move_y(c);
    uint64_t line = f->line[d][lines_index(d, x, y)];
    line |= (uint64_t)(2 - side) << (2 * lines_place(d, move_x(e), move_y(e)) + 10);
    uint32_t pattern = f->patterns[lines_around(line, lines_place(d, x, y))];
    return cell_class(gomoku_cell[code_of(code_with(f->code[c], d, pattern), side)]);
}

// True when a stone of the other side on e keeps `side` from what it would make on c, CLASS_FIVE or
// CLASS_FOUR_OPEN.
static bool stops(const struct field *f, int side, int what, move c, move e)
{
    if (c == e)
        return true;
    int dx = move_x(e) - move_x(c), dy = move_y(e) - move_y(c);
    if (dx > 5 || dx < -5 || dy > 5 || dy < -5)
        return false;
    int d = dy == 0 ? 0 : dx == 0 ? 1 : dx == dy ? 2 : dx == -dy ? 3 : -1;
    return d >= 0 && class_with(f, side, c, e, d) < what;
}

// Lists the empty cells that stop what `side` would make on c.
static int stoppers(const struct field *f, int side, int what, move c, move *out)
{
    int n = 0;
    out[n++] = c;
    for (int d = 0; d < 4; d++) {
        if ((f->code[c] >> (4 * d + 16 * side) & 15) < PATTERN_FOUR)
            continue;
        int x = move_x(c), y = move_y(c), place = lines_place(d, x, y);
        uint64_t line = f->line[d][lines_index(d, x, y)];
        uint64_t free =
            ~(line | line >> 1) & 0x5555555555555555 & ((uint64_t)0x3fffff << (2 * place));
        while (free) {
            int q = (bit_take(&free) >> 1) - 5;
            move e = (move)(c + (q - place) * lines_step[d]);
            if (e != c && class_with(f, side, c, e, d) < what)
                out[n++] = e;
        }
    }
    return n;
}

// Lists the empty cells that stop everything of a class that `side` would make.
static int stop_all(const struct field *f, int side, int what, move *out)
{
    move cell[CELLS_MAX], stop[64];
    int cells = field_list(f, side, what, what, cell), count = 0;
    int stops_first = cells ? stoppers(f, side, what, cell[0], stop) : 0;
    for (int i = 0; i < stops_first; i++) {
        bool all = true;
        for (int k = 1; k < cells && all; k++)
            all = stops(f, side, what, cell[k], stop[i]);
        if (all)
            out[count++] = stop[i];
    }
    return count;
}

int threat_defences(const struct field *f, move *out)
{
    int me = f->to_move, count = 0;
    move stop[64];
    int stops_all = stop_all(f, me ^ 1, CLASS_FOUR_OPEN, stop);
    for (int i = 0; i < stops_all; i++)
        if (f->class[me][stop[i]] < CLASS_FOUR && field_allows(f, stop[i])) // fours follow
            out[count++] = stop[i];
    return count + field_list(f, me, CLASS_FOUR, CLASS_FIVE, out + count);
}

int threat_answers(const struct field *f, move *out)
{
    int you = f->to_move ^ 1;
    if (rule_is_caro(f->rule))
        return stop_all(f, you, CLASS_FIVE, out);
    out[0] = field_five(f, you);
    return field_count(f, you, COUNT_FIVE) == 1 && field_allows(f, out[0]);
}

move threat_reply(const struct field *f)
{
    move list[CELLS_MAX];
    if (LIKELY(rule_is_plain(f->rule)))
        return field_five(f, f->to_move ^ 1);
    if (threat_answers(f, list))
        return list[0];
    for (int i = field_list(f, f->to_move ^ 1, CLASS_FIVE, CLASS_FIVE, list); i-- > 0;)
        if (field_allows(f, list[i]))
            return list[i];
    return field_any(f);
}
