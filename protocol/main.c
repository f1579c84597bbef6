// SPDX-License-Identifier: MIT
// main.c - arguments, signals, sub-commands; the only exit.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bits.h"
#include "engine/games.h"
#include "protocol/dialogue.h"
#include "protocol/manual.h"
#include "protocol/version.h"
#include "protocol/words.h"

// What a signal handler may touch: the wake pipe and the number of the signal.
static atomic_int signal_seen;
static int signal_wake_fd = -1;

static void on_signal(int number)
{
    atomic_store(&signal_seen, number);
    wake_up(signal_wake_fd);
}

// The signals of a terminal that somebody draws on.
static atomic_uint terminal_news;

static void on_terminal_signal(int number)
{
    atomic_fetch_or(&terminal_news, number == SIGTSTP   ? (unsigned)TERMINAL_STOPS
                                    : number == SIGCONT ? (unsigned)TERMINAL_CONTINUES
                                                        : (unsigned)TERMINAL_RESIZED);
    wake_up(signal_wake_fd);
}

static void heed_terminal(bool heed)
{
    static const int signals[] = {SIGTSTP, SIGCONT, SIGWINCH};
    struct sigaction action = {.sa_handler = heed ? on_terminal_signal : SIG_DFL};
    struct sigaction quit = {.sa_handler = heed ? on_signal : SIG_DFL};
    for (size_t i = 0; i < LENGTH(signals); i++)
        sigaction(signals[i], &action, NULL);
    // Nor does ctrl-backslash leave without giving the terminal back.
    sigaction(SIGQUIT, &quit, NULL);
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
            "  outflank %-16s a board and a prompt, or the protocol of the first command\n",
            titles, "");
    for (int i = 0; protocols[i]; i++)
        fprintf(to, "  outflank %-16s %s\n", protocols[i]->name, protocols[i]->title);
    for (const struct job *j = jobs; j->name; j++)
        fprintf(to, "  outflank %-16s %s\n", j->name, j->help);
    fprintf(to,
            "  outflank %-16s the commands of a protocol, the flags of a job;\n"
            "                            man, bash, zsh, fish: a manual page, completions\n"
            "  outflank --version | --help\n\n"
            "Conversations take " SETTINGS_USAGE "\n\nGames:\n",
            "help WORD");
    for (int i = 0; games[i]; i++) {
        int width = 24 - (int)strlen(games[i]->name);
        fprintf(to, "  %s%-*s  %s\n", games[i]->name, width, games[i]->shape_form,
                games[i]->shape_help);
    }
    return status;
}

// The commands of a protocol and the options it takes.
static int describe(const struct protocol *p)
{
    char text[1 << 14];
    struct writer w = writer_on(text, sizeof text);
    protocol_help(p, "  ", &w);
    printf("outflank %s " SETTINGS_USAGE "\n%s\n\n%s\nOptions:\n", p->name, p->title, text);
    for (int i = 0; i < OPTION_COUNT; i++)
        printf("  %-24s%s\n", options[i].name, options[i].help);
    return 0;
}

// The protocol the first command belongs to; UCI when it is nobody's.
static const struct protocol *recognise(struct word line)
{
    struct word word;
    if (word_next(&line, &word))
        for (int i = 0; protocols[i]; i++)
            if (protocol_speaks(protocols[i], word))
                return protocols[i];
    return &uci_protocol;
}

// Holds the conversation on standard input and output; NULL stands for the protocol of the first
// command.
static int converse(const struct protocol *p, struct setup *setup)
{
    static struct line_reader reader; // too large for a small stack
    struct wake wake;
    struct output output;
    struct word first = {"", 0};
    enum line_event event = LINE_READY;
    int status = 0;
    if (!wake_open(&wake)) {
        fputs("outflank: the system gives no pipe\n", stderr);
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    catch_signals(&wake);
    line_open(&reader, STDIN_FILENO, STDOUT_FILENO, &wake);
    output_open(&output, STDOUT_FILENO, &reader, &signal_seen);
    struct connection connection = {.in = &reader,
                                    .out = &output,
                                    .signal = &signal_seen,
                                    .heed_terminal = heed_terminal,
                                    .terminal_news = &terminal_news,
                                    .terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    if (!p && connection.terminal)
        p = &shell_protocol;
    // An empty line tells nothing, nor does one too long to read: wait for one that does.
    while (!p && event != LINE_END && (event != LINE_READY || word_trim(first).length == 0))
        event = connection_next(&connection, &first);
    if (event == LINE_READY)
        status = dialogue_run(p ? p : recognise(first), &connection, first, setup);
    if (status == 2 && setup->refused < setup->count)
        fprintf(stderr, "outflank: option %s: %s\n", setup->at[setup->refused].option->name,
                setup->why);
    else if (status == 2)
        fprintf(stderr, "outflank: %s\n", setup->why);
    output_close(&output);
    line_close(&reader);
    wake_close(&wake);
    return status;
}

// Reads -g GAME and --option NAME=VALUE. False after a message.
static bool read_setup(int argc, char **argv, struct setup *setup)
{
    for (int i = 0; i < argc; i++) {
        const char *flag = argv[i], *why = "it needs a value";
        bool game = strcmp(flag, "-g") == 0 || strcmp(flag, "--game") == 0;
        if (!game && strcmp(flag, "--option") != 0) {
            fprintf(stderr, "outflank: unknown word '%s'; expected " SETTINGS_USAGE "\n", flag);
            return false;
        }
        const char *text = ++i < argc ? argv[i] : "", *equals = strchr(text, '=');
        struct word name =
            game ? word_of("Game")
                 : (struct word){text, equals ? (size_t)(equals - text) : strlen(text)};
        struct word value = word_of(game ? text : equals ? equals + 1 : "");
        if (i >= argc || !setup_add(setup, name, value, &why)) {
            fprintf(stderr, "outflank: %s %s: %s\n", flag, text, why);
            return false;
        }
    }
    return true;
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

// A conversation with the flags of the command line.
static int start(const struct protocol *p, int argc, char **argv)
{
    struct setup setup = {0};
    return read_setup(argc, argv, &setup) ? converse(p, &setup) : 2;
}

// `help WORD`, or WORD --help. False when there is nothing of that name.
static bool help_about(const char *word, int *status)
{
    char *argv[] = {(char *)word, (char *)"--help", NULL};
    const struct protocol *p = protocol_named(word);
    const struct job *job = job_named(word);
    if (p)
        *status = describe(p);
    else if (job)
        *status = job->run(2, argv);
    return p || job;
}

// Does what the command line says. The status is 2 when that can't be understood.
static int run(int argc, char **argv)
{
    int status;
    const char *word = argc > 1 ? argv[1] : "";
    if (argc == 1 || strcmp(word, "-g") == 0 || strcmp(word, "--game") == 0 ||
        strcmp(word, "--option") == 0)
        return start(is_brain(argv[0]) ? &gomocup_protocol : NULL, argc - 1, argv + 1);
    if (asks_for_help(word) || (strcmp(word, "help") == 0 && argc == 2))
        return usage(stdout, 0);
    if (strcmp(word, "help") == 0 && manual_print(argv[2]))
        return 0;
    if (strcmp(word, "help") == 0 && help_about(argv[2], &status))
        return status;
    if (argc > 2 && asks_for_help(argv[2]) && help_about(word, &status))
        return status;
    if (protocol_named(word))
        return start(protocol_named(word), argc - 2, argv + 2);
    if (job_named(word))
        return job_named(word)->run(argc - 1, argv + 1);
    if (strcmp(word, "--version") == 0) {
        version_print(stdout);
        return 0;
    }
    fprintf(stderr, "outflank: unknown word '%s'\n\n", strcmp(word, "help") ? word : argv[2]);
    return usage(stderr, 2);
}

// Gives the standard descriptors that are closed to nobody, so that no pipe or file of ours gets
// their numbers. False when there is no standard output.
static bool reserve_descriptors(void)
{
    bool output = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
    return output;
}

int main(int argc, char **argv)
{
    if (!reserve_descriptors()) {
        fputs("outflank: standard output is closed\n", stderr);
        return 1;
    }
    games_init();
    problems_print(stderr);
    int status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("outflank: the answers could not be written\n", stderr);
        return 1;
    }
    return status;
}
