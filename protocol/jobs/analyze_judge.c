// SPDX-License-Identifier: MIT
// analyze_judge.c - what each move lost, its grade, the turning point, and the sums of the players.
#include <stdlib.h>
#include <string.h>

#include "protocol/jobs/analyze.h"

const char *const grade_names[] = {"good", "inaccuracy", "mistake", "blunder"};
const char *const grade_marks[] = {"", "?!", "?", "??"};
const char *const phase_names[] = {"opening", "middle", "ending"};

// Hundredths of a disc, and of a point.
static const int thresholds[2][GRADE_COUNT] = {
    [SCORING_DISCS] = {0, 200, 500, 1000},
    [SCORING_OUTCOME] = {0, 10, 20, 40},
};

int grade_threshold(const struct game *game, enum grade grade)
{
    return thresholds[game->scoring][grade];
}

// ---- moves --------------------------------------------------------------------------------------

enum standing { STANDING_LOST, STANDING_LEVEL, STANDING_WON };

// Who is ahead, from the chance to win, per mille: nobody between four and six in ten.
static enum standing standing_of(const struct game *game, const struct report *r)
{
    int chance = session_win_permille(game, r);
    return chance > 600 ? STANDING_WON : chance < 400 ? STANDING_LOST : STANDING_LEVEL;
}

// True when who wins is proven.
static bool decided(const struct report *r)
{
    return r->solved || r->win_in ||
           (r->proven && r->score != 0 && (r->score > 0) == (r->bound == BOUND_LOWER));
}

struct report report_turned(const struct report *r, move m)
{
    struct report out = *r;
    out.score = -r->score;
    out.bound = r->bound == BOUND_LOWER   ? BOUND_UPPER
                : r->bound == BOUND_UPPER ? BOUND_LOWER
                                          : BOUND_EXACT;
    out.win_in = r->win_in > 0 ? -r->win_in - 1 : r->win_in < 0 ? 1 - r->win_in : 0;
    out.line_length = r->line_length < LINE_MAX_MOVES ? r->line_length + 1 : LINE_MAX_MOVES;
    memmove(out.line + 1, r->line, (size_t)(out.line_length - 1) * sizeof *out.line);
    out.line[0] = m;
    return out;
}

static int loss_of(const struct game *game, const struct report *best, const struct report *given)
{
    int loss = game->scoring == SCORING_DISCS
                   ? best->score - given->score
                   : (session_win_permille(game, best) - session_win_permille(game, given)) / 10;
    return loss > 0 ? loss : 0;
}

// The cell (x, y) of a board seen from the side `turn` of eight.
static uint8_t cell_seen(const struct grid *g, int turn, int x, int y)
{
    int column = turn & 1 ? g->width - 1 - x : x, row = turn & 2 ? g->height - 1 - y : y;
    return turn & 4 ? g->cell[column * g->width + row] : g->cell[row * g->width + column];
}

// True when both moves lead to the same board, turned or mirrored: then they are worth the same,
// whatever two searches make of them.
static bool same_by_symmetry(const struct game *game, const struct position *p, move one, move two)
{
    struct position after_one = *p, after_two = *p;
    struct grid a, b;
    if (!game->play(&after_one, one) || !game->play(&after_two, two))
        return false;
    game->to_grid(&after_one, &a);
    game->to_grid(&after_two, &b);
    for (int turn = 0; turn < (a.width == a.height ? 8 : 4); turn++) {
        int i = 0, cells = a.width * a.height;
        while (i < cells && a.cell[i] == cell_seen(&b, turn, i % a.width, i / a.width))
            i++;
        if (i == cells)
            return true;
    }
    return false;
}

// A proven win or draw given away is a mistake however few discs it cost.
static enum grade grade_of(const struct game *game, const struct annotation *j)
{
    enum grade grade = GRADE_BLUNDER;
    while (grade > GRADE_GOOD && j->loss < grade_threshold(game, grade))
        grade--;
    if (j->exact && grade < GRADE_MISTAKE &&
        standing_of(game, &j->given) < standing_of(game, &j->best))
        grade = GRADE_MISTAKE;
    return grade;
}

// Judges move i, whose values before and after are known.
static void judge_move(struct analysis *a, int i)
{
    const struct game *game = a->record->game;
    const struct record_move *m = &a->record->moves[i];
    struct annotation *j = &a->moves[i];
    struct moves legal;
    game->moves(&a->at[i], &legal);
    j->known = true;
    j->choice = legal.count > 1;
    j->best = a->values[i].report;
    j->given = report_turned(&a->values[i + 1].report, m->move);
    // The later search knows more of the same move, and of one that it finds better.
    bool same = j->best.line[0] == m->move,
         like = same || same_by_symmetry(game, &a->at[i], j->best.line[0], m->move);
    if ((like && !decided(&j->best)) || loss_of(game, &j->given, &j->best) > 0)
        j->best = j->given;
    else if (same)
        j->given = j->best;
    j->loss = loss_of(game, &j->best, &j->given);
    j->exact = game->scoring == SCORING_DISCS ? j->best.solved && j->given.solved
                                              : decided(&j->best) && decided(&j->given);
    j->grade = grade_of(game, j);
    j->chance = session_win_permille(game, &j->given);
    if (m->side == SECOND)
        j->chance = 1000 - j->chance;
}

// The last move that let the standing drop, as long as it was the last word.
static int find_turning(const struct analysis *a)
{
    const struct game *game = a->record->game;
    for (int i = a->record->count - 1; i >= 0; i--)
        if (a->moves[i].known &&
            standing_of(game, &a->moves[i].given) < standing_of(game, &a->moves[i].best))
            return i;
    return -1;
}

void analyze_judge(struct analysis *a)
{
    const struct game_record *r = a->record;
    memset(a->moves, 0, sizeof a->moves);
    for (int i = 0; i < r->count; i++) {
        struct grid g;
        r->game->to_grid(&a->at[i + 1], &g);
        a->moves[i].phase = (enum phase)(i * PHASE_COUNT / r->count);
        // A turn that was handed over, or a swap of sides, leaves nothing to compare.
        if (a->values[i].known && a->values[i + 1].known &&
            (enum side)r->moves[i].side != g.to_move &&
            (move_is_cell(r->moves[i].move) || r->moves[i].move == MOVE_PASS))
            judge_move(a, i);
    }
    a->turning = find_turning(a);
}

// ---- players ------------------------------------------------------------------------------------

double move_accuracy(const struct game *game, int loss)
{
    double per_cent = game->scoring == SCORING_DISCS ? loss / 20.0 : loss * 2.0;
    return per_cent < 100 ? 100 - per_cent : 0;
}

const char *accuracy_text(const struct game *game)
{
    return game->scoring == SCORING_DISCS ? "accuracy: the mean over moves with a choice of 100 % "
                                            "minus 5 % per disc lost, never below 0"
                                          : "accuracy: the mean over moves with a choice of 100 % "
                                            "minus 2 % per hundredth lost, never below 0";
}

double player_accuracy(const struct player *p)
{
    return p->moves ? p->accuracy / p->moves : 100;
}

const char *side_name(const struct analysis *a, enum side side)
{
    const char *name = record_get(a->record, side == FIRST ? RECORD_FIRST : RECORD_SECOND);
    return name[0] ? name : side == FIRST ? "X" : "O";
}

void player_of(const struct analysis *a, enum side side, struct player *out)
{
    *out = (struct player){.games = 1};
    struct writer w = writer_on(out->name, sizeof out->name);
    write_text(&w, "%s", side_name(a, side));
    for (int i = 0; i < a->record->count; i++) {
        const struct annotation *j = &a->moves[i];
        if (!j->known || !j->choice || (enum side)a->record->moves[i].side != side)
            continue;
        out->moves++;
        out->loss += j->loss;
        out->accuracy += move_accuracy(a->record->game, j->loss);
        out->grades[j->grade]++;
        out->phases[j->phase] += j->grade != GRADE_GOOD;
    }
}

static struct player *find_player(struct players *p, const char *name)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->at[i].name, name) == 0)
            return &p->at[i];
    if (p->count == p->room) {
        int room = p->room ? 2 * p->room : 64;
        struct player *at = realloc(p->at, (size_t)room * sizeof *at);
        if (!at)
            return NULL;
        p->at = at;
        p->room = room;
    }
    struct player *new = &p->at[p->count++];
    *new = (struct player){0};
    memcpy(new->name, name, strlen(name) + 1);
    return new;
}

bool players_add_one(struct players *p, const struct player *one)
{
    struct player *sum = find_player(p, one->name);
    if (!sum)
        return false;
    sum->games++;
    sum->moves += one->moves;
    sum->loss += one->loss;
    sum->accuracy += one->accuracy;
    for (int i = 0; i < GRADE_COUNT; i++)
        sum->grades[i] += one->grades[i];
    for (int i = 0; i < PHASE_COUNT; i++)
        sum->phases[i] += one->phases[i];
    return true;
}

bool players_add(struct players *p, const struct analysis *a)
{
    for (int side = FIRST; side <= SECOND; side++) {
        struct player one;
        player_of(a, (enum side)side, &one);
        if (!players_add_one(p, &one))
            return false;
    }
    return true;
}
