// SPDX-License-Identifier: MIT
#include "scripts/trainer/wthor.h"

#include <stdlib.h>
#include <string.h>

#include "engine/othello/board/board.h"
#include "engine/othello/board/flip.h"

enum { HEADER = 16, GAME = 68, MOVES = 60, PERFECT = 7, FIRST_MOVE = 8 };

bool wthor_is(const char *path)
{
    size_t n = strlen(path);
    return n >= 4 && strcmp(path + n - 4, ".wtb") == 0;
}

// A result from black's discs: the winner has the empties already.
static int8_t margin_of(uint8_t discs)
{
    return (int8_t)(2 * (discs > 64 ? 64 : discs) - 64);
}

// Plays one game and writes its positions; returns how many. False in *sound when a move is
// illegal.
static int replay(const uint8_t *game, int solved, uint32_t id, struct record *out, bool *sound)
{
    struct board b = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
    int count = 0, side = 0;
    *sound = true;
    for (int i = 0; i < MOVES && game[FIRST_MOVE + i]; i++) {
        int row = game[FIRST_MOVE + i] / 10 - 1, column = game[FIRST_MOVE + i] % 10 - 1;
        uint64_t empty = ~(b.mover | b.other), moves = moves_of(b.mover, b.other, empty);
        if (!moves) {
            b = board_pass(b);
            side ^= 1;
            moves = moves_of(b.mover, b.other, empty);
        }
        int cell = row << 3 | column;
        if (row < 0 || row > 7 || column < 0 || column > 7 || !(moves >> cell & 1)) {
            *sound = false;
            break;
        }
        if (bit_count(empty) < solved)
            break;
        int8_t margin = margin_of(game[PERFECT]);
        out[count++] = (struct record){.mover = b.mover,
                                       .other = b.other,
                                       .outcome = (int8_t)(side ? -margin : margin),
                                       .searched = (int16_t)(100 * (side ? -margin : margin)),
                                       .depth = RECORD_ALONE,
                                       .game = id};
        b = board_after(b, cell, flip_of(cell, b.mover, b.other));
        side ^= 1;
    }
    return count;
}

bool wthor_read(FILE *file, struct record **at, size_t *count, struct wthor_sum *sum)
{
    uint8_t header[HEADER], game[GAME];
    if (fread(header, 1, HEADER, file) != HEADER)
        return false;
    size_t games = header[4] | (size_t)header[5] << 8 | (size_t)header[6] << 16;
    struct record *more = realloc(*at, (*count + games * MOVES) * sizeof *more);
    if (!more)
        return false;
    *at = more;
    for (size_t i = 0; i < games; i++) {
        bool sound;
        if (fread(game, 1, GAME, file) != GAME)
            return false;
        *count += (size_t)replay(game, header[14], (uint32_t)i, more + *count, &sound);
        sum->games++;
        sum->broken += !sound;
    }
    return true;
}
