// SPDX-License-Identifier: MIT
#include "engine/gomoku/renju.h"

uint8_t gomoku_renju[CODES];

// What the four patterns of a half code amount to.
static uint8_t meaning(uint32_t code)
{
    int fives = 0, overlines = 0, fours = 0, threes = 0;
    for (int d = 0; d < 4; d++) {
        uint32_t p = code >> (4 * d) & 15;
        fives += p == PATTERN_FIVE;
        overlines += p == PATTERN_OVERLINE;
        fours += p == PATTERN_FOUR_FOUR ? 2 : p == PATTERN_FOUR || p == PATTERN_FOUR_OPEN;
        threes += p == PATTERN_THREE || p == PATTERN_THREE_BROKEN;
    }
    int class = cell_class(gomoku_cell[code]);
    if (fives)
        return CLASS_FIVE;
    if (overlines || fours > 1)
        return RENJU_FORBIDDEN;
    if (threes < 2)
        return (uint8_t) class;
    // Black may play here because all threes but one are not real, and a white stone far away may
    // change that: an open four that is won whatever white does has to be without them.
    return (uint8_t)(RENJU_THREES | (fours ? CLASS_FOUR_THREE : CLASS_THREE_PLUS));
}

void renju_init(void)
{
    for (uint32_t code = 0; code < CODES; code++)
        gomoku_renju[code] = meaning(code);
}

// True when black, who has a stone at m, may make a straight four of it in direction d.
static bool real_three(uint64_t line[4][LINES_EACH], move m, int d)
{
    const uint8_t *patterns = gomoku_line[GOMOKU_RENJU];
    int x = move_x(m), y = move_y(m), place = lines_place(d, x, y);
    uint64_t row = line[d][lines_index(d, x, y)];
    for (int way = -1; way <= 1; way += 2)
        for (int k = 1; k <= 3; k++) {
            uint64_t cell = row >> (2 * (place + way * k) + 10) & 3;
            if (cell == 1)
                continue; // the four is unbroken: only black stones lie between
            if (cell)
                break;
            move e = (move)(m + way * k * lines_step[d]);
            uint32_t code = code_of(lines_code(line, patterns, e), FIRST);
            if ((code >> (4 * d) & 15) == PATTERN_FOUR_OPEN && gomoku_renju[code] != CLASS_FIVE &&
                !renju_forbidden(line, e))
                return true;
            break;
        }
    return false;
}

bool renju_forbidden(uint64_t line[4][LINES_EACH], move m)
{
    uint32_t code = code_of(lines_code(line, gomoku_line[GOMOKU_RENJU], m), FIRST);
    int threes = 0;
    if (!(gomoku_renju[code] & RENJU_THREES))
        return gomoku_renju[code] & RENJU_FORBIDDEN;
    lines_toggle(line, FIRST, m);
    for (int d = 0; d < 4 && threes < 2; d++) {
        uint32_t p = code >> (4 * d) & 15;
        if (p == PATTERN_THREE || p == PATTERN_THREE_BROKEN)
            threes += real_three(line, m, d);
    }
    lines_toggle(line, FIRST, m);
    return threes > 1;
}

const char *renju_reason(uint64_t line[4][LINES_EACH], move m)
{
    uint32_t code = code_of(lines_code(line, gomoku_line[GOMOKU_RENJU], m), FIRST);
    if (gomoku_renju[code] & RENJU_THREES)
        return "forbidden to black at renju: it makes a double three";
    for (int d = 0; d < 4; d++)
        if ((code >> (4 * d) & 15) == PATTERN_OVERLINE)
            return "forbidden to black at renju: it makes an overline";
    return "forbidden to black at renju: it makes a double four";
}
