// SPDX-License-Identifier: MIT
#include "engine/played.h"

void played_begin(struct played *g, const struct game *game, const struct position *start)
{
    g->game = game;
    g->at[0] = *start;
    g->ply = g->last = 0;
}

void played_restart(struct played *g)
{
    struct position start;
    char shape[GAME_ID_MAX];
    const char *why;
    g->game->shape(played_now(g), shape);
    if (g->game->start(&start, shape, &why))
        played_begin(g, g->game, &start);
}

bool played_for(const struct played *g, enum side side, struct position *out)
{
    struct grid board;
    const char *why;
    *out = *played_now(g);
    g->game->to_grid(out, &board);
    if (board.to_move == side || g->game->play(out, MOVE_PASS))
        return true;
    board.to_move = side;
    return g->game->from_grid(out, played_now(g), &board, &why);
}

// Plays a move on a copy of the position reached, and adds it. False when it is not legal or the row
// is full.
static bool add_to(struct played *g, struct position p, move m)
{
    if (!g->game->play(&p, m) || g->ply + 1 >= PLAYED_MAX)
        return false;
    g->moves[g->ply] = m;
    g->at[++g->ply] = p;
    g->last = g->ply;
    return true;
}

bool played_add(struct played *g, move m)
{
    return add_to(g, *played_now(g), m);
}

bool played_add_as(struct played *g, enum side side, move m)
{
    struct position p;
    return played_for(g, side, &p) && add_to(g, p, m);
}

bool played_undo(struct played *g)
{
    if (g->ply == 0)
        return false;
    g->ply--;
    return true;
}

bool played_redo(struct played *g)
{
    if (g->ply == g->last)
        return false;
    g->ply++;
    return true;
}

bool played_set_grid(struct played *g, const struct grid *board, const char **why)
{
    struct position p;
    if (!g->game->from_grid(&p, played_now(g), board, why))
        return false;
    played_begin(g, g->game, &p);
    return true;
}

// Plays a row of moves from the start position. False points *at at the move that can't be read or
// played.
static bool play_row(struct played *g, enum notation how, struct word text, const char **at,
                     const char **why)
{
    played_restart(g);
    while (text.length) {
        struct grid board;
        move m;
        *at = text.text;
        g->game->to_grid(played_now(g), &board);
        if (!special_read(g->game, &text, &m) && !move_read(how, &board, &text, &m)) {
            *why = "that is neither a board nor a row of moves";
            return false;
        }
        if (!played_add(g, m) && !(played_add(g, MOVE_PASS) && played_add(g, m))) {
            *why = "a move of the row is not legal";
            return false;
        }
        text = word_trim(text);
    }
    return true;
}

static bool has_digit(struct word text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] >= '0' && text.text[i] <= '9')
            return true;
    return false;
}

// Reads a row of moves. Columns alone are written in two ways, which only the whole row tells apart:
//
//      ddgbc            letters alone   a is the first column
//      44725, a3254     with digits     a goes on after 9, on boards that have a tenth column
//
// "d1e1" names cells; where it could be either, on a board of ten columns and more, it is columns.
static bool set_moves(struct played *g, const struct grid *board, struct word text, const char **at,
                      const char **why)
{
    enum notation how = g->game->notation;
    bool first_is_digit = has_digit((struct word){text.text, 1});
    if (how != NOTATION_COLUMN || !(first_is_digit || (board->width > 9 && has_digit(text))))
        return play_row(g, how, text, at, why);
    if (play_row(g, NOTATION_COLUMN_DIGITS, text, at, why))
        return true;
    const char *cells_at, *cells_why; // what is said is what is wrong with the columns
    return !first_is_digit && play_row(g, how, text, &cells_at, &cells_why);
}

bool played_set_text(struct played *g, struct word text, const char **at, const char **why)
{
    struct grid like, board;
    if (word_is(text, "startpos")) {
        played_restart(g);
        return true;
    }
    g->game->to_grid(played_now(g), &like);
    if (!board_like(text))
        return set_moves(g, &like, text, at, why);
    if (!board_parse_at(&board, &like, text, at, why))
        return false;
    *at = text.text;
    return played_set_grid(g, &board, why);
}
