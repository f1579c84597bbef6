// SPDX-License-Identifier: MIT
// connect4_lines.c - makes a book, or goes on where one ends, for a side that plays by it: whatever
// the other side answers, it never has to think about a position that is hard.
//
//      connect4-lines GAME LOG BOOK [MIB] [STONES]
//
// From the start position on, for either side: where BOOK knows the values of all moves, every best
// one is followed; elsewhere the position is solved and the move that keeps its value is written
// down, and followed by every answer. A line ends where the side is lost, for nothing is left to be
// kept, or where a search that has seen nothing yet solves the position within EASY nodes, about a
// millisecond: there it keeps the value by itself at any time control, and so it does from there on,
// because what remains is part of what it has solved; or after STONES.
//
// LOG holds eleven bytes for each solved position (key, score, cell of the move, flags): broken off, the work
// goes on from there. The entries are added to BOOK at the end, all or none.
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/bytes.h"
#include "book/probe.h"
#include "book/save.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/session.h"
#include "engine/symmetry.h"
#include "engine/text.h"

enum { EASY = 4096, RECORD = 11, FIRST_ROOM = 1 << 12 };

// What is known of a position in which the side that plays by the book is to move.
struct place {
    uint64_t key;
    int8_t score;  // points when exact, else 1, 0, -1
    uint8_t cell;  // of the move in the canonical position
    uint8_t flags; // EXACT, HARD
};
enum { EXACT = 1, HARD = 2 };

// Places by their keys: a table of a power of two, at most half full; key 0 is none.
struct places {
    struct place *at;
    size_t count, room;
};

// Positions to look at, all with the same number of stones.
struct frontier {
    struct position *at;
    size_t count, room;
};

struct maker {
    struct session *session; // with a large table that is kept
    struct session *fresh;   // with a small one that is cleared for every position
    const struct game *game;
    struct position start;
    struct book *book; // what is there already, or NULL
    struct places solved, seen;
    struct book_entry *entries;
    size_t count, room;
    int last; // stones of the last positions to look at
    FILE *log;
    int64_t begun;
    uint64_t searched;
};

// ---- tables ----

static struct place *find(const struct places *p, uint64_t key)
{
    size_t at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (p->room - 1);
    while (p->at[at].key != 0 && p->at[at].key != key)
        at = (at + 1) & (p->room - 1);
    return &p->at[at];
}

// Puts a place in, if its key is not there. False when it was, or there is no memory.
static bool put(struct places *p, struct place what)
{
    if (2 * (p->count + 1) > p->room) {
        struct places more = {calloc(p->room ? 2 * p->room : FIRST_ROOM, sizeof *more.at), 0,
                              p->room ? 2 * p->room : FIRST_ROOM};
        if (!more.at)
            return false;
        for (size_t i = 0; i < p->room; i++)
            if (p->at[i].key)
                *find(&more, p->at[i].key) = p->at[i];
        more.count = p->count;
        free(p->at);
        *p = more;
    }
    struct place *at = find(p, what.key);
    if (at->key)
        return false;
    *at = what;
    p->count++;
    return true;
}

static bool push(struct frontier *f, const struct position *p)
{
    if (f->count == f->room) {
        size_t room = f->room ? 2 * f->room : FIRST_ROOM;
        struct position *at = aligned_alloc(32, room * sizeof *at);
        if (!at)
            return false;
        if (f->count)
            memcpy(at, f->at, f->count * sizeof *at);
        free(f->at);
        f->at = at;
        f->room = room;
    }
    f->at[f->count++] = *p;
    return true;
}

// ---- solving ----

// Reads what an earlier run has solved, and opens the log to go on with it: behind the last whole
// record, or all that came after one that was cut short would be read askew.
static bool read_log(struct maker *m, const char *name)
{
    uint8_t b[RECORD];
    off_t whole = 0;
    put(&m->solved, (struct place){.key = UINT64_MAX}); // so that there is a table
    FILE *f = fopen(name, "rb");
    for (; f && fread(b, 1, RECORD, f) == RECORD; whole += RECORD)
        put(&m->solved, (struct place){get_bytes(b, 8), (int8_t)b[8], b[9], b[10]});
    if (f)
        fclose(f);
    m->log = fopen(name, "ab");
    return m->log && ftruncate(fileno(m->log), whole) == 0;
}

// The score of a position that the book knows exactly, in points.
static bool score_known(const struct maker *m, const struct position *p, int *score)
{
    struct book_entry e;
    if (!m->book || !book_value(m->book, m->game, p, &e) || e.kind != BOOK_EXACT)
        return false;
    *score = e.score / 100;
    return true;
}

// True when a search with an empty table solves the position in no time.
static bool is_easy(struct maker *m, const struct grid *g)
{
    struct limits l = limits_none();
    struct thought t;
    const char *why;
    l.goal = GOAL_OUTCOME;
    l.nodes = EASY;
    session_new_game(m->fresh);
    return session_set_grid(m->fresh, g, &why) && session_think(m->fresh, &l, &t, &why) && t.proven;
}

// Solves a position, and writes it to the log. Where the score is known, the move is one that gets
// it.
static bool solve(struct maker *m, const struct position *p, struct place *out)
{
    struct limits l = limits_none();
    struct canonical c;
    struct grid g;
    struct thought t;
    const char *why;
    int score;
    uint8_t b[RECORD];
    const bool exact = score_known(m, p, &score);
    l.goal = exact ? GOAL_EXACT : GOAL_OUTCOME;
    m->game->to_grid(p, &g);
    if (!session_set_grid(m->session, &g, &why) || !session_think(m->session, &l, &t, &why) ||
        !t.proven || (exact && t.score != 100 * score))
        return false;
    m->game->canonical(p, &c);
    move image = move_image(t.best, c.width, c.height, c.symmetry);
    out->score = (int8_t)(exact ? score : (t.score > 0) - (t.score < 0));
    out->cell = (uint8_t)(move_y(image) * c.width + move_x(image));
    out->flags = (uint8_t)((exact ? EXACT : 0) | (is_easy(m, &g) ? 0 : HARD));
    put_bytes(b, out->key, 8);
    b[8] = (uint8_t)out->score;
    b[9] = out->cell;
    b[10] = out->flags;
    m->searched++;
    return fwrite(b, 1, RECORD, m->log) == RECORD && put(&m->solved, *out);
}

// ---- following ----

// The number of a move among those of the canonical position, counted along the columns.
static int number_of(const struct canonical *c, const struct moves *legal, move image)
{
    int n = 0;
    for (int i = 0; i < legal->count; i++)
        n += move_x(move_image(legal->at[i], c->width, c->height, c->symmetry)) < move_x(image);
    return n;
}

// Writes an entry down.
static bool note(struct maker *m, const struct position *p, const struct place *what, move image)
{
    struct canonical c;
    struct moves legal;
    if (m->count == m->room) {
        size_t room = m->room ? 2 * m->room : FIRST_ROOM;
        struct book_entry *more = realloc(m->entries, room * sizeof *more);
        if (!more)
            return false;
        m->entries = more;
        m->room = room;
    }
    struct book_entry *e = &m->entries[m->count++];
    *e = (struct book_entry){.key = what->key, .score = 100 * what->score, .lines = 1, .nth = -1};
    if (what->flags & EXACT) {
        e->kind = BOOK_EXACT;
        e->count = 1;
        e->moves[0] = (struct book_move){image, e->score};
        return true;
    }
    m->game->canonical(p, &c);
    m->game->moves(p, &legal);
    e->kind = BOOK_OUTCOME;
    e->nth = number_of(&c, &legal, image);
    return true;
}

// The moves by which the side goes on from p, best first: all that the book knows as best, else the
// one that keeps what there is to keep. None where a line ends.
static bool choose(struct maker *m, const struct position *p, struct moves *out)
{
    struct canonical c;
    struct moves legal;
    struct place place = {.key = book_key_of(m->game, p)};
    int best = INT32_MIN;
    bool complete = true;
    out->count = 0;
    m->game->moves(p, &legal);
    for (int i = 0; i < legal.count && complete; i++) {
        struct position next = *p;
        int score;
        m->game->play(&next, legal.at[i]);
        complete = score_known(m, &next, &score);
        if (complete && -score > best) {
            best = -score;
            out->count = 0;
        }
        if (complete && -score == best)
            out->at[out->count++] = legal.at[i];
    }
    if (complete)
        return true;
    out->count = 0;
    const struct place *known = find(&m->solved, place.key);
    if (known->key)
        place = *known;
    else if (!solve(m, p, &place))
        return false;
    if (place.score < 0 || !(place.flags & (HARD | EXACT)))
        return true;
    m->game->canonical(p, &c);
    move image = move_at(place.cell % c.width, place.cell / c.width);
    out->at[out->count++] = move_image_back(image, c.width, c.height, c.symmetry);
    return note(m, p, &place, image);
}

// Adds every position the side may meet after one of its moves and an answer.
static bool follow(struct maker *m, const struct position *p, move played, struct frontier *to)
{
    struct position after = *p;
    struct moves answers;
    m->game->play(&after, played);
    m->game->moves(&after, &answers);
    for (int i = 0; i < answers.count; i++) {
        struct position next = after;
        int margin;
        m->game->play(&next, answers.at[i]);
        if (!m->game->over(&next, &margin) &&
            put(&m->seen, (struct place){.key = book_key_of(m->game, &next)}) && !push(to, &next))
            return false;
    }
    return true;
}

// Goes through all lines of a side whose first positions these are, by their number of stones.
static bool make_lines(struct maker *m, struct frontier now, int stones)
{
    bool good = true;
    while (good && now.count > 0 && stones <= m->last) {
        struct frontier next = {0};
        size_t before = m->count;
        for (size_t i = 0; good && i < now.count; i++) {
            struct moves list;
            good = choose(m, &now.at[i], &list);
            for (int k = 0; good && k < list.count; k++)
                good = follow(m, &now.at[i], list.at[k], &next);
            if (i % 1000 == 999) {
                fflush(m->log);
                fprintf(stderr, "\r%d stones: %zu of %zu ", stones, i + 1, now.count);
            }
        }
        fprintf(stderr, "\r%d stones: %zu positions, %zu written down; %.0f s\n", stones, now.count,
                m->count - before, (double)(clock_now() - m->begun) / 1e9);
        free(now.at);
        now = next;
        stones += 2;
    }
    free(now.at);
    return good;
}

// The lines of both sides.
static bool make_all(struct maker *m)
{
    const struct position root = m->start;
    struct frontier first = {0}, second = {0};
    struct moves list;
    bool good = push(&first, &root);
    m->game->moves(&root, &list);
    for (int i = 0; good && i < list.count; i++) {
        struct position next = root;
        m->game->play(&next, list.at[i]);
        if (put(&m->seen, (struct place){.key = book_key_of(m->game, &next)}))
            good = push(&second, &next);
    }
    m->begun = clock_now();
    return good && make_lines(m, first, 0) && make_lines(m, second, 1);
}

// ---- the program ----

static void say_nothing(void *owner, const char *text)
{
    (void)owner;
    (void)text;
}

static struct session *open_session(const char *game, const char *mib, const char **why)
{
    struct session *s = session_new((struct listener){.say = say_nothing});
    if (s && session_set_option(s, &options[OPTION_HASH], word_of(mib), why) &&
        session_set_option(s, &options[OPTION_GAME], word_of(game), why) &&
        session_set_option(s, &options[OPTION_OWN_BOOK], word_of("false"), why))
        return s;
    session_free(s);
    return NULL;
}

static bool open_sessions(struct maker *m, const char *game, const char *mib, const char **why)
{
    m->session = open_session(game, mib, why);
    m->fresh = open_session(game, "1", why);
    if (!m->session || !m->fresh)
        return false;
    m->game = session_game(m->session);
    m->start = *session_position(m->session);
    return true;
}

// Adds the entries to the book.
static bool save(struct maker *m, const char *path, const char **why)
{
    static const char what[] =
        "who wins, for a side that plays by it; made by build/connect4-lines";
    struct book_header h = {0};
    struct canonical c;
    const char *before = m->book ? book_header(m->book)->note : "";
    struct writer note = writer_on(h.note, sizeof h.note);
    game_id(m->game, &m->start, h.game);
    m->game->canonical(&m->start, &c);
    h.width = c.width;
    h.reach = m->book ? book_header(m->book)->reach : 0;
    write_text(&note, "%s", before);
    if (!strstr(before, what))
        write_text(&note, "%s%s", before[0] ? "; " : "", what);
    m->count = book_entries_unify(m->entries, m->count);
    return book_update(path, &h, m->entries, m->count, why);
}

int main(int argc, char **argv)
{
    struct maker m = {0};
    const char *why = "not enough memory, or a log that can't be written";
    int64_t stones = CELLS_MAX;
    if (argc < 4 || argc > 6 || (argc > 5 && !word_int(word_of(argv[5]), 0, CELLS_MAX, &stones))) {
        fputs("usage: connect4-lines GAME LOG BOOK [MIB] [STONES]\n", stderr);
        return 2;
    }
    games_init();
    m.last = (int)stones;
    const bool there = access(argv[3], F_OK) == 0;
    m.book = there ? book_open(argv[3], &why) : NULL;
    bool good = (m.book || !there) && open_sessions(&m, argv[1], argc > 4 ? argv[4] : "64", &why) &&
                read_log(&m, argv[2]) && make_all(&m) && save(&m, argv[3], &why);
    if (good)
        fprintf(stderr, "%zu entries, %" PRIu64 " solved now\n", m.count, m.searched);
    else
        fprintf(stderr, "connect4-lines: %s\n", why);
    if (m.log)
        fclose(m.log);
    free(m.solved.at);
    free(m.seen.at);
    free(m.entries);
    book_close(m.book);
    session_free(m.session);
    session_free(m.fresh);
    return good ? 0 : 1;
}
