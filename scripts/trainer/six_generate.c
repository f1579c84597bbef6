// SPDX-License-Identifier: MIT
#include "scripts/trainer/six.h"

#include <stdio.h>

#include "engine/clock.h"
#include "engine/games.h"
#include "engine/othello/board/flip.h"
#include "engine/rng.h"
#include "scripts/trainer/ask.h"
#include "scripts/trainer/data.h"

enum { WANDER = 25 }; // per cent of the moves after solving begins are random: all are solved

struct table {
    struct session *session;
    struct rng rng;
};

// Searches a position to a depth, or with depth 0 to the end.
static struct thought search(struct table *t, const struct position *p, int depth)
{
    struct limits l = limits_none();
    l.depth = depth;
    l.goal = depth ? GOAL_PLAY : GOAL_EXACT;
    return ask(t->session, p, &l);
}

// Plays one game: random until `from` empties, by a shallow search until `solve`, then from one
// solved position to the next. Fills `out` with every position after the random ones.
static int play(struct table *t, int from, int solve, uint32_t id, struct record *out)
{
    struct position p;
    const char *why;
    struct moves list;
    int count = 0, solved = -1;
    enum side sides[64] = {FIRST};
    othello_game.start(&p, "6x6", &why);
    for (othello_game.moves(&p, &list); list.count; othello_game.moves(&p, &list)) {
        struct othello o = othello_get(&p);
        int empties = bit_count(empty_of(o.board, o.mask));
        move m = list.at[rng_below(&t->rng, (uint32_t)list.count)];
        if (m != MOVE_PASS && empties <= from) {
            if (empties < SIX_LEAST_EMPTIES)
                break;
            struct thought best = search(t, &p, empties > solve ? 4 : 0);
            if (solved < 0 && best.solved)
                solved = count;
            sides[count] = (enum side)o.side;
            out[count++] = (struct record){.mover = o.board.mover,
                                           .other = o.board.other,
                                           .outcome = (int8_t)(best.score / 100),
                                           .game = id};
            if (!best.solved || rng_below(&t->rng, 100) >= WANDER)
                m = best.best;
        }
        othello_game.play(&p, m);
    }
    if (solved < 0)
        return 0;
    for (int i = 0; i < solved; i++) // what the shallow searches led to
        out[i].outcome =
            (int8_t)(sides[i] == sides[solved] ? out[solved].outcome : -out[solved].outcome);
    return count;
}

bool six_generate(const char *path, uint64_t seed, double seconds, int solve)
{
    struct table t = {.session = ask_open(16), .rng = {rng_mix(seed)}};
    if (!t.session) {
        fprintf(stderr, "train: out of memory\n");
        return false;
    }
    FILE *file = data_append(path);
    if (!file)
        return false;
    int64_t begun = clock_now();
    size_t positions = 0;
    uint32_t played = 0;
    while ((double)(clock_now() - begun) < seconds * 1e9) {
        struct record records[64];
        int from = SIX_LEAST_EMPTIES + 2 + (int)rng_below(&t.rng, 20);
        int n = play(&t, from, solve, (uint32_t)rng_mix(seed) + played, records);
        played++;
        positions += fwrite(records, sizeof *records, (size_t)n, file);
    }
    fprintf(stderr, "%s: %u games, %zu positions\n", path, played, positions);
    session_free(t.session);
    return fclose(file) == 0;
}
