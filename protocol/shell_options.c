// SPDX-License-Identifier: MIT
// shell_options.c - the options at the prompt: shown with what they may be, and set.
#include "protocol/shell.h"

const struct option *shell_take_option(struct word *line)
{
    const struct option *found = NULL;
    struct word rest = *line, name = word_trim(*line), next;
    while (word_next(&rest, &next)) {
        name.length = (size_t)(next.text + next.length - name.text);
        const struct option *o = option_find(name);
        if (o) {
            found = o;
            *line = rest;
        }
    }
    return found;
}

// What an option may be set to.
static void write_range(const struct option *o, struct writer *out)
{
    if (o->type == TYPE_SPIN)
        write_text(out, "%d to %d", o->min, o->max);
    else if (o->type == TYPE_CHECK)
        write_text(out, "true or false");
    for (int i = 0; o->word && o->word(i); i++)
        write_text(out, "%s%s", i ? ", " : "", o->word(i));
}

enum { WIDTH = 79, INDENT = 28 };

static void break_line(size_t *column, struct writer *out)
{
    write_text(out, "\n%*s", INDENT - 1, "");
    *column = INDENT - 1;
}

// Writes text after so many columns that are in use, in lines of WIDTH that begin at INDENT.
static void write_wrapped(const char *text, size_t *column, struct writer *out)
{
    struct word rest = word_of(text), word;
    while (word_next(&rest, &word)) {
        if (*column + 1 + word.length > WIDTH)
            break_line(column, out);
        write_text(out, " %.*s", (int)word.length, word.text);
        *column += 1 + word.length;
    }
}

// An option with its value and what it may be.
static void show_option(struct dialogue *d, const struct option *o)
{
    char value[64], range[256], text[1024];
    struct writer w = writer_on(value, sizeof value), may = writer_on(range, sizeof range);
    option_show(session_settings(d->session), o, &w);
    write_text(&may, "(");
    write_range(o, &may);
    w = writer_on(text, sizeof text);
    write_text(&w, "  %-14s %-10s", o->name, value);
    size_t column = w.length;
    write_wrapped(o->help, &column, &w);
    if (may.length > 1) {
        write_text(&may, ")");
        if (column + 1 + may.length > WIDTH) // in one piece, if that can be
            break_line(&column, &w);
        write_wrapped(range, &column, &w);
    }
    shell_say(d, text);
}

static void set_option(struct dialogue *d, const struct option *o, struct word value)
{
    const char *why;
    if (!session_set_option(d->session, o, value, &why))
        shell_say(d, why);
    show_option(d, o);
}

void shell_set(struct dialogue *d)
{
    bool all = word_trim(d->args).length == 0;
    for (int i = 0; all && i < OPTION_COUNT; i++)
        show_option(d, &options[i]);
    if (all)
        return;
    const struct option *o = shell_take_option(&d->args);
    struct word value = word_trim(d->args);
    if (!o)
        shell_say(d, "there is no option of that name; 'set' lists them");
    else if (value.length || o->type == TYPE_BUTTON)
        set_option(d, o, value);
    else
        show_option(d, o);
}

// A name is one of the ten levels for people, a number a depth as Othello's programs count levels.
void shell_level(struct dialogue *d)
{
    struct word value = word_trim(d->args);
    int64_t number;
    if (word_int(value, -1, 60, &number))
        set_option(d, &options[OPTION_LEVEL], value);
    else if (value.length)
        set_option(d, &options[OPTION_STRENGTH], value);
    else
        show_option(d, &options[OPTION_STRENGTH]), show_option(d, &options[OPTION_LEVEL]);
}
