// SPDX-License-Identifier: MIT
#include "engine/session.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "book/ask.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/memory.h"
#include "engine/played.h"
#include "engine/pool.h"
#include "engine/strength.h"
#include "engine/thread.h"

struct session {
    struct listener listener;
    struct played *played, *spare; // the spare one holds a draft
    bool drafting;
    struct settings settings;
    struct memory *memory;
    struct pool *pool;
    struct books *books;

    // The running search; `lock` guards `thinking`, the rest is its own until it has answered.
    pthread_t thread;
    bool joinable;
    atomic_bool stop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool thinking;
    struct clock clock;
    struct search search;
    const struct game *thinking_game;
    struct position thinking_on;
    int thinking_strength;
    struct rng rng; // for weaker play, which differs from game to game
};

// ---- the position -------------------------------------------------------------------------------

// The game in use: the draft while there is one.
static struct played *played_of(const struct session *s)
{
    return s->drafting ? s->spare : s->played;
}

const struct game *session_game(const struct session *s)
{
    return played_of(s)->game;
}

const struct position *session_position(const struct session *s)
{
    return played_now(played_of(s));
}

const struct settings *session_settings(const struct session *s)
{
    return &s->settings;
}

void session_grid(const struct session *s, struct grid *g)
{
    session_game(s)->to_grid(session_position(s), g);
}

bool session_set_game(struct session *s, struct word id, const char **why)
{
    const struct game *game;
    struct position start;
    if (!game_find(id, &game, &start, why))
        return false;
    session_set_position(s, game, &start);
    return true;
}

void session_restart(struct session *s)
{
    played_restart(played_of(s));
}

void session_new_game(struct session *s)
{
    session_restart(s);
    session_forget(s);
}

void session_set_position(struct session *s, const struct game *game, const struct position *p)
{
    played_begin(played_of(s), game, p);
    if (!s->drafting)
        game_id(game, p, s->settings.game);
}

bool session_set_grid(struct session *s, const struct grid *g, const char **why)
{
    return played_set_grid(played_of(s), g, why);
}

bool session_set_text(struct session *s, struct word text, const char **why)
{
    size_t offset;
    return session_set_text_at(s, text, &offset, why);
}

bool session_set_text_at(struct session *s, struct word text, size_t *offset, const char **why)
{
    bool nested = s->drafting;
    const char *at = text.text;
    struct word inside = word_trim(text);
    if (inside.length == 0) {
        *offset = 0;
        *why = "there is no position";
        return false;
    }
    if (!nested)
        session_draft(s);
    bool good = played_set_text(played_of(s), inside, &at, why);
    if (!nested && good)
        session_keep(s);
    if (!nested)
        session_discard(s);
    *offset = (size_t)(at - text.text);
    return good;
}

bool session_play(struct session *s, move m)
{
    return played_add(played_of(s), m);
}

bool session_play_as(struct session *s, enum side side, move m)
{
    return played_add_as(played_of(s), side, m);
}

bool session_undo(struct session *s)
{
    return played_undo(played_of(s));
}

bool session_redo(struct session *s)
{
    return played_redo(played_of(s));
}

int session_ply(const struct session *s)
{
    return played_of(s)->ply;
}

move session_move_at(const struct session *s, int ply)
{
    const struct played *g = played_of(s);
    return ply >= 0 && ply < g->ply ? g->moves[ply] : MOVE_NONE;
}

move session_last_move(const struct session *s)
{
    return session_move_at(s, session_ply(s) - 1);
}

void session_draft(struct session *s)
{
    played_begin(s->spare, s->played->game, session_position(s));
    s->drafting = true;
}

void session_keep(struct session *s)
{
    struct played *kept = s->spare;
    s->spare = s->played;
    s->played = kept;
    s->drafting = false;
    session_game_id(s, s->settings.game);
}

void session_discard(struct session *s)
{
    s->drafting = false;
}

// ---- the search ---------------------------------------------------------------------------------

struct limits limits_none(void)
{
    return (struct limits){.time = {-1, -1}, .move_time = -1, .multipv = 1};
}

static void say(const struct session *s, const char *text)
{
    if (s->listener.say)
        s->listener.say(s->listener.owner, text);
}

// Waits while an endless search has an answer that may not be given yet.
static void hold_answer(struct session *s)
{
    pthread_mutex_lock(&s->lock);
    while (!atomic_load(&s->stop) && (s->search.limits.infinite || clock_pondering(&s->clock)))
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

// Gives the answer. A search never returns an illegal move; if one did, a legal one is given
// instead. A finished game has none, and the value stays.
static void session_done(struct session *s, struct thought t)
{
    struct position p = s->thinking_on;
    if (!s->thinking_game->play(&p, t.best)) {
        struct moves legal;
        s->thinking_game->moves(&s->thinking_on, &legal);
        if (legal.count)
            t = (struct thought){.best = legal.at[0]};
        else
            t.best = MOVE_NONE;
        t.ponder = MOVE_NONE;
    } else if (t.ponder != MOVE_NONE && !s->thinking_game->play(&p, t.ponder)) {
        t.ponder = MOVE_NONE;
    }
    if (s->listener.done)
        s->listener.done(s->listener.owner, &t);
    pthread_mutex_lock(&s->lock);
    s->thinking = false;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    if (s->listener.ended)
        s->listener.ended(s->listener.owner);
}

// A finished game leaves nothing to think about: its value is its result.
static struct thought over_thought(const struct session *s)
{
    return (struct thought){.best = MOVE_NONE,
                            .ponder = MOVE_NONE,
                            .score = s->thinking_game->end_score(&s->thinking_on),
                            .proven = true,
                            .solved = true};
}

static struct thought think(struct session *s)
{
    int margin;
    if (s->thinking_game->over(&s->thinking_on, &margin))
        return over_thought(s);
    struct thought t = strength_think(s->thinking_game, &s->thinking_on, &s->search,
                                      s->thinking_strength, &s->rng);
    if (s->search.limits.goal == GOAL_PLAY)
        books_note(s->books, s->thinking_game, &s->thinking_on, &t);
    const char *news = books_news(s->books);
    if (news)
        say(s, news);
    return t;
}

static void *think_thread(void *arg)
{
    struct session *s = arg;
    struct thought t = think(s);
    hold_answer(s);
    session_done(s, t);
    return NULL;
}

// The mover's turns until the game must end, for sharing out the clock.
static int turns_left(const struct game *game, const struct position *p)
{
    struct grid g;
    game->to_grid(p, &g);
    return (grid_count(&g, CELL_EMPTY) + 1) / 2;
}

// Says which line of the book it is, and how many go through the position.
static void say_book(const struct session *s, const struct report *r)
{
    char text[1024], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    struct position p = s->thinking_on;
    write_text(&w, "book");
    for (int i = 0; i < r->line_length && i < 32; i++) {
        struct grid g;
        s->thinking_game->to_grid(&p, &g);
        move_print(s->thinking_game->notation, &g, r->line[i], name);
        write_text(&w, " %s", name);
        s->thinking_game->play(&p, r->line[i]);
    }
    write_text(&w, " (%u line%s)", r->book, r->book == 1 ? "" : "s");
    s->listener.book(s->listener.owner, text);
}

// Passes news on. Lines are put together from the shared table, where another position's move may
// turn up: a line is passed on as far as it is legal.
static void forward_report(void *owner, const struct report *news)
{
    struct session *s = owner;
    struct report legal = *news;
    struct position p = s->thinking_on;
    legal.line_length = 0;
    while (legal.line_length < news->line_length &&
           s->thinking_game->play(&p, news->line[legal.line_length]))
        legal.line_length++;
    if (legal.book && legal.multipv == 1 && s->listener.book)
        say_book(s, &legal);
    if (s->listener.report)
        s->listener.report(s->listener.owner, &legal);
}

// Starts the thread. When the system gives none the thought is thought here and now.
static void start_thinking(struct session *s)
{
    s->joinable = thread_start(&s->thread, think_thread, s);
    if (!s->joinable) {
        say(s, "no thread to be had; thinking in the foreground");
        s->search.limits.infinite = false;
        if (s->clock.hard >= CLOCK_NEVER && !s->search.limits.depth && !s->search.limits.nodes)
            s->search.limits.depth = 1;
        clock_ponderhit(&s->clock);
        think_thread(s);
    }
}

// A numbered level is a depth, where no depth was asked for.
static void plan_level(struct session *s)
{
    struct limits *l = &s->search.limits;
    struct grid g;
    int level = s->settings.level;
    if (level < 0 || l->depth || l->goal != GOAL_PLAY || l->infinite || l->advice)
        return;
    s->thinking_game->to_grid(&s->thinking_on, &g);
    int empties = grid_count(&g, CELL_EMPTY);
    l->depth =
        s->thinking_game->level_depth ? s->thinking_game->level_depth(level, empties) : level;
    l->depth = l->depth < 1 ? 1 : l->depth;
}

// How well to play. Known before the thread starts: the settings may change while it thinks.
static int plan_strength(struct session *s)
{
    if (s->search.limits.goal != GOAL_PLAY || s->search.limits.advice)
        return STRENGTH_FULL;
    return s->settings.limit_strength ? strength_for_elo(s->thinking_game, s->settings.elo, &s->rng)
                                      : s->settings.strength;
}

// Sets up a thought about p; the stop flag is cleared here, before anything can ask for a stop.
static void prepare(struct session *s, const struct position *p, enum side side,
                    const struct limits *l)
{
    int64_t now = clock_now();
    const struct book_choice choice = {.variety = s->settings.book_variety,
                                       .depth = s->settings.book_depth,
                                       .guess = l->ponder,
                                       .seed = (uint64_t)now};
    s->thinking_game = session_game(s);
    s->thinking_on = *p;
    s->search = (struct search){
        .limits = *l,
        .clock = &s->clock,
        .memory = s->memory,
        .pool = s->pool,
        .stop = &s->stop,
        .kind = (enum search_kind)s->settings.search,
        .playout = (enum playout_kind)s->settings.playout,
        .exploration = s->settings.exploration,
        .kernel = (enum kernel)s->settings.kernel,
        .book = s->settings.own_book ? books_seam(s->books, played_of(s), p, choice) : NULL,
        .report = forward_report,
        .owner = s,
    };
    plan_level(s);
    s->thinking_strength = plan_strength(s);
    clock_plan_next(&s->clock, &s->search.limits, side, turns_left(s->thinking_game, p),
                    s->settings.move_overhead, now);
    atomic_store(&s->stop, false);
}

bool session_go(struct session *s, enum side side, const struct limits *l, const char **why)
{
    struct position p;
    session_stop(s);
    if (!game_can_prove(session_game(s), l->goal, why))
        return false;
    if (!played_for(played_of(s), side, &p)) {
        *why = "it is the other side's turn";
        return false;
    }
    prepare(s, &p, side, l);
    pthread_mutex_lock(&s->lock); // a ponderhit may come from another thread now
    s->thinking = true;
    pthread_mutex_unlock(&s->lock);
    start_thinking(s);
    return true;
}

struct search *session_search(struct session *s, const struct limits *l)
{
    struct grid g;
    session_stop(s);
    session_grid(s, &g);
    prepare(s, session_position(s), g.to_move, l);
    return &s->search;
}

bool session_think(struct session *s, const struct limits *l, struct thought *out, const char **why)
{
    if (!game_can_prove(session_game(s), l->goal, why))
        return false;
    session_search(s, l);
    *out = think(s);
    return true;
}

void session_forget(struct session *s)
{
    session_stop(s);
    memory_clear(s->memory);
}

void session_request_stop(struct session *s)
{
    pthread_mutex_lock(&s->lock);
    atomic_store(&s->stop, true);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void session_wait(struct session *s)
{
    if (s->joinable)
        pthread_join(s->thread, NULL);
    s->joinable = false;
}

void session_stop(struct session *s)
{
    session_request_stop(s);
    session_wait(s);
}

void session_ponderhit(struct session *s)
{
    pthread_mutex_lock(&s->lock);
    // Only once: a stray ponderhit must not start the clock anew.
    if (s->thinking && clock_pondering(&s->clock))
        clock_ponderhit(&s->clock);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

bool session_thinking(const struct session *s)
{
    struct session *mutable = (struct session *)s;
    pthread_mutex_lock(&mutable->lock);
    bool thinking = s->thinking;
    pthread_mutex_unlock(&mutable->lock);
    return thinking;
}

// ---- options ------------------------------------------------------------------------------------

// A refusal leaves the old table in use.
static bool resize_hash(struct session *s, int mib, const char **why)
{
    return (size_t)mib == memory_mib(s->memory) || memory_resize(s->memory, (size_t)mib, why);
}

static bool resize_pool(struct session *s, int threads, const char **why)
{
    if (threads == pool_size(s->pool))
        return true;
    struct pool *p = pool_new(threads);
    if (!p) {
        *why = "there is no memory for more threads; the old number is kept";
        return false;
    }
    if (pool_size(p) < threads)
        say(s, "the system gives fewer threads than asked for");
    pool_free(s->pool);
    s->pool = p;
    return true;
}

bool session_set_option(struct session *s, const struct option *o, struct word value,
                        const char **why)
{
    struct settings new = s->settings;
    if (!option_store(&new, o, value, why))
        return false;
    switch ((enum option_id)(o - options)) {
    case OPTION_HASH:
        session_stop(s);
        if (!resize_hash(s, new.hash_mib, why))
            return false;
        break;
    case OPTION_THREADS:
        session_stop(s);
        if (!resize_pool(s, new.threads, why))
            return false;
        break;
    case OPTION_BOOK_FILE:
        session_stop(s);
        if (!books_open(s->books, new.book_file, why))
            return false;
        break;
    case OPTION_CLEAR_HASH:
        session_forget(s);
        break;
    case OPTION_GAME:
        if (!session_set_game(s, word_of(new.game), why))
            return false;
        session_stop(s);
        new.variant = 0;
        word_copy(word_of(s->settings.game), new.game, sizeof new.game);
        break;
    case OPTION_VARIANT:
        session_stop(s);
        if (new.variant && !session_set_game(s, word_of(game_variant(new.variant - 1)->id), why))
            return false;
        word_copy(word_of(s->settings.game), new.game, sizeof new.game);
        break;
    default:
        break;
    }
    s->settings = new;
    return true;
}

// ---- text ---------------------------------------------------------------------------------------

void session_move_text(const struct session *s, move m, char out[MOVE_TEXT_MAX])
{
    struct grid g;
    session_grid(s, &g);
    game_move_print(session_game(s), &g, m, out);
}

int session_win_permille(const struct game *game, const struct report *r)
{
    if (r->win_in)
        return r->win_in > 0 ? 1000 : 0;
    if (r->solved)
        return r->score > 0 ? 1000 : r->score < 0 ? 0 : 500;
    if (r->proven && r->score != 0 && (r->score > 0) == (r->bound == BOUND_LOWER))
        return r->score > 0 ? 1000 : 0; // who wins is proven, by how much is not
    return (int)(1000 / (1 + exp(-(double)r->score / game->win_scale)) + 0.5);
}

void session_game_id(const struct session *s, char out[GAME_ID_MAX])
{
    game_id(session_game(s), session_position(s), out);
}

struct session *session_new(struct listener l)
{
    struct settings usual = settings_default();
    return session_new_sized(l, usual.hash_mib, usual.threads);
}

// Memory for what holds positions, which are aligned to more than malloc gives.
static void *new_aligned(size_t size)
{
    const size_t step = _Alignof(struct position);
    return aligned_alloc(step, (size + step - 1) / step * step);
}

struct session *session_new_sized(struct listener l, int hash_mib, int threads)
{
    struct session *s = new_aligned(sizeof *s);
    const char *why;
    if (!s)
        return NULL;
    games_init();
    *s = (struct session){.listener = l, .settings = settings_default()};
    s->rng.state = (uint64_t)clock_now();
    s->settings.hash_mib = hash_mib;
    s->settings.threads = threads;
    s->played = new_aligned(sizeof *s->played);
    s->spare = new_aligned(sizeof *s->spare);
    while (!(s->memory = memory_new((size_t)s->settings.hash_mib)) && s->settings.hash_mib > 1)
        s->settings.hash_mib /= 2; // better a smaller table than none
    s->pool = pool_new(s->settings.threads);
    s->books = books_new();
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    if (!s->played || !s->spare || !s->memory || !s->pool || !s->books ||
        !session_set_game(s, word_of(s->settings.game), &why)) {
        session_free(s);
        return NULL;
    }
    return s;
}

void session_free(struct session *s)
{
    if (!s)
        return;
    session_stop(s);
    books_free(s->books);
    pool_free(s->pool);
    memory_free(s->memory);
    free(s->spare);
    free(s->played);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
