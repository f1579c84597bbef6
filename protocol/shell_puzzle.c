// SPDX-License-Identifier: MIT
// shell_puzzle.c - puzzles at the prompt: one is posed, answers are checked and explained.
//
// The game at hand is put by; `resume` goes on with it. A move typed while a puzzle is posed and
// stands on the board is an answer: it is played only when it is right. Where something was played
// from there, by `play` or `go`, a move is a move.
#include "protocol/shell.h"

#include <stdlib.h>
#include <time.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "protocol/puzzle.h"

enum { MARGIN = 4 };

// Made with the first puzzle of a game and a grade, and kept for the next.
struct shell_puzzle {
    struct puzzle_maker *maker;
    int grade;
    char game[GAME_ID_MAX];
    bool posed;
    int tries;
    struct puzzle puzzle;
};

static bool goes_on(void *owner)
{
    return !dialogue_interrupted(owner);
}

void shell_puzzle_free(struct shell *s)
{
    if (s->puzzle)
        puzzle_maker_free(s->puzzle->maker);
    free(s->puzzle);
    s->puzzle = NULL;
}

void shell_puzzle_leave(struct shell *s)
{
    if (s->puzzle)
        s->puzzle->posed = false;
}

// The maker for the game at hand; NULL when memory is short.
static struct shell_puzzle *maker_for(struct dialogue *d, int grade)
{
    struct shell *s = d->state;
    char id[GAME_ID_MAX], shape[GAME_ID_MAX];
    const struct game *game = session_game(d->session);
    struct position start;
    const char *why;
    session_game_id(d->session, id);
    if (s->puzzle && s->puzzle->grade == grade && word_is(word_of(id), s->puzzle->game))
        return s->puzzle;
    shell_puzzle_free(s);
    game->shape(session_position(d->session), shape);
    struct shell_puzzle *z = calloc(1, sizeof *z);
    if (!z || !game->start(&start, shape, &why)) {
        free(z);
        return NULL;
    }
    z->grade = grade;
    word_copy(word_of(id), z->game, sizeof z->game);
    z->maker = puzzle_maker_new(
        game, &start,
        (struct puzzle_wishes){.seed = (uint64_t)clock_now() ^ (uint64_t)time(NULL) << 32,
                               .margin = MARGIN,
                               .grade = grade,
                               .goes_on = goes_on,
                               .owner = d});
    if (!z->maker) {
        free(z);
        return NULL;
    }
    s->puzzle = z;
    return z;
}

static int grade_named(struct word name)
{
    for (int i = 0; puzzle_grades[i]; i++)
        if (word_is_nocase(name, puzzle_grades[i]))
            return i;
    return -1;
}

static void pose(struct dialogue *d, struct shell_puzzle *z)
{
    struct shell *s = d->state;
    char text[256];
    struct writer w = writer_on(text, sizeof text);
    shell_put_by(d);
    session_set_position(d->session, z->puzzle.game, &z->puzzle.position);
    s->person = dialogue_to_move(d);
    z->posed = true;
    z->tries = 0;
    shell_draw(d);
    puzzle_write_task(&z->puzzle, MARGIN, &w);
    output_line(d->out, "\n%s.\nType it, or 'solution'.\n", text);
}

void shell_puzzle(struct dialogue *d)
{
    struct word name = word_trim(d->args);
    int grade = grade_named(name);
    if (name.length && grade < 0) {
        shell_say(d, "puzzle takes easy, medium, hard or expert, or nothing for any");
        return;
    }
    struct shell_puzzle *z = maker_for(d, grade);
    if (!z) {
        shell_say(d, "memory is short");
        return;
    }
    shell_say(d, "Looking for one ...");
    if (puzzle_make(z->maker, &z->puzzle))
        pose(d, z);
    else
        shell_say(d, connection_interrupted(d->connection) || dialogue_interrupted(d)
                         ? "stopped before one was found"
                         : "no puzzle was found; try another grade or game");
}

// The claim, and the line that shows it.
static void explain(struct dialogue *d, const struct puzzle *z)
{
    char text[1024], name[MOVE_TEXT_MAX];
    struct writer w = writer_on(text, sizeof text);
    puzzle_write_claim(z, &w);
    write_text(&w, ":");
    for (int i = 0; i < z->line_length && i < 20; i++) {
        puzzle_move_text(z, z->line[i], name);
        write_text(&w, " %s", name);
    }
    output_line(d->out, "%s\n'puzzle' poses another, 'resume' goes back to your game.\n", text);
}

void shell_solution(struct dialogue *d)
{
    struct shell *s = d->state;
    if (!s->puzzle || !s->puzzle->posed) {
        shell_say(d, "no puzzle is posed; 'puzzle' poses one");
        return;
    }
    s->puzzle->posed = false;
    explain(d, &s->puzzle->puzzle);
}

// Whether the puzzle stands on the board, and not what was played from there.
static bool is_at_hand(const struct dialogue *d, const struct puzzle *z)
{
    return session_game(d->session) == z->game &&
           z->game->key(session_position(d->session)) == z->game->key(&z->position);
}

bool shell_answer(struct dialogue *d, move m)
{
    struct shell *s = d->state;
    struct shell_puzzle *z = s->puzzle;
    char text[256];
    struct writer w = writer_on(text, sizeof text);
    struct position after;
    if (!z || !z->posed || !is_at_hand(d, &z->puzzle))
        return false;
    after = z->puzzle.position;
    if (!z->puzzle.game->play(&after, m))
        return false;
    if (m != z->puzzle.best) {
        z->tries++;
        puzzle_write_move(&z->puzzle, m, &w);
        output_line(d->out, "No: %s. Try again, or 'solution'.\n", text);
        return true;
    }
    z->posed = false;
    session_play(d->session, m);
    shell_draw(d);
    output_line(d->out, "Right%s. ", z->tries ? "" : ", at once");
    explain(d, &z->puzzle);
    return true;
}
