// SPDX-License-Identifier: MIT
// save.h - writing a book: the old file or the new one, and never an entry lost between two writers.
#ifndef BOOK_SAVE_H
#define BOOK_SAVE_H

#include "book/format.h"

// A book being written, entry by entry in the order of their keys. Nobody sees it before it is
// finished. The folder is locked as long as it takes.
struct book_writer;

// Begins a book of this game (header's game, width, reach and note). NULL says why.
struct book_writer *book_write_begin(const char *path, const struct book_header *header,
                                     const char **why);

// Adds an entry with a larger key than the one before. False says why; the book can then only be
// dropped.
bool book_write(struct book_writer *w, const struct book_entry *e, const char **why);

// Puts the book in its place and frees the writer. False says why; the old book is as it was.
bool book_write_end(struct book_writer *w, const char **why);

// Forgets what was written.
void book_write_drop(struct book_writer *w);

// Adds entries, sorted by key, to the book at `path`, which is made if there is none: what stands
// there under the same key is merged with them. The header's game must be the book's; its reach and
// note are taken. False says why, and the book is as it was.
bool book_update(const char *path, const struct book_header *header,
                 const struct book_entry *entries, size_t count, const char **why);

// The same with whatever `produce` writes, which is given the book there is, or NULL.
typedef bool book_producer(void *owner, const struct book *old, struct book_writer *w,
                           const char **why);
bool book_rewrite(const char *path, const struct book_header *header, book_producer *produce,
                  void *owner, const char **why);

// What two entries of one position say together: the better proven or deeper one's values, and the
// moves of both.
void book_entry_merge(struct book_entry *into, const struct book_entry *other);

// Sorts entries by key and merges those of one key. Returns how many there are then.
size_t book_entries_unify(struct book_entry *entries, size_t count);

#endif
