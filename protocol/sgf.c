// SPDX-License-Identifier: MIT
#include "protocol/sgf.h"

#include <string.h>

#include "engine/games.h"

// Where the reader stands. Only the main line is followed: the first branch of every fork.
struct sgf {
    const char *at, *end;
    struct session *session;
    struct grid setup; // stones set up before the first move
    bool has_setup, begun;
    int moves, stop_before;
    const char *why;
};

static void skip_blanks(struct sgf *r)
{
    while (r->at < r->end && (unsigned char)*r->at <= ' ')
        r->at++;
}

// The name of a property, at most 7 capital letters; small letters inside it (old SGF) are dropped.
static bool read_name(struct sgf *r, char name[8])
{
    size_t n = 0;
    skip_blanks(r);
    for (; r->at < r->end; r->at++) {
        char c = *r->at;
        if (c >= 'A' && c <= 'Z' && n < 7)
            name[n++] = c;
        else if (c < 'a' || c > 'z')
            break;
    }
    name[n] = '\0';
    return n > 0;
}

// The next [value] of a property, without unescaping: board points hold no escapes.
static bool read_value(struct sgf *r, struct word *value)
{
    skip_blanks(r);
    if (r->at == r->end || *r->at != '[')
        return false;
    const char *start = ++r->at;
    while (r->at < r->end && *r->at != ']')
        r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
    *value = (struct word){start, (size_t)(r->at - start)};
    if (r->at < r->end)
        r->at++;
    return true;
}

// A point as two letters from the top left ("dc"), or in the game's own notation ("d3"); empty and
// "PA" are passes, and so is "tt" where the board is too small to have it as a point.
static bool read_point(const struct sgf *r, struct word v, move *m)
{
    struct grid g;
    session_grid(r->session, &g);
    v = word_trim(v);
    if (v.length == 2 && v.text[1] >= 'a' && v.text[1] <= 'z') {
        int x = v.text[0] - 'a', y = v.text[1] - 'a';
        bool inside = x >= 0 && x < g.width && y < g.height;
        *m = inside ? move_at(x, y) : MOVE_PASS;
        return inside || word_is(v, "tt") || word_is(v, "pa");
    }
    if (v.length == 0 || word_is_nocase(v, "pa")) {
        *m = MOVE_PASS;
        return true;
    }
    return game_move_parse(session_game(r->session), &g, v, m);
}

// The game and board size, which come before anything that needs them. What the record does not say
// stays as it is, the game's rule among it, which SGF has no word for.
static bool set_board(struct sgf *r, const struct game *game, int64_t size)
{
    char id[GAME_ID_MAX];
    if (game && game != session_game(r->session) &&
        !session_set_game(r->session, word_of(game->name), &r->why))
        return false;
    session_restart(r->session);
    game_id_of_size(session_game(r->session), session_position(r->session), (int)size, (int)size,
                    id);
    return size == 0 || session_set_game(r->session, word_of(id), &r->why);
}

// First pass: GM and SZ of the root node, wherever they stand in it.
static bool read_root(struct sgf *r)
{
    struct sgf scan = *r;
    const struct game *game = NULL;
    int64_t size = 0, kind;
    char name[8];
    struct word value;
    while (read_name(&scan, name))
        while (read_value(&scan, &value)) {
            if (strcmp(name, "GM") == 0 && word_int(value, 1, 100, &kind))
                game = game_of_sgf((int)kind);
            else if (strcmp(name, "SZ") == 0 && !word_int(value, 4, BOARD_MAX, &size)) {
                r->why = "the board size is not one of ours";
                return false;
            }
        }
    return set_board(r, game, size);
}

// AB, AW, AE and PL: stones on the board before the moves.
static bool set_up(struct sgf *r, const char *name, struct word value)
{
    move m;
    if (!r->has_setup) {
        session_grid(r->session, &r->setup);
        r->has_setup = true;
    }
    if (strcmp(name, "PL") == 0) {
        r->setup.to_move = value.length && (value.text[0] | 32) == 'w' ? SECOND : FIRST;
        return true;
    }
    if (!read_point(r, value, &m) || m == MOVE_PASS) {
        r->why = "a set-up stone is not on the board";
        return false;
    }
    r->setup.cell[move_y(m) * r->setup.width + move_x(m)] = name[1] == 'B'   ? CELL_FIRST
                                                            : name[1] == 'W' ? CELL_SECOND
                                                                             : CELL_EMPTY;
    return true;
}

static bool play(struct sgf *r, enum side side, struct word value)
{
    move m;
    if (r->has_setup && !r->begun && !session_set_grid(r->session, &r->setup, &r->why))
        return false;
    r->begun = true;
    if (r->stop_before && ++r->moves >= r->stop_before)
        return true;
    if (!read_point(r, value, &m)) {
        r->why = "a move is not on the board";
        return false;
    }
    if (!session_play_as(r->session, side, m) && m != MOVE_PASS) {
        r->why = "a move of the record is not legal";
        return false;
    }
    return true;
}

static bool read_property(struct sgf *r, const char *name)
{
    struct word value;
    bool setup = !r->begun && (strcmp(name, "AB") == 0 || strcmp(name, "AW") == 0 ||
                               strcmp(name, "AE") == 0 || strcmp(name, "PL") == 0);
    while (read_value(r, &value)) {
        if (setup && !set_up(r, name, value))
            return false;
        bool stopped = r->stop_before && r->moves >= r->stop_before;
        if ((strcmp(name, "B") == 0 || strcmp(name, "W") == 0) && !stopped &&
            !play(r, name[0] == 'B' ? FIRST : SECOND, value))
            return false;
    }
    return true;
}

static bool read_game(struct sgf *r)
{
    char name[8];
    while (r->at < r->end && *r->at != ';')
        r->at++;
    if (r->at == r->end) {
        r->why = "that is not an SGF record";
        return false;
    }
    r->at++;
    if (!read_root(r))
        return false;
    while (r->at < r->end) {
        skip_blanks(r);
        if (r->at == r->end || *r->at == ')')
            break;
        if (*r->at == ';' || *r->at == '(')
            r->at++;
        else if (!read_name(r, name)) {
            r->why = "the record is damaged";
            return false;
        } else if (!read_property(r, name))
            return false;
    }
    return r->begun || !r->has_setup || session_set_grid(r->session, &r->setup, &r->why);
}

bool sgf_load(struct session *s, struct word text, int stop_before, const char **why)
{
    struct sgf r = {
        .at = text.text, .end = text.text + text.length, .session = s, .stop_before = stop_before};
    session_draft(s);
    bool good = read_game(&r);
    if (good)
        session_keep(s);
    session_discard(s);
    *why = r.why;
    return good;
}
