// SPDX-License-Identifier: MIT
#include "book/format.h"

#include <stdlib.h>
#include <string.h>

#include "book/bytes.h"
#include "book/file.h"
#include "engine/rng.h"

static const char magic[8] = "OFBOOK\r\n";

// Where the parts of a header lie.
enum { AT_VERSION = 8, AT_WIDTH = 12, AT_REACH = 14, AT_GAME = 16 };
enum { AT_ENTRIES = 64, AT_BLOCKS = 72, AT_BYTES = 80, AT_NOTE = 88 };

// A file beyond this is not read ahead: a probe of a hundred million entries that nobody has touched
// waits an eighth as long for the disk. A small one is in memory after a few probes if it is.
enum { LARGE = 64 << 20 };

enum { LOSS = 1, DRAW = 2, WIN = DRAW + BOOK_NTH_MAX + 1 };

// A record's flags.
enum { IS_EXACT = 1, IS_OUTCOME = 2, IS_WHOLE = 4, HAS_DEPTH = 8, HAS_LINES = 16, HAS_MOVES = 32 };

struct book {
    const uint8_t *bytes;
    struct book_header header;
    bool mapped;
    atomic_bool damaged;
    _Atomic uint8_t *state; // four blocks a byte: 0 not looked at, 1 sound, 2 damaged
};

// ---- blocks -------------------------------------------------------------------------------------

// Each step is one-to-one in the word and in what came before, so that one changed word always
// changes the sum.
static uint64_t block_sum(const uint8_t *block, uint64_t number)
{
    uint64_t h = rng_mix(number + 0x626f6f6b);
    for (int i = 0; i < BOOK_PAYLOAD; i += 8) {
        h = (h ^ get_bytes(block + i, 8)) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return h;
}

void book_seal(uint8_t block[BOOK_BLOCK], uint64_t number)
{
    put_bytes(block + BOOK_PAYLOAD, block_sum(block, number), 8);
}

static bool is_sealed(const uint8_t *block, uint64_t number)
{
    return get_bytes(block + BOOK_PAYLOAD, 8) == block_sum(block, number);
}

// A block that is sound, or NULL. It is summed up once.
static const uint8_t *block_at(const struct book *b, uint64_t number)
{
    const uint8_t *block = b->bytes + number * BOOK_BLOCK;
    _Atomic uint8_t *state = &b->state[number / 4];
    const int shift = (int)(number % 4) * 2;
    int seen = atomic_load_explicit(state, memory_order_relaxed) >> shift & 3;
    if (seen == 0) {
        seen = is_sealed(block, number) ? 1 : 2;
        atomic_fetch_or_explicit(state, (uint8_t)(seen << shift), memory_order_relaxed);
        if (seen == 2)
            atomic_store(&((struct book *)b)->damaged, true);
    }
    return seen == 1 ? block : NULL;
}

static uint64_t index_blocks(uint64_t blocks)
{
    return (blocks + BOOK_INDEX_KEYS - 1) / BOOK_INDEX_KEYS;
}

// The first key of a data block, counted from 0. False when the index is damaged there.
static bool first_key(const struct book *b, uint64_t data, uint64_t *key)
{
    const uint8_t *block = block_at(b, 1 + b->header.blocks + data / BOOK_INDEX_KEYS);
    if (block)
        *key = get_bytes(block + data % BOOK_INDEX_KEYS * 8, 8);
    return block != NULL;
}

// ---- opening ------------------------------------------------------------------------------------

// A text of a fixed place: ended inside it, and printable.
static bool get_text(const uint8_t *from, char *out, size_t size)
{
    memcpy(out, from, size);
    if (!memchr(out, 0, size))
        return false;
    for (const char *c = out; *c; c++)
        if (*c < ' ' || *c > '~')
            return false;
    return true;
}

static bool read_header(struct book_header *h, const uint8_t *bytes, size_t size, const char **why)
{
    *why = "it is not a book";
    if (size < BOOK_BLOCK || memcmp(bytes, magic, sizeof magic) != 0)
        return false;
    *why = "the book is of another version";
    if (get_bytes(bytes + AT_VERSION, 4) != BOOK_VERSION)
        return false;
    *why = "the book is damaged";
    h->width = (int)get_bytes(bytes + AT_WIDTH, 2);
    h->reach = (int)get_bytes(bytes + AT_REACH, 2);
    h->entries = get_bytes(bytes + AT_ENTRIES, 8);
    h->blocks = get_bytes(bytes + AT_BLOCKS, 8);
    h->bytes = get_bytes(bytes + AT_BYTES, 8);
    if (!is_sealed(bytes, 0) || h->bytes != size || h->width < 1 || h->width > BOARD_MAX ||
        h->reach > 4 || !get_text(bytes + AT_GAME, h->game, sizeof h->game) ||
        !get_text(bytes + AT_NOTE, h->note, sizeof h->note))
        return false;
    return size % BOOK_BLOCK == 0 && h->blocks < size / BOOK_BLOCK &&
           1 + h->blocks + index_blocks(h->blocks) == size / BOOK_BLOCK &&
           h->entries / BOOK_BLOCK <= h->blocks;
}

void book_header_bytes(const struct book_header *h, uint8_t block[BOOK_BLOCK])
{
    memset(block, 0, BOOK_BLOCK);
    memcpy(block, magic, sizeof magic);
    put_bytes(block + AT_VERSION, BOOK_VERSION, 4);
    put_bytes(block + AT_WIDTH, (uint64_t)h->width, 2);
    put_bytes(block + AT_REACH, (uint64_t)h->reach, 2);
    memcpy(block + AT_GAME, h->game, sizeof h->game);
    put_bytes(block + AT_ENTRIES, h->entries, 8);
    put_bytes(block + AT_BLOCKS, h->blocks, 8);
    put_bytes(block + AT_BYTES, h->bytes, 8);
    memcpy(block + AT_NOTE, h->note, sizeof h->note);
    book_seal(block, 0);
}

struct book *book_of_bytes(const uint8_t *bytes, size_t size, const char **why)
{
    struct book_header header;
    if (!read_header(&header, bytes, size, why))
        return NULL;
    struct book *b = calloc(1, sizeof *b);
    if (b)
        b->state = calloc(size / BOOK_BLOCK / 4 + 1, sizeof *b->state);
    if (!b || !b->state) {
        *why = "there is no memory";
        free(b);
        return NULL;
    }
    b->bytes = bytes;
    b->header = header;
    return b;
}

struct book *book_open(const char *path, const char **why)
{
    size_t size;
    const uint8_t *bytes = file_map(path, &size, why);
    if (!bytes)
        return NULL;
    if (size > LARGE)
        file_scattered(bytes, size);
    struct book *b = book_of_bytes(bytes, size, why);
    if (b)
        b->mapped = true;
    else
        file_unmap(bytes, size);
    return b;
}

void book_close(struct book *b)
{
    if (!b)
        return;
    if (b->mapped)
        file_unmap(b->bytes, (size_t)b->header.bytes);
    free(b->state);
    free(b);
}

const struct book_header *book_header(const struct book *b)
{
    return &b->header;
}

bool book_damaged(const struct book *b)
{
    return atomic_load(&((struct book *)b)->damaged);
}

// ---- entries ------------------------------------------------------------------------------------

// Bytes that are being read; `end` is never passed.
struct reader {
    const uint8_t *at, *end;
    bool bad; // the bytes ended too early or make no sense
};

static unsigned read_byte(struct reader *r)
{
    if (r->at < r->end)
        return *r->at++;
    r->bad = true;
    return 0;
}

// A number of seven bits a byte, from bit `shift` on.
static uint64_t read_more(struct reader *r, int shift)
{
    uint64_t v = 0;
    for (;; shift += 7) {
        unsigned byte = read_byte(r);
        if (shift > 63) {
            r->bad = true;
            return 0;
        }
        v |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return v;
    }
}

// The step to the next key; *kind is what the entry is.
static inline uint64_t read_step(struct reader *r, int *kind)
{
    unsigned byte = read_byte(r);
    *kind = (int)(byte >> 3 & 15);
    return (byte & 7) | (byte & 128 ? read_more(r, 3) : 0);
}

static int read_signed(struct reader *r)
{
    uint64_t v = read_more(r, 0);
    r->bad |= v > 1 << 20;
    return (int)(v & 1 ? -(int64_t)(v >> 1) - 1 : (int64_t)(v >> 1));
}

static void read_moves(struct reader *r, int width, struct book_entry *e)
{
    int count = (int)read_byte(r);
    r->bad |= count > BOOK_MOVES_MAX;
    for (int i = 0; i < count && !r->bad; i++) {
        uint64_t cell = read_more(r, 0);
        r->bad |= cell >= (uint64_t)(width * BOARD_MAX);
        int score = e->score - read_signed(r);
        if (!r->bad)
            e->moves[e->count++] =
                (struct book_move){move_at((int)cell % width, (int)cell / width), score};
    }
}

static void read_record(struct reader *r, int width, struct book_entry *e)
{
    unsigned flags = read_byte(r);
    e->kind = flags & IS_EXACT ? BOOK_EXACT : flags & IS_OUTCOME ? BOOK_OUTCOME : BOOK_ESTIMATE;
    if (flags & IS_WHOLE) {
        e->score = 100 * (int8_t)read_byte(r);
    } else {
        unsigned low = read_byte(r);
        e->score = (int16_t)(low | read_byte(r) << 8);
    }
    if (flags & HAS_DEPTH) {
        e->depth = (int)read_byte(r);
        e->selectivity = (int)read_byte(r);
    }
    if (flags & HAS_LINES)
        e->lines = (uint32_t)read_more(r, 0);
    if (flags & HAS_MOVES)
        read_moves(r, width, e);
}

// What stands behind the step of an entry of this kind.
static bool read_entry(struct reader *r, int kind, int width, struct book_entry *e)
{
    *e = (struct book_entry){.kind = BOOK_OUTCOME, .lines = 1, .nth = -1, .key = e->key};
    if (kind == 0) {
        struct reader record = {.at = r->at + 1};
        unsigned size = read_byte(r);
        if (size > (size_t)(r->end - r->at))
            return false;
        record.end = r->at += size;
        read_record(&record, width, e);
        return !record.bad;
    }
    e->score = kind == LOSS ? -100 : kind < WIN ? 0 : 100;
    if (kind != LOSS)
        e->nth = kind < WIN ? kind - DRAW : kind - WIN;
    return !r->bad;
}

// A data block to be read: *count entries.
static bool block_reader(const uint8_t *block, struct reader *r, int *count)
{
    size_t used = (size_t)get_bytes(block + 2, 2);
    *count = (int)get_bytes(block, 2);
    *r = (struct reader){.at = block + BOOK_DATA, .end = block + BOOK_DATA + used};
    return BOOK_DATA + used <= BOOK_PAYLOAD;
}

// ---- finding ------------------------------------------------------------------------------------

// The last data block whose first key is not above this one. Keys that are hashes lie evenly, so
// the place is guessed from the keys around it: two or three tries among a million blocks. Every
// third look halves what is left, for keys that do not.
static bool block_of(const struct book *b, uint64_t key, uint64_t *at, uint64_t *at_key)
{
    uint64_t low = 0, high = b->header.blocks, low_key, high_key = UINT64_MAX, middle_key;
    if (high == 0 || !first_key(b, 0, &low_key) || key < low_key)
        return false;
    for (int step = 1; high - low > 1; step++) {
        double share = (double)(key - low_key) / ((double)(high_key - low_key) + 1);
        uint64_t room = high - low - 1, ahead = (uint64_t)(share * (double)(high - low));
        uint64_t middle = step % 3 == 0 ? low + (high - low) / 2
                                        : low + (ahead < 1      ? 1
                                                 : ahead > room ? room
                                                                : ahead);
        if (!first_key(b, middle, &middle_key))
            return false;
        if (middle_key <= key) {
            low = middle;
            low_key = middle_key;
        } else {
            high = middle;
            high_key = middle_key;
        }
    }
    *at = low;
    *at_key = low_key;
    return true;
}

bool book_find(const struct book *b, uint64_t key, struct book_entry *out)
{
    uint64_t at, here;
    struct reader r;
    int count, kind;
    if (!block_of(b, key, &at, &here))
        return false;
    const uint8_t *block = block_at(b, 1 + at);
    if (!block || !block_reader(block, &r, &count))
        return false;
    for (int i = 0; i < count; i++) {
        here += read_step(&r, &kind);
        if (here >= key || r.bad)
            break;
        if (kind == 0) {
            unsigned size = read_byte(&r);
            if (size > (size_t)(r.end - r.at))
                return false;
            r.at += size;
        }
    }
    out->key = key;
    return here == key && count > 0 && !r.bad && read_entry(&r, kind, b->header.width, out);
}

// The next entry as it stands, in order or not.
static bool step_on(const struct book *b, struct book_cursor *at, struct book_entry *out)
{
    struct reader r;
    int count, kind;
    for (; at->block < b->header.blocks; at->block++, at->nth = at->offset = 0) {
        const uint8_t *block = block_at(b, 1 + at->block);
        if (!block || !block_reader(block, &r, &count) || at->nth >= count ||
            (at->nth == 0 && !first_key(b, at->block, &at->key)))
            continue;
        r.at += at->offset;
        at->key += read_step(&r, &kind);
        out->key = at->key;
        if (r.bad || !read_entry(&r, kind, b->header.width, out))
            continue;
        at->nth++;
        at->offset = (int)(r.at - block) - BOOK_DATA;
        return true;
    }
    return false;
}

bool book_next(const struct book *b, struct book_cursor *at, struct book_entry *out)
{
    do {
        if (!step_on(b, at, out))
            return false;
    } while (at->begun && out->key <= at->last);
    at->begun = true;
    at->last = out->key;
    return true;
}

bool book_check(const struct book *b, const char **why)
{
    const uint64_t all = b->header.bytes / BOOK_BLOCK;
    struct book_cursor at = {0};
    struct book_entry e;
    uint64_t entries = 0, last = 0;
    *why = "a block of the book is damaged";
    for (uint64_t i = 0; i < all; i++)
        if (!block_at(b, i))
            return false;
    *why = "the entries are not in order";
    for (; step_on(b, &at, &e); last = e.key)
        if (entries++ && e.key <= last)
            return false;
    *why = "the number of entries is not what the header says";
    return entries == b->header.entries;
}

// ---- writing ------------------------------------------------------------------------------------

struct bytes {
    uint8_t *at;
    size_t size, length;
};

static void write_byte(struct bytes *w, uint64_t byte)
{
    if (w->length < w->size)
        w->at[w->length] = (uint8_t)byte;
    w->length++; // beyond size: too long
}

static void write_more(struct bytes *w, uint64_t v)
{
    for (; v > 127; v >>= 7)
        write_byte(w, (v & 127) | 128);
    write_byte(w, v);
}

static void write_signed(struct bytes *w, int v)
{
    write_more(w, v < 0 ? (uint64_t)(-(int64_t)v - 1) << 1 | 1 : (uint64_t)v << 1);
}

static void write_record(struct bytes *w, const struct book_entry *e, int width)
{
    const bool whole = e->score % 100 == 0 && abs(e->score) <= 12700;
    const bool depth = e->depth || e->selectivity;
    write_byte(w, (e->kind == BOOK_EXACT ? IS_EXACT : 0u) |
                      (e->kind == BOOK_OUTCOME ? IS_OUTCOME : 0u) | (whole ? IS_WHOLE : 0u) |
                      (depth ? HAS_DEPTH : 0u) | (e->lines > 1 ? HAS_LINES : 0u) |
                      (e->count ? HAS_MOVES : 0u));
    if (whole) {
        write_byte(w, (uint8_t)(e->score / 100));
    } else {
        write_byte(w, (uint16_t)e->score & 255);
        write_byte(w, (uint16_t)e->score >> 8);
    }
    if (depth) {
        write_byte(w, (uint8_t)e->depth);
        write_byte(w, (uint8_t)e->selectivity);
    }
    if (e->lines > 1)
        write_more(w, e->lines);
    if (e->count)
        write_byte(w, (uint8_t)e->count);
    for (int i = 0; i < e->count; i++) {
        write_more(w, (uint64_t)(move_y(e->moves[i].m) * width + move_x(e->moves[i].m)));
        write_signed(w, e->score - e->moves[i].score);
    }
}

// The kind of an entry that needs no record, or 0.
static int short_kind(const struct book_entry *e)
{
    if (e->kind != BOOK_OUTCOME || e->count > 0 || e->lines > 1 || e->nth > BOOK_NTH_MAX ||
        e->depth || e->selectivity)
        return 0;
    if (e->score < 0)
        return LOSS;
    return e->nth < 0 ? 0 : e->nth + (e->score > 0 ? WIN : DRAW);
}

size_t book_entry_bytes(const struct book_entry *e, uint64_t from, int width,
                        uint8_t out[BOOK_ENTRY_MAX])
{
    struct bytes w = {out, BOOK_ENTRY_MAX, 0};
    uint8_t record[255];
    struct bytes body = {record, sizeof record, 0};
    const uint64_t step = e->key - from;
    const int kind = short_kind(e);
    if (e->key < from || e->count < 0 || e->count > BOOK_MOVES_MAX || abs(e->score) > 32000 ||
        e->depth < 0 || e->depth > 255 || e->selectivity < 0 || e->selectivity > 255)
        return 0;
    write_byte(&w, (step > 7 ? 128u : 0u) | (uint64_t)kind << 3 | (step & 7));
    if (step > 7)
        write_more(&w, step >> 3);
    if (kind)
        return w.length;
    write_record(&body, e, width);
    if (body.length > body.size)
        return 0;
    write_byte(&w, body.length);
    for (size_t i = 0; i < body.length; i++)
        write_byte(&w, record[i]);
    return w.length;
}
