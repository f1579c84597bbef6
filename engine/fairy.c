// SPDX-License-Identifier: MIT
#include "engine/fairy.h"

#include <string.h>

#include "engine/notation.h"

// The mover's lowest stone, counting from a1 along each rank: the square of Fairy-Stockfish's pass.
static move lowest_stone(const struct grid *g)
{
    uint8_t own = g->to_move == FIRST ? CELL_FIRST : CELL_SECOND;
    for (int y = g->height - 1; y >= 0; y--)
        for (int x = 0; x < g->width; x++)
            if (g->cell[y * g->width + x] == own)
                return move_at(x, y);
    return MOVE_NONE;
}

void fairy_move_print(const struct grid *g, move m, char out[FAIRY_MOVE_MAX])
{
    struct writer w = writer_on(out, FAIRY_MOVE_MAX);
    char square[MOVE_TEXT_MAX];
    if (m == MOVE_NONE) {
        write_text(&w, "0000");
    } else if (m == MOVE_PASS) {
        move_print(NOTATION_ROW_ONE_BOTTOM, g, lowest_stone(g), square);
        write_text(&w, "%s%s", square, square);
    } else {
        move_print(NOTATION_ROW_ONE_BOTTOM, g, m, square);
        write_text(&w, "P@%s", square);
    }
}

bool fairy_move_parse(const struct grid *g, struct word w, move *out)
{
    struct word rest = w;
    move from, to;
    if (w.length > 2 && (w.text[0] == 'P' || w.text[0] == 'p') && w.text[1] == '@')
        return move_parse(NOTATION_ROW_ONE_BOTTOM, g, (struct word){w.text + 2, w.length - 2}, out);
    bool null = word_is(w, "0000") || word_is(w, "@@@@") || word_is_nocase(w, "pass");
    if (!null && !(move_read(NOTATION_ROW_ONE_BOTTOM, g, &rest, &from) &&
                   move_parse(NOTATION_ROW_ONE_BOTTOM, g, rest, &to) && from == to))
        return false;
    *out = MOVE_PASS;
    return true;
}

static void write_pocket(struct writer *out, char letter, int count)
{
    for (int i = 0; i < count; i++)
        write_text(out, "%c", letter);
}

void fairy_fen_print(const struct grid *g, bool flips, struct writer *out)
{
    // Our board text has the same rows; only the letters and the side differ.
    char text[BOARD_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    board_print(g, &w);
    for (const char *c = text; *c != ' '; c++)
        write_text(out, "%c", *c == 'x' ? 'P' : *c == 'o' ? 'p' : *c == '#' ? '*' : *c);
    int cells = g->width * g->height - grid_count(g, CELL_BLOCKED),
        empty = grid_count(g, CELL_EMPTY);
    write_text(out, "[");
    write_pocket(out, 'P', flips ? empty : (cells + 1) / 2 - grid_count(g, CELL_FIRST));
    write_pocket(out, 'p', flips ? empty : cells / 2 - grid_count(g, CELL_SECOND));
    write_text(out, "] %s - - 0 1", g->to_move == FIRST ? "w" : "b");
}

bool fairy_fen_parse(struct grid *out, const struct grid *like, struct word fen, const char **why)
{
    char text[BOARD_TEXT_MAX];
    struct word rows, side;
    if (!word_next(&fen, &rows) || !word_next(&fen, &side) ||
        !(word_is(side, "w") || word_is(side, "b"))) {
        *why = "a FEN has ranks and then w or b";
        return false;
    }
    const char *pocket = memchr(rows.text, '[', rows.length);
    size_t length = pocket ? (size_t)(pocket - rows.text) : rows.length;
    if (length + 3 > sizeof text) {
        *why = "the FEN is too long";
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        char c = rows.text[i];
        text[i] = c == 'P' ? 'x' : c == 'p' ? 'o' : c == '*' ? '#' : c;
    }
    text[length] = ' ';
    text[length + 1] = word_is(side, "w") ? 'x' : 'o';
    return board_parse(out, like, (struct word){text, length + 2}, why);
}
