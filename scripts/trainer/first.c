// SPDX-License-Identifier: MIT
#include "scripts/trainer/first.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/clock.h"
#include "engine/othello/eval.h"
#include "engine/othello/flip.h"
#include "engine/rng.h"
#include "scripts/trainer/data.h"
#include "scripts/trainer/desk.h"

enum {
    INFINITE = 100 * EVAL_UNITS,
    GAME_RECORDS = 128,
    RANDOM = 12,   // at most so many plies at the start are random, at least two
    SOLVED = 12,   // empties from which on the play is perfect
    LOPSIDED = 14, // a random opening that leaves one side so many discs ahead is dropped
    NOISE = 12,    // per cent of the moves after it are random
};

struct player {
    int depth;
    struct rng rng;
    struct desk desk;
};

// Mobility, corners and what stands next to open corners, in units.
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

// Alpha-beta with it, in units.
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

static int random_cell(struct player *p, uint64_t moves)
{
    for (uint32_t skip = rng_below(&p->rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return bit_first(moves);
}

// Plays one game and writes its positions from the end of the random moves on; returns how many.
static int play_game(struct player *p, uint32_t id, struct record *out)
{
    struct board b = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
    int count = 0, random = 2 + (int)rng_below(&p->rng, RANDOM - 1), side = 0, result = 0;
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
        int cell = random_cell(p, moves);
        if (ply >= random && empties <= SOLVED) {
            cell = cell_of_move(desk_search(&p->desk, b, empties).best);
        } else if (ply == random || (ply > random && rng_below(&p->rng, 100) >= NOISE)) {
            int value = plain_search(b, p->depth, -INFINITE, INFINITE, &cell);
            if (ply == random && abs(value) > LOPSIDED * EVAL_UNITS)
                return 0;
        }
        if (ply >= random && count < GAME_RECORDS) {
            out[count] = (struct record){b.mover, b.other, 0, id};
            sides[count++] = side;
        }
        b = board_after(b, cell, flip_of(cell, b.mover, b.other));
        side ^= 1;
        ply++;
    }
    for (int i = 0; i < count; i++)
        out[i].value = 100 * (sides[i] ? -result : result);
    return count;
}

bool first_games(const char *path, uint64_t seed, double seconds, int depth)
{
    struct player p = {.depth = depth, .rng = {rng_mix(seed)}};
    FILE *file = fopen(path, "ab");
    if (!file || !desk_open(&p.desk, 4)) {
        perror(path);
        return false;
    }
    bool sound = true;
    int64_t end = clock_now() + (int64_t)(seconds * 1e9);
    for (uint32_t id = (uint32_t)rng_mix(seed); sound && clock_now() < end; id++) {
        struct record records[GAME_RECORDS];
        size_t n = (size_t)play_game(&p, id, records);
        sound = fwrite(records, sizeof *records, n, file) == n;
    }
    if (!sound)
        perror(path);
    desk_close(&p.desk);
    return fclose(file) == 0 && sound;
}
