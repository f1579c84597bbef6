// SPDX-License-Identifier: MIT
// othello6.c - makes the table of the first moves of 6x6 Othello (engine/othello/solve/small_table.h).
//
//      othello6-table LOG OUT [PLIES] [THREADS] [MIB]
//
// Every solved position is written to LOG at once ("moves score best" a line) and LOG is read at
// the start, so that the work can be broken off and taken up again. When all are solved the table
// is written to OUT. What the table in the program knows already is taken from there; linked with
// an empty small_table.bin it begins from nothing.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/othello/solve/small_table.h"
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
    struct small_entry entry; // its words without score and move name the position
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
    FILE *log;
};

// Solves a place and writes it to the log.
static void solve(struct maker *m, struct place *p)
{
    struct limits l = limits_none();
    struct thought t = {0};
    const char *why;
    int64_t begun = clock_now();
    l.goal = GOAL_EXACT;
    session_set_position(m->session, &othello_game, &p->position);
    session_think(m->session, &l, &t, &why); // Othello proves exact values
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
    struct othello o = othello_get(p);
    struct small_entry entry = small_table_entry(o.board, 0, 0);
    for (int i = from; i < m->count; i++)
        if (small_table_compare(&m->places[i].entry, &entry) == 0)
            return &m->places[i];
    if (m->count == POSITIONS_MAX)
        return NULL;
    struct place *n = &m->places[m->count++];
    *n = (struct place){.position = *p, .entry = entry};
    memcpy(n->moves, moves, MOVES_TEXT);
    return n;
}

// Adds the places that follow a solved one. A pass ends the table's knowledge: it is rare and the
// solver has the rest.
static bool follow(struct maker *m, int at, int ply, int next)
{
    struct place p = m->places[at];
    struct moves list;
    int side = 1 << othello_get(&p.position).side;
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
    return (p->plays & ALL) || (p->plays >> othello_get(&p->position).side & 1);
}

// Takes what the log knows of a place.
static bool recall(struct place *p, const char *log)
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

// Takes what the program's own table knows of a place.
static bool recall_shipped(struct place *p)
{
    struct small_known known;
    if (!small_table_probe(othello_get(&p->position).board, &known))
        return false;
    p->score = known.score;
    p->best = move_of_cell(known.cell);
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
            if (is_wanted(&m->places[i]) && !recall(&m->places[i], log) &&
                !recall_shipped(&m->places[i]))
                solve(m, &m->places[i]);
        for (int i = first; i < last && ply < m->plies; i++)
            if (!follow(m, i, ply, last))
                return false;
        fprintf(stderr, "ply %d: %d positions\n", ply, last - first);
        first = last;
    }
    return true;
}

// Writes the solved places, sorted.
static bool save(const struct maker *m, const char *path)
{
    struct small_entry *entries = calloc((size_t)m->count, sizeof *entries);
    FILE *f = fopen(path, "wb");
    size_t n = 0;
    if (!entries || !f)
        return false;
    for (int i = 0; i < m->count; i++) {
        const struct place *p = &m->places[i];
        if (p->solved)
            entries[n++] =
                small_table_entry(othello_get(&p->position).board, p->score, cell_of_move(p->best));
    }
    qsort(entries, n, sizeof *entries, small_table_compare);
    bool sound = fwrite(entries, sizeof *entries, n, f) == n;
    fprintf(stderr, "%zu entries\n", n);
    free(entries);
    return fclose(f) == 0 && sound;
}

int main(int argc, char **argv)
{
    int64_t plies = 12, threads = 1, mib = 1024;
    if (argc < 3 || argc > 6 ||
        (argc > 3 && !word_int(word_of(argv[3]), 1, PLAY_PLIES_MAX, &plies)) ||
        (argc > 4 && !word_int(word_of(argv[4]), 1, 64, &threads)) ||
        (argc > 5 && !word_int(word_of(argv[5]), 1, 65536, &mib))) {
        fprintf(stderr, "usage: othello6-table LOG OUT [PLIES] [THREADS] [MIB]\n");
        return 2;
    }
    games_init();
    struct maker m = {.places = calloc(POSITIONS_MAX, sizeof *m.places),
                      .plies = (int)plies,
                      .session = session_new_sized((struct listener){0}, (int)mib, (int)threads)};
    char *log = log_read(argv[1]);
    m.log = fopen(argv[1], "a");
    bool sound = m.places && m.session && log && m.log && make(&m, log) && save(&m, argv[2]);
    if (!sound)
        fprintf(stderr, "othello6-table: not enough memory, or a file that can't be written\n");
    if (m.log)
        fclose(m.log);
    free(log);
    free(m.places);
    session_free(m.session);
    return sound ? 0 : 1;
}
