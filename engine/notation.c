// SPDX-License-Identifier: MIT
#include "engine/notation.h"

#include <string.h>

const char *special_name(const struct game *game, move m)
{
    for (int i = 0; game->special && game->special[i]; i++)
        if (m == MOVE_SPECIAL + i)
            return game->special[i];
    return NULL;
}

bool special_read(const struct game *game, struct word *rest, move *out)
{
    for (int i = 0; game->special && game->special[i]; i++) {
        struct word name = word_of(game->special[i]);
        if (rest->length < name.length ||
            !word_is_nocase((struct word){rest->text, name.length}, name.text))
            continue;
        *rest = (struct word){rest->text + name.length, rest->length - name.length};
        *out = (move)(MOVE_SPECIAL + i);
        return true;
    }
    return false;
}

void game_move_print(const struct game *game, const struct grid *g, move m, char out[MOVE_TEXT_MAX])
{
    struct writer w = writer_on(out, MOVE_TEXT_MAX);
    const char *name = special_name(game, m);
    if (name)
        write_text(&w, "%s", name);
    else
        move_print(game->notation, g, m, out);
}

bool game_move_parse(const struct game *game, const struct grid *g, struct word w, move *out)
{
    return (special_read(game, &w, out) && w.length == 0) || move_parse(game->notation, g, w, out);
}

int row_number(enum notation how, const struct grid *g, int y)
{
    return how == NOTATION_ROW_ONE_TOP ? y + 1 : g->height - y;
}

void move_print(enum notation how, const struct grid *g, move m, char out[MOVE_TEXT_MAX])
{
    struct writer w = writer_on(out, MOVE_TEXT_MAX);
    if (m == MOVE_PASS)
        write_text(&w, "pass");
    else if (!move_is_cell(m))
        write_text(&w, "none");
    else if (how == NOTATION_COLUMN_DIGITS)
        write_text(&w, "%c", "123456789abcd"[move_x(m) % 13]);
    else if (how == NOTATION_COLUMN)
        write_text(&w, "%c", 'a' + move_x(m));
    else
        write_text(&w, "%c%d", 'a' + move_x(m), row_number(how, g, move_y(m)));
}

// The cell a stone dropped into column x comes to rest on, or MOVE_NONE: the lowest empty cell,
// since a blocked cell is filled from the start.
static move landing(const struct grid *g, int x)
{
    for (int y = g->height - 1; y >= 0; y--)
        if (g->cell[y * g->width + x] == CELL_EMPTY)
            return move_at(x, y);
    return MOVE_NONE;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static void step(struct word *w, size_t n)
{
    w->text += n;
    w->length -= n;
}

// A column alone: "4" is the fourth and so is "d"; in a string of digits "a" goes on after "9".
static bool read_column(enum notation how, const struct grid *g, struct word *rest, move *out)
{
    char c = lower(rest->text[0]);
    int x = is_digit(c) ? c - '1' : how == NOTATION_COLUMN_DIGITS ? c - 'a' + 9 : c - 'a';
    if (x < 0 || x >= g->width)
        return false;
    *out = landing(g, x);
    step(rest, 1);
    return *out != MOVE_NONE;
}

bool move_read(enum notation how, const struct grid *g, struct word *rest, move *out)
{
    if (rest->length >= 4 && word_is_nocase((struct word){rest->text, 4}, "pass")) {
        *out = MOVE_PASS;
        step(rest, 4);
        return true;
    }
    if (rest->length == 0)
        return false;
    if (how == NOTATION_COLUMN_DIGITS)
        return read_column(how, g, rest, out);
    char letter = lower(rest->text[0]);
    int x = letter - 'a', row = 0;
    size_t used = 1;
    while (used < rest->length && used < 3 && is_digit(rest->text[used]))
        row = row * 10 + (rest->text[used++] - '0');
    if (is_digit(letter) || used == 1)
        return how == NOTATION_COLUMN && read_column(how, g, rest, out);
    int y = how == NOTATION_ROW_ONE_TOP ? row - 1 : g->height - row;
    if (x < 0 || x >= g->width || y < 0 || y >= g->height)
        return false;
    *out = move_at(x, y);
    step(rest, used);
    return true;
}

bool move_parse(enum notation how, const struct grid *g, struct word w, move *out)
{
    return move_read(how, g, &w, out) && w.length == 0;
}

static char cell_letter(uint8_t cell)
{
    return "-xo#"[cell];
}

void board_print(const struct grid *g, struct writer *out)
{
    for (int y = 0; y < g->height; y++) {
        int run = 0;
        for (int x = 0; x <= g->width; x++) {
            uint8_t cell = x < g->width ? g->cell[y * g->width + x] : CELL_BLOCKED;
            if (x < g->width && cell == CELL_EMPTY) {
                run++;
                continue;
            }
            if (run)
                write_text(out, "%d", run);
            run = 0;
            if (x < g->width)
                write_text(out, "%c", cell_letter(cell));
        }
        write_text(out, "%s", y + 1 < g->height ? "/" : " ");
    }
    write_text(out, "%s", g->to_move == FIRST ? "x" : "o");
}

// One character as a cell; false for anything that is not one.
static bool read_cell(char c, uint8_t *cell)
{
    switch (c) {
    case '-':
    case '.':
    case '_':
        *cell = CELL_EMPTY;
        return true;
    case 'x':
    case 'X':
    case '*':
        *cell = CELL_FIRST;
        return true;
    case 'o':
    case 'O':
        *cell = CELL_SECOND;
        return true;
    case '#':
        *cell = CELL_BLOCKED;
        return true;
    default:
        return false;
    }
}

static bool read_side(struct word w, enum side *out)
{
    static const char *const names[2][5] = {{"x", "*", "b", "black", "first"},
                                            {"o", "w", "white", "second", "0"}};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 5; i++)
            if (word_is_nocase(w, names[s][i])) {
                *out = (enum side)s;
                return true;
            }
    return false;
}

// Rows with '/' and runs of digits. *at is where reading stopped.
static bool read_rows(struct grid *g, struct word rows, const char **at, const char **why)
{
    int x = 0, y = 0;
    for (size_t i = 0; i < rows.length;) {
        char c = rows.text[i];
        uint8_t cell;
        *at = rows.text + i;
        if (c == '/') {
            if (x != g->width || y + 1 >= g->height) {
                *why = "a row of the board is too short, or there are too many rows";
                return false;
            }
            x = 0, y++, i++;
        } else if (is_digit(c)) {
            int run = 0;
            while (i < rows.length && is_digit(rows.text[i]) && run <= BOARD_MAX)
                run = run * 10 + (rows.text[i++] - '0');
            if (run < 1 || run > g->width - x) {
                *why = "a run of empty cells does not fit its row";
                return false;
            }
            while (run--)
                g->cell[y * g->width + x++] = CELL_EMPTY;
        } else if (read_cell(c, &cell)) {
            if (x >= g->width) {
                *why = "a row of the board is too long";
                return false;
            }
            g->cell[y * g->width + x++] = cell;
            i++;
        } else {
            *why = "a board has only digits, '/', and the cells - x o #";
            return false;
        }
    }
    if (x != g->width || y != g->height - 1) {
        *at = rows.text + rows.length;
        *why = "the board has too few cells for this game";
        return false;
    }
    return true;
}

bool board_like(struct word text)
{
    uint8_t cell;
    if (memchr(text.text, '/', text.length))
        return true;
    // "o8" is a cell of a board of fifteen columns; a board without '/' has no digits.
    bool names_cell = text.length > 1 && lower(text.text[0]) >= 'a' && lower(text.text[0]) <= 'z' &&
                      is_digit(text.text[1]);
    return text.length && !names_cell && read_cell(text.text[0], &cell);
}

bool board_parse(struct grid *out, const struct grid *like, struct word text, const char **why)
{
    const char *at;
    return board_parse_at(out, like, text, &at, why);
}

bool board_parse_at(struct grid *out, const struct grid *like, struct word text, const char **at,
                    const char **why)
{
    struct grid g = {.width = like->width, .height = like->height};
    struct word cells, side, extra;
    if (!word_next(&text, &cells) || !word_next(&text, &side)) {
        *at = text.text;
        *why = "a board needs its cells and the side to move";
        return false;
    }
    if (word_next(&text, &extra)) {
        *at = extra.text;
        *why = "there is text after the side to move";
        return false;
    }
    if (cells.length == (size_t)(g.width * g.height) && !memchr(cells.text, '/', cells.length)) {
        for (size_t i = 0; i < cells.length; i++)
            if (!read_cell(cells.text[i], &g.cell[i])) {
                *at = cells.text + i;
                *why = "a cell is one of - . x o X O * #";
                return false;
            }
    } else if (!read_rows(&g, cells, at, why)) {
        return false;
    }
    if (!read_side(side, &g.to_move)) {
        *at = side.text;
        *why = "the side to move is x or o";
        return false;
    }
    *out = g;
    return true;
}

static bool is_marked(const struct moves *marks, move m)
{
    for (int i = 0; marks && i < marks->count; i++)
        if (marks->at[i] == m)
            return true;
    return false;
}

bool game_row_one_is_top(const struct game *game)
{
    return game->notation == NOTATION_ROW_ONE_TOP;
}

static void draw_letters(enum notation how, const struct grid *g, struct writer *out)
{
    write_text(out, "   ");
    for (int x = 0; x < g->width; x++)
        write_text(out, " %c", 'a' + x + (how == NOTATION_GO && x >= 8));
    write_text(out, "\n");
}

static bool is_ringed(const move *ring, int ringed, move m)
{
    for (int i = 0; i < ringed; i++)
        if (ring[i] == m)
            return true;
    return false;
}

void board_draw(enum notation how, const struct grid *g, const struct moves *marks,
                const move *ring, int ringed, struct writer *out)
{
    draw_letters(how, g, out);
    for (int y = 0; y < g->height; y++) {
        bool was = false;
        write_text(out, "%2d ", row_number(how, g, y));
        for (int x = 0; x < g->width; x++) {
            move m = move_at(x, y);
            uint8_t cell = g->cell[y * g->width + x];
            char c = cell == CELL_EMPTY ? (is_marked(marks, m) ? '.' : '-') : "-XO#"[cell];
            bool is = is_ringed(ring, ringed, m);
            write_text(out, "%c%c", is == was ? ' ' : is ? '(' : ')', c);
            was = is;
        }
        write_text(out, "%c%d\n", was ? ')' : ' ', row_number(how, g, y));
    }
    draw_letters(how, g, out);
}

int grid_count(const struct grid *g, enum cell kind)
{
    int n = 0;
    for (int i = 0; i < g->width * g->height; i++)
        n += g->cell[i] == kind;
    return n;
}
