// SPDX-License-Identifier: MIT
// args.h - command-line words as a table of flags.
#ifndef PROTOCOL_JOBS_ARGS_H
#define PROTOCOL_JOBS_ARGS_H

#include <stdbool.h>
#include <stdint.h>

enum flag_type { FLAG_ON, FLAG_NUMBER, FLAG_TEXT };

struct flag {
    const char *name, *short_name; // "--game", "-g" or NULL
    enum flag_type type;
    void *value; // bool, int64_t or const char *
    int64_t min, max;
    const char *help;
};

// Takes the flags (a table ended by a NULL name) out of argv and leaves the other words in front;
// their number is returned. -1 after a message on stderr when a flag is wrong, -2 after --help was
// answered, -3 after it was in another form than text (forms.h).
int args_read(int argc, char **argv, const struct flag *flags, const char *usage);

#endif
