// SPDX-License-Identifier: MIT
// gomocup_openings.c - the openings that give both sides an even start, as Gomocup's managers and
// Yixin-Board ask for them.
//
//  swap2, stones      who we are          SWAP2BOARD answers        yxswap2step1, 2, 3 answer with
//                                                                   MESSAGE SWAP2 and
//  none               the first player    three stones              MOVE1 X Y, MOVE2 X Y, MOVE3 X Y
//  three              the second player   SWAP: we take black       SWAP1 YES
//                                         X,Y: we stay white        SWAP1 NO
//                                         X,Y X,Y: a white and a    MOVE4 X Y, MOVE5 X Y
//                                         black stone, then the
//                                         other chooses
//  five               the first player    SWAP: we take black       SWAP2 YES
//                                         X,Y: we stay white        SWAP2 NO
//
//  soosorv-8, step    stones listed                 answer: MESSAGE SOOSORV and
//  1                  none                          MOVE1 X Y, MOVE2 X Y, MOVE3 X Y: one of the 26
//  2                  three, we are white           SWAP1 YES: we take black, or NO
//  3                  three, we are white           MOVE4 X Y N: black must offer N fifth moves
//  4 N                four, we are black            SWAP2 YES: we take white, or NO
//  5 N                four, we are black            MOVE5 REFRESH, MOVE5 X Y N times, MOVE5 DONE
//  6                  four and the moves offered    MOVE5C X Y: the one we leave black
//
//  yxbalanceone BIAS  any                           X,Y: the move that leaves its side nearest to BIAS
//  yxbalancetwo BIAS  any                           X,Y X,Y: the best move, and the reply that does
//
// (The messages are those that Yixin-Board reads: accreator/Yixin-Board, accreator/Yixin-protocol.)
#include <stdlib.h>
#include <string.h>

#include "engine/bits.h"
#include "engine/clock.h"
#include "engine/deepen.h"
#include "engine/games.h"
#include "protocol/gomocup.h"

enum { FAIR = 60 }; // hundredths: nearer to even than this nobody has the better side

// Openings of three stones that leave both sides a choice, as steps from the middle: far enough
// apart that black's first move advantage is small.
static const int8_t openings[][3][2] = {
    {{-7, -7}, {-6, -5}, {-4, -6}},
    {{-7, 7}, {-5, 6}, {-6, 4}},
    {{7, -6}, {6, -4}, {4, -5}},
    {{6, 7}, {5, 5}, {3, 6}},
};

static void say_cells(struct dialogue *d, const move *cells, int count)
{
    char text[64];
    struct writer w = writer_on(text, sizeof text);
    for (int i = 0; i < count; i++)
        write_text(&w, "%s%d,%d", i ? " " : "", move_x(cells[i]), move_y(cells[i]));
    output_line(d->out, "%s\n", text);
}

// A stone of an opening as Yixin-Board wants it.
static void say_stone(struct dialogue *d, const char *opening, int number, move m)
{
    output_line(d->out, "MESSAGE %s MOVE%d %d %d\n", opening, number, move_x(m), move_y(m));
}

// Plays an opening, drawn nearer to the middle on a small board. False when its stones are not free
// cells: on the smallest boards two of them may meet, and a cell may be blocked.
static bool play_opening(struct dialogue *d, const int8_t steps[3][2], move cells[3])
{
    const struct gomocup *g = d->state;
    int middle = g->size / 2, reach = g->size < 15 ? (g->size - 1) / 2 : 7;
    for (int i = 0; i < 3; i++) {
        cells[i] = move_at(middle + steps[i][0] * reach / 7, middle + steps[i][1] * reach / 7);
        if (!session_play(d->session, cells[i])) {
            while (session_undo(d->session))
                continue;
            return false;
        }
    }
    return true;
}

// Three stones near a corner: the opening of this size of board, or the next that fits. False has
// answered that none does.
static bool propose_three(struct dialogue *d, move cells[3])
{
    const struct gomocup *g = d->state;
    gomocup_clear_board(d);
    for (size_t i = 0; i < LENGTH(openings); i++)
        if (play_opening(d, openings[((size_t)g->size + i) % LENGTH(openings)], cells))
            return true;
    dialogue_error(d, "no opening fits the board");
    return false;
}

// Half of a move's time, for an answer that may take two thoughts.
static struct limits half_limits(const struct gomocup *g, enum side side)
{
    struct limits l = gomocup_limits(g, side);
    l.move_time = l.move_time > 1 ? l.move_time / 2 : l.move_time;
    return l;
}

// Thinks about `lines` moves and finds the one whose score is nearest to `bias`. False has answered
// that the game is over.
static bool find_nearest(struct dialogue *d, struct limits l, int lines, int64_t bias, move *out)
{
    l.multipv = lines;
    if (!gomocup_think(d, &l)) {
        dialogue_error(d, "the game is over");
        return false;
    }
    *out = d->thought.best;
    int64_t least = llabs(d->thought.score - bias);
    for (int i = 0; i < d->lines->count; i++) {
        const struct report *r = lines_get(d->lines, i);
        if (llabs(r->score - bias) < least) {
            least = llabs(r->score - bias);
            *out = r->line[0];
        }
    }
    return true;
}

// Plays the first of the listed stones on an empty board. False when one can't be; nothing has changed.
static bool play_listed(struct dialogue *d, int count)
{
    const struct gomocup *g = d->state;
    bool good = true;
    session_draft(d->session);
    gomocup_clear_board(d);
    for (int i = 0; good && i < count; i++)
        good = session_play(d->session, g->order[i]);
    if (good)
        session_keep(d->session);
    session_discard(d->session);
    return good;
}

// ---- swap2 ----------------------------------------------------------------------------------------

enum choice { CHOICE_NONE, CHOICE_BLACK, CHOICE_WHITE, CHOICE_TWO };

// Which side of the stones on the board is the better one for us, who are asked; with three of them
// we may put two more. White's next move is in cells[0], and the two stones in both. CHOICE_NONE has
// answered that the game is over.
static enum choice choose_side(struct dialogue *d, bool may_add, move cells[2])
{
    const struct gomocup *g = d->state;
    struct limits l = may_add ? half_limits(g, SECOND) : gomocup_limits(g, SECOND);
    if (!gomocup_think(d, &l)) {
        dialogue_error(d, "the game is over");
        return CHOICE_NONE;
    }
    int score = d->thought.score;
    cells[0] = d->thought.best;
    if (!may_add || abs(score) >= FAIR)
        return score < 0 ? CHOICE_BLACK : CHOICE_WHITE;
    session_play(d->session, cells[0]);
    if (!find_nearest(d, half_limits(g, FIRST), GOMOCUP_LINES, 0, &cells[1]))
        return CHOICE_NONE;
    session_play(d->session, cells[1]);
    return CHOICE_TWO;
}

void gomocup_swap2(struct dialogue *d)
{
    struct gomocup *g = d->state;
    int stones = g->listed_count;
    move cells[3];
    if (stones != 0 && stones != 3 && stones != 5) {
        dialogue_error(d, "SWAP2BOARD lists no stones, three or five");
        return;
    }
    if (!play_listed(d, stones)) {
        dialogue_error(d, "a stone of SWAP2BOARD cannot be played");
        return;
    }
    g->started = true;
    if (stones == 0) {
        if (propose_three(d, cells))
            say_cells(d, cells, 3);
        return;
    }
    switch (choose_side(d, stones == 3, cells)) {
    case CHOICE_BLACK:
        output_line(d->out, "SWAP\n");
        break;
    case CHOICE_WHITE:
        session_play(d->session, cells[0]);
        say_cells(d, cells, 1);
        break;
    case CHOICE_TWO:
        say_cells(d, cells, 2);
        break;
    case CHOICE_NONE:
        break;
    }
}

// The stones on the board.
static int stones_on(struct dialogue *d)
{
    struct grid grid;
    int count = 0;
    session_grid(d->session, &grid);
    for (int i = 0; i < grid.width * grid.height; i++)
        count += grid.cell[i] == CELL_FIRST || grid.cell[i] == CELL_SECOND;
    return count;
}

void gomocup_swap2_step(struct dialogue *d)
{
    int step = d->kind, needed = step == 2 ? 3 : 5;
    move cells[3];
    if (!gomocup_ready(d))
        return;
    if (step == 1) {
        for (int i = 0, good = propose_three(d, cells); good && i < 3; i++)
            say_stone(d, "SWAP2", i + 1, cells[i]);
        return;
    }
    if (stones_on(d) != needed) {
        dialogue_error(d, step == 2 ? "three stones must be on the board"
                                    : "five stones must be on the board");
        return;
    }
    enum choice choice = choose_side(d, step == 2, cells);
    if (choice == CHOICE_TWO) {
        say_stone(d, "SWAP2", 4, cells[0]);
        say_stone(d, "SWAP2", 5, cells[1]);
    } else if (choice != CHOICE_NONE) {
        output_line(d->out, "MESSAGE SWAP2 SWAP%d %s\n", step - 1,
                    choice == CHOICE_BLACK ? "YES" : "NO");
    }
}

// ---- soosorv-8 ------------------------------------------------------------------------------------

enum { OFFERS_MAX = 8 };

// The first three stones: eight of the 26 openings as steps from the middle, one of them by chance.
static void soosorv_three(struct dialogue *d)
{
    static const int8_t steps[][2][2] = {
        {{0, -1}, {1, 1}}, {{0, -1}, {2, 2}}, {{0, -1}, {1, 2}},  {{1, -1}, {2, 0}},
        {{1, -1}, {2, 1}}, {{1, -1}, {0, 2}}, {{1, -1}, {-1, 2}}, {{1, -1}, {-2, 2}},
    };
    const struct gomocup *g = d->state;
    const int8_t(*opening)[2] = steps[(uint64_t)clock_now() % LENGTH(steps)];
    int middle = g->size / 2;
    gomocup_clear_board(d);
    for (int i = 0; i < 3; i++) {
        move m = i == 0 ? move_at(middle, middle)
                        : move_at(middle + opening[i - 1][0], middle + opening[i - 1][1]);
        if (!session_play(d->session, m)) {
            dialogue_error(d, "the middle of the board is not free");
            return;
        }
        say_stone(d, "SOOSORV", i + 1, m);
    }
}

// The fifth moves that black could offer, no two alike up to symmetry.
struct offers {
    int count;
    move at[OFFERS_MAX];
    int score[OFFERS_MAX];
    struct canonical seen[OFFERS_MAX];
};

// Adds a move that is not like one of the others.
static void offer(struct dialogue *d, struct offers *o, move m, int score)
{
    struct position p = *session_position(d->session);
    struct canonical *new = &o->seen[o->count];
    if (!gomoku_game.play(&p, m))
        return;
    gomoku_game.canonical(&p, new);
    for (int i = 0; i < o->count; i++)
        if (memcmp(o->seen[i].bytes, new->bytes, (size_t) new->size) == 0)
            return;
    o->at[o->count] = m;
    o->score[o->count++] = score;
}

// Black's `wanted` best fifth moves, best first. Where there was no time to think about as many, any
// others follow. False has answered that the game is over.
static bool fifth_moves(struct dialogue *d, struct limits l, int wanted, struct offers *o)
{
    struct moves legal;
    l.multipv = 4 * wanted; // up to four images of each where the stones are symmetric
    o->count = 0;
    if (!gomocup_think(d, &l)) {
        dialogue_error(d, "the game is over");
        return false;
    }
    for (int i = 0; i < d->lines->count && o->count < wanted; i++)
        offer(d, o, lines_get(d->lines, i)->line[0], lines_get(d->lines, i)->score);
    gomoku_game.moves(session_position(d->session), &legal);
    for (int i = 0; i < legal.count && o->count < wanted; i++)
        offer(d, o, legal.at[i], d->thought.score);
    return true;
}

// White's fourth stone, and how many fifth moves black must offer so that neither side is the
// better: white will leave him the worst of them.
static void soosorv_fourth(struct dialogue *d)
{
    const struct gomocup *g = d->state;
    struct limits l = half_limits(g, SECOND);
    struct offers o;
    int fairest = 0;
    if (!gomocup_think(d, &l)) {
        dialogue_error(d, "the game is over");
        return;
    }
    move fourth = d->thought.best;
    session_play(d->session, fourth);
    if (!fifth_moves(d, half_limits(g, FIRST), OFFERS_MAX, &o))
        return;
    for (int i = 1; i < o.count; i++)
        if (abs(o.score[i]) < abs(o.score[fairest]))
            fairest = i;
    output_line(d->out, "MESSAGE SOOSORV MOVE4 %d %d %d\n", move_x(fourth), move_y(fourth),
                fairest + 1);
}

// The fifth move of those listed behind the four stones that is worst for black.
static void soosorv_pick(struct dialogue *d)
{
    const struct gomocup *g = d->state;
    struct limits l = gomocup_limits(g, FIRST);
    l.only.count = g->listed_count - 4;
    l.multipv = l.only.count;
    for (int i = 0; i < l.only.count; i++)
        l.only.at[i] = g->order[4 + i];
    if (!gomocup_think(d, &l)) {
        dialogue_error(d, "the game is over");
        return;
    }
    move worst = d->lines->count ? lines_get(d->lines, d->lines->count - 1)->line[0] : l.only.at[0];
    session_play(d->session, worst);
    output_line(d->out, "MESSAGE SOOSORV MOVE5C %d %d\n", move_x(worst), move_y(worst));
}

// What a step needs is on the board. False has answered why not, and changed nothing.
static bool soosorv_stones(struct dialogue *d, int step)
{
    struct gomocup *g = d->state;
    int stones = step <= 3 ? 3 : 4, most = step == 6 ? stones + OFFERS_MAX : stones;
    if (g->listed_count < stones + (step == 6) || g->listed_count > most || g->offers < 1 ||
        g->offers > OFFERS_MAX)
        dialogue_error(d, "that step of soosorv-8 needs other stones, or one to eight fifth moves");
    else if (!play_listed(d, stones))
        dialogue_error(d, "a stone of the list cannot be played");
    else
        return g->started = true;
    return false;
}

void gomocup_soosorv(struct dialogue *d, int step)
{
    const struct gomocup *g = d->state;
    struct offers o;
    move cells[2];
    if (step == 1) {
        if (gomocup_ready(d))
            soosorv_three(d);
        return;
    }
    if (!soosorv_stones(d, step))
        return;
    switch (step) {
    case 2: {
        enum choice choice = choose_side(d, false, cells);
        if (choice != CHOICE_NONE)
            output_line(d->out, "MESSAGE SOOSORV SWAP1 %s\n",
                        choice == CHOICE_BLACK ? "YES" : "NO");
        break;
    }
    case 3:
        soosorv_fourth(d);
        break;
    case 4:
        if (fifth_moves(d, gomocup_limits(g, FIRST), g->offers, &o))
            output_line(d->out, "MESSAGE SOOSORV SWAP2 %s\n",
                        o.count && o.score[o.count - 1] < 0 ? "YES" : "NO");
        break;
    case 5:
        if (!fifth_moves(d, gomocup_limits(g, FIRST), g->offers, &o))
            break;
        output_line(d->out, "MESSAGE SOOSORV MOVE5 REFRESH\n");
        for (int i = 0; i < o.count; i++)
            say_stone(d, "SOOSORV", 5, o.at[i]);
        output_line(d->out, "MESSAGE SOOSORV MOVE5 DONE\n");
        break;
    default:
        soosorv_pick(d);
    }
}

// ---- even positions ---------------------------------------------------------------------------------

void gomocup_balance(struct dialogue *d)
{
    enum side us = dialogue_to_move(d);
    struct limits l = d->kind == 1 ? gomocup_limits(d->state, us) : half_limits(d->state, us);
    move cells[2];
    int64_t bias;
    if (!gomocup_ready(d))
        return;
    if (!word_int_clamped(word_trim(d->args), -SCORE_INFINITE, SCORE_INFINITE, &bias)) {
        dialogue_error(d, "a bias in hundredths is needed, 0 for even");
        return;
    }
    if (d->kind == 1) {
        if (!find_nearest(d, l, CELLS_MAX, bias, &cells[0]))
            return;
    } else {
        if (!gomocup_think(d, &l)) {
            dialogue_error(d, "the game is over");
            return;
        }
        cells[0] = d->thought.best;
    }
    session_play(d->session, cells[0]);
    if (d->kind == 2) {
        l = half_limits(d->state, us ^ 1);
        if (!find_nearest(d, l, CELLS_MAX, -bias, &cells[1]))
            return;
        session_play(d->session, cells[1]);
    }
    say_cells(d, cells, d->kind);
}
