// SPDX-License-Identifier: MIT
// files.h - the small files of the prompt: read whole, written whole or not at all.
#ifndef PROTOCOL_FILES_H
#define PROTOCOL_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text.h"

enum { PATH_SPACE = 4096 };

// Where a file of this name is kept between visits: $XDG_STATE_HOME/outflank or
// ~/.local/state/outflank, whose folders are made if asked for. False when the system does not say.
bool files_state_path(const char *name, char out[PATH_SPACE], bool make_folders);

// The path a person typed, with ~/ at its front for the home folder. False when it is none.
bool files_named(struct word typed, char out[PATH_SPACE]);

// Writes a file as book/file.h does. False says why, and leaves the old one.
bool files_write(const char *path, const char *text, size_t length, unsigned mode,
                 const char **why);

// Reads at most `size` bytes; false when there is no such file.
bool files_read(const char *path, char *out, size_t size, size_t *length);

#endif
