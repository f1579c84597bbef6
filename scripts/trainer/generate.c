// SPDX-License-Identifier: MIT
#include "scripts/trainer/generate.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/clock.h"
#include "engine/othello/eval/eval.h"
#include "engine/othello/board/flip.h"
#include "engine/rng.h"
#include "scripts/trainer/ask.h"
#include "scripts/trainer/data.h"

enum {
    INFINITE = 100 * EVAL_UNITS,
    GAME_RECORDS = 128,
    LOPSIDED = 14, // a random opening that leaves one side so many discs ahead is dropped
    NOISE = 12,    // per cent of the moves after it are not the best but near it,
    NEAR = 4,      // within so many discs by the evaluation
};

struct player {
    const struct generate *how;
    struct rng rng;
    struct session *session;
};

// Generation 0: mobility, corners and what stands next to open corners, in units.
static int plain_value(struct board b)
{
    static const uint64_t corners = 0x8100000000000081, beside = 0x42c300000000c342;
    uint64_t empty = ~(b.mover | b.other);
    int mobility =
        bit_count(moves_of(b.mover, b.other, empty)) - bit_count(moves_of(b.other, b.mover, empty));
    int corner = bit_count(b.mover & corners) - bit_count(b.other & corners);
    uint64_t open = empty & corners;
    uint64_t risk = (open << 1 | open >> 1 | open << 8 | open >> 8 | open << 9 | open >> 9 |
                     open << 7 | open >> 7) &
                    beside;
    int near = bit_count(b.mover & risk) - bit_count(b.other & risk);
    return EVAL_UNITS * (2 * mobility + 10 * corner - 3 * near);
}

// The moves of a board, the opponent's fewest replies first.
struct ordered {
    int count;
    struct {
        int cell, worth;
        uint64_t flips;
    } at[34];
};

static void order(struct board b, uint64_t moves, struct ordered *list)
{
    list->count = 0;
    while (moves) {
        int cell = bit_take(&moves);
        uint64_t flips = flip_of(cell, b.mover, b.other);
        struct board next = board_after(b, cell, flips);
        uint64_t empty = ~(next.mover | next.other);
        uint64_t replies = moves_of(next.mover, next.other, empty);
        int worth = -2 * bit_count(replies) - 2 * bit_count(replies & 0x8100000000000081) +
                    (int)(0x8100000000000081u >> cell & 1) * 4;
        int i = list->count++;
        while (i > 0 && list->at[i - 1].worth < worth) {
            list->at[i] = list->at[i - 1];
            i--;
        }
        list->at[i].cell = cell;
        list->at[i].worth = worth;
        list->at[i].flips = flips;
    }
}

// Generation 0's search, in units.
static int plain_search(struct board b, int depth, int alpha, int beta, int *best_cell)
{
    uint64_t empty = ~(b.mover | b.other);
    if (depth == 0)
        return plain_value(b);
    uint64_t moves = moves_of(b.mover, b.other, empty);
    if (!moves) {
        if (!moves_of(b.other, b.mover, empty))
            return final_score(b, bit_count(empty)) * EVAL_UNITS;
        return -plain_search(board_pass(b), depth, -beta, -alpha, best_cell);
    }
    int best = -INFINITE;
    struct ordered list;
    order(b, moves, &list);
    for (int i = 0; i < list.count && alpha < beta; i++) {
        struct board next = board_after(b, list.at[i].cell, list.at[i].flips);
        int score = -plain_search(next, depth - 1, -beta, -alpha, NULL);
        if (score > best) {
            best = score;
            if (best_cell)
                *best_cell = list.at[i].cell;
            alpha = score > alpha ? score : alpha;
        }
    }
    return best;
}

// Lets the engine search or solve; the score is in hundredths.
static int engine_search(struct player *p, struct board b, int depth, int *best_cell)
{
    struct thought t = ask_board(p->session, b, depth);
    *best_cell = cell_of_move(t.best);
    return t.score;
}

// A random move, or -1 when there is none.
static int random_cell(struct player *p, uint64_t moves)
{
    if (!moves)
        return -1;
    for (uint32_t skip = rng_below(&p->rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return bit_first(moves);
}

// A move at random among those the evaluation finds nearly as good as the best: variety without
// throwing the game away.
static int near_best_cell(struct player *p, struct board b, uint64_t moves)
{
    int value[64], best = -INFINITE;
    uint64_t near = 0;
    for (uint64_t rest = moves; rest;) {
        int cell = bit_take(&rest);
        struct board next = board_after(b, cell, flip_of(cell, b.mover, b.other));
        struct eval e;
        eval_fresh(&e, next.mover, next.other);
        value[cell] =
            p->how->plain ? 0 : -eval_value(&e, next, bit_count(next.mover | next.other) - 4);
        best = value[cell] > best ? value[cell] : best;
    }
    for (uint64_t rest = moves; rest;) {
        int cell = bit_take(&rest);
        if (value[cell] >= best - NEAR * EVAL_UNITS)
            near |= UINT64_C(1) << cell;
    }
    return random_cell(p, near);
}

// Plays one game and writes its positions from the end of the random moves on; returns how many.
static int play_game(struct player *p, uint32_t id, struct record *out)
{
    struct board b = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
    int count = 0, random = 2 + (int)rng_below(&p->rng, p->how->random - 1), side = 0, result = 0;
    int sides[GAME_RECORDS];
    for (int ply = 0;;) {
        uint64_t empty = ~(b.mover | b.other);
        int empties = bit_count(empty);
        uint64_t moves = moves_of(b.mover, b.other, empty);
        if (!moves) {
            if (!moves_of(b.other, b.mover, empty)) {
                result = side ? -final_score(b, empties) : final_score(b, empties);
                break;
            }
            b = board_pass(b);
            side ^= 1;
            continue;
        }
        int cell = -1, score = 0, depth = 0;
        if (ply < random) {
            cell = random_cell(p, moves);
        } else if (empties <= p->how->solve) {
            score = engine_search(p, b, empties, &cell);
        } else {
            depth = p->how->depth;
            score = p->how->plain
                        ? plain_search(b, depth, -INFINITE, INFINITE, &cell) * 100 / EVAL_UNITS
                        : engine_search(p, b, depth, &cell);
        }
        if (ply == random && abs(score) > 100 * LOPSIDED && empties > p->how->solve)
            return 0;
        if (ply >= random && count < GAME_RECORDS) {
            out[count] = (struct record){b.mover, b.other, 0, (uint8_t)depth, (int16_t)score, id};
            sides[count++] = side;
        }
        if (ply >= random && depth > 0 && rng_below(&p->rng, 100) < NOISE)
            cell = near_best_cell(p, b, moves);
        b = board_after(b, cell, flip_of(cell, b.mover, b.other));
        side ^= 1;
        ply++;
    }
    for (int i = 0; i < count; i++)
        out[i].outcome = (int8_t)(sides[i] ? -result : result);
    return count;
}

bool generate(const struct generate *how)
{
    FILE *file = data_append(how->path);
    if (!file)
        return false;
    struct player p = {.how = how, .rng = {rng_mix(how->seed)}, .session = ask_open(4)};
    if (!p.session) {
        fprintf(stderr, "train: out of memory\n");
        return false;
    }
    int64_t begun = clock_now(), printed = begun;
    uint64_t positions = 0;
    uint32_t played = 0;
    bool sound = true;
    for (;;) {
        struct record records[GAME_RECORDS];
        int n = play_game(&p, (uint32_t)(rng_mix(how->seed) + played), records);
        played++;
        positions += (uint64_t)n;
        if (fwrite(records, sizeof *records, (size_t)n, file) != (size_t)n) {
            perror(how->path);
            sound = false;
            break;
        }
        int64_t now = clock_now();
        double seconds = (double)(now - begun) / 1e9;
        if (now - printed > INT64_C(10000000000)) {
            printed = now;
            fflush(file);
            fprintf(stderr, "\r%s: %u games, %.2f M positions, %.0f a second, %.0f s left  ",
                    how->path, played, (double)positions / 1e6, (double)positions / seconds,
                    how->seconds - seconds);
        }
        if (seconds > how->seconds)
            break;
    }
    fprintf(stderr, "\n");
    session_free(p.session);
    return fclose(file) == 0 && sound;
}
