// SPDX-License-Identifier: MIT
// analyze_game.c - the values of a game's positions, from the last one backwards.
//
// So the table knows what comes after when a position's turn comes, and what is proven at the end
// reaches as far forward as time allows. Time a solved position leaves over is not lost: half of
// what was saved goes to the next one as long as all after it are solved, which is where a little
// more proves the next; later it is dealt out evenly, and so is what was taken too much.
#include <stdlib.h>
#include <string.h>

#include "book/names/names.h"
#include "engine/clock.h"
#include "protocol/jobs/analyze.h"

// ---- hearing of the search ----------------------------------------------------------------------

static void hear(void *owner, const struct report *news)
{
    struct analyze *z = owner;
    char text[64];
    struct writer w = writer_on(text, sizeof text);
    if (news->multipv > 1 || (news->bound != BOUND_EXACT && !news->proven))
        return;
    z->heard = *news;
    write_text(&w, "game %d  depth %d %+.2f", z->games + 1, news->depth, news->score / 100.0);
    progress_show(&z->progress, z->share, z->positions, text);
}

static void say(void *owner, const char *text)
{
    struct analyze *z = owner;
    progress_clear(&z->progress);
    fprintf(stderr, "outflank analyze: %s\n", text);
}

struct listener analyze_listener(struct analyze *z)
{
    return (struct listener){.owner = z, .report = hear, .say = say};
}

// ---- positions ----------------------------------------------------------------------------------

static enum side mover_of(const struct game *game, const struct position *p)
{
    struct grid g;
    game->to_grid(p, &g);
    return g.to_move;
}

// Hands the turn over where the record has a side move twice.
static void turn_to(const struct game *game, struct position *p, enum side side)
{
    struct position shape = *p;
    struct grid g;
    const char *why;
    game->to_grid(p, &g);
    if (g.to_move == side)
        return;
    g.to_move = side;
    game->from_grid(p, &shape, &g, &why);
}

// The position before every move and after the last.
static void lay_out(struct analysis *a)
{
    const struct game_record *r = a->record;
    move moves[RECORD_MOVES_MAX];
    struct position p = r->start;
    for (int i = 0; i < r->count; i++) {
        turn_to(r->game, &p, (enum side)r->moves[i].side);
        a->at[i] = p;
        moves[i] = r->moves[i].move;
        r->game->play(&p, moves[i]);
    }
    a->at[r->count] = p;
    a->opening = record_is_set_up(r)
                     ? NULL
                     : opening_name(r->game, &r->start, moves, r->count, &a->opening_plies);
}

// ---- values -------------------------------------------------------------------------------------

// The end of the game is worth its margin.
static void value_end(const struct game *game, const struct position *p, int margin,
                      struct value *out)
{
    *out = (struct value){.known = true};
    out->report =
        (struct report){.score = mover_of(game, p) == FIRST ? 100 * margin : -100 * margin,
                        .selectivity = 100,
                        .proven = true,
                        .solved = true,
                        .win_rate = -1};
}

// The time for position i.
static int64_t time_for(const struct analyze *z, int i)
{
    const struct value *after = &z->analysis->values[i + 1];
    bool solved = i == z->analysis->record->count || (after->known && after->report.solved);
    int64_t time = z->time + (solved && z->bank > 0 ? z->bank / 2 : z->bank / (i + 1));
    return time > z->time / 4 + 1 ? time : z->time / 4 + 1;
}

// Thinks about position i. False when a signal ended the thought.
static bool think(struct analyze *z, int i)
{
    struct analysis *a = z->analysis;
    struct value *v = &a->values[i];
    struct thought t;
    const char *why;
    struct limits l = z->limits;
    int64_t begun = clock_now();
    if (z->time > 0)
        l.move_time = time_for(z, i);
    memset(&z->heard, 0, sizeof z->heard);
    session_set_position(z->session, a->record->game, &a->at[i]);
    bool good = session_think(z->session, &l, &t, &why);
    if (z->time > 0)
        z->bank += z->time - (clock_now() - begun) / 1000000;
    if (!good || interrupt_seen(&z->interrupt))
        return false;
    v->known = true;
    v->report = z->heard;
    if (z->heard.line_length == 0 || z->heard.line[0] != t.best) {
        v->report.line_length = 1;
        v->report.line[0] = t.best;
    }
    v->report.score = t.score;
    v->report.win_in = t.win_in;
    v->report.bound = t.bound;
    v->report.proven = t.proven;
    v->report.solved = t.solved;
    return true;
}

// False when a signal came.
static bool value_position(struct analyze *z, int i)
{
    struct analysis *a = z->analysis;
    const struct game *game = a->record->game;
    struct moves legal;
    int margin;
    if (game->over(&a->at[i], &margin)) {
        value_end(game, &a->at[i], margin, &a->values[i]);
        return true;
    }
    game->moves(&a->at[i], &legal);
    // With one move there is nothing to find out: it is worth what the next position is.
    if (i < a->record->count && legal.count == 1 && a->values[i + 1].known &&
        mover_of(game, &a->at[i]) != mover_of(game, &a->at[i + 1])) {
        a->values[i].report = report_turned(&a->values[i + 1].report, legal.at[0]);
        a->values[i].known = true;
        z->bank += z->time;
        return true;
    }
    return think(z, i);
}

void analyze_game(struct analyze *z)
{
    struct analysis *a = z->analysis;
    double before = z->share;
    int count = a->record->count;
    memset(a->values, 0, sizeof a->values);
    lay_out(a);
    session_forget(z->session);
    z->bank = 0;
    a->whole = true;
    for (int i = count; i >= 0 && a->whole; i--) {
        a->whole = !interrupt_seen(&z->interrupt) && value_position(z, i);
        z->positions += a->whole;
        z->share = before + z->share_of_game * (count - i + 1) / (count + 1);
    }
    analyze_judge(a);
}
