// SPDX-License-Identifier: MIT
// shell_options.c - the options at the prompt: shown with what they may be, and set.
#include "protocol/shell.h"

#include <stdlib.h>

#include "engine/strength.h"

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

// How many columns of the last line are in use.
static size_t column_of(const struct writer *out)
{
    size_t n = 0;
    while (n < out->length && out->text[out->length - 1 - n] != '\n')
        n++;
    return n;
}

void shell_write_wrapped(const char *text, int indent, struct writer *out)
{
    struct word rest = word_of(text), word;
    for (size_t used = column_of(out); used + 1 < (size_t)indent; used++)
        write_text(out, " ");
    while (word_next(&rest, &word)) {
        if (column_of(out) + 1 + word.length > WIDTH)
            write_text(out, "\n%*s", indent - 1, "");
        write_text(out, " %.*s", (int)word.length, word.text);
    }
}

// An option with its value and what it may be, that in one piece if it can be.
static void show_option(struct dialogue *d, const struct option *o)
{
    char value[64], range[256], text[1024];
    struct writer w = writer_on(value, sizeof value), may = writer_on(range, sizeof range);
    option_show(session_settings(d->session), o, &w);
    write_text(&may, "(");
    write_range(o, &may);
    w = writer_on(text, sizeof text);
    write_text(&w, "  %-17s %-7s", o->name, value);
    shell_write_wrapped(o->help, INDENT, &w);
    if (may.length > 1) {
        write_text(&may, ")");
        if (column_of(&w) + 1 + may.length > WIDTH)
            write_text(&w, "\n");
        shell_write_wrapped(range, INDENT, &w);
    }
    shell_say(d, text);
}

// True for an option that begins another game, as `new` does.
static bool begins_a_game(const struct option *o, struct word value)
{
    return o == &options[OPTION_GAME] ||
           (o == &options[OPTION_VARIANT] && !word_is_nocase(value, o->word(0)));
}

static void set_option(struct dialogue *d, const struct option *o, struct word value)
{
    const char *why;
    bool begins = begins_a_game(o, value);
    char *left = begins ? shell_unfinished(d) : NULL;
    bool good = session_set_option(d->session, o, value, &why);
    if (!good)
        shell_say(d, why);
    show_option(d, o);
    if (good && begins) {
        shell_game_begins(d, left);
        shell_draw(d);
    } else {
        free(left);
    }
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

// Says how well the engine plays: by a rating, else by a name, else by a number.
static void show_level(struct dialogue *d)
{
    const struct settings *set = session_settings(d->session);
    char text[512];
    struct writer w = writer_on(text, sizeof text);
    if (set->limit_strength)
        write_text(&w, "I play at a rating of %d.", set->elo);
    else if (set->level < 0 || set->strength != STRENGTH_FULL)
        write_text(&w, "I play as %s (%d of %d).", strength_names[set->strength], set->strength + 1,
                   STRENGTHS);
    else
        write_text(&w, "I search at level %d of 60, a depth; names are easier to beat.",
                   set->level);
    shell_say(d, text);
}

// A level by its name or by a number ends what was set otherwise: a rating, and the other of both.
// False when there is no such level.
static bool set_level(struct dialogue *d, struct word value)
{
    const struct option *by_name = &options[OPTION_STRENGTH], *by_number = &options[OPTION_LEVEL];
    const char *full = strength_names[STRENGTH_FULL], *why;
    int64_t number;
    bool depth = word_int(value, -1, 60, &number);
    return value.length &&
           session_set_option(d->session, depth ? by_number : by_name, value, &why) &&
           session_set_option(d->session, depth ? by_name : by_number, word_of(depth ? full : "-1"),
                              &why) &&
           session_set_option(d->session, &options[OPTION_LIMIT_STRENGTH], word_of("false"), &why);
}

// A name is one of the ten levels for people, a number a depth as Othello's programs count levels.
void shell_level(struct dialogue *d)
{
    struct word value = word_trim(d->args);
    char text[512];
    struct writer w = writer_on(text, sizeof text);
    bool good = set_level(d, value);
    if (!good && value.length)
        shell_say(d, "there is no such level");
    else
        show_level(d);
    if (good)
        return;
    write_text(&w, "Levels:");
    for (int i = 0; strength_names[i]; i++) {
        char name[32];
        struct writer n = writer_on(name, sizeof name);
        write_text(&n, "%s%s", strength_names[i], strength_names[i + 1] ? "," : ";");
        shell_write_wrapped(name, 8, &w);
    }
    shell_write_wrapped("0 to 60 for a depth, -1 for none.", 8, &w);
    shell_say(d, text);
}
