// SPDX-License-Identifier: MIT
// sgf.c - the Smart Game Format, FF[4] and older: GM[2] is Othello, GM[4] Gomoku.
//
//      (;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]RE[B+2];B[dc]C[a comment];W[ce](;B[cc])(;B[fe]))
//
// A point is two letters, column and then row from the top; "d3", as edax writes, is read as well. A
// pass is an empty value, "PA", or "tt" where the board has no such point; Quarry leaves passes out,
// so a side may move twice, and a pass that is none goes by. Of variations the first is the game.
//
// AB, AW and AE put stones on the usual start of the board, PL says who moves then. GM[1], Go, is
// what GoGui writes for any game, so it says nothing, like no GM at all. The rule of a Gomoku board
// has no word in SGF: we write our id of the board to RU and read it there.
#include <string.h>

#include "book/records/property.h"
#include "engine/games.h"
#include "engine/notation.h"

// Where the reader stands in a record.
struct sgf {
    struct record_reader *in;
    struct game_record *out;
    struct grid setup; // stones set up before the first move
    bool has_setup, has_turn, begun;
    bool root;      // in the first node
    int node_first; // the moves before this node
    size_t comment; // of this node
    size_t before_comment;
    int32_t value; // of this node, for Black
};

// A point; see above.
static bool read_point(const struct game *game, const struct grid *g, struct word v, move *m)
{
    v = word_trim(v);
    if (v.length == 2 && v.text[1] >= 'a' && v.text[1] <= 'z') {
        int x = v.text[0] - 'a', y = v.text[1] - 'a';
        bool inside = x >= 0 && x < g->width && y < g->height;
        *m = inside ? move_at(x, y) : MOVE_PASS;
        return inside || word_is(v, "tt") || word_is(v, "pa");
    }
    if (v.length == 0 || word_is_nocase(v, "pa")) {
        *m = MOVE_PASS;
        return true;
    }
    return game_move_parse(game, g, v, m);
}

// ---- the board ----------------------------------------------------------------------------------

// "8" or "4:8".
static bool read_size(struct word v, int64_t *width, int64_t *height)
{
    struct word first = word_before(&v, ':');
    if (!word_int(word_trim(first), 1, 99, width))
        return false;
    *height = *width;
    return v.length == 0 || word_int(word_trim(v), 1, 99, height);
}

// Our own id of the board in RU, when it is one of this game and size.
static bool read_rule(struct word rule, const struct game *game, int64_t width, int64_t height,
                      struct position *out)
{
    const struct game *named;
    struct position start;
    struct grid g;
    const char *why;
    if (!memchr(rule.text, ':', rule.length) || !game_find(word_trim(rule), &named, &start, &why) ||
        named != game)
        return false;
    game->to_grid(&start, &g);
    if (width && (g.width != width || g.height != height))
        return false;
    *out = start;
    return true;
}

// Begins the game on the board that the root tells of; what it does not say stays as it is.
static void set_board(struct sgf *s, const struct game *game, int64_t width, int64_t height,
                      struct word rule)
{
    char id[GAME_ID_MAX];
    struct position start;
    struct game_record *out = s->out;
    if (game && game != out->game && !reader_begin(s->in, out, s->in->begun, game->name))
        return;
    if (read_rule(rule, out->game, width, height, &start))
        record_begin_at(out, out->game, &start);
    else if (width) {
        if (game_id_of_size(out->game, &out->start, (int)width, (int)height, id))
            reader_begin(s->in, out, s->in->begun, id);
        else
            record_fail(s->in, s->in->begun, "%s has no board of %dx%d", out->game->title,
                        (int)width, (int)height);
    }
}

// First pass: GM, SZ and RU of the root node, wherever they stand in it.
static void read_root(struct sgf *s)
{
    struct record_reader *in = s->in;
    const struct game *game = NULL;
    int64_t width = 0, height = 0, kind;
    size_t begin = in->at;
    char name[PROPERTY_NAME_MAX];
    struct word value, rule = {"", 0};
    while (property_name(in, name))
        while (property_value(in, &value)) {
            size_t at = reader_place(in, value);
            if (strcmp(name, "GM") == 0 && word_int(word_trim(value), 2, 1000, &kind)) {
                game = game_of_sgf((int)kind);
                if (!game)
                    record_fail(in, at, "GM[%d] is none of our games", (int)kind);
            } else if (strcmp(name, "SZ") == 0 && !read_size(value, &width, &height))
                record_fail(in, at, "SZ is no size of a board");
            else if (strcmp(name, "RU") == 0)
                rule = value;
        }
    in->at = begin;
    if (!in->failed)
        set_board(s, game, width, height, rule);
    s->out->game->to_grid(&s->out->start, &s->setup);
}

// ---- stones set up ------------------------------------------------------------------------------

// One corner of a set-up point or rectangle.
static bool set_up_corner(struct sgf *s, struct word v, move *m)
{
    if (read_point(s->out->game, &s->setup, v, m) && *m != MOVE_PASS)
        return true;
    record_fail(s->in, reader_place(s->in, v), "a set-up stone is not on the board");
    return false;
}

// AB, AW and AE: a point, or the two corners of a rectangle of them.
static void set_up(struct sgf *s, uint8_t cell, struct word value)
{
    move from, to;
    struct word first = word_before(&value, ':');
    if (!set_up_corner(s, first, &from))
        return;
    to = from;
    if (value.length && !set_up_corner(s, value, &to))
        return;
    for (int y = move_y(from); y <= move_y(to); y++)
        for (int x = move_x(from); x <= move_x(to); x++)
            s->setup.cell[y * s->setup.width + x] = cell;
    s->has_setup = true;
}

// Before the first move, which is `side`'s, the board is made of what was set up.
static void begin(struct sgf *s, enum side side)
{
    struct position p;
    const char *why;
    if (s->begun)
        return;
    s->begun = true;
    if (!s->has_setup && !s->has_turn)
        return;
    if (!s->has_turn)
        s->setup.to_move = side;
    if (s->out->game->from_grid(&p, &s->out->start, &s->setup, &why))
        record_begin_at(s->out, s->out->game, &p);
    else
        record_fail(s->in, s->in->begun, "the set-up board: %s", why);
}

// ---- properties ---------------------------------------------------------------------------------

static void read_move(struct sgf *s, enum side side, struct word value)
{
    move m;
    struct grid g;
    size_t at = reader_place(s->in, value);
    begin(s, side);
    s->out->game->to_grid(&s->out->end, &g);
    if (read_point(s->out->game, &g, value, &m))
        reader_play_for(s->in, s->out, at, value, side, m);
    else
        record_fail(s->in, at, "move %d is not on the board", s->out->count + 1);
}

// B+12, W+R, B+Time, W+, 0, Draw; anything else is no result.
static void read_result(struct game_record *out, struct word v)
{
    v = word_trim(v);
    char winner = v.length > 1 && v.text[1] == '+' ? (char)(v.text[0] | 32) : ' ';
    if (word_is(v, "0") || word_is_nocase(v, "draw")) {
        record_set_margin(out, 0);
        return;
    }
    if (winner != 'b' && winner != 'w')
        return;
    int32_t points;
    struct word how = {v.text + 2, v.length - 2};
    out->outcome = winner == 'b' ? OUTCOME_FIRST : OUTCOME_SECOND;
    char kind = how.length ? (char)(how.text[0] | 32) : ' ';
    if (word_hundredths(how, &points) && points > 0 && points % 100 == 0 &&
        out->game->scoring == SCORING_DISCS)
        record_set_margin(out, points / 100 * (winner == 'b' ? 1 : -1));
    else
        out->ending = kind == 'r'   ? ENDING_RESIGNED
                      : kind == 't' ? ENDING_TIME
                      : kind == 'f' ? ENDING_FORFEIT
                                    : ENDING_PLAYED;
}

static const struct {
    const char *name;
    enum record_text text;
} texts[] = {{"PB", RECORD_FIRST}, {"PW", RECORD_SECOND}, {"EV", RECORD_EVENT},
             {"PC", RECORD_PLACE}, {"RO", RECORD_ROUND},  {"RE", RECORD_RESULT}};

// What the root says of the whole game.
static void read_information(struct sgf *s, const char *name, struct word value)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0 && !s->out->text[texts[i].text])
            property_text(s->out, &s->out->text[texts[i].text], value, true);
    if (strcmp(name, "DT") == 0)
        record_set_date(s->out, value);
    else if (strcmp(name, "RE") == 0)
        read_result(s->out, value);
}

// One value of one property of the main line.
static void read_property(struct sgf *s, const char *name, struct word value)
{
    size_t at = reader_place(s->in, value);
    bool stone = name[0] == 'A' && name[1] && !name[2] && strchr("BWE", name[1]);
    bool turn = strcmp(name, "PL") == 0;
    if ((stone || turn) && s->begun)
        record_fail(s->in, at, "stones are set up after the first move");
    else if (stone)
        set_up(s, name[1] == 'B' ? CELL_FIRST : name[1] == 'W' ? CELL_SECOND : CELL_EMPTY, value);
    else if (turn) {
        s->setup.to_move = value.length && (value.text[0] | 32) == 'w' ? SECOND : FIRST;
        s->has_turn = true;
    } else if (strcmp(name, "B") == 0 || strcmp(name, "W") == 0)
        read_move(s, name[0] == 'B' ? FIRST : SECOND, value);
    else if (strcmp(name, "C") == 0) {
        s->before_comment = s->comment ? s->before_comment : s->out->last;
        property_text(s->out, &s->comment, value, false);
    } else if (strcmp(name, "V") == 0)
        word_hundredths(word_trim(value), &s->value);
    else if (s->root)
        read_information(s, name, value);
}

// What a node said belongs to its move, or to what was there before.
static void end_node(struct sgf *s)
{
    struct game_record *out = s->out;
    struct record_move *last = out->count > s->node_first ? &out->moves[out->count - 1] : NULL;
    if (last && s->value != RECORD_NO_EVAL)
        last->eval = last->side == FIRST ? s->value : -s->value;
    if (s->root || out->count == 0)
        text_join(out, &out->text[RECORD_COMMENT], s->comment, s->before_comment);
    else
        text_join(out, &out->moves[out->count - 1].comment, s->comment, s->before_comment);
    s->root = false;
    s->node_first = out->count;
    s->comment = 0;
    s->value = RECORD_NO_EVAL;
}

// ---- the form -----------------------------------------------------------------------------------

static bool looks_like(struct word bytes)
{
    struct word root;
    return property_begins(bytes, &root);
}

// The main line, up to the bracket that ends it; returns how many are open then.
static int read_main_line(struct sgf *s)
{
    struct record_reader *in = s->in;
    char name[PROPERTY_NAME_MAX];
    struct word value;
    int depth = 1;
    for (reader_skip_blanks(in); in->at < in->length; reader_skip_blanks(in)) {
        char c = in->text[in->at];
        if (c == ';' || c == '(' || c == ')') {
            end_node(s);
            if (c == ')')
                return depth;
            depth += c == '(';
            in->at++;
        } else if (property_name(in, name)) {
            while (property_value(in, &value) && !in->failed)
                read_property(s, name, value);
        } else {
            record_fail(in, in->at, "the record is damaged");
            return depth;
        }
        if (in->failed)
            return depth;
    }
    return depth;
}

static bool next(struct record_reader *r, struct game_record *out)
{
    if (!property_open(r))
        return false;
    struct sgf s = {.in = r, .out = out, .root = true, .value = RECORD_NO_EVAL};
    read_root(&s);
    int depth = r->failed ? 1 : read_main_line(&s);
    if (!r->failed)
        begin(&s, FIRST);
    bool whole = property_close(r, depth);
    if (!whole)
        record_fail(r, r->length, "the record is cut off");
    return true;
}

// ---- writing ------------------------------------------------------------------------------------

static void write_point(struct record_out *out, move m)
{
    if (m != MOVE_PASS)
        out_text(out, "%c%c", 'a' + move_x(m), 'a' + move_y(m));
}

// The cells that hold `now` and usually do not.
static void write_setup(struct record_out *out, const struct grid *usual, const struct grid *g,
                        const char *name, uint8_t now)
{
    bool any = false;
    for (int i = 0; i < g->width * g->height; i++) {
        if (g->cell[i] != now || usual->cell[i] == now)
            continue;
        if (!any)
            out_text(out, "%s", name);
        any = true;
        out_text(out, "[");
        write_point(out, move_at(i % g->width, i / g->width));
        out_text(out, "]");
    }
}

// The stones of a start that is not the usual one.
static void write_start(struct record_out *out, const struct game_record *r, const struct grid *g)
{
    char shape[GAME_ID_MAX];
    struct position start;
    struct grid usual;
    const char *why;
    r->game->shape(&r->start, shape);
    if (!record_is_set_up(r) || !r->game->start(&start, shape, &why))
        return;
    r->game->to_grid(&start, &usual);
    write_setup(out, &usual, g, "AB", CELL_FIRST);
    write_setup(out, &usual, g, "AW", CELL_SECOND);
    write_setup(out, &usual, g, "AE", CELL_EMPTY);
    out_text(out, "PL[%c]", g->to_move == FIRST ? 'B' : 'W');
}

static void write_result(struct record_out *out, const struct game_record *r)
{
    static const char *const endings[] = {"", "R", "T", "F", ""};
    char winner = r->outcome == OUTCOME_FIRST ? 'B' : 'W';
    int margin = r->margin < 0 ? -r->margin : r->margin;
    if (r->outcome == OUTCOME_UNKNOWN)
        return;
    if (r->outcome == OUTCOME_DRAW)
        out_text(out, "RE[0]");
    else if (r->has_margin && r->ending == ENDING_PLAYED && r->game->scoring == SCORING_DISCS)
        out_text(out, "RE[%c+%d]", winner, margin);
    else
        out_text(out, "RE[%c+%s]", winner, endings[r->ending]);
}

// An evaluation for Black, as V has it.
static void write_value(struct record_out *out, const struct record_move *m)
{
    if (m->eval == RECORD_NO_EVAL)
        return;
    int64_t value = m->side == FIRST ? m->eval : -(int64_t)m->eval;
    int64_t size = value < 0 ? -value : value;
    out_text(out, "V[%s%d.%02d]", value < 0 ? "-" : "", (int)(size / 100), (int)(size % 100));
}

static bool write(const struct game_record *r, struct record_out *out)
{
    char id[GAME_ID_MAX];
    struct grid g;
    r->game->to_grid(&r->start, &g);
    if (!r->game->sgf)
        return record_refuse(out, "SGF has no number for %s", r->game->title);
    if (grid_count(&g, CELL_BLOCKED))
        return record_refuse(out, "SGF has no blocked cells");
    out_text(out, "(;FF[4]CA[UTF-8]AP[outflank]GM[%d]SZ[%d", r->game->sgf, g.width);
    if (g.width != g.height)
        out_text(out, ":%d", g.height);
    out_text(out, "]");
    if (game_id_of_size(r->game, &r->start, g.width, g.height, id))
        out_property(out, "RU", id);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text != RECORD_RESULT)
            out_property(out, texts[i].name, record_get(r, texts[i].text));
    out_property(out, "DT", record_get(r, RECORD_DATE));
    write_result(out, r);
    write_start(out, r, &g);
    out_property(out, "C", record_get(r, RECORD_COMMENT));
    for (int i = 0; i < r->count; i++) {
        const struct record_move *m = &r->moves[i];
        out_text(out, "%s;%c[", i % 10 == 0 ? "\n" : "", m->side == FIRST ? 'B' : 'W');
        write_point(out, m->move);
        out_text(out, "]");
        write_value(out, m);
        out_property(out, "C", record_comment(r, i));
    }
    out_text(out, ")\n");
    return true;
}

const struct record_form record_sgf = {"sgf", "SGF", "sgf", false, looks_like, next, write};
