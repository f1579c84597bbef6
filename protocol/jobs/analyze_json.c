// SPDX-License-Identifier: MIT
// analyze_json.c - the analysis as JSON, one object a line: each game, then the players if there
// were several games. Values are the mover's: a score in discs or stones, or in games without discs
// the outcome once it is proven. Losses are in the unit that is named.
#include <stdlib.h>

#include "engine/games.h"
#include "protocol/jobs/analyze.h"

static void write_value(const struct game *game, const char *name, const struct report *r,
                        FILE *out)
{
    char text[VALUE_TEXT_MAX];
    value_text(game, r, text);
    fprintf(out, ",\"%s\":{", name);
    if (game->scoring == SCORING_OUTCOME && (r->proven || r->win_in))
        fprintf(out, "\"outcome\":\"%s\"", r->score > 0 ? "won" : r->score < 0 ? "lost" : "drawn");
    else
        fprintf(out, "\"score\":%.2f", r->score / 100.0);
    fprintf(out, ",\"text\":\"%s\",\"solved\":%s,\"chance\":%.3f", text,
            r->solved ? "true" : "false", session_win_permille(game, r) / 1000.0);
    if (r->win_in)
        fprintf(out, ",\"win_in\":%d", r->win_in);
    fputs("}", out);
}

static void write_line(const struct analysis *a, const struct report *r, FILE *out)
{
    char text[MOVE_TEXT_MAX];
    fputs(",\"line\":[", out);
    for (int i = 0; i < r->line_length; i++) {
        analyzed_move_text(a, r->line[i], text);
        fprintf(out, "%s\"%s\"", i ? "," : "", text);
    }
    fputs("]", out);
}

static void write_move(const struct analysis *a, int i, FILE *out)
{
    const struct record_move *m = &a->record->moves[i];
    const struct annotation *j = &a->moves[i];
    char text[MOVE_TEXT_MAX];
    analyzed_move_text(a, m->move, text);
    fprintf(out, "%s{\"number\":%d,\"side\":\"%c\",\"move\":\"%s\",\"judged\":%s", i ? "," : "",
            i + 1, m->side == FIRST ? 'x' : 'o', text, j->known ? "true" : "false");
    if (j->known) {
        analyzed_move_text(a, j->best.line[0], text);
        write_value(a->record->game, "played", &j->given, out);
        write_value(a->record->game, "best", &j->best, out);
        fprintf(out, ",\"best_move\":\"%s\"", text);
        write_line(a, &j->best, out);
        fprintf(out, ",\"depth\":%d,\"choice\":%s,\"exact\":%s,\"grade\":\"%s\",\"phase\":\"%s\"",
                j->best.depth, j->choice ? "true" : "false", j->exact ? "true" : "false",
                grade_names[j->grade], phase_names[j->phase]);
        if (a->values[i].report.book)
            fputs(",\"book\":true", out);
        if (a->record->game->scoring == SCORING_DISCS)
            fprintf(out, ",\"loss\":%.2f", j->loss / 100.0);
        else
            fprintf(out, ",\"loss\":%d", j->loss);
    }
    fputs("}", out);
}

static void write_player(const struct player *p, FILE *out)
{
    fputs("{\"name\":", out);
    write_json_string(p->name, out);
    fprintf(out, ",\"games\":%d,\"moves\":%d,\"accuracy\":%.1f,\"accuracy_sum\":%.2f", p->games,
            p->moves, player_accuracy(p), p->accuracy);
    for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++)
        fprintf(out, ",\"%s\":%d", grade_names[i], p->grades[i]);
    fputs(",\"phases\":{", out);
    for (int i = 0; i < PHASE_COUNT; i++)
        fprintf(out, "%s\"%s\":%d", i ? "," : "", phase_names[i], p->phases[i]);
    fputs("}}", out);
}

static void write_head(const struct analysis *a, FILE *out)
{
    const struct game *game = a->record->game;
    bool discs = game->scoring == SCORING_DISCS;
    char id[GAME_ID_MAX];
    game_id(game, &a->record->start, id);
    fprintf(out, "{\"number\":%d,\"file\":", a->number);
    write_json_string(a->file, out);
    fprintf(out, ",\"game\":\"%s\",\"event\":", id);
    write_json_string(record_get(a->record, RECORD_EVENT), out);
    fputs(",\"date\":", out);
    write_json_string(record_get(a->record, RECORD_DATE), out);
    fputs(",\"result\":", out);
    write_json_string(record_get(a->record, RECORD_RESULT), out);
    if (a->opening) {
        fputs(",\"opening\":", out);
        write_json_string(a->opening, out);
        fprintf(out, ",\"opening_moves\":%d", a->opening_plies);
    }
    fprintf(out, ",\"unit\":\"%s\",\"thresholds\":{", discs ? "disc" : "hundredth");
    for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++)
        fprintf(out, "%s\"%s\":%d", i > GRADE_INACCURACY ? "," : "", grade_names[i],
                grade_threshold(game, (enum grade)i) / (discs ? 100 : 1));
    fputs("}", out);
}

static void json_game(struct analyze *z, const struct analysis *a, FILE *out)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    (void)z;
    write_head(a, out);
    fputs(",\"moves\":[", out);
    for (int i = 0; i < a->record->count; i++)
        write_move(a, i, out);
    fprintf(out, "],\"complete\":%s,\"turning_point\":", a->whole ? "true" : "false");
    if (a->turning >= 0)
        fprintf(out, "%d", a->turning + 1);
    else
        fputs("null", out);
    if (f) {
        write_turning(a, f);
        if (close_text(f, &text)) {
            fputs(",\"turning_point_text\":", out);
            write_json_string(text, out);
        }
        free(text);
    }
    for (int side = FIRST; side <= SECOND; side++) {
        struct player p;
        player_of(a, (enum side)side, &p);
        fputs(side == FIRST ? ",\"players\":[" : ",", out);
        write_player(&p, out);
    }
    fputs("]}\n", out);
}

static void json_end(struct analyze *z, FILE *out)
{
    if (z->games < 2)
        return;
    for (int i = 0; i < z->players.count; i++) {
        fputs(i ? "," : "{\"players\":[", out);
        write_player(&z->players.at[i], out);
    }
    fputs("]}\n", out);
}

const struct analyze_form analyze_json = {.game = json_game, .end = json_end};
