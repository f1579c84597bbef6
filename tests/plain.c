// SPDX-License-Identifier: MIT
#include "tests/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct plain_shape plain_shapes[] = {
    {"othello", PLAIN_OTHELLO, 8, 8, false, -1},
    {"othello:6x6", PLAIN_OTHELLO, 6, 6, false, -1},
    {"othello:4x8", PLAIN_OTHELLO, 4, 8, false, -1},
    {"connect4", PLAIN_CONNECT4, 7, 6, false, -1},
    {"connect4:9x10,x=c4", PLAIN_CONNECT4, 9, 10, false, 6 * 9 + 2},
    {"connect4:5x4,x=a1", PLAIN_CONNECT4, 5, 4, false, 3 * 5},
    {"gomoku", PLAIN_GOMOKU, 15, 15, true, -1},
    {"gomoku:7", PLAIN_GOMOKU, 7, 7, true, -1},
    {"gomoku:9,free", PLAIN_GOMOKU, 9, 9, false, -1},
    {0},
};

static const int ways[8][2] = {{1, 0},  {0, 1},  {1, 1},   {1, -1},
                               {-1, 0}, {0, -1}, {-1, -1}, {-1, 1}};

static char at(const struct plain *p, int x, int y)
{
    return x < 0 || y < 0 || x >= p->width || y >= p->height ? '#' : p->cells[y * p->width + x];
}

static char other(char side)
{
    return side == 'x' ? 'o' : 'x';
}

struct plain plain_start(const struct plain_shape *s)
{
    struct plain p = {.kind = s->kind, .width = s->width, .height = s->height, .exact = s->exact};
    int right = s->width / 2, low = s->height / 2;
    memset(p.cells, '.', sizeof p.cells);
    p.to_move = 'x';
    if (s->blocked >= 0)
        p.cells[s->blocked] = '#';
    if (s->kind == PLAIN_OTHELLO) {
        p.cells[(low - 1) * s->width + right - 1] = p.cells[low * s->width + right] = 'o';
        p.cells[(low - 1) * s->width + right] = p.cells[low * s->width + right - 1] = 'x';
    }
    return p;
}

// How many discs a disc of this side on a cell would turn in one direction.
static int turned(const struct plain *p, int x, int y, char side, const int way[2])
{
    int n = 0;
    for (x += way[0], y += way[1]; at(p, x, y) == other(side); n++)
        x += way[0], y += way[1];
    return n && at(p, x, y) == side ? n : 0;
}

static bool may_turn(const struct plain *p, int x, int y, char side)
{
    if (at(p, x, y) != '.')
        return false;
    for (int i = 0; i < 8; i++)
        if (turned(p, x, y, side, ways[i]))
            return true;
    return false;
}

static bool can_move(const struct plain *p, char side)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (may_turn(p, x, y, side))
                return true;
    return false;
}

// True when a row long enough begins at a cell.
static bool row_from(const struct plain *p, int x, int y, char side)
{
    int need = p->kind == PLAIN_CONNECT4 ? 4 : 5, n;
    for (int i = 0; i < 4; i++) {
        if (at(p, x - ways[i][0], y - ways[i][1]) == side)
            continue; // counted from its beginning
        for (n = 1; at(p, x + n * ways[i][0], y + n * ways[i][1]) == side; n++)
            continue;
        if (p->exact ? n == need : n >= need)
            return true;
    }
    return false;
}

// Who has a row, 0 for nobody.
static char row_of(const struct plain *p)
{
    const char *cell = p->cells;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++, cell++)
            if ((*cell == 'x' || *cell == 'o') && row_from(p, x, y, *cell))
                return *cell;
    return 0;
}

bool plain_over(const struct plain *p, int *margin)
{
    int x = 0, o = 0, empty = 0;
    for (int cell = 0; cell < p->width * p->height; cell++) {
        x += p->cells[cell] == 'x';
        o += p->cells[cell] == 'o';
        empty += p->cells[cell] == '.';
    }
    if (p->kind == PLAIN_OTHELLO) {
        *margin = x - o + (x > o ? empty : x < o ? -empty : 0);
        return !can_move(p, 'x') && !can_move(p, 'o');
    }
    char winner = row_of(p);
    *margin = winner == 'x' ? 1 : winner == 'o' ? -1 : 0;
    return winner || empty == 0;
}

int plain_landing(const struct plain *p, int column)
{
    for (int y = p->height - 1; y >= 0; y--)
        if (at(p, column, y) == '.')
            return y * p->width + column;
    return -1;
}

int plain_moves(const struct plain *p, int list[PLAIN_CELLS])
{
    int n = 0, margin;
    if (plain_over(p, &margin))
        return 0;
    for (int y = 0, cell = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++, cell++)
            if (p->kind == PLAIN_OTHELLO    ? may_turn(p, x, y, p->to_move)
                : p->kind == PLAIN_CONNECT4 ? plain_landing(p, x) == cell
                                            : p->cells[cell] == '.')
                list[n++] = cell;
    if (n == 0)
        list[n++] = PLAIN_PASS;
    return n;
}

bool plain_play(struct plain *p, int m)
{
    int list[PLAIN_CELLS], n = plain_moves(p, list);
    bool listed = false;
    for (int i = 0; i < n; i++)
        listed = listed || list[i] == m;
    if (!listed)
        return false;
    for (int i = 0; i < 8 && m != PLAIN_PASS && p->kind == PLAIN_OTHELLO; i++)
        for (int k = turned(p, m % p->width, m / p->width, p->to_move, ways[i]); k > 0; k--)
            p->cells[m + k * (ways[i][1] * p->width + ways[i][0])] = p->to_move;
    if (m != PLAIN_PASS)
        p->cells[m] = p->to_move;
    p->to_move = other(p->to_move);
    return true;
}

void plain_board(const struct plain *p, char out[PLAIN_TEXT])
{
    char *to = out;
    for (int y = 0; y < p->height; y++) {
        int run = 0;
        for (int x = 0; x <= p->width; x++) {
            bool empty = x < p->width && at(p, x, y) == '.';
            if (!empty && run)
                to += snprintf(to, 4, "%d", run);
            run = empty ? run + 1 : 0;
            if (!empty && x < p->width)
                *to++ = at(p, x, y);
        }
        *to++ = y + 1 < p->height ? '/' : ' ';
    }
    *to++ = p->to_move;
    *to = '\0';
}

void plain_name(const struct plain *p, int m, char out[8])
{
    int x = m % p->width, y = m / p->width;
    if (m == PLAIN_PASS)
        snprintf(out, 8, "pass");
    else
        snprintf(out, 8, "%c%u", 'a' + x,
                 (unsigned)(p->kind == PLAIN_OTHELLO ? y + 1 : p->height - y) % 100);
}

int plain_read(const struct plain *p, const char *text)
{
    char *end;
    int x = (text[0] | 32) - 'a';
    long row = strtol(text + 1, &end, 10);
    if (strcmp(text, "pass") == 0 || strcmp(text, "PASS") == 0)
        return PLAIN_PASS;
    if (p->kind == PLAIN_CONNECT4 && text[0] && !text[1] && x >= 0 && x < p->width)
        return plain_landing(p, x);
    if (x < 0 || x >= p->width || end == text + 1 || *end || row < 1 || row > p->height)
        return -2;
    return (int)(p->kind == PLAIN_OTHELLO ? row - 1 : p->height - row) * p->width + x;
}
