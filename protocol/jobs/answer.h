// SPDX-License-Identifier: MIT
// answer.h - what solve has found out about a position, as people and programs read it.
//
//      #1 20 empties +38 a2 a2b1c1... 9780123 nodes 0.225 s 43467213 nps
//      #2 35 empties (upper bound) +5 d d 812 nodes 0.001 s 812000 nps
//      #3 21 empties (lower bound) +2 g1 win g1... 40123 nodes 0.004 s 10030750 nps
//      #4 40 empties (not proven) +6 c4 c4b3... 6000000 nodes 1.000 s 6000000 nps
//      #5 12 empties (lower bound) +2 b1 win b1a1... 227 nodes 0.000 s 1311555 nps wld
//
// No more is said than is proven: the value, or a bound and perhaps who wins; how soon only with a
// value. Where something else than the value was asked for, the answer names it.
#ifndef PROTOCOL_JOBS_ANSWER_H
#define PROTOCOL_JOBS_ANSWER_H

#include "engine/lines.h"
#include "engine/session.h"

enum {
    ANSWER_TEXT_MAX = 4096,  // of a position's text, what is longer is cut
    ANSWER_MAX = 128 * 1024, // of a whole answer
};

struct answer {
    const struct session *session; // at the position
    struct word text;              // the position as its line had it
    int number;
    enum goal goal;
    const char *question; // what is asked for: "wld", "between 5,6"; "" = the value
    bool all_moves;
    struct thought thought;
    const struct lines *lines; // the moves that were looked at
    int64_t elapsed, cpu;      // ns, cpu of all threads together
    bool wrong;                // a known score disagrees
};

// Holds what was found against "d3:+4; c4:-2; ...": the best score must be the best known one and
// the best move must have it; with all moves, each must agree; a bound must not exclude it. Sets
// a->wrong, and writes a line for each disagreement.
void answer_check(struct answer *a, struct word known, struct writer *out);

// The answer in one line, with all moves in several.
void answer_write_text(const struct answer *a, struct writer *out);

// The answer as one line with one JSON object.
void answer_write_json(const struct answer *a, struct writer *out);

// The same for a position that can't be read.
void answer_write_json_error(struct word text, const char *why, struct writer *out);

// How an answer begins, as JSON, by which it is known again.
void answer_write_json_position(struct word text, struct writer *out);

#endif
