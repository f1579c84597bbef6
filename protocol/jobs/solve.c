// SPDX-License-Identifier: MIT
// solve.c - proves the value of positions from files or standard input, one a line.
//
// A line is a board text, an OBF line, a row of moves from the start, or "startpos". What follows a
// ';' in an OBF line are the known scores of moves ("d3:+4; c4:-2"), and each is checked. Lines
// that are empty or begin with '%' or '#' are passed over. Answers (answer.h) come in the order of
// the lines, each as soon as it is known.
//
// A line that can't be read is named on standard error, with its column, and solving goes on; the
// status is then 1. A signal ends the run after the last whole answer; the status is 128 and the
// number of the signal, as a shell has it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/jobs.h"
#include "protocol/jobs/solve.h"

// Reads "A,B" as the window in the game's points.
static bool read_window(const char *text, struct limits *l)
{
    const char *comma = strchr(text, ',');
    int64_t low, high;
    if (!comma || !word_int((struct word){text, (size_t)(comma - text)}, -1000, 1000, &low) ||
        !word_int(word_of(comma + 1), -1000, 1000, &high) || low >= high)
        return false;
    l->alpha = (int)low;
    l->beta = (int)high;
    return true;
}

static bool set_option(struct session *session, enum option_id id, const char *value)
{
    const char *why;
    if (session_set_option(session, &options[id], word_of(value), &why))
        return true;
    fprintf(stderr, "outflank solve: %s '%s': %s\n", options[id].name, value, why);
    return false;
}

// Names what is asked for as the answers do.
static void name_question(struct solve *s)
{
    static const char *const names[] = {
        [GOAL_OUTCOME] = "wld", [GOAL_VCF] = "vcf", [GOAL_VCT] = "vct"};
    const struct limits *l = &s->limits;
    struct writer w = writer_on(s->question, sizeof s->question);
    if (l->goal != GOAL_EXACT)
        write_text(&w, "%s", names[l->goal]);
    else if (l->alpha < l->beta)
        write_text(&w, "between %d,%d", l->alpha, l->beta);
}

// True when the game can prove what is asked for.
static bool can_prove(const struct solve *s)
{
    const struct game *game = session_game(s->session);
    const char *why;
    if (game_can_prove(game, s->limits.goal, &why))
        return true;
    fprintf(stderr, "outflank solve: %s: %s\n", game->name, why);
    return false;
}

// The words of the command line.
struct wishes {
    const char *game, *format, *window, *hash, *threads, *kernel, *resume;
    bool outcome, weak, vcf, vct, no_book;
    int64_t seconds, first;
};

// Reads the words; the number of files among them, now in front, or less than 0: see args_read.
static int read_words(struct solve *s, struct wishes *w, int argc, char **argv)
{
    const struct flag flags[] = {
        {"--game", "-g", FLAG_TEXT, &w->game, 0, 0, "the game, such as othello:6x6"},
        {"--fresh", NULL, FLAG_ON, &s->fresh, 0, 0, "forget everything before each position"},
        {"--all-moves", "-a", FLAG_ON, &s->all_moves, 0, 0, "every move's value"},
        {"--wld", NULL, FLAG_ON, &w->outcome, 0, 0, "win, loss or draw only"},
        {"--weak", NULL, FLAG_ON, &w->weak, 0, 0, "the same"},
        {"--window", NULL, FLAG_TEXT, &w->window, 0, 0, "A,B: the value only if it lies between"},
        {"--vcf", NULL, FLAG_ON, &w->vcf, 0, 0, "wins by fours alone"},
        {"--vct", NULL, FLAG_ON, &w->vct, 0, 0, "wins by fours and threes"},
        {"--time", NULL, FLAG_NUMBER, &w->seconds, 1, 1000000, "seconds a position at most"},
        {"--hash", NULL, FLAG_TEXT, &w->hash, 0, 0, "memory in MiB (256)"},
        {"--threads", "-n", FLAG_TEXT, &w->threads, 0, 0, "threads (1)"},
        {"--first", NULL, FLAG_NUMBER, &w->first, 0, 1000000, "the first position's number (1)"},
        {"--format", NULL, FLAG_TEXT, &w->format, 0, 0, "text or json"},
        {"--resume", NULL, FLAG_TEXT, &w->resume, 0, 0,
         "OUT: write to this file, going on where it ends"},
        {"--progress", NULL, FLAG_ON, &s->news, 0, 0, "news of the search on standard error"},
        {"--no-book", NULL, FLAG_ON, &w->no_book, 0, 0, "search even what a book knows"},
        {"--kernel", NULL, FLAG_TEXT, &w->kernel, 0, 0, "the code to run: " KERNEL_CHOICES},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL},
    };
    int words = args_read(argc, argv, flags,
                          "outflank solve [-g GAME] [flags] [FILE...]   (no file: standard input)");
    if (words < 0)
        return words;
    s->json = strcmp(w->format, "json") == 0;
    if (!s->json && strcmp(w->format, "text") != 0) {
        fprintf(stderr, "outflank solve: the format is text or json, not '%s'\n", w->format);
        return -1;
    }
    if (w->window && !read_window(w->window, &s->limits)) {
        fputs("outflank solve: --window takes two whole numbers A,B with A < B\n", stderr);
        return -1;
    }
    s->limits.goal = w->outcome || w->weak ? GOAL_OUTCOME
                     : w->vcf              ? GOAL_VCF
                     : w->vct              ? GOAL_VCT
                                           : GOAL_EXACT;
    name_question(s);
    if (w->seconds)
        s->limits.move_time = w->seconds * 1000;
    s->number = (int)w->first - 1;
    s->out_name = w->resume;
    return words;
}

// Sets the game and the engine's options. False after a message.
static bool set_options(struct solve *s, const struct wishes *w)
{
    enum kernel kernel;
    if (!kernel_named(w->kernel, &kernel)) {
        fprintf(stderr, "outflank solve: the kernel is " KERNEL_CHOICES ", not '%s'\n", w->kernel);
        return false;
    }
    return set_option(s->session, OPTION_GAME, w->game) &&
           set_option(s->session, OPTION_HASH, w->hash) &&
           set_option(s->session, OPTION_THREADS, w->threads) &&
           set_option(s->session, OPTION_OWN_BOOK, w->no_book ? "false" : "true") &&
           set_option(s->session, OPTION_KERNEL, kernel_names[kernel]) && can_prove(s);
}

// Opens the file of results, if one is named. False after a message.
static bool open_results(struct solve *s)
{
    const char *why = "not enough memory";
    if (!s->out_name)
        return true;
    s->resume = calloc(1, sizeof *s->resume);
    if (s->resume && resume_open(s->resume, s->out_name, s->json, &why)) {
        s->resume->all_moves = s->all_moves;
        s->resume->question = s->question;
        return true;
    }
    fprintf(stderr, "outflank solve: %s: %s\n", s->out_name, why);
    free(s->resume);
    s->resume = NULL;
    return false;
}

// Everything is at hand but the results' file.
static int begin(struct solve *s, const struct wishes *w, int words, char **argv)
{
    char input[] = "-", *input_alone[] = {input};
    if (!set_options(s, w) || !open_results(s))
        return 2;
    interrupt_watch(&s->interrupt, solve_stop, s);
    source_open(&s->source, words ? argv : input_alone, words ? words : 1, &s->interrupt.wake);
    output_open(&s->output, s->resume ? s->resume->fd : STDOUT_FILENO, NULL, &s->interrupt.seen);
    progress_open(&s->progress, s->news);
    int status = solve_run(s);
    output_close(&s->output);
    source_close(&s->source);
    if (s->resume)
        resume_close(s->resume);
    free(s->resume);
    return status;
}

int solve_job(int argc, char **argv)
{
    struct wishes w = {.game = "othello",
                       .format = "text",
                       .hash = "256",
                       .threads = "1",
                       .kernel = "auto",
                       .first = 1};
    struct solve *s = calloc(1, sizeof *s);
    int status = 1;
    if (!s || !interrupt_open(&s->interrupt)) {
        fputs("outflank solve: not enough memory\n", stderr);
        free(s);
        return 1;
    }
    s->limits = limits_none();
    int words = read_words(s, &w, argc, argv);
    if (words < 0) {
        status = words == -2 ? 0 : 2;
    } else {
        s->text = malloc(ANSWER_MAX);
        s->session = session_new(solve_listener(s));
        if (s->text && s->session)
            status = begin(s, &w, words, argv);
        else
            fputs("outflank solve: not enough memory\n", stderr);
    }
    interrupt_close(&s->interrupt);
    session_free(s->session);
    free(s->text);
    free(s);
    return status;
}
