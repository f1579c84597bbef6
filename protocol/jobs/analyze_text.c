// SPDX-License-Identifier: MIT
// analyze_text.c - the analysis as a table for people.
//
//      2  O c1     ??        -14   a1          +10       24  a1 a2 c1 d4
//
// The number of the move, whose it is, the move with its mark, what it was worth, the best move and
// its worth, the loss, and how best play goes on. A value of whole discs is proven.
#include "engine/games.h"
#include "protocol/jobs/analyze.h"

enum { LINE_SHOWN = 8 };

// The room of a score: "+4.25" or "lost in 20 moves".
static int score_room(const struct analysis *a)
{
    return a->record->game->scoring == SCORING_OUTCOME ? 18 : 11;
}

static void write_head(const struct analysis *a, FILE *out)
{
    char id[GAME_ID_MAX];
    int wide = score_room(a);
    game_id(a->record->game, &a->record->start, id);
    fprintf(out, "game %d, %s: %s: ", a->number, a->file, id);
    write_title(a, out);
    if (a->opening)
        fprintf(out, "\nopening: %s, at move %d", a->opening, a->opening_plies);
    fprintf(out, "\n\n%4s    %-9s %*s   %-5s %*s %8s  %s\n", "no", "move", wide, "score", "best",
            wide - 2, "score", "loss", "line");
}

static void write_row(const struct analysis *a, int i, FILE *out)
{
    const struct annotation *j = &a->moves[i];
    struct row row = row_of(a, i);
    int wide = score_room(a);
    fprintf(out, "%4d  %c %-7s", i + 1, row.side, row.move);
    if (!j->known) {
        fputs("       not judged\n", out);
        return;
    }
    fprintf(out, "%-2s %*s", row.mark, wide, row.given);
    if (!j->choice) {
        fputs("   the only move\n", out);
        return;
    }
    fprintf(out, "   %-5s %*s %8s  ", row.best, wide - 2, row.score, row.loss);
    analyzed_line(a, &j->best, LINE_SHOWN, out);
    fprintf(out, "%s\n", row.book);
}

// The first move from which on everything is proven, -1 = none.
static int proven_from(const struct analysis *a)
{
    int i = a->record->count;
    while (i > 0 && a->moves[i - 1].known && a->moves[i - 1].exact)
        i--;
    return i < a->record->count ? i : -1;
}

static void write_player(const struct game *game, const struct player *p, FILE *out)
{
    if (p->moves == 0) {
        fprintf(out, "%s: no move was judged\n", p->name);
        return;
    }
    fprintf(out, "%s: accuracy %.1f %%, moves with a choice: %d", p->name, player_accuracy(p),
            p->moves);
    for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++)
        fprintf(out, ", %d %s", p->grades[i], grade_marks[i]);
    if (game->scoring == SCORING_DISCS)
        fprintf(out, ", %.2f discs lost\n", (double)p->loss / 100);
    else
        fprintf(out, ", %lld hundredths lost\n", (long long)p->loss);
}

static void write_foot(const struct analysis *a, FILE *out)
{
    const struct game *game = a->record->game;
    int from = proven_from(a);
    fputs("\nturning point: ", out);
    write_turning(a, out);
    if (from >= 0)
        fprintf(out, "\nsolved from move %d on", from + 1);
    fputc('\n', out);
    for (int side = FIRST; side <= SECOND; side++) {
        struct player p;
        player_of(a, (enum side)side, &p);
        write_player(game, &p, out);
    }
    write_thresholds(game, out);
    fprintf(out, "\n%s\n\n", accuracy_text(game));
}

static void text_game(struct analyze *z, const struct analysis *a, FILE *out)
{
    (void)z;
    write_head(a, out);
    for (int i = 0; i < a->record->count; i++)
        write_row(a, i, out);
    write_foot(a, out);
}

static void text_end(struct analyze *z, FILE *out)
{
    if (z->games < 2)
        return;
    fprintf(out, "%-24s %5s %6s %8s %5s %5s %5s  %s\n", "player", "games", "moves", "accuracy",
            "?!", "?", "??", "most mistakes");
    for (int i = 0; i < z->players.count; i++) {
        const struct player *p = &z->players.at[i];
        write_padded(p->name, 24, out);
        fprintf(out, " %5d %6d %6.1f %% %5d %5d %5d  ", p->games, p->moves, player_accuracy(p),
                p->grades[GRADE_INACCURACY], p->grades[GRADE_MISTAKE], p->grades[GRADE_BLUNDER]);
        write_habit(p, out);
        fputc('\n', out);
    }
}

const struct analyze_form analyze_text = {.game = text_game, .end = text_end};
