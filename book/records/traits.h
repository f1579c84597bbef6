// SPDX-License-Identifier: MIT
// traits.h - what games say of themselves, until they say it.
#ifndef BOOK_RECORDS_TRAITS_H
#define BOOK_RECORDS_TRAITS_H

#include <string.h>

#include "engine/games.h"

struct variant {
    const char *name, *id;
};

static inline int game_sgf(const struct game *g)
{
    return g == &othello_game ? 2 : g == &gomoku_game ? 4 : 0;
}

static inline const struct game *game_of_sgf(int number)
{
    for (int i = 0; games[i]; i++)
        if (game_sgf(games[i]) == number && number)
            return games[i];
    return NULL;
}

static inline bool game_flips(const struct game *g)
{
    return g == &othello_game;
}

static inline bool game_counts_discs(const struct game *g)
{
    return g == &othello_game;
}

static inline bool game_id_of_size(const struct game *game, const struct position *p, int width,
                                   int height, char out[GAME_ID_MAX])
{
    char shape[GAME_ID_MAX];
    struct writer w = writer_on(out, GAME_ID_MAX);
    game->shape(p, shape);
    const char *rest = strchr(shape, ',');
    if (game == &gomoku_game && width != height)
        return false;
    if (game == &gomoku_game)
        write_text(&w, "%s:%d%s", game->name, width, rest ? rest : "");
    else
        write_text(&w, "%s:%dx%d%s", game->name, width, height, rest ? rest : "");
    return true;
}

static inline const struct variant *game_variant(int index)
{
    static const struct variant variants[] = {{"flipello", "othello"},
                                              {"flipello6", "othello:6x6"},
                                              {"cfour", "connect4"},
                                              {"gomoku", "gomoku"},
                                              {"gomokufreestyle", "gomoku:15,free"}};
    return index < 5 ? &variants[index] : NULL;
}

#endif
