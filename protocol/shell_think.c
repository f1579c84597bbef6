// SPDX-License-Identifier: MIT
// shell_think.c - what the prompt for people has the engine think, and how it tells what was found.
#include <time.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/strength.h"
#include "protocol/shell.h"

struct limits shell_limits(const struct dialogue *d)
{
    const struct shell *s = d->state;
    struct limits l = limits_none();
    l.move_time = s->move_time;
    return l;
}

// Thinks for the side to move until the time is up, the input ends, or a line or ctrl-C comes.
// False when there is nothing to think about, which has been said at once: of a thought without end
// about a finished game nothing would be heard before somebody types.
static bool think(struct dialogue *d, const struct limits *l)
{
    struct shell *s = d->state;
    const char *why = "the game is over; 'new' begins another";
    int margin;
    s->asked = *l;
    bool good = !session_game(d->session)->over(session_position(d->session), &margin) &&
                dialogue_think(d, dialogue_to_move(d), l, &why) && d->thought.best != MOVE_NONE;
    if (s->reader)
        reader_hide(s->reader);
    if (!good)
        shell_say(d, why);
    return good;
}

// Writes moves of a line, played from the position at hand.
static void write_line(struct dialogue *d, const struct report *r, int most, struct writer *out)
{
    char name[MOVE_TEXT_MAX];
    for (int i = 0; i < r->line_length && i < most; i++) {
        session_move_text(d->session, r->line[i], name);
        write_text(out, " %s", name);
    }
}

void shell_report(struct dialogue *d, const struct report *r)
{
    const struct shell *s = d->state;
    char text[256];
    struct writer w = writer_on(text, sizeof text);
    if (!s->reader || r->elapsed < 200 || r->multipv != 1 || r->bound != BOUND_EXACT)
        return;
    write_text(&w, "  depth %d  ", r->depth);
    shell_write_score(session_game(d->session), r, &w);
    write_line(d, r, 6, &w);
    if (s->asked.move_time > 0)
        write_text(&w, "  %.0f s left", (double)(s->asked.move_time - r->elapsed) / 1000);
    reader_prompt(s->reader, text);
}

// One line of what was found: score, depth, the moves.
static void print_line(struct dialogue *d, const struct report *r)
{
    char text[1024];
    struct writer w = writer_on(text, sizeof text);
    write_text(&w, "  ");
    shell_write_score(session_game(d->session), r, &w);
    if (r->win_rate >= 0 && r->visits)
        write_text(&w, "  wins %.1f%% of %llu", 100 * r->win_rate, (unsigned long long)r->visits);
    if (r->book)
        write_text(&w, "  book ");
    else
        write_text(&w, "  depth %d  %.1f s ", r->depth, (double)r->elapsed / 1000);
    write_line(d, r, 12, &w);
    shell_say(d, text);
}

// A weaker level has its move at once, which unsettles a person: on a terminal it is shown 0.4 to
// 1.2 s after the thought began, sooner when a line or ctrl-C comes.
static void pause_naturally(struct dialogue *d, int64_t begun)
{
    const struct settings *set = session_settings(d->session);
    if (!isatty(d->out->fd) || (set->strength == STRENGTH_FULL && !set->limit_strength))
        return;
    uint64_t key = session_game(d->session)->key(session_position(d->session));
    int64_t until = begun + (int64_t)(400 + rng_mix(key) % 800) * 1000000;
    while (clock_now() < until && !dialogue_interrupted(d))
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    d->interrupted |= connection_interrupted(d->connection); // it was about this move
}

bool shell_move(struct dialogue *d, const struct limits *l)
{
    char name[MOVE_TEXT_MAX];
    int64_t begun = clock_now();
    if (!think(d, l))
        return false;
    pause_naturally(d, begun);
    session_move_text(d->session, d->thought.best, name);
    output_line(d->out, "\nI play %s\n", name);
    if (d->lines->count > 0)
        print_line(d, lines_get(d->lines, 0));
    session_play(d->session, d->thought.best);
    shell_draw(d);
    return true;
}

// Reads "depth 8", "movetime 500", "nodes 10000" or seconds alone. False says so.
static bool read_limits(struct dialogue *d, struct limits *l)
{
    struct word rest = d->args, name, value;
    int64_t n;
    *l = shell_limits(d);
    while (word_next(&rest, &name)) {
        if (word_thousandths(name, 3600, &n)) {
            l->move_time = n;
        } else if (!word_next(&rest, &value) || !word_int(value, 1, INT64_MAX / 1000000, &n)) {
            break;
        } else if (word_is_nocase(name, "depth")) {
            l->depth = n < 200 ? (int)n : 200;
            l->move_time = -1;
        } else if (word_is_nocase(name, "movetime")) {
            l->move_time = n;
        } else if (word_is_nocase(name, "nodes")) {
            l->nodes = (uint64_t)n;
            l->move_time = -1;
        } else {
            break;
        }
        name.length = 0;
    }
    if (name.length == 0 || word_trim(d->args).length == 0 || word_thousandths(name, 3600, &n))
        return true;
    shell_say(d, "go takes seconds, 'depth N', 'movetime MS' or 'nodes N'");
    return false;
}

void shell_go(struct dialogue *d)
{
    struct limits l;
    if (!shell_given_up(d) && read_limits(d, &l))
        shell_move(d, &l);
}

// Both sides by the engine, to the end of the game or until something is typed or ctrl-C comes.
void shell_auto(struct dialogue *d)
{
    struct limits l;
    int margin;
    if (shell_given_up(d) || !read_limits(d, &l))
        return;
    while (!session_game(d->session)->over(session_position(d->session), &margin))
        if (!shell_move(d, &l) || d->interrupted || dialogue_interrupted(d))
            return;
}

void shell_hint(struct dialogue *d)
{
    int64_t lines = 3;
    struct word number = word_trim(d->args);
    if (number.length && !word_int(number, 1, CELLS_MAX, &lines)) {
        shell_say(d, "hint takes a number of moves");
        return;
    }
    struct limits l = shell_limits(d);
    l.multipv = (int)lines;
    l.advice = true;
    if (!think(d, &l))
        return;
    for (int i = 0; i < d->lines->count; i++)
        print_line(d, lines_get(d->lines, i));
}

// The score of every move on the board, the best first; in columns where they are many.
void shell_scores(struct dialogue *d)
{
    enum { WIDTH = 79, A_COLUMN = 20 };
    struct limits l = shell_limits(d);
    l.multipv = CELLS_MAX;
    l.advice = true;
    if (!think(d, &l))
        return;
    int columns = WIDTH / A_COLUMN, count = d->lines->count, estimated = 0;
    int rows = (count + columns - 1) / columns;
    rows = rows > 12 ? rows : count < 12 ? count : 12;
    for (int row = 0; row < rows; row++) {
        char text[256], name[MOVE_TEXT_MAX];
        struct writer w = writer_on(text, sizeof text);
        for (int i = row; i < count; i += rows) {
            const struct report *r = lines_get(d->lines, i);
            size_t begun = w.length;
            session_move_text(d->session, r->line[0], name);
            write_text(&w, "  %-4s ", name);
            shell_write_score(session_game(d->session), r, &w);
            estimated += !(r->solved || r->win_in);
            int used = (int)(w.length - begun);
            if (i + rows < count)
                write_text(&w, "%*s", used < A_COLUMN ? A_COLUMN - used : 1, "");
        }
        shell_say(d, text);
    }
    if (estimated)
        shell_say(d,
                  estimated == count ? "All are estimates." : "Those with a point are estimates.");
}

// Thinks until something is typed, also about what is solved before.
void shell_analyze(struct dialogue *d)
{
    struct limits l = limits_none();
    l.infinite = true;
    l.multipv = 3;
    l.advice = true;
    int margin;
    if (!session_game(d->session)->over(session_position(d->session), &margin))
        shell_say(d, "Thinking until you type something ...");
    if (!think(d, &l))
        return;
    for (int i = 0; i < d->lines->count; i++)
        print_line(d, lines_get(d->lines, i));
}

// What the book knows of the moves here, and whether it is played from.
void shell_book(struct dialogue *d)
{
    struct word text = word_trim(d->args);
    bool on = word_is_nocase(text, "on"), off = word_is_nocase(text, "off");
    const char *why;
    int known = 0;
    if (text.length && !on && !off) {
        shell_say(d, "book takes on or off, or nothing for what it says here");
        return;
    }
    if ((on || off) && !session_set_option(d->session, &options[OPTION_OWN_BOOK],
                                           word_of(on ? "true" : "false"), &why))
        shell_say(d, why);
    bool plays = session_settings(d->session)->own_book;
    output_line(d->out, plays ? "I play from the book.\n" : "I do not play from the book.\n");
    if (!plays || on)
        return;
    struct limits l = limits_none();
    l.move_time = 1; // what a book knows takes none
    l.multipv = CELLS_MAX;
    l.advice = true;
    if (!think(d, &l))
        return;
    for (int i = 0; i < d->lines->count; i++)
        if (lines_get(d->lines, i)->book) {
            print_line(d, lines_get(d->lines, i));
            known++;
        }
    if (!known)
        shell_say(d, "It does not know this position.");
}

// How many moves a side would have, were it its turn; -1 when that can't be.
static int mobility(struct dialogue *d, enum side side)
{
    const struct game *game = session_game(d->session);
    struct position turned;
    struct moves legal;
    struct grid g;
    const char *why;
    session_grid(d->session, &g);
    g.to_move = side;
    if (!game->from_grid(&turned, session_position(d->session), &g, &why))
        return -1;
    game->moves(&turned, &legal);
    return legal.count == 1 && !move_is_cell(legal.at[0]) ? 0 : legal.count;
}

// The static evaluation, and what it says after each move: what a search of one ply sees.
void shell_eval(struct dialogue *d)
{
    enum { MOST = 10 };
    const struct game *game = session_game(d->session);
    const struct position *p = session_position(d->session);
    struct moves legal;
    struct valued_move list[CELLS_MAX];
    int margin, count = 0;
    if (game->over(p, &margin)) {
        struct grid g;
        char text[256];
        struct writer w = writer_on(text, sizeof text);
        session_grid(d->session, &g);
        shell_write_end(d, &g, margin, &w);
        output_line(d->out, "the game is over: %s", text);
        return;
    }
    output_line(d->out, "%+.2f for the side to move, by the static evaluation\n",
                game->evaluate(p) / 100.0);
    if (game->flips)
        output_line(d->out, "  moves: X %d, O %d\n", mobility(d, FIRST), mobility(d, SECOND));
    struct eval_term terms[TERMS_MAX];
    int parts = game->terms ? game->terms(p, terms) : 0;
    for (int i = 0; i < parts; i++)
        output_line(d->out, "  %-24s %+.2f\n", terms[i].name, terms[i].value / 100.0);
    game->moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        struct position after = *p;
        if (!game->play(&after, legal.at[i]))
            continue;
        int score =
            -(game->over(&after, &margin) ? game->end_score(&after) : game->evaluate(&after));
        int at = count++;
        for (; at > 0 && list[at - 1].score < score; at--)
            list[at] = list[at - 1];
        list[at] = (struct valued_move){.m = legal.at[i], .score = score};
    }
    for (int i = 0; i < count && i < MOST; i++) {
        char name[MOVE_TEXT_MAX];
        session_move_text(d->session, list[i].m, name);
        output_line(d->out, "  after %-4s %+.2f\n", name, list[i].score / 100.0);
    }
}
