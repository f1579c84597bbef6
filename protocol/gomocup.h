// SPDX-License-Identifier: MIT
// gomocup.h - what the two files of the Gomocup protocol share.
#ifndef PROTOCOL_GOMOCUP_H
#define PROTOCOL_GOMOCUP_H

#include "protocol/protocol.h"
#include "engine/session.h"

enum { GOMOCUP_LINES = 16, GOMOCUP_CELLS = BOARD_MAX << 5 };

// Which list of cells is being read, a line each until DONE.
enum gomocup_list {
    LIST_NONE,
    LIST_BOARD,
    LIST_YXBOARD,
    LIST_SWAP2,
    LIST_BLOCK,
    LIST_UNBLOCK,
};

// The best move of one line of the search, and what it is worth.
struct gomocup_line {
    move best;
    int score;
};

struct gomocup {
    struct connection *connection;
    struct session *session;
    bool quit, started, exact, detail;
    int size;
    int64_t turn_ms, match_ms, left_ms;
    int max_depth;
    uint64_t max_nodes;
    const char *complaint; // about an INFO, told at the next answer

    enum gomocup_list reading;
    uint8_t listed[GOMOCUP_CELLS]; // by cell: who, 0 = not listed
    move order[CELLS_MAX];         // the cells as they came
    int listed_count;
    const char *list_fault;
    uint8_t blocked[GOMOCUP_CELLS];

    struct thought thought; // the last answer, and the lines told on the way to it
    struct gomocup_line lines[GOMOCUP_LINES];
    int line_count;
};

void gomocup_error(struct gomocup *g, const char *why);

// An empty board of the size and rule in force, with its blocked cells.
void gomocup_clear_board(struct gomocup *g);

// The time and other limits of one move.
struct limits gomocup_limits(const struct gomocup *g, enum side side);

// Thinks for the side to move and leaves the answer in g->thought. False when the game is over.
bool gomocup_think(struct gomocup *g, const struct limits *l);

// Answers SWAP2BOARD; the stones listed are in g->order.
void gomocup_swap2(struct gomocup *g);

#endif
