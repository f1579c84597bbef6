// SPDX-License-Identifier: MIT
#include "scripts/trainer/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/clock.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/board/flip.h"
#include "engine/othello/search/probcut.h"
#include "engine/othello/solve/hot.h"
#include "engine/rng.h"
#include "scripts/trainer/ask.h"
#include "scripts/trainer/data.h"

enum {
    INFINITE = 100 * EVAL_UNITS,
    DECIDED = 24,     // of positions further from a draw than so many discs by the evaluation,
    DECIDED_KEPT = 3, // one in so many is kept
    EASY = 11,        // above so many empties every one more halves what is solved
    GAME_RECORDS = 256,
    ENDINGS = 4,      // where only endings are sampled a game has so many,
    ENDING_PLIES = 4, // which part so many plies before the first that is
    GUESS = 6,        // so many discs either way the evaluation is looked for first
};

struct sampler {
    const struct sample *how;
    struct rng rng;
    struct session *session;
    struct geometry geometry;
    struct solver solver; // for so few empties that it needs no shared table
    struct local_entry local[1 << LOCAL_BITS];
};

// A move at random.
static int any_cell(struct sampler *s, uint64_t moves)
{
    for (uint32_t skip = rng_below(&s->rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return bit_first(moves);
}

// A position on its way through a game, with its features.
struct walk {
    struct board board;
    struct eval eval;
    int empties;
};

static int walk_value(const struct walk *w)
{
    return eval_value(&w->eval, w->board, 60 - w->empties);
}

static struct walk walk_play(const struct walk *w, int cell)
{
    struct walk next;
    uint64_t flips = flip_of(cell, w->board.mover, w->board.other);
    next.board = board_after(w->board, cell, flips);
    next.empties = w->empties - 1;
    eval_play(&next.eval, &w->eval, cell, flips);
    return next;
}

// Plays the move that looks best when every evaluation is off by up to `noise` discs.
static struct walk walk_noisily(struct sampler *s, const struct walk *w, uint64_t moves,
                                uint32_t noise)
{
    int best = -2 * INFINITE;
    struct walk best_walk = *w;
    while (moves) {
        struct walk next = walk_play(w, bit_take(&moves));
        int value = (int)rng_below(&s->rng, 1 + 2 * noise * EVAL_UNITS);
        value += next.board.mover ? -walk_value(&next) : INFINITE;
        if (value > best) {
            best = value;
            best_walk = next;
        }
    }
    return best_walk;
}

// The exact value of a position of at most MID_EMPTIES, in discs. A session would take three times
// as long to begin and to find the whole line.
static int solve(struct sampler *s, const struct walk *w)
{
    const struct endgame_kernel *kernel = KERNEL_PICK(KERNEL_AUTO, usual);
    int guess = walk_value(w) / EVAL_UNITS, low = guess - GUESS, high = guess + GUESS;
    struct line line;
    int value = kernel->value(&s->solver, w->board, low, high, &line);
    if (value <= low)
        return kernel->value(&s->solver, w->board, -65, value + 1, &line);
    return value < high ? value : kernel->value(&s->solver, w->board, value - 1, 65, &line);
}

// The record of a position.
static struct record judge(struct sampler *s, const struct walk *w, uint32_t id)
{
    bool exact = w->empties <= s->how->solve;
    int score = exact && w->empties <= MID_EMPTIES
                    ? 100 * solve(s, w)
                    : ask_board(s->session, w->board, exact ? 0 : s->how->depth).score;
    return (struct record){.mover = w->board.mover,
                           .other = w->board.other,
                           .outcome = (int8_t)lrint(score / 100.0),
                           .depth = (uint8_t)(exact ? 0 : s->how->depth | RECORD_ALONE),
                           .searched = (int16_t)score,
                           .game = id};
}

// Whether a position is worth its time: the more empties, the longer it takes, and in most of the
// positions a search looks at the game is still in doubt.
static bool wanted(struct sampler *s, const struct walk *w)
{
    const struct sample *how = s->how;
    if (w->empties < how->least || w->empties > how->most)
        return false;
    if (w->empties <= how->solve && w->empties > EASY &&
        rng_below(&s->rng, 1u << (w->empties - EASY)) != 0)
        return false;
    return abs(walk_value(w)) < DECIDED * EVAL_UNITS || rng_below(&s->rng, DECIDED_KEPT) == 0;
}

// How careless the players of a game are.
struct care {
    int random;        // so many moves at the start are random,
    uint32_t blunders; // later so many per cent,
    uint32_t noise[2]; // and by so many discs the others' evaluations are off
};

static struct care any_care(struct sampler *s, int random)
{
    static const uint32_t carelessness[] = {0, 1, 1, 2, 2, 4, 4, 8};
    return (struct care){
        .random = random,
        .blunders = rng_below(&s->rng, 4) * 5,
        .noise = {carelessness[rng_below(&s->rng, 8)], carelessness[rng_below(&s->rng, 8)]}};
}

// Goes on until so many empties are left or the game is over, and records the positions that are
// wanted; returns how many.
static int play_on(struct sampler *s, struct walk *w, const struct care *c, int until, uint32_t id,
                   struct record *out)
{
    int count = 0;
    for (int side = 0; w->empties > until; side ^= 1) {
        uint64_t empty = ~(w->board.mover | w->board.other);
        uint64_t moves = moves_of(w->board.mover, w->board.other, empty);
        if (!moves) {
            if (!moves_of(w->board.other, w->board.mover, empty))
                break;
            struct walk passed = {.board = board_pass(w->board), .empties = w->empties};
            eval_pass(&passed.eval, &w->eval);
            *w = passed;
            continue;
        }
        bool random = 60 - w->empties < c->random;
        if (!random && wanted(s, w))
            out[count++] = judge(s, w, id);
        if (random || rng_below(&s->rng, 100) < c->blunders)
            *w = walk_play(w, any_cell(s, moves));
        else
            *w = walk_noisily(s, w, moves, c->noise[side]);
    }
    return count;
}

// Plays one game, or one with several endings, and records the positions that are wanted; returns
// how many. Before each of them some moves are random, as those a search tries are.
static int play_game(struct sampler *s, uint32_t id, struct record *out)
{
    const int part = s->how->most + ENDING_PLIES, last = s->how->least - 1;
    struct walk w = {.board = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)},
                     .empties = 60};
    struct care c = any_care(s, 4 + (int)(rng_below(&s->rng, 10) + rng_below(&s->rng, 10)));
    eval_fresh(&w.eval, w.board.mover, w.board.other);
    if (s->how->most > s->how->solve)
        return play_on(s, &w, &c, last, id, out);
    int count = play_on(s, &w, &c, part, id, out);
    for (int i = 0; i < ENDINGS && w.empties <= part; i++) {
        struct walk ending = w;
        c = any_care(s, i > 0 ? 61 - part : 0); // the first move of another ending is random
        count += play_on(s, &ending, &c, last, id, out + count);
    }
    return count;
}

bool sample(const struct sample *how)
{
    static struct sampler s;
    s.how = how;
    s.rng = (struct rng){rng_mix(how->seed)};
    s.session = ask_open(4);
    if (!s.session) {
        fprintf(stderr, "train: out of memory\n");
        return false;
    }
    geometry_init(&s.geometry, 8, 8);
    solver_init(&s.solver, &s.geometry, 8, 8, (struct tt){0}, s.local);
    s.solver.next_poll = UINT64_MAX;
    s.solver.selectivity = SELECTIVITIES - 1;
    FILE *file = data_append(how->path);
    if (!file)
        return false;
    int64_t begun = clock_now(), printed = begun, now = begun;
    uint64_t made = 0;
    uint32_t first = (uint32_t)rng_mix(how->seed), played = 0;
    bool sound = true;
    while (sound && (double)(now - begun) / 1e9 < how->seconds) {
        struct record records[GAME_RECORDS];
        size_t n = (size_t)play_game(&s, first + played++, records);
        sound = fwrite(records, sizeof *records, n, file) == n;
        made += n;
        now = clock_now();
        if (now - printed > INT64_C(10000000000)) {
            printed = now;
            double seconds = (double)(now - begun) / 1e9;
            fprintf(stderr, "\r%s: %.2f M positions, %.0f a second, %.0f s left  ", how->path,
                    (double)made / 1e6, (double)made / seconds, how->seconds - seconds);
        }
    }
    fprintf(stderr, "\n");
    session_free(s.session);
    if (!sound)
        perror(how->path);
    return fclose(file) == 0 && sound;
}
