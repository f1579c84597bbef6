// SPDX-License-Identifier: MIT
// gtp.h - what the parts of GTP share: gtp.c has the protocol, gtp_rules.c GoGui's extension.
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include "engine/session.h"

enum { ANSWER_MAX = 8192, NEWS_MAX = 64 };

struct gtp {
    struct connection *connection;
    struct session *session;
    bool quit;
    struct word id; // of the command being answered
    struct thought thought;
    struct report news[NEWS_MAX]; // the last line heard for each place
    int places;
    // The clock: main time, then `stones` moves in each `period`; thousandths of a second.
    int64_t main_time, period;
    int stones;
    bool clock_set;
    // Of each side: what is left of the time in hand, for how many moves (0 = for all of them).
    int64_t left[2];
    int left_stones[2];
};

// Answers the command being run with success.
void gtp_ok(struct gtp *g, const char *text);

const char *gtp_color(enum side s);

// True where columns skip the letter I and rows count from the bottom.
bool gtp_skips_i(const struct gtp *g);

// Writes a move as a GTP vertex.
void gtp_vertex(const struct gtp *g, move m, struct writer *out);

// The gogui-rules commands.
void gtp_rules_game_id(struct gtp *g, struct word args);
void gtp_rules_board_size(struct gtp *g, struct word args);
void gtp_rules_board(struct gtp *g, struct word args);
void gtp_rules_legal_moves(struct gtp *g, struct word args);
void gtp_rules_side_to_move(struct gtp *g, struct word args);
void gtp_rules_final_result(struct gtp *g, struct word args);

#endif
