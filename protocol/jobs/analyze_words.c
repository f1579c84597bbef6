// SPDX-License-Identifier: MIT
// analyze_words.c - values, lines and verdicts in words, and texts inside other texts.
#include <stdlib.h>
#include <string.h>

#include "engine/deepen.h"
#include "protocol/jobs/analyze.h"

// ---- values -------------------------------------------------------------------------------------

// Proven to be won, drawn or lost, where there is nothing else to win.
static void outcome_text(const struct report *r, struct writer *w)
{
    const char *word = r->score > 0 ? "won" : r->score < 0 ? "lost" : "drawn";
    write_text(w, "%s", word);
    int moves = (abs(r->win_in) + 1) / 2; // of the winner
    if (r->win_in)
        write_text(w, " in %d move%s", moves, moves == 1 ? "" : "s");
}

void value_text(const struct game *game, const struct report *r, char out[VALUE_TEXT_MAX])
{
    struct writer w = writer_on(out, VALUE_TEXT_MAX);
    if (game->scoring == SCORING_OUTCOME && (r->proven || r->win_in))
        outcome_text(r, &w);
    else if (r->solved)
        write_text(&w, "%+d", r->score / 100);
    else if (r->proven)
        write_text(&w, "%s%+d", r->bound == BOUND_LOWER ? ">=" : "<=", r->score / 100);
    else
        write_text(&w, "%+.2f", r->score / 100.0);
}

void loss_text(const struct game *game, const struct annotation *j, char out[VALUE_TEXT_MAX])
{
    struct writer w = writer_on(out, VALUE_TEXT_MAX);
    if (game->scoring == SCORING_OUTCOME)
        write_text(&w, "%d", j->loss);
    else if (j->exact)
        write_text(&w, "%d", j->loss / 100);
    else
        write_text(&w, "%.2f", j->loss / 100.0);
}

// ---- moves --------------------------------------------------------------------------------------

void analyzed_move_text(const struct analysis *a, move m, char out[MOVE_TEXT_MAX])
{
    struct grid g;
    a->record->game->to_grid(&a->record->start, &g);
    game_move_print(a->record->game, &g, m, out);
}

struct row row_of(const struct analysis *a, int i)
{
    const struct game *game = a->record->game;
    const struct record_move *m = &a->record->moves[i];
    const struct annotation *j = &a->moves[i];
    struct row row = {.side = m->side == FIRST ? 'X' : 'O', .mark = "", .book = ""};
    analyzed_move_text(a, m->move, row.move);
    if (!j->known)
        return row;
    row.mark = grade_marks[j->grade];
    row.book = a->values[i].report.book ? " (book)" : "";
    value_text(game, &j->given, row.given);
    value_text(game, &j->best, row.score);
    loss_text(game, j, row.loss);
    analyzed_move_text(a, j->best.line[0], row.best);
    return row;
}

void analyzed_line(const struct analysis *a, const struct report *r, int most, FILE *out)
{
    char text[MOVE_TEXT_MAX];
    for (int i = 0; i < r->line_length && i < most; i++) {
        analyzed_move_text(a, r->line[i], text);
        fprintf(out, "%s%s", i ? " " : "", text);
    }
}

// ---- sentences ----------------------------------------------------------------------------------

// A value as a thing that can be turned into another.
static void write_standing(const struct game *game, const struct report *r, FILE *out)
{
    char text[VALUE_TEXT_MAX];
    value_text(game, r, text);
    if (game->scoring == SCORING_DISCS && r->solved && r->score == 0)
        fputs("a draw", out);
    else if (game->scoring == SCORING_DISCS && r->solved)
        fprintf(out, "a %s by %d", r->score > 0 ? "win" : "loss", abs(r->score) / 100);
    else if (r->proven || r->win_in)
        fprintf(out, "a game %s", text);
    else
        fprintf(out, "about %s", text);
}

void write_turning(const struct analysis *a, FILE *out)
{
    char move_played[MOVE_TEXT_MAX], best[MOVE_TEXT_MAX];
    const struct game *game = a->record->game;
    if (a->turning < 0) {
        fputs(a->whole ? "no move turned the game" : "not known, the analysis was ended", out);
        return;
    }
    const struct record_move *m = &a->record->moves[a->turning];
    const struct annotation *j = &a->moves[a->turning];
    analyzed_move_text(a, m->move, move_played);
    analyzed_move_text(a, j->best.line[0], best);
    fprintf(out, "move %d, %s's %s, turned ", a->turning + 1, side_name(a, (enum side)m->side),
            move_played);
    write_standing(game, &j->best, out);
    fputs(" into ", out);
    write_standing(game, &j->given, out);
    fprintf(out, "; %s was best", best);
}

void write_thresholds(const struct game *game, FILE *out)
{
    bool discs = game->scoring == SCORING_DISCS;
    fputs("a loss is graded", out);
    for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++) {
        int from = grade_threshold(game, (enum grade)i);
        fprintf(out, "%s %s (%s) from %d", i > GRADE_INACCURACY ? "," : "", grade_names[i],
                grade_marks[i], discs ? from / 100 : from);
    }
    fputs(discs ? " discs; a proven win or draw given away is at least a mistake"
                : " hundredths of a point (a win 100, a draw 50)",
          out);
}

void write_title(const struct analysis *a, FILE *out)
{
    const char *date = record_get(a->record, RECORD_DATE),
               *event = record_get(a->record, RECORD_EVENT),
               *result = record_get(a->record, RECORD_RESULT);
    fprintf(out, "%s against %s", side_name(a, FIRST), side_name(a, SECOND));
    if (event[0])
        fprintf(out, ", %s", event);
    if (date[0])
        fprintf(out, ", %s", date);
    if (result[0])
        fprintf(out, ", %s", result);
}

void write_habit(const struct player *p, FILE *out)
{
    int most = 0, sum = 0;
    for (int i = 0; i < PHASE_COUNT; i++) {
        sum += p->phases[i];
        if (p->phases[i] > p->phases[most])
            most = i;
    }
    if (sum)
        fprintf(out, "%d of %d in the %s", p->phases[most], sum, phase_names[most]);
}

// ---- texts in texts -----------------------------------------------------------------------------

// How many bytes from here are one character of UTF-8 that XML and JSON may hold; 0 for none.
static int utf8_length(const unsigned char *s)
{
    int n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : 0;
    if (s[0] >= 0xf0 && s[0] < 0xf5)
        n = 4;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool long_form = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool outside = (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90) ||
                   (s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe);
    return long_form || outside ? 0 : n;
}

// Writes the character at *at and steps over it; a byte that is none of UTF-8 counts as Latin-1,
// whose control characters are not written.
static void write_character(const unsigned char **at, FILE *out)
{
    int n = utf8_length(*at);
    if (n == 0 && **at < 0xa0)
        fputc('?', out);
    else if (n == 0)
        fprintf(out, "%c%c", 0xc0 | **at >> 6, 0x80 | (**at & 0x3f));
    else
        fwrite(*at, 1, (size_t)n, out);
    *at += n ? n : 1;
}

void write_padded(const char *text, int width, FILE *out)
{
    const unsigned char *at = (const unsigned char *)text;
    for (; *at; width--)
        write_character(&at, out);
    fprintf(out, "%*s", width > 0 ? width : 0, "");
}

void write_json_string(const char *text, FILE *out)
{
    const unsigned char *at = (const unsigned char *)text;
    fputc('"', out);
    while (*at)
        if (*at < 32 || *at == '<' || *at == 127) // '<' so that it may stand in a page's script
            fprintf(out, "\\u%04x", *at++);
        else if (*at == '"' || *at == '\\')
            fprintf(out, "\\%c", *at++);
        else
            write_character(&at, out);
    fputc('"', out);
}

void write_markup(const char *text, FILE *out)
{
    static const char *const entities[128] = {
        ['<'] = "&lt;", ['>'] = "&gt;", ['&'] = "&amp;", ['"'] = "&quot;"};
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        const char *entity = *at < 32 ? " " : *at < 128 ? entities[*at] : NULL;
        if (entity) {
            fputs(entity, out);
            at++;
        } else {
            write_character(&at, out);
        }
    }
}

bool close_text(FILE *f, char **text)
{
    bool whole = !ferror(f);
    return fclose(f) == 0 && whole && *text;
}

void write_marked_up(void (*write)(const struct analysis *a, FILE *out), const struct analysis *a,
                     FILE *out)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return;
    write(a, f);
    if (close_text(f, &text))
        write_markup(text, out);
    free(text);
}
