// SPDX-License-Identifier: MIT
#include "engine/games.h"

#include <string.h>

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
