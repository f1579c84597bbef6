// SPDX-License-Identifier: MIT
#include "engine/games.h"

#include <string.h>

#include "engine/mcts.h"

const struct game *const games[] = {&othello_game, &connect4_game, &gomoku_game, NULL};

void games_init(void)
{
    for (int i = 0; games[i]; i++)
        games[i]->init();
}

bool game_find(struct word id, const struct game **game, struct position *start, const char **why)
{
    const char *colon = memchr(id.text, ':', id.length);
    struct word name = {id.text, colon ? (size_t)(colon - id.text) : id.length};
    struct word shape = {colon ? colon + 1 : id.text, colon ? id.length - name.length - 1 : 0};
    char shape_text[GAME_ID_MAX];
    if (!word_copy(shape, shape_text, sizeof shape_text)) {
        *why = "the part after ':' is too long";
        return false;
    }
    for (int i = 0; games[i]; i++)
        if (word_is_nocase(name, games[i]->name)) {
            if (!games[i]->start(start, shape_text, why))
                return false;
            *game = games[i];
            return true;
        }
    *why = "unknown game; there are othello, connect4 and gomoku";
    return false;
}

void game_id(const struct game *game, const struct position *p, char out[GAME_ID_MAX])
{
    char shape[GAME_ID_MAX];
    struct writer w = writer_on(out, GAME_ID_MAX);
    game->shape(p, shape);
    write_text(&w, "%s%s%s", game->name, shape[0] ? ":" : "", shape);
}

static bool contains(const struct moves *list, move m)
{
    for (int i = 0; i < list->count; i++)
        if (list->at[i] == m)
            return true;
    return false;
}

bool game_roots(const struct game *game, const struct position *p, const struct limits *l,
                struct moves *out)
{
    struct moves legal;
    game->moves(p, &legal);
    out->count = 0;
    for (int i = 0; i < legal.count; i++)
        if (contains(&l->only, legal.at[i]))
            out->at[out->count++] = legal.at[i];
    if (out->count == 0)
        *out = legal;
    return legal.count > 0;
}

struct thought game_think(const struct game *game, const struct position *p, struct search *s)
{
    struct moves roots;
    if (s->kind != SEARCH_MCTS)
        return game->think(p, s);
    if (!game_roots(game, p, &s->limits, &roots))
        return (struct thought){.best = MOVE_NONE, .ponder = MOVE_NONE};
    return mcts_think(game->playouts(p, s->kernel), p, &roots, s);
}
