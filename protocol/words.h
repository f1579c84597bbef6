// SPDX-License-Identifier: MIT
// words.h - the words after `outflank`: the protocols and the jobs.
#ifndef PROTOCOL_WORDS_H
#define PROTOCOL_WORDS_H

#include "protocol/protocol.h"

// In the order in which the first command is offered to them, ended by NULL.
extern const struct protocol *const protocols[];

struct job {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
};

extern const struct job jobs[]; // ended by a row without a name

// The one of this name, or NULL.
const struct protocol *protocol_named(const char *name);
const struct job *job_named(const char *name);

#define SETTINGS_USAGE "[-g GAME] [--option NAME=VALUE]..."

#endif
