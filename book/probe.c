// SPDX-License-Identifier: MIT
#include "book/probe.h"

#include "book/bytes.h"
#include "engine/deepen.h"
#include "engine/rng.h"
#include "engine/symmetry.h"

uint64_t book_key(const struct canonical *c)
{
    if (c->size <= 8)
        return get_bytes(c->bytes, c->size);
    uint64_t h = rng_mix((uint64_t)c->size);
    for (int i = 0; i < c->size; i += 8)
        h = rng_mix(h + 0x9e3779b97f4a7c15u +
                    get_bytes(c->bytes + i, c->size - i < 8 ? c->size - i : 8));
    return h;
}

uint64_t book_key_of(const struct game *game, const struct position *p)
{
    struct canonical c;
    game->canonical(p, &c);
    return book_key(&c);
}

int book_score_back(int score)
{
    if (score >= SCORE_WIN_MIN)
        return -(score - 1);
    return score <= -SCORE_WIN_MIN ? -(score + 1) : -score;
}

static bool is_legal(const struct moves *legal, move m)
{
    for (int i = 0; i < legal->count; i++)
        if (legal->at[i] == m)
            return true;
    return false;
}

move book_nth_move(const struct canonical *c, const struct moves *legal, int n)
{
    for (int i = 0; i < legal->count; i++) {
        move m = move_image(legal->at[i], c->width, c->height, c->symmetry);
        int before = 0;
        for (int k = 0; k < legal->count; k++) {
            move o = move_image(legal->at[k], c->width, c->height, c->symmetry);
            before += move_x(o) < move_x(m) || (move_x(o) == move_x(m) && move_y(o) < move_y(m));
        }
        if (before == n)
            return legal->at[i];
    }
    return MOVE_NONE;
}

bool book_probe(const struct book *b, const struct game *game, const struct position *p,
                struct book_entry *out)
{
    struct canonical c;
    struct moves legal;
    game->canonical(p, &c);
    if (!book_find(b, book_key(&c), out))
        return false;
    game->moves(p, &legal);
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        move m = move_image_back(out->moves[i].m, c.width, c.height, c.symmetry);
        if (is_legal(&legal, m))
            out->moves[kept++] = (struct book_move){m, out->moves[i].score};
    }
    out->count = kept;
    move m = out->nth < 0 ? MOVE_NONE : book_nth_move(&c, &legal, out->nth);
    if (m != MOVE_NONE)
        out->moves[out->count++] = (struct book_move){m, out->score};
    out->nth = -1;
    return true;
}

// The value of a position that is over.
static bool value_of_end(const struct game *game, const struct position *p, struct book_entry *out)
{
    int margin;
    if (!game->over(p, &margin))
        return false;
    *out =
        (struct book_entry){.kind = BOOK_EXACT, .score = game->end_score(p), .lines = 1, .nth = -1};
    return true;
}

static bool value_at(const struct book *b, const struct game *game, const struct position *p,
                     int reach, struct book_entry *out);

// The best of all successors, none of which may be unknown.
static bool value_of_successors(const struct book *b, const struct game *game,
                                const struct position *p, int reach, struct book_entry *out)
{
    struct moves legal;
    bool some = false, exact = true;
    game->moves(p, &legal);
    *out = (struct book_entry){.nth = -1};
    // A move that ends the game with a win decides, and is cheap to find.
    for (int i = 0; i < legal.count; i++) {
        struct position next = *p;
        if (game->play(&next, legal.at[i]) && value_of_end(game, &next, out) && out->score < 0) {
            out->score = book_score_back(out->score);
            return true;
        }
    }
    *out = (struct book_entry){.nth = -1};
    for (int i = 0; i < legal.count; i++) {
        struct position next = *p;
        struct book_entry e;
        if (reach == 0)
            return false;
        if (!game->play(&next, legal.at[i]) || !value_at(b, game, &next, reach - 1, &e))
            return false;
        int score = book_score_back(e.score);
        exact &= e.kind == BOOK_EXACT;
        if (e.kind == BOOK_ESTIMATE)
            return false;
        if (e.kind == BOOK_OUTCOME && score > 0) {
            *out = (struct book_entry){.kind = BOOK_OUTCOME, .score = 100, .lines = 1, .nth = -1};
            return true; // more than who wins is not to be found here
        }
        out->lines += e.lines;
        if (!some || score > out->score)
            out->score = score;
        some = true;
    }
    out->kind = exact ? BOOK_EXACT : BOOK_OUTCOME;
    if (!exact)
        out->score = out->score > 0 ? 100 : out->score < 0 ? -100 : 0;
    return some;
}

// The value of a position that is in the book or `reach` plies before it. Where a book reaches
// ahead, positions with a win at once are left out of it.
static bool value_at(const struct book *b, const struct game *game, const struct position *p,
                     int reach, struct book_entry *out)
{
    struct canonical c;
    if (value_of_end(game, p, out))
        return true;
    game->canonical(p, &c);
    if (book_find(b, book_key(&c), out))
        return true;
    return book_header(b)->reach > 0 && value_of_successors(b, game, p, reach, out);
}

bool book_value(const struct book *b, const struct game *game, const struct position *p,
                struct book_entry *out)
{
    bool known = value_at(b, game, p, book_header(b)->reach, out);
    if (known)
        out->count = 0;
    return known;
}

void book_entry_of(const struct game *game, const struct position *p, struct book_entry *e)
{
    struct canonical c;
    game->canonical(p, &c);
    e->key = book_key(&c);
    for (int i = 0; i < e->count; i++)
        e->moves[i].m = move_image(e->moves[i].m, c.width, c.height, c.symmetry);
}
