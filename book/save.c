// SPDX-License-Identifier: MIT
#include "book/save.h"

#include <stdlib.h>
#include <string.h>

#include "book/bytes.h"
#include "book/file.h"

struct book_writer {
    struct file *file;
    struct book_header header;
    uint64_t last; // key
    uint64_t *firsts;
    size_t room; // of `firsts`
    int count, used;
    uint8_t block[BOOK_BLOCK];
};

void book_write_drop(struct book_writer *w)
{
    if (!w)
        return;
    file_unlock(w->file);
    free(w->firsts);
    free(w);
}

// A writer on a locked file, which it owns from then on.
static struct book_writer *writer_begin(struct file *file, const struct book_header *header,
                                        const char **why)
{
    struct book_writer *w = calloc(1, sizeof *w);
    uint8_t empty[BOOK_BLOCK] = {0};
    if (!w) {
        *why = "there is no memory";
        file_unlock(file);
        return NULL;
    }
    w->file = file;
    w->header = *header;
    w->header.entries = w->header.blocks = 0;
    if (!file_begin(file, 0644, why) || !file_append(file, empty, sizeof empty, why)) {
        book_write_drop(w);
        return NULL;
    }
    return w;
}

struct book_writer *book_write_begin(const char *path, const struct book_header *header,
                                     const char **why)
{
    struct file *file = file_lock(path, why);
    return file ? writer_begin(file, header, why) : NULL;
}

// Ends the data block at hand.
static bool end_block(struct book_writer *w, const char **why)
{
    put_bytes(w->block, (uint64_t)w->count, 2);
    put_bytes(w->block + 2, (uint64_t)w->used, 2);
    book_seal(w->block, ++w->header.blocks);
    bool good = file_append(w->file, w->block, BOOK_BLOCK, why);
    memset(w->block, 0, BOOK_BLOCK);
    w->count = w->used = 0;
    return good;
}

// Remembers the first key of the data block that begins.
static bool begin_block(struct book_writer *w, uint64_t key, const char **why)
{
    if (w->header.blocks == w->room) {
        size_t room = w->room ? 2 * w->room : 1024;
        uint64_t *more = realloc(w->firsts, room * sizeof *more);
        if (!more) {
            *why = "there is no memory";
            return false;
        }
        w->firsts = more;
        w->room = room;
    }
    w->firsts[w->header.blocks] = key;
    return true;
}

bool book_write(struct book_writer *w, const struct book_entry *e, const char **why)
{
    uint8_t bytes[BOOK_ENTRY_MAX];
    if (w->header.entries > 0 && e->key <= w->last) {
        *why = "the entries are not in order";
        return false;
    }
    size_t size = book_entry_bytes(e, w->count ? w->last : e->key, w->header.width, bytes);
    if (size > 0 && w->count && BOOK_DATA + (size_t)w->used + size > BOOK_PAYLOAD) {
        if (!end_block(w, why))
            return false;
        size = book_entry_bytes(e, e->key, w->header.width, bytes);
    }
    if (size == 0) {
        *why = "an entry has a number that is out of range";
        return false;
    }
    if (w->count == 0 && !begin_block(w, e->key, why))
        return false;
    memcpy(w->block + BOOK_DATA + w->used, bytes, size);
    w->used += (int)size;
    w->count++;
    w->header.entries++;
    w->last = e->key;
    return true;
}

static bool write_index(struct book_writer *w, const char **why)
{
    uint64_t number = 1 + w->header.blocks;
    for (uint64_t i = 0; i < w->header.blocks; i += BOOK_INDEX_KEYS) {
        uint8_t block[BOOK_BLOCK] = {0};
        for (uint64_t k = i; k < i + BOOK_INDEX_KEYS && k < w->header.blocks; k++)
            put_bytes(block + 8 * (k - i), w->firsts[k], 8);
        book_seal(block, number++);
        if (!file_append(w->file, block, sizeof block, why))
            return false;
    }
    w->header.bytes = number * BOOK_BLOCK;
    return true;
}

bool book_write_end(struct book_writer *w, const char **why)
{
    uint8_t first[BOOK_BLOCK];
    bool good = (w->count == 0 || end_block(w, why)) && write_index(w, why);
    if (good) {
        book_header_bytes(&w->header, first);
        good = file_write_at(w->file, first, sizeof first, 0, why) && file_commit(w->file, why);
    }
    book_write_drop(w);
    return good;
}

// ---- merging ------------------------------------------------------------------------------------

// How much an entry's values are to be believed.
static int trust(const struct book_entry *e)
{
    const int kind = e->kind == BOOK_EXACT ? 2 : e->kind == BOOK_OUTCOME ? 1 : 0;
    return kind << 16 | e->depth << 8 | e->selectivity;
}

void book_entry_merge(struct book_entry *into, const struct book_entry *other)
{
    struct book_entry more = *other, less = *into;
    if (trust(&less) >= trust(&more)) {
        more = *into;
        less = *other;
    }
    *into = more;
    into->lines = more.lines > less.lines ? more.lines : less.lines;
    for (int i = 0; i < less.count && into->count < BOOK_MOVES_MAX && more.nth < 0; i++) {
        bool known = false;
        for (int k = 0; k < more.count; k++)
            known |= more.moves[k].m == less.moves[i].m;
        // What the better entry found is best stays first, and alone where only it is proven.
        const int over = less.moves[i].score - more.score;
        bool guess = less.kind == BOOK_ESTIMATE && more.kind != BOOK_ESTIMATE;
        if (known || (more.count > 0 && (over > 0 || (over == 0 && guess))))
            continue;
        int at = into->count++;
        for (; at > 0 && into->moves[at - 1].score < less.moves[i].score; at--)
            into->moves[at] = into->moves[at - 1];
        into->moves[at] = less.moves[i];
    }
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const struct book_entry *)a)->key, y = ((const struct book_entry *)b)->key;
    return (x > y) - (x < y);
}

size_t book_entries_unify(struct book_entry *entries, size_t count)
{
    size_t kept = 0;
    qsort(entries, count, sizeof *entries, by_key);
    for (size_t i = 0; i < count; i++)
        if (kept && entries[kept - 1].key == entries[i].key)
            book_entry_merge(&entries[kept - 1], &entries[i]);
        else
            entries[kept++] = entries[i];
    return kept;
}

// Writes the entries of an old book, which may be NULL, and new ones, in one order.
static bool write_both(struct book_writer *w, const struct book *old,
                       const struct book_entry *entries, size_t count, const char **why)
{
    struct book_cursor at = {0};
    struct book_entry e;
    bool more = old && book_next(old, &at, &e);
    for (size_t i = 0; more || i < count;) {
        struct book_entry next;
        if (more && (i == count || e.key <= entries[i].key)) {
            next = e;
            if (i < count && e.key == entries[i].key) {
                next = entries[i++]; // of equals the newer
                book_entry_merge(&next, &e);
            }
            more = book_next(old, &at, &e);
        } else {
            next = entries[i++];
        }
        if (!book_write(w, &next, why))
            return false;
    }
    return true;
}

// The book that is to be replaced, if there is one. False when it can't be read or is of another
// game: then it must not be replaced.
static bool open_old(const struct file *file, const char *path, const struct book_header *header,
                     struct book **old, const char **why)
{
    *old = NULL;
    if (!file_exists(file))
        return true;
    *old = book_open(path, why);
    if (*old && strcmp(book_header(*old)->game, header->game) != 0)
        *why = "the book is for another game";
    else if (*old && book_header(*old)->reach != header->reach)
        *why = "the book is of another make: complete as it is, and not to be added to";
    else if (*old && book_check(*old, why))
        return true;
    book_close(*old);
    return false;
}

bool book_rewrite(const char *path, const struct book_header *header, book_producer *produce,
                  void *owner, const char **why)
{
    struct file *file = file_lock(path, why);
    struct book *old;
    if (!file)
        return false;
    if (!open_old(file, path, header, &old, why)) {
        file_unlock(file);
        return false;
    }
    struct book_writer *w = writer_begin(file, header, why);
    bool good = w && produce(owner, old, w, why);
    if (good)
        good = book_write_end(w, why);
    else
        book_write_drop(w);
    book_close(old);
    return good;
}

struct addition {
    const struct book_entry *entries;
    size_t count;
};

static bool produce_sum(void *owner, const struct book *old, struct book_writer *w,
                        const char **why)
{
    const struct addition *a = owner;
    return write_both(w, old, a->entries, a->count, why);
}

bool book_update(const char *path, const struct book_header *header,
                 const struct book_entry *entries, size_t count, const char **why)
{
    struct addition a = {entries, count};
    return book_rewrite(path, header, produce_sum, &a, why);
}
