// SPDX-License-Identifier: MIT
// connect4.c - makes the book of the 7x6 game with our own solver.
//
//      connect4-book LOG OUT [MIB] [PLIES]
//
// The positions with up to 4 and with 8 stones are written down with their exact score, those with
// 12 with who wins and a move that keeps it; what lies between follows by looking up to three plies
// ahead (the book's reach). A mirror image counts once, a position whose mover wins at once not at
// all. PLIES (8 or 12) is how far the book goes.
//
// LOG holds two bytes for each of these positions, 0 while it is not solved. It is written after
// every thousand, so the work of hours can be broken off and taken up again. When all are solved the
// book is written to OUT, whole or not at all.
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/save.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/session.h"
#include "engine/text.h"

enum { WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1, REACH = 3, PLIES_MAX = 12, STEP = 1000 };

// What is written down of the positions with so many stones.
enum content { NOTHING, SCORES, OUTCOMES };
static const enum content contents[PLIES_MAX + 1] = {SCORES,  SCORES,  SCORES,  SCORES, SCORES,
                                                     NOTHING, NOTHING, NOTHING, SCORES, NOTHING,
                                                     NOTHING, NOTHING, OUTCOMES};

// The positions with so many stones by their canonical keys, sorted.
struct layer {
    size_t count;
    uint64_t *keys;
};

// A result as the log has it; 0 is none.
struct result {
    uint8_t value; // a score + 64; or 1 loss, 2 draw, 3 win and the column << 2
    uint8_t work;  // the logarithm of the nodes it took
};

struct maker {
    struct session *session;
    struct layer layers[PLIES_MAX + 1];
    struct result *results; // of all layers that are written down, one after another
    size_t count;
    int plies; // of the last layer
    int log;
    int64_t begun;
    size_t done;
};

// ---- positions as keys: the mover's stones and a bit on top of each column ----

static uint64_t lane(int x)
{
    return (uint64_t)0x7f << STRIDE * x;
}

static uint64_t bottom(void)
{
    uint64_t set = 0;
    for (int x = 0; x < WIDTH; x++)
        set |= UINT64_C(1) << STRIDE * x;
    return set;
}

static uint64_t canonical_key(uint64_t mover, uint64_t filled)
{
    uint64_t key = mover | (filled + bottom()), image = 0;
    for (int x = 0; x < WIDTH; x++)
        image |= (key >> STRIDE * x & 0x7f) << STRIDE * (WIDTH - 1 - x);
    return key < image ? key : image;
}

static void sets_of_key(uint64_t key, uint64_t *mover, uint64_t *filled)
{
    *mover = *filled = 0;
    for (int x = 0; x < WIDTH; x++) {
        uint64_t column = key >> STRIDE * x & 0x7f;
        int height = 63 - __builtin_clzll(column);
        uint64_t stones = (UINT64_C(1) << height) - 1;
        *filled |= stones << STRIDE * x;
        *mover |= (column & stones) << STRIDE * x;
    }
}

static bool has_four(uint64_t a)
{
    static const int steps[] = {1, STRIDE, STRIDE - 1, STRIDE + 1};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = a & a >> steps[i];
        if (pairs & pairs >> 2 * steps[i])
            return true;
    }
    return false;
}

// The cell a stone dropped into a column comes to rest on, 0 when it is full.
static uint64_t landing(uint64_t filled, int x)
{
    uint64_t top = UINT64_C(1) << (STRIDE * x + HEIGHT);
    return (filled + (UINT64_C(1) << STRIDE * x)) & lane(x) & ~filled & ~top;
}

static bool wins_now(uint64_t mover, uint64_t filled)
{
    for (int x = 0; x < WIDTH; x++)
        if (has_four(mover | landing(filled, x)))
            return true;
    return false;
}

// ---- layers ----

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t unify(uint64_t *keys, size_t count)
{
    size_t kept = 0;
    qsort(keys, count, sizeof *keys, by_key);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || keys[kept - 1] != keys[i])
            keys[kept++] = keys[i];
    return kept;
}

// The positions that follow those of a layer and are not over.
static bool next_layer(const struct layer *from, struct layer *to)
{
    to->count = 0;
    to->keys = malloc(from->count * WIDTH * sizeof *to->keys);
    for (size_t i = 0; to->keys && i < from->count; i++) {
        uint64_t mover, filled, stone;
        sets_of_key(from->keys[i], &mover, &filled);
        for (int x = 0; x < WIDTH; x++)
            if ((stone = landing(filled, x)) && !has_four(mover | stone))
                to->keys[to->count++] = canonical_key(filled & ~mover, filled | stone);
    }
    if (to->keys)
        to->count = unify(to->keys, to->count);
    return to->keys != NULL;
}

// Takes out the positions with a win at once.
static void drop_wins(struct layer *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->count; i++) {
        uint64_t mover, filled;
        sets_of_key(l->keys[i], &mover, &filled);
        if (!wins_now(mover, filled))
            l->keys[kept++] = l->keys[i];
    }
    l->count = kept;
}

// All positions of the book.
static bool collect(struct maker *m)
{
    m->layers[0] = (struct layer){1, malloc(sizeof(uint64_t))};
    if (!m->layers[0].keys)
        return false;
    m->layers[0].keys[0] = canonical_key(0, 0);
    for (int i = 0; i < m->plies; i++)
        if (!next_layer(&m->layers[i], &m->layers[i + 1]))
            return false;
    for (int i = 0; i <= m->plies; i++) {
        drop_wins(&m->layers[i]);
        m->count += contents[i] ? m->layers[i].count : 0;
    }
    return true;
}

// ---- solving ----

// Takes over what an earlier run has solved; the log gets its full length.
static bool read_log(struct maker *m, const char *name)
{
    size_t size = m->count * sizeof *m->results;
    m->results = calloc(m->count, sizeof *m->results);
    m->log = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    return m->results && m->log >= 0 && ftruncate(m->log, (off_t)size) == 0 &&
           pread(m->log, m->results, size, 0) == (ssize_t)size;
}

static void set_position(struct maker *m, uint64_t key)
{
    struct grid g;
    uint64_t mover, filled;
    const char *why;
    session_grid(m->session, &g);
    sets_of_key(key, &mover, &filled);
    g.to_move = __builtin_popcountll(filled) & 1 ? SECOND : FIRST;
    const uint8_t own = g.to_move == FIRST ? CELL_FIRST : CELL_SECOND;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int bit = STRIDE * x + HEIGHT - 1 - y;
            g.cell[y * WIDTH + x] = !(filled >> bit & 1) ? CELL_EMPTY
                                    : mover >> bit & 1   ? own
                                                         : CELL_FIRST + CELL_SECOND - own;
        }
    session_set_grid(m->session, &g, &why);
}

// Solves one position. False when it could not be.
static bool solve(struct maker *m, uint64_t key, enum content what, struct result *out)
{
    struct limits l = limits_none();
    l.goal = what == SCORES ? GOAL_EXACT : GOAL_OUTCOME;
    set_position(m, key);
    struct thought t;
    const char *why;
    if (!session_think(m->session, &l, &t, &why) || !t.proven)
        return false;
    out->value = (uint8_t)(what == SCORES ? t.score / 100 + 64
                           : t.score < 0  ? 1
                                          : (t.score > 0 ? 3 : 2) | move_x(t.best) << 2);
    for (uint64_t n = t.nodes; n > 1; n >>= 1)
        out->work++;
    return true;
}

// Solves what is missing of a layer; neighbours come one after another, so that the table helps.
static bool solve_layer(struct maker *m, int plies, size_t first)
{
    const struct layer *l = &m->layers[plies];
    for (size_t i = 0; i < l->count; i += STEP) {
        size_t size = l->count - i < STEP ? l->count - i : STEP, before = m->done;
        for (size_t k = i; k < i + size; k++) {
            struct result *r = &m->results[first + k];
            if (r->value)
                continue;
            if (!solve(m, l->keys[k], contents[plies], r))
                return false;
            m->done++;
        }
        if (m->done == before)
            continue;
        if (pwrite(m->log, &m->results[first + i], size * sizeof *m->results,
                   (off_t)((first + i) * sizeof *m->results)) < 0)
            return false;
        fprintf(stderr, "\r%d stones: %zu of %zu, %.0f s ", plies, i + size, l->count,
                (double)(clock_now() - m->begun) / 1e9);
    }
    fprintf(stderr, "\n%d stones: %zu positions\n", plies, l->count);
    return true;
}

static bool solve_all(struct maker *m)
{
    size_t first = 0;
    m->begun = clock_now();
    for (int i = 0; i <= m->plies; i++)
        if (contents[i]) {
            if (!solve_layer(m, i, first))
                return false;
            first += m->layers[i].count;
        }
    return true;
}

// ---- the book ----

static struct book_entry entry_of(uint64_t key, enum content what, struct result r)
{
    struct book_entry e = {.key = key, .nth = -1, .lines = 1};
    e.kind = what == SCORES ? BOOK_EXACT : BOOK_OUTCOME;
    if (what == SCORES) {
        e.score = 100 * (r.value - 64);
        return e;
    }
    uint64_t mover, filled;
    sets_of_key(key, &mover, &filled);
    e.score = 100 * ((r.value & 3) - 2);
    for (int x = 0; x <= r.value >> 2; x++)
        e.nth += landing(filled, x) != 0;
    return e;
}

// Every entry of all layers in the order of the keys: the layers are merged.
static bool write_entries(const struct maker *m, struct book_writer *w, const char **why)
{
    size_t at[PLIES_MAX + 1] = {0}, first[PLIES_MAX + 1] = {0};
    for (int i = 0; i < m->plies; i++)
        first[i + 1] = first[i] + (contents[i] ? m->layers[i].count : 0);
    for (size_t n = 0; n < m->count; n++) {
        int next = -1;
        for (int i = 0; i <= m->plies; i++)
            if (contents[i] && at[i] < m->layers[i].count &&
                (next < 0 || m->layers[i].keys[at[i]] < m->layers[next].keys[at[next]]))
                next = i;
        struct book_entry e = entry_of(m->layers[next].keys[at[next]], contents[next],
                                       m->results[first[next] + at[next]]);
        at[next]++;
        if (!book_write(w, &e, why))
            return false;
    }
    return true;
}

static bool write_book(const struct maker *m, const char *out, const char **why)
{
    struct book_header h = {.game = "connect4", .width = WIDTH, .reach = REACH};
    struct writer note = writer_on(h.note, sizeof h.note);
    write_text(&note, "exact scores to 8 stones%s; made by build/connect4-book",
               m->plies > 8 ? ", who wins to 12" : "");
    struct book_writer *w = book_write_begin(out, &h, why);
    if (!w)
        return false;
    if (!write_entries(m, w, why)) {
        book_write_drop(w);
        return false;
    }
    return book_write_end(w, why);
}

// ---- the program ----

static void say_nothing(void *owner, const char *text)
{
    (void)owner;
    (void)text;
}

static bool open_session(struct maker *m, const char *mib)
{
    const char *why;
    m->session = session_new((struct listener){.say = say_nothing});
    return m->session &&
           session_set_option(m->session, &options[OPTION_GAME], word_of("connect4"), &why) &&
           session_set_option(m->session, &options[OPTION_OWN_BOOK], word_of("false"), &why) &&
           session_set_option(m->session, &options[OPTION_HASH], word_of(mib), &why);
}

int main(int argc, char **argv)
{
    struct maker m = {.log = -1};
    const char *why = "not enough memory, or a log that can't be written";
    int64_t plies = PLIES_MAX;
    if (argc < 3 || argc > 5 || (argc > 4 && !word_int(word_of(argv[4]), 0, PLIES_MAX, &plies)) ||
        !contents[plies]) {
        fputs("usage: connect4-book LOG OUT [MIB] [PLIES]\n", stderr);
        return 2;
    }
    games_init();
    m.plies = (int)plies;
    bool good = open_session(&m, argc > 3 ? argv[3] : "256") && collect(&m) &&
                read_log(&m, argv[1]) && solve_all(&m) && write_book(&m, argv[2], &why);
    if (!good)
        fprintf(stderr, "connect4-book: %s\n", why);
    session_free(m.session);
    for (int i = 0; i <= PLIES_MAX; i++)
        free(m.layers[i].keys);
    free(m.results);
    if (m.log >= 0)
        close(m.log);
    return good ? 0 : 1;
}
