// SPDX-License-Identifier: MIT
#include "protocol/nboard_learn.h"

#include <string.h>

#include "book/learn.h"
#include "engine/clock.h"
#include "engine/games.h"
#include "protocol/load.h"

// As `outflank book import` does it: so many plies of a game, the end solved. A depth above the
// limit would make one game a matter of hours.
enum { LEARN_PLIES = 40, LEARN_DEPTH = 16, SOLVE_EMPTIES = 20 };

struct searcher {
    struct dialogue *d;
    int depth;
};

// Searches a position among these moves. False when something arrived meanwhile.
static bool search(void *owner, const struct position *p, const struct moves *among,
                   struct judgement *out)
{
    const struct searcher *searcher = owner;
    struct dialogue *d = searcher->d;
    struct limits l = limits_none();
    struct grid g;
    const char *why;
    session_game(d->session)->to_grid(p, &g);
    l.only = *among;
    l.advice = true; // a weaker level plays worse, it does not teach worse
    if (grid_count(&g, CELL_EMPTY) <= SOLVE_EMPTIES)
        l.goal = GOAL_EXACT;
    else
        l.depth = searcher->depth;
    if (dialogue_interrupted(d) || !session_set_grid(d->session, &g, &why) ||
        !dialogue_think(d, g.to_move, &l, &why) || dialogue_interrupted(d) || d->lines->count == 0)
        return false;
    const struct report *r = lines_get(d->lines, 0);
    *out = (struct judgement){.best = d->thought.best,
                              .score = d->thought.score,
                              .depth = r->depth,
                              .selectivity = r->selectivity,
                              .exact = d->thought.solved};
    return true;
}

// Adds the record's moves to the book and writes it.
static const char *learn_record(struct dialogue *d, const struct game_record *r, int depth)
{
    struct searcher searcher = {d, depth < LEARN_DEPTH ? depth : LEARN_DEPTH};
    char path[BOOK_FILE_MAX + 1];
    const char *why = "memory is short";
    move moves[RECORD_MOVES_MAX];
    int count = 0;
    word_copy(word_of(session_settings(d->session)->book_file), path, sizeof path);
    struct learner l = {.rules = {{.ply_cost = 10}, LEARN_PLIES, 1000000},
                        .path = path,
                        .rng = {(uint64_t)clock_now()},
                        .search = search,
                        .owner = &searcher};
    if (!learn_open(&l, r->game, &r->start, &why))
        return why;
    for (int i = 0; i < r->count && count < LEARN_PLIES; i++)
        if (move_is_cell(r->moves[i].move))
            moves[count++] = r->moves[i].move;
    bool whole = learn_line(&l, moves, count, 0);
    bool saved = learn_save(&l, &why);
    learn_close(&l);
    return !saved ? why : whole ? "learned the game" : "learned a part of the game";
}

const char *nboard_learn_game(struct dialogue *d, int depth)
{
    char book[BOOK_FILE_MAX + 1];
    const char *why, *said = "memory is short";
    word_copy(word_of(session_settings(d->session)->book_file), book, sizeof book);
    if (!book[0])
        return "there is no book to learn into: start with --option 'Book File=FILE'";
    struct game_record *r = record_of_session(d->session);
    if (r && record_is_set_up(r)) {
        said = "a game that does not begin at the start is not learned";
    } else if (r && record_hands_over(r)) {
        said = "a game in which a side moves twice is not learned";
    } else if (r) {
        said = learn_record(d, r, depth);
        load_game(d->session, r, &why);
        session_set_option(d->session, &options[OPTION_BOOK_FILE], word_of(book), &why);
    }
    record_free(r);
    return said;
}
