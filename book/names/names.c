// SPDX-License-Identifier: MIT
#include "book/names/names.h"

#include <string.h>

#include "book/names/tables.h"
#include "engine/games.h"
#include "engine/notation.h"

const struct opening_table opening_tables[] = {
    {&othello_game, othello_openings, false},
    {&gomoku_game, gomoku_openings, true},
    {&connect4_game, connect4_openings, false},
    {NULL, NULL, false},
};

enum { PLIES_MAX = 32 }; // no opening is longer

// The moves of an opening, on a board whose middle is shifted by so much. Returns how many, 0 when
// they do not fit on it.
static int read_moves(const struct game *game, const struct position *usual, const char *text,
                      int shift, move out[PLIES_MAX])
{
    enum notation how = game->notation == NOTATION_COLUMN ? NOTATION_COLUMN_DIGITS : game->notation;
    struct word rest = word_of(text);
    struct position p = *usual;
    int n = 0;
    while (rest.length && n < PLIES_MAX) {
        struct grid g;
        move m;
        game->to_grid(&p, &g);
        if (!move_read(how, &g, &rest, &m) || !game->play(&p, m))
            return 0;
        int x = move_x(m) + shift, y = move_y(m) + shift;
        if (x < 0 || y < 0)
            return 0;
        out[n++] = move_at(x, y);
    }
    return n;
}

// Where a cell lies when the board is turned and mirrored in one of eight ways.
static int turned(const struct grid *g, int way, int x, int y)
{
    int a = way & 4 ? y : x, b = way & 4 ? x : y;
    a = way & 1 ? g->width - 1 - a : a;
    b = way & 2 ? g->height - 1 - b : b;
    return b * g->width + a;
}

// True when two boards of one size are the same, turned somehow.
static bool same_board(const struct grid *a, const struct grid *b)
{
    for (int way = 0; way < (a->width == a->height ? 8 : 4); way++) {
        bool same = true;
        for (int i = 0; same && i < a->width * a->height; i++)
            same = a->cell[i] == b->cell[turned(a, way, i % a->width, i / a->width)];
        if (same)
            return true;
    }
    return false;
}

// The board after some moves. False when one of them is not legal.
static bool board_after(const struct game *game, const struct position *start, const move *moves,
                        int count, struct grid *out)
{
    struct position p = *start;
    for (int i = 0; i < count; i++)
        if (!game->play(&p, moves[i]))
            return false;
    game->to_grid(&p, out);
    return true;
}

// The table of a game, and how far the middle of this board is from that of the usual one. NULL when
// the board is another.
static const struct opening_table *table_for(const struct game *game, const struct position *start,
                                             struct position *usual, int *shift)
{
    const struct opening_table *t = opening_tables;
    struct grid g, u;
    const char *why;
    while (t->game && t->game != game)
        t++;
    if (!t->game || !game->start(usual, "", &why))
        return NULL;
    game->to_grid(start, &g);
    game->to_grid(usual, &u);
    int wider = g.width - u.width, higher = g.height - u.height;
    *shift = wider / 2;
    bool fits = t->centred ? wider == higher && wider % 2 == 0 : wider == 0 && higher == 0;
    return fits ? t : NULL;
}

const char *opening_name(const struct game *game, const struct position *start, const move *moves,
                         int count, int *plies)
{
    struct position usual;
    int shift, longest = 0;
    const char *name = NULL;
    const struct opening_table *t = table_for(game, start, &usual, &shift);
    for (const struct opening *o = t ? t->at : NULL; o && o->name; o++) {
        move line[PLIES_MAX];
        struct grid a, b;
        int n = read_moves(game, &usual, o->moves, shift, line);
        if (n > longest && n <= count && board_after(game, start, line, n, &a) &&
            board_after(game, start, moves, n, &b) && same_board(&a, &b)) {
            longest = n;
            name = o->name;
        }
    }
    if (plies)
        *plies = longest;
    return name;
}
