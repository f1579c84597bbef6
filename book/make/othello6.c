// SPDX-License-Identifier: MIT
// othello6.c - makes the book of the first moves of 6x6 Othello.
//
//      othello6-book LOG OUT [PLIES] [THREADS] [MIB]
//
// Every position with up to two discs more than at the start, and then those a side meets that plays
// by the book, whatever the other side answers: each with its exact score and a best move. Every
// solved position is written to LOG at once ("moves score best" a line) and LOG is read at the
// start, so that the work can be broken off and taken up again. When all are solved the book is
// written to OUT. What the book in the program knows already is taken from there; built in a tree
// without one it begins from nothing.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/probe.h"
#include "book/save.h"
#include "book/shipped.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "engine/session.h"
#include "engine/text.h"

enum {
    ALL_PLIES = 2,       // every position up to here,
    PLAY_PLIES_MAX = 15, // and those a side meets that plays by the table up to PLIES
    POSITIONS_MAX = 1 << 16,
    MOVES_TEXT = 2 * PLAY_PLIES_MAX + 1,
};

// A position and how it was reached; `plays` are the sides that play by the table and can meet it,
// as bits, or ALL for those of the first plies.
enum { ALL = 4 };
struct place {
    struct position position;
    uint64_t key;
    char moves[MOVES_TEXT];
    int plays;
    int score;
    move best;
    bool solved;
};

struct maker {
    struct place *places; // by plies
    int count, plies;
    struct session *session;
    struct book *known; // the one in the program, or NULL
    FILE *log;
};

// Solves a place and writes it to the log.
static void solve(struct maker *m, struct place *p)
{
    struct limits l = limits_none();
    struct grid g;
    const char *why;
    l.goal = GOAL_EXACT;
    othello_game.to_grid(&p->position, &g);
    session_set_grid(m->session, &g, &why);
    int64_t begun = clock_now();
    struct thought t = {.best = MOVE_NONE};
    session_think(m->session, &l, &t, &why);
    p->score = t.score / 100;
    p->best = t.best;
    p->solved = true;
    char best[3] = {(char)('a' + move_x(t.best)), (char)('1' + move_y(t.best)), '\0'};
    fprintf(m->log, "%s %d %s\n", p->moves[0] ? p->moves : "-", p->score, best);
    fflush(m->log);
    fprintf(stderr, "%s %+d %s %" PRIu64 " nodes %.1f s\n", p->moves, p->score, best, t.nodes,
            (double)(clock_now() - begun) / 1e9);
}

// Finds a place by its position among those from `from` on, or makes it.
static struct place *place_of(struct maker *m, int from, const struct position *p,
                              const char *moves)
{
    const uint64_t key = book_key_of(&othello_game, p);
    for (int i = from; i < m->count; i++)
        if (m->places[i].key == key)
            return &m->places[i];
    if (m->count == POSITIONS_MAX)
        return NULL;
    struct place *n = &m->places[m->count++];
    *n = (struct place){.position = *p, .key = key};
    memcpy(n->moves, moves, MOVES_TEXT);
    return n;
}

static int side_of(const struct position *p)
{
    struct grid g;
    othello_game.to_grid(p, &g);
    return g.to_move;
}

// Adds the places that follow a solved one. A pass ends the table's knowledge: it is rare and the
// solver has the rest.
static bool follow(struct maker *m, int at, int ply, int next)
{
    struct place p = m->places[at];
    struct moves list;
    int side = 1 << side_of(&p.position);
    othello_game.moves(&p.position, &list);
    for (int i = 0; i < list.count; i++) {
        move best = p.best;
        int plays = ply < ALL_PLIES ? p.plays & ALL : 0;
        if (p.plays & side && list.at[i] == best)
            plays |= side;
        plays |= p.plays & (3 & ~side);
        if (!plays)
            continue;
        struct position after = p.position;
        char moves[MOVES_TEXT];
        memcpy(moves, p.moves, sizeof moves);
        if (list.at[i] == MOVE_PASS || !othello_game.play(&after, list.at[i]))
            continue;
        moves[2 * ply] = (char)('a' + move_x(list.at[i]));
        moves[2 * ply + 1] = (char)('1' + move_y(list.at[i]));
        struct place *n = place_of(m, next, &after, moves);
        if (!n)
            return false;
        n->plays |= plays;
    }
    return true;
}

// Whether a place's value is wanted: all of the first plies, then only where a side that plays by
// the table is to move and can.
static bool is_wanted(const struct place *p)
{
    struct moves list;
    othello_game.moves(&p->position, &list);
    if (list.count == 0 || list.at[0] == MOVE_PASS)
        return false;
    return (p->plays & ALL) || (p->plays >> side_of(&p->position) & 1);
}

// Takes what the log knows of a place.
static bool find_in_log(struct place *p, const char *log)
{
    const char *name = p->moves[0] ? p->moves : "-";
    size_t length = strlen(name);
    for (const char *line = log; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            struct word rest = {line + length, strcspn(line + length, "\n")}, score, best;
            int64_t value;
            if (word_next(&rest, &score) && word_int(score, -36, 36, &value) &&
                word_next(&rest, &best) && best.length == 2) {
                p->score = (int)value;
                p->best = move_at(best.text[0] - 'a', best.text[1] - '1');
                return p->solved = true;
            }
        }
    }
    return false;
}

// Takes what the book in the program knows of a place.
static bool find_in_shipped(const struct maker *m, struct place *p)
{
    struct book_entry e;
    if (!m->known || !book_probe(m->known, &othello_game, &p->position, &e) || e.count == 0)
        return false;
    p->score = e.score / 100;
    p->best = e.moves[0].m;
    return p->solved = true;
}

// The log's text, empty when there is none.
static char *log_read(const char *path)
{
    enum { LOG_BYTES = 1 << 20 };
    char *text = calloc(1, LOG_BYTES + 1);
    FILE *f = fopen(path, "r");
    if (text && f)
        text[fread(text, 1, LOG_BYTES, f)] = '\0';
    if (f)
        fclose(f);
    return text;
}

// Solves ply after ply.
static bool make(struct maker *m, const char *log)
{
    struct position start;
    const char *why;
    char none[MOVES_TEXT] = "";
    othello_game.start(&start, "6x6", &why);
    place_of(m, 0, &start, none)->plays = ALL | 3;
    for (int ply = 0, first = 0; ply <= m->plies; ply++) {
        int last = m->count;
        for (int i = first; i < last; i++)
            if (is_wanted(&m->places[i]) && !find_in_log(&m->places[i], log) &&
                !find_in_shipped(m, &m->places[i]))
                solve(m, &m->places[i]);
        for (int i = first; i < last && ply < m->plies; i++)
            if (!follow(m, i, ply, last))
                return false;
        fprintf(stderr, "ply %d: %d positions\n", ply, last - first);
        first = last;
    }
    return true;
}

// Writes the solved places.
static bool save(const struct maker *m, const char *path, const char **why)
{
    struct book_header h = {.game = "othello:6x6", .width = 6};
    struct book_entry *entries = calloc((size_t)m->count, sizeof *entries);
    size_t n = 0;
    if (!entries)
        return false;
    struct writer note = writer_on(h.note, sizeof h.note);
    write_text(&note, "perfect play for both sides to ply %d; made by build/othello6-book",
               m->plies);
    for (int i = 0; i < m->count; i++) {
        const struct place *p = &m->places[i];
        if (!p->solved)
            continue;
        entries[n] = (struct book_entry){.kind = BOOK_EXACT,
                                         .score = 100 * p->score,
                                         .lines = 1,
                                         .nth = -1,
                                         .count = 1,
                                         .moves = {{p->best, 100 * p->score}}};
        book_entry_of(&othello_game, &p->position, &entries[n++]);
    }
    n = book_entries_unify(entries, n);
    struct book_writer *w = book_write_begin(path, &h, why);
    bool good = w != NULL;
    for (size_t i = 0; good && i < n; i++)
        good = book_write(w, &entries[i], why);
    if (good)
        good = book_write_end(w, why);
    else
        book_write_drop(w);
    fprintf(stderr, "%zu entries\n", n);
    free(entries);
    return good;
}

static void say_nothing(void *owner, const char *text)
{
    (void)owner;
    (void)text;
}

// The session that solves, and the book there is.
static bool open_maker(struct maker *m, const char *threads, const char *mib, const char **why)
{
    size_t size;
    const uint8_t *bytes = book_shipped("othello:6x6", &size);
    m->known = bytes ? book_of_bytes(bytes, size, why) : NULL;
    m->session = session_new((struct listener){.say = say_nothing});
    return m->session &&
           session_set_option(m->session, &options[OPTION_GAME], word_of("othello:6x6"), why) &&
           session_set_option(m->session, &options[OPTION_OWN_BOOK], word_of("false"), why) &&
           session_set_option(m->session, &options[OPTION_THREADS], word_of(threads), why) &&
           session_set_option(m->session, &options[OPTION_HASH], word_of(mib), why);
}

int main(int argc, char **argv)
{
    int64_t plies = 12;
    if (argc < 3 || argc > 6 ||
        (argc > 3 && !word_int(word_of(argv[3]), 1, PLAY_PLIES_MAX, &plies))) {
        fprintf(stderr, "usage: othello6-book LOG OUT [PLIES] [THREADS] [MIB]\n");
        return 2;
    }
    games_init();
    struct maker m = {.places = calloc(POSITIONS_MAX, sizeof *m.places), .plies = (int)plies};
    const char *why = "not enough memory, or a file that can't be written";
    char *log = log_read(argv[1]);
    m.log = fopen(argv[1], "a");
    bool good = m.places && log && m.log &&
                open_maker(&m, argc > 4 ? argv[4] : "1", argc > 5 ? argv[5] : "1024", &why) &&
                make(&m, log) && save(&m, argv[2], &why);
    if (!good)
        fprintf(stderr, "othello6-book: %s\n", why);
    if (m.log)
        fclose(m.log);
    free(log);
    free(m.places);
    book_close(m.known);
    session_free(m.session);
    return good ? 0 : 1;
}
