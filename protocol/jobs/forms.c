// SPDX-License-Identifier: MIT
#include "protocol/jobs/forms.h"

#include <stdio.h>
#include <string.h>

#include "engine/text.h"

const char *const help_form_names[] = {"", "man", "bash", "zsh", "fish", NULL};

bool help_asked(const char *word, enum help_form *form)
{
    static const char begin[] = "--help=";
    *form = HELP_TEXT;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return true;
    for (int i = 1; help_form_names[i] && strncmp(word, begin, strlen(begin)) == 0; i++)
        if (strcmp(word + strlen(begin), help_form_names[i]) == 0) {
            *form = (enum help_form)i;
            return true;
        }
    return false;
}

// ---- texts in each form -------------------------------------------------------------------------

// Nothing in it is a request, and its hyphens are those of a keyboard.
void put_roff(const char *text)
{
    if (text[0] == '.' || text[0] == '\'')
        fputs("\\&", stdout);
    for (const char *c = text; *c; c++) {
        if (*c == '\\')
            fputs("\\e", stdout);
        else if (*c == '-')
            fputs("\\-", stdout);
        else
            putchar(*c);
        if (*c == '\n' && (c[1] == '.' || c[1] == '\''))
            fputs("\\&", stdout);
    }
}

void put_quoted(const char *text, const char *also)
{
    for (const char *c = text; *c; c++) {
        if (*c == '\'')
            fputs("'\\''", stdout);
        else if (strchr(also, *c))
            printf("\\%c", *c);
        else
            putchar(*c);
    }
}

// The words between "outflank" and the first that is a placeholder: "book learn".
static void put_path(const char *usage)
{
    struct word rest = word_of(usage), word;
    word_next(&rest, &word);
    for (int i = 0; word_next(&rest, &word) && word.text[0] >= 'a' && word.text[0] <= 'z'; i++)
        printf("%s%.*s", i ? " " : "", (int)word.length, word.text);
}

// "outflank solve [-g GAME]" as a heading, with what follows it as text.
static void put_man_usage(const char *usage)
{
    const char *line = strchr(usage, '\n');
    fputs(".SS ", stdout);
    for (const char *c = usage; c < (line ? line : usage + strlen(usage)); c++)
        fputs(*c == '-' ? "\\-" : (char[]){*c, '\0'}, stdout);
    putchar('\n');
    if (line)
        put_roff(line + 2);
    if (line)
        putchar('\n');
}

// ---- flags --------------------------------------------------------------------------------------

static void put_text_flags(const char *usage, const struct flag *flags)
{
    printf("%s\n\n", usage);
    for (const struct flag *f = flags; f->name; f++)
        printf("  %-4s%-14s %s\n", f->short_name ? f->short_name : "", f->name, f->help);
}

static void put_man_flag(const struct flag *f)
{
    fputs(".TP\n.B ", stdout);
    if (f->short_name) {
        put_roff(f->short_name);
        fputs(", ", stdout);
    }
    put_roff(f->name);
    puts(f->type == FLAG_ON ? "" : " \\fIVALUE\\fP");
    put_roff(f->help);
    putchar('\n');
}

// Of zsh a line of _arguments: '--name[help]:value:_files'.
static void put_zsh_flag(const struct flag *f)
{
    bool game = strcmp(f->name, "--game") == 0;
    for (int i = 0; i < 2; i++) {
        const char *name = i ? f->short_name : f->name;
        if (!name)
            continue;
        printf("        '%s[", name);
        put_quoted(f->help, "[]:\\");
        printf("]%s' \\\n", f->type == FLAG_ON ? "" : game ? ":game:($games)" : ":value:_files");
    }
}

static void put_fish_flag(const char *usage, const struct flag *f)
{
    // The last word of the path is the one that was typed last.
    fputs("complete -c outflank -n '__fish_seen_subcommand_from ", stdout);
    put_path(usage);
    printf("' -l %s", f->name + 2);
    if (f->short_name)
        printf(" -s %s", f->short_name + 1);
    fputs(f->type == FLAG_ON ? " -d '" : " -r -d '", stdout);
    put_quoted(f->help, "\\");
    puts("'");
}

void help_flags(enum help_form form, const char *usage, const struct flag *flags)
{
    switch (form) {
    case HELP_TEXT:
        put_text_flags(usage, flags);
        break;
    case HELP_MAN:
        put_man_usage(usage);
        for (const struct flag *f = flags; f->name; f++)
            put_man_flag(f);
        break;
    case HELP_BASH:
        fputs("    '", stdout);
        put_path(usage);
        fputs(" '*) words='", stdout);
        for (const struct flag *f = flags; f->name; f++)
            printf("%s%s%s ", f->short_name ? f->short_name : "", f->short_name ? " " : "",
                   f->name);
        puts("--help' ;;");
        break;
    case HELP_ZSH:
        fputs("    '", stdout);
        put_path(usage);
        puts(" '*) _arguments \\");
        for (const struct flag *f = flags; f->name; f++)
            put_zsh_flag(f);
        puts("        '--help[this help]' '*:file:_files' ;;");
        break;
    case HELP_FISH:
        for (const struct flag *f = flags; f->name; f++)
            put_fish_flag(usage, f);
        break;
    }
}

void help_words(enum help_form form, const char *before, const struct help_row *rows, int count)
{
    if (form == HELP_BASH || form == HELP_ZSH)
        printf(form == HELP_BASH ? "    '%s '*) words='" : "    '%s '*) compadd ", before);
    for (int i = 0; i < count; i++) {
        if (form == HELP_BASH || form == HELP_ZSH)
            printf("%s%s", i ? " " : "", rows[i].word);
        if (form != HELP_FISH)
            continue;
        printf("complete -c outflank -n '__fish_seen_subcommand_from %s' -a %s -d '", before,
               rows[i].word);
        put_quoted(rows[i].help, "\\");
        puts("'");
    }
    if (form == HELP_BASH || form == HELP_ZSH)
        puts(form == HELP_BASH ? "' ;;" : " ;;");
}
