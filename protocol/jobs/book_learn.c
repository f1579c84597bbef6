// SPDX-License-Identifier: MIT
// book_learn.c - `outflank book learn`: a book grows for as long as it is told.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/learn.h"
#include "book/probe.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/symmetry.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/book.h"
#include "engine/session.h"
#include "protocol/jobs/interrupt.h"

struct learning {
    struct learner learner;
    struct session *session;
    struct interrupt interrupt;
    struct report last;
    int64_t depth, move_time, solve; // how positions are searched
    int64_t begun, until;            // ns on the clock
    int64_t positions;               // to be added, 0 = no limit
    int64_t save_every;              // seconds
    int64_t saved, told;             // ns, when it last was
    bool terminal;
};

static void on_report(void *owner, const struct report *news)
{
    struct learning *l = owner;
    if (news->multipv == 1)
        l->last = *news;
}

static int empties_of(const struct grid *g)
{
    return grid_count(g, CELL_EMPTY);
}

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
    if (l->solve && empties_of(&g) <= l->solve) {
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

// One line: how much there is, how fast it grows, how long it goes on, the best line.
static void tell(struct learning *l, const char *end)
{
    const struct graph *g = &l->learner.graph;
    const int64_t now = clock_now();
    const double seconds = (double)(now - l->begun) / 1e9;
    const double rate = seconds > 0 ? (double)l->learner.added / seconds : 0;
    double left = l->until ? (double)(l->until - now) / 1e9 : -1;
    char line[160], score[16], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(line, sizeof line);
    struct position p = g->root;
    if (l->positions && rate > 0)
        left = (double)(l->positions - (int64_t)l->learner.added) / rate;
    int32_t node = g->count ? 0 : GRAPH_NONE;
    int plies = 0;
    book_job_score(score, node == GRAPH_NONE ? 0 : g->nodes[0].score);
    for (; node != GRAPH_NONE && plies < 24; plies++) {
        struct book_entry e;
        struct canonical c;
        struct grid grid;
        bool same;
        int32_t at = graph_find(g, book_key_of(g->game, &p));
        if (at == GRAPH_NONE)
            break;
        graph_entry(g, at, &e);
        if (e.count == 0)
            break;
        if (plies == 0)
            book_job_score(score, e.score);
        g->game->canonical(&p, &c);
        move m = move_image_back(e.moves[0].m, c.width, c.height, c.symmetry);
        g->game->to_grid(&p, &grid);
        game_move_print(g->game, &grid, m, name);
        write_text(&w, "%s", name);
        if (!graph_step(g->game, &p, m, &same))
            break;
    }
    fprintf(stderr, "%s%" PRId32 " positions, %" PRIu64 " new, %.1f/s", l->terminal ? "\r" : "",
            g->count, l->learner.added, rate);
    if (left >= 0)
        fprintf(stderr, ", %d:%02d:%02d left", (int)left / 3600, (int)left / 60 % 60,
                (int)left % 60);
    fprintf(stderr, "; %s %s%s", score, line, end);
    l->told = now;
}

static bool save(struct learning *l)
{
    const char *why;
    l->saved = clock_now();
    if (learn_save(&l->learner, &why))
        return true;
    fprintf(stderr, "\noutflank book learn: %s: %s; going on\n", l->learner.path, why);
    return false;
}

// Learns until it is enough. The status is 1 when the last save failed.
static int learn(struct learning *l)
{
    const int64_t second = 1000000000;
    bool stopped = false, more = true;
    l->begun = l->saved = l->told = clock_now();
    l->until = l->until ? l->begun + l->until * second : 0;
    while (more && (!l->until || clock_now() < l->until) &&
           (!l->positions || (int64_t)l->learner.added < l->positions)) {
        more = learn_some(&l->learner, &stopped);
        if (clock_now() - l->saved > l->save_every * second)
            save(l);
        if (clock_now() - l->told > (l->terminal ? second : 60 * second))
            tell(l, l->terminal ? " " : "\n");
    }
    bool good = save(l);
    tell(l, "\n");
    if (!more && !stopped)
        fputs("nothing is left to learn within these limits\n", stderr);
    return good ? 0 : 1;
}

static bool set_option(struct session *s, enum option_id id, const char *value)
{
    const char *why;
    if (session_set_option(s, &options[id], word_of(value), &why))
        return true;
    fprintf(stderr, "outflank book learn: %s '%s': %s\n", options[id].name, value, why);
    return false;
}

// A signal came: the search that runs is to end.
static void ask_to_stop(void *session)
{
    session_request_stop(session);
}

int book_learn_job(int argc, char **argv)
{
    struct learning l = {.depth = 12, .solve = 20, .save_every = 60};
    const char *id = "othello", *hash = "64", *threads = "1", *why;
    int64_t plies = 30, cost = 1000000, ply_cost = 10, draw = 0, seconds = 0;
    const struct flag flags[] = {
        {"--game", "-g", FLAG_TEXT, &id, 0, 0, "the game of a new book (othello)"},
        {"--time", "-t", FLAG_NUMBER, &seconds, 1, 100000000, "seconds to learn (until stopped)"},
        {"--positions", NULL, FLAG_NUMBER, &l.positions, 1, 1000000000, "positions to add at most"},
        {"--depth", "-d", FLAG_NUMBER, &l.depth, 1, 60, "depth of a search (12)"},
        {"--move-time", NULL, FLAG_NUMBER, &l.move_time, 1, 1000000,
         "milliseconds of a search, instead of a depth"},
        {"--solve", NULL, FLAG_NUMBER, &l.solve, 0, 64, "empty cells from which on it solves (20)"},
        {"--plies", NULL, FLAG_NUMBER, &plies, 1, 400, "how far from the start it goes (30)"},
        {"--error", NULL, FLAG_NUMBER, &cost, 0, 1000000,
         "hundredths that a line may cost, plies counted (no limit)"},
        {"--ply-cost", NULL, FLAG_NUMBER, &ply_cost, 0, 1000,
         "hundredths a ply counts: less goes deeper, more wider (10)"},
        {"--draw", NULL, FLAG_NUMBER, &draw, -10000, 10000,
         "hundredths a proven draw counts for the first player (0)"},
        {"--save-every", NULL, FLAG_NUMBER, &l.save_every, 1, 100000, "seconds between saves (60)"},
        {"--hash", NULL, FLAG_TEXT, &hash, 0, 0, "memory in MiB (64)"},
        {"--threads", "-n", FLAG_TEXT, &threads, 0, 0, "threads (1)"},
        {NULL, NULL, FLAG_ON, NULL, 0, 0, NULL},
    };
    int words = args_read(argc, argv, flags, "outflank book learn BOOK [flags]");
    if (words < 0)
        return words == -2 ? 0 : 2;
    if (words != 1) {
        fputs("outflank book learn: one book is needed\n", stderr);
        return 2;
    }
    if (!interrupt_open(&l.interrupt)) {
        fputs("outflank book learn: the system gives no pipe\n", stderr);
        return 1;
    }
    l.session = session_new((struct listener){.owner = &l, .report = on_report});
    int status = 2;
    if (l.session && set_option(l.session, OPTION_GAME, id) &&
        set_option(l.session, OPTION_HASH, hash) &&
        set_option(l.session, OPTION_THREADS, threads) &&
        set_option(l.session, OPTION_OWN_BOOK, "false")) {
        l.until = seconds;
        l.terminal = isatty(STDERR_FILENO);
        l.learner = (struct learner){
            .rules = {{(int)ply_cost, (int)draw}, (int)plies, (int)cost},
            .path = argv[0],
            .rng = {(uint64_t)clock_now() ^ (uint64_t)getpid() << 32},
            .search = search,
            .owner = &l,
        };
        interrupt_watch(&l.interrupt, ask_to_stop, l.session);
        if (learn_open(&l.learner, session_game(l.session), session_position(l.session), &why)) {
            status = learn(&l);
            learn_close(&l.learner);
        } else {
            fprintf(stderr, "outflank book learn: %s: %s\n", argv[0], why);
            status = 1;
        }
    }
    interrupt_close(&l.interrupt);
    session_free(l.session);
    return status;
}
