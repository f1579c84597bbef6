// SPDX-License-Identifier: MIT
#include "protocol/manual.h"

#include <stdio.h>
#include <string.h>

#include "engine/games.h"
#include "protocol/dialogue.h"
#include "protocol/jobs/forms.h"
#include "protocol/words.h"

// Has every job print its flags.
static void put_jobs(enum help_form form)
{
    char help[16];
    struct writer w = writer_on(help, sizeof help);
    write_text(&w, "--help=%s", help_form_names[form]);
    for (const struct job *j = jobs; j->name; j++) {
        char *argv[] = {(char *)j->name, help, NULL};
        j->run(2, argv);
    }
}

static void put_games(const char *between)
{
    for (int i = 0; games[i]; i++)
        printf("%s%s", i ? between : "", games[i]->name);
    for (int i = 0; game_variant(i); i++)
        if (strchr(game_variant(i)->id, ':'))
            printf("%s%s", between, game_variant(i)->id);
}

static void put_man_head(void)
{
    char titles[128];
    struct writer w = writer_on(titles, sizeof titles);
    games_write_list(&w, GAMES_TITLES);
    printf(".TH OUTFLANK 6 \"\" \"outflank " OUTFLANK_VERSION "\" Games\n"
           ".SH NAME\noutflank \\- plays and solves %s\n"
           ".SH SYNOPSIS\n.B outflank\n[\\fIWORD\\fP] [\\fIFLAGS\\fP]\n"
           ".SH DESCRIPTION\n"
           "At a terminal\n.B outflank\nalone shows a board and a prompt; on a pipe it speaks the "
           "protocol of the first command it hears. A\n.I WORD\nnames a protocol, or a job:\n",
           titles);
    for (int i = 0; protocols[i]; i++) {
        printf(".TP\n.B outflank %s\n", protocols[i]->name);
        put_roff(protocols[i]->title);
        putchar('\n');
    }
    for (const struct job *j = jobs; j->name; j++) {
        printf(".TP\n.B outflank %s\n", j->name);
        put_roff(j->help);
        putchar('\n');
    }
    puts(".TP\n.B outflank help \\fIWORD\\fP\nthe commands of a protocol, the flags of a job; of\n"
         ".BR man ,\n.BR bash ,\n.B zsh\nand\n.B fish\nthis page and the completions\n"
         ".TP\n.B outflank \\-\\-version\nthe build, the code for this CPU, and the books inside");
}

static void put_man_protocols(void)
{
    puts(".SH PROTOCOLS\nEach takes \\fB\\-g\\fP \\fIGAME\\fP and \\fB\\-\\-option\\fP "
         "\\fINAME=VALUE\\fP.");
    for (int i = 0; protocols[i]; i++) {
        printf(".SS outflank %s\n", protocols[i]->name);
        for (const struct command *c = protocols[i]->commands; c->name; c++) {
            if (!c->help)
                continue;
            fputs(".TP\n.B ", stdout);
            put_roff(c->name);
            fputs(c->args[0] ? " " : "", stdout);
            put_roff(c->args);
            putchar('\n');
            put_roff(c->help);
            putchar('\n');
        }
    }
}

static void put_man_options(void)
{
    puts(".SH OPTIONS\nThe same in every protocol.");
    for (int i = 0; i < OPTION_COUNT; i++) {
        char line[512];
        struct writer w = writer_on(line, sizeof line);
        const struct option *o = &options[i];
        if (o->type == TYPE_SPIN)
            write_text(&w, " (%d to %d)", o->min, o->max);
        for (int k = 0; o->word && o->word(k); k++)
            write_text(&w, "%s%s", k ? ", " : " (", o->word(k));
        fputs(".TP\n.B ", stdout);
        put_roff(o->name);
        putchar('\n');
        put_roff(o->help);
        put_roff(line);
        puts(o->word ? ")" : "");
    }
}

static void put_man_tail(void)
{
    puts(".SH GAMES");
    for (int i = 0; games[i]; i++) {
        printf(".TP\n.B %s", games[i]->name);
        put_roff(games[i]->shape_form);
        putchar('\n');
        put_roff(games[i]->shape_help);
        putchar('\n');
    }
    puts(".SH FILES\n.TP\n.I ~/.local/state/outflank/unfinished\nthe game that was not finished\n"
         ".TP\n.I ~/.local/state/outflank/history\nwhat was typed at the prompt\n"
         ".SH ENVIRONMENT\n.TP\n.B XDG_STATE_HOME\nwhere these files are, instead of "
         "~/.local/state\n.TP\n.B NO_COLOR\nif set, no colours\n.TP\n.B TERM\n"
         "if \\(dqdumb\\(dq, nothing but lines\n"
         ".SH EXIT STATUS\n0: done; 1: something was wrong with the work; 2: with the words; 128 "
         "and "
         "a number: ended by that signal.");
}

static void put_man(void)
{
    put_man_head();
    put_man_protocols();
    puts(".SH JOBS");
    put_jobs(HELP_MAN);
    put_man_options();
    put_man_tail();
}

// What may follow the words typed so far, by the first two of them.
static void put_bash(void)
{
    fputs("# Completion of outflank for bash, from 'outflank help bash'.\n"
          "_outflank() {\n"
          "    local words= current=${COMP_WORDS[COMP_CWORD]} IFS=$' \\n'\n"
          "    if [ \"$COMP_CWORD\" -gt 1 ]; then\n"
          "    case ${COMP_WORDS[COMP_CWORD-1]} in\n"
          "    -g|--game) words='",
          stdout);
    put_games(" ");
    fputs("' ;;\n    --option) IFS=$'\\n'; compopt -o nospace; words='", stdout);
    for (int i = 0; i < OPTION_COUNT; i++)
        printf("%s%s=", i ? "\n" : "", options[i].name);
    fputs("' ;;\n    *) case \"${COMP_WORDS[1]} ${COMP_WORDS[2]} \" in\n", stdout);
    put_jobs(HELP_BASH);
    fputs("    'help '*) words='man bash zsh fish", stdout);
    for (int i = 0; protocols[i]; i++)
        printf(" %s", protocols[i]->name);
    for (const struct job *j = jobs; j->name; j++)
        printf(" %s", j->name);
    fputs("' ;;\n    *) words='-g --game --option' ;;\n    esac ;;\n    esac\n    else\n"
          "    words='help --help --version -g --game --option",
          stdout);
    for (int i = 0; protocols[i]; i++)
        printf(" %s", protocols[i]->name);
    for (const struct job *j = jobs; j->name; j++)
        printf(" %s", j->name);
    fputs(
        "'\n    fi\n"
        "    local word\n"
        "    COMPREPLY=()\n"
        "    for word in $words; do\n"
        "        case $word in \"${current//\\\\/}\"*) COMPREPLY+=(\"${word// /\\\\ }\") ;; esac\n"
        "    done\n"
        "}\n"
        "complete -o default -F _outflank outflank\n",
        stdout);
}

static void put_zsh(void)
{
    fputs("#compdef outflank\n# Completion of outflank for zsh, from 'outflank help zsh'.\n"
          "_outflank() {\n    local games='",
          stdout);
    put_games(" ");
    fputs("'\n    if (( CURRENT == 2 )); then\n        local -a commands=(\n", stdout);
    for (int i = 0; protocols[i]; i++) {
        printf("            '%s:", protocols[i]->name);
        put_quoted(protocols[i]->title, ":");
        puts("'");
    }
    for (const struct job *j = jobs; j->name; j++) {
        printf("            '%s:", j->name);
        put_quoted(j->help, ":");
        puts("'");
    }
    fputs("            'help:the commands of a protocol, the flags of a job')\n"
          "        _describe word commands\n        return\n    fi\n"
          "    case \"$words[2] $words[3] \" in\n",
          stdout);
    put_jobs(HELP_ZSH);
    fputs("    *) _arguments '-g[the game]:game:($games)' '*--option[NAME=VALUE]:option:(", stdout);
    for (int i = 0; i < OPTION_COUNT; i++) {
        fputs(i ? " " : "", stdout);
        put_quoted(options[i].name, " ");
        putchar('=');
    }
    fputs(")' ;;\n    esac\n}\n_outflank \"$@\"\n", stdout);
}

static void put_fish(void)
{
    puts("# Completion of outflank for fish, from 'outflank help fish'.");
    for (int i = 0; protocols[i]; i++) {
        printf("complete -c outflank -n __fish_use_subcommand -a %s -d '", protocols[i]->name);
        put_quoted(protocols[i]->title, "\\");
        puts("'");
    }
    for (const struct job *j = jobs; j->name; j++) {
        printf("complete -c outflank -n __fish_use_subcommand -a %s -d '", j->name);
        put_quoted(j->help, "\\");
        puts("'");
    }
    fputs("complete -c outflank -s g -l game -x -d 'the game' -a '", stdout);
    put_games(" ");
    fputs("'\ncomplete -c outflank -l option -x -d 'NAME=VALUE' -a '", stdout);
    for (int i = 0; i < OPTION_COUNT; i++) {
        fputs(i ? " \"" : "\"", stdout);
        put_quoted(options[i].name, "\\");
        fputs("=\"", stdout);
    }
    puts("'");
    put_jobs(HELP_FISH);
}

bool manual_print(const char *form)
{
    static void (*const put[])(void) = {NULL, put_man, put_bash, put_zsh, put_fish};
    for (int i = 1; help_form_names[i]; i++)
        if (strcmp(form, help_form_names[i]) == 0) {
            put[i]();
            return true;
        }
    return false;
}
