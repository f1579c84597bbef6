// SPDX-License-Identifier: MIT
// analyze.c - what every move of recorded games was worth, and what would have been better.
//
// Takes files of any record form, folders of them, or standard input. A record that can't be read is
// named on standard error with its line and column, and the others are analyzed; the status is then
// 1. A signal ends the run: the game at hand is written with what is known of it, and the status is
// 128 and the number of the signal, as a shell has it. With --resume that game is left to the next
// run, which takes up what it finds in the file (analyze_resume.c).
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games.h"
#include "protocol/jobs/analyze.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/jobs.h"

static void stop(void *owner)
{
    struct analyze *z = owner;
    session_request_stop(z->session);
}

// ---- writing ------------------------------------------------------------------------------------

// Sends out what one of the form's functions wrote, whole.
static void put(struct analyze *z, FILE *f, char **text, size_t *length)
{
    progress_clear(&z->progress);
    if (f && close_text(f, text)) {
        output_text(&z->output, *text, *length);
    } else {
        fputs("outflank analyze: not enough memory\n", stderr);
        z->refused = true;
    }
    free(*text);
    *text = NULL;
    if (z->resume)
        resume_sync(z->resume, false);
}

static void put_edge(struct analyze *z, void (*edge)(struct analyze *z, FILE *out))
{
    char *text = NULL;
    size_t length = 0;
    if (!edge)
        return;
    FILE *f = open_memstream(&text, &length);
    if (f)
        edge(z, f);
    put(z, f, &text, &length);
}

static void put_game(struct analyze *z)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (f)
        z->form->game(z, z->analysis, f);
    put(z, f, &text, &length);
}

// ---- reading ------------------------------------------------------------------------------------

static bool ended(const struct analyze *z)
{
    return interrupt_seen(&z->interrupt) || atomic_load(&z->output.failed) || z->refused;
}

// Ends the run: the file of results is about something else.
static void refuse_resume(struct analyze *z, const char *why)
{
    progress_clear(&z->progress);
    fprintf(stderr, "outflank analyze: %s line %d %s; nothing was changed\n", z->out_name,
            z->resume->line, why);
    z->refused = true;
}

// Says what is wrong with a record. A row of moves does not say its game: this is what they were taken
// for.
static void complain(struct analyze *z, const char *file, const struct record_reader *reader)
{
    const struct record_error *e = &reader->error;
    progress_clear(&z->progress);
    fprintf(stderr, "outflank analyze: %s line %zu column %zu: %s", file, e->line, e->column,
            e->why);
    if (reader->form == &record_movetext && reader->length)
        fprintf(stderr, " (moves of %s; -g names another game)", z->game->title);
    fputc('\n', stderr);
    z->unreadable++;
}

// True when the game at hand stands in the file of results already, or that can't be gone on with.
static bool is_there(struct analyze *z)
{
    const char *why;
    bool was = z->resume && z->resume->active;
    switch (analyze_resume_take(z, &why)) {
    case RESUME_HAS:
        z->games++;
        z->resumed++;
        return true;
    case RESUME_OTHER:
        refuse_resume(z, why);
        return true;
    case RESUME_ENDS:
        break;
    }
    if (was)
        progress_start(&z->progress, z->share, z->positions);
    return false;
}

// Analyzes every game of these bytes, which are `part` of all the work.
static void take_records(struct analyze *z, const char *file, struct word bytes, double part)
{
    struct record_reader reader;
    struct analysis *a = z->analysis;
    enum record_status status;
    double before = z->share;
    size_t begun = 0;
    record_reader_open(&reader, NULL, bytes, z->game, &z->like);
    reader.players = z->names;
    while (!ended(z) && (status = record_next(&reader, a->record)) != RECORD_END) {
        double each = bytes.length ? part / (double)bytes.length : part;
        z->share = before + each * (double)begun;
        z->share_of_game = each * (double)(reader.at - begun);
        begun = reader.at;
        if (status == RECORD_BAD) {
            complain(z, file, &reader);
            continue;
        }
        if (++a->number < z->first)
            continue;
        a->file = file;
        if (is_there(z))
            continue;
        analyze_game(z);
        if (z->resume && !a->whole)
            continue; // a signal came: the next run does it
        put_game(z);
        z->games++;
        players_add(&z->players, a);
    }
    z->share = before + part;
}

static void take_file(struct analyze *z, const char *file, double part)
{
    size_t length;
    const char *why;
    char *text = analyze_read(file, &z->interrupt, &length, &why);
    if (text) {
        take_records(z, strcmp(file, "-") == 0 ? "standard input" : file,
                     (struct word){text, length}, part);
    } else if (!ended(z)) {
        progress_clear(&z->progress);
        fprintf(stderr, "outflank analyze: %s: %s\n", file, why);
        z->unreadable++;
    }
    free(text);
}

// All the work, once everything is at hand. Returns the status.
static int run(struct analyze *z, char **files)
{
    int count = 0;
    while (files[count])
        count++;
    interrupt_watch(&z->interrupt, stop, z);
    output_open(&z->output, z->resume ? z->resume->fd : STDOUT_FILENO, NULL, &z->interrupt.seen);
    progress_open(&z->progress, z->news);
    put_edge(z, z->form->begin);
    for (int i = 0; i < count && !ended(z); i++)
        take_file(z, files[i], 1.0 / count);
    const char *why;
    if (!ended(z) && !analyze_resume_end(z, &why))
        refuse_resume(z, why);
    if (!z->resume || !ended(z))
        put_edge(z, z->form->end);
    progress_close(&z->progress);
    int number = interrupt_seen(&z->interrupt);
    bool failed = atomic_load(&z->output.failed);
    if (number && z->resume)
        fprintf(stderr, "outflank analyze: ended by signal %d after %d games; the same goes on\n",
                number, z->games);
    else if (number)
        fprintf(stderr, "outflank analyze: ended by signal %d; --first %d goes on\n", number,
                z->analysis->number + (z->analysis->whole || z->analysis->number == 0));
    if (failed)
        fputs("outflank analyze: the answers could not be written\n", stderr);
    output_close(&z->output);
    return number ? 128 + number : failed || z->refused || z->unreadable ? 1 : 0;
}

// ---- words --------------------------------------------------------------------------------------

struct wishes {
    const char *game, *time, *hash, *threads, *names, *resume;
    int64_t depth, first;
    bool json, sgf, svg, html;
};

static bool set_option(struct session *session, enum option_id id, const char *value)
{
    const char *why;
    if (session_set_option(session, &options[id], word_of(value), &why))
        return true;
    fprintf(stderr, "outflank analyze: %s '%s': %s\n", options[id].name, value, why);
    return false;
}

// The form and the limits of the search. False after a message.
static bool read_wishes(struct analyze *z, const struct wishes *w)
{
    if (w->json + w->sgf + w->svg + w->html > 1) {
        fputs("outflank analyze: one form at a time: --json, --sgf, --svg or --html\n", stderr);
        return false;
    }
    if (w->resume && w->sgf + w->svg + w->html > 0) {
        fputs("outflank analyze: --resume writes JSON\n", stderr);
        return false;
    }
    z->out_name = w->resume;
    z->form = w->json || w->resume ? &analyze_json
              : w->sgf             ? &analyze_sgf
              : w->svg             ? &analyze_svg
              : w->html            ? &analyze_html
                                   : &analyze_text;
    z->limits = limits_none();
    z->limits.depth = (int)w->depth;
    z->first = (int)w->first;
    z->time = w->depth ? 0 : 1000;
    if (w->time && (!word_thousandths(word_of(w->time), 1000000, &z->time) || z->time == 0)) {
        fprintf(stderr, "outflank analyze: --time takes seconds, such as 0.5, not '%s'\n", w->time);
        return false;
    }
    return true;
}

// Reads the words; the number of files among them, now in front, or less than 0: see args_read.
static int read_words(struct analyze *z, struct wishes *w, int argc, char **argv)
{
    const struct flag flags[] = {
        {"--game", "-g", FLAG_TEXT, &w->game, 0, 0, "the game of records that do not say it"},
        {"--time", NULL, FLAG_TEXT, &w->time, 0, 0,
         "seconds a move on average (1); what solved positions leave over goes to others"},
        {"--depth", NULL, FLAG_NUMBER, &w->depth, 1, 200, "plies at most, instead of a time"},
        {"--hash", NULL, FLAG_TEXT, &w->hash, 0, 0, "memory in MiB (256)"},
        {"--threads", "-n", FLAG_TEXT, &w->threads, 0, 0, "threads (1)"},
        {"--names", NULL, FLAG_TEXT, &w->names, 0, 0, "the players of WTHOR's games, a file .jou"},
        {"--first", NULL, FLAG_NUMBER, &w->first, 1, 1000000000, "the first game's number (1)"},
        {"--resume", NULL, FLAG_TEXT, &w->resume, 0, 0,
         "OUT: write JSON to this file, going on where it ends"},
        {"--json", NULL, FLAG_ON, &w->json, 0, 0, "one JSON object a game"},
        {"--sgf", NULL, FLAG_ON, &w->sgf, 0, 0, "the games with what is found as comments"},
        {"--svg", NULL, FLAG_ON, &w->svg, 0, 0, "a graph of the chances"},
        {"--html", NULL, FLAG_ON, &w->html, 0, 0, "a page with boards, graphs and mistakes"},
        {"--progress", NULL, FLAG_ON, &z->news, 0, 0, "how far it is, on standard error"},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL},
    };
    return args_read(
        argc, argv, flags,
        "outflank analyze [-g GAME] [flags] FILE...|FOLDER|-   (no file: standard input)\n\n"
        "Judges every move of recorded games: SGF, GGF, WTHOR, PGN, PSQ, or moves in a row.\n"
        "A loss in discs is an inaccuracy (?!) from 2 on, a mistake (?) from 5, a blunder (?\?) "
        "from\n"
        "10, and a proven win or draw given away at least a mistake. In games without discs it is\n"
        "in hundredths of a point (a win 100, a draw 50): from 10, 20 and 40 on.\n"
        "Each move with a choice scores 100 % minus 5 % per disc lost (other games: 2 % per\n"
        "hundredth), never below 0. Accuracy is the mean.");
}

// Sets the engine up and begins. Returns the status.
static int begin(struct analyze *z, const struct wishes *w, int words, char **argv)
{
    char input[] = "-", *input_alone[] = {input};
    if (!set_option(z->session, OPTION_GAME, w->game) ||
        !set_option(z->session, OPTION_HASH, w->hash) ||
        !set_option(z->session, OPTION_THREADS, w->threads))
        return 2;
    if (w->names) {
        const char *why;
        char *text = analyze_read(w->names, &z->interrupt, &z->names.length, &why);
        if (!text) {
            fprintf(stderr, "outflank analyze: %s: %s\n", w->names, why);
            return 2;
        }
        z->names.text = text;
    }
    z->game = session_game(z->session);
    z->like = *session_position(z->session);
    char **files = analyze_files(words ? argv : input_alone, words ? words : 1);
    if (!files) {
        fputs("outflank analyze: not enough memory\n", stderr);
        return 1;
    }
    const char *why;
    int status = 2;
    if (z->out_name && !analyze_resume_open(z, z->out_name, &why))
        fprintf(stderr, "outflank analyze: %s: %s\n", z->out_name, why);
    else
        status = run(z, files);
    analyze_resume_close(z);
    for (char **f = files; *f; f++)
        free(*f);
    free(files);
    return status;
}

int analyze_job(int argc, char **argv)
{
    struct wishes w = {.game = "othello", .hash = "256", .threads = "1", .first = 1};
    struct analyze *z = calloc(1, sizeof *z);
    int status = 1;
    if (!z || !interrupt_open(&z->interrupt)) {
        fputs("outflank analyze: not enough memory\n", stderr);
        free(z);
        return 1;
    }
    int words = read_words(z, &w, argc, argv);
    if (words < 0 || !read_wishes(z, &w)) {
        status = words == -2 ? 0 : 2;
    } else {
        z->analysis = calloc(1, sizeof *z->analysis);
        z->session = session_new(analyze_listener(z));
        if (z->analysis)
            z->analysis->record = record_new();
        if (z->session && z->analysis && z->analysis->record)
            status = begin(z, &w, words, argv);
        else
            fputs("outflank analyze: not enough memory\n", stderr);
    }
    interrupt_close(&z->interrupt);
    session_free(z->session);
    if (z->analysis)
        record_free(z->analysis->record);
    free(z->analysis);
    free(z->players.at);
    free((char *)z->names.text);
    free(z->kept);
    free(z);
    return status;
}
