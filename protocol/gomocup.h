// SPDX-License-Identifier: MIT
// gomocup.h - what the two files of the Gomocup protocol share.
#ifndef PROTOCOL_GOMOCUP_H
#define PROTOCOL_GOMOCUP_H

#include "protocol/dialogue.h"

enum { GOMOCUP_LINES = 16, GOMOCUP_CELLS = BOARD_MAX << 5 };

// What the next lines are: mostly a list of cells, one a line until DONE.
enum gomocup_list {
    LIST_NONE,
    LIST_BOARD,
    LIST_YXBOARD,
    LIST_SWAP2,
    LIST_BLOCK,
    LIST_UNBLOCK,
    LIST_SOOSORV, // 1 to 6 more than this: the step of an opening
    LIST_SOOSORV_LAST = LIST_SOOSORV + 6,
    LIST_IGNORED, // of one that answers nothing we have
    LIST_COMMENT, // the same, followed by a line of text
    LIST_LINE,    // a line of text or the name of a file, not a list
};

struct gomocup {
    bool started, detail;
    bool yixin; // the other side is Yixin-Board or speaks like it
    int size;
    const char *rule; // as the shape of a board names it
    int64_t turn_ms, match_ms, left_ms, increment_ms;
    int max_depth;
    uint64_t max_nodes;
    const char *complaint; // about an INFO, for the next answer

    enum gomocup_list reading;
    uint8_t listed[GOMOCUP_CELLS]; // by cell: who, 0 = not listed
    move order[CELLS_MAX];         // the cells as they came
    int listed_count;
    int offers; // fifth moves, a number behind a step of soosorv-8
    const char *list_fault;
    uint8_t blocked[GOMOCUP_CELLS];
};

// An empty board of the size and rule in force, with its blocked cells.
void gomocup_clear_board(struct dialogue *d);

// The time and other limits of one move.
struct limits gomocup_limits(const struct gomocup *g, enum side side);

// Thinks for the side to move and leaves the answer in d->thought. False when the game is over.
bool gomocup_think(struct dialogue *d, const struct limits *l);

// False has answered why no move can be made.
bool gomocup_ready(struct dialogue *d);

// Answers SWAP2BOARD, a step of soosorv-8; the stones listed are in g->order.
void gomocup_swap2(struct dialogue *d);
void gomocup_soosorv(struct dialogue *d, int step);

// Answers a step of swap2, and the questions for even positions.
void gomocup_swap2_step(struct dialogue *d);
void gomocup_balance(struct dialogue *d);

#endif
