// SPDX-License-Identifier: MIT
#include "engine/gomoku/field.h"

#include "engine/gomoku/network.h"
#include "engine/gomoku/renju.h"

// Looks up an empty cell's patterns afresh and adds it to the sums.
static void set_cell(struct field *f, int x, int y)
{
    move m = move_at(x, y);
    f->code[m] = lines_code(f->line, f->patterns, m);
    for (int side = 0; side < 2; side++) {
        int class = cell_class(field_cell(f, side, m));
        f->now->count[side] += field_one(class);
        f->class[side][m] = (uint8_t) class;
        if (class == CLASS_FIVE)
            f->now->five_hint[side] = m;
    }
}

// ---- renju --------------------------------------------------------------------------------------

// Gives black's class on an empty cell what it is when the cell is forbidden or not.
static void set_class(struct field *f, int c, bool forbidden)
{
    int class = forbidden ? CLASS_NONE : gomoku_renju[code_of(f->code[c], FIRST)] & RENJU_CLASS;
    f->now->count[FIRST] += field_one(class) - field_one(f->class[FIRST][c]);
    f->class[FIRST][c] = (uint8_t) class;
}

// Notes whether black's code on a cell makes it a suspect.
static void set_suspect(struct field *f, struct barred *b, int c)
{
    uint32_t bit = (uint32_t)1 << move_x((move)c), *row = &b->suspect[move_y((move)c)];
    bool suspect = gomoku_renju[code_of(f->code[c], FIRST)] & (RENJU_THREES | RENJU_FORBIDDEN);
    *row = suspect && f->empty[move_y((move)c)] & bit ? *row | bit : *row & ~bit;
}

// Finds the forbidden cells among the suspects.
static void judge(struct field *f, struct barred *b)
{
    for (int y = 0; y < f->size; y++) {
        b->forbidden[y] = 0;
        for (uint64_t row = b->suspect[y]; row;) {
            int x = bit_take(&row);
            b->forbidden[y] |= (uint32_t)renju_forbidden(f->line, move_at(x, y)) << x;
        }
    }
}

// Sets the classes of the cells in `rows` as `b` has them.
static void set_classes(struct field *f, const struct barred *b, const uint32_t *rows)
{
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = rows[y] & f->empty[y]; row;) {
            int x = bit_take(&row);
            set_class(f, move_at(x, y), b->forbidden[y] >> x & 1);
        }
}

void field_bar(struct field *f)
{
    const struct barred *was = &f->barred[f->now - f->frames - 1];
    struct barred *now = &f->barred[f->now - f->frames];
    uint32_t changed[GOMOKU_SIZE_MAX] = {0};
    *now = *was;
    for (uint32_t i = f->now[-1].journal; i < f->now->journal; i++) {
        move c = f->journal[i].cell;
        set_suspect(f, now, c);
        changed[move_y(c)] |= (uint32_t)1 << move_x(c);
    }
    judge(f, now);
    for (int y = 0; y < f->size; y++)
        changed[y] |= was->forbidden[y] ^ now->forbidden[y];
    set_classes(f, now, changed);
}

// Cells that only the forbidding has changed are not in the journal. The counts are those of the
// frame that is left, as they were.
void field_unbar(struct field *f)
{
    const struct barred *dropped = &f->barred[f->now - f->frames + 1];
    const struct barred *now = &f->barred[f->now - f->frames];
    uint64_t count = f->now->count[FIRST];
    uint32_t changed[GOMOKU_SIZE_MAX];
    for (int y = 0; y < f->size; y++)
        changed[y] = dropped->forbidden[y] ^ now->forbidden[y];
    set_classes(f, now, changed);
    f->now->count[FIRST] = count;
}

// Finds the forbidden cells of a position just set up.
static void begin_bars(struct field *f)
{
    memset(&f->barred[0], 0, sizeof f->barred[0]);
    for (int y = 0; y < f->size; y++)
        for (uint64_t row = f->empty[y]; row;)
            set_suspect(f, &f->barred[0], move_at(bit_take(&row), y));
    judge(f, &f->barred[0]);
    set_classes(f, &f->barred[0], f->empty);
}

void field_set(struct field *f, const struct gomoku *b)
{
    memset(f->class, 0, sizeof f->class);
    memset(f->code, 0, sizeof f->code);
    memset(f->stones, 0, sizeof f->stones);
    f->size = b->size;
    f->to_move = b->to_move;
    f->rule = b->rule;
    f->patterns = gomoku_line[b->rule];
    f->now = f->frames;
    f->network = network_tables.fastest;
    f->path.plies = 0;
    *f->now = (struct frame){.key = b->key, .empties = b->empties, .last = MOVE_NONE};
    lines_set(f->line, b);
    for (int y = 0; y < b->size; y++) {
        f->empty[y] = gomoku_empty(b, y);
        f->stones[FIELD_MARGIN + y] = b->stones[FIRST][y] | b->stones[SECOND][y];
        for (int x = 0; x < b->size; x++)
            if (f->empty[y] >> x & 1)
                set_cell(f, x, y);
    }
    if (f->rule == GOMOKU_RENJU)
        begin_bars(f);
}
