// SPDX-License-Identifier: MIT
// file.h - a file as it is mapped, and as it is replaced: whole or not at all.
//
// A new file is written beside its place ("NAME.new"), brought to the disk, moved over the old one,
// and the folder brought to the disk too: whatever happens, the old or the new file is there. The
// folder is locked while that goes on, so that writers come one after the other and each can first
// read what the last one left. No lock file is needed for that, and none is left behind.
#ifndef BOOK_FILE_H
#define BOOK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The bytes of a regular file. NULL says why: there is none, it is a folder, a pipe, empty, ...
const uint8_t *file_map(const char *path, size_t *size, const char **why);
void file_unmap(const uint8_t *bytes, size_t size);

// They will be read here and there, not one after another: the system need not read ahead.
void file_scattered(const uint8_t *bytes, size_t size);

// A file being replaced.
struct file;

// Locks the folder, waiting a minute for whoever holds it. A link is followed: it stays one, and the
// file it names is replaced. NULL says why.
struct file *file_lock(const char *path, const char **why);

// True when there is a file under that name now.
bool file_exists(const struct file *f);

// Begins the new file, with this mode where there is no old one. False says why: what stands there may
// be a folder, a device or a pipe, which is not to be replaced.
bool file_begin(struct file *f, unsigned mode, const char **why);

// Writes at the end, and anywhere. False says why.
bool file_append(struct file *f, const void *bytes, size_t size, const char **why);
bool file_write_at(struct file *f, const void *bytes, size_t size, uint64_t offset,
                   const char **why);

// Puts the new file in the place of the old one. False says why, and the old one is as it was.
bool file_commit(struct file *f, const char **why);

// Unlocks the folder; a file that was begun and not committed is removed.
void file_unlock(struct file *f);

// A sentence for an error number.
const char *file_why(int error);

#endif
