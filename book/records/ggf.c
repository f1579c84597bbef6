// SPDX-License-Identifier: MIT
// ggf.c - the Generic Game Format of the Generic Game Server: Othello.
//
//      (;GM[Othello]PB[Ann]PW[Bob]TY[8]RE[+4.00]BO[8 -------- ... *]B[F5//0.01]W[D6/1.20/3.1];)
//
// BO is the board the game begins on: its size, its rows from the top, * Black, O White, - empty,
// then who moves. A move is its cell, the player's evaluation in discs and the seconds it took, the
// last two as far as they are known; PA is a pass. The type TY has the size and letters: r began
// from a random board, k with a bid for the komi (its result is left as text), s is one of two games
// with one board. In an `a` game the fewest discs win: those are refused. A text may hold any number
// of games, and a number before them, as GGS sends pairs.
#include <string.h>

#include "book/records/property.h"
#include "engine/games.h"
#include "engine/notation.h"

static bool looks_like(struct word bytes)
{
    struct word root;
    if (!property_begins(bytes, &root))
        return false;
    for (; root.length >= 4; root.text++, root.length--) {
        bool letter = root.text[3] < '0' || root.text[3] > '9';
        if (memcmp(root.text, "GM[", 3) == 0)
            return letter;
        if (memcmp(root.text, "BO[", 3) == 0)
            return true;
    }
    return false;
}

// The cells of BO and who moves, on a board of this size.
static bool read_cells(struct word text, struct grid *g, const char **why)
{
    int count = 0;
    size_t i = 0;
    for (; i < text.length && count < g->width * g->height; i++) {
        char c = text.text[i];
        if ((unsigned char)c <= ' ')
            continue;
        if (!strchr("-*Oo.", c)) {
            *why = "a cell of BO is one of * O -";
            return false;
        }
        g->cell[count++] = c == '*' ? CELL_FIRST : c == 'O' || c == 'o' ? CELL_SECOND : CELL_EMPTY;
    }
    struct word side = {text.text + i, text.length - i};
    side = word_trim(side);
    if (side.length != 1 || !side.text[0] || !strchr("*Oo", side.text[0])) {
        *why = count < g->width * g->height ? "BO has too few cells" : "BO ends in * or O";
        return false;
    }
    g->to_move = side.text[0] == '*' ? FIRST : SECOND;
    return true;
}

// The number at the front of a text, which it steps over; 0 when there is none.
static int read_number(struct word *text)
{
    int n = 0;
    while (text->length && text->text[0] >= '0' && text->text[0] <= '9' && n < 100) {
        n = 10 * n + (text->text[0] - '0');
        text->text++;
        text->length--;
    }
    return n;
}

// Begins on the empty board of a size.
static bool begin_size(struct record_reader *r, struct game_record *out, size_t at, int size)
{
    char id[GAME_ID_MAX];
    struct writer w = writer_on(id, sizeof id);
    write_text(&w, "%s:%dx%d", othello_game.name, size, size);
    return reader_begin(r, out, at, id);
}

static void read_board(struct record_reader *r, struct game_record *out, struct word value)
{
    size_t at = reader_place(r, value);
    struct position p;
    struct grid g;
    const char *why;
    value = word_trim(value);
    if (out->count) {
        record_fail(r, at, "the board comes after a move");
        return;
    }
    if (!begin_size(r, out, at, read_number(&value)))
        return;
    out->game->to_grid(&out->start, &g);
    if (read_cells(value, &g, &why) && out->game->from_grid(&p, &out->start, &g, &why))
        record_begin_at(out, out->game, &p);
    else
        record_fail(r, at, "%s", why);
}

// "8", "s8r20", "8k", "10": a size among letters.
static void read_type(struct record_reader *r, struct game_record *out, struct word value)
{
    size_t at = reader_place(r, value);
    if (memchr(value.text, 'a', value.length))
        record_fail(r, at, "in a game of type %.*s the fewest discs win: it is not played here",
                    value.length < 9 ? (int)value.length : 9, value.text);
    while (value.length && (value.text[0] < '0' || value.text[0] > '9')) {
        value.text++;
        value.length--;
    }
    int size = read_number(&value);
    if (size && !out->count)
        begin_size(r, out, at, size);
}

// "F5/1.20/3.1"
static void read_move(struct record_reader *r, struct game_record *out, enum side side,
                      struct word value)
{
    size_t at = reader_place(r, value);
    struct word rest = value, cell = word_trim(word_before(&rest, '/'));
    struct word eval = word_trim(word_before(&rest, '/')), time = word_trim(rest);
    struct grid g;
    move m = MOVE_PASS;
    int64_t ms;
    out->game->to_grid(&out->end, &g);
    if (!word_is_pass(cell) && !move_parse(NOTATION_ROW_ONE_TOP, &g, cell, &m)) {
        record_fail(r, at, "move %d is not on the board", out->count + 1);
        return;
    }
    int before = out->count;
    reader_play_for(r, out, at, cell, side, m);
    if (r->failed || out->count == before)
        return;
    struct record_move *played = &out->moves[out->count - 1];
    word_hundredths(eval, &played->eval);
    if (word_thousandths(time, INT32_MAX, &ms))
        played->time = ms;
}

// "+4.00", "-64.00:t", "?"
static void read_result(struct game_record *out, struct word value)
{
    struct word points = word_trim(word_before(&value, ':'));
    int32_t hundredths;
    if (!word_hundredths(points, &hundredths))
        return;
    if (hundredths % 100 == 0)
        record_set_margin(out, hundredths / 100);
    else
        out->outcome = hundredths > 0 ? OUTCOME_FIRST : OUTCOME_SECOND;
    char how = value.length ? value.text[0] : ' ';
    out->ending = how == 'r'   ? ENDING_RESIGNED
                  : how == 't' ? ENDING_TIME
                  : how == 's' ? ENDING_AGREED
                               : ENDING_PLAYED;
}

static const struct {
    const char *name;
    enum record_text text;
} texts[] = {{"PC", RECORD_PLACE},  {"PB", RECORD_FIRST}, {"PW", RECORD_SECOND},
             {"EV", RECORD_EVENT},  {"RO", RECORD_ROUND}, {"RE", RECORD_RESULT},
             {"CO", RECORD_COMMENT}};

static void read_property(struct record_reader *r, struct game_record *out, const char *name,
                          struct word value)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0 && !out->text[texts[i].text])
            property_text(out, &out->text[texts[i].text], value, texts[i].text != RECORD_COMMENT);
    if (strcmp(name, "GM") == 0 && !word_is_nocase(word_trim(value), othello_game.title))
        record_fail(r, reader_place(r, value), "GM is none of our games: GGF has Othello");
    else if (strcmp(name, "DT") == 0)
        record_set_date(out, value);
    else if (strcmp(name, "TY") == 0)
        read_type(r, out, value);
    else if (strcmp(name, "BO") == 0)
        read_board(r, out, value);
    else if (strcmp(name, "RE") == 0)
        read_result(out, value);
    else if (strcmp(name, "B") == 0 || strcmp(name, "W") == 0)
        read_move(r, out, name[0] == 'B' ? FIRST : SECOND, value);
    else if (strcmp(name, "C") == 0 && out->count)
        property_text(out, &out->moves[out->count - 1].comment, value, false);
}

static bool next(struct record_reader *r, struct game_record *out)
{
    char name[PROPERTY_NAME_MAX];
    struct word value;
    if (!property_open(r))
        return false;
    if (out->game != &othello_game)
        reader_begin(r, out, r->begun, othello_game.name);
    for (reader_skip_blanks(r); r->at < r->length && !r->failed; reader_skip_blanks(r)) {
        if (r->text[r->at] == ';')
            r->at++;
        else if (r->text[r->at] == ')')
            break;
        else if (!property_name(r, name))
            record_fail(r, r->at, "the record is damaged");
        else
            while (!r->failed && property_value(r, &value))
                read_property(r, out, name, value);
    }
    if (!property_close(r, 1))
        record_fail(r, r->length, "the record is cut off");
    return true;
}

// ---- writing ------------------------------------------------------------------------------------

static void write_board(struct record_out *out, const struct grid *g)
{
    out_text(out, "BO[%d", g->width);
    for (int i = 0; i < g->width * g->height; i++)
        out_text(out, "%s%c", i % g->width ? "" : " ", "-*O-"[g->cell[i]]);
    out_text(out, " %c]", g->to_move == FIRST ? '*' : 'O');
}

static void write_result(struct record_out *out, const struct game_record *r)
{
    static const char *const endings[] = {"", ":r", ":t", ":t", ":s"};
    int margin = r->has_margin                  ? r->margin
                 : r->outcome == OUTCOME_FIRST  ? 64
                 : r->outcome == OUTCOME_SECOND ? -64
                                                : 0;
    if (r->outcome == OUTCOME_UNKNOWN)
        out_text(out, "RE[?]");
    else
        out_text(out, "RE[%+d.00%s]", margin, endings[r->ending]);
}

// A cell with its evaluation and time.
static void write_move(struct record_out *out, const struct grid *g, const struct record_move *m)
{
    char text[MOVE_TEXT_MAX];
    move_print(NOTATION_ROW_ONE_TOP, g, m->move, text);
    if (m->move != MOVE_PASS)
        text[0] = (char)(text[0] - 'a' + 'A');
    out_text(out, "%c[%s", m->side == FIRST ? 'B' : 'W', m->move == MOVE_PASS ? "PA" : text);
    if (m->eval != RECORD_NO_EVAL || m->time >= 0)
        out_text(out, "/");
    if (m->eval != RECORD_NO_EVAL)
        out_text(out, "%.2f", m->eval / 100.0);
    if (m->time >= 0)
        out_text(out, "/%lld.%03d", (long long)(m->time / 1000), (int)(m->time % 1000));
    out_text(out, "]");
}

static bool write(const struct game_record *r, struct record_out *out)
{
    char date[RECORD_DATE_MAX];
    struct grid g;
    r->game->to_grid(&r->start, &g);
    if (r->game != &othello_game)
        return record_refuse(out, "GGF holds Othello, not %s", r->game->title);
    if (g.width != g.height)
        return record_refuse(out, "GGF has square boards only");
    out_text(out, "(;GM[%s]", r->game->title);
    if (!record_get(r, RECORD_PLACE)[0])
        out_text(out, "PC[outflank]");
    out_property(out, "PC", record_get(r, RECORD_PLACE));
    record_date(r, date);
    out_property(out, "DT", date);
    for (size_t i = 1; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text != RECORD_RESULT)
            out_property(out, texts[i].name, record_get(r, texts[i].text));
    out_text(out, "TY[%d%s]", g.width, record_is_set_up(r) ? "r" : "");
    write_result(out, r);
    write_board(out, &g);
    for (int i = 0; i < r->count; i++) {
        write_move(out, &g, &r->moves[i]);
        out_property(out, "C", record_comment(r, i));
    }
    out_text(out, ";)\n");
    return true;
}

const struct record_form record_ggf = {"ggf", "GGF", "ggf", false, looks_like, next, write};
