// SPDX-License-Identifier: MIT
// outflank.c - the library's face: a session with text in and out, and nothing of its own below.
#include "engine/outflank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "engine/session.h"

_Static_assert((int)OUTFLANK_MOVE_MAX == (int)MOVE_TEXT_MAX, "a move fits");
_Static_assert((int)OUTFLANK_ID_MAX == (int)GAME_ID_MAX, "an id fits");
_Static_assert((int)OUTFLANK_BOARD_MAX == (int)BOARD_TEXT_MAX, "a board fits");
_Static_assert((int)OUTFLANK_LINE_MAX == (int)MOVE_TEXT_MAX * (int)LINE_MAX_MOVES, "a line fits");
_Static_assert((int)OUTFLANK_MOVES_MAX > (int)MOVE_TEXT_MAX * 2 * (int)CELLS_MAX, "a game fits");
_Static_assert((int)OUTFLANK_VCT == (int)GOAL_VCT && (int)OUTFLANK_PLAY == (int)GOAL_PLAY,
               "the goals are the same");
_Static_assert((int)OUTFLANK_UPPER == (int)BOUND_UPPER, "the bounds are the same");
_Static_assert((int)OUTFLANK_STRING == (int)TYPE_STRING, "the types of options are the same");

struct outflank {
    struct session *session;
    // The running search: who hears of it, the game and board its moves are written for, and what
    // it has found. Its own from `go` to `done`.
    struct outflank_listener listener;
    const struct game *game;
    struct grid grid;
    struct outflank_answer answer;
};

// Refuses for a reason, if the caller wants to know it.
static bool refuse(const char **why, const char *reason)
{
    if (why)
        *why = reason;
    return false;
}

// Gives a text to the caller and returns its whole length.
static size_t give(const char *text, char *out, size_t size)
{
    return (size_t)snprintf(out, size, "%s", text);
}

const char *outflank_version(void)
{
    return OUTFLANK_VERSION;
}

// The game of this number, or NULL.
static const struct game *game_at(int number)
{
    int i = 0;
    while (games[i] && i < number)
        i++;
    return number < 0 ? NULL : games[i];
}

const char *outflank_game_name(int number)
{
    const struct game *game = game_at(number);
    return game ? game->name : NULL;
}

const char *outflank_game_title(int number)
{
    const struct game *game = game_at(number);
    return game ? game->title : NULL;
}

const char *outflank_game_help(int number)
{
    const struct game *game = game_at(number);
    return game ? game->shape_help : NULL;
}

// ---- hearing of the search ----------------------------------------------------------------------

// Writes a line of play with blanks between its moves.
static void write_line(const struct outflank *e, const move *line, int length, struct writer *out)
{
    char text[MOVE_TEXT_MAX];
    for (int i = 0; i < length; i++) {
        game_move_print(e->game, &e->grid, line[i], text);
        write_text(out, "%s%s", i ? " " : "", text);
    }
}

// Keeps what the answer will need, and passes the news on.
static void on_report(void *owner, const struct report *news)
{
    struct outflank *e = owner;
    char line[OUTFLANK_LINE_MAX];
    struct writer w = writer_on(line, sizeof line);
    write_line(e, news->line, news->line_length, &w);
    if (news->multipv == 1)
        memcpy(e->answer.line, line, w.length + 1);
    struct outflank_report out = {
        .depth = news->depth,
        .seldepth = news->seldepth,
        .selectivity = news->selectivity,
        .multipv = news->multipv,
        .bound = (enum outflank_bound)news->bound,
        .score = news->score,
        .win_in = news->win_in,
        .proven = news->proven,
        .solved = news->solved,
        .win_permille = session_win_permille(e->game, news),
        .nodes = news->nodes,
        .elapsed = news->elapsed,
        .hashfull = news->hashfull,
        .visits = news->visits,
        .line = line,
    };
    if (e->listener.report)
        e->listener.report(e->listener.owner, &out);
}

// True when the line begins with this move.
static bool begins_with(const char *line, const char *first)
{
    size_t n = strlen(first);
    return strncmp(line, first, n) == 0 && (line[n] == ' ' || line[n] == '\0');
}

static void on_done(void *owner, const struct thought *t)
{
    struct outflank *e = owner;
    struct outflank_answer *a = &e->answer;
    game_move_print(e->game, &e->grid, t->best, a->best);
    game_move_print(e->game, &e->grid, t->ponder, a->ponder);
    a->score = t->score;
    a->win_in = t->win_in;
    a->bound = (enum outflank_bound)t->bound;
    a->proven = t->proven;
    a->solved = t->solved;
    a->nodes = t->nodes;
    if (!begins_with(a->line, a->best)) // nothing was reported, or of another move
        give(t->best == MOVE_NONE ? "" : a->best, a->line, sizeof a->line);
    if (e->listener.done)
        e->listener.done(e->listener.owner, a);
}

struct outflank *outflank_open(const char *game, const char **why)
{
    struct outflank *e = calloc(1, sizeof *e);
    if (e)
        e->session =
            session_new((struct listener){.owner = e, .report = on_report, .done = on_done});
    if (!e || !e->session)
        refuse(why, "there is not enough memory for an engine");
    else if (!game || outflank_set_game(e, game, why))
        return e;
    outflank_close(e);
    return NULL;
}

void outflank_close(struct outflank *e)
{
    if (!e)
        return;
    session_free(e->session);
    free(e);
}

// ---- the position -------------------------------------------------------------------------------

// A text of the caller's; NULL is an empty one.
static struct word given(const char *text)
{
    return word_of(text ? text : "");
}

bool outflank_set_game(struct outflank *e, const char *id, const char **why)
{
    const char *reason;
    return session_set_option(e->session, &options[OPTION_GAME], given(id), &reason) ||
           refuse(why, reason);
}

void outflank_new_game(struct outflank *e)
{
    session_new_game(e->session);
}

bool outflank_set_position(struct outflank *e, const char *text, const char **why)
{
    const char *reason;
    return session_set_text(e->session, given(text), &reason) || refuse(why, reason);
}

size_t outflank_game(const struct outflank *e, char *out, size_t size)
{
    char id[GAME_ID_MAX];
    session_game_id(e->session, id);
    return give(id, out, size);
}

size_t outflank_position(const struct outflank *e, char *out, size_t size)
{
    char text[BOARD_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct grid g;
    session_grid(e->session, &g);
    board_print(&g, &w);
    return give(text, out, size);
}

size_t outflank_moves(const struct outflank *e, char *out, size_t size)
{
    char text[OUTFLANK_MOVES_MAX], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct moves legal;
    session_game(e->session)->moves(session_position(e->session), &legal);
    for (int i = 0; i < legal.count; i++) {
        session_move_text(e->session, legal.at[i], name);
        write_text(&w, "%s%s", i ? " " : "", name);
    }
    return give(text, out, size);
}

size_t outflank_played(const struct outflank *e, char *out, size_t size)
{
    char text[OUTFLANK_MOVES_MAX], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    for (int i = 0; i < session_ply(e->session); i++) {
        session_move_text(e->session, session_move_at(e->session, i), name);
        write_text(&w, "%s%s", i ? " " : "", name);
    }
    return give(text, out, size);
}

int outflank_width(const struct outflank *e)
{
    struct grid g;
    session_grid(e->session, &g);
    return g.width;
}

int outflank_height(const struct outflank *e)
{
    struct grid g;
    session_grid(e->session, &g);
    return g.height;
}

int outflank_cell(const struct outflank *e, int x, int y)
{
    struct grid g;
    session_grid(e->session, &g);
    return x < 0 || y < 0 || x >= g.width || y >= g.height ? -1 : g.cell[y * g.width + x];
}

int outflank_turn(const struct outflank *e)
{
    struct grid g;
    session_grid(e->session, &g);
    return g.to_move == FIRST ? 1 : 2;
}

bool outflank_over(const struct outflank *e, int *margin)
{
    int result;
    if (!session_game(e->session)->over(session_position(e->session), &result))
        return false;
    if (margin)
        *margin = result;
    return true;
}

bool outflank_play(struct outflank *e, const char *text, const char **why)
{
    struct grid g;
    move m;
    session_grid(e->session, &g);
    if (!game_move_parse(session_game(e->session), &g, word_trim(given(text)), &m))
        return refuse(why, "that is no move on this board");
    return session_play(e->session, m) || refuse(why, "the move is not legal");
}

bool outflank_undo(struct outflank *e)
{
    return session_undo(e->session);
}

bool outflank_redo(struct outflank *e)
{
    return session_redo(e->session);
}

int outflank_evaluate(const struct outflank *e)
{
    return session_game(e->session)->evaluate(session_position(e->session));
}

// ---- the search ---------------------------------------------------------------------------------

// Reads the moves to consider.
static bool read_only(const struct session *s, const char *text, struct moves *out,
                      const char **why)
{
    struct word rest = given(text), word;
    struct position p;
    struct grid g;
    move m;
    session_grid(s, &g);
    while (word_next(&rest, &word)) {
        p = *session_position(s);
        if (out->count == CELLS_MAX || !game_move_parse(session_game(s), &g, word, &m) ||
            !session_game(s)->play(&p, m))
            return refuse(why, "a move to consider is not legal");
        out->at[out->count++] = m;
    }
    return true;
}

// What is 0 is not given; a clock given for one side alone is taken for both, as in UCI.
static bool read_limits(const struct session *s, const struct outflank_limits *from,
                        struct limits *to, const char **why)
{
    *to = limits_none();
    if (!from)
        return true;
    for (int side = FIRST; side <= SECOND; side++) {
        int64_t own = from->time[side], other = from->time[1 - side];
        to->time[side] = own > 0 ? own : other > 0 ? other : -1;
        to->increment[side] = from->increment[side] > 0 ? from->increment[side] : 0;
    }
    to->move_time = from->move_time > 0 ? from->move_time : -1;
    to->moves_to_go = from->moves_to_go > 0 ? from->moves_to_go : 0;
    to->depth = from->depth > 0 ? from->depth : 0;
    to->nodes = from->nodes;
    to->multipv = from->multipv < 1 ? 1 : from->multipv > CELLS_MAX ? CELLS_MAX : from->multipv;
    to->infinite = from->infinite;
    to->ponder = from->ponder;
    if (from->goal < OUTFLANK_PLAY || from->goal > OUTFLANK_VCT)
        return refuse(why, "there is no such goal");
    to->goal = (enum goal)from->goal;
    if (from->alpha > from->beta)
        return refuse(why, "the window is the wrong way round");
    to->alpha = from->alpha;
    to->beta = from->beta;
    return !from->only || read_only(s, from->only, &to->only, why);
}

bool outflank_go(struct outflank *e, const struct outflank_limits *limits,
                 const struct outflank_listener *listener, const char **why)
{
    struct limits l;
    const char *reason;
    if (!read_limits(e->session, limits, &l, &reason) ||
        !game_can_prove(session_game(e->session), l.goal, &reason))
        return refuse(why, reason);
    session_stop(e->session);
    e->listener = listener ? *listener : (struct outflank_listener){0};
    e->game = session_game(e->session);
    e->answer = (struct outflank_answer){0};
    session_grid(e->session, &e->grid);
    return session_go(e->session, e->grid.to_move, &l, &reason) || refuse(why, reason);
}

bool outflank_think(struct outflank *e, const struct outflank_limits *limits,
                    const struct outflank_listener *listener, struct outflank_answer *answer,
                    const char **why)
{
    if (!outflank_go(e, limits, listener, why))
        return false;
    session_wait(e->session);
    if (answer)
        *answer = e->answer;
    return true;
}

bool outflank_solve(struct outflank *e, enum outflank_goal goal, struct outflank_answer *answer,
                    const char **why)
{
    const struct outflank_limits limits = {.goal = goal};
    return outflank_think(e, &limits, NULL, answer, why);
}

void outflank_stop(struct outflank *e)
{
    session_request_stop(e->session);
}

void outflank_ponderhit(struct outflank *e)
{
    session_ponderhit(e->session);
}

void outflank_wait(struct outflank *e)
{
    session_wait(e->session);
}

// ---- options ------------------------------------------------------------------------------------

bool outflank_option_at(int number, struct outflank_option *out)
{
    if (number < 0 || number >= OPTION_COUNT)
        return false;
    const struct option *o = &options[number];
    *out = (struct outflank_option){
        .name = o->name,
        .help = o->help,
        .type = (enum outflank_type)o->type,
        .value = o->value,
        .min = o->min,
        .max = o->max,
        .text = o->type == TYPE_COMBO    ? o->word(o->value)
                : o->type == TYPE_STRING ? option_text(o)
                                         : NULL,
    };
    return true;
}

const char *outflank_option_word(int number, int word)
{
    const struct option *o = number >= 0 && number < OPTION_COUNT ? &options[number] : NULL;
    for (int i = 0; o && o->word && o->word(i); i++)
        if (i == word)
            return o->word(i);
    return NULL;
}

bool outflank_set_option(struct outflank *e, const char *name, const char *value, const char **why)
{
    const struct option *o = option_find(given(name));
    const char *reason;
    if (!o)
        return refuse(why, "there is no such option");
    return session_set_option(e->session, o, given(value), &reason) || refuse(why, reason);
}

bool outflank_get_option(const struct outflank *e, const char *name, char *out, size_t size)
{
    const struct option *o = option_find(given(name));
    char text[BOOK_FILE_MAX]; // the longest is a file's name
    struct writer w = writer_on(text, sizeof text);
    if (!o)
        return false;
    option_show(session_settings(e->session), o, &w);
    give(text, out, size);
    return true;
}
