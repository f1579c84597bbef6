// SPDX-License-Identifier: MIT
#include "protocol/jobs/args.h"

#include <stdio.h>
#include <string.h>

#include "engine/text.h"
#include "protocol/jobs/forms.h"

static const struct flag *find_flag(const struct flag *flags, const char *word)
{
    for (const struct flag *f = flags; f->name; f++)
        if (strcmp(word, f->name) == 0 || (f->short_name && strcmp(word, f->short_name) == 0))
            return f;
    return NULL;
}

// Stores the value of a flag. False after a message.
static bool store(const struct flag *f, const char *value)
{
    if (f->type == FLAG_TEXT) {
        *(const char **)f->value = value;
        return true;
    }
    if (word_int(word_of(value), f->min, f->max, f->value))
        return true;
    fprintf(stderr, "outflank: %s takes a whole number from %lld to %lld, not '%s'\n", f->name,
            (long long)f->min, (long long)f->max, value);
    return false;
}

int args_read(int argc, char **argv, const struct flag *flags, const char *usage)
{
    int words = 0;
    bool only_words = false;
    enum help_form form;
    for (int i = 1; i < argc; i++) {
        if (only_words || argv[i][0] != '-' || argv[i][1] == '\0') {
            argv[words++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (help_asked(argv[i], &form)) {
            help_flags(form, usage, flags);
            return form == HELP_TEXT ? -2 : -3;
        } else {
            const struct flag *f = find_flag(flags, argv[i]);
            if (!f) {
                fprintf(stderr, "outflank: unknown flag '%s'; --help lists them\n", argv[i]);
                return -1;
            }
            if (f->type == FLAG_ON) {
                *(bool *)f->value = true;
            } else if (++i == argc) {
                fprintf(stderr, "outflank: %s needs a value\n", f->name);
                return -1;
            } else if (!store(f, argv[i])) {
                return -1;
            }
        }
    }
    return words;
}
