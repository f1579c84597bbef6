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
    LIST_REFUSED, // of an extension that would answer with a move
    LIST_IGNORED, // of one that answers nothing we have
    LIST_COMMENT, // the same, followed by a line of text
    LIST_LINE,    // a line of text or the name of a file, not a list
};

struct gomocup {
    bool started, detail;
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
    const char *list_fault;
    uint8_t blocked[GOMOCUP_CELLS];
};

// An empty board of the size and rule in force, with its blocked cells.
void gomocup_clear_board(struct dialogue *d);

// The time and other limits of one move.
struct limits gomocup_limits(const struct gomocup *g, enum side side);

// Thinks for the side to move and leaves the answer in d->thought. False when the game is over.
bool gomocup_think(struct dialogue *d, const struct limits *l);

// Answers SWAP2BOARD; the stones listed are in g->order.
void gomocup_swap2(struct dialogue *d);

#endif
