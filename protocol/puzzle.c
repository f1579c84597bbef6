// SPDX-License-Identifier: MIT
#include "protocol/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "engine/lines.h"
#include "engine/rng.h"

enum {
    HASH_MIB = 8,        // forgotten for each depth of each puzzle, which takes a while for more
    NODES = 4000000,     // a move at most; a position that takes more is no puzzle
    FOURS_NODES = 20000, // the same for fours; most that are found take hundreds
    DEEPEST = 12,        // depth up to which a search is tried
    EMPTY_MIN = 5,       // cells left in a puzzle whose moves are solved
    DISCS_EMPTY_MAX = 14,
    OUTCOME_EMPTY_MAX = 26,
    FOURS_MIN = 2,       // a shorter win needs no search
    CROWDED = 60,        // stones after which nobody wants to look for fours
    CHOICES = 6,         // best moves of which a made-up game takes one
    TRIES = 4,           // positions of a made-up game that are tried
    BARREN_GAMES = 2000, // made-up games without a puzzle, after which there may be none left
};

const char *const puzzle_grades[] = {"easy", "medium", "hard", "expert", NULL};

struct puzzle_maker {
    const struct game *game;
    struct position start;
    struct puzzle_wishes wishes;
    struct session *session;
    struct rng rng;
    struct report heard; // the last of the thought at hand
    struct lines *lines; // of a made-up move
    struct canonical *seen;
    size_t count, room;
};

// ---- memory -------------------------------------------------------------------------------------

static void on_report(void *owner, const struct report *news)
{
    struct puzzle_maker *m = owner;
    lines_add(m->lines, news);
    if (news->multipv == 1)
        m->heard = *news;
}

struct puzzle_maker *puzzle_maker_new(const struct game *game, const struct position *start,
                                      struct puzzle_wishes wishes)
{
    const char *why;
    struct puzzle_maker *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->game = game;
    m->start = *start;
    m->wishes = wishes;
    m->rng.state = wishes.seed;
    m->session = session_new_sized((struct listener){.owner = m, .report = on_report}, HASH_MIB, 1);
    m->lines = malloc(sizeof *m->lines);
    if (!m->session || !m->lines ||
        !session_set_option(m->session, &options[OPTION_OWN_BOOK], word_of("false"), &why)) {
        puzzle_maker_free(m);
        return NULL;
    }
    return m;
}

void puzzle_maker_free(struct puzzle_maker *m)
{
    if (!m)
        return;
    session_free(m->session);
    free(m->lines);
    free(m->seen);
    free(m);
}

void puzzle_maker_stop(struct puzzle_maker *m)
{
    session_request_stop(m->session);
}

static bool goes_on(struct puzzle_maker *m)
{
    return !m->wishes.goes_on || m->wishes.goes_on(m->wishes.owner);
}

// Whether p or an image of it was a puzzle before.
static bool is_seen(const struct puzzle_maker *m, const struct canonical *c)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->seen[i].width == c->width && m->seen[i].height == c->height &&
            m->seen[i].size == c->size && memcmp(m->seen[i].bytes, c->bytes, (size_t)c->size) == 0)
            return true;
    return false;
}

// Remembers a puzzle; false when memory is short.
static bool see(struct puzzle_maker *m, const struct canonical *c)
{
    if (m->count == m->room) {
        size_t room = m->room ? 2 * m->room : 64;
        struct canonical *seen = realloc(m->seen, room * sizeof *seen);
        if (!seen)
            return false;
        m->seen = seen;
        m->room = room;
    }
    m->seen[m->count++] = *c;
    return true;
}

// ---- proving ------------------------------------------------------------------------------------

// Thinks about a position. False when it was stopped, or met the limit of nodes.
static bool think(struct puzzle_maker *m, const struct position *p, enum goal goal, int depth,
                  struct thought *t)
{
    struct limits l = limits_none();
    const char *why;
    l.goal = goal;
    l.depth = depth;
    l.nodes = goal == GOAL_VCF ? FOURS_NODES : NODES;
    m->heard.line_length = 0;
    lines_begin(m->lines, 1);
    session_set_position(m->session, m->game, p);
    return session_think(m->session, &l, t, &why) && goes_on(m) && t->nodes < l.nodes;
}

// True when the side to move can win with its next stone.
static bool wins_at_once(const struct puzzle_maker *m, const struct position *p)
{
    struct moves legal;
    int margin;
    m->game->moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct position won = *p;
        if (m->game->play(&won, legal.at[i]) && m->game->over(&won, &margin) && margin != 0)
            return true;
    }
    return false;
}

// The exact value of a move for who plays it, in points.
static bool value_of(struct puzzle_maker *m, const struct position *p, move mv, int *points)
{
    struct position after = *p;
    struct thought t;
    int margin, score;
    if (!m->game->play(&after, mv))
        return false;
    m->heard.line_length = 0;
    if (m->game->over(&after, &margin))
        score = m->game->end_score(&after);
    else if (think(m, &after, GOAL_EXACT, 0, &t) && t.solved)
        score = t.score;
    else
        return false;
    if (m->game->scoring == SCORING_DISCS)
        *points = -score / 100;
    else
        *points = score < 0 ? 1 : score > 0 ? -1 : 0;
    return true;
}

// Adds a move in its place: the best first, moves alike as they come.
static void add_move(struct puzzle *z, move mv, int score)
{
    int at = z->count++;
    for (; at > 0 && z->moves[at - 1].score < score; at--)
        z->moves[at] = z->moves[at - 1];
    z->moves[at].move = mv;
    z->moves[at].score = score;
}

// Keeps the line that the search of the best move reported.
static void keep_line(const struct puzzle_maker *m, struct puzzle *z, move best)
{
    z->line_length = 0;
    z->line[z->line_length++] = best;
    for (int i = 0; i < m->heard.line_length && z->line_length < LINE_MAX_MOVES; i++)
        z->line[z->line_length++] = m->heard.line[i];
}

// Every move's value, and whether one is best alone.
static bool prove_values(struct puzzle_maker *m, struct puzzle *z, const struct moves *legal)
{
    int best = INT32_MIN;
    for (int i = 0; i < legal->count; i++) {
        int score;
        if (!value_of(m, &z->position, legal->at[i], &score))
            return false;
        add_move(z, legal->at[i], score);
        if (score > best) {
            best = score;
            keep_line(m, z, legal->at[i]);
        }
    }
    z->best = z->moves[0].move;
    z->score = z->moves[0].score;
    z->next = z->moves[1].score;
    if (m->game->scoring == SCORING_DISCS) {
        z->claim = PUZZLE_DISCS;
        return z->score - z->next >= m->wishes.margin;
    }
    z->claim = z->score > 0 ? PUZZLE_WIN : PUZZLE_DRAW;
    return z->score > z->next && !wins_at_once(m, &z->position);
}

// ---- fours --------------------------------------------------------------------------------------

// The cells by which the side that has just moved would win, were it its turn again.
static int winning_cells(const struct puzzle_maker *m, const struct position *after, move out[2])
{
    struct grid g;
    struct position turned;
    struct moves legal;
    const char *why;
    int count = 0, margin;
    m->game->to_grid(after, &g);
    g.to_move = other_side(g.to_move);
    if (!m->game->from_grid(&turned, after, &g, &why))
        return 0;
    m->game->moves(&turned, &legal);
    for (int i = 0; i < legal.count && count < 2; i++) {
        struct position won = turned;
        if (m->game->play(&won, legal.at[i]) && m->game->over(&won, &margin) && margin != 0)
            out[count++] = legal.at[i];
    }
    return count;
}

// Whether a move begins a win by fours: it makes one, and after the only answer there is another win
// by fours. False says that it was not found out.
static bool begins_fours(struct puzzle_maker *m, const struct position *p, move mv, bool *wins)
{
    struct position after = *p;
    struct thought t;
    move five[2];
    *wins = false;
    if (!m->game->play(&after, mv))
        return false;
    int fives = winning_cells(m, &after, five);
    if (fives == 0 || wins_at_once(m, &after))
        return true;
    if (fives == 2) {
        *wins = true;
        return true;
    }
    if (!m->game->play(&after, five[0]) || !think(m, &after, GOAL_VCF, 0, &t))
        return false;
    *wins = t.proven && t.score > 0;
    return true;
}

// A win by fours, of which only one move is the beginning.
static bool prove_fours(struct puzzle_maker *m, struct puzzle *z, const struct moves *legal)
{
    struct thought t;
    if (wins_at_once(m, &z->position) || !think(m, &z->position, GOAL_VCF, 0, &t) || !t.proven ||
        t.score <= 0 || t.win_in < 2 * FOURS_MIN)
        return false;
    z->claim = PUZZLE_FOURS;
    z->best = t.best;
    z->score = 1;
    z->depth = t.win_in / 2;
    z->line_length = m->heard.line_length;
    memcpy(z->line, m->heard.line, sizeof z->line);
    for (int i = 0; i < legal->count; i++) {
        bool wins;
        if (!begins_fours(m, &z->position, legal->at[i], &wins) ||
            wins != (legal->at[i] == z->best))
            return false;
        add_move(z, legal->at[i], wins);
    }
    return true;
}

// ---- grading ------------------------------------------------------------------------------------

// The depth from which on a search finds the move.
static bool find_depth(struct puzzle_maker *m, struct puzzle *z)
{
    z->depth = DEEPEST + 1;
    for (int depth = DEEPEST; depth > 0; depth--) {
        struct thought t;
        session_forget(m->session); // what was proven is not to be found again
        if (!think(m, &z->position, GOAL_PLAY, depth, &t) || t.best != z->best)
            break;
        z->depth = depth;
    }
    return goes_on(m);
}

static enum puzzle_grade grade_of(const struct puzzle *z)
{
    static const int most[2][PUZZLE_GRADES - 1] = {{1, 4, 8}, {2, 3, 5}};
    int grade = 0;
    while (grade < PUZZLE_GRADES - 1 && z->depth > most[z->claim == PUZZLE_FOURS][grade])
        grade++;
    return (enum puzzle_grade)grade;
}

// True when this game's positions are solved to their end, rather than by fours.
static bool solves_to_the_end(const struct game *game)
{
    return !(game->proves & 1u << GOAL_VCF);
}

bool puzzle_try(struct puzzle_maker *m, const struct position *p, struct puzzle *out)
{
    struct moves legal;
    struct canonical c;
    struct grid g;
    bool to_the_end = solves_to_the_end(m->game);
    *out = (struct puzzle){.game = m->game, .position = *p};
    m->game->moves(p, &legal);
    m->game->to_grid(p, &g);
    int empty = grid_count(&g, CELL_EMPTY),
        most = m->game->scoring == SCORING_DISCS ? DISCS_EMPTY_MAX : OUTCOME_EMPTY_MAX;
    if (legal.count < 2 || (to_the_end && (empty < EMPTY_MIN || empty > most)))
        return false;
    m->game->canonical(p, &c);
    if (is_seen(m, &c))
        return false;
    if (to_the_end ? !prove_values(m, out, &legal) || !find_depth(m, out)
                   : !prove_fours(m, out, &legal))
        return false;
    out->grade = grade_of(out);
    return (m->wishes.grade < 0 || (int)out->grade == m->wishes.grade) && see(m, &c);
}

// ---- made-up games ------------------------------------------------------------------------------

// A move as somebody plays who looks one move ahead and is often wrong: one of the best few, their
// scores with as much noise as makes the odds of winning e to 1.
static move choose(struct puzzle_maker *m, const struct position *p, const struct moves *legal)
{
    struct limits l = limits_none();
    struct thought t = {.best = legal->at[0]};
    const char *why;
    l.depth = 1;
    l.multipv = CHOICES;
    l.threats = 1; // nor does it look for wins by force, which games should have left in them
    session_set_position(m->session, m->game, p);
    lines_begin(m->lines, CHOICES);
    if (!session_think(m->session, &l, &t, &why))
        return legal->at[0];
    lines_finish(m->lines);
    int64_t best_score = INT64_MIN;
    for (int i = 0; i < m->lines->count; i++) {
        const struct report *r = lines_get(m->lines, i);
        int64_t score = r->score + (int64_t)rng_below(&m->rng, (uint32_t)(m->game->win_scale + 1));
        if (score > best_score) {
            best_score = score;
            t.best = r->line[0];
        }
    }
    return t.best;
}

// Plays a game; how many positions it had.
static int play_game(struct puzzle_maker *m, struct position at[CELLS_MAX + 1])
{
    struct position p = m->start;
    struct moves legal;
    int count = 0;
    int most = solves_to_the_end(m->game) ? CELLS_MAX : CROWDED;
    for (m->game->moves(&p, &legal); legal.count > 0 && count < most && goes_on(m);
         m->game->moves(&p, &legal)) {
        at[count++] = p;
        // The first moves are anything, so that no two games are the same.
        move mv = count <= 4 ? legal.at[rng_below(&m->rng, (uint32_t)legal.count)]
                             : choose(m, &p, &legal);
        if (!m->game->play(&p, mv))
            break;
    }
    return count;
}

bool puzzle_make(struct puzzle_maker *m, struct puzzle *out)
{
    struct position *at = malloc((CELLS_MAX + 1) * sizeof *at);
    bool found = false, to_the_end = solves_to_the_end(m->game);
    for (int game = 0; at && !found && game < BARREN_GAMES && goes_on(m); game++) {
        int count = play_game(m, at);
        // Of games that are solved, positions anywhere; of fours, the game up to the first ones.
        int tries = to_the_end ? TRIES : count;
        for (int i = 0; count > 0 && !found && i < tries && goes_on(m); i++) {
            int which = to_the_end ? (int)rng_below(&m->rng, (uint32_t)count) : i;
            found = puzzle_try(m, &at[which], out);
        }
    }
    free(at);
    return found;
}

// ---- words --------------------------------------------------------------------------------------

void puzzle_move_text(const struct puzzle *z, move m, char out[MOVE_TEXT_MAX])
{
    struct grid g;
    z->game->to_grid(&z->position, &g);
    game_move_print(z->game, &g, m, out);
}

static void write_points(const struct puzzle *z, int score, struct writer *out)
{
    if (score == 0)
        write_text(out, "draws");
    else if (z->claim == PUZZLE_DISCS)
        write_text(out, "%s by %d", score > 0 ? "wins" : "loses", abs(score));
    else
        write_text(out, "%s", score > 0 ? "wins" : "loses");
}

void puzzle_write_claim(const struct puzzle *z, struct writer *out)
{
    char name[MOVE_TEXT_MAX];
    puzzle_move_text(z, z->best, name);
    write_text(out, "%s ", name);
    switch (z->claim) {
    case PUZZLE_DISCS:
        write_points(z, z->score, out);
        write_text(out, ", the next best move ");
        write_points(z, z->next, out);
        break;
    case PUZZLE_WIN:
        write_text(out, "wins, and no other move does");
        break;
    case PUZZLE_DRAW:
        write_text(out, "draws, and every other move loses");
        break;
    case PUZZLE_FOURS:
        write_text(out, "wins by %d fours, and no other move begins such a win", z->depth);
        break;
    }
}

void puzzle_write_move(const struct puzzle *z, move m, struct writer *out)
{
    char name[MOVE_TEXT_MAX];
    puzzle_move_text(z, m, name);
    write_text(out, "%s ", name);
    for (int i = 0; i < z->count; i++) {
        if (z->moves[i].move != m)
            continue;
        if (z->claim == PUZZLE_FOURS && z->moves[i].score <= 0)
            write_text(out, "begins no win by fours");
        else
            write_points(z, z->moves[i].score, out);
    }
}

void puzzle_write_task(const struct puzzle *z, int margin, struct writer *out)
{
    struct grid g;
    z->game->to_grid(&z->position, &g);
    write_text(out, "%c to move, %s: ", g.to_move == FIRST ? 'X' : 'O', puzzle_grades[z->grade]);
    switch (z->claim) {
    case PUZZLE_DISCS:
        write_text(out, "the best move, %d discs or more ahead of any other", margin);
        break;
    case PUZZLE_WIN:
        write_text(out, "the only move that wins");
        break;
    case PUZZLE_DRAW:
        write_text(out, "the only move that does not lose");
        break;
    case PUZZLE_FOURS:
        write_text(out, "the only move that wins by fours");
        break;
    }
}
