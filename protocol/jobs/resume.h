// SPDX-License-Identifier: MIT
// resume.h - going on with a file of results where it ends.
//
// Results stand in the order of the input, so the file is read in step with it: as long as the next
// result there is whole and is that of the next position, the position need not be solved again.
// What follows the last whole result, the line a killed process left half written or the total of a
// finished run, is cut off, and from there on results are appended. A file that is about something
// else is refused and left as it is.
//
// JSON lines name their position and game; text lines have a number and a count of empties to
// compare. Both name what was asked for where it is not the value (answer.h), and show whether it
// was of every move: the answer to another question is something else, too. With all moves in text
// nobody can tell whether the last block has all its lines: it is done again.
#ifndef PROTOCOL_JOBS_RESUME_H
#define PROTOCOL_JOBS_RESUME_H

#include <stdio.h>

#include "protocol/jobs/answer.h"

enum resume_found {
    RESUME_HAS,   // the result is there
    RESUME_ENDS,  // it is not: results are appended from now on
    RESUME_OTHER, // something else is there, or the file can't be cut; *why says what
};

struct resume {
    int fd; // to append to
    FILE *in;
    bool json;
    bool all_moves;       // every move's value is asked for
    const char *question; // what is asked for, "" = the value
    bool active;          // there may be results yet to be found
    uint64_t whole;       // bytes up to the end of the last whole result
    uint64_t at;          // bytes read, without the line at hand
    int line;             // its number
    int64_t synced;       // ns on the clock
    bool has, cut;        // there is a line at hand; it has no end
    size_t length;
    char reason[96]; // why the file is refused, where that needs words of its own
    char text[ANSWER_MAX];
};

// The position whose result is looked for.
struct resume_wanted {
    struct word position;
    char game[GAME_ID_MAX];
    int number, empties;
    bool error; // it can't be read, which JSON alone keeps
};

// Opens the file, or makes it, for every position's value. False says why not.
bool resume_open(struct resume *r, const char *path, bool json, const char **why);
void resume_close(struct resume *r);

// Looks for the result of this position; *wrong tells whether known scores disagreed with it.
enum resume_found resume_take(struct resume *r, const struct resume_wanted *wanted, bool *wrong,
                              const char **why);

// Cuts off what follows the last whole result: RESUME_ENDS, or why that can't be done.
enum resume_found resume_cut(struct resume *r, const char **why);

// The input is at its end; false says why the file has more.
bool resume_end(struct resume *r, const char **why);

// Makes sure about once a second that what was appended survives a failure of power.
void resume_sync(struct resume *r, bool now);

#endif
