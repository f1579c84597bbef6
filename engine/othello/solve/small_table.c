// SPDX-License-Identifier: MIT
#include "engine/othello/solve/small_table.h"

#include <stdlib.h>

#include "engine/clock.h"
#include "engine/othello/board/symmetry.h"
#include "engine/othello/eval/weights.h"

enum { SET_BITS = 36, SCORE_ZERO = 64 };

static const uint64_t SET = (UINT64_C(1) << SET_BITS) - 1;

// The 36 cells of a set side by side, and back.
static uint64_t pack(uint64_t set)
{
    uint64_t packed = 0;
    for (int y = 0; y < 6; y++)
        packed |= (set >> 8 * y & 63) << 6 * y;
    return packed;
}

static uint64_t unpack(uint64_t packed)
{
    uint64_t set = 0;
    for (int y = 0; y < 6; y++)
        set |= (packed >> 6 * y & 63) << 8 * y;
    return set;
}

static struct small_known known_of(const struct small_entry *e)
{
    int place = (int)(e->words[0] >> 44 & 63);
    return (struct small_known){(int)(e->words[0] >> SET_BITS & 255) - SCORE_ZERO,
                                place / 6 << 3 | place % 6};
}

struct small_entry small_table_entry(struct board b, int score, int cell)
{
    struct shape s = shape_of(6, 6);
    int symmetry;
    b = first_image(b, &s, &symmetry);
    cell = image_of(cell, &s, symmetry);
    uint64_t place = (uint64_t)(6 * (cell >> 3) + (cell & 7));
    return (struct small_entry){
        {pack(b.mover) | (uint64_t)(score + SCORE_ZERO) << SET_BITS | place << 44, pack(b.other)}};
}

int small_table_compare(const void *a, const void *b)
{
    const struct small_entry *x = a, *y = b;
    uint64_t mine = x->words[0] & SET, theirs = y->words[0] & SET;
    if (mine != theirs)
        return mine < theirs ? -1 : 1;
    return (x->words[1] > y->words[1]) - (x->words[1] < y->words[1]);
}

int small_table_count(void)
{
    return (int)((size_t)(small_table_end - small_table_begin) / sizeof(struct small_entry));
}

bool small_table_probe(struct board b, struct small_known *out)
{
    struct shape s = shape_of(6, 6);
    int symmetry;
    struct board first = first_image(b, &s, &symmetry);
    struct small_entry key = {{pack(first.mover), pack(first.other)}};
    const struct small_entry *e = bsearch(&key, small_table_begin, (size_t)small_table_count(),
                                          sizeof key, small_table_compare);
    if (!e)
        return false;
    *out = known_of(e);
    out->cell = image_back(out->cell, &s, symmetry);
    return true;
}

struct board small_table_at(int i, struct small_known *out)
{
    const struct small_entry *e = (const struct small_entry *)small_table_begin + i;
    *out = known_of(e);
    return (struct board){unpack(e->words[0] & SET), unpack(e->words[1])};
}

// A move and what the table says it is worth.
struct valued {
    move m;
    int score;
};

// The best first; of equals the one that comes first on the board.
static int by_score(const void *a, const void *b)
{
    const struct valued *x = a, *y = b;
    return x->score != y->score ? y->score - x->score : x->m - y->m;
}

static void report(struct search *s, int empties, int place, const struct valued *v)
{
    if (s->report)
        s->report(s->owner, &(struct report){.depth = empties,
                                             .seldepth = empties,
                                             .selectivity = 100,
                                             .multipv = place + 1,
                                             .score = 100 * v->score,
                                             .proven = true,
                                             .solved = true,
                                             .elapsed = clock_elapsed(s->clock),
                                             .win_rate = -1,
                                             .line_length = 1,
                                             .line = {v->m}});
}

// Lists what is known: the one best move, or when more is asked for every move. Returns how many.
static int list_known(const struct othello *o, const struct moves *roots, int places,
                      struct valued *list)
{
    struct small_known known;
    int n = 0;
    if (places == 1) {
        if (!small_table_probe(o->board, &known))
            return 0;
        for (int i = 0; i < roots->count; i++)
            if (roots->at[i] == move_of_cell(known.cell))
                list[n++] = (struct valued){roots->at[i], known.score};
        return n;
    }
    for (; n < roots->count; n++) {
        if (roots->at[n] == MOVE_PASS)
            return 0;
        int cell = cell_of_move(roots->at[n]);
        struct board after =
            board_after(o->board, cell, flip_of(cell, o->board.mover, o->board.other));
        if (!small_table_probe(after, &known))
            return 0;
        list[n] = (struct valued){roots->at[n], -known.score};
    }
    qsort(list, (size_t)n, sizeof *list, by_score);
    return n;
}

bool small_table_think(const struct position *p, const struct moves *roots, struct search *s,
                       struct thought *out)
{
    struct othello o = othello_get(p);
    struct valued list[36];
    if (o.width != 6 || o.height != 6)
        return false;
    int n = list_known(&o, roots, s->limits.multipv, list);
    if (n == 0)
        return false;
    for (int i = 0; i < n && i < s->limits.multipv; i++)
        report(s, bit_count(empty_of(o.board, o.mask)), i, &list[i]);
    *out = (struct thought){.best = list[0].m,
                            .ponder = MOVE_NONE,
                            .score = 100 * list[0].score,
                            .proven = true,
                            .solved = true};
    return true;
}
