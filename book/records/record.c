// SPDX-License-Identifier: MIT
#include "book/records/record.h"

#include <stdlib.h>
#include <string.h>

#include "book/records/forms.h"
#include "engine/games.h"

struct game_record *record_new(void)
{
    struct game_record *r = malloc(sizeof *r);
    struct position start;
    const char *why;
    if (!r)
        return NULL;
    r->block = NULL;
    r->room = 0;
    games[0]->start(&start, "", &why);
    record_reset(r, games[0], &start);
    return r;
}

void record_free(struct game_record *r)
{
    if (r)
        free(r->block);
    free(r);
}

static enum side side_of(const struct game *game, const struct position *p)
{
    struct grid g;
    game->to_grid(p, &g);
    return g.to_move;
}

void record_begin_at(struct game_record *r, const struct game *game, const struct position *start)
{
    r->game = game;
    r->start = r->end = *start;
    r->to_move = side_of(game, start);
    r->count = 0;
}

void record_reset(struct game_record *r, const struct game *game, const struct position *start)
{
    record_begin_at(r, game, start);
    r->outcome = OUTCOME_UNKNOWN;
    r->ending = ENDING_PLAYED;
    r->has_margin = false;
    r->margin = r->solved_margin = r->solved_empties = 0;
    memset(r->text, 0, sizeof r->text);
    r->used = r->last = 0;
    r->short_of_memory = false;
}

// ---- moves --------------------------------------------------------------------------------------

// Plays a move that is legal as it stands.
static bool add(struct game_record *r, move m, bool implied)
{
    if (r->count == RECORD_MOVES_MAX || !r->game->play(&r->end, m))
        return false;
    r->moves[r->count++] = (struct record_move){.move = m,
                                                .side = (uint8_t)r->to_move,
                                                .implied = implied,
                                                .eval = RECORD_NO_EVAL,
                                                .time = -1};
    r->to_move = other_side(r->to_move);
    return true;
}

// Plays a forced pass and then m, or neither.
static bool add_after_pass(struct game_record *r, move m)
{
    struct position before = r->end;
    if (m == MOVE_PASS || !add(r, MOVE_PASS, true))
        return false;
    if (add(r, m, false))
        return true;
    r->end = before;
    r->to_move = other_side(r->to_move);
    r->count--;
    return false;
}

bool record_play(struct game_record *r, move m)
{
    return add(r, m, false) || add_after_pass(r, m);
}

// The position with the other side to move, where the rules have such a board.
static bool hand_over(const struct game *game, struct position *p)
{
    struct grid g;
    struct position handed;
    const char *why;
    game->to_grid(p, &g);
    g.to_move = other_side(g.to_move);
    if (!game->from_grid(&handed, p, &g, &why))
        return false;
    *p = handed;
    return true;
}

bool record_play_for(struct game_record *r, enum side side, move m)
{
    struct position before = r->end;
    if (r->to_move == side)
        return add(r, m, false);
    if (add_after_pass(r, m))
        return true;
    if (!hand_over(r->game, &r->end))
        return false;
    r->to_move = side;
    if (add(r, m, false))
        return true;
    r->end = before;
    r->to_move = other_side(side);
    return false;
}

bool record_step(const struct game_record *r, int i, struct position *p)
{
    if (side_of(r->game, p) != (enum side)r->moves[i].side && !hand_over(r->game, p))
        return false;
    return r->game->play(p, r->moves[i].move);
}

bool record_hands_over(const struct game_record *r)
{
    enum side side = side_of(r->game, &r->start);
    for (int i = 0; i < r->count; i++, side = other_side(side))
        if ((enum side)r->moves[i].side != side)
            return true;
    return false;
}

bool record_is_set_up(const struct game_record *r)
{
    char shape[GAME_ID_MAX];
    struct position usual;
    const char *why;
    r->game->shape(&r->start, shape);
    return !r->game->start(&usual, shape, &why) || r->game->key(&usual) != r->game->key(&r->start);
}

// Who wins by a margin.
static enum record_outcome outcome_of(int margin)
{
    return margin > 0 ? OUTCOME_FIRST : margin < 0 ? OUTCOME_SECOND : OUTCOME_DRAW;
}

void record_settle(struct game_record *r)
{
    int margin;
    if (r->has_margin || r->ending != ENDING_PLAYED || !r->game->over(&r->end, &margin))
        return;
    if (r->outcome == OUTCOME_UNKNOWN || r->outcome == outcome_of(margin))
        record_set_margin(r, margin);
}

void record_set_margin(struct game_record *r, int margin)
{
    r->outcome = outcome_of(margin);
    r->has_margin = true;
    r->margin = margin;
}

// ---- texts --------------------------------------------------------------------------------------

static const char *text_at(const struct game_record *r, size_t at)
{
    return r->used ? r->block + at : "";
}

const char *record_get(const struct game_record *r, enum record_text which)
{
    return text_at(r, r->text[which]);
}

const char *record_comment(const struct game_record *r, int i)
{
    return text_at(r, r->moves[i].comment);
}

// Adds a byte to the block.
static void put(struct game_record *r, char c)
{
    if (r->used == r->room) {
        size_t room = r->room ? 2 * r->room : 256;
        char *more = realloc(r->block, room);
        if (!more) {
            r->short_of_memory = true;
            return;
        }
        r->block = more;
        r->room = room;
    }
    r->block[r->used++] = c;
}

void text_begin(struct game_record *r, size_t *text)
{
    if (r->used == 0)
        put(r, '\0'); // the empty text
    size_t old = *text;
    if (old && old == r->last) {
        r->used--; // over its end
        return;
    }
    *text = r->last = r->used;
    while (old && r->block[old])
        put(r, r->block[old++]);
}

// How many bytes before this one are, with it, a character of UTF-8 that a terminal acts upon instead
// of showing it: a control character from U+0080 on, or a mark that turns the text after it round.
static size_t control_length(const unsigned char *end)
{
    if (end[-1] >= 0x80 && end[-1] < 0xa0 && end[-2] == 0xc2)
        return 2;
    bool turns = (end[-2] == 0x80 && end[-1] >= 0xaa && end[-1] <= 0xae) ||
                 (end[-2] == 0x81 && end[-1] >= 0xa6 && end[-1] <= 0xa9);
    return turns && end[-3] == 0xe2 ? 3 : 0;
}

void text_put(struct game_record *r, char c)
{
    bool control = (unsigned char)c < ' ' || c == 0x7f;
    if (c != '\r')
        put(r, control && c != '\n' ? ' ' : c);
    size_t n = r->used >= 3 ? control_length((const unsigned char *)r->block + r->used) : 0;
    if (n)
        memset(r->block + r->used - n, ' ', n);
}

void text_end(struct game_record *r, size_t *text)
{
    put(r, '\0');
    if (!r->short_of_memory)
        return;
    // What did not fit leaves no text behind, and the block ends as it should.
    *text = 0;
    r->last = 0;
    if (r->used)
        r->block[r->used - 1] = '\0';
}

void text_join(struct game_record *r, size_t *text, size_t more, size_t before)
{
    if (!more)
        return;
    if (!*text) {
        *text = more;
    } else if (*text == before && more == r->last) {
        r->block[more - 1] = '\n';
        r->last = *text;
    }
}

// Sets a text to a word, blanks at its ends removed.
static void set(struct game_record *r, size_t *text, struct word w, bool one_line)
{
    *text = 0;
    w = word_trim(w);
    if (w.length == 0)
        return;
    text_begin(r, text);
    for (size_t i = 0; i < w.length; i++)
        text_put(r, one_line && w.text[i] == '\n' ? ' ' : w.text[i]);
    text_end(r, text);
}

void record_set(struct game_record *r, enum record_text which, struct word text)
{
    set(r, &r->text[which], text, which != RECORD_COMMENT);
}

void record_set_comment(struct game_record *r, int i, struct word text)
{
    set(r, &r->moves[i].comment, text, false);
}
