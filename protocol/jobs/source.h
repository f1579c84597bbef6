// SPDX-License-Identifier: MIT
// source.h - the lines of several files, one after another, for jobs that take their work from files.
//
// Lines are bounded (protocol/line.h), and waiting for one ends when the wake pipe speaks. What can't
// be read is named and passed over: so is a pipe that nobody opens for writing within two seconds;
// a line that does not end within SOURCE_LINE_MOST bytes, as in /dev/zero, is the end of its file.
#ifndef PROTOCOL_JOBS_SOURCE_H
#define PROTOCOL_JOBS_SOURCE_H

#include "protocol/line.h"

enum { SOURCE_LINE_MOST = 1 << 26 };

enum source_event {
    SOURCE_LINE,  // *line is a line, valid until the next call
    SOURCE_BAD,   // something can't be read; *why says what. A line when source.line is not 0
    SOURCE_WOKEN, // the wake pipe spoke
    SOURCE_END,
};

struct source {
    char **names;
    int count, next;
    const char *name; // of the file at hand, and the number of the line last given in it
    int line;
    uint64_t size, done; // bytes of all files, 0 when that can't be known, and of those given
    bool open;
    struct line_reader reader;
};

// Reads these files, "-" being standard input.
void source_open(struct source *s, char **names, int count, struct wake *wake);
enum source_event source_next(struct source *s, struct word *line, const char **why);
void source_close(struct source *s);

// False when the file just opened is a pipe that nobody writes to. True, too, when the wake pipe
// speaks before that is known.
bool source_has_writer(int fd, const char *path, const struct wake *wake);

// How much of it all has been given, from 0 to 1; negative when that is not known.
double source_share(const struct source *s);

#endif
