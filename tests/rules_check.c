// SPDX-License-Identifier: MIT
#include "tests/rules_check.h"

#include <criterion/criterion.h>
#include <string.h>

#include "engine/games.h"
#include "engine/notation.h"
#include "engine/rng.h"

// A game in both forms.
struct both {
    const struct game *game;
    struct position position;
    struct plain plain;
};

static struct both begin(const struct plain_shape *s)
{
    struct both b = {.plain = plain_start(s)};
    const char *why = "";
    cr_assert(game_find(word_of(s->id), &b.game, &b.position, &why), "%s: %s", s->id, why);
    return b;
}

static move move_of(const struct plain *p, int m)
{
    return m == PLAIN_PASS ? MOVE_PASS : move_at(m % p->width, m / p->width);
}

// The board of a position as one line of text.
static void text_of(const struct game *game, const struct position *p, char out[BOARD_TEXT_MAX])
{
    struct writer w = writer_on(out, BOARD_TEXT_MAX);
    struct grid g;
    game->to_grid(p, &g);
    board_print(&g, &w);
}

static void expect_same_board(const struct both *b, const char *id)
{
    char ours[BOARD_TEXT_MAX], plain[PLAIN_TEXT];
    text_of(b->game, &b->position, ours);
    plain_board(&b->plain, plain);
    cr_assert_str_eq(ours, plain, "%s", id);
}

// Plays a random move in both; a new game when this one is over.
static void step(struct both *b, const struct plain_shape *s, struct rng *rng)
{
    int list[PLAIN_CELLS], n = plain_moves(&b->plain, list), ours, plain;
    cr_assert_eq(b->game->over(&b->position, &ours), n == 0, "%s", s->id);
    if (n == 0) {
        plain_over(&b->plain, &plain);
        cr_assert_eq(ours, plain, "%s: the result", s->id);
        *b = begin(s);
        return;
    }
    int m = list[rng_below(rng, (uint32_t)n)];
    cr_assert(plain_play(&b->plain, m) && b->game->play(&b->position, move_of(&b->plain, m)));
}

static void expect_every_encoding(const struct both *b, const char *id)
{
    int list[PLAIN_CELLS], n = plain_moves(&b->plain, list);
    bool listed[1 << 10] = {false}, pass = false;
    for (int i = 0; i < n; i++) {
        pass = pass || list[i] == PLAIN_PASS;
        if (list[i] != PLAIN_PASS)
            listed[move_of(&b->plain, list[i])] = true;
    }
    for (int m = 0; m < 1 << 10; m++) {
        struct position next = b->position;
        bool played = b->game->play(&next, (move)m);
        cr_assert_eq(played, listed[m], "%s: cell %d,%d", id, move_x((move)m), move_y((move)m));
        if (!played)
            cr_assert_eq(memcmp(&next, &b->position, sizeof next), 0, "%s: a trace", id);
    }
    struct position next = b->position;
    cr_assert_eq(b->game->play(&next, MOVE_PASS), pass, "%s: pass", id);
    cr_assert_not(b->game->play(&next, MOVE_NONE), "%s: MOVE_NONE was played", id);
}

void check_legality(const struct plain_shape *s, int positions)
{
    struct rng rng = {(uint64_t)positions};
    struct both b = begin(s);
    for (int i = 0; i < positions; i++) {
        expect_same_board(&b, s->id);
        expect_every_encoding(&b, s->id);
        step(&b, s, &rng);
    }
}

void check_keys(const struct plain_shape *s, int positions)
{
    struct rng rng = {(uint64_t)positions + 1};
    struct both b = begin(s);
    for (int i = 0; i < positions; i++) {
        char text[BOARD_TEXT_MAX];
        struct grid like, g;
        struct position again;
        const char *why = "";
        text_of(b.game, &b.position, text);
        b.game->to_grid(&b.position, &like);
        cr_assert(board_parse(&g, &like, word_of(text), &why), "%s: %s: %s", s->id, text, why);
        cr_assert(b.game->from_grid(&again, &b.position, &g, &why), "%s: %s: %s", s->id, text, why);
        cr_assert_eq(b.game->key(&again), b.game->key(&b.position), "%s: %s", s->id, text);
        // With the other side to move, and with the colours exchanged as well, it is another
        // position, where it can be one.
        for (int swap = 0; swap < 2; swap++) {
            g.to_move = other_side(like.to_move);
            for (int k = 0; swap && k < g.width * g.height; k++)
                if (like.cell[k] == CELL_FIRST || like.cell[k] == CELL_SECOND)
                    g.cell[k] = like.cell[k] == CELL_FIRST ? CELL_SECOND : CELL_FIRST;
            if (b.game->from_grid(&again, &b.position, &g, &why))
                cr_assert_neq(b.game->key(&again), b.game->key(&b.position), "%s: %s", s->id, text);
        }
        step(&b, s, &rng);
    }
}
