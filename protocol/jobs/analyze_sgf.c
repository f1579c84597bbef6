// SPDX-License-Identifier: MIT
// analyze_sgf.c - the game as SGF again, with what was found in its comments.
#include <stdlib.h>
#include <string.h>

#include "engine/deepen.h"
#include "protocol/jobs/analyze.h"

enum { LINE_SHOWN = 12 };

// What there is to say about move i, after the comment it had.
static void write_comment(const struct analysis *a, int i, FILE *out)
{
    const struct annotation *j = &a->moves[i];
    const char *had = record_comment(a->record, i);
    char value[VALUE_TEXT_MAX], best[VALUE_TEXT_MAX], loss[VALUE_TEXT_MAX];
    value_text(a->record->game, &j->given, value);
    value_text(a->record->game, &j->best, best);
    loss_text(a->record->game, j, loss);
    fprintf(out, "%s%s%s", had, had[0] ? " " : "", value);
    if (j->grade != GRADE_GOOD)
        fprintf(out, ", %s (%s)", grade_names[j->grade], grade_marks[j->grade]);
    if (j->loss > 0) {
        fprintf(out, ", loses %s; best %s: ", loss, best);
        analyzed_line(a, &j->best, LINE_SHOWN, out);
    }
    if (a->opening && i + 1 == a->opening_plies)
        fprintf(out, "; opening: %s", a->opening);
    if (i == a->turning)
        fputs("; the turning point", out);
}

static void comment_on(const struct analysis *a, int i)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return;
    write_comment(a, i, f);
    if (close_text(f, &text))
        record_set_comment(a->record, i, (struct word){text, length});
    free(text);
}

static void sgf_game(struct analyze *z, const struct analysis *a, FILE *out)
{
    struct record_out written = {0};
    const char *why;
    for (int i = 0; i < a->record->count; i++)
        if (a->moves[i].known) {
            comment_on(a, i);
            if (abs(a->moves[i].given.score) < SCORE_WIN_MIN)
                a->record->moves[i].eval = a->moves[i].given.score;
        }
    if (record_write(&record_sgf, a->record, &written, &why)) {
        fwrite(written.text, 1, written.length, out);
    } else {
        fprintf(stderr, "outflank analyze: %s game %d: no SGF: %s\n", a->file, a->number, why);
        z->unreadable++;
    }
    free(written.text);
}

const struct analyze_form analyze_sgf = {.game = sgf_game};
