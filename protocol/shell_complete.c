// SPDX-License-Identifier: MIT
// shell_complete.c - what may stand where the cursor is, for the prompt's tab key.
#include "protocol/shell.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "engine/strength.h"
#include "protocol/files.h"
#include "protocol/puzzle.h"

// What is asked for: the text behind the command, of which the part from `typed` on is replaced.
struct asked {
    struct dialogue *d;
    struct word typed;
    struct candidates *out;
};

static void add_commands(struct asked *a)
{
    for (const struct command *c = a->d->protocol->commands; c->name; c++)
        if (c->help)
            candidates_add(a->out, a->typed, c->name);
}

static void add_moves(struct asked *a)
{
    struct moves legal;
    char name[MOVE_TEXT_MAX];
    session_game(a->d->session)->moves(session_position(a->d->session), &legal);
    for (int i = 0; i < legal.count; i++) {
        session_move_text(a->d->session, legal.at[i], name);
        candidates_add(a->out, a->typed, name);
    }
}

static void add_games(struct asked *a)
{
    for (int i = 0; games[i]; i++) {
        candidates_add(a->out, a->typed, games[i]->name);
        for (int k = 0; games[i]->aliases && games[i]->aliases[k]; k++)
            candidates_add(a->out, a->typed, games[i]->aliases[k]);
    }
    for (int i = 0; game_variant(i); i++)
        candidates_add(a->out, a->typed, game_variant(i)->id);
}

static void add_levels(struct asked *a)
{
    for (int i = 0; strength_names[i]; i++)
        candidates_add(a->out, a->typed, strength_names[i]);
}

// The names of options, which may have blanks, or the words of the one that is named already.
static void add_options(struct asked *a)
{
    struct word rest = a->typed;
    const struct option *o = shell_take_option(&rest);
    if (!o || rest.length == 0) {
        for (int i = 0; i < OPTION_COUNT; i++)
            candidates_add(a->out, a->typed, options[i].name);
        return;
    }
    while (rest.length && rest.text[0] == ' ')
        rest = (struct word){rest.text + 1, rest.length - 1};
    a->out->begin += (size_t)(rest.text - a->typed.text);
    a->typed = rest;
    for (int i = 0; o->word && o->word(i); i++)
        candidates_add(a->out, rest, o->word(i));
    for (int i = 0; o->type == TYPE_CHECK && i < 2; i++)
        candidates_add(a->out, rest, i ? "false" : "true");
    if (o == &options[OPTION_GAME])
        add_games(a);
}

// Files of the folder that is named so far; one that begins with a dot only when the dot is typed.
static void add_files(struct asked *a)
{
    char folder[PATH_SPACE] = ".", path[PATH_SPACE];
    size_t front = a->typed.length;
    while (front > 0 && a->typed.text[front - 1] != '/')
        front--;
    if (front && !files_named((struct word){a->typed.text, front}, folder))
        return;
    a->out->begin += front;
    a->typed = (struct word){a->typed.text + front, a->typed.length - front};
    DIR *all = opendir(folder);
    for (struct dirent *one; all && (one = readdir(all));) {
        struct stat about;
        char name[CANDIDATE_MAX];
        struct writer w = writer_on(path, sizeof path), n = writer_on(name, sizeof name);
        write_text(&w, "%s/%s", folder, one->d_name);
        bool is_folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
        write_text(&n, "%s%s", one->d_name, is_folder ? "/" : "");
        if (!n.cut && (one->d_name[0] != '.' || (a->typed.length && a->typed.text[0] == '.')))
            candidates_add(a->out, a->typed, name);
    }
    if (all)
        closedir(all);
}

static void add_limits(struct asked *a)
{
    static const char *const words[] = {"depth", "movetime", "nodes"};
    for (size_t i = 0; i < LENGTH(words); i++)
        candidates_add(a->out, a->typed, words[i]);
}

static void add_grades(struct asked *a)
{
    for (int i = 0; puzzle_grades[i]; i++)
        candidates_add(a->out, a->typed, puzzle_grades[i]);
}

static void add_sides(struct asked *a)
{
    candidates_add(a->out, a->typed, "x");
    candidates_add(a->out, a->typed, "o");
}

// By what follows the command's name; `whole` takes all of it, the others its last word.
static const struct {
    const char *command;
    void (*add)(struct asked *a);
    bool whole;
} arguments[] = {
    {"new", add_games, false},   {"level", add_levels, false},  {"go", add_limits, false},
    {"auto", add_limits, false}, {"set", add_options, true},    {"save", add_files, true},
    {"load", add_files, true},   {"solve", add_files, true},    {"play", add_moves, false},
    {"side", add_sides, false},  {"help", add_commands, false}, {"puzzle", add_grades, false},
};

void shell_complete(void *owner, struct word before, struct candidates *out)
{
    struct word rest = before, name;
    struct asked a = {owner, {before.text + before.length, 0}, out};
    word_next(&rest, &name);
    if (rest.length == 0) { // the first word
        a.typed = name;
        out->begin = before.length - name.length;
        add_commands(&a);
        if (name.length)
            add_moves(&a);
        return;
    }
    for (size_t i = 0; i < LENGTH(arguments); i++) {
        if (!word_is_nocase(name, arguments[i].command))
            continue;
        a.typed = rest;
        while (a.typed.length &&
               (a.typed.text[0] == ' ' ||
                (!arguments[i].whole && memchr(a.typed.text, ' ', a.typed.length))))
            a.typed = (struct word){a.typed.text + 1, a.typed.length - 1};
        out->begin = (size_t)(a.typed.text - before.text);
        arguments[i].add(&a);
    }
}
