// SPDX-License-Identifier: MIT
#include "engine/games.h"

#include <pthread.h>
#include <string.h>

#include "engine/mcts.h"

const struct game *const games[] = {&othello_game, &connect4_game, &gomoku_game, NULL};

// What is said of a name that no game has; written once by fill_tables.
static char unknown_game[256];

static void fill_tables(void)
{
    struct writer w = writer_on(unknown_game, sizeof unknown_game);
    write_text(&w, "unknown game; there are ");
    games_write_list(&w, GAMES_NAMES);
    for (int i = 0; games[i]; i++)
        games[i]->init();
}

void games_init(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_tables);
}

void games_write_list(struct writer *out, enum games_list what)
{
    for (int i = 0; games[i]; i++) {
        const char *between = i == 0 ? "" : games[i + 1] ? ", " : " and ";
        write_text(out, "%s%s", between, what == GAMES_NAMES ? games[i]->name : games[i]->title);
    }
}

// ---- names --------------------------------------------------------------------------------------

// The next character of a name that counts, in small letters, or 0 at its end: blanks, '-' and '_'
// are passed over, so that "Connect-Four" is "connect four" is "connectfour".
static char next_letter(struct word *w)
{
    while (w->length) {
        char c = *w->text++;
        w->length--;
        if (c >= 'A' && c <= 'Z')
            return (char)(c - 'A' + 'a');
        if (c != ' ' && c != '-' && c != '_')
            return c;
    }
    return 0;
}

static bool same_name(struct word a, const char *text)
{
    struct word b = word_of(text);
    char x, y;
    do {
        x = next_letter(&a);
        y = next_letter(&b);
    } while (x == y && x);
    return x == y;
}

// True when the game has this name, among others.
static bool is_called(const struct game *game, struct word name)
{
    if (same_name(name, game->name) || same_name(name, game->title))
        return true;
    for (int i = 0; game->aliases && game->aliases[i]; i++)
        if (same_name(name, game->aliases[i]))
            return true;
    return false;
}

// The game id of a UCI variant, such as "renju"; NULL when there is none of this name.
static const char *variant_id(struct word name)
{
    const struct uci_variant *v;
    for (int i = 0; (v = game_variant(i)); i++)
        if (same_name(name, v->name))
            return v->id;
    return NULL;
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
        if (is_called(games[i], name)) {
            if (!games[i]->start(start, shape_text, why))
                return false;
            *game = games[i];
            return true;
        }
    const char *variant = colon ? NULL : variant_id(name);
    if (variant)
        return game_find(word_of(variant), game, start, why);
    *why = unknown_game;
    return false;
}

void game_id(const struct game *game, const struct position *p, char out[GAME_ID_MAX])
{
    char shape[GAME_ID_MAX];
    struct writer w = writer_on(out, GAME_ID_MAX);
    game->shape(p, shape);
    write_text(&w, "%s%s%s", game->name, shape[0] ? ":" : "", shape);
}

bool game_id_of_size(const struct game *game, const struct position *p, int width, int height,
                     char out[GAME_ID_MAX])
{
    char shape[GAME_ID_MAX];
    struct writer w = writer_on(out, GAME_ID_MAX);
    game->shape(p, shape);
    const char *rest = strchr(shape, ',');
    write_text(&w, "%s:%d", game->name, width);
    if (!game->square)
        write_text(&w, "x%d", height);
    write_text(&w, "%s", rest ? rest : "");
    return !w.cut && (width == height || !game->square);
}

const struct game *game_of_sgf(int number)
{
    for (int i = 0; games[i]; i++)
        if (games[i]->sgf == number && number)
            return games[i];
    return NULL;
}

const struct uci_variant *game_variant(int index)
{
    for (int i = 0; games[i]; i++)
        for (const struct uci_variant *v = games[i]->variants; v && v->name; v++)
            if (index-- == 0)
                return v;
    return NULL;
}

// ---- thinking -----------------------------------------------------------------------------------

bool game_can_prove(const struct game *game, enum goal goal, const char **why)
{
    static const char *const reasons[GOAL_COUNT] = {
        [GOAL_EXACT] = "exact values can't be proven in this game",
        [GOAL_OUTCOME] = "outcomes can't be proven in this game",
        [GOAL_VCF] = "wins by fours alone (vcf) can't be proven in this game",
        [GOAL_VCT] = "wins by fours and threes (vct) can't be proven in this game",
    };
    if (goal == GOAL_PLAY || game->proves >> goal & 1)
        return true;
    *why = reasons[goal];
    return false;
}

static bool contains(const struct moves *list, move m)
{
    for (int i = 0; i < list->count; i++)
        if (list->at[i] == m)
            return true;
    return false;
}

void game_root_moves(const struct game *game, const struct position *p, const struct moves *only,
                     struct moves *out)
{
    struct moves legal;
    game->moves(p, &legal);
    out->count = 0;
    for (int i = 0; i < legal.count; i++)
        if (contains(only, legal.at[i]))
            out->at[out->count++] = legal.at[i];
    if (out->count == 0)
        *out = legal;
}

// How much more a root move may be worth than the one chosen for its handicap.
static int given_away(const struct variety *v, const struct moves *roots, move best)
{
    int most = 0;
    for (int i = 0; i < roots->count && v->most; i++)
        if (move_is_cell(roots->at[i]) && v->handicap[cell_of(roots->at[i])] > most)
            most = v->handicap[cell_of(roots->at[i])];
    return most - (most && move_is_cell(best) ? v->handicap[cell_of(best)] : 0);
}

struct thought game_think(const struct game *game, const struct position *p, struct search *s)
{
    struct moves roots;
    struct thought t;
    game_root_moves(game, p, &s->limits.only, &roots);
    if (roots.count == 0)
        return (struct thought){.best = MOVE_NONE, .ponder = MOVE_NONE};
    s->known = (struct book_known){.keep = MOVE_NONE};
    s->variety = (struct variety){0};
    if (s->book && s->book->ask(s->book->self, game, p, &roots, s, &t))
        return t;
    if (s->kind == SEARCH_MCTS && s->limits.goal == GOAL_PLAY) // a proof is the solver's
        t = mcts_think(game->playouts(p, s->kernel), p, &roots, s);
    else
        t = game->think(p, &roots, s);
    // The value of a move that was preferred is a bound of the position's, unless the next better
    // score, two discs away, is too far. Elsewhere only wins and losses are exact: none gives way.
    if (t.solved && game->scoring == SCORING_DISCS &&
        given_away(&s->variety, &roots, t.best) >= 200) {
        t.bound = BOUND_LOWER;
        t.solved = false;
    }
    // What is proven is only given up for what is proven to be no worse. Where only moves that keep
    // it were left, any of them will do.
    bool kept = (t.proven && t.bound != BOUND_UPPER && t.score >= s->known.low) ||
                (s->known.narrowed && contains(&roots, t.best));
    if (!kept && contains(&roots, s->known.keep) && t.best != s->known.keep) {
        t.best = s->known.keep;
        t.ponder = MOVE_NONE;
    }
    return t;
}
