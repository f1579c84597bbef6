// SPDX-License-Identifier: MIT
// gtp.h - what the parts of GTP share: gtp.c has the protocol, gtp_rules.c GoGui's extension.
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include "protocol/dialogue.h"

enum { ANSWER_MAX = 1 << 14 };

struct gtp {
    struct word id; // of the command being answered
    // The clock: main time, then `stones` moves in each `period`; thousandths of a second.
    int64_t main_time, period;
    int stones;
    bool clock_set; // there is a clock; with a period and no stones it is no limit
    // Of each side: what is left of the time in hand, less than nothing when it has run over, for how
    // many moves (0 = it is main time, and periods follow where there are any), and whether time_left
    // said so.
    int64_t left[2];
    int left_stones[2];
    bool left_given[2];
    char line[LINE_BYTES]; // the line being run, cleaned
};

// Answers the command being run with success, or with a failure.
void gtp_ok(struct dialogue *d, const char *text);
void gtp_fail(struct dialogue *d, const char *text);

const char *gtp_color(enum side s);

// True where columns skip the letter I and rows count from the bottom.
bool gtp_skips_i(const struct session *s);

// Writes a move as a GTP vertex.
void gtp_vertex(const struct session *s, move m, struct writer *out);

// The gogui-rules commands.
void gtp_rules_game_id(struct dialogue *d);
void gtp_rules_board_size(struct dialogue *d);
void gtp_rules_board(struct dialogue *d);
void gtp_rules_legal_moves(struct dialogue *d);
void gtp_rules_side_to_move(struct dialogue *d);
void gtp_rules_final_result(struct dialogue *d);

#endif
