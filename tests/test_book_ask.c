// SPDX-License-Identifier: MIT
// What books answer, through the session as every protocol asks it: moves to play, values of all
// moves, exact values and outcomes, some moves only; and what they must not answer.
#include "engine/clock.h"
#include "engine/session.h"
#include "tests/book_check.h"

// Reports of the last thought, by place.
struct heard {
    struct report lines[CELLS_MAX];
    int count;
    char book[1024], said[1024];
};

static struct session *session;
static struct heard heard;

static void on_report(void *owner, const struct report *news)
{
    struct heard *h = owner;
    h->lines[news->multipv - 1] = *news;
    if (news->multipv > h->count)
        h->count = news->multipv;
}

static void on_done(void *owner, const struct thought *t)
{
    (void)owner;
    (void)t;
}

static void on_say(void *owner, const char *text)
{
    struct heard *h = owner;
    word_copy(word_of(text), h->said, sizeof h->said);
}

static void on_book(void *owner, const char *text)
{
    struct heard *h = owner;
    word_copy(word_of(text), h->book, sizeof h->book);
}

static void begin(void)
{
    games_init();
    session = session_new((struct listener){&heard, on_report, on_done, on_say, NULL, on_book});
    cr_assert_not_null(session);
}

static void end(void)
{
    session_free(session);
}

TestSuite(book_ask, .init = begin, .fini = end);

static void set(enum option_id id, const char *value)
{
    const char *why = "";
    cr_assert(session_set_option(session, &options[id], word_of(value), &why), "%s", why);
}

// Sets a position of a game with a book in the program; skips the test where there is none.
static void set_booked(const char *game, const char *moves)
{
    const char *why = "";
    book_close(shipped_book(game));
    set(OPTION_GAME, game);
    cr_assert(session_set_text(session, word_of(moves), &why), "%s", why);
}

static struct thought think(struct limits l)
{
    struct thought t;
    const char *why = "";
    heard = (struct heard){0};
    cr_assert(session_think(session, &l, &t, &why), "%s", why);
    return t;
}

static struct limits play_limits(int multipv)
{
    struct limits l = limits_none();
    l.move_time = 50;
    l.multipv = multipv;
    return l;
}

Test(book_ask, plays_at_once_and_says_so)
{
    set_booked("connect4", "startpos");
    struct thought t = think(play_limits(1));
    cr_expect(t.solved && t.nodes == 0 && t.score == 100);
    cr_expect_eq(move_x(t.best), 3);
    cr_expect_eq(t.win_in, 41);
    cr_expect(heard.count == 1 && heard.lines[0].book > 0);
    cr_expect_str_eq(heard.book, "book d (1 line)");
}

// The empty board's columns: known since 1988.
Test(book_ask, values_every_move)
{
    static const int known[7] = {-200, -100, 0, 100, 0, -100, -200};
    set_booked("connect4", "startpos");
    think(play_limits(7));
    cr_assert_eq(heard.count, 7);
    for (int i = 0; i < 7; i++) {
        cr_expect_eq(heard.lines[i].score, known[move_x(heard.lines[i].line[0])]);
        cr_expect(heard.lines[i].solved &&
                  (i == 0 || heard.lines[i].score <= heard.lines[i - 1].score));
    }
    cr_assert(session_set_text(session, word_of("33"), &(const char *){NULL}));
    think(play_limits(7));
    cr_expect(heard.count == 7 && heard.lines[0].score == 0 && heard.lines[6].score == -400);
}

Test(book_ask, exact_values_and_outcomes)
{
    struct limits l = limits_none();
    set_booked("connect4", "33");
    l.goal = GOAL_EXACT;
    struct thought t = think(l);
    cr_expect(t.solved && t.nodes == 0 && t.score == 0);
    cr_assert(session_set_text(session, word_of("1"), &(const char *){NULL}));
    t = think(l);
    cr_expect(t.solved && t.nodes == 0 && t.score == 200);
    l.goal = GOAL_OUTCOME;
    t = think(l);
    cr_expect(t.proven && t.bound == BOUND_LOWER && !t.solved && t.nodes == 0 && t.score == 100);
    cr_expect_eq(t.win_in, 0);
}

Test(book_ask, only_the_moves_asked_for)
{
    struct limits l = play_limits(1);
    set_booked("connect4", "startpos");
    l.only = (struct moves){2, {move_at(0, 5), move_at(1, 5)}};
    struct thought t = think(l);
    cr_expect(t.nodes == 0 && t.score == -100 && t.best == move_at(1, 5));
}

// A search of a given size is a search, and what is switched off is off.
Test(book_ask, what_it_does_not_answer)
{
    struct limits l = play_limits(1);
    set_booked("connect4", "startpos");
    l.depth = 4;
    cr_expect_gt(think(l).nodes, 0);
    l.depth = 0;
    l.nodes = 1000;
    cr_expect_gt(think(l).nodes, 0);
    l.nodes = 0;
    l.goal = GOAL_EXACT;
    l.alpha = -1;
    l.beta = 1;
    cr_expect_gt(think(l).nodes, 0);
    set(OPTION_OWN_BOOK, "false");
    cr_expect_gt(think(play_limits(1)).nodes, 0);
    cr_expect_eq(heard.lines[0].book, 0);
    set(OPTION_OWN_BOOK, "true");
    set(OPTION_BOOK_DEPTH, "2");
    cr_expect_eq(think(play_limits(1)).nodes, 0);
    cr_assert(session_set_text(session, word_of("44"), &(const char *){NULL}));
    cr_expect_gt(think(play_limits(1)).nodes, 0);
}

Test(book_ask, tree_search_asks_too)
{
    set_booked("connect4", "startpos");
    set(OPTION_SEARCH, "mcts");
    struct thought t = think(play_limits(1));
    cr_expect(t.nodes == 0 && move_x(t.best) == 3);
}

// The first position of 6x6 Othello is lost by four discs; three replies to its first move.
Test(book_ask, small_othello)
{
    set_booked("othello:6x6", "startpos");
    struct thought t = think(play_limits(1));
    cr_expect(t.solved && t.nodes == 0 && t.score == -400);
    cr_assert(session_play(session, t.best));
    think(play_limits(3));
    cr_assert_eq(heard.count, 3);
    cr_expect_eq(heard.lines[0].score, 400);
    cr_expect_eq(heard.lines[1].score, 200);
    cr_expect_eq(heard.lines[2].score, -2000);
    struct limits l = limits_none();
    l.goal = GOAL_EXACT;
    cr_expect_eq(think(l).nodes, 0);
}

// An estimate of the book in the program is played where it looks further than a search would, and
// not at the end of its lines, where it is no more than one search itself.
Test(book_ask, estimates_are_to_be_deep)
{
    struct book_entry e, last = {.depth = -1};
    set_booked("othello", "startpos");
    struct book *b = shipped_book("othello");
    cr_expect_eq(think(play_limits(1)).nodes, 0);
    cr_expect(heard.lines[0].book > 0 && heard.lines[0].line_length > 10);
    while (book_probe(b, &othello_game, session_position(session), &e) && e.count > 0) {
        last = e;
        cr_assert(session_play(session, e.moves[0].m));
    }
    book_close(b);
    cr_assert(session_undo(session));
    if (last.kind == BOOK_ESTIMATE && last.depth <= 17)
        cr_expect_gt(think(play_limits(1)).nodes, 0, "depth %d", last.depth);
}

// ---- the user's own book ----

// A book of Othello's first position with these moves, all of them legal there.
static struct folder own_book(const struct book_move *moves, int count, enum book_kind kind)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    struct book_entry e = {.kind = kind,
                           .score = moves[0].score,
                           .depth = 12,
                           .selectivity = 90,
                           .lines = 7,
                           .nth = -1,
                           .count = count};
    struct position p;
    const char *why;
    othello_game.start(&p, "", &why);
    memcpy(e.moves, moves, (size_t)count * sizeof *moves);
    book_entry_of(&othello_game, &p, &e);
    write_entries(f.path, &h, &e, 1);
    return f;
}

// Of c4 and d3 (which are images of each other, as are e6 and f5) and worse ones.
static const struct book_move first_moves[] = {
    {(2 << 5) | 3, 30}, {(3 << 5) | 2, 10}, {(4 << 5) | 5, -20}};

Test(book_ask, a_book_of_your_own)
{
    struct folder f = own_book(first_moves, 3, BOOK_ESTIMATE);
    set(OPTION_BOOK_FILE, f.path);
    struct thought t = think(play_limits(1));
    cr_expect(t.nodes == 0 && t.score == 30 && !t.solved);
    cr_expect_eq(heard.lines[0].book, 7);
    cr_expect(strstr(heard.book, "(7 lines)") != NULL, "%s", heard.book);
    think(play_limits(3));
    cr_expect(heard.count == 3 && heard.lines[2].score == -20);
    think(play_limits(4));
    cr_expect_neq(heard.lines[0].book, 7, "a fourth move is not in it");
    // An estimate is no proof.
    struct limits l = play_limits(1);
    l.goal = GOAL_OUTCOME;
    cr_expect_gt(think(l).nodes, 0);
    // Of another game it says nothing.
    set(OPTION_GAME, "othello:8x6");
    cr_expect_gt(think(play_limits(1)).nodes, 0);
    set(OPTION_GAME, "othello");
    set(OPTION_BOOK_FILE, "<empty>");
    cr_expect_neq(think(play_limits(1)).score, 30);
    folder_free(&f);
}

Test(book_ask, a_bad_book_is_refused_and_the_old_one_stays)
{
    struct folder f = own_book(first_moves, 3, BOOK_ESTIMATE);
    const char *why = "";
    set(OPTION_BOOK_FILE, f.path);
    cr_expect(!session_set_option(session, &options[OPTION_BOOK_FILE], word_of(f.name), &why));
    cr_expect_str_eq(why, "it is a folder");
    cr_expect_eq(think(play_limits(1)).score, 30);
    folder_free(&f);
}

// A book of the three positions after f5, each with its value for who moves there.
static struct folder mixed_book(const struct book_entry values[3], int reach)
{
    static const move replies[3] = {(5 << 5) | 3, (5 << 5) | 5, (3 << 5) | 5}; // d6 f6 f4
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    struct book_entry e[3];
    struct position after;
    const char *why;
    h.reach = reach;
    othello_game.start(&after, "", &why);
    cr_assert(othello_game.play(&after, (4 << 5) | 5));
    for (int i = 0; i < 3; i++) {
        struct position next = after;
        cr_assert(othello_game.play(&next, replies[i]));
        e[i] = values[i];
        e[i].lines = 1;
        e[i].nth = -1;
        book_entry_of(&othello_game, &next, &e[i]);
    }
    write_entries(f.path, &h, e, book_entries_unify(e, 3));
    return f;
}

static struct limits nodes_limits(enum goal goal, int multipv)
{
    struct limits l = limits_none();
    l.goal = goal;
    l.nodes = 1000;
    l.multipv = multipv;
    return l;
}

// Where of one move it is only known that it wins, another that wins by four discs is worth just
// that, and the position that or more.
Test(book_ask, the_best_exact_value_need_not_be_the_best)
{
    const struct book_entry values[3] = {{.kind = BOOK_EXACT, .score = -400},
                                         {.kind = BOOK_OUTCOME, .score = -100},
                                         {.kind = BOOK_EXACT, .score = 200}};
    for (int reach = 0; reach < 2; reach++) {
        struct folder f = mixed_book(values, reach);
        const char *why;
        set(OPTION_GAME, "othello");
        set(OPTION_BOOK_FILE, f.path);
        cr_assert(session_set_text(session, word_of("f5"), &why), "%s", why);
        struct thought t = think(nodes_limits(GOAL_EXACT, 1));
        cr_expect(t.nodes > 0 && !t.solved, "reach %d: exact %d", reach, t.score);
        t = think(nodes_limits(GOAL_EXACT, 3));
        cr_expect(t.nodes > 0 && !t.solved, "reach %d: exact %d", reach, t.score);
        t = think(nodes_limits(GOAL_OUTCOME, 1));
        cr_expect(t.nodes == 0 && t.proven && t.bound == BOUND_LOWER && t.score == 100);
        t = think(play_limits(3));
        cr_expect(t.nodes == 0 && t.proven && !t.solved && t.bound == BOUND_LOWER, "reach %d",
                  reach);
        cr_expect(t.score == 400 && heard.count == 3 && heard.lines[0].solved);
        cr_expect(heard.lines[1].bound == BOUND_LOWER && heard.lines[2].score == -200);
        if (reach > 0) {
            t = think(play_limits(1));
            cr_expect(t.nodes == 0 && t.proven && !t.solved && t.bound == BOUND_LOWER);
            cr_expect(t.score == 400 && !heard.lines[0].solved);
        }
        set(OPTION_BOOK_FILE, "<empty>");
        folder_free(&f);
    }
}

// Nor is it the best where another is no more than an estimate; and of several losses one whose size
// is known may be the smallest.
Test(book_ask, what_is_not_proven_may_be_better)
{
    const struct book_entry values[3] = {{.kind = BOOK_EXACT, .score = 200},
                                         {.kind = BOOK_ESTIMATE, .score = 300, .depth = 30},
                                         {.kind = BOOK_EXACT, .score = 600}};
    const struct book_entry losses[3] = {{.kind = BOOK_EXACT, .score = 200},
                                         {.kind = BOOK_OUTCOME, .score = 100},
                                         {.kind = BOOK_EXACT, .score = 600}};
    const char *why;
    struct folder f = mixed_book(values, 0);
    set(OPTION_GAME, "othello");
    set(OPTION_BOOK_FILE, f.path);
    cr_assert(session_set_text(session, word_of("f5"), &why), "%s", why);
    cr_expect_gt(think(nodes_limits(GOAL_EXACT, 1)).nodes, 0);
    cr_expect_gt(think(nodes_limits(GOAL_OUTCOME, 1)).nodes, 0);
    struct thought t = think(play_limits(3));
    cr_expect(t.nodes == 0 && t.score == -200 && t.proven && t.bound == BOUND_LOWER);
    cr_expect(heard.lines[0].solved && !heard.lines[1].proven);
    set(OPTION_BOOK_FILE, "<empty>");
    folder_free(&f);
    f = mixed_book(losses, 1);
    set(OPTION_BOOK_FILE, f.path);
    t = think(play_limits(1));
    cr_expect_gt(t.nodes, 0, "%d of %d", t.best, t.score);
    set(OPTION_BOOK_FILE, "<empty>");
    folder_free(&f);
}

// Only the best without variety; with it every move near enough comes up, and no other.
Test(book_ask, variety)
{
    struct folder f = own_book(first_moves, 3, BOOK_ESTIMATE);
    int seen[3] = {0};
    set(OPTION_BOOK_FILE, f.path);
    for (int i = 0; i < 20; i++)
        cr_assert_eq(think(play_limits(1)).score, 30);
    set(OPTION_BOOK_VARIETY, "30");
    for (int i = 0; i < 200; i++) {
        int score = think(play_limits(1)).score;
        seen[score == 30 ? 0 : score == 10 ? 1 : 2]++;
    }
    cr_expect(seen[0] > seen[1] && seen[1] > 0 && seen[2] == 0, "%d %d %d", seen[0], seen[1],
              seen[2]);
    folder_free(&f);
}

// How much worse than the best the shipped book knows a move to be that was played from p: itself,
// or as the board is turned.
static int book_loss(const struct book *book, const struct position *p, move m)
{
    const struct game *game = session_game(session);
    struct book_entry e;
    struct position next = *p;
    cr_assert(book_probe(book, game, p, &e) && game->play(&next, m));
    for (int i = 0; i < e.count; i++) {
        struct position after = *p;
        cr_assert(game->play(&after, e.moves[i].m));
        if (book_key_of(game, &after) == book_key_of(game, &next))
            return e.score - e.moves[i].score;
    }
    cr_assert(false, "a move that is not in the book");
    return 0;
}

// All moves of a side together give away no more than the variety, and some give away something.
Test(book_ask, variety_is_for_the_whole_game)
{
    struct book *book = shipped_book("othello");
    const char *why;
    long sum = 0;
    set_booked("othello", "startpos");
    set(OPTION_BOOK_VARIETY, "300");
    for (int game = 0; game < 40; game++) {
        int lost[2] = {0, 0};
        cr_assert(session_set_text(session, word_of("startpos"), &why));
        for (int ply = 0; ply < 20; ply++) {
            struct thought t = think(play_limits(1));
            if (t.nodes > 0)
                break;
            lost[ply % 2] += book_loss(book, session_position(session), t.best);
            cr_assert(session_play(session, t.best));
        }
        cr_expect(lost[0] <= 300 && lost[1] <= 300, "%d %d", lost[0], lost[1]);
        sum += lost[0] + lost[1];
    }
    cr_expect_gt(sum, 0);
    book_close(book);
}

// With variety a symmetrical position's moves go to every side; without it always to the same.
Test(book_ask, variety_turns_the_board)
{
    bool seen[8][8] = {{false}};
    int count = 0;
    set_booked("othello", "startpos");
    const move best = think(play_limits(1)).best;
    for (int i = 0; i < 20; i++)
        cr_assert_eq(think(play_limits(1)).best, best);
    set(OPTION_BOOK_VARIETY, "1");
    for (int i = 0; i < 200; i++) {
        move m = think(play_limits(1)).best;
        count += !seen[move_y(m)][move_x(m)];
        seen[move_y(m)][move_x(m)] = true;
    }
    cr_expect_eq(count, 4);
}

// What the search is asked to vary by, for a position that no book knows.
static struct variety variety_for(struct limits l)
{
    struct search *s = session_search(session, &l);
    const struct game *game = session_game(session);
    struct moves roots;
    struct thought t;
    game->moves(session_position(session), &roots);
    cr_assert_not(s->book->ask(s->book->self, game, session_position(session), &roots, s, &t));
    return s->variety;
}

// The first legal move.
static move first_of(void)
{
    struct moves legal;
    session_game(session)->moves(session_position(session), &legal);
    return legal.at[0];
}

// After the book the search varies, too, in a game: what an earlier one played gives way.
Test(book_ask, variety_goes_on_after_the_book)
{
    struct limits l = play_limits(1), deep = l, many = play_limits(3);
    const char *why;
    struct grid g;
    deep.depth = 4;
    deep.move_time = limits_none().move_time; // the same game on any machine
    set(OPTION_GAME, "othello:6x8");
    cr_expect_eq(variety_for(l).most, 0);
    set(OPTION_BOOK_VARIETY, "50");
    cr_expect_eq(variety_for(l).most, 5, "an equal in the first game");
    cr_expect_eq(variety_for(deep).most, 0);
    cr_expect_eq(variety_for(many).most, 0);
    do { // by stones: a pass is no ply
        cr_assert(session_play(session, think(deep).best));
        session_grid(session, &g);
    } while (grid_count(&g, CELL_EMPTY) > 6 * 8 - 4 - 40);
    move m = think(deep).best;
    struct variety v = variety_for(l);
    cr_expect_eq(v.most, 50, "all where endings are solved");
    cr_expect_eq(v.handicap[cell_of(m)], 50);
    cr_assert(session_play(session, m) && session_play(session, first_of()));
    cr_expect_eq(variety_for(l).most, 0, "nothing where no game came by");
    cr_assert(session_set_text(session, word_of("startpos"), &why));
    m = think(deep).best;
    v = variety_for(l);
    cr_expect(v.most > 0 && v.most < 50, "little where some did");
    cr_expect_eq(v.handicap[cell_of(m)], v.most);
}

// A damaged block is passed over; play goes on and the user is told once.
Test(book_ask, damage_found_on_the_way)
{
    struct folder f = own_book(first_moves, 3, BOOK_ESTIMATE);
    size_t size;
    uint8_t *bytes = file_bytes(f.path, &size);
    bytes[BOOK_BLOCK + 8] ^= 4;
    put_file(f.path, bytes, size);
    free(bytes);
    set(OPTION_BOOK_FILE, f.path);
    think(play_limits(1));
    cr_expect_neq(heard.lines[0].book, 7);
    cr_expect_str_eq(heard.said, "the book is damaged; what is sound of it is used");
    think(play_limits(1));
    cr_expect_str_empty(heard.said);
    folder_free(&f);
}

// Who wins is all that is known: the search chooses among the moves that keep it.
Test(book_ask, a_proven_outcome_is_not_given_away)
{
    struct folder f = folder_new();
    struct book_header h = header_of("othello", 8);
    struct position p;
    const char *why;
    struct book_entry e = {.kind = BOOK_OUTCOME, .score = 100, .lines = 1, .nth = -1, .count = 1};
    othello_game.start(&p, "", &why);
    struct moves list;
    othello_game.moves(&p, &list);
    for (int i = 0; i < list.count; i++) { // whichever it is said to be, it is played
        e.moves[0] = (struct book_move){list.at[i], 100};
        struct book_entry turned = e;
        book_entry_of(&othello_game, &p, &turned);
        write_entries(f.path, &h, &turned, 1);
        set(OPTION_BOOK_FILE, f.path);
        cr_expect_eq(think(play_limits(1)).best, list.at[i]);
    }
    folder_free(&f);
}

// A book that knows who wins after each of these moves and nothing of the others: see book_known.
struct knowing {
    struct moves keep;
};

static bool ask_knowing(void *self, const struct game *game, const struct position *p,
                        struct moves *roots, struct search *s, struct thought *out)
{
    const struct knowing *k = self;
    (void)game, (void)p, (void)out;
    *roots = k->keep;
    s->known = (struct book_known){
        .set = true, .narrowed = true, .low = INT32_MIN, .high = -100, .keep = k->keep.at[0]};
    return false;
}

// One that has the best move give way to any other, as in a game that was played before.
static bool ask_varied(void *self, const struct game *game, const struct position *p,
                       struct moves *roots, struct search *s, struct thought *out)
{
    const move *best = self;
    (void)game, (void)p, (void)roots, (void)out;
    s->variety.most = 6400;
    s->variety.handicap[cell_of(*best)] = 6400;
    return false;
}

// What such a move is worth is no more than a bound of what the position is.
Test(book_ask, a_move_that_was_preferred_is_not_the_positions_value)
{
    static const char text[] = "OOOOOOOOXOOXXXOOXO-XXOXO-XXOOOXOXOXOOXOOXXOXOOOOXX-XXOO-XXXXXX-O X";
    struct limits l = limits_none();
    const char *why;
    cr_assert(session_set_text(session, word_of(text), &why), "%s", why);
    l.goal = GOAL_EXACT;
    struct thought value = think(l);
    const struct book_seam seam = {.self = &value.best, .ask = ask_varied};
    l.goal = GOAL_PLAY;
    struct search *s = session_search(session, &l);
    s->book = &seam;
    struct thought t = game_think(&othello_game, session_position(session), s);
    cr_assert(value.solved && t.best != value.best);
    cr_expect(t.proven && !t.solved && t.bound == BOUND_LOWER && t.score < value.score, "%d of %d",
              t.score, value.score);
}

// Among the moves that are left the search chooses, whatever stands first; and tree search, which
// knows all moves, is held to them.
Test(book_ask, the_search_chooses_among_the_moves_that_are_left)
{
    struct knowing all, one;
    const struct book_seam seam = {.self = &all, .ask = ask_knowing},
                           narrow = {.self = &one, .ask = ask_knowing};
    struct limits l = limits_none();
    const char *why;
    cr_assert(session_set_text(session, word_of("f5"), &why)); // f4 is the worst of three answers
    othello_game.moves(session_position(session), &all.keep);
    one.keep = (struct moves){1, {all.keep.at[0]}};
    cr_assert_eq(all.keep.at[0], move_at(5, 3));
    l.depth = 8;
    struct search *s = session_search(session, &l);
    s->book = &seam;
    cr_expect_neq(game_think(&othello_game, session_position(session), s).best, move_at(5, 3));
    l.depth = 0;
    l.nodes = 4000;
    s = session_search(session, &l);
    s->kind = SEARCH_MCTS;
    s->book = &narrow;
    cr_expect_eq(game_think(&othello_game, session_position(session), s).best, move_at(5, 3));
}
