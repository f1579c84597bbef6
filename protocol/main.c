// SPDX-License-Identifier: MIT
// main.c - arguments, signals, sub-commands; the only exit.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "protocol/jobs/jobs.h"
#include "protocol/protocol.h"

static const struct protocol *const protocols[] = {&uci_protocol, &gtp_protocol, &gomocup_protocol};

static const struct job {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} jobs[] = {
    {"solve", solve_job, "solve positions from files or standard input"},
    {"perft", perft_job, "count the leaves of the game tree"},
    {"bench", bench_job, "measure the engine; the node count is its signature"},
};

// What a signal handler may touch: the wake pipe and the number of the signal.
static atomic_int signal_seen;
static int signal_wake_fd = -1;

static void on_signal(int number)
{
    atomic_store(&signal_seen, number);
    wake_up(signal_wake_fd);
}

static void catch_signals(struct wake *wake)
{
    struct sigaction action = {.sa_handler = on_signal};
    signal_wake_fd = wake->write_fd;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

static int usage(FILE *to, int status)
{
    char titles[128];
    struct writer w = writer_on(titles, sizeof titles);
    games_write_list(&w, GAMES_TITLES);
    fprintf(to,
            "outflank " OUTFLANK_VERSION " - plays and solves %s\n\n"
            "  outflank                  a board and a prompt, or the protocol of whoever is "
            "at the other end\n",
            titles);
    for (size_t i = 0; i < LENGTH(protocols); i++)
        fprintf(to, "  outflank %-16s speak this protocol\n", protocols[i]->name);
    for (size_t i = 0; i < LENGTH(jobs); i++)
        fprintf(to, "  outflank %-16s %s (--help says more)\n", jobs[i].name, jobs[i].help);
    fprintf(to, "  outflank --version | --help\n\nGames:\n");
    for (int i = 0; games[i]; i++) {
        int width = 24 - (int)strlen(games[i]->name);
        fprintf(to, "  %s%-*s  %s\n", games[i]->name, width, games[i]->shape_form,
                games[i]->shape_help);
    }
    return status;
}

// The protocol the first command belongs to; UCI when it is nobody's.
static const struct protocol *recognise(struct word line)
{
    struct word word;
    if (word_next(&line, &word))
        for (size_t i = 0; i < LENGTH(protocols); i++)
            if (protocols[i]->speaks(word))
                return protocols[i];
    return &uci_protocol;
}

// Holds the conversation on standard input and output.
static int converse(const struct protocol *p)
{
    static struct line_reader reader; // too large for a small stack
    struct wake wake;
    struct output output;
    struct word first = {"", 0};
    if (!wake_open(&wake)) {
        fputs("outflank: the system gives no pipe\n", stderr);
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    catch_signals(&wake);
    line_open(&reader, STDIN_FILENO, STDOUT_FILENO, &wake);
    output_open(&output, STDOUT_FILENO, wake.write_fd, &signal_seen);
    struct connection connection = {&reader, &output, &signal_seen,
                                    isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    int status = 0;
    if (!p && connection.terminal) {
        status = shell_protocol.run(&connection, first);
    } else {
        enum line_event event = LINE_READY;
        // An empty line tells nothing, nor does one too long to read: wait for one that does.
        while (!p && event != LINE_END && (event != LINE_READY || word_trim(first).length == 0))
            event = connection_next(&connection, &first);
        if (event == LINE_READY)
            status = (p ? p : recognise(first))->run(&connection, first);
    }
    output_close(&output);
    wake_close(&wake);
    return status;
}

// True when we were started by the name Gomocup managers look for.
static bool is_brain(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strncmp(slash ? slash + 1 : path, "pbrain-", 7) == 0;
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

// Does what the command line says. The status is 2 when that can't be understood.
static int run(int argc, char **argv)
{
    if (argc == 1)
        return converse(is_brain(argv[0]) ? &gomocup_protocol : NULL);
    const char *word = argv[1];
    for (size_t i = 0; i < LENGTH(protocols); i++)
        if (strcmp(word, protocols[i]->name) == 0) {
            if (argc == 2)
                return converse(protocols[i]);
            if (asks_for_help(argv[2]))
                return usage(stdout, 0);
            fprintf(stderr, "outflank: %s takes no further words, not '%s'\n", word, argv[2]);
            return 2;
        }
    for (size_t i = 0; i < LENGTH(jobs); i++)
        if (strcmp(word, jobs[i].name) == 0)
            return jobs[i].run(argc - 1, argv + 1);
    if (asks_for_help(word) || strcmp(word, "help") == 0)
        return usage(stdout, 0);
    if (strcmp(word, "--version") == 0) {
        puts("outflank " OUTFLANK_VERSION);
        return 0;
    }
    fprintf(stderr, "outflank: unknown word '%s'\n\n", word);
    return usage(stderr, 2);
}

int main(int argc, char **argv)
{
    games_init();
    int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("outflank: the answers could not be written\n", stderr);
        return 1;
    }
    return status;
}
