// SPDX-License-Identifier: MIT
// test_names.c - openings by name: every line of the tables can be played, each names one position,
// and a game is recognised however it is turned and in whatever order it was played.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "book/names/names.h"
#include "engine/bits.h"
#include "engine/games.h"
#include "engine/notation.h"

TestSuite(names, .init = games_init);

// The name of moves in a row from the usual start.
static const char *name_of(const char *id, const char *text, int *plies)
{
    const struct game *game;
    struct position start, p;
    struct word rest = word_of(text);
    move moves[64];
    int n = 0;
    const char *why = "";
    cr_assert(game_find(word_of(id), &game, &start, &why), "%s: %s", id, why);
    enum notation how = game->notation == NOTATION_COLUMN ? NOTATION_COLUMN_DIGITS : game->notation;
    for (p = start; rest.length; n++) {
        struct grid g;
        game->to_grid(&p, &g);
        cr_assert(move_read(how, &g, &rest, &moves[n]) && game->play(&p, moves[n]),
                  "%s: move %d is not legal", text, n + 1);
    }
    return opening_name(game, &start, moves, n, plies);
}

static int moves_in(const struct game *game, const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += game->notation == NOTATION_COLUMN || (*text >= 'a' && *text <= 'z');
    return n;
}

// Each line is legal and leads to its own name: no two name the same position.
Test(names, every_line_has_its_own_name)
{
    for (const struct opening_table *t = opening_tables; t->game; t++)
        for (const struct opening *o = t->at; o->name; o++) {
            int plies = 0;
            const char *name = name_of(t->game->name, o->moves, &plies);
            cr_expect(name && strcmp(name, o->name) == 0, "%s %s is %s, not %s", t->game->name,
                      o->moves, name ? name : "nothing", o->name);
            cr_expect_eq(plies, moves_in(t->game, o->moves), "%s", o->moves);
        }
}

static const struct {
    const char *id, *moves, *name; // NULL = none
    int plies;
} games_played[] = {
    {"othello", "f5", NULL, 0},
    {"othello", "f5d6", "Perpendicular", 2},
    {"othello", "f5f6", "Diagonal", 2},
    {"othello", "f5f4", "Parallel", 2},
    {"othello", "c4e3f6e6f5", "Tiger", 5}, // turned
    {"othello", "d3c5f6f5e6", "Tiger", 5}, // mirrored
    {"othello", "e6f4c3c4d3", "Tiger", 5},
    {"othello", "f5d6c4d3c3", "Tiger", 5}, // by other moves
    {"othello", "f5d6c3d3c4f4f6", "Stephenson", 7},
    {"othello", "f5d6c5f4e3c6d3f6e6d7", "Rose", 10},
    {"othello", "f5f6e6f4e3c5", "Cow", 5}, // the longest that has a name
    {"othello", "f5f6e6d6", "Diagonal", 2},
    {"othello", "c4c3d3c5b6", "Rocket", 5}, // turned, as the published lists have them
    {"othello", "c4c3d3c5d6f4b4b6b5c6f5", "Melnikov", 11},
    {"othello", "c4e3f4c5d6f3e6c3d3e2b6f5", "Rose-Birth", 12},
    {"othello", "c4e3f6b4", "Bent Ganglion", 4},
    {"othello", "c4e3f5b4", "No-Cat", 4},
    {"othello:6x6", "c2b2", NULL, 0},
    {"gomoku", "h8", NULL, 0},
    {"gomoku", "h8i9j10", "Chosei (1I)", 3},
    {"gomoku", "h8g7f6", "Chosei (1I)", 3},
    {"gomoku", "h8h7g7", "Kagetsu (4D)", 3},
    {"gomoku:19", "j10j11k11", "Kagetsu (4D)", 3},
    {"gomoku:5,free", "c3c4d4", "Kagetsu (4D)", 3},
    {"gomoku:20", "j10j11k11", NULL, 0}, // no middle
    {"gomoku", "h8h9h11", NULL, 0},
    {"gomoku", "a1a2b2", NULL, 0},
    {"connect4", "4", "Centre", 1},
    {"connect4", "51", "Beside the centre", 1},
    {"connect4", "7", "Edge", 1},
    {"connect4:8x7", "4", NULL, 0},
};

Test(names, games_are_recognised)
{
    for (size_t i = 0; i < LENGTH(games_played); i++) {
        int plies = -1;
        const char *name = name_of(games_played[i].id, games_played[i].moves, &plies);
        const char *wanted = games_played[i].name;
        cr_expect(name ? wanted && strcmp(name, wanted) == 0 : !wanted, "%s is %s",
                  games_played[i].moves, name ? name : "nothing");
        cr_expect_eq(plies, games_played[i].plies, "%s", games_played[i].moves);
    }
}

// White next to the centre and Black within two of it: all of these have one of the 26 names.
Test(names, renju_openings_are_complete)
{
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            for (int ex = -2; ex <= 2; ex++)
                for (int ey = -2; ey <= 2; ey++) {
                    char text[32];
                    if ((!dx && !dy) || (!ex && !ey) || (dx == ex && dy == ey))
                        continue;
                    snprintf(text, sizeof text, "h8%c%d%c%d", 'h' + dx, 8 + dy, 'h' + ex, 8 + ey);
                    cr_expect_not_null(name_of("gomoku", text, NULL), "%s", text);
                }
}
