// SPDX-License-Identifier: MIT
// pgn.c - the Portable Game Notation, with our games in it: two forms, read alike.
//
//      ours                                        Fairy-Stockfish's and cutechess'
//      [Variant "othello:6x6"]                     [Variant "flipello6"]
//      [FEN "6/2x3/2xx2/2xo2/6/6 o"]               [FEN "6/2P3/2PP2/2Pp2/6/6[..] b - - 0 1"]
//      1. d2 {+1.20/9 0.5s} c2 2. pass ...         1. P@d5 P@c5 2. a1a1 ...
//
// White in the tags is who moved first. A comment may begin as cutechess' do, with the mover's score,
// the depth and the seconds; the rest of it is text. Variations, NAGs and the marks ! and ? are
// passed over. A game ends with its result: one without it is cut off.
#include <string.h>

#include "book/records/forms.h"
#include "engine/fairy.h"
#include "engine/games.h"
#include "engine/notation.h"

// Where the reader stands in a game.
struct pgn {
    struct record_reader *in;
    struct game_record *out;
    bool fairy;               // cells are counted from the bottom
    struct word variant, fen; // the tags that say where the game begins
    bool named, begun;        // an Event was seen, moves were
};

static const struct {
    const char *name;
    enum record_text text;
} texts[] = {{"Event", RECORD_EVENT}, {"Site", RECORD_PLACE},   {"Round", RECORD_ROUND},
             {"White", RECORD_FIRST}, {"Black", RECORD_SECOND}, {"Result", RECORD_RESULT}};

static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"}; // by outcome

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

static bool looks_like(struct word bytes)
{
    struct word text = opening_of(bytes);
    if (text.length && (text.text[0] == '%' || text.text[0] == ';')) {
        word_before(&text, '\n');
        text = opening_of(text);
    }
    if (text.length < 2 || text.text[0] != '[')
        return false;
    text = word_before(&text, '\n');
    return (text.text[1] | 32) >= 'a' && (text.text[1] | 32) <= 'z' &&
           memchr(text.text, '"', text.length);
}

// ---- tags ---------------------------------------------------------------------------------------

// The value of a tag between its quotes, escapes and all; steps behind the tag.
static bool read_tag(struct record_reader *r, struct word *name, struct word *value)
{
    size_t at = ++r->at;
    while (r->at < r->length && !is_blank(r->text[r->at]) && r->text[r->at] != '"' &&
           r->text[r->at] != ']')
        r->at++;
    *name = (struct word){r->text + at, r->at - at};
    reader_skip_blanks(r);
    if (r->at == r->length || r->text[r->at] != '"')
        return false;
    at = ++r->at;
    while (r->at < r->length && r->text[r->at] != '"' && r->text[r->at] != '\n')
        r->at += r->text[r->at] == '\\' && r->at + 1 < r->length ? 2 : 1;
    *value = (struct word){r->text + at, r->at - at};
    if (r->at == r->length || r->text[r->at] != '"')
        return false;
    r->at++;
    reader_skip_blanks(r);
    if (r->at == r->length || r->text[r->at] != ']')
        return false;
    r->at++;
    return true;
}

// A tag's text without its escapes; "?" is none.
static void set_text(struct game_record *out, enum record_text which, struct word value)
{
    if (word_is(value, "?") || word_is(value, "-") || out->text[which])
        return;
    text_begin(out, &out->text[which]);
    for (size_t i = 0; i < value.length; i++)
        if (value.text[i] != '\\' || ++i < value.length)
            text_put(out, value.text[i] == '\n' ? ' ' : value.text[i]);
    text_end(out, &out->text[which]);
}

static void read_termination(struct game_record *out, struct word value)
{
    if (word_is_nocase(value, "time forfeit"))
        out->ending = ENDING_TIME;
    else if (word_is_nocase(value, "rules infraction") || word_is_nocase(value, "forfeit"))
        out->ending = ENDING_FORFEIT;
    else if (word_is_nocase(value, "resignation"))
        out->ending = ENDING_RESIGNED;
    else if (word_is_nocase(value, "agreement"))
        out->ending = ENDING_AGREED;
}

static void use_tag(struct pgn *p, struct word name, struct word value)
{
    int64_t margin;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (word_is_nocase(name, texts[i].name))
            set_text(p->out, texts[i].text, value);
    if (word_is_nocase(name, "Date"))
        record_set_date(p->out, value);
    else if (word_is_nocase(name, "Variant"))
        p->variant = word_trim(value);
    else if (word_is_nocase(name, "FEN"))
        p->fen = word_trim(value);
    else if (word_is_nocase(name, "Margin") && word_int(value, -CELLS_MAX, CELLS_MAX, &margin))
        record_set_margin(p->out, (int)margin);
    else if (word_is_nocase(name, "Termination"))
        read_termination(p->out, value);
}

// ---- the start ----------------------------------------------------------------------------------

// The id of a variant: Fairy-Stockfish's names, and any id of our own.
static bool find_variant(struct pgn *p, char id[GAME_ID_MAX])
{
    const struct uci_variant *v;
    if (p->variant.length == 0) {
        game_id(p->out->game, &p->out->start, id);
        return true;
    }
    for (int i = 0; (v = game_variant(i)); i++)
        if (word_is_nocase(p->variant, v->name)) {
            // "gomoku" is a name in both; their cells are the same, and a board says its own.
            p->fairy = !word_is_nocase(p->variant, v->id);
            return word_copy(word_of(v->id), id, GAME_ID_MAX);
        }
    return word_copy(p->variant, id, GAME_ID_MAX);
}

static bool read_board(const struct pgn *p, struct position *out, const char **why)
{
    const struct game *game = p->out->game;
    struct grid like, g;
    struct word rest = p->fen, rows, side;
    game->to_grid(&p->out->start, &like);
    bool fairy = word_next(&rest, &rows) && word_next(&rest, &side) &&
                 (word_is(side, "w") || word_is(side, "b"));
    return (fairy ? fairy_fen_parse(&g, &like, p->fen, why)
                  : board_parse(&g, &like, p->fen, why)) &&
           game->from_grid(out, &p->out->start, &g, why);
}

// Begins where the tags say. Done once, before the first move.
static void begin(struct pgn *p)
{
    char id[GAME_ID_MAX];
    struct position start;
    const char *why;
    if (p->begun)
        return;
    p->begun = true;
    size_t at = p->variant.length ? reader_place(p->in, p->variant) : p->in->begun;
    if (!find_variant(p, id)) {
        record_fail(p->in, at, "the variant is none of our games");
        return;
    }
    if (!reader_begin(p->in, p->out, at, id) || p->fen.length == 0)
        return;
    if (read_board(p, &start, &why))
        record_begin_at(p->out, p->out->game, &start);
    else
        record_fail(p->in, reader_place(p->in, p->fen), "FEN: %s", why);
}

// ---- moves --------------------------------------------------------------------------------------

// cutechess begins its comments "+1.20/14 0.52s": the score is taken off the front, and the time.
static void read_score(struct record_move *m, struct word *text)
{
    struct word rest = *text, first, second;
    int32_t score, seconds;
    int64_t depth = 0;
    if (!word_next(&rest, &first))
        return;
    struct word depth_text = first, score_text = word_before(&depth_text, '/');
    bool scored = first.length && strchr("+-", first.text[0]) &&
                  memchr(score_text.text, '.', score_text.length) &&
                  word_hundredths(score_text, &score) &&
                  (score_text.length == first.length || word_int(depth_text, 0, 9999, &depth));
    if (scored) {
        m->eval = score;
        m->depth = (int32_t)depth;
        *text = rest;
    }
    rest = *text;
    if (!word_next(&rest, &second) || second.length < 2 || second.text[second.length - 1] != 's')
        return;
    int64_t ms;
    struct word number = {second.text, second.length - 1};
    if (!word_hundredths(number, &seconds) || !word_thousandths(number, INT32_MAX, &ms))
        return;
    m->time = ms;
    *text = rest;
}

// A comment on the last move, or on the game when there was none.
static void use_comment(struct pgn *p, struct word text)
{
    struct game_record *out = p->out;
    struct record_move *last = out->count ? &out->moves[out->count - 1] : NULL;
    size_t before = out->last, comment = 0;
    if (p->in->failed)
        return;
    while (text.length && is_blank(text.text[text.length - 1]))
        text.length--;
    while (text.length && is_blank(text.text[0]))
        text.text++, text.length--;
    if (last && !last->comment && last->eval == RECORD_NO_EVAL)
        read_score(last, &text);
    text = word_trim(text);
    if (text.length == 0)
        return;
    text_begin(out, &comment);
    for (size_t i = 0; i < text.length; i++)
        text_put(out, text.text[i]);
    text_end(out, &comment);
    text_join(out, last ? &last->comment : &out->text[RECORD_COMMENT], comment, before);
}

// Steps over "(...)" and what is nested in it.
static void skip_variation(struct record_reader *r)
{
    int depth = 0;
    for (; r->at < r->length; r->at++) {
        char c = r->text[r->at];
        if (c == '{') {
            while (r->at < r->length && r->text[r->at] != '}')
                r->at++;
            if (r->at == r->length)
                return;
        } else if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0) {
            r->at++;
            return;
        }
    }
}

// True when a token is a result, which it then sets.
static bool read_result(struct game_record *out, struct word token)
{
    for (int i = 0; i < 4; i++)
        if (word_is(token, results[i])) {
            bool agrees = !out->has_margin || out->outcome == (enum record_outcome)i;
            out->outcome = (enum record_outcome)i;
            out->has_margin = out->has_margin && agrees;
            if (i == OUTCOME_DRAW)
                record_set_margin(out, 0);
            return true;
        }
    return false;
}

// The move in a token: Fairy-Stockfish's "P@d1", or the game's own way.
static bool read_move(const struct pgn *p, struct word token, move *m)
{
    const struct game *game = p->out->game;
    struct grid g;
    game->to_grid(&p->out->end, &g);
    if (word_is_pass(token)) {
        *m = MOVE_PASS;
        return true;
    }
    if (token.length && token.text[0] == '@') // a pawn's drop without its letter
        return move_parse(NOTATION_ROW_ONE_BOTTOM, &g,
                          (struct word){token.text + 1, token.length - 1}, m);
    if (fairy_move_parse(&g, token, m))
        return true;
    return p->fairy ? move_parse(NOTATION_ROW_ONE_BOTTOM, &g, token, m)
                    : game_move_parse(game, &g, token, m);
}

// A token of the moves: a number, a NAG, a result (true) or a move.
static bool use_token(struct pgn *p, struct word token)
{
    size_t i = 0;
    move m;
    if (read_result(p->out, token))
        return true;
    while (i < token.length && token.text[i] >= '0' && token.text[i] <= '9')
        i++;
    if (i < token.length && token.text[i] == '.') { // "12.", "12...", "12.d3"
        while (i < token.length && token.text[i] == '.')
            i++;
        token = (struct word){token.text + i, token.length - i};
    }
    while (token.length && strchr("!?+#", token.text[token.length - 1]) &&
           token.text[token.length - 1])
        token.length--;
    if (token.length == 0 || token.text[0] == '$' || p->in->failed)
        return false;
    if (read_move(p, token, &m))
        reader_play(p->in, p->out, reader_place(p->in, token), token, m);
    else
        record_fail(p->in, reader_place(p->in, token), "move %d is not on the board",
                    p->out->count + 1);
    return false;
}

// Steps over what is left of the line and returns it.
static struct word rest_of_line(struct record_reader *r)
{
    size_t begin = r->at;
    while (r->at < r->length && r->text[r->at] != '\n')
        r->at++;
    return (struct word){r->text + begin, r->at - begin};
}

// Steps over a comment, an escaped line or a variation. False when none of them stands here.
static bool read_aside(struct pgn *p)
{
    struct record_reader *r = p->in;
    size_t begin = r->at;
    bool new_line = begin == 0 || r->text[begin - 1] == '\n';
    switch (r->text[begin]) {
    case '{':
        while (r->at < r->length && r->text[r->at] != '}')
            r->at++;
        use_comment(p, (struct word){r->text + begin + 1, r->at - begin - 1});
        r->at += r->at < r->length;
        return true;
    case ';':
        rest_of_line(r);
        use_comment(p, (struct word){r->text + begin + 1, r->at - begin - 1});
        return true;
    case '(':
        skip_variation(r);
        return true;
    case '%':
        if (new_line)
            rest_of_line(r);
        return new_line;
    default:
        return false;
    }
}

// A tag. False when it is the first of another game.
static bool read_tag_pair(struct pgn *p)
{
    struct record_reader *r = p->in;
    size_t begin = r->at;
    struct word name, value;
    if (p->begun)
        return false;
    if (!read_tag(r, &name, &value)) {
        record_fail(r, begin, "a tag is damaged");
        rest_of_line(r);
        return true;
    }
    if (word_is_nocase(name, "Event")) {
        if (p->named) {
            r->at = begin;
            return false;
        }
        p->named = true;
    }
    use_tag(p, name, value);
    return true;
}

// Reads up to the result. False when there is none.
static bool read_game(struct pgn *p)
{
    struct record_reader *r = p->in;
    for (reader_skip_blanks(r); r->at < r->length; reader_skip_blanks(r)) {
        size_t begun = r->at;
        if (r->text[begun] == '[') {
            if (!read_tag_pair(p))
                return false;
            continue;
        }
        if (read_aside(p))
            continue;
        while (r->at < r->length && !is_blank(r->text[r->at]) && !strchr("{};()[]", r->text[r->at]))
            r->at++;
        begin(p);
        if (r->at == begun) {
            record_fail(r, begun, "the record is damaged");
            r->at++;
        } else if (use_token(p, (struct word){r->text + begun, r->at - begun})) {
            return true;
        }
    }
    return false;
}

static bool next(struct record_reader *r, struct game_record *out)
{
    struct pgn p = {.in = r, .out = out};
    reader_skip_blanks(r);
    if (r->at == r->length)
        return false;
    r->begun = r->at;
    if (!read_game(&p))
        record_fail(r, r->at, "the game has no result: the record is cut off");
    return true;
}

// ---- writing ------------------------------------------------------------------------------------

static void write_tag(struct record_out *out, const char *name, const char *value)
{
    out_text(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            out_bytes(out, "\\", 1);
        out_bytes(out, value, 1);
    }
    out_text(out, "\"]\n");
}

static void write_text_tag(struct record_out *out, const char *name, const struct game_record *r,
                           enum record_text which)
{
    const char *text = record_get(r, which);
    write_tag(out, name, text[0] ? text : "?");
}

// The variant's tag, and the board's when it is not the usual one. False when there is no name for
// it.
static bool write_start(struct record_out *out, const struct game_record *r, bool fairy)
{
    char id[GAME_ID_MAX], fen[FAIRY_FEN_MAX];
    const struct uci_variant *v = NULL;
    struct writer w = writer_on(fen, sizeof fen);
    struct grid g;
    game_id(r->game, &r->start, id);
    for (int i = 0; fairy && (v = game_variant(i)) && strcmp(v->id, id) != 0; i++)
        ;
    if (fairy && !v)
        return record_refuse(out, "Fairy-Stockfish has no variant for %s", id);
    write_tag(out, "Variant", fairy ? v->name : id);
    if (!record_is_set_up(r))
        return true;
    r->game->to_grid(&r->start, &g);
    if (fairy)
        fairy_fen_print(&g, r->game->flips, &w);
    else
        board_print(&g, &w);
    write_tag(out, "SetUp", "1");
    write_tag(out, "FEN", fen);
    return true;
}

static bool write_tags(struct record_out *out, const struct game_record *r, bool fairy)
{
    static const char *const endings[] = {"normal", "resignation", "time forfeit",
                                          "rules infraction", "agreement"};
    char date[RECORD_DATE_MAX];
    write_text_tag(out, "Event", r, RECORD_EVENT);
    write_text_tag(out, "Site", r, RECORD_PLACE);
    record_date(r, date);
    write_tag(out, "Date", date[0] ? date : "????.??.??");
    write_text_tag(out, "Round", r, RECORD_ROUND);
    write_text_tag(out, "White", r, RECORD_FIRST);
    write_text_tag(out, "Black", r, RECORD_SECOND);
    write_tag(out, "Result", results[r->outcome]);
    if (!write_start(out, r, fairy))
        return false;
    out_text(out, "[PlyCount \"%d\"]\n", r->count);
    if (r->outcome != OUTCOME_UNKNOWN)
        write_tag(out, "Termination", endings[r->ending]);
    if (r->has_margin)
        out_text(out, "[Margin \"%+d\"]\n", r->margin);
    return true;
}

// A comment, with the score and the time before it; nothing when there is none of them.
static void write_comment(struct record_out *out, const struct record_move *m, const char *text)
{
    const char *gap = "";
    if (!text[0] && (!m || (m->eval == RECORD_NO_EVAL && m->time < 0)))
        return;
    out_text(out, " {");
    if (m && m->eval != RECORD_NO_EVAL) {
        out_text(out, "%+.2f", m->eval / 100.0);
        if (m->depth)
            out_text(out, "/%d", m->depth);
        gap = " ";
    }
    if (m && m->time >= 0) {
        out_text(out, "%s%lld.%03ds", gap, (long long)(m->time / 1000), (int)(m->time % 1000));
        gap = " ";
    }
    if (text[0])
        out_text(out, "%s", gap);
    for (; *text; text++)
        out_bytes(out, *text == '}' ? ")" : text, 1);
    out_text(out, "}");
}

// The moves, numbered by pairs; a line is broken where it gets long.
static void write_moves(struct record_out *out, const struct game_record *r, bool fairy)
{
    enum { WIDTH = 88 };
    struct position p = r->start;
    size_t line = out->length;
    int number = 1;
    for (int i = 0; i < r->count; i++) {
        const struct record_move *m = &r->moves[i];
        struct grid g;
        char text[FAIRY_MOVE_MAX];
        _Static_assert(sizeof text >= MOVE_TEXT_MAX, "any move fits");
        r->game->to_grid(&p, &g);
        if (fairy)
            fairy_move_print(&g, m->move, text);
        else
            game_move_print(r->game, &g, m->move, text);
        if (out->length - line > WIDTH) {
            out_text(out, "\n");
            line = out->length;
        } else if (i > 0) {
            out_text(out, " ");
        }
        if (m->side == FIRST || i == 0)
            out_text(out, "%d.%s ", number, m->side == FIRST ? "" : "..");
        number += m->side == SECOND;
        out_text(out, "%s", text);
        write_comment(out, m, record_comment(r, i));
        record_step(r, i, &p);
    }
}

static bool write_game(const struct game_record *r, struct record_out *out, bool fairy)
{
    if (record_hands_over(r))
        return record_refuse(out, "PGN has no way to say that a side moves twice");
    if (!write_tags(out, r, fairy))
        return false;
    out_text(out, "\n");
    if (record_get(r, RECORD_COMMENT)[0]) {
        write_comment(out, NULL, record_get(r, RECORD_COMMENT));
        out_text(out, "\n");
    }
    write_moves(out, r, fairy);
    out_text(out, "%s%s\n\n", r->count ? " " : "", results[r->outcome]);
    return true;
}

static bool write(const struct game_record *r, struct record_out *out)
{
    return write_game(r, out, false);
}

static bool write_fairy(const struct game_record *r, struct record_out *out)
{
    return write_game(r, out, true);
}

const struct record_form record_pgn = {"pgn", "PGN", "pgn", true, looks_like, next, write};
const struct record_form record_fairy = {
    "fairy", "Fairy-Stockfish's PGN", "pgn", false, looks_like, next, write_fairy};
