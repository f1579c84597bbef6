// SPDX-License-Identifier: MIT
#include "engine/connect4/book.h"

#include <string.h>

#include "engine/rng.h"

static const char magic[4] = "OFBK", game_name[16] = "connect4";

static uint32_t read32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// FNV-1a (Fowler, Noll, Vo).
uint64_t book_checksum(const uint8_t *bytes, size_t size)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * 0x100000001b3u;
    return h;
}

bool book_open(struct book *b, const uint8_t *bytes, size_t size, const char **why)
{
    *b = (struct book){0};
    if (size < BOOK_HEADER || memcmp(bytes, magic, sizeof magic) != 0) {
        *why = "this is not a book";
        return false;
    }
    if (read32(bytes + 4) != BOOK_VERSION || memcmp(bytes + 8, game_name, sizeof game_name) != 0 ||
        read32(bytes + 24) != BOOK_PLIES) {
        *why = "the book is of another version or game";
        return false;
    }
    uint32_t count = read32(bytes + 28);
    uint64_t sum = read32(bytes + 32) | (uint64_t)read32(bytes + 36) << 32;
    if ((size - BOOK_HEADER) / 5 != count || (size - BOOK_HEADER) % 5 != 0 ||
        book_checksum(bytes + BOOK_HEADER, size - BOOK_HEADER) != sum) {
        *why = "the book is damaged";
        return false;
    }
    *b = (struct book){bytes, count};
    return true;
}

bool connect4_after(const struct connect4 *c, int x, struct connect4 *out)
{
    struct field f;
    field_set(&f, c);
    word own = word_of_parts(c->mover), filled = word_of_parts(c->filled);
    word stone = field_landing(&f, filled) & f.column[x];
    if (word_none(stone))
        return false;
    *out = *c;
    word_to_parts(filled & ~own & ~f.block, out->mover);
    word_to_parts(filled | stone, out->filled);
    out->plies++;
    return true;
}

bool connect4_won(const struct connect4 *c)
{
    struct field f;
    field_set(&f, c);
    return field_four(&f, word_of_parts(c->filled) & ~word_of_parts(c->mover) & ~f.block);
}

// The mirror image of a set on the 7x6 board.
static uint64_t mirror7(uint64_t a)
{
    uint64_t out = 0;
    for (int x = 0; x < 7; x++)
        out |= (a >> (7 * x) & 0x7f) << (7 * (6 - x));
    return out;
}

uint64_t book_key(const struct connect4 *c)
{
    // The mover's stones and one bit on top of each column say it all.
    uint64_t bottom = 0;
    for (int x = 0; x < 7; x++)
        bottom |= UINT64_C(1) << (7 * x);
    uint64_t key = c->mover[0] | (c->filled[0] + bottom), image = mirror7(key);
    return key < image ? key : image;
}

// The low half: the high half of the same mix takes two of the book's positions for one.
uint32_t book_hash(const struct connect4 *c)
{
    return (uint32_t)rng_mix(book_key(c));
}

// The place of a hash among the sorted ones, or count.
static uint32_t place_of(const struct book *b, uint32_t hash)
{
    uint32_t low = 0, high = b->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2,
                 h = read32(b->bytes + BOOK_HEADER + 4 * (size_t)middle);
        if (h == hash)
            return middle;
        if (h < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return b->count;
}

// True when the side to move has a stone that completes four.
static bool wins_at_once(const struct connect4 *c)
{
    struct field f;
    field_set(&f, c);
    word filled = word_of_parts(c->filled);
    return !word_none(field_threats(&f, word_of_parts(c->mover), filled) &
                      field_landing(&f, filled));
}

bool book_score(const struct book *b, const struct connect4 *c, int *score)
{
    if (b->count == 0 || c->plies > BOOK_PLIES || c->width != 7 || c->height != 6 ||
        c->block != C4_NO_BLOCK)
        return false;
    if (wins_at_once(c)) {
        *score = (42 + 1 - c->plies) / 2;
        return true;
    }
    if (book_writes(c->plies)) {
        uint32_t place = place_of(b, book_hash(c));
        if (place == b->count)
            return false;
        *score = (int8_t)b->bytes[BOOK_HEADER + 4 * (size_t)b->count + place];
        return true;
    }
    int best = -127, value;
    for (int x = 0; x < 7; x++) {
        struct connect4 next;
        if (!connect4_after(c, x, &next))
            continue;
        if (!book_score(b, &next, &value))
            return false;
        best = -value > best ? -value : best;
    }
    *score = best;
    return true;
}
