// SPDX-License-Identifier: MIT
// ask.h - the engine asked about one Othello position after another, by a session that nobody
// listens to.
#ifndef TRAIN_ASK_H
#define TRAIN_ASK_H

#include "engine/othello/board/board.h"
#include "engine/session.h"

// A session with so many MiB of memory, to be freed by session_free; NULL when there are not.
struct session *ask_open(int mebibytes);

// What a search within these limits thinks of a position.
struct thought ask(struct session *s, const struct position *p, const struct limits *l);

// What a search of so many plies thinks of an 8x8 board, or with depth 0 a proof; its score is in
// hundredths of a disc.
struct thought ask_board(struct session *s, struct board b, int depth);

#endif
