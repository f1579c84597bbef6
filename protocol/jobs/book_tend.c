// SPDX-License-Identifier: MIT
// book_tend.c - the parts of `outflank book` that change or show what is there without a search:
// fix, link, prune, stats, export, serve-text.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/probe.h"
#include "engine/games.h"
#include "engine/symmetry.h"
#include "protocol/jobs/args.h"
#include "protocol/jobs/book.h"
#include "protocol/jobs/book_learning.h"

#define NO_MORE_FLAGS                                                                              \
    {                                                                                              \
        NULL, NULL, FLAG_ON, NULL, 0, 0, NULL                                                      \
    }

// Reads the words, which are to name one book. The status, or -1 when they do.
static int read_one(const char *job, int argc, char **argv, const struct flag *flags,
                    const char *usage)
{
    int words = args_read(argc, argv, flags, usage);
    if (words < 0)
        return words == -2 ? 0 : 2;
    if (words == 1)
        return -1;
    fprintf(stderr, "outflank book %s: one book is needed\n", job);
    return 2;
}

// The same, and opens the book, which is there, to change it.
static int open_one(struct learning *l, int argc, char **argv, const struct flag *flags,
                    const char *usage)
{
    int status = read_one(l->job, argc, argv, flags, usage);
    l->must_exist = true;
    return status >= 0 ? status : learning_open(l, argv[0]) ? -1 : 1;
}

// Opens the graph of a book to look at: a file, or one in the program by its game's id. False after a
// message on stderr.
static bool open_graph(struct graph *g, const char *job, const char *name)
{
    const struct game *game;
    struct position start;
    struct book *b = book_job_open(job, name, &game, &start);
    const char *why = "there is no memory";
    if (!b)
        return false;
    bool made = false, good = book_check(b, &why);
    if (good && book_header(b)->reach > 0) {
        why = "the book holds results alone, and no lines";
        good = false;
    }
    good = good && (made = graph_open(g, game, &start)) && graph_load(g, b);
    if (good) {
        graph_link(g);
        graph_update(g, (struct graph_rules){.ply_cost = 10});
    } else {
        fprintf(stderr, "outflank book %s: %s: %s\n", job, name, why);
        if (made)
            graph_close(g);
    }
    book_close(b);
    return good;
}

static int64_t edges_in(const struct graph *g)
{
    int64_t edges = 0;
    for (int32_t i = 0; i < g->count; i++)
        for (int k = 0; k < g->nodes[i].count; k++)
            edges += g->nodes[i].edges[k].child != GRAPH_NONE;
    return edges;
}

// Links between positions that the book has and did not know of. Values are worked out anew.
static int relink(const char *job, int argc, char **argv)
{
    struct learning l;
    const struct flag flags[] = {NO_MORE_FLAGS};
    learning_defaults(&l, job);
    int status = open_one(&l, argc, argv, flags, "outflank book fix|link BOOK");
    if (status >= 0)
        return status;
    status = learning_save(&l) ? 0 : 1;
    if (status == 0)
        printf("%" PRId32 " positions, %" PRId64 " links\n", l.learner.graph.count,
               edges_in(&l.learner.graph));
    learning_close(&l);
    return status;
}

int book_fix_job(int argc, char **argv)
{
    return relink("fix", argc, argv);
}

int book_link_job(int argc, char **argv)
{
    return relink("link", argc, argv);
}

int book_prune_job(int argc, char **argv)
{
    struct learning l;
    const char *why;
    learning_defaults(&l, "prune");
    l.error = GRAPH_COST_NONE;
    const struct flag flags[] = {
        {"--error", NULL, FLAG_NUMBER, &l.error, 0, 1000000, "hundredths a line may cost"},
        {"--ply-cost", NULL, FLAG_NUMBER, &l.ply_cost, 0, 1000, "hundredths a ply counts (10)"},
        {"--plies", NULL, FLAG_NUMBER, &l.plies, 0, 400, "how far from the start"},
        NO_MORE_FLAGS};
    int status = open_one(&l, argc, argv, flags, "outflank book prune BOOK [flags]");
    if (status >= 0)
        return status;
    int dropped = learn_prune(&l.learner);
    bool good = learn_replace(&l.learner, &why);
    if (good)
        printf("%d positions taken out, %" PRId32 " left\n", dropped, l.learner.graph.count);
    else
        fprintf(stderr, "outflank book prune: %s: %s\n", argv[0], why);
    learning_close(&l);
    return good ? 0 : 1;
}

// ---- stats ----

int book_stats_job(int argc, char **argv)
{
    struct graph graph, *g = &graph;
    const struct flag flags[] = {NO_MORE_FLAGS};
    struct {
        int64_t nodes, leaves, exact, depth;
    } at[CELLS_MAX + 2] = {{0}}; // the last are those no way is known to
    int status = read_one("stats", argc, argv, flags, "outflank book stats BOOK");
    if (status >= 0)
        return status;
    if (!open_graph(g, "stats", argv[0]))
        return 1;
    int64_t lost = 0;
    for (int32_t i = 0; i < g->count; i++) {
        const struct graph_node *n = &g->nodes[i];
        bool leaf = true;
        for (int k = 0; k < n->count; k++)
            leaf &= n->edges[k].child == GRAPH_NONE;
        const int row = n->counted ? n->stones : CELLS_MAX + 1;
        lost += n->cost >= GRAPH_COST_NONE;
        at[row].nodes++;
        at[row].leaves += leaf;
        at[row].exact += n->kind == BOOK_EXACT;
        at[row].depth += n->depth;
    }
    printf("stones  positions   leaves    exact  depth\n");
    for (int i = 0; i <= CELLS_MAX + 1; i++) {
        char stones[16];
        struct writer w = writer_on(stones, sizeof stones);
        if (i <= CELLS_MAX)
            write_text(&w, "%d", i);
        else
            write_text(&w, "?");
        if (at[i].nodes)
            printf("%6s %10" PRId64 " %8" PRId64 " %8" PRId64 " %6.1f\n", stones, at[i].nodes,
                   at[i].leaves, at[i].exact, (double)at[i].depth / (double)at[i].nodes);
    }
    printf("total  %10" PRId32 ", %" PRId64 " links, %" PRId64 " not linked to the start\n",
           g->count, edges_in(g), lost);
    graph_close(g);
    return 0;
}

// ---- text ----

// An entry as a line: its score, what it is, depth, lines, and the moves with theirs.
static void write_entry(const struct game *game, const struct position *p,
                        const struct book_entry *e, struct writer *w)
{
    static const char *const kinds[] = {"estimate", "exact", "outcome"};
    struct grid g;
    char score[16], name[MOVE_TEXT_MAX];
    game->to_grid(p, &g);
    book_job_score(score, e->score);
    write_text(w, "%s %s depth %d@%d lines %" PRIu32, score, kinds[e->kind], e->depth,
               e->selectivity, e->lines);
    for (int i = 0; i < e->count; i++) {
        game_move_print(game, &g, e->moves[i].m, name);
        book_job_score(score, e->moves[i].score);
        write_text(w, "%s%s %s", i ? ", " : ": ", name, score);
    }
}

// The entry of a node with its moves as they are on this board.
static void entry_on(const struct graph *g, int32_t node, const struct position *p,
                     struct book_entry *e)
{
    struct canonical c;
    graph_entry(g, node, e);
    g->game->canonical(p, &c);
    for (int i = 0; i < e->count; i++)
        e->moves[i].m = move_image_back(e->moves[i].m, c.width, c.height, c.symmetry);
}

// Edax's text form: the board from a1 on, the mover's discs X, then the level, the best move that
// leads out of the book and its score in discs.
static void print_edax(const struct graph *g, int32_t node, const struct position *p, FILE *to)
{
    const struct graph_node *n = &g->nodes[node];
    struct canonical c;
    struct grid grid;
    char board[CELLS_MAX + 1], name[MOVE_TEXT_MAX] = "--";
    int best = GRAPH_NONE;
    g->game->canonical(p, &c);
    g->game->to_grid(p, &grid);
    for (int i = 0; i < grid.width * grid.height; i++)
        board[i] = grid.cell[i] == CELL_EMPTY                                  ? '-'
                   : (grid.cell[i] == CELL_SECOND) == (grid.to_move == SECOND) ? 'X'
                                                                               : 'O';
    board[grid.width * grid.height] = 0;
    for (int i = 0; i < n->count; i++)
        if (n->edges[i].child == GRAPH_NONE &&
            (best < 0 || n->edges[i].score > n->edges[best].score))
            best = i;
    if (best >= 0)
        game_move_print(g->game, &grid,
                        move_image_back(n->edges[best].m, c.width, c.height, c.symmetry), name);
    int score = best < 0 ? n->score : n->edges[best].score;
    fprintf(to, "%s X,%d,%s,%d\n", board, n->depth, name, (score + (score < 0 ? -50 : 50)) / 100);
}

// Writes every position that a way leads to.
static bool export_to(const struct graph *g, bool edax, FILE *to)
{
    for (int32_t i = 0; i < g->count; i++) {
        struct position p;
        struct book_entry e;
        move path[GRAPH_PATH_MAX];
        char line[4096], moves[1024];
        int length = graph_path(g, i, &p, path);
        if (length < 0)
            continue;
        if (edax) {
            print_edax(g, i, &p, to);
            continue;
        }
        struct writer w = writer_on(line, sizeof line);
        entry_on(g, i, &p, &e);
        write_entry(g->game, &p, &e, &w);
        learning_line(g, path, length, moves, sizeof moves);
        fprintf(to, "%s %s\n", length ? moves : "startpos", line);
    }
    return fflush(to) == 0 && !ferror(to);
}

int book_export_job(int argc, char **argv)
{
    struct graph g;
    const char *format = "text";
    const struct flag flags[] = {
        {"--format", NULL, FLAG_TEXT, &format, 0, 0, "text, or edax: Edax's text form"},
        NO_MORE_FLAGS};
    int status =
        read_one("export", argc, argv, flags, "outflank book export BOOK [--format text|edax]");
    if (status >= 0)
        return status;
    if (!open_graph(&g, "export", argv[0]))
        return 1;
    bool edax = strcmp(format, "edax") == 0, good = edax || strcmp(format, "text") == 0;
    if (edax && strcmp(g.id, "othello") != 0)
        good = false;
    if (!good)
        fprintf(stderr, "outflank book export: the format is text, or edax for Othello on 8x8\n");
    status = !good ? 2 : export_to(&g, edax, stdout) ? 0 : 1;
    graph_close(&g);
    return status;
}

// Answers positions line by line, for other programs: an entry, "none", or "? reason".
int book_serve_job(int argc, char **argv)
{
    char line[1 << 16];
    const struct flag flags[] = {NO_MORE_FLAGS};
    int words = args_read(argc, argv, flags, "outflank book serve-text BOOK");
    const struct game *game;
    struct position start;
    const char *why;
    if (words != 1)
        return words == -2 ? 0 : 2;
    struct book *b = book_job_open("serve-text", argv[0], &game, &start);
    struct session *s = b ? session_new((struct listener){0}) : NULL;
    bool good = s && session_set_game(s, word_of(book_header(b)->game), &why);
    while (good && fgets(line, sizeof line, stdin)) {
        struct word text = word_trim((struct word){line, strcspn(line, "\r\n")});
        struct book_entry e;
        char answer[4096];
        struct writer w = writer_on(answer, sizeof answer);
        if (text.length == 0)
            continue;
        if (!session_set_text(s, text, &why))
            write_text(&w, "? %s", why);
        else if (book_probe(b, game, session_position(s), &e) ||
                 book_value(b, game, session_position(s), &e))
            write_entry(game, session_position(s), &e, &w);
        else
            write_text(&w, "none");
        puts(answer);
        good = fflush(stdout) == 0;
    }
    session_free(s);
    book_close(b);
    return good ? 0 : 1;
}
