// SPDX-License-Identifier: MIT
// psq.c - Piskvork's records of Gomoku, .psq and .rec.
//
//      .psq                                    .rec
//      Piskvorky 15x15, 11:11, 0               pbrain-one.exe      who moved first
//      8,8,0                                   pbrain-two.exe
//      9,7,312      x, y from 1, ms            7,7,0               x, y from 0, ms
//      pbrain-one.exe                          8,6,312
//      pbrain-two.exe                          0
//      0            how it ended
//
// The header has the size, what sits at each of two seats (0 a person, else the level of a program)
// and which seat moved first; the names, in the order of the seats, may be missing. The last line
// is a number: a record without it is cut off. 15 is a loss on time of the side to move. Some
// programs add "1,Freestyle": who won, and the rule, which the form otherwise does not tell; nor
// does .rec tell the size: it is taken for Piskvork's usual 20 unless a Gomoku board is given.
#include <string.h>

#include "book/records/forms.h"
#include "engine/games.h"
#include "engine/notation.h"

enum { REC_SIZE = 20, TIMEOUT = 15 };

// "8,9,312" or "8,9". False when the line is no move.
static bool split_move(struct word line, int64_t *x, int64_t *y, int64_t *ms)
{
    struct word rest = line, a = word_trim(word_before(&rest, ','));
    struct word b = word_trim(word_before(&rest, ','));
    *ms = -1;
    return word_int_clamped(a, -1, 99, x) && word_int_clamped(b, -1, 99, y) &&
           (rest.length == 0 || word_int_clamped(word_trim(rest), -1, INT32_MAX, ms));
}

// "Piskvorky 15x15, 11:11, 0", its first word as one likes.
static bool split_header(struct word line, int64_t *width, int64_t *height, int64_t *first)
{
    struct word rest = line, name, size = word_before(&rest, ',');
    struct word seats = word_before(&rest, ',');
    int64_t level;
    size = word_trim(size);
    if (size.length && (size.text[0] < '0' || size.text[0] > '9'))
        word_next(&size, &name);
    struct word columns = word_before(&size, 'x'), left = word_before(&seats, ':');
    return word_int_clamped(word_trim(columns), 1, 99, width) &&
           word_int_clamped(word_trim(size), 1, 99, height) &&
           word_int_clamped(word_trim(left), 0, 99, &level) &&
           word_int_clamped(word_trim(seats), 0, 99, &level) &&
           word_int(word_trim(rest), 0, 1, first);
}

static bool looks_like(struct word bytes)
{
    struct word text = opening_of(bytes), line = word_before(&text, '\n');
    int64_t a, b, c;
    while (line.length && (unsigned char)line.text[line.length - 1] <= ' ')
        line.length--;
    if (split_header(line, &a, &b, &c))
        return true;
    // .rec: names, and then a move.
    word_before(&text, '\n');
    line = word_before(&text, '\n');
    while (line.length && (unsigned char)line.text[line.length - 1] <= ' ')
        line.length--;
    return split_move(line, &a, &b, &c) && memchr(line.text, ',', line.length);
}

// ---- reading ------------------------------------------------------------------------------------

// The next line that is not empty.
static bool next_line(struct record_reader *r, struct word *line)
{
    do
        if (!reader_line(r, line))
            return false;
    while (line->length == 0);
    return true;
}

// Begins on a board of this size, under the rule that holds here when it is Gomoku's.
static bool begin(struct record_reader *r, struct game_record *out, size_t at, int64_t width,
                  int64_t height)
{
    char id[GAME_ID_MAX], shape[GAME_ID_MAX];
    struct writer w = writer_on(id, sizeof id);
    const char *rule = NULL;
    if (r->game == &gomoku_game) {
        r->game->shape(&r->start, shape);
        rule = strchr(shape, ',');
    }
    if (width != height) {
        record_fail(r, at, "a board of %dx%d is not square", (int)width, (int)height);
        return false;
    }
    write_text(&w, "%s:%d%s", gomoku_game.name, (int)width, rule ? rule : "");
    return reader_begin(r, out, at, id);
}

// A move that the rule at hand does not allow may be another rule's: adds that to the complaint.
static void hint_at_rule(struct record_reader *r, const struct game_record *out, move m)
{
    char id[GAME_ID_MAX];
    size_t used = strlen(r->error.why);
    struct writer w = writer_on(r->error.why + used, sizeof r->error.why - used);
    int margin;
    game_id(out->game, &out->start, id);
    if (out->game->over(&out->end, &margin) || out->game->why_not(&out->end, m))
        write_text(&w, "; PSQ does not tell the rule, which may be another than that of %s", id);
}

// The moves, counted from `base`; the line that is none comes back.
static bool read_moves(struct record_reader *r, struct game_record *out, int base,
                       struct word *line)
{
    int64_t x, y, ms;
    struct grid g;
    out->game->to_grid(&out->start, &g);
    while (next_line(r, line)) {
        size_t at = reader_place(r, *line);
        if (!memchr(line->text, ',', line->length) || !split_move(*line, &x, &y, &ms))
            return true;
        x -= base, y -= base;
        if (x < 0 || x >= g.width || y < 0 || y >= g.height) {
            record_fail(r, at, "move %d is not on the board", out->count + 1);
            continue;
        }
        int before = out->count;
        bool failed = r->failed;
        move m = move_at((int)x, (int)y);
        reader_play(r, out, at, *line, m);
        if (r->failed && !failed)
            hint_at_rule(r, out, m);
        if (out->count > before && ms >= 0)
            out->moves[out->count - 1].time = ms;
    }
    return false;
}

// How it ended: 0 and -1 say nothing, more is a fault of the side to move.
static void read_code(struct game_record *out, int64_t code)
{
    if (code <= 0)
        return;
    out->ending = code == TIMEOUT ? ENDING_TIME : ENDING_FORFEIT;
    out->outcome = out->to_move == FIRST ? OUTCOME_SECOND : OUTCOME_FIRST;
}

// "1,Freestyle" behind the code, if it is there: the seat that won.
static void read_winner(struct record_reader *r, struct game_record *out)
{
    size_t before = r->at;
    struct word line, rest;
    int64_t winner;
    if (!next_line(r, &line))
        return;
    rest = line;
    struct word number = word_trim(word_before(&rest, ','));
    bool rule = rest.length && ((rest.text[0] | 32) >= 'a' && (rest.text[0] | 32) <= 'z');
    if (!rule || !word_int(number, 0, 2, &winner)) {
        r->at = before;
        return;
    }
    if (out->outcome == OUTCOME_UNKNOWN)
        out->outcome = winner == 1 ? OUTCOME_FIRST : winner == 2 ? OUTCOME_SECOND : OUTCOME_DRAW;
}

// Names, if there are any, and the code; `line` is the first of them.
static bool read_end(struct record_reader *r, struct game_record *out, struct word line,
                     int64_t first, bool names)
{
    enum record_text seats[2] = {first ? RECORD_SECOND : RECORD_FIRST,
                                 first ? RECORD_FIRST : RECORD_SECOND};
    int64_t code;
    int n = 0;
    while (!word_int(line, -1000, 1000, &code)) {
        if (!names || n == 2) {
            record_fail(r, reader_place(r, line), "that is neither a move nor the end");
            return true;
        }
        bool like_a_move = line.text[0] >= '0' && line.text[0] <= '9';
        if (like_a_move && memchr(line.text, ',', line.length) && r->text[r->at - 1] == '\n')
            record_fail(r, reader_place(r, line), "move %d is damaged", out->count + 1);
        record_set(out, seats[n++], line);
        if (!next_line(r, &line))
            return false;
    }
    if (code > 0 && r->text[r->at - 1] != '\n')
        return false; // perhaps the beginning of a move
    read_code(out, code);
    read_winner(r, out);
    return true;
}

// After a fault: to the next header.
static void skip_to_header(struct record_reader *r)
{
    int64_t a, b, c;
    struct word line;
    size_t before = r->at;
    while (reader_line(r, &line) && !split_header(line, &a, &b, &c))
        before = r->at;
    r->at = before < r->at && split_header(line, &a, &b, &c) ? before : r->at;
}

static bool next(struct record_reader *r, struct game_record *out)
{
    struct word line;
    int64_t width = REC_SIZE, height = REC_SIZE, first = 0;
    if (!next_line(r, &line))
        return false;
    r->begun = reader_place(r, line);
    bool psq = split_header(line, &width, &height, &first), whole = true;
    if (!psq) {
        struct grid g;
        r->game->to_grid(&r->start, &g);
        if (r->game == &gomoku_game)
            width = height = g.width;
        record_set(out, RECORD_FIRST, line);
        int64_t x, y, ms;
        if (split_move(line, &x, &y, &ms))
            record_fail(r, r->begun, "there is no header before the moves");
        whole = next_line(r, &line);
        if (whole && split_move(line, &x, &y, &ms))
            record_fail(r, reader_place(r, line), "there are no two names before the moves");
        if (whole)
            record_set(out, RECORD_SECOND, line);
    }
    whole = whole && begin(r, out, r->begun, width, height) && read_moves(r, out, psq, &line) &&
            read_end(r, out, line, first, psq);
    if (r->failed)
        skip_to_header(r);
    if (!whole)
        record_fail(r, r->length, "the record is cut off");
    return true;
}

// ---- writing ------------------------------------------------------------------------------------

// True when a line would be read as something else than a name.
static bool no_name(struct word line)
{
    int64_t a, b, c;
    return line.length == 0 || word_int(line, -1000, 1000, &a) || split_header(line, &a, &b, &c) ||
           (line.text[0] <= '9' && memchr(line.text, ',', line.length));
}

// A name, or another where the form can't hold it.
static void write_name(struct record_out *out, const char *name, const char *otherwise)
{
    name = no_name(word_trim(word_of(name))) ? otherwise : name;
    out_bytes(out, name, strlen(name));
    out_text(out, "\n");
}

static bool write(const struct game_record *r, struct record_out *out)
{
    char shape[GAME_ID_MAX];
    struct grid g;
    r->game->to_grid(&r->start, &g);
    r->game->shape(&r->start, shape);
    if (r->game != &gomoku_game)
        return record_refuse(out, ".psq holds Gomoku, not %s", r->game->title);
    if (record_is_set_up(r))
        return record_refuse(out, ".psq has no stones before the first move");
    if (record_hands_over(r))
        return record_refuse(out, ".psq has no way to say that a side moves twice");
    out->rule_untold = strchr(shape, ',');
    out_text(out, "Piskvorky %dx%d, 11:11, 0\n", g.width, g.height);
    for (int i = 0; i < r->count; i++) {
        const struct record_move *m = &r->moves[i];
        out_text(out, "%d,%d,%lld\n", move_x(m->move) + 1, move_y(m->move) + 1,
                 (long long)(m->time < 0 ? 0 : m->time));
    }
    write_name(out, record_get(r, RECORD_FIRST), "first");
    write_name(out, record_get(r, RECORD_SECOND), "second");
    bool loser_moves = r->outcome == (r->to_move == FIRST ? OUTCOME_SECOND : OUTCOME_FIRST);
    out_text(out, "%d\n", r->ending == ENDING_TIME && loser_moves ? TIMEOUT : 0);
    return true;
}

const struct record_form record_psq = {"psq", "PSQ", "psq", false, looks_like, next, write};
