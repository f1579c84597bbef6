// SPDX-License-Identifier: MIT
// book.c - `outflank book`: looking into opening books and making them.
#include "protocol/jobs/book.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/graph.h"
#include "book/probe.h"
#include "book/save.h"
#include "book/shipped.h"
#include "engine/bits.h"
#include "engine/games.h"
#include "engine/session.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/forms.h"
#include "protocol/jobs/jobs.h"

static const struct part {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} parts[] = {
    {"info", book_info_job, "what a book is and holds"},
    {"check", book_check_job, "read all of it and say what is wrong"},
    {"probe", book_probe_job, "what it says of a position"},
    {"learn", book_learn_job, "let it grow by the engine's own searches"},
    {"deepen", book_deepen_job, "search again what was searched to less"},
    {"import", book_import_job, "add games of any record form, each position searched"},
    {"merge", book_merge_job, "put several books into one; fix then fits their values together"},
    {"export", book_export_job, "write it as text"},
    {"fix", book_fix_job, "work out all values anew"},
    {"link", book_link_job, "the same: find moves between positions it has"},
    {"prune", book_prune_job, "take out what costs too much"},
    {"stats", book_stats_job, "positions by their number of stones"},
    {"serve-text", book_serve_job, "answer positions line by line"},
    {NULL, NULL, NULL},
};

// ---- what the parts share ----

void book_job_score(char out[16], int score)
{
    struct writer w = writer_on(out, 16);
    write_text(&w, "%+.2f", (double)score / 100);
}

// A book by its path, or the one in the program by its game's id.
static struct book *open_named(const char *name, const char **why)
{
    size_t size;
    const uint8_t *bytes = book_shipped(name, &size);
    return bytes ? book_of_bytes(bytes, size, why) : book_open(name, why);
}

struct book *book_job_open(const char *job, const char *path, const struct game **game,
                           struct position *start)
{
    const char *why;
    struct book *b = open_named(path, &why);
    if (b && game_find(word_of(book_header(b)->game), game, start, &why))
        return b;
    fprintf(stderr, "outflank book %s: %s: %s\n", job, path, why);
    book_close(b);
    return NULL;
}

// ---- info, check ----

static const struct flag no_flags[] = {{NULL, NULL, FLAG_ON, NULL, 0, 0, NULL}};

// Tells what a book is and holds.
static void print_info(const char *name, const struct book *b)
{
    const struct book_header *h = book_header(b);
    uint64_t kinds[3] = {0}, moves = 0;
    struct book_cursor at = {0};
    struct book_entry e;
    while (book_next(b, &at, &e)) {
        kinds[e.kind]++;
        moves += (uint64_t)e.count + (e.nth >= 0);
    }
    printf("%s\n  game     %s\n  entries  %" PRIu64 " (%" PRIu64 " exact, %" PRIu64
           " won, drawn or lost, %" PRIu64 " estimates)\n"
           "  moves    %" PRIu64 "\n  bytes    %" PRIu64 "\n  reach    %d\n  note     %s\n",
           name, h->game, h->entries, kinds[BOOK_EXACT], kinds[BOOK_OUTCOME], kinds[BOOK_ESTIMATE],
           moves, h->bytes, h->reach, h->note);
}

// Tells of the books in the program.
static void print_shipped(void)
{
    const char *game, *why;
    for (int i = 0; (game = book_shipped_game(i)); i++) {
        size_t size;
        const uint8_t *bytes = book_shipped(game, &size);
        struct book *b = book_of_bytes(bytes, size, &why);
        if (b)
            print_info("in the program", b);
        else
            printf("in the program\n  game     %s\n  %s\n", game, why);
        book_close(b);
    }
}

int book_info_job(int argc, char **argv)
{
    int words = args_read(argc, argv, no_flags, "outflank book info [BOOK...]");
    int status = 0;
    if (words < 0)
        return words == -2 ? 0 : 2;
    for (int i = 0; i < words; i++) {
        const struct game *game;
        struct position start;
        struct book *b = book_job_open("info", argv[i], &game, &start);
        if (b)
            print_info(argv[i], b);
        else
            status = 1;
        book_close(b);
    }
    if (words == 0)
        print_shipped();
    return status;
}

int book_check_job(int argc, char **argv)
{
    int words = args_read(argc, argv, no_flags, "outflank book check BOOK...");
    int status = 0;
    if (words < 0)
        return words == -2 ? 0 : 2;
    for (int i = 0; i < words; i++) {
        const char *why;
        const struct game *game;
        struct position start;
        struct book *b = book_job_open("check", argv[i], &game, &start);
        bool good = b && book_check(b, &why);
        if (good)
            printf("%s: sound, %" PRIu64 " entries\n", argv[i], book_header(b)->entries);
        else if (b)
            fprintf(stderr, "outflank book check: %s: %s\n", argv[i], why);
        status |= !good;
        book_close(b);
    }
    return status;
}

// ---- probe ----

static const char *const kind_names[] = {"estimate", "exact", "outcome"};

static void print_entry(const struct game *game, const struct position *p,
                        const struct book_entry *e)
{
    char score[16], text[MOVE_TEXT_MAX];
    struct grid g;
    game->to_grid(p, &g);
    book_job_score(score, e->score);
    printf("%s %s, depth %d@%d%%, %u line%s\n", score, kind_names[e->kind], e->depth,
           e->selectivity, e->lines, e->lines == 1 ? "" : "s");
    for (int i = 0; i < e->count; i++) {
        game_move_print(game, &g, e->moves[i].m, text);
        book_job_score(score, e->moves[i].score);
        printf("  %-5s %s\n", text, score);
    }
}

int book_probe_job(int argc, char **argv)
{
    int words = args_read(argc, argv, no_flags, "outflank book probe BOOK POSITION");
    const struct game *game;
    struct position start;
    const char *why;
    if (words < 0)
        return words == -2 ? 0 : 2;
    if (words != 2) {
        fputs("outflank book probe: a book and a position are needed\n", stderr);
        return 2;
    }
    struct book *b = book_job_open("probe", argv[0], &game, &start);
    struct session *s = b ? session_new((struct listener){0}) : NULL;
    int status = 1;
    if (s && session_set_game(s, word_of(book_header(b)->game), &why)) {
        struct book_entry e;
        if (!session_set_text(s, word_of(argv[1]), &why)) {
            fprintf(stderr, "outflank book probe: %s: %s\n", argv[1], why);
            status = 2;
        } else if (book_probe(b, game, session_position(s), &e) ||
                   book_value(b, game, session_position(s), &e)) {
            print_entry(game, session_position(s), &e);
            status = 0;
        } else {
            puts("not in the book");
        }
    }
    session_free(s);
    book_close(b);
    return status;
}

// ---- merge ----

// All entries of a book; the caller frees them.
static struct book_entry *entries_of(const struct book *b, size_t *count)
{
    struct book_cursor at = {0};
    struct book_entry *entries = malloc((size_t)(book_header(b)->entries + 1) * sizeof *entries);
    *count = 0;
    while (entries && *count < book_header(b)->entries && book_next(b, &at, &entries[*count]))
        (*count)++;
    return entries;
}

// True when a book is sound and of the game and make of those before it, which `like` says; the
// first fills it. False after a message on stderr.
static bool fits_others(const char *name, struct book_header *like)
{
    const struct game *game;
    struct position start;
    const char *why = NULL;
    struct book *b = book_job_open("merge", name, &game, &start);
    if (!b)
        return false;
    const struct book_header *h = book_header(b);
    if (like->game[0] && strcmp(h->game, like->game) != 0)
        why = "the book is for another game";
    else if (like->game[0] && h->reach != like->reach)
        why = "the book is of another make: complete as it is, and not to be added to";
    else if (book_check(b, &why))
        why = NULL;
    *like = *h;
    book_close(b);
    if (why)
        fprintf(stderr, "outflank book merge: %s: %s\n", name, why);
    return !why;
}

// Adds a book's entries to another, which is made if there is none. False after a message on stderr.
static bool merge_into(const char *path, const char *name)
{
    const struct game *game;
    struct position start;
    const char *why = "there is no memory";
    size_t count;
    struct book *b = book_job_open("merge", name, &game, &start);
    struct book_entry *entries = b ? entries_of(b, &count) : NULL;
    bool good = entries && book_update(path, book_header(b), entries, count, &why);
    if (good)
        printf("%s: %zu entries merged\n", name, count);
    else if (b)
        fprintf(stderr, "outflank book merge: %s: %s\n", path, why);
    free(entries);
    book_close(b);
    return good;
}

int book_merge_job(int argc, char **argv)
{
    int words = args_read(argc, argv, no_flags, "outflank book merge OUT BOOK...");
    if (words < 0)
        return words == -2 ? 0 : 2;
    if (words < 2) {
        fputs("outflank book merge: the book to be made or added to, and others, are needed\n",
              stderr);
        return 2;
    }
    struct book_header like = {.game = ""};
    for (int i = 1; i < words; i++)
        if (!fits_others(argv[i], &like))
            return 1;
    if (access(argv[0], F_OK) == 0 && !fits_others(argv[0], &like))
        return 1;
    for (int i = 1; i < words; i++)
        if (!merge_into(argv[0], argv[i]))
            return 1;
    return 0;
}

// ---- the word that follows ----

// The help of every part, in a form of others.
static void print_parts(enum help_form form, char *asked)
{
    struct help_row rows[LENGTH(parts)];
    int count = 0;
    for (const struct part *p = parts; p->name; p++) {
        char *argv[] = {(char *)p->name, asked, NULL};
        p->run(2, argv);
        rows[count++] = (struct help_row){p->name, p->help};
    }
    help_words(form, "book", rows, count);
}

int book_job(int argc, char **argv)
{
    for (const struct part *p = parts; p->name; p++)
        if (argc > 1 && strcmp(argv[1], p->name) == 0)
            return p->run(argc - 1, argv + 1);
    enum help_form form;
    if (argc > 1 && help_asked(argv[1], &form) && form != HELP_TEXT) {
        print_parts(form, argv[1]);
        return 0;
    }
    bool help = argc > 1 && strcmp(argv[1], "--help") == 0;
    FILE *to = help ? stdout : stderr;
    if (argc > 1 && !help)
        fprintf(to, "outflank book: no '%s' here\n", argv[1]);
    for (const struct part *p = parts; p->name; p++)
        fprintf(to, "  outflank book %-10s %s (--help says more)\n", p->name, p->help);
    return help ? 0 : 2;
}
