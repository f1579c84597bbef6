// SPDX-License-Identifier: MIT
// shell_solve.c - `solve FILE` at the prompt, as in Edax: the positions of a file, one a line, in the
// notations `setboard` reads. The game at hand stands there untouched, the positions are a draft's.
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "protocol/files.h"
#include "protocol/jobs/answer.h"
#include "protocol/load.h"
#include "protocol/shell.h"

// Solves the position at hand and tells its value. False when something was typed before the end, or
// ctrl-C came.
static bool solve_position(struct dialogue *d, int number)
{
    struct shell *s = d->state;
    struct limits l = limits_none();
    char text[4096];
    struct writer w = writer_on(text, sizeof text);
    const char *why;
    int64_t start = clock_now();
    l.goal = GOAL_EXACT;
    s->asked = l;
    bool good = dialogue_think(d, dialogue_to_move(d), &l, &why);
    if (s->reader)
        reader_hide(s->reader);
    if (!good) {
        output_line(d->out, "#%d %s\n", number, why);
        return true;
    }
    struct answer a = {.session = d->session,
                       .number = number,
                       .goal = l.goal,
                       .question = "",
                       .thought = d->thought,
                       .lines = d->lines,
                       .elapsed = clock_now() - start};
    answer_write_text(&a, &w);
    output_line(d->out, "%s", text);
    return !d->interrupted && !dialogue_interrupted(d);
}

// Solves a line's position; what follows a ';' is not of it, and neither is a comment. False when
// something was typed before the end, or ctrl-C came.
static bool solve_line(struct dialogue *d, struct word line, int *number)
{
    const char *why, *semicolon = memchr(line.text, ';', line.length);
    if (semicolon)
        line.length = (size_t)(semicolon - line.text);
    line = word_trim(line);
    if (line.length == 0 || line.text[0] == '%' || line.text[0] == '#')
        return true;
    ++*number;
    if (session_set_text(d->session, line, &why))
        return solve_position(d, *number);
    output_line(d->out, "#%d is not read: %s\n", *number, why);
    return true;
}

static void solve_text(struct dialogue *d, struct word text)
{
    int number = 0;
    bool more = true;
    while (more && text.length) {
        const char *end = memchr(text.text, '\n', text.length);
        size_t length = end ? (size_t)(end - text.text) : text.length;
        more = solve_line(d, (struct word){text.text, length}, &number);
        length += end != NULL;
        text.text += length;
        text.length -= length;
    }
    if (number == 0)
        shell_say(d, "there is no position in it");
    else if (text.length)
        shell_say(d, "ended by what you typed");
}

void shell_solve(struct dialogue *d)
{
    char path[PATH_SPACE];
    size_t length;
    const char *why;
    if (!files_named(word_trim(d->args), path)) {
        shell_say(d, "solve takes a file with a position a line");
        return;
    }
    char *text = load_text(path, &length, &why);
    if (!text) {
        output_line(d->out, "%s: %s\n", path,
                    length == LOAD_BYTES_MAX
                        ? "it is too large; 'outflank solve FILE' takes any size"
                        : why);
        return;
    }
    session_draft(d->session); // what becomes of it is thrown away
    solve_text(d, (struct word){text, length});
    session_discard(d->session);
    free(text);
}
