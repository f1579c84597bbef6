// SPDX-License-Identifier: MIT
#include "engine/gomoku/pattern.h"

#include <stdbool.h>
#include <string.h>

#include "engine/bits.h"

uint8_t gomoku_line[GOMOKU_RULES][1 << 20];
uint16_t gomoku_cell[CODES];
uint16_t gomoku_sight[2][1024];

// One side's view of the ten cells as a number in base three: 0 empty, 1 own, 2 the other's or
// wall.
enum { REACH = 5, NEIGHBOURS = 10, VIEWS = 59049 };

static const int power3[NEIGHBOURS] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};

// How many stones stand in one row with that in the middle.
static int run_of(const uint8_t *cell)
{
    int left = REACH, right = REACH;
    while (left > 0 && cell[left - 1] == 1)
        left--;
    while (right < NEIGHBOURS && cell[right] == 1)
        right++;
    return right - left + 1;
}

// The pattern of a stone that makes no five, by the patterns one more stone would make; `run` stones
// stand in a row with it, or 0 where two cells that make five are an open four however they lie.
static uint8_t pattern_from(const int ways[16], int run)
{
    if (ways[PATTERN_FIVE] > 1)
        return run == 0 || run == 4 ? PATTERN_FOUR_OPEN : PATTERN_FOUR_FOUR;
    if (ways[PATTERN_FIVE])
        return PATTERN_FOUR;
    if (ways[PATTERN_FOUR_OPEN])
        return ways[PATTERN_FOUR_OPEN] > 1 ? PATTERN_THREE : PATTERN_THREE_BROKEN;
    if (ways[PATTERN_FOUR])
        return PATTERN_THREE_BLOCKED;
    int threes = ways[PATTERN_THREE] + ways[PATTERN_THREE_BROKEN];
    if (threes)
        return threes > 3 ? PATTERN_TWO_WIDEST : threes > 1 ? PATTERN_TWO_WIDE : PATTERN_TWO;
    if (ways[PATTERN_THREE_BLOCKED])
        return PATTERN_TWO_BLOCKED;
    if (ways[PATTERN_TWO] + ways[PATTERN_TWO_WIDE] + ways[PATTERN_TWO_WIDEST])
        return PATTERN_ONE;
    return ways[PATTERN_TWO_BLOCKED] ? PATTERN_ONE_BLOCKED : PATTERN_DEAD;
}

// The pattern of a view, from the patterns of the views with one more own stone; under renju the
// first player's.
static uint8_t pattern_of(const uint8_t *known, int view, const uint8_t *cell,
                          enum gomoku_rule rule)
{
    int ways[16] = {0}, run = run_of(cell);
    if (run == 5 || (run > 5 && rule == GOMOKU_FREE))
        return PATTERN_FIVE;
    if (run > 5 && rule == GOMOKU_RENJU)
        return PATTERN_OVERLINE;
    for (int i = 0; i < NEIGHBOURS; i++)
        if (cell[i] == 0)
            ways[known[view + power3[i]]]++;
    return pattern_from(ways, rule == GOMOKU_RENJU ? run : 0);
}

// Patterns of every view; more stones mean a larger number, so counting down knows what it needs.
static void fill_views(uint8_t *pattern, enum gomoku_rule rule)
{
    uint8_t cell[NEIGHBOURS] = {0};
    for (int view = VIEWS - 1; view >= 0; view--) {
        int i = 0;
        for (; i < NEIGHBOURS && cell[i] == 0; i++) // one less: a nought becomes a two, and borrows
            cell[i] = 2;
        if (i < NEIGHBOURS)
            cell[i]--;
        pattern[view] = pattern_of(pattern, view, cell, rule);
    }
}

// Five two-bit cells as each side's five base-three digits.
static void fill_halves(uint8_t half[2][1024])
{
    for (int bits = 0; bits < 1024; bits++)
        for (int i = 0; i < REACH; i++) {
            int kind = bits >> (2 * i) & 3;
            half[0][bits] = (uint8_t)(half[0][bits] + power3[i] * (kind == 1 ? 1 : kind ? 2 : 0));
            half[1][bits] = (uint8_t)(half[1][bits] + power3[i] * (kind == 2 ? 1 : kind ? 2 : 0));
        }
}

// A rule's lines from the views of both sides.
static void fill_lines(enum gomoku_rule rule, const uint8_t *first, const uint8_t *second)
{
    uint8_t half[2][1024] = {{0}};
    fill_halves(half);
    for (uint32_t high = 0; high < 1024; high++) {
        const uint8_t *one = first + 243 * half[0][high], *two = second + 243 * half[1][high];
        uint8_t *line = gomoku_line[rule] + (high << 10);
        for (uint32_t low = 0; low < 1024; low++)
            line[low] = (uint8_t)(one[half[0][low]] | two[half[1][low]] << 4);
    }
}

// ---- caro ---------------------------------------------------------------------------------------

// True when the stone in the middle of these ten cells (0 empty, 1 own, 2 the other's, 3 wall) wins.
static bool caro_five(const uint8_t *cell, bool exact)
{
    int left = REACH, run = run_of(cell);
    if (run != 5)
        return run > 5 && !exact;
    while (left > 0 && cell[left - 1] == 1)
        left--;
    // Left of the row, and right of it where the middle is not counted: both are within reach.
    return cell[left - 1] != 2 || cell[left + 4] != 2;
}

// The pattern of ten cells as `bits` has them, from those with one more stone of either side, whose
// bits are a larger number.
static uint8_t caro_pattern(const uint8_t *known, uint32_t bits, bool exact)
{
    uint8_t cell[NEIGHBOURS];
    int ways[16] = {0};
    bool stopped = false;
    for (int i = 0; i < NEIGHBOURS; i++)
        cell[i] = bits >> (2 * i) & 3;
    if (caro_five(cell, exact))
        return PATTERN_FIVE;
    for (int i = 0; i < NEIGHBOURS; i++)
        if (cell[i] == 0) {
            ways[known[bits | 1u << (2 * i)] & 15]++;
            stopped |= (known[bits | 2u << (2 * i)] & 15) < PATTERN_FOUR;
        }
    if (ways[PATTERN_FIVE])
        return stopped ? PATTERN_FOUR : PATTERN_FOUR_OPEN;
    return pattern_from(ways, 0);
}

// Here a wall is not the other side's stone, so the views are the bits themselves: the first
// player's, and the second's with the colours exchanged.
static void fill_caro(enum gomoku_rule rule)
{
    uint8_t *lines = gomoku_line[rule];
    for (uint32_t bits = 1u << 20; bits-- > 0;)
        lines[bits] = caro_pattern(lines, bits, rule == GOMOKU_CARO_EXACT);
    for (uint32_t bits = 0; bits < 1u << 20; bits++) {
        uint32_t exchanged = (bits & 0x55555) << 1 | (bits >> 1 & 0x55555);
        lines[bits] = (uint8_t)(lines[bits] | lines[exchanged] << 4);
    }
}

// ---- cells --------------------------------------------------------------------------------------

// How many of the four patterns lie between two kinds.
static int count_between(const uint8_t p[4], int low, int high)
{
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += p[i] >= low && p[i] <= high;
    return n;
}

static uint8_t class_of(const uint8_t p[4])
{
    int five = count_between(p, PATTERN_FIVE, PATTERN_FIVE);
    int open_four = count_between(p, PATTERN_FOUR_OPEN, PATTERN_FOUR_OPEN);
    int four = count_between(p, PATTERN_FOUR, PATTERN_FOUR);
    int three = count_between(p, PATTERN_THREE_BROKEN, PATTERN_THREE);
    int blocked_three = count_between(p, PATTERN_THREE_BLOCKED, PATTERN_THREE_BLOCKED);
    int two = count_between(p, PATTERN_TWO, PATTERN_TWO_WIDEST);
    if (five)
        return CLASS_FIVE;
    if (open_four || four > 1)
        return CLASS_FOUR_OPEN;
    if (four)
        return three ? CLASS_FOUR_THREE : two + blocked_three ? CLASS_FOUR_PLUS : CLASS_FOUR;
    if (three)
        return three > 1 ? CLASS_THREE_THREE : two + blocked_three ? CLASS_THREE_PLUS : CLASS_THREE;
    if (blocked_three)
        return CLASS_THREE_BLOCKED;
    if (two)
        return two > 1 ? CLASS_TWO_TWO : CLASS_TWO;
    return count_between(p, PATTERN_ONE_BLOCKED, PATTERN_TWO_BLOCKED) ? CLASS_ONE : CLASS_NONE;
}

// What a pattern adds to the worth of a cell in the order of moves.
static const uint16_t attack_weight[PATTERN_KINDS] = {0,  1,  3,  5,  10,  11,  12,
                                                      14, 28, 32, 34, 200, 1000};

static void fill_cells(void)
{
    for (int code = 0; code < CODES; code++) {
        uint8_t p[4];
        for (int i = 0; i < 4; i++)
            p[i] = (uint8_t)(code >> (4 * i) & 15);
        if (count_between(p, PATTERN_FOUR_FOUR + 1, 15))
            continue;
        int attack = 0;
        for (int i = 0; i < 4; i++) {
            p[i] = p[i] < PATTERN_KINDS ? p[i] : PATTERN_DEAD;
            attack += attack_weight[p[i]];
        }
        gomoku_cell[code] = (uint16_t)(class_of(p) << 12 | attack);
    }
}

// Walks away from the stone until something hides it from both sides.
static void fill_sight(void)
{
    for (uint32_t bits = 0; bits < 1024; bits++)
        for (int right = 0; right < 2; right++) {
            uint32_t seen = 0, free = 0;
            for (int i = 0; i < REACH && seen != 3; i++) {
                int at = 2 * (right ? i : REACH - 1 - i);
                uint32_t kind = bits >> at & 3;
                seen |= kind;
                free |= kind ? 0 : 1u << at;
            }
            gomoku_sight[right][bits] = (uint16_t)free;
        }
}

void gomoku_pattern_init(void)
{
    fill_sight();
    fill_cells();
}

void gomoku_pattern_add(enum gomoku_rule rule)
{
    static uint8_t view[GOMOKU_CARO][2][VIEWS]; // a rule's own: two rules may be added at once
    if (rule_is_caro((int)rule)) {
        fill_caro(rule);
        return;
    }
    uint8_t *first = view[rule][0], *second = first;
    fill_views(first, rule);
    if (rule == GOMOKU_RENJU)
        fill_views(second = view[rule][1], GOMOKU_FREE);
    fill_lines(rule, first, second);
}
