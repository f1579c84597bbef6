// SPDX-License-Identifier: MIT
#include "book/ask.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "book/past.h"
#include "book/probe.h"
#include "book/shipped.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/notation.h"
#include "engine/rng.h"

// Plies an estimate must look further ahead than a search: at the end of a book's best line stands
// the luckiest of many. Gomoku's book without it lost 33 +- 30 Elo.
enum { LEAD = 2 };

// What a search that follows the book may give away to leave the earlier games: a tenth of the
// variety, which is an equal, more the more of them came by, and from LATE_PLIES on all of it, which
// must be before the rest is solved: from ply 32 on a game that was won by two discs had one winning
// move at every turn, and was played three times. Near the end the result that is proven is all that
// is kept. Othello's book has one line for White within half a disc up to ply 12, so nearly all of a
// hundred games part after it.
enum { EQUAL = 10, LATE_PLIES = 26, RESULT_PLIES = 46 };

// How steeply a book move gets rarer: one that gives away all of the variety is e^5 times as rare.
enum { STEEP = 5 };

struct books {
    struct book_seam seam;
    struct book *own, *shipped;
    char shipped_for[GAME_ID_MAX]; // the game that `shipped` was looked for
    struct book_choice choice;
    int given[2]; // hundredths that each side has at most given away in this game, to leave others
    bool again;   // this game is still one of them, or the first
    int room;     // what may be given away in this thought
    enum side side;
    struct variety asked; // for by this thought
    struct past past;     // the games played with variety
    bool warned;          // of a damaged book
};

// A question, and the moves that answer it, best first.
struct question {
    const struct game *game;
    const struct position *p;
    struct moves *roots;
    struct search *search;
    const struct book *book;
    int needs; // plies that an estimate must rest on to be played
    bool
        by_move; // each is listed by what it leads to; else the position's own entry says which is best
    int count;
    struct answer {
        move m;
        int score;
        enum book_kind kind;
        int depth, selectivity;
        uint32_t lines;
    } list[CELLS_MAX];
};

static bool is_root(const struct question *q, move m)
{
    for (int i = 0; i < q->roots->count; i++)
        if (q->roots->at[i] == m)
            return true;
    return false;
}

// Puts a move in its place: the better before the worse, equals as they come.
static void list_add(struct question *q, struct answer a)
{
    int k = q->count++;
    for (; k > 0 && q->list[k - 1].score < a.score; k--)
        q->list[k] = q->list[k - 1];
    q->list[k] = a;
}

// Lists the moves of the position's own entry. False when its best move is not asked for.
static bool list_entry(struct question *q)
{
    struct book_entry e;
    q->count = 0;
    q->by_move = false;
    if (!book_probe(q->book, q->game, q->p, &e) || e.count == 0 || !is_root(q, e.moves[0].m))
        return false;
    for (int i = 0; i < e.count; i++)
        if (is_root(q, e.moves[i].m)) {
            bool best = e.moves[i].score >= e.score;
            list_add(q, (struct answer){e.moves[i].m, best ? e.score : e.moves[i].score,
                                        best ? e.kind : BOOK_ESTIMATE, e.depth, e.selectivity,
                                        e.lines});
        }
    return true;
}

// Lists every move asked for by what it leads to. False when one of them is unknown.
static bool list_successors(struct question *q)
{
    q->count = 0;
    q->by_move = true;
    for (int i = 0; i < q->roots->count; i++) {
        struct position next = *q->p;
        struct book_entry e;
        if (!q->game->play(&next, q->roots->at[i]) || !book_value(q->book, q->game, &next, &e))
            return false;
        list_add(q, (struct answer){q->roots->at[i], book_score_back(e.score), e.kind, e.depth,
                                    e.selectivity, e.lines});
    }
    return q->count > 0;
}

// True when a move further down the list may be worth more than this one all the same: of a win it
// may only be known that it is one, and an estimate is no proof. Where a win is a win, none is.
static bool may_be_better(const struct answer *a, const struct answer *than, bool outcome_is_enough)
{
    if (outcome_is_enough && than->kind != BOOK_ESTIMATE && than->score > 0)
        return false;
    return a->kind == BOOK_ESTIMATE ||
           (a->kind == BOOK_OUTCOME && a->score > 0 && !outcome_is_enough);
}

// True when so many moves of the list are proven to this kind, and to be the best.
static bool proven(const struct question *q, int count, bool outcome_is_enough)
{
    for (int i = count; q->by_move && i < q->count; i++)
        if (may_be_better(&q->list[i], &q->list[count - 1], outcome_is_enough))
            return false;
    for (int i = 0; i < count; i++)
        if (q->list[i].kind == BOOK_ESTIMATE ||
            (q->list[i].kind == BOOK_OUTCOME && !outcome_is_enough))
            return false;
    return count <= q->count;
}

// The line of best play from a root move on, as far as the book has it.
static int line_of(const struct question *q, move m, move *line)
{
    struct position p = *q->p;
    struct book_entry e;
    int length = 0;
    while (length < LINE_MAX_MOVES && q->game->play(&p, m)) {
        line[length++] = m;
        if (!book_probe(q->book, q->game, &p, &e) || e.count == 0)
            break;
        m = e.moves[0].m;
    }
    return length;
}

// How far ahead what the book says of a move looks: along its line to the last position that the
// book has, and as deep as that one was searched. What is proven there is as far as can be.
static int depth_behind(const struct question *q, const struct answer *a)
{
    struct position p = *q->p;
    struct book_entry e = {.depth = a->depth, .kind = a->kind};
    int plies = 0;
    for (move m = a->m; e.kind == BOOK_ESTIMATE && plies < CELLS_MAX; m = e.moves[0].m) {
        struct book_entry next;
        if (!q->game->play(&p, m) || !book_probe(q->book, q->game, &p, &next))
            break;
        e = next;
        plies++;
        if (e.count == 0)
            break;
    }
    return e.kind == BOOK_ESTIMATE ? plies + e.depth : CELLS_MAX;
}

// How far ahead a search in the time at hand would look.
static int depth_of_search(const struct game *game, const struct clock *c)
{
    const int64_t usual = 100 * 1000000;
    int depth = 10 * game->search_depth;
    for (int64_t t = usual; t < c->soft; t *= 2)
        depth += game->search_gain;
    for (int64_t t = usual; t > c->soft && depth > 0; t /= 2)
        depth -= game->search_gain;
    return depth / 10;
}

// Takes the estimates off the list that rest on less than a search would. False when the best, or
// one of so many, is among them.
static bool deep_enough(struct question *q, int count)
{
    int kept = 0;
    for (int i = 0; i < q->count; i++) {
        if (q->list[i].kind != BOOK_ESTIMATE || depth_behind(q, &q->list[i]) >= q->needs)
            q->list[kept++] = q->list[i];
        else if (i < count)
            return false;
    }
    q->count = kept;
    return true;
}

static int empties_of(const struct question *q)
{
    struct grid g;
    q->game->to_grid(q->p, &g);
    return grid_count(&g, CELL_EMPTY);
}

// What a proven outcome bounds: a win is worth a point or more.
static enum bound bound_of(const struct answer *a)
{
    if (a->kind != BOOK_OUTCOME || a->score == 0)
        return BOUND_EXACT;
    return a->score > 0 ? BOUND_LOWER : BOUND_UPPER;
}

// What is known of a move's value, as in struct report.
struct claim {
    enum bound bound;
    int win_in;
    bool proven, solved;
};

static struct claim claim_of(const struct question *q, const struct answer *a)
{
    struct claim c = {.bound = bound_of(a), .proven = a->kind != BOOK_ESTIMATE};
    c.solved = c.proven && c.bound == BOUND_EXACT;
    c.win_in = a->kind == BOOK_EXACT ? q->game->win_in(q->p, a->score) : 0;
    return c;
}

// The same of the position: where another move is better, or may be, what this one is worth is no
// more than a lower bound, and that it loses says nothing.
static struct claim claim_of_position(const struct question *q, const struct answer *a)
{
    struct claim c = claim_of(q, a);
    bool best = a->score >= q->list[0].score;
    for (int i = 0; best && q->by_move && i < q->count; i++)
        best = &q->list[i] == a || !may_be_better(&q->list[i], a, a->kind == BOOK_OUTCOME);
    if (best || !c.proven)
        return c;
    c.proven = c.bound != BOUND_UPPER;
    c.bound = c.proven ? BOUND_LOWER : BOUND_EXACT;
    c.solved = false;
    c.win_in = c.win_in > 0 ? c.win_in : 0;
    return c;
}

// Tells of the n-th of these moves, and makes a thought of it. A line on its own speaks for the
// position.
static struct thought report(const struct question *q, const struct answer *a, int n)
{
    struct search *s = q->search;
    const struct claim whole = claim_of_position(q, a),
                       c = s->limits.multipv > 1 ? claim_of(q, a) : whole;
    struct report news = {.depth = a->kind != BOOK_ESTIMATE ? empties_of(q) : a->depth,
                          .selectivity = a->kind != BOOK_ESTIMATE ? 100 : a->selectivity,
                          .multipv = n,
                          .bound = c.bound,
                          .score = a->score,
                          .win_in = c.win_in,
                          .proven = c.proven,
                          .solved = c.solved,
                          .elapsed = clock_elapsed(s->clock),
                          .win_rate = -1,
                          .book = a->lines ? a->lines : 1};
    news.seldepth = news.depth;
    news.line_length = line_of(q, a->m, news.line);
    if (s->report)
        s->report(s->owner, &news);
    return (struct thought){.best = a->m,
                            .ponder = news.line_length > 1 ? news.line[1] : MOVE_NONE,
                            .score = a->score,
                            .win_in = whole.win_in,
                            .bound = whole.bound,
                            .proven = whole.proven,
                            .solved = whole.solved};
}

// Reports as many moves as are asked for; the best is the answer.
static struct thought report_list(const struct question *q, int count)
{
    struct thought best = report(q, &q->list[0], 1);
    for (int i = 1; i < count; i++)
        report(q, &q->list[i], i + 1);
    return best;
}

// A move that leads to the same position as m, seen from another side of the board.
static move any_image(const struct question *q, move m, struct rng *r)
{
    struct moves same = {.count = 0};
    struct position next = *q->p;
    q->game->play(&next, m);
    const uint64_t key = book_key_of(q->game, &next);
    for (int i = 0; i < q->roots->count; i++) {
        next = *q->p;
        if (q->game->play(&next, q->roots->at[i]) && book_key_of(q->game, &next) == key)
            same.at[same.count++] = q->roots->at[i];
    }
    return same.count ? same.at[rng_below(r, (uint32_t)same.count)] : m;
}

// Plies from the start position.
static int plies_of(const struct game *game, const struct position *p)
{
    char shape[GAME_ID_MAX];
    struct position start;
    struct grid now, then;
    const char *why;
    game->shape(p, shape);
    if (!game->start(&start, shape, &why))
        return 0;
    game->to_grid(p, &now);
    game->to_grid(&start, &then);
    return grid_count(&then, CELL_EMPTY) - grid_count(&now, CELL_EMPTY);
}

void books_note(struct books *b, const struct game *game, const struct position *p,
                const struct thought *t)
{
    const move m = t->best;
    const struct variety *v = &b->asked;
    if (b->choice.variety == 0)
        return;
    past_enter(&b->past, game, p, t);
    const int given = v->most - 1 - (move_is_cell(m) ? v->handicap[cell_of(m)] : 0);
    if (given > 0 && v->most <= b->room)
        b->given[b->side] += given;
}

// How likely a move is: the closer to the best and the less often played, the likelier. 0 when it is
// too much worse.
static double chance_of(const struct books *b, const struct question *q, int i)
{
    const double worse = (double)q->list[0].score - q->list[i].score;
    if (worse > b->room)
        return 0;
    return exp(-STEEP * worse / (b->choice.variety + 1)) /
           (1 + past_times(&b->past, q->game, q->p, q->list[i].m));
}

// One of the moves that are not too much worse than the best. With any variety the images of a move
// are as good as itself: Othello's first move goes to all four sides.
static struct thought choose(struct books *b, struct question *q)
{
    struct rng r = {b->choice.seed};
    double chances[CELLS_MAX], sum = 0;
    int i = 0;
    if (b->choice.variety == 0)
        return report(q, &q->list[0], 1);
    for (int k = 0; k < q->count; k++)
        sum += chances[k] = chance_of(b, q, k);
    for (double at = sum * ((double)(rng_next(&r) >> 11) / 9007199254740992.0);
         i + 1 < q->count && at >= chances[i]; i++)
        at -= chances[i];
    while (chances[i] == 0) // what adding up in another order may leave over
        i--;
    b->given[b->side] += q->list[0].score - q->list[i].score;
    q->list[i].m = any_image(q, q->list[i].m, &r);
    return report(q, &q->list[i], 1);
}

// True when two scores are both wins, both losses or both draws.
static bool same_outcome(int a, int b)
{
    return (a > 0) == (b > 0) && (a < 0) == (b < 0);
}

// What an outcome that is proven leaves to the search: its bounds, and the moves that keep it.
static void narrow(struct question *q, bool complete)
{
    const int best = q->list[0].score;
    q->search->known = (struct book_known){.set = true,
                                           .narrowed = complete,
                                           .low = best > 0   ? 100
                                                  : best < 0 ? INT32_MIN
                                                             : 0,
                                           .high = best > 0   ? INT32_MAX
                                                   : best < 0 ? -100
                                                              : 0,
                                           .keep = q->list[0].m};
    if (!complete)
        return;
    q->roots->count = 0;
    for (int i = 0; i < q->count; i++)
        if (same_outcome(q->list[i].score, best))
            q->roots->at[q->roots->count++] = q->list[i].m;
}

// Answers a question for a move to play.
static bool answer_play(struct books *b, struct question *q, struct thought *out)
{
    const struct limits *l = &q->search->limits;
    const bool complete = book_header(q->book)->reach > 0 && list_successors(q);
    if (!complete && !list_entry(q))
        return false;
    if (q->list[0].kind == BOOK_EXACT ||
        (q->list[0].kind == BOOK_ESTIMATE && !l->infinite && deep_enough(q, 1))) {
        *out = choose(b, q);
        return true;
    }
    if (q->list[0].kind == BOOK_ESTIMATE)
        return false;
    narrow(q, complete);
    if (q->roots->count > 1)
        return false;
    *out = report(q, &q->list[0], 1);
    return true;
}

// Answers a question from one book.
static bool answer(struct books *b, struct question *q, struct thought *out)
{
    const struct limits *l = &q->search->limits;
    const int wanted = l->multipv < q->roots->count ? l->multipv : q->roots->count;
    if (l->goal == GOAL_PLAY && wanted <= 1)
        return answer_play(b, q, out);
    const bool outcome = l->goal == GOAL_OUTCOME, play = l->goal == GOAL_PLAY && !l->infinite;
    if (!(wanted > 1 && list_successors(q)) && !(list_entry(q) && q->count >= wanted) &&
        !list_successors(q))
        return false;
    if (!play && !proven(q, wanted, outcome)) {
        if (proven(q, 1, true))
            narrow(q, false); // who wins is known, if not by how much
        return false;
    }
    if (play && !deep_enough(q, wanted))
        return false;
    if (outcome)
        for (int i = 0; i < q->count; i++) {
            q->list[i].score = q->list[i].score > 0 ? 100 : q->list[i].score < 0 ? -100 : 0;
            q->list[i].kind = BOOK_OUTCOME;
        }
    *out = report_list(q, wanted);
    return true;
}

// True when it is a question for a book at all.
static bool is_question(const struct limits *l)
{
    if (l->goal == GOAL_PLAY)
        return !l->depth && !l->nodes;
    return l->goal == GOAL_OUTCOME || (l->goal == GOAL_EXACT && l->alpha == l->beta);
}

// What may be given away of a score that is proven: all that leaves a win a win, and of a lost game
// all, but no more than leaves a search scores to look for.
static int room_of_result(const struct game *game, const struct position *p, int score)
{
    struct grid g;
    game->to_grid(p, &g);
    const int most = 100 * g.width * g.height;
    if (game->scoring != SCORING_DISCS || score == 0)
        return 0;
    if (score < 0)
        return most + score;
    return score - 1 < most - score ? score - 1 : most - score;
}

// What may be given away in this thought: of the variety, or near the end of the game of its score.
static int room_for(const struct books *b, const struct game *game, const struct position *p,
                    int plies)
{
    const int wide = b->choice.variety, equal = (wide + EQUAL - 1) / EQUAL;
    const struct past_row *here = past_row_here(&b->past);
    int room = equal;
    if (!b->again)
        return 0;
    if (b->past.game > 1)
        room = plies >= LATE_PLIES ? wide : equal * (1 + past_here(&b->past)) / 2;
    room = room < b->room ? room : b->room;
    if (plies >= RESULT_PLIES && here && here->solved) {
        const int of_result = room_of_result(game, p, here->score);
        room = room > of_result ? room : of_result;
    }
    return room > 0 ? room : 1;
}

// How a search that follows the book is to vary: what was played in earlier games gives way, the
// more the more often. In a session's first game a lot decides.
static struct variety variety_of(const struct books *b, const struct game *game,
                                 const struct position *p, const struct moves *roots, int plies)
{
    struct variety v = {.most = room_for(b, game, p, plies)};
    struct rng r = {b->choice.seed};
    int times[CELLS_MAX], most = 0;
    for (int i = 0; v.most > 0 && i < roots->count; i++) {
        times[i] = past_times(&b->past, game, p, roots->at[i]);
        most = times[i] > most ? times[i] : most;
    }
    for (int i = 0; v.most > 0 && i < roots->count; i++)
        if (move_is_cell(roots->at[i]))
            v.handicap[cell_of(roots->at[i])] =
                (int16_t)(most ? v.most * times[i] / most
                               : (int)rng_below(&r, (uint32_t)v.most + 1));
    return v;
}

static bool ask(void *self, const struct game *game, const struct position *p, struct moves *roots,
                struct search *s, struct thought *out)
{
    struct books *b = self;
    const struct book *books[2];
    const int plies = plies_of(game, p);
    if (!is_question(&s->limits) || plies >= b->choice.depth)
        return false;
    books_of(b, game, p, books);
    for (int i = 0; i < 2 && !s->known.set; i++) {
        struct question q = {.game = game, .p = p, .roots = roots, .search = s, .book = books[i]};
        q.needs =
            i == 1 && s->clock->soft < CLOCK_NEVER ? depth_of_search(game, s->clock) + LEAD : 0;
        if (books[i] && answer(b, &q, out))
            return true;
    }
    const struct limits *l = &s->limits;
    if (!s->known.set && l->goal == GOAL_PLAY && l->multipv <= 1 && !l->infinite)
        s->variety = b->asked = variety_of(b, game, p, roots, plies);
    return false;
}

// ---- which books --------------------------------------------------------------------------------

struct books *books_new(void)
{
    struct books *b = calloc(1, sizeof *b);
    if (b)
        b->seam = (struct book_seam){.self = b, .ask = ask};
    return b;
}

void books_free(struct books *b)
{
    if (!b)
        return;
    book_close(b->own);
    book_close(b->shipped);
    free(b);
}

bool books_open(struct books *b, const char *path, const char **why)
{
    struct book *own = path[0] ? book_open(path, why) : NULL;
    if (path[0] && !own)
        return false;
    book_close(b->own);
    b->own = own;
    b->warned = false;
    return true;
}

// Opens the book in the program for this game, if that is not the one at hand.
static void open_shipped(struct books *b, const char *id)
{
    const char *why;
    size_t size;
    if (strcmp(id, b->shipped_for) == 0)
        return;
    const uint8_t *bytes = book_shipped(id, &size);
    book_close(b->shipped);
    b->shipped = bytes ? book_of_bytes(bytes, size, &why) : NULL;
    word_copy(word_of(id), b->shipped_for, sizeof b->shipped_for);
}

void books_of(struct books *b, const struct game *game, const struct position *p,
              const struct book *out[2])
{
    char id[GAME_ID_MAX];
    game_id(game, p, id);
    out[0] = b->own && strcmp(book_header(b->own)->game, id) == 0 ? b->own : NULL;
    out[1] = strcmp(b->shipped_for, id) == 0 ? b->shipped : NULL;
}

const char *books_news(struct books *b)
{
    if (b->warned ||
        !((b->own && book_damaged(b->own)) || (b->shipped && book_damaged(b->shipped))))
        return NULL;
    b->warned = true;
    return "the book is damaged; what is sound of it is used";
}

const struct book_seam *books_seam(struct books *b, const struct played *g,
                                   const struct position *p, struct book_choice choice)
{
    char id[GAME_ID_MAX];
    struct grid now;
    game_id(g->game, p, id);
    open_shipped(b, id);
    b->choice = choice;
    b->asked = (struct variety){0};
    b->room = 0;
    b->again = false;
    if (choice.variety == 0)
        return &b->seam;
    g->game->to_grid(p, &now);
    b->side = now.to_move;
    if (past_follow(&b->past, g, p, choice.guess))
        b->given[0] = b->given[1] = 0;
    b->again = b->past.game < 2 || past_here(&b->past) > 0;
    if (b->again)
        b->room = choice.variety - b->given[b->side];
    b->room = b->room > 0 ? b->room : 0;
    return &b->seam;
}
