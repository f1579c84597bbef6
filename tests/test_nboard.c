// SPDX-License-Identifier: MIT
// test_nboard.c - every line the program says to NBoard is one its GUIs read: the grammar of the
// protocol's second version as they parse it, written down once more here.
//
//      set myname TEXT         status [TEXT]           pong N                  learned
//      nodestats N SECONDS     analysis MOVES EVAL     === MOVE[/EVAL[/SECONDS]]
//      search PV EVAL 0 DEPTH [TEXT]                   book PV EVAL GAMES DEPTH [TEXT]
//
// EVAL is a number or two with a comma, PV is moves without blanks, the first of them two characters,
// DEPTH begins with a number and may end in "%" or "%W"; a pass is PA.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games.h"
#include "engine/rng.h"
#include "engine/bits.h"
#include "tests/talk.h"

TestSuite(nboard, .init = games_init);

// ---- the grammar --------------------------------------------------------------------------------

// Takes a text off the front of a line.
static bool take(const char **line, const char *text)
{
    size_t n = strlen(text);
    if (strncmp(*line, text, n) != 0)
        return false;
    *line += n;
    return true;
}

static bool take_number(const char **line)
{
    char *end;
    strtod(*line, &end);
    bool good = end > *line && **line != ' ';
    *line = end;
    return good;
}

static bool take_whole(const char **line)
{
    const char *begin = *line;
    while (**line >= '0' && **line <= '9')
        ++*line;
    return *line > begin;
}

// One or two numbers.
static bool take_eval(const char **line)
{
    return take_number(line) && (!take(line, ",") || take_number(line));
}

// A move, legal in this position, which it is then played in.
static bool take_move(const char **line, struct model *m)
{
    const char *t = *line;
    move mv = MOVE_PASS;
    if (!take(line, "PA")) {
        if (t[0] < 'A' || t[0] > 'H' || t[1] < '1' || t[1] > '8')
            return false;
        mv = move_at(t[0] - 'A', t[1] - '1');
        *line += 2;
    }
    return m->game->play(&m->position, mv);
}

// What follows "search " or "book ".
static bool is_hint(const char *line, const struct model *now, bool book)
{
    struct model m = *now;
    if (!take_move(&line, &m))
        return false;
    while (*line && *line != ' ')
        if (!take_move(&line, &m))
            return false;
    if (!take(&line, " ") || !take_eval(&line) || !take(&line, " "))
        return false;
    if (book ? !take_whole(&line) : !take(&line, "0"))
        return false;
    return take(&line, " ") && take_whole(&line) &&
           (!take(&line, "%") || take(&line, "W") || true) && (!*line || *line == ' ');
}

// What follows "=== ".
static bool is_answer(const char *line, const struct model *now)
{
    struct model m = *now;
    if (!take_move(&line, &m))
        return false;
    if (take(&line, "/") && *line != '/' && !take_number(&line))
        return false;
    return (!take(&line, "/") || take_number(&line)) && !*line;
}

// True when a GUI can read this line, said about this position.
static bool is_nboard(const char *line, const struct model *now)
{
    if (take(&line, "set myname "))
        return *line;
    if (take(&line, "status"))
        return !*line || *line == ' ';
    if (take(&line, "pong "))
        return take_whole(&line) && !*line;
    if (take(&line, "nodestats "))
        return take_whole(&line) && take(&line, " ") && take_number(&line) && !*line;
    if (take(&line, "analysis "))
        return take_whole(&line) && take(&line, " ") && take_number(&line) && !*line;
    if (take(&line, "=== "))
        return is_answer(line, now);
    if (take(&line, "search "))
        return is_hint(line, now, false);
    if (take(&line, "book "))
        return is_hint(line, now, true);
    return strcmp(line, "learned") == 0;
}

Test(nboard, the_grammar_knows_good_from_bad)
{
    static const char *const good[] = {"search F5 0.00 0 3",
                                       "search F5D6C3 -1.25 0 100%W",
                                       "book F5 0.5,-0.5 12 20 text",
                                       "=== F5/1.00/0.02",
                                       "=== D3//0.1",
                                       "=== C4",
                                       "status",
                                       "status thinking",
                                       "nodestats 12 0.01",
                                       "analysis 3 -2.00",
                                       "set myname x",
                                       "learned",
                                       "pong 12"};
    static const char *const bad[] = {"search F5 D6 0.00 0 3",
                                      "search F4 0.00 0 3",
                                      "search F5 0.00 0 x",
                                      "search F5 0.00 1 3",
                                      "=== A1/1.00/0.02",
                                      "=== f5/1.00",
                                      "=== F5 1.00 0.1",
                                      "analysis x 1",
                                      "nodestats 1",
                                      "set myname ",
                                      "hello",
                                      "pong x",
                                      ""};
    struct model m;
    model_start(&m, "othello");
    for (size_t i = 0; i < LENGTH(good); i++)
        cr_expect(is_nboard(good[i], &m), "%s", good[i]);
    for (size_t i = 0; i < LENGTH(bad); i++)
        cr_expect(!is_nboard(bad[i], &m), "%s", bad[i]);
}

// ---- a GUI --------------------------------------------------------------------------------------

// Asks something, then for a sign of life; every line of the answer is good, and this many begin so.
static int ask(struct process *p, const struct model *m, const char *question, const char *begins)
{
    static int ping;
    const char *line;
    char pong[32];
    int found = 0;
    snprintf(pong, sizeof pong, "pong %d", ++ping);
    process_send(p, "%s\n", question);
    // A ping ends what is at hand, so the answer is waited for first.
    while (found == 0) {
        line = process_line(p);
        cr_assert(line, "the program has ended after %s", question);
        cr_expect(is_nboard(line, m), "'%s' to %s", line, question);
        found += strncmp(line, begins, strlen(begins)) == 0;
    }
    process_send(p, "ping %d\n", ping);
    while ((line = process_line(p)) && strcmp(line, pong) != 0) {
        cr_expect(is_nboard(line, m), "'%s' to %s", line, question);
        found += strncmp(line, begins, strlen(begins)) == 0;
    }
    return found;
}

// A whole game with moves drawn; in every third position all that can be asked is asked.
Test(nboard, every_line_of_a_game_can_be_read)
{
    struct process p;
    struct model m;
    struct rng rng = {3};
    struct moves list;
    model_start(&m, "othello");
    process_start(&p, "nboard", NULL, NULL);
    process_send(&p, "nboard 2\nset contempt 50\n");
    ask(&p, &m, "set depth 3", "set myname ");
    for (int ply = 0; !model_over(&m); ply++) {
        m.game->moves(&m.position, &list);
        if (ply % 3 == 0) {
            cr_expect_geq(ask(&p, &m, "hint 3", "search "), 1);
            cr_expect_eq(ask(&p, &m, "go", "=== "), 1);
            cr_expect_leq(ask(&p, &m, "analyze", "analysis "), ply + 1);
        }
        move mv = list.at[rng_below(&rng, (uint32_t)list.count)];
        model_play(&m, mv);
        if (mv == MOVE_PASS)
            process_send(&p, "move PA//0\n");
        else
            process_send(&p, "move %c%d/0.5/1.2\n", 'A' + move_x(mv), move_y(mv) + 1);
    }
    // Of a finished game nothing is hinted, and nothing else goes wrong.
    process_send(&p, "hint 1\nping 0\n");
    for (const char *line; (line = process_line(&p)) && strcmp(line, "pong 0") != 0;)
        cr_expect(is_nboard(line, &m), "%s", line);
    process_end(&p);
}

// Of a finished game the value is its result, for the side to move.
Test(nboard, a_finished_game_has_its_value)
{
    struct process p;
    process_start(&p, "nboard", NULL, NULL);
    process_send(&p, "nboard 2\n"
                     "set game (;GM[Othello]TY[8]BO[8 --------------------------------------------"
                     "-----------------OOO *];)\ngo\n");
    cr_expect_str_eq(process_until(&p, "=== "), "=== PA/-64.00/0.00");
    process_end(&p);
}

// ---- learn --------------------------------------------------------------------------------------

static const char *const game =
    "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 "
    "---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

// A book with two moves in it, in a folder of its own.
struct learned {
    char folder[40], book[64], record[64], option[96];
};

static void learned_begin(struct learned *l)
{
    struct process p;
    snprintf(l->folder, sizeof l->folder, "/tmp/outflank-nboard-XXXXXX");
    cr_assert(mkdtemp(l->folder));
    snprintf(l->book, sizeof l->book, "%s/a.book", l->folder);
    snprintf(l->record, sizeof l->record, "%s/a.txt", l->folder);
    snprintf(l->option, sizeof l->option, "Book File=%s", l->book);
    FILE *file = fopen(l->record, "w");
    cr_assert(file && fputs("f5d6\n", file) >= 0 && fclose(file) == 0);
    const char *const import[] = {"book",    "import", l->book, l->record, "-g",
                                  "othello", "-d",     "2",     NULL};
    process_start_on(&p, import, -1, STDOUT_FILENO);
    cr_assert_eq(process_status(&p), 0);
}

// What the book says after six moves of `game`, the caller's; the folder is gone then.
static char *learned_end(struct learned *l)
{
    struct process p;
    const char *const probe[] = {"book", "probe", l->book, "f5f6d3c5e6f7", NULL};
    process_start_on(&p, probe, -1, -1);
    char *told = process_rest(&p);
    cr_expect_eq(process_status(&p), 0);
    unlink(l->book);
    unlink(l->record);
    rmdir(l->folder);
    return told;
}

// The game is in the book then, and still the game at hand.
Test(nboard, a_game_is_learned)
{
    struct process p;
    struct model m;
    struct learned l;
    learned_begin(&l);
    model_start(&m, "othello");
    process_start(&p, "nboard", "--option", l.option);
    process_send(&p, "nboard 2\nset depth 2\n%s\n", game);
    cr_expect_eq(ask(&p, &m, "learn", "learned"), 1);
    process_send(&p, "move D6\nping 77\n");
    for (const char *line; (line = process_line(&p)) && strcmp(line, "pong 77") != 0;)
        cr_expect(strncmp(line, "status move", 11) != 0, "the game is not where it was: %s", line);
    process_send(&p,
                 "set game (;GM[Othello]BO[8 ---------------------------O*------*O----------------"
                 "----------- *]B[F5]B[C3];)\nlearn\n");
    process_until(&p, "learned");
    cr_expect(strstr(process_until(&p, "status "), "moves twice"));
    process_end(&p);
    char *told = learned_end(&l);
    cr_expect(strstr(told, " e7 "), "the book knows the move played: %s", told);
    free(told);
}

// A level makes play weaker, not what is learned.
Test(nboard, a_weak_player_learns_as_well)
{
    struct process p;
    struct model m;
    struct learned l;
    learned_begin(&l);
    const char *const play[] = {"nboard",   "--option",          l.option,
                                "--option", "Strength=beginner", NULL};
    model_start(&m, "othello");
    process_start_on(&p, play, -1, -1);
    process_send(&p, "nboard 2\nset depth 5\n%s\n", game);
    cr_expect_eq(ask(&p, &m, "learn", "learned"), 1);
    process_end(&p);
    char *told = learned_end(&l);
    cr_expect(strstr(told, "depth 5@"), "%s", told);
    free(told);
}

// Without a book the GUI is answered all the same, and told.
Test(nboard, nowhere_to_learn_is_said)
{
    struct process p;
    process_start(&p, "nboard", NULL, NULL);
    process_send(&p, "nboard 2\n%s\nlearn\n", game);
    process_until(&p, "learned");
    cr_expect(strstr(process_until(&p, "status "), "no book"));
    process_end(&p);
}
