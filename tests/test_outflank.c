// SPDX-License-Identifier: MIT
// test_outflank.c - the library's face: texts in and out, moves forth and back, searches that wait,
// report and are stopped, proofs, options, and refusals that change nothing.
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/outflank.h"
#include "tests/book_check.h"

static struct outflank *engine;
static const char *why;

static void open_engine(void)
{
    engine = outflank_open(NULL, &why);
    cr_assert(engine && outflank_set_option(engine, "hash", "4", &why));
    why = NULL;
}

static void close_engine(void)
{
    outflank_close(engine);
}

TestSuite(outflank, .init = open_engine, .fini = close_engine);

// One of the functions that give a text.
typedef size_t text_of(const struct outflank *e, char *out, size_t size);

static void expect_text(text_of *f, const char *want)
{
    char text[OUTFLANK_MOVES_MAX], part[4] = "###";
    cr_expect_eq(f(engine, text, sizeof text), strlen(want));
    cr_expect_str_eq(text, want);
    cr_expect_eq(f(engine, NULL, 0), strlen(want), "the length alone");
    cr_expect_eq(f(engine, part, sizeof part), strlen(want), "the length of what is cut");
    cr_expect_eq(strncmp(part, want, 3), 0);
    cr_expect_eq(part[3], '\0');
}

static void set(const char *game, const char *position)
{
    cr_assert(outflank_set_game(engine, game, &why), "%s: %s", game, why);
    cr_assert(outflank_set_position(engine, position, &why), "%s: %s", position, why);
}

Test(outflank, opens_any_game_there_is)
{
    cr_expect_str_eq(outflank_version(), OUTFLANK_VERSION);
    int count = 0;
    for (const char *name; (name = outflank_game_name(count)); count++) {
        struct outflank *e = outflank_open(name, &why);
        char id[OUTFLANK_ID_MAX];
        cr_assert_not_null(e);
        outflank_game(e, id, sizeof id);
        cr_expect_str_eq(id, name);
        cr_expect(outflank_game_title(count)[0] && outflank_game_help(count)[0]);
        outflank_close(e);
    }
    cr_expect_geq(count, 3);
    cr_expect_null(outflank_game_title(count));
    cr_expect_null(outflank_game_help(-1));
    cr_expect_null(outflank_open("chess", &why));
    cr_expect_not_null(strstr(why, "othello"));
    cr_expect_null(outflank_open("othello:7x7", NULL), "nobody need ask why");
    outflank_close(NULL);
}

// A text that is none is an empty text: refused, and nothing has changed.
Test(outflank, refuses_texts_that_are_none)
{
    char value[8];
    set("othello:4x4", "b1");
    cr_expect_not(outflank_set_game(engine, NULL, &why));
    cr_expect_not(outflank_set_position(engine, NULL, NULL));
    cr_expect_not(outflank_play(engine, NULL, &why));
    cr_expect_not(outflank_set_option(engine, NULL, "1", &why));
    cr_expect_not(outflank_set_option(engine, "Hash", NULL, &why));
    cr_expect(outflank_set_option(engine, "Clear Hash", NULL, &why));
    cr_expect_not(outflank_get_option(engine, NULL, value, sizeof value));
    expect_text(outflank_played, "b1");
    cr_expect(outflank_think(engine, NULL, NULL, NULL, NULL));
}

Test(outflank, plays_and_takes_back)
{
    const char *start = "8/8/8/3ox3/3xo3/8/8/8 x";
    expect_text(outflank_game, "othello");
    expect_text(outflank_position, start);
    expect_text(outflank_moves, "d3 c4 f5 e6");
    expect_text(outflank_played, "");
    cr_expect_eq(outflank_turn(engine), 1);
    cr_assert(outflank_play(engine, "f5", &why) && outflank_play(engine, " F6 ", &why));
    cr_assert_not(outflank_play(engine, "a1", &why));
    cr_expect_str_eq(why, "the move is not legal");
    cr_assert_not(outflank_play(engine, "z9", &why));
    cr_expect_str_eq(why, "that is no move on this board");
    expect_text(outflank_played, "f5 f6");
    cr_expect(outflank_undo(engine) && outflank_turn(engine) == 2);
    cr_expect(outflank_undo(engine) && !outflank_undo(engine));
    expect_text(outflank_position, start);
    cr_expect(outflank_redo(engine) && outflank_redo(engine) && !outflank_redo(engine));
    expect_text(outflank_played, "f5 f6");
    outflank_new_game(engine);
    expect_text(outflank_position, start);
}

Test(outflank, reads_positions_in_every_form)
{
    set("connect4", "4453");
    expect_text(outflank_position, "7/7/7/7/3o3/2oxx2 x");
    expect_text(outflank_played, "d d e c");
    set("c4:9x10,x=c4", "startpos");
    expect_text(outflank_game, "connect4:9x10,x=c4");
    cr_expect_eq(outflank_width(engine), 9);
    cr_expect_eq(outflank_height(engine), 10);
    cr_expect_eq(outflank_cell(engine, 2, 6), 3);
    cr_expect_eq(outflank_cell(engine, 0, 0), 0);
    cr_expect_eq(outflank_cell(engine, 9, 0), -1);
    cr_expect_eq(outflank_cell(engine, 0, -1), -1);
    set("gomoku:9", "9/9/9/4x4/4o4/9/9/9/9 x");
    cr_expect_eq(outflank_cell(engine, 4, 3), 1);
    cr_expect_eq(outflank_cell(engine, 4, 4), 2);
    expect_text(outflank_played, "");
    cr_expect_not(outflank_set_position(engine, "nonsense", &why));
    expect_text(outflank_position, "9/9/9/4x4/4o4/9/9/9/9 x");
    cr_expect_not(outflank_set_game(engine, "gomoku:99", &why));
    expect_text(outflank_game, "gomoku:9");
}

Test(outflank, knows_the_end_and_its_result)
{
    int margin = 7;
    cr_expect_not(outflank_over(engine, &margin));
    cr_expect_eq(margin, 7);
    set("connect4", "1212121");
    cr_expect(outflank_over(engine, &margin) && margin == 1);
    cr_expect(outflank_over(engine, NULL));
    expect_text(outflank_moves, "");
    struct outflank_answer a;
    cr_assert(outflank_think(engine, NULL, NULL, &a, &why));
    cr_expect_str_eq(a.best, "none");
    cr_expect_str_eq(a.line, "");
}

struct heard {
    int reports, answers;
    char line[OUTFLANK_LINE_MAX];
    struct outflank_answer answer;
    struct outflank *to_stop;
};

static void on_report(void *owner, const struct outflank_report *news)
{
    struct heard *h = owner;
    h->reports++;
    cr_expect_leq(news->win_permille, 1000);
    strncpy(h->line, news->line, sizeof h->line - 1);
    if (h->to_stop)
        outflank_stop(h->to_stop);
}

static void on_done(void *owner, const struct outflank_answer *answer)
{
    struct heard *h = owner;
    h->answers++;
    h->answer = *answer;
}

Test(outflank, thinks_within_limits)
{
    struct heard h = {0};
    const struct outflank_listener listener = {&h, on_report, on_done};
    const struct outflank_limits limits[] = {
        {.depth = 3},     {.nodes = 500}, {.move_time = 1},
        {.time = {1, 0}}, {.only = "f5"}, {.depth = 2, .multipv = 4, .only = "f5 c4"},
    };
    for (size_t i = 0; i < LENGTH(limits); i++) {
        struct outflank_limits l = limits[i];
        struct outflank_answer a;
        if (l.only && !l.depth)
            l.depth = 4;
        cr_assert(outflank_think(engine, &l, &listener, &a, &why), "%zu: %s", i, why);
        cr_expect_eq(h.answers, (int)i + 1);
        cr_expect_eq(h.answer.nodes, a.nodes);
        cr_expect_str_eq(h.answer.best, a.best);
        cr_expect(strncmp(a.line, a.best, strlen(a.best)) == 0, "%s: %s", a.best, a.line);
        cr_expect(!l.only || strstr(l.only, a.best), "%s is not of %s", a.best, l.only);
        cr_assert(outflank_play(engine, a.best, &why) && outflank_undo(engine));
    }
    cr_expect_geq(h.reports, 6);
    struct outflank_answer a;
    struct outflank_limits bad[] = {
        {.only = "a1"}, {.goal = (enum outflank_goal)9}, {.alpha = 2, .beta = -2}};
    for (size_t i = 0; i < LENGTH(bad); i++)
        cr_expect_not(outflank_think(engine, &bad[i], NULL, &a, &why), "%zu", i);
}

// An endless search ends when it is told to, from its own report, from here or from closing.
Test(outflank, is_stopped_from_anywhere, .timeout = 60)
{
    struct heard h = {.to_stop = engine};
    const struct outflank_listener listener = {&h, on_report, on_done};
    const struct outflank_limits endless = {.infinite = true},
                                 ponder = {.ponder = true, .depth = 1};
    struct outflank_answer a;
    cr_assert(outflank_think(engine, &endless, &listener, &a, &why));
    cr_expect_eq(h.answers, 1);
    h.to_stop = NULL;
    cr_assert(outflank_go(engine, &endless, &listener, &why));
    outflank_stop(engine);
    outflank_wait(engine);
    cr_expect_eq(h.answers, 2);
    cr_assert(outflank_go(engine, &ponder, &listener, &why));
    outflank_ponderhit(engine);
    outflank_wait(engine);
    cr_expect_eq(h.answers, 3);
    // The position may change under a search, which has its own; another search ends it first.
    cr_assert(outflank_go(engine, &endless, &listener, &why));
    cr_assert(outflank_set_game(engine, "connect4", &why));
    cr_assert(outflank_go(engine, &endless, &listener, &why));
    cr_expect_eq(h.answers, 4);
    cr_expect(strlen(h.answer.best) == 2, "%s is no move of Othello", h.answer.best);
    close_engine();
    cr_expect_eq(h.answers, 5);
    cr_expect(strlen(h.answer.best) == 1, "%s is no column", h.answer.best);
    open_engine();
}

Test(outflank, proves_values)
{
    struct outflank_answer a;
    set("othello:4x4", "startpos");
    cr_assert(outflank_solve(engine, OUTFLANK_EXACT, &a, &why));
    cr_expect(a.solved && a.score == -1000 && a.bound == OUTFLANK_VALUE);
    cr_assert(outflank_solve(engine, OUTFLANK_OUTCOME, &a, &why));
    cr_expect(a.proven && !a.solved && a.score < 0 && a.bound == OUTFLANK_UPPER);
    struct outflank_limits beside = {.goal = OUTFLANK_EXACT, .alpha = 5, .beta = 6};
    cr_assert(outflank_think(engine, &beside, NULL, &a, &why));
    cr_expect(a.proven && !a.solved && a.score <= 500 && a.bound == OUTFLANK_UPPER);
    set("gomoku:9", "9/9/9/2xxx4/9/4oo3/4o4/9/9 x");
    cr_assert(outflank_solve(engine, OUTFLANK_VCF, &a, &why));
    cr_expect(a.solved && a.win_in == 3, "%d %d", a.solved, a.win_in);
    set("gomoku:9", "9/9/9/2xx5/9/9/4oo3/9/9 x");
    cr_assert(outflank_solve(engine, OUTFLANK_VCF, &a, &why));
    cr_expect(!a.proven && !a.solved);
    set("connect4", "121212");
    cr_assert(outflank_solve(engine, OUTFLANK_EXACT, &a, &why));
    cr_expect_eq(a.win_in, 1);
    cr_expect_not(outflank_solve(engine, OUTFLANK_VCT, &a, &why));
    cr_expect_not_null(strstr(why, "vct"));
}

struct caller {
    struct outflank *engine;
    atomic_bool over;
};

static void *call(void *arg)
{
    struct caller *c = arg;
    while (!atomic_load(&c->over)) {
        outflank_ponderhit(c->engine);
        outflank_stop(c->engine);
    }
    return NULL;
}

// A stop or a ponderhit may come at any moment, also while a search begins: one of the last of them
// ends it. (The thread sanitizer sees the rest.)
Test(outflank, is_told_at_any_moment, .timeout = 60)
{
    struct caller c = {.engine = engine};
    const struct outflank_limits ponder = {.ponder = true, .depth = 2};
    struct outflank_answer a;
    pthread_t thread;
    cr_assert_eq(pthread_create(&thread, NULL, call, &c), 0);
    for (int i = 0; i < 100; i++)
        cr_expect(outflank_think(engine, &ponder, NULL, &a, &why));
    atomic_store(&c.over, true);
    pthread_join(thread, NULL);
}

// A proof is the solver's, also where tree search is set to choose moves.
Test(outflank, proves_the_same_values_with_tree_search_set)
{
    static const struct {
        const char *game, *position;
    } rows[] = {{"connect4", "121212"}, {"connect4:5x4", "startpos"}, {"othello:4x4", "startpos"}};
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (int goal = OUTFLANK_EXACT; goal <= OUTFLANK_OUTCOME; goal++) {
            struct outflank_answer want, got;
            set(rows[i].game, rows[i].position);
            cr_assert(outflank_set_option(engine, "Search", "negamax", &why));
            cr_assert(outflank_solve(engine, (enum outflank_goal)goal, &want, &why));
            cr_assert(outflank_set_option(engine, "Search", "mcts", &why));
            cr_assert(outflank_solve(engine, (enum outflank_goal)goal, &got, &why));
            cr_expect(got.proven && got.score == want.score && got.bound == want.bound &&
                          got.solved == want.solved,
                      "%s %s, goal %d: %d and %d", rows[i].game, rows[i].position, goal, got.score,
                      want.score);
        }
}

Test(outflank, evaluates_for_the_side_to_move)
{
    set("othello", "f5d6c3");
    int before = outflank_evaluate(engine);
    set("othello", "8/8/8/8/8/8/8/xxxxxxx1 x");
    cr_expect_gt(outflank_evaluate(engine), 0);
    set("othello", "f5d6c3");
    cr_expect_eq(outflank_evaluate(engine), before);
}

Test(outflank, lists_and_sets_options)
{
    struct outflank_option o;
    char text[64];
    int count = 0, combos = 0;
    for (; outflank_option_at(count, &o); count++) {
        cr_expect(o.name[0] && o.help[0]);
        cr_expect(outflank_get_option(engine, o.name, text, sizeof text));
        cr_expect_eq(outflank_option_word(count, 0) != NULL, o.type == OUTFLANK_COMBO);
        bool among = false;
        for (int i = 0; outflank_option_word(count, i); i++)
            among = among || strcmp(outflank_option_word(count, i), o.text) == 0;
        cr_expect_eq(among, o.type == OUTFLANK_COMBO, "%s", o.name);
        combos += among;
        if (o.type == OUTFLANK_SPIN)
            cr_expect(o.min <= o.value && o.value <= o.max);
    }
    cr_expect(count > 10 && combos >= 3);
    cr_expect_not(outflank_option_at(-1, &o));
    cr_expect_null(outflank_option_word(-1, 0));
    cr_expect_null(outflank_option_word(count, 0));
    cr_expect(outflank_set_option(engine, "threads", "2", &why));
    cr_expect(outflank_get_option(engine, "Threads", text, sizeof text));
    cr_expect_str_eq(text, "2");
    cr_expect_not(outflank_set_option(engine, "Threads", "many", &why));
    cr_expect_not(outflank_set_option(engine, "Colour", "red", &why));
    cr_expect_not(outflank_get_option(engine, "Colour", text, sizeof text));
    cr_expect(outflank_get_option(engine, "Game", text, sizeof text));
    cr_expect_str_eq(text, "othello");
}

// A text is cut where the caller's buffer ends, and nowhere before.
Test(outflank, tells_an_option_whole)
{
    struct folder f = folder_new();
    struct book_header h = {.game = "othello", .width = 8};
    char path[512], told[1024];
    struct writer w = writer_on(path, sizeof path);
    write_entries(f.path, &h, NULL, 0);
    write_text(&w, "%s", f.name);
    while (w.length < 400)
        write_text(&w, "/.");
    write_text(&w, "/a.book");
    cr_assert(outflank_set_option(engine, "Book File", path, &why), "%s", why);
    cr_assert(outflank_get_option(engine, "Book File", told, sizeof told));
    cr_expect_str_eq(told, path);
    folder_free(&f);
}
