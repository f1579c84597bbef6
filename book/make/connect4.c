// SPDX-License-Identifier: MIT
// connect4.c - makes the Connect Four book (engine/connect4/book.h) with our own solver.
//
//      connect4-book LOG OUT [MIB]
//
// Every solved position is written to LOG at once ("column digits, score" a line) and LOG is read
// at the start, so the work of hours can be broken off and taken up again. When all are solved the
// book is written to OUT, whole or not at all.
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/connect4/book.h"
#include "engine/games.h"
#include "engine/session.h"
#include "engine/text.h"

enum { ENTRIES_MAX = 1 << 18, UNKNOWN = 127 };

struct entry {
    uint64_t key;
    uint32_t hash;
    int8_t score;
    char moves[BOOK_PLIES + 1];
};

struct maker {
    struct entry *entries;
    size_t count;
    struct session *session;
    FILE *log;
};

static int by_hash(const void *a, const void *b)
{
    uint32_t x = ((const struct entry *)a)->hash, y = ((const struct entry *)b)->hash;
    return (x > y) - (x < y);
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const struct entry *)a)->key, y = ((const struct entry *)b)->key;
    return (x > y) - (x < y);
}

static int by_moves(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->moves, ((const struct entry *)b)->moves);
}

static struct connect4 start_board(void)
{
    struct position p;
    const char *why;
    connect4_game.start(&p, "", &why);
    return *connect4_of(&p);
}

// The position after a row of columns. False for anything that is none.
static bool after_moves(const char *moves, struct connect4 *out)
{
    *out = start_board();
    for (; *moves; moves++) {
        struct connect4 next;
        if (*moves < '1' || *moves > '7' || !connect4_after(out, *moves - '1', &next))
            return false;
        *out = next;
    }
    return true;
}

static bool wins_now(const struct connect4 *c)
{
    for (int x = 0; x < 7; x++) {
        struct connect4 next;
        if (connect4_after(c, x, &next) && connect4_won(&next))
            return true;
    }
    return false;
}

// Collects every position with `plies` stones that the book writes down, each in one order of
// moves.
static void collect(struct maker *m, const struct connect4 *c, char *moves, int plies)
{
    if (connect4_won(c))
        return;
    if (c->plies == plies) {
        if (!wins_now(c) && m->count < ENTRIES_MAX) {
            struct entry *e = &m->entries[m->count++];
            *e = (struct entry){.key = book_key(c), .hash = book_hash(c), .score = UNKNOWN};
            memcpy(e->moves, moves, (size_t)plies + 1);
        }
        return;
    }
    for (int x = 0; x < 7; x++) {
        struct connect4 next;
        if (!connect4_after(c, x, &next))
            continue;
        moves[c->plies] = (char)('1' + x);
        moves[c->plies + 1] = 0;
        collect(m, &next, moves, plies);
    }
}

// One entry for each position, sorted by its key.
static void unify(struct maker *m, size_t from)
{
    size_t kept = from;
    qsort(m->entries + from, m->count - from, sizeof *m->entries, by_key);
    for (size_t i = from; i < m->count; i++)
        if (kept == from || m->entries[kept - 1].key != m->entries[i].key)
            m->entries[kept++] = m->entries[i];
    m->count = kept;
}

// All positions of the book. Paths are cut to distinct positions ply by ply.
static void collect_all(struct maker *m)
{
    char moves[BOOK_PLIES + 1] = "";
    struct connect4 start = start_board();
    for (int plies = 0; plies <= BOOK_LOW_PLIES; plies++) {
        size_t from = m->count;
        collect(m, &start, moves, plies);
        unify(m, from);
    }
    // From the distinct positions with four stones on, each through its distinct successors.
    size_t from = m->count, first = from;
    while (first > 0 && strlen(m->entries[first - 1].moves) == BOOK_LOW_PLIES)
        first--;
    for (size_t i = first; i < from; i++) {
        struct connect4 c;
        memcpy(moves, m->entries[i].moves, sizeof moves);
        if (after_moves(moves, &c))
            collect(m, &c, moves, BOOK_PLIES);
        if (m->count > ENTRIES_MAX / 2)
            unify(m, from);
    }
    unify(m, from);
}

// Takes over what an earlier run has solved.
static size_t read_log(struct maker *m, const char *name)
{
    FILE *f = fopen(name, "r");
    char line[64], moves[BOOK_PLIES + 1];
    size_t known = 0;
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        struct word rest = word_of(line), first, second;
        struct connect4 c;
        int64_t score;
        bool empty = line[0] == '-';
        if (!word_next(&rest, &first) || !word_next(&rest, &second) ||
            !word_int(second, -42, 42, &score) ||
            !word_copy(empty ? word_of("") : first, moves, sizeof moves) || !after_moves(moves, &c))
            continue;
        struct entry want = {.hash = book_hash(&c)};
        struct entry *e = bsearch(&want, m->entries, m->count, sizeof *m->entries, by_hash);
        known += e && e->score == UNKNOWN;
        if (e)
            e->score = (int8_t)score;
    }
    if (f)
        fclose(f);
    return known;
}

// The exact score of a position.
static int solve(struct maker *m, const struct connect4 *c)
{
    struct position p = {0};
    struct limits l = limits_none();
    struct thought t = {0};
    const char *why;
    l.goal = GOAL_EXACT;
    memcpy(p.bytes, c, sizeof *c);
    session_set_position(m->session, &connect4_game, &p);
    session_think(m->session, &l, &t, &why); // Connect Four proves exact values
    return t.score / 100;
}

static void put32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> (8 * i));
}

// Writes the book beside its place and moves it there.
static bool write_book(const struct maker *m, const char *out)
{
    char name[4096];
    struct writer w = writer_on(name, sizeof name);
    write_text(&w, "%s.new", out);
    size_t size = BOOK_HEADER + 5 * m->count;
    uint8_t *bytes = calloc(1, size);
    if (!bytes || w.cut)
        return false;
    memcpy(bytes, "OFBK", 4);
    put32(bytes + 4, BOOK_VERSION);
    memcpy(bytes + 8, "connect4", 8);
    put32(bytes + 24, BOOK_PLIES);
    put32(bytes + 28, (uint32_t)m->count);
    for (size_t i = 0; i < m->count; i++) {
        put32(bytes + BOOK_HEADER + 4 * i, m->entries[i].hash);
        bytes[BOOK_HEADER + 4 * m->count + i] = (uint8_t)m->entries[i].score;
    }
    uint64_t sum = book_checksum(bytes + BOOK_HEADER, size - BOOK_HEADER);
    put32(bytes + 32, (uint32_t)sum);
    put32(bytes + 36, (uint32_t)(sum >> 32));
    FILE *f = fopen(name, "wb");
    bool good = f && fwrite(bytes, 1, size, f) == size && fflush(f) == 0 && fsync(fileno(f)) == 0;
    good = f && fclose(f) == 0 && good && rename(name, out) == 0;
    free(bytes);
    return good;
}

// Solves what is missing, neighbours one after another so that the table helps.
static bool solve_all(struct maker *m, size_t known)
{
    qsort(m->entries, m->count, sizeof *m->entries, by_moves);
    for (size_t i = m->count; i-- > 0;) {
        struct entry *e = &m->entries[i];
        struct connect4 c;
        if (e->score != UNKNOWN)
            continue;
        if (!after_moves(e->moves, &c))
            return false;
        e->score = (int8_t)solve(m, &c);
        fprintf(m->log, "%s %d\n", e->moves[0] ? e->moves : "-", e->score);
        fflush(m->log);
        if (++known % 1000 == 0)
            fprintf(stderr, "%zu of %zu\n", known, m->count);
    }
    qsort(m->entries, m->count, sizeof *m->entries, by_hash);
    return true;
}

int main(int argc, char **argv)
{
    int64_t mib = 1024;
    if (argc < 3 || (argc > 3 && !word_int(word_of(argv[3]), 1, 1 << 20, &mib))) {
        fprintf(stderr, "usage: connect4-book LOG OUT [MIB]\n");
        return 2;
    }
    games_init();
    struct maker m = {.entries = calloc(ENTRIES_MAX, sizeof *m.entries),
                      .session = session_new_sized((struct listener){0}, (int)mib, 1)};
    if (!m.entries || !m.session)
        return 1;
    collect_all(&m);
    qsort(m.entries, m.count, sizeof *m.entries, by_hash);
    for (size_t i = 1; i < m.count; i++)
        if (m.entries[i].hash == m.entries[i - 1].hash) {
            fprintf(stderr, "two positions share a hash; change book_hash\n");
            return 1;
        }
    size_t known = read_log(&m, argv[1]);
    fprintf(stderr, "%zu positions, %zu known\n", m.count, known);
    m.log = fopen(argv[1], "a");
    if (!m.log || !solve_all(&m, known) || !write_book(&m, argv[2])) {
        fprintf(stderr, "connect4-book: could not write %s or %s\n", argv[1], argv[2]);
        return 1;
    }
    return 0;
}
