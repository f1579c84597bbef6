// SPDX-License-Identifier: MIT
#include "scripts/trainer/recorded.h"

#include <stdio.h>
#include <stdlib.h>

#include "book/records/record.h"
#include "engine/games.h"
#include "engine/othello/board/board.h"

enum { POSITIONS = 60 }; // of a game, at most

bool recorded_is(const char *path)
{
    return record_form_of_file(path) == &record_wthor;
}

// A whole file, which the caller frees; NULL when it can't be read.
static char *read_whole(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    long length = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (length >= 0 && (bytes = malloc((size_t)length + 1))) {
        rewind(f);
        *size = fread(bytes, 1, (size_t)length, f);
    }
    if (f)
        fclose(f);
    return bytes;
}

// The positions of a game before each of its moves; returns how many.
static int positions_of(const struct game_record *r, uint32_t id, struct record *out)
{
    struct position p = r->start;
    int count = 0;
    for (int i = 0; i < r->count && count < POSITIONS; i++) {
        struct othello o = othello_get(&p);
        int margin = o.side == FIRST ? r->solved_margin : -r->solved_margin;
        if (r->moves[i].move != MOVE_PASS) {
            if (bit_count(empty_of(o.board, o.mask)) < r->solved_empties)
                break;
            out[count++] = (struct record){.mover = o.board.mover,
                                           .other = o.board.other,
                                           .outcome = (int8_t)margin,
                                           .searched = (int16_t)(100 * margin),
                                           .depth = RECORD_ALONE,
                                           .game = id};
        }
        record_step(r, i, &p);
    }
    return count;
}

// Adds the games of a database; false when memory is short or the last of them is cut off.
static bool add_games(struct record_reader *reader, struct game_record *r, struct record **at,
                      size_t *count, struct recorded_sum *sum)
{
    size_t room = *count;
    enum record_status status;
    uint32_t id = 0;
    while ((status = record_next(reader, r)) != RECORD_END) {
        if (reader->ended)
            return false;
        if (room - *count < POSITIONS) {
            room += room / 2 + 64 * POSITIONS;
            struct record *more = realloc(*at, room * sizeof *more);
            if (!more)
                return false;
            *at = more;
        }
        *count += (size_t)positions_of(r, id++, *at + *count);
        sum->games++;
        sum->broken += status == RECORD_BAD;
    }
    return true;
}

bool recorded_read(const char *path, struct record **at, size_t *count, struct recorded_sum *sum)
{
    size_t size = 0;
    char *bytes = read_whole(path, &size);
    struct game_record *r = record_new();
    struct record_reader reader;
    bool good = bytes && r;
    if (good) {
        record_reader_open(&reader, &record_wthor, (struct word){bytes, size}, r->game, &r->start);
        good = add_games(&reader, r, at, count, sum);
    }
    record_free(r);
    free(bytes);
    return good;
}
