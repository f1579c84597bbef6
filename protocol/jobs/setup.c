// SPDX-License-Identifier: MIT
// setup.c - the engine description of each GUI and arena, ready for this installation.
//
// A row is a file as the GUI wants it. In its text an at sign stands for the path of this program,
// between single quotes when it holds a blank or the like; a caret for the path as it is:
//
//      outflank setup quarry                       shows it, and where it goes
//      outflank setup yixin --write ~/yixin/engine writes it; a file that is there is left alone
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/outflank.h"
#include "engine/text.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/jobs.h"

static const struct gui {
    const char *name, *help;
    const char *where; // it goes, and what to click then
    const char *text;
} guis[] = {
    {"quarry", "Othello on 8x8, 6x6 and 4x4, by GTP",
     "Add it to ~/.quarry while quarry is closed; then New Game, Reversi, and choose outflank.",
     "[GTP Engine \"outflank\"]\n"
     "Screen name format\t= \"outflank\"\n"
     "Name\t\t\t= \"outflank\"\n"
     "Version\t\t\t= \"" OUTFLANK_VERSION "\"\n"
     "Command line\t\t= \"@ gtp\"\n"
     "Supported games\t\t= \"Reversi\"\n"},
    {"cutechess", "Connect Four and Gomoku, by UCI; the window and cutechess-cli",
     "It is engines.json in ~/.config/cutechess, or in the folder cutechess-cli is started from;\n"
     "where there is one, add the part in braces to its list. Then -engine conf=outflank\n"
     "-variant cfour, gomoku or gomokufreestyle.",
     "[\n"
     "    {\n"
     "        \"name\": \"outflank\",\n"
     "        \"command\": \"^\",\n"
     "        \"protocol\": \"uci\",\n"
     "        \"variants\": [\"cfour\", \"gomoku\", \"gomokufreestyle\"]\n"
     "    }\n"
     "]\n"},
    {"gogui", "all our games, by GTP",
     "Run it with a game: othello, othello:6x6, gomoku, connect4:7x7. By hand: Program, New "
     "Program,\n"
     "and the command between the quotes. GoGui itself fails on a board that is not square, so\n"
     "Connect Four is offered on 7x7 and not on 7x6.",
     "#!/bin/sh\n"
     "exec gogui -program \"@ gtp -g ${1:-othello}\"\n"},
    {"piskvork", "Gomoku, by the Gomocup protocol; qpiskvork too",
     "Write it as pbrain-outflank, the name managers look for, beside the other brains; then "
     "Players,\n"
     "Settings, and choose that file.",
     "#!/bin/sh\n"
     "exec @ gomocup\n"},
    {"yixin", "Gomoku in Yixin-Board, by the Gomocup protocol",
     "Write it as the file engine in Yixin-Board's folder; it is started from there.",
     "#!/bin/sh\n"
     "exec @ gomocup\n"},
    {"nboard", "Othello, by the NBoard protocol",
     "Engine, Select Opponent, Add: the three lines are the three fields of the window.",
     "Name: outflank\n"
     "Working directory: /tmp\n"
     "Command: ^ nboard\n"},
    {"c-gomoku-cli", "Gomoku matches, by the Gomocup protocol",
     "Run it with another engine's command: a match of twenty games at a second a move.",
     "#!/bin/sh\n"
     "exec c-gomoku-cli -each tc=0/1 -engine name=outflank \"cmd=@ gomocup\" \\\n"
     "    -engine name=other \"cmd=${1:?the command of the other engine}\" \\\n"
     "    -boardsize 15 -rule 0 -games 20\n"},
    {"xboard", "Connect Four, by the Chess Engine Communication Protocol; WinBoard too",
     "Run it. xboard does not know the rules of Connect Four, so it must not judge the moves: that "
     "is\n"
     "what -testLegality false says; without it the first drop is called illegal.",
     "#!/bin/sh\n"
     "exec xboard -testLegality false -variant connect4 -fcp \"@ xboard\" \"$@\"\n"},
};

// The path of this program as it runs. False when the system does not tell, or when the path holds
// what could not be quoted in every row.
static bool program_path(char *path, size_t size, const char **why)
{
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    *why = "the system does not tell where this program is";
    if (n <= 0 || (size_t)n >= size - 1)
        return false;
    path[n] = '\0';
    *why = "move this program to a path without quotes, backslashes, dollar signs and line ends";
    for (const char *at = path; *at; at++)
        if ((unsigned char)*at < ' ' || strchr("\"'\\$`\x7f", *at))
            return false;
    return true;
}

// The text of a row with the path in its place.
static void write_row(const struct gui *gui, const char *path, struct writer *out)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+";
    const char *quote = path[strspn(path, plain)] ? "'" : "";
    for (const char *at = gui->text; *at; at++) {
        // "$@" is the shell's own.
        if (*at == '@' && (at == gui->text || at[-1] != '$'))
            write_text(out, "%s%s%s", quote, path, quote);
        else if (*at == '^')
            write_text(out, "%s", path);
        else
            write_text(out, "%c", *at);
    }
}

// Writes a new file, which can be run when it is a script. False says why not.
static bool write_file(const char *name, const char *text, const char **why)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, strncmp(text, "#!", 2) == 0 ? 0777 : 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file) {
        *why = errno == EEXIST ? "it is there already, and is left as it is" : strerror(errno);
        if (fd >= 0)
            close(fd);
        return false;
    }
    bool written = fputs(text, file) >= 0;
    written = fclose(file) == 0 && written;
    *why = "it could not be written whole";
    return written;
}

static void list_guis(FILE *to)
{
    for (size_t i = 0; i < LENGTH(guis); i++)
        fprintf(to, "  outflank setup %-14s %s\n", guis[i].name, guis[i].help);
}

static const struct gui *find_gui(const char *name)
{
    for (size_t i = 0; i < LENGTH(guis); i++)
        if (strcmp(name, guis[i].name) == 0)
            return &guis[i];
    return NULL;
}

int setup_job(int argc, char **argv)
{
    const char *file = NULL, *why;
    char path[PATH_MAX], text[2 * PATH_MAX + 1024];
    const struct flag flags[] = {
        {"--write", "-w", FLAG_TEXT, &file, 0, 0, "a new file to write it to"},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL},
    };
    struct writer w = writer_on(text, sizeof text);
    int words = args_read(argc, argv, flags, "outflank setup [GUI] [--write FILE]");
    if (words < 0)
        return words == -2 ? 0 : 2;
    if (words == 0 && !file) {
        list_guis(stdout);
        return 0;
    }
    const struct gui *gui = words == 1 ? find_gui(argv[0]) : NULL;
    if (!gui) {
        if (words == 1)
            fprintf(stderr, "outflank setup: unknown GUI '%s'; there are\n", argv[0]);
        else
            fputs("outflank setup: one GUI is needed; there are\n", stderr);
        list_guis(stderr);
        return 2;
    }
    if (!program_path(path, sizeof path, &why)) {
        fprintf(stderr, "outflank setup: %s\n", why);
        return 1;
    }
    write_row(gui, path, &w);
    if (file && !write_file(file, text, &why)) {
        fprintf(stderr, "outflank setup: %s: %s\n", file, why);
        return 1;
    }
    if (!file)
        fputs(text, stdout);
    fflush(stdout); // before what is said about it
    fprintf(stderr, "%s%s\n", file ? "" : "\n", gui->where);
    return 0;
}
