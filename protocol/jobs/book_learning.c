// SPDX-License-Identifier: MIT
#include "protocol/jobs/book_learning.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "book/probe.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/symmetry.h"
#include "protocol/jobs/book.h"

static const int64_t second = 1000000000;

void learning_defaults(struct learning *l, const char *job)
{
    *l = (struct learning){.job = job,
                           .hash = "64",
                           .threads = "1",
                           .depth = 12,
                           .solve = 20,
                           .save_every = 60,
                           .plies = 400,
                           .error = 1000000,
                           .ply_cost = 10};
}

static void on_report(void *owner, const struct report *news)
{
    struct learning *l = owner;
    if (news->multipv == 1)
        l->last = *news;
}

// Searches for the learner.
static bool search(void *owner, const struct position *p, const struct moves *among,
                   struct judgement *out)
{
    struct learning *l = owner;
    struct limits limits = limits_none();
    struct thought t;
    struct grid g;
    const char *why;
    if (interrupt_seen(&l->interrupt))
        return false;
    session_game(l->session)->to_grid(p, &g);
    limits.only = *among;
    if (l->move_time)
        limits.move_time = l->move_time;
    else
        limits.depth = (int)l->depth;
    if (grid_count(&g, CELL_EMPTY) <= l->solve) {
        limits.goal = GOAL_EXACT;
        limits.depth = 0;
        limits.move_time = -1;
    }
    l->last = (struct report){0};
    if (!session_set_grid(l->session, &g, &why) || !session_think(l->session, &limits, &t, &why) ||
        interrupt_seen(&l->interrupt))
        return false;
    *out = (struct judgement){.best = t.best,
                              .score = t.score,
                              .depth = l->last.depth,
                              .selectivity = l->last.selectivity,
                              .exact = t.solved};
    return true;
}

static bool set_option(const struct learning *l, enum option_id id, const char *value)
{
    const char *why;
    if (session_set_option(l->session, &options[id], word_of(value), &why))
        return true;
    fprintf(stderr, "outflank book %s: %s '%s': %s\n", l->job, options[id].name, value, why);
    return false;
}

// The game of the book that is there, into a buffer; false says why there is none.
static bool game_of_book(const char *path, char out[GAME_ID_MAX], const char **why)
{
    struct book *b = book_open(path, why);
    bool good = b && word_copy(word_of(book_header(b)->game), out, GAME_ID_MAX);
    book_close(b);
    return good;
}

// A signal stops the search that runs.
static void on_signal(void *owner)
{
    struct learning *l = owner;
    session_request_stop(l->session);
}

bool learning_open(struct learning *l, const char *path)
{
    char id[GAME_ID_MAX] = "othello";
    const char *why = "not enough memory";
    if (!game_of_book(path, id, &why) && l->must_exist) {
        fprintf(stderr, "outflank book %s: %s: %s\n", l->job, path, why);
        return false;
    }
    if (!interrupt_open(&l->interrupt)) {
        fprintf(stderr, "outflank book %s: the system gives no pipe\n", l->job);
        return false;
    }
    if (l->game)
        word_copy(word_of(l->game), id, sizeof id);
    l->session = session_new((struct listener){.owner = l, .report = on_report});
    if (!l->session || !set_option(l, OPTION_GAME, id) || !set_option(l, OPTION_HASH, l->hash) ||
        !set_option(l, OPTION_THREADS, l->threads) || !set_option(l, OPTION_OWN_BOOK, "false")) {
        session_free(l->session);
        interrupt_close(&l->interrupt);
        return false;
    }
    l->terminal = isatty(STDERR_FILENO);
    l->begun = l->saved = l->printed = clock_now();
    l->learner = (struct learner){
        .rules = {{(int)l->ply_cost, (int)l->draw}, (int)l->plies, (int)l->error},
        .path = path,
        .rng = {(uint64_t)clock_now() ^ (uint64_t)getpid() << 32},
        .search = search,
        .owner = l,
    };
    interrupt_watch(&l->interrupt, on_signal, l);
    if (learn_open(&l->learner, session_game(l->session), session_position(l->session), &why))
        return true;
    interrupt_close(&l->interrupt);
    session_free(l->session);
    fprintf(stderr, "outflank book %s: %s: %s\n", l->job, path, why);
    return false;
}

void learning_close(struct learning *l)
{
    interrupt_close(&l->interrupt);
    learn_close(&l->learner);
    session_free(l->session);
}

bool learning_goes_on(const struct learning *l)
{
    return !interrupt_seen(&l->interrupt) &&
           (!l->seconds || clock_now() - l->begun < l->seconds * second);
}

bool learning_save(struct learning *l)
{
    const char *why;
    bool good = learn_save(&l->learner, &why);
    l->saved = clock_now();
    if (!good)
        fprintf(stderr, "%soutflank book %s: %s: %s\n", l->terminal ? "\n" : "", l->job,
                l->learner.path, why);
    return good;
}

void learning_line(const struct graph *g, const move *moves, int count, char *out, size_t size)
{
    struct writer w = writer_on(out, size);
    struct position p = g->root;
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        struct grid grid;
        bool same;
        g->game->to_grid(&p, &grid);
        game_move_print(g->game, &grid, moves[i], name);
        write_text(&w, "%s", name);
        if (!graph_step(g->game, &p, moves[i], &same))
            return;
    }
}

// The line of best play from the root. Returns its length.
static int best_line(const struct graph *g, move *moves, int most, int *score)
{
    struct position p = g->root;
    int length = 0;
    *score = 0;
    while (length < most) {
        int32_t node = graph_find(g, book_key_of(g->game, &p));
        struct book_entry e;
        struct canonical c;
        bool same;
        if (node == GRAPH_NONE)
            break;
        graph_entry(g, node, &e);
        if (length == 0)
            *score = e.score;
        if (e.count == 0)
            break;
        g->game->canonical(&p, &c);
        moves[length] = move_image_back(e.moves[0].m, c.width, c.height, c.symmetry);
        if (!graph_step(g->game, &p, moves[length], &same))
            break;
        length++;
    }
    return length;
}

void learning_tell(struct learning *l, int64_t left, const char *end)
{
    const struct graph *g = &l->learner.graph;
    const double seconds = (double)(clock_now() - l->begun) / 1e9;
    const double rate = seconds > 0 ? (double)l->learner.searched / seconds : 0;
    double rest = left >= 0 && rate > 0 ? (double)left / rate : -1;
    char line[160], score[16];
    move moves[24];
    int value, length = best_line(g, moves, 24, &value);
    if (l->seconds && (rest < 0 || rest > (double)l->seconds - seconds))
        rest = (double)l->seconds - seconds;
    learning_line(g, moves, length, line, sizeof line);
    book_job_score(score, value);
    fprintf(stderr, "%s%" PRId32 " positions, %" PRIu64 " new, %.1f searches/s",
            l->terminal ? "\r" : "", g->count, l->learner.added, rate);
    if (rest >= 0)
        fprintf(stderr, ", %d:%02d:%02d left", (int)rest / 3600, (int)rest / 60 % 60,
                (int)rest % 60);
    fprintf(stderr, "; %s %s%s", score, line, end);
    l->printed = clock_now();
}

void learning_tick(struct learning *l, int64_t left)
{
    if (clock_now() - l->saved > l->save_every * second)
        learning_save(l); // where it fails the next one may not
    if (clock_now() - l->printed > (l->terminal ? second : 60 * second))
        learning_tell(l, left, l->terminal ? " " : "\n");
}
