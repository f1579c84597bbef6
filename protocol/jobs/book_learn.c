// SPDX-License-Identifier: MIT
// book_learn.c - the parts of `outflank book` that search: learn, deepen, import.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/file.h"
#include "book/names/names.h"
#include "book/records/record.h"
#include "engine/games.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/book.h"
#include "protocol/jobs/book_learning.h"

// The flags that all three take.
#define SEARCH_FLAGS(l)                                                                            \
    {"--game", "-g", FLAG_TEXT, &(l)->game, 0, 0, "the game of a new book (othello)"},             \
        {"--time", "-t", FLAG_NUMBER, &(l)->seconds, 1, 100000000, "seconds to go on"},            \
        {"--depth", "-d", FLAG_NUMBER, &(l)->depth, 1, 60, "depth of a search (12)"},              \
        {"--move-time",                                                                            \
         NULL,                                                                                     \
         FLAG_NUMBER,                                                                              \
         &(l)->move_time,                                                                          \
         1,                                                                                        \
         1000000,                                                                                  \
         "milliseconds of a search, instead of a depth"},                                          \
        {"--solve",                                                                                \
         NULL,                                                                                     \
         FLAG_NUMBER,                                                                              \
         &(l)->solve,                                                                              \
         0,                                                                                        \
         64,                                                                                       \
         "empty cells from which on it solves (20)"},                                              \
        {"--save-every",                                                                           \
         NULL,                                                                                     \
         FLAG_NUMBER,                                                                              \
         &(l)->save_every,                                                                         \
         1,                                                                                        \
         100000,                                                                                   \
         "seconds between saves (60)"},                                                            \
        {"--hash", NULL, FLAG_TEXT, &(l)->hash, 0, 0, "memory in MiB (64)"},                       \
    {                                                                                              \
        "--threads", "-n", FLAG_TEXT, &(l)->threads, 0, 0, "threads (1)"                           \
    }

#define COST_FLAGS(l)                                                                              \
    {"--plies", NULL, FLAG_NUMBER, &(l)->plies, 1, 400, "how far from the start (30)"},            \
        {"--error",                                                                                \
         NULL,                                                                                     \
         FLAG_NUMBER,                                                                              \
         &(l)->error,                                                                              \
         0,                                                                                        \
         1000000,                                                                                  \
         "hundredths that a line may cost, plies counted (no limit)"},                             \
        {"--ply-cost",                                                                             \
         NULL,                                                                                     \
         FLAG_NUMBER,                                                                              \
         &(l)->ply_cost,                                                                           \
         0,                                                                                        \
         1000,                                                                                     \
         "hundredths a ply counts: less goes deeper, more wider (10)"},                            \
    {                                                                                              \
        "--draw", NULL, FLAG_NUMBER, &(l)->draw, -10000, 10000,                                    \
            "hundredths a proven draw counts for the first player (0)"                             \
    }

#define NO_MORE_FLAGS                                                                              \
    {                                                                                              \
        NULL, NULL, FLAG_ON, NULL, 0, 0, NULL                                                      \
    }

// The status after the words were read: negative to go on.
static int status_of(const struct learning *l, int words, int wanted)
{
    if (words < 0)
        return words == -2 ? 0 : 2;
    if (words >= wanted)
        return -1;
    fprintf(stderr, "outflank book %s: too few words; --help says more\n", l->job);
    return 2;
}

int book_learn_job(int argc, char **argv)
{
    struct learning l;
    int64_t positions = 0;
    learning_defaults(&l, "learn");
    l.plies = 30;
    const struct flag flags[] = {
        {"--positions", NULL, FLAG_NUMBER, &positions, 1, 1000000000, "positions to add at most"},
        SEARCH_FLAGS(&l),
        COST_FLAGS(&l),
        NO_MORE_FLAGS};
    int words = args_read(argc, argv, flags, "outflank book learn BOOK [flags]");
    int status = status_of(&l, words, 1);
    bool stopped = false, more = true;
    if (status >= 0)
        return status;
    if (!learning_open(&l, argv[0]))
        return 1;
    while (more && learning_goes_on(&l) && (!positions || (int64_t)l.learner.added < positions)) {
        more = learn_some(&l.learner, &stopped);
        // Each position is searched, and once more when it is left by another way.
        learning_tick(&l, positions ? 2 * (positions - (int64_t)l.learner.added) : -1);
    }
    status = learning_save(&l) ? 0 : 1;
    learning_tell(&l, 0, "\n");
    if (!more && !stopped)
        fputs("nothing is left to learn within these limits\n", stderr);
    learning_close(&l);
    return status;
}

int book_deepen_job(int argc, char **argv)
{
    struct learning l;
    learning_defaults(&l, "deepen");
    l.depth = 16;
    l.must_exist = true;
    const struct flag flags[] = {SEARCH_FLAGS(&l), COST_FLAGS(&l), NO_MORE_FLAGS};
    int words = args_read(argc, argv, flags, "outflank book deepen BOOK [flags]");
    int status = status_of(&l, words, 1);
    bool stopped = false, more = true;
    if (status >= 0)
        return status;
    if (!learning_open(&l, argv[0]))
        return 1;
    while (more && learning_goes_on(&l)) {
        int64_t left = 0;
        for (int32_t i = 0; i < l.learner.graph.count; i++)
            left += l.learner.graph.nodes[i].depth < l.depth;
        more = learn_deepen(&l.learner, (int)l.depth, &stopped);
        learning_tick(&l, left);
    }
    status = learning_save(&l) ? 0 : 1;
    learning_tell(&l, 0, "\n");
    learning_close(&l);
    return status;
}

// ---- import ----

// Adds a record's moves, up to so many plies, and goes on with the best. False when it was stopped.
static bool import_record(struct learning *l, const struct game_record *r, int plies)
{
    move moves[RECORD_MOVES_MAX];
    int count = 0;
    for (int i = 0; i < r->count && count < plies; i++)
        if (move_is_cell(r->moves[i].move))
            moves[count++] = r->moves[i].move;
    learn_line(&l->learner, moves, count, (int)l->extend);
    return !interrupt_seen(&l->interrupt);
}

// Adds all records of a file. False when one could not be read, or it was stopped.
static bool import_file(struct learning *l, const char *name, int plies, int *games_read)
{
    const char *why;
    size_t size;
    const uint8_t *bytes = file_map(name, &size, &why);
    struct game_record *r = record_new();
    struct record_reader reader;
    enum record_status status = RECORD_END;
    bool good = true;
    if (!bytes || !r) {
        fprintf(stderr, "outflank book import: %s: %s\n", name, bytes ? "no memory" : why);
        record_free(r);
        return false;
    }
    struct word text = {(const char *)bytes, size};
    record_reader_open(&reader, record_form_of_file(name), text, l->learner.graph.game,
                       &l->learner.graph.root);
    while (learning_goes_on(l) && (status = record_next(&reader, r)) != RECORD_END) {
        char id[GAME_ID_MAX];
        game_id(r->game, &r->start, id);
        if (status == RECORD_BAD) {
            fprintf(stderr, "outflank book import: %s:%zu:%zu: %s\n", name, reader.error.line,
                    reader.error.column, reader.error.why);
            good = false;
        } else if (strcmp(id, l->learner.graph.id) != 0 || record_is_set_up(r)) {
            fprintf(stderr,
                    "outflank book import: %s: a record of %s that does not begin at its "
                    "start is left out\n",
                    name, id);
        } else if (record_hands_over(r)) {
            fprintf(stderr,
                    "outflank book import: %s: a record in which a side moves twice is left out\n",
                    name);
        } else if (import_record(l, r, plies)) {
            ++*games_read;
        }
        learning_tick(l, -1);
    }
    record_free(r);
    file_unmap(bytes, size);
    return good && status == RECORD_END;
}

// Adds the openings that have a name.
static void import_names(struct learning *l, int *lines)
{
    for (const struct opening_table *t = opening_tables; t->game; t++)
        for (const struct opening *o = t->at; t->game == l->learner.graph.game && o->name; o++) {
            struct record_reader reader;
            struct game_record *r = record_new();
            if (!r || !learning_goes_on(l))
                return;
            record_reader_open(&reader, &record_movetext, word_of(o->moves), t->game,
                               &l->learner.graph.root);
            if (record_next(&reader, r) == RECORD_GOOD && import_record(l, r, RECORD_MOVES_MAX))
                ++*lines;
            record_free(r);
            learning_tick(l, -1);
        }
}

int book_import_job(int argc, char **argv)
{
    struct learning l;
    bool names = false, good = true;
    int read = 0;
    learning_defaults(&l, "import");
    l.plies = 30;
    const struct flag flags[] = {
        {"--names", NULL, FLAG_ON, &names, 0, 0, "the openings that have a name"},
        {"--plies", NULL, FLAG_NUMBER, &l.plies, 1, 400, "moves of a game to take (30)"},
        {"--extend", NULL, FLAG_NUMBER, &l.extend, 0, 400, "plies to go on to with the best moves"},
        SEARCH_FLAGS(&l),
        NO_MORE_FLAGS};
    int words = args_read(argc, argv, flags, "outflank book import BOOK [FILE...] [flags]");
    int status = status_of(&l, words, names ? 1 : 2);
    if (status >= 0)
        return status;
    const int64_t plies = l.plies;
    if (!learning_open(&l, argv[0]))
        return 1;
    if (names)
        import_names(&l, &read);
    for (int i = 1; i < words && learning_goes_on(&l); i++)
        good = import_file(&l, argv[i], (int)plies, &read) && good;
    status = learning_save(&l) && good ? 0 : 1;
    learning_tell(&l, 0, "\n");
    printf("%d games\n", read);
    learning_close(&l);
    return status;
}
