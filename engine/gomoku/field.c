// SPDX-License-Identifier: MIT
#include "engine/gomoku/field.h"

// The two bits a cell stands for in the lines.
static uint64_t bits_of(const struct gomoku *b, int x, int y)
{
    if (b->stones[FIRST][y] >> x & 1)
        return 1;
    if (b->stones[SECOND][y] >> x & 1)
        return 2;
    return b->blocked[y] >> x & 1 ? 3 : 0;
}

static void set_lines(struct field *f, const struct gomoku *b)
{
    memset(f->line, 0xff, sizeof f->line);
    for (int y = 0; y < b->size; y++)
        for (int x = 0; x < b->size; x++)
            for (int d = 0; d < 4; d++) {
                uint64_t *line = &f->line[d][field_line_of(d, x, y)];
                int shift = 2 * field_place_of(d, x, y) + 10;
                *line = (*line & ~((uint64_t)3 << shift)) | bits_of(b, x, y) << shift;
            }
}

// Looks up an empty cell's patterns afresh and adds it to the sums.
static void set_cell(struct field *f, int x, int y)
{
    move m = move_at(x, y);
    uint32_t code = 0;
    for (int d = 0; d < 4; d++) {
        uint64_t line = f->line[d][field_line_of(d, x, y)];
        uint32_t around = field_neighbours(line, field_place_of(d, x, y));
        code = code_with(code, d, f->patterns[around]);
    }
    f->code[m] = code;
    for (int side = 0; side < 2; side++) {
        uint64_t word = field_cell(f, side, m);
        f->now->worth[side] += word;
        f->now->trait[side] += gomoku_trait[cell_kind(word)];
        f->now->count[side] += field_one(cell_class(word));
        f->class[side][m] = (uint8_t)cell_class(word);
        if (cell_class(word) == CLASS_FIVE)
            f->now->five_hint[side] = m;
    }
}

void field_set(struct field *f, const struct gomoku *b)
{
    memset(f->class, 0, sizeof f->class);
    memset(f->code, 0, sizeof f->code);
    memset(f->stones, 0, sizeof f->stones);
    f->size = b->size;
    f->to_move = b->to_move;
    f->free_rule = b->free_rule;
    f->patterns = gomoku_line[b->free_rule];
    f->now = f->frames;
    *f->now = (struct frame){.key = b->key, .empties = b->empties, .last = MOVE_NONE};
    set_lines(f, b);
    for (int y = 0; y < b->size; y++) {
        f->empty[y] = gomoku_empty(b, y);
        f->stones[FIELD_MARGIN + y] = b->stones[FIRST][y] | b->stones[SECOND][y];
        for (int x = 0; x < b->size; x++)
            if (f->empty[y] >> x & 1)
                set_cell(f, x, y);
    }
}
