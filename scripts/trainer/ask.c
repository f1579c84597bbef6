// SPDX-License-Identifier: MIT
#include "scripts/trainer/ask.h"

#include "engine/games.h"

struct session *ask_open(int mebibytes)
{
    return session_new_sized((struct listener){0}, mebibytes, 1);
}

struct thought ask(struct session *s, const struct position *p, const struct limits *l)
{
    struct thought t = {.best = MOVE_NONE, .ponder = MOVE_NONE};
    const char *why;
    session_set_position(s, &othello_game, p);
    session_think(s, l, &t, &why); // Othello proves what it is asked for here
    return t;
}

struct thought ask_board(struct session *s, struct board b, int depth)
{
    struct othello o = {.board = b, .mask = ~UINT64_C(0), .width = 8, .height = 8};
    struct limits l = limits_none();
    struct position position;
    l.depth = depth;
    l.goal = depth ? GOAL_PLAY : GOAL_EXACT;
    othello_put(&position, &o);
    return ask(s, &position, &l);
}
